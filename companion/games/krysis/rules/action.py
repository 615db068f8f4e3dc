"""Phase 3: the turns, with relics, loading, raids and overtime (R-KR-33 to R-KR-62); abilities (R-KR-65 to R-KR-71)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import cache
from itertools import product

from msgspec import UNSET

from companion.core.answers import Answer, Pick
from companion.core.asks import Ask
from companion.core.piles import UNKNOWN, probabilities
from companion.core.refusals import Refused
from companion.core.steps.effects import EffectList
from companion.core.steps.listed import CachingStep, ForcedStep, Verb, Verbs
from companion.core.texts import T
from companion.core.todo import flip, place, remove
from companion.games.krysis import answers as say
from companion.games.krysis.answers import SpyAsk, StolenAsk, TurnAsk
from companion.games.krysis.content import (
    BLUE,
    COLOURS,
    GOODS,
    RED,
    RELICS,
    WHITE,
    WORTH,
    Alchemist,
    Crystals,
    Goods,
    Miner,
    Spy,
    Thief,
)
from companion.games.krysis.rules.effects import ABILITY_RULE, EFFECTS, able, guarded, whenever
from companion.games.krysis.rules.mining import Symbols
from companion.games.krysis.rules.pieces import bank_goods, carry, from_bank, leave_camp, send_relic, to_bank
from companion.games.krysis.state import (
    AbilityInUse,
    KRStep,
    State,
    active,
    camp_at,
    deserted,
    effects_of,
    home_at,
    home_of,
    strength,
    unsure,
    use,
    worth,
)

RULES: dict[type, str] = {Thief: "R-KR-67", Spy: "R-KR-68", Miner: "R-KR-69", Alchemist: "R-KR-70"}
BECOMES = {WHITE: BLUE, BLUE: RED}
"""R-KR-70, R-KR-71."""


def unused(s: State) -> Sequence[str]:
    """R-KR-65: the agents of the active team with an unused ability, except defenders."""
    if s.now.active is None or s.now.phase != "action":
        return []
    found, used = strength(s, s.now.active).able, s.now.used
    if s.world.has_effects:
        found = sorted({*found, *able(s, s.now.active)})
    return [agent for agent in found if agent not in used] if used else found


def abilities(s: State) -> Iterator[say.UseAbility]:
    """Every use of an ability that has an effect now (WIRE.md 5.4)."""
    for agent in unused(s):
        ability = s.world.agents[agent].ability
        if isinstance(ability, Thief):
            yield from _thefts(s, agent, ability)
        elif isinstance(ability, Spy):
            yield from (say.UseAbility(agent, camp) for camp in _others(s) if s.now.players[camp].camp.relics)
        elif isinstance(ability, Miner):
            yield from [say.UseAbility(agent)] if _mines(s, ability) else []
        elif isinstance(ability, Alchemist):
            yield from _exchanges(s, agent)
        else:
            yield say.UseAbility(agent)


def _others(s: State) -> list[str]:
    return [seat for seat in s.world.seats if seat != s.now.active]


def _thefts(s: State, agent: str, ability: Thief) -> Iterator[say.UseAbility]:
    for camp in _others(s):
        there = s.now.players[camp].camp.crystals
        if guarded(s, camp):
            continue
        if any(getattr(ability, colour) and there[colour] for colour in COLOURS):
            yield say.UseAbility(agent, camp)


def _mines(s: State, ability: Miner) -> bool:
    bank = s.now.bank
    crystals = any(getattr(ability, colour) and (bank is None or bank[colour]) for colour in COLOURS)
    return crystals or bool(ability.relics and (s.now.relic_deck or s.now.relic_discard))


def _exchanges(s: State, agent: str) -> Iterator[say.UseAbility]:
    own, bank = s.now.players[active(s)].camp.crystals, s.now.bank
    most = {give: own[give] if bank is None else min(own[give], bank[get]) for give, get in BECOMES.items()}
    for give, n in most.items():
        yield from (say.UseAbility(agent, give=give, n=k) for k in range(1, n + 1))
    if s.world.options.alchemist_zero and any(most.values()):
        yield say.UseAbility(agent, n=0)


class AbilityVerb(Verb[State, say.UseAbility]):
    """``ability``: before or after the action, each agent's once."""

    def options(self, s: State) -> Iterable[Answer]:
        return abilities(s)

    def check(self, s: State, answer: say.UseAbility) -> None:
        if answer.agent not in unused(s):
            raise Refused("illegal", T("That agent has nothing to do now."), "R-KR-65")
        if answer not in abilities(s):
            raise Refused(
                "illegal",
                T("That would have no effect."),
                RULES.get(type(s.world.agents[answer.agent].ability), ABILITY_RULE),
            )

    def do(self, s: State, answer: say.UseAbility) -> None:
        s.now.used = sorted([*s.now.used, answer.agent])
        seat, ability = active(s), s.world.agents[answer.agent].ability
        camp = s.now.players[seat].camp
        if isinstance(ability, Thief):
            source = str(answer.from_)
            there = s.now.players[source].camp
            taken = {colour: min(getattr(ability, colour), there.crystals[colour]) for colour in COLOURS}
            carry(s, there, camp_at(source), camp, camp_at(seat), taken, "R-KR-67")
        elif isinstance(ability, Spy):
            s.agenda.append(StealRelic(str(answer.from_)))
        elif isinstance(ability, Miner):
            found = {colour: int(getattr(ability, colour)) for colour in COLOURS}
            from_bank(s, camp, camp_at(seat), found, "R-KR-69")
            s.agenda.append(Symbols(seat, ability.relics))
        elif answer.give is not UNSET and answer.n is not UNSET:
            _exchange(s, seat, str(answer.give), answer.n)
        if s.world.has_effects:
            s.agenda.append(EffectList([*effects_of(s, answer.agent)], AbilityInUse(seat, answer.agent, ABILITY_RULE)))


def _exchange(s: State, seat: str, give: str, n: int) -> None:
    get, camp = BECOMES[give], s.now.players[seat].camp.crystals
    camp[give] -= n
    camp[get] += n
    if s.now.bank is not None:
        s.now.bank[give] += n
        s.now.bank[get] -= n
    remove(s, f"crystal:{give}", camp_at(seat), n, "R-KR-70")
    place(s, f"crystal:{get}", camp_at(seat), n, "R-KR-70")


class StealRelic(ForcedStep[State], frozen=True, tag="steal_relic"):
    """R-KR-68: the spy looks at the face-down relics of a camp and takes one; blindly if relics are not tracked."""

    camp: str

    def ask(self, s: State) -> Ask:
        who = s.now.active
        return SpyAsk(who, "R-KR-68", "spy", camp=self.camp, only=who if s.world.options.knows_relics else None)

    def legal(self, s: State) -> Sequence[Answer]:
        there = s.now.players[self.camp].camp.relics
        if not s.world.options.knows_relics:
            return [say.Steal(UNKNOWN)] if there else []
        return [say.Steal(relic) for relic in dict.fromkeys(there)]

    def take(self, s: State, answer: say.Steal) -> None:
        send_relic(s, self.camp, answer.relic, "camp", "R-KR-68")


# Phase 3: the turns, with relics, loading, raids and overtime (R-KR-33 to R-KR-62).

OVERTIME = 6
"""The value of the crystals that overtime brings (R-KR-60)."""
MOST_OVERTIME = {colour: OVERTIME // WORTH[colour] for colour in COLOURS}
"""Most crystals of one colour."""
A_RELIC = 3.0
"""The approximate value of a relic in the camp or at home."""
booty = cache(Goods)
"""Amounts of each good, cached."""

TOO_MUCH = T("The team cannot carry that much.")
NOT_THERE = T("There is not that much in that camp.")


# The turns.


class StartTurns(KRStep, frozen=True, tag="start_turns"):
    """R-KR-33: everybody is active once, in the order of initiative."""

    def run(self, s: State) -> None:
        assert s.now.order is not None
        s.agenda += map(BeginTurn, reversed(range(len(s.now.order))))


class BeginTurn(KRStep, frozen=True, tag="start_turn"):
    """The seat at this position of the order is active."""

    place: int

    def run(self, s: State) -> None:
        now = s.now
        assert now.order is not None
        now.active, now.acted, now.leaving, now.used = now.order[self.place], None, False, []
        s.agenda += [EndTurn(), TakeTurn()]


class TakeTurn(CachingStep[State], frozen=True, tag="play_turn"):
    """R-KR-33, R-KR-65: asked until the action is done and no ability is left; a single ability is used
    automatically."""

    def asks(self, s: State) -> bool:
        return s.now.acted is None or len(s.listed(self) or ()) > 1

    def ask(self, s: State) -> TurnAsk:
        who, acted = s.now.active, s.now.acted
        rule = "R-KR-33" if acted is None else "R-KR-65"
        return TurnAsk(who, rule, "turn", acted=acted, only=who if self._hides_relics(s) else None)

    def _hides_relics(self, s: State) -> bool:
        """True if relics that could be turned up are private."""
        who = s.now.active
        return bool(who and s.now.acted is None and s.world.options.knows_relics and s.now.players[who].camp.relics)

    def verbs(self, s: State) -> Verbs[State]:
        return VERBS

    def legal(self, s: State) -> Sequence[Answer]:
        return super().legal(s) if s.now.acted is None else list(abilities(s))

    def run(self, s: State) -> None:
        for answer in s.listed(self) or ():
            s.agenda.append(self)
            VERBS[type(answer)].do(s, answer)


class EndTurn(KRStep, frozen=True, tag="end_turn"):
    """R-KR-49, R-KR-50: a team that carried goods home or to the bank leaves."""

    def run(self, s: State) -> None:
        now = s.now
        assert now.active is not None
        if now.leaving:
            leave_camp(s, now.active, "R-KR-49")
        now.done = [*now.done, now.active]
        now.active, now.acted, now.leaving, now.used = None, None, False, []


# Turning up relics of the camp, before the action.


def after_action(s: State) -> None:
    """R-KR-33: refuse what must come before the action, or a second action."""
    if s.now.acted is not None:
        raise Refused("illegal", T("The action of this turn has been done."), "R-KR-33")


class UseVerb(Verb[State, say.Use]):
    """``use``: turn up a relic of the player's camp, at most one weapon and one transport per turn."""

    affects = (say.Use, say.LoadGoods, say.Raid)

    def options(self, s: State) -> Sequence[Answer]:
        there, kinds = s.now.players[active(s)].camp.relics, self._kinds_up(s)
        if s.world.options.knows_relics:
            weapons = s.world.weapons
            curios = s.world.curios
            # What nobody knows here is turned up by hand.
            return [
                use(relic)
                for relic in there
                if relic != UNKNOWN
                and relic not in curios
                and (relic in s.world.loose or (relic in weapons) not in kinds)
            ]
        if not there:
            return []
        up = {relic for player in s.now.players.values() for relic in player.up}
        found: list[Answer] = [answer for relic, answer in s.world.uses[kinds] if relic not in up]
        unknown = not s.world.pack.whole and s.world.unknown[RELICS]
        return [*found, use(UNKNOWN)] if unknown else found

    def check(self, s: State, answer: say.Use) -> None:
        after_action(s)
        known = answer.relic != UNKNOWN and answer.relic not in s.world.loose
        if known and (answer.relic in s.world.weapons) in self._kinds_up(s):
            raise Refused("illegal", T("One of that kind has been turned up already."), "R-KR-35")
        if answer not in self.options(s):
            raise Refused("illegal", T("That relic does not lie face down in your camp."), "R-KR-34")

    def do(self, s: State, answer: say.Use) -> None:
        seat = active(s)
        player = s.now.players[seat]
        player.camp.relics.remove(answer.relic if s.world.options.knows_relics else UNKNOWN)
        player.up = sorted([*player.up, answer.relic])
        flip(s, "relic", camp_at(seat), rule="R-KR-34")
        doing = AbilityInUse(seat, answer.relic, "R-KR-34")
        if s.world.has_effects and EFFECTS.possible(s, effects_of(s, answer.relic), doing):
            s.agenda.append(EffectList([*effects_of(s, answer.relic)], doing))

    def _kinds_up(self, s: State) -> Set[bool]:
        """R-KR-35: True if a weapon is face up, False if a transport is."""
        up, w = s.now.players[active(s)].up, s.world
        return frozenset([relic in w.weapons for relic in up if relic != UNKNOWN and relic not in w.loose])


# Action A, loading the own camp; action B, raiding another.


class LoadVerb(Verb[State, say.LoadGoods]):
    """``load``: goods of the player's camp go home or to the bank."""

    def options(self, s: State) -> Iterable[Answer]:
        seat = active(s)
        there = s.now.players[seat].camp.count()
        loads = _loads(s, seat, None, there, ("home", "bank"))
        return [say.LoadGoods(to, None, goods, slots) for to, goods, slots in loads]

    def check(self, s: State, answer: say.LoadGoods) -> None:
        say.check_filled(answer)
        after_action(s)
        if answer.to == "camp":
            raise Refused("illegal", T("Loaded goods go home or to the bank."), "R-KR-46")
        assert answer.goods is not None
        seat, relics = active(s), answer.goods.relics
        camp = s.now.players[seat].camp
        n = relics if isinstance(relics, int) else len(relics)
        goods = {**answer.goods.amounts(), RELICS: n}
        named = isinstance(relics, int) or Counter(relics) <= Counter(camp.relics)
        if not named or _more(goods, camp.count()):
            raise Refused("illegal", NOT_THERE, "R-KR-46")
        if not unsure(s, seat) and not fits(strength(s, seat, None, answer.to).slots, goods):
            raise Refused("illegal", TOO_MUCH, "R-KR-38")

    def do(self, s: State, answer: say.LoadGoods) -> None:
        assert answer.goods is not None
        seat, relics = active(s), answer.goods.relics
        s.now.acted, s.now.leaving = "load", True
        s.agenda += whenever(s, seat, answer.to)
        rule = "R-KR-47" if answer.to == "home" else "R-KR-48"
        _send_crystals(s, seat, answer.goods.amounts(), answer.to, rule)
        for relic in [UNKNOWN] * relics if isinstance(relics, int) else relics:
            send_relic(s, seat, relic, answer.to, rule)


class RaidVerb(Verb[State, say.Raid]):
    """``raid``: goods of a weaker or deserted camp go home, to the bank or into the player's camp."""

    def options(self, s: State) -> Iterable[Answer]:
        seat = active(s)
        found: list[Answer] = []
        for camp in targets(s, seat):
            there = s.now.players[camp].camp.count()
            loads = _loads(s, seat, camp, there, ("home", "bank", "camp"))
            found += [say.Raid(camp, to, None, goods, slots) for to, goods, slots in loads]
        return found

    def check(self, s: State, answer: say.Raid) -> None:
        say.check_filled(answer)
        after_action(s)
        seat = active(s)
        if answer.camp not in targets(s, seat):
            raise Refused("illegal", T("That camp is too strong to be raided."), "R-KR-51")
        assert answer.goods is not None
        goods = {**answer.goods.amounts(), RELICS: answer.goods.relics}
        if _more(goods, s.now.players[answer.camp].camp.count()):
            raise Refused("illegal", NOT_THERE, "R-KR-54")
        if not unsure(s, seat) and not fits(strength(s, seat, answer.camp, answer.to).slots, goods):
            raise Refused("illegal", TOO_MUCH, "R-KR-38")

    def do(self, s: State, answer: say.Raid) -> None:
        assert answer.goods is not None
        s.now.acted, s.now.leaving = "raid", answer.to != "camp"
        seat = active(s)
        s.agenda += whenever(s, answer.camp, "raided", seat)
        s.agenda += whenever(s, seat, answer.to, answer.camp) + whenever(s, seat, "raid", answer.camp)
        _send_crystals(s, answer.camp, answer.goods.amounts(), answer.to, "R-KR-54")
        n, there = answer.goods.relics, s.now.players[answer.camp].camp.relics
        if n == len(there) or not s.world.options.knows_relics:
            for relic in there[:n]:
                send_relic(s, answer.camp, relic, answer.to, "R-KR-55")
        else:
            s.agenda += [TakeRelic(answer.camp, answer.to, left) for left in range(1, n + 1)]


class TakeRelic(ForcedStep[State], frozen=True, tag="take_relic"):
    """R-KR-55: one of the announced relics, at random."""

    camp: str
    to: str
    left: int

    def ask(self, s: State) -> StolenAsk:
        who = s.now.active
        return StolenAsk(who, "R-KR-55", "relic", self._there(s), camp=self.camp, left=self.left, only=who)

    def legal(self, s: State) -> Sequence[Answer]:
        return [Pick("relic", relic) for relic in dict.fromkeys(self._there(s))]

    def odds(self, s: State) -> list[float]:
        return probabilities(Counter(self._there(s)))

    def take(self, s: State, answer: Pick) -> None:
        send_relic(s, self.camp, str(answer.one), self.to, "R-KR-55")

    def _there(self, s: State) -> list[str]:
        return s.now.players[self.camp].camp.relics


def _more(goods: Mapping[str, int], there: Mapping[str, int]) -> bool:
    return any(n > there[good] for good, n in goods.items())


def _send_crystals(s: State, camp: str, crystals: Mapping[str, int], to: str, rule: str) -> None:
    """Move crystals of a camp to the active player's destination."""
    seat, source = active(s), s.now.players[camp].camp
    if to == "bank":
        to_bank(s, source, camp_at(camp), crystals, rule)
        bank_goods(s, seat, sum(crystals[colour] for colour in COLOURS), "R-KR-48")
    elif to == "home":
        carry(s, source, camp_at(camp), home_of(s, seat), home_at(s, seat), crystals, rule)
    else:
        carry(s, source, camp_at(camp), s.now.players[seat].camp, camp_at(seat), crystals, rule)


def _loads(
    s: State, seat: str, camp: str | None, there: Mapping[str, int], places: Sequence[str]
) -> Iterator[tuple[str, Goods, Crystals]]:
    """For each place the most of each good that a team carries there out of a camp, and its slots, as templates say
    them; all that is there unless the slots are known."""
    sure, before = not unsure(s, seat), None
    goods: Goods
    for to in places:
        if before is None or s.world.has_effects:
            team = strength(s, seat, camp, to)
        if team is not before:
            most = most_carried(team.slots, there) if sure else there
            before, goods = team, booty(*map(most.__getitem__, GOODS))
        yield to, goods, team.printed


def targets(s: State, seat: str) -> list[str]:
    """R-KR-51, R-KR-52: the other camps that are weaker, or deserted; or may be, as far as is known."""
    off = () if s.now.kept_off is UNSET else s.now.kept_off
    return [
        camp
        for camp in s.world.seats
        if camp != seat and (_weaker(s, camp, seat) or deserted(s, camp)) and f"{seat}:{camp}" not in off
    ]


def _weaker(s: State, camp: str, seat: str) -> bool:
    """True also if only people know."""
    if not s.world.pack.whole and (unsure(s, seat) or unsure(s, camp)):
        return True
    return strength(s, camp, seat).defence < strength(s, seat, camp).combat


# What a team can carry (R-KR-38 to R-KR-43; the exact check of RULES.md 14).


def fits(slots: Mapping[str, int], goods: Mapping[str, int]) -> bool:
    """True if the goods (colours and relics) fit into the slots."""
    return goods[WHITE] <= room_for_white(slots, goods[RED], goods[BLUE], goods[RELICS])


def room_for_white(slots: Mapping[str, int], red: int, blue: int, relics: int) -> int:
    """The number of white crystals that fit beside other goods; relics use blue slots first; -1 if those do not fit."""
    free_red, free_blue = slots[RED] - red, slots[BLUE] - blue
    if free_red < 0 or free_blue < 0 or relics > free_red + free_blue:
        return -1
    in_blue = min(relics, free_blue)
    return slots[WHITE] + 2 * (free_blue - in_blue) + 3 * (free_red - (relics - in_blue))


def most_carried(slots: Mapping[str, int], there: Mapping[str, int]) -> dict[str, int]:
    """The maximum of each good by itself that is available and fits."""
    red, blue, white, relics = slots[RED], slots[BLUE], slots[WHITE] + 2 * slots[BLUE] + 3 * slots[RED], there[RELICS]
    return {
        RED: red if red < there[RED] else there[RED],
        BLUE: blue if blue < there[BLUE] else there[BLUE],
        WHITE: white if white < there[WHITE] else there[WHITE],
        RELICS: red + blue if red + blue < relics else relics,
    }


def packed(s: State, seat: str, there: Mapping[str, int], *, bank: bool) -> dict[str, int]:
    """The best load from ``there``: at the bank all goods are equal, elsewhere by value. All, if only people know the
    slots."""
    if unsure(s, seat):
        return dict(there)
    slots = strength(s, seat).slots
    a_red, a_blue, a_white, a_relic = (1, 1, 1, 1) if bank else (*(WORTH[colour] for colour in COLOURS), A_RELIC)
    alone = most_carried(slots, there)
    best, highest = (0, 0, 0, 0), -1.0
    for red, relics, blue in product(*(range(alone[good] + 1) for good in (RED, RELICS, BLUE))):
        white = min(there[WHITE], room_for_white(slots, red, blue, relics))
        value = a_red * red + a_blue * blue + a_white * white + a_relic * relics
        if white >= 0 and value > highest:
            best, highest = (red, blue, white, relics), value
    return dict(zip(GOODS, best, strict=True))


# Action C, overtime.


def takings(bank: Mapping[str, int] | None) -> Sequence[say.Overtime]:
    """R-KR-60, R-KR-62: amounts worth 6, or else the most that the bank can give; ``bank`` None is unlimited."""
    if bank is None:
        return _of(*MOST_OVERTIME.values())
    return _of(*[most if most < bank[colour] else bank[colour] for colour, most in MOST_OVERTIME.items()])


@cache
def _of(*most: int) -> Sequence[say.Overtime]:
    """Amounts limited per colour."""
    found = [dict(zip(COLOURS, n, strict=True)) for n in product(*(range(one + 1) for one in most))]
    best = max(worth(one) for one in found if worth(one) <= OVERTIME)
    return [say.Overtime(Crystals(**one)) for one in found if worth(one) == best]


class OvertimeVerb(Verb[State, say.Overtime]):
    """``overtime``: into the own camp; the team stays."""

    def options(self, s: State) -> Iterable[Answer]:
        return takings(s.now.bank)

    def check(self, s: State, answer: say.Overtime) -> None:
        after_action(s)
        if answer not in takings(s.now.bank):
            raise Refused("illegal", T("Overtime brings crystals worth 6 exactly."), "R-KR-60")

    def do(self, s: State, answer: say.Overtime) -> None:
        seat = s.now.active
        assert seat is not None
        s.now.acted = "overtime"
        s.agenda += whenever(s, seat, "overtime")
        from_bank(s, s.now.players[seat].camp, camp_at(seat), answer.crystals.amounts(), "R-KR-60")


VERBS: Verbs[State] = {
    say.Use: UseVerb(),
    say.UseAbility: AbilityVerb(),
    say.LoadGoods: LoadVerb(),
    say.Raid: RaidVerb(),
    say.Overtime: OvertimeVerb(),
}
