"""What agents, relics and missions do besides the printed abilities (WIRE.md 11.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import UNSET, structs

from companion.core.answers import Answer
from companion.core.asks import Ask, ChooseAsk, DrawAsk
from companion.core.buttons import CARD
from companion.core.effects import Price
from companion.core.piles import UNKNOWN
from companion.core.steps.chance import DO_LATER, DrawStep
from companion.core.steps.effects import CountingRules, EffectList
from companion.core.steps.listed import ForcedStep
from companion.core.texts import T, own_name
from companion.core.todo import move, tell
from companion.games.krysis import answers as say
from companion.games.krysis.content import (
    ALWAYS,
    BLUE,
    COLOURS,
    ONES,
    PEOPLE,
    RED,
    RELICS,
    WHITE,
    AnyEffect,
    CarryHome,
    DrawRelics,
    EachEffect,
    GainGoods,
    GiveEffect,
    GuardCamp,
    IfEffect,
    Joker,
    LoseEffect,
    NoteEffect,
    PayGoods,
    PointsEffect,
    Protect,
    WhenEffect,
    sentence,
)
from companion.games.krysis.rules.mining import Symbols
from companion.games.krysis.rules.pieces import (
    carry,
    discard_relic,
    from_bank,
    move_relic,
    put_relic,
    refill_deck,
    score,
    to_bank,
)
from companion.games.krysis.state import (
    AbilityInUse,
    KRStep,
    State,
    always,
    camp_at,
    card_name,
    effects_of,
    home_at,
    home_of,
    rank,
)

ABILITY_RULE: Final = "R-KR-65"
OF_CAMP: Final = frozenset({RED, BLUE, WHITE, RELICS})


def amount(s: State, seat: str, what: str) -> int:
    """How much of something a player has in the camp, or how many VP."""
    player = s.now.players[seat]
    return player.vp if what == "vp" else player.camp.count()[what]


class CardRules(CountingRules[State]):
    """What Krysis says about the effects of its cards."""

    people = PEOPLE
    chosen = ONES

    def rule(self, about: AbilityInUse) -> str:
        return about.rule

    def who(self, s: State, who: str, about: AbilityInUse) -> list[str]:
        seats, done = list(s.world.seats), s.now.done
        others = [seat for seat in seats if seat != about.owner]
        most, _, what = who.partition("_")
        if most in ("most", "fewest") or who in ("ahead", "behind"):
            counts = {seat: amount(s, seat, what) if what else rank(s, seat) for seat in seats}
            best = (max if most == "most" or who == "ahead" else min)(counts.values())
            return [seat for seat in seats if counts[seat] == best]
        left = [seat for seat in others if s.now.phase == "action" and seat not in done]
        named = {
            "me": [about.owner],
            "everybody": seats,
            "others": others,
            "somebody": others,
            "target": [] if about.target is None else [about.target],
            "one_to_act": left,
            "to_act": left,
            "acted": [seat for seat in others if seat in done],
        }
        return named.get(who, [who])

    def number(self, s: State, effect: Any, about: AbilityInUse) -> int | None:
        what, now = str(effect.of), s.now
        seats = self.who(s, getattr(effect, "who", None) or "me", about)
        if what in OF_CAMP or what == "vp":
            return sum(amount(s, seat, what) for seat in seats)
        if what.startswith("home_"):
            return _at_home(s, seats, what.removeprefix("home_"))
        if what.endswith("_slots"):
            return sum(s.world.printed_slots(now.players[seat].team)[what.removesuffix("_slots")] for seat in seats)
        if what in ("fighters", "transporters"):
            teams = [agent for seat in seats for agent in now.players[seat].team]
            return sum(s.world.deck_of(agent) == what for agent in teams)
        if what == "hand":
            return None
        up = [relic for seat in seats for relic in now.players[seat].up]
        weapons = sum(relic in s.world.weapons for relic in up)
        return {"up": len(up), "weapons": weapons, "round": now.round, "acted_self": int(now.acted is not None)}[what]

    def do_to(self, s: State, effect: AnyEffect, who: str, about: AbilityInUse) -> None:
        if type(effect) in _HANDLERS:
            _HANDLERS[type(effect)](s, effect, who, about)

    def can(self, s: State, effect: AnyEffect, about: AbilityInUse) -> bool:
        if effect.__struct_config__.tag in ALWAYS or isinstance(effect, WhenEffect):
            return False
        check = _CHECKS.get(type(effect))
        seats = self.who(s, getattr(effect, "who", "me"), about)
        return any(check is None or check(s, effect, seat, about) for seat in seats)

    def touches(self, s: State, effect: AnyEffect, about: AbilityInUse) -> bool:
        """What is lost has to lie there; goods at home are nobody's business."""
        seats = self.who(s, getattr(effect, "who", "me"), about)
        if isinstance(effect, PointsEffect):
            return any(effect.n > 0 or s.now.players[seat].vp for seat in seats)
        if not isinstance(effect, LoseEffect) or effect.home:
            return True
        wanted = [good for good, n in effect.goods().items() if n]
        return any(amount(s, seat, good) for seat in seats for good in wanted)

    def price(self, s: State, effect: AnyEffect, about: AbilityInUse) -> Price:
        """What is paid or carried home lies in the camp. Of several people, one who has it is enough (``can``)."""
        seats = self.who(s, effect.who, about) if isinstance(effect, PayGoods | CarryHome) else []
        if not isinstance(effect, PayGoods | CarryHome) or len(seats) != 1:
            return {}
        return {(seats[0], good): n for good, n in effect.goods().items() if n}

    def owned(self, s: State, who: str, what: str) -> int:
        return amount(s, who, what)

    def possible(self, s: State, effects: Sequence[Any], about: AbilityInUse) -> bool:
        """What only counts, or waits for something else, is nothing to do."""
        active = [one for one in effects if not _only_counts(one)]
        return (bool(active) or not effects) and super().possible(s, active, about)

    def by_hand(self, s: State, effect: Any, about: AbilityInUse) -> None:
        tell(s, sentence([effect]), camp_at(about.owner), about.rule)


def _only_counts(effect: AnyEffect) -> bool:
    """True for what always counts, or waits for something else, and for lists with nothing but that."""
    inner: list[Any] = []
    if isinstance(effect, IfEffect):
        inner = [*effect.then, *effect.else_]
    elif isinstance(effect, EachEffect):
        inner = effect.do
    counts = effect.__struct_config__.tag in ALWAYS or isinstance(effect, WhenEffect)
    return counts or (bool(inner) and all(map(_only_counts, inner)))


EFFECTS: Final = CardRules()
"""At ``world.effects`` of every table."""


def _at_home(s: State, seats: Sequence[str], what: str) -> int | None:
    """Goods at home: only their owners know them before the end."""
    if s.now.phase != "scoring":
        return None
    found = 0
    for seat in seats:
        crystals, relics = s.world.known_home(s, seat)
        found += len(relics) if what == RELICS else crystals[what]
    return found


# What is done whenever something happens.


def whenever(
    s: State, seat: str, on: str, target: str | None = None, cards: Sequence[str] | None = None
) -> list[KRStep]:
    """What the agents and face-up relics of a seat do when something happens, last first."""
    if not s.world.has_effects:
        return []
    player = s.now.players[seat]
    found: list[KRStep] = []
    for card in (*player.team, *player.up) if cards is None else cards:
        about = AbilityInUse(seat, card, ABILITY_RULE, target)
        for one in EFFECTS.in_force(s, effects_of(s, card), about):
            if isinstance(one, WhenEffect) and one.on == on:
                found.append(EffectList(one.do, about))
    return found[::-1]


def able(s: State, seat: str) -> Iterator[str]:
    """The agents of a team whose effects are an ability that can do something now."""
    for agent in s.now.players[seat].team if s.world.has_effects else ():
        effects = effects_of(s, agent)
        if effects and EFFECTS.possible(s, effects, AbilityInUse(seat, agent, ABILITY_RULE)):
            yield agent


def guarded(s: State, seat: str) -> bool:
    """True if no ability takes crystals from a camp."""
    return s.world.has_effects and any(isinstance(one, GuardCamp) for one in always(s, seat))


# Crystals, relics and VP.


def gain(s: State, effect: GainGoods, seat: str, about: AbilityInUse) -> None:
    camp = s.now.players[seat].camp
    from_bank(s, camp, camp_at(seat), _crystals(effect), about.rule)
    if effect.relics:
        s.agenda.append(Symbols(seat, effect.relics))


def _crystals(effect: Any) -> dict[str, int]:
    goods = effect.goods()
    return {colour: goods[colour] for colour in COLOURS}


def _there(s: State, seat: str, wanted: Mapping[str, int], *, home: bool = False) -> dict[str, int]:
    """As many of the crystals as there are."""
    store = home_of(s, seat) if home else s.now.players[seat].camp
    return {colour: min(n, store.crystals[colour]) for colour, n in wanted.items()}


def lose(s: State, effect: LoseEffect | PayGoods, seat: str, about: AbilityInUse) -> None:
    home = isinstance(effect, LoseEffect) and effect.home
    store, at = (home_of(s, seat), home_at(s, seat)) if home else (s.now.players[seat].camp, camp_at(seat))
    to_bank(s, store, at, _there(s, seat, _crystals(effect), home=home), about.rule)
    if not home:
        s.agenda += [PartWithRelic(seat, None, about)] * effect.relics


def has_all(s: State, effect: PayGoods | CarryHome, seat: str, about: AbilityInUse) -> bool:
    """What is to be paid lies in the camp."""
    there = s.now.players[seat].camp.count()
    return all(n <= there[good] for good, n in effect.goods().items())


def has_some(s: State, effect: GiveEffect, seat: str, about: AbilityInUse) -> bool:
    """Something of what is to be given lies in the camp, and may be taken."""
    there = s.now.players[seat].camp.count()
    goods = {good for good, n in effect.goods().items() if n and there[good]}
    return seat != about.owner and bool(goods - ({*COLOURS} if guarded(s, seat) else set()))


def give(s: State, effect: GiveEffect, seat: str, about: AbilityInUse) -> None:
    if seat == about.owner:
        return
    source, target = s.now.players[seat].camp, s.now.players[about.owner].camp
    taken = dict.fromkeys(COLOURS, 0) if guarded(s, seat) else _there(s, seat, _crystals(effect))
    carry(s, source, camp_at(seat), target, camp_at(about.owner), taken, about.rule)
    s.agenda += [PartWithRelic(seat, about.owner, about)] * effect.relics


def carry_home(s: State, effect: CarryHome, seat: str, about: AbilityInUse) -> None:
    camp, taken = s.now.players[seat].camp, _there(s, seat, _crystals(effect))
    carry(s, camp, camp_at(seat), home_of(s, seat), home_at(s, seat), taken, about.rule)


class PartWithRelic(ForcedStep[State], frozen=True, tag="part_with_relic"):
    """Which face-down relic of the own camp a player gives away, or discards."""

    seat: str
    to: str | None
    about: AbilityInUse

    def ask(self, s: State) -> Ask:
        only = self.seat if s.world.options.knows_relics else None
        return ChooseAsk(self.seat, self.about.rule, "part", only=only)

    def legal(self, s: State) -> Sequence[Answer]:
        return [say.Keep(relic) for relic in dict.fromkeys(s.now.players[self.seat].camp.relics)]

    def take(self, s: State, answer: say.Keep) -> None:
        pile = s.now.players[self.seat].camp.relics
        if self.to is None:
            discard_relic(s, pile, camp_at(self.seat), answer.relic, self.about.rule)
        else:
            there = s.now.players[self.to].camp.relics
            move_relic(s, pile, camp_at(self.seat), there, camp_at(self.to), answer.relic, self.about.rule)


def points(s: State, effect: PointsEffect, seat: str, about: AbilityInUse) -> None:
    player = s.now.players[seat]
    if s.now.phase == "scoring":
        part = "mission" if about.card not in s.world.relics else RELICS
        before = {} if player.extra is UNSET else player.extra
        player.extra = {**before, part: before.get(part, 0) + effect.n}
    else:
        score(s, seat, max(effect.n, -player.vp), about.rule)


def note(s: State, effect: NoteEffect, seat: str, about: AbilityInUse) -> None:
    text = card_name(s, about.card) if effect.text == CARD else s.world.word(effect.text)
    tell(s, text, camp_at(about.owner), about.rule)


def protect(s: State, effect: Protect, seat: str, about: AbilityInUse) -> None:
    """R-KR-51: that player may not raid the one with the card in this round."""
    if seat == about.owner:
        return
    before = [] if s.now.kept_off is UNSET else s.now.kept_off
    s.now.kept_off = sorted([*before, f"{seat}:{about.owner}"])
    text = T("{seat} may not raid {camp} this round.", seat=own_name(seat), camp=own_name(about.owner))
    tell(s, text, camp_at(about.owner), about.rule)


# Relics drawn by a card: some are kept.


def draw_relics(s: State, effect: DrawRelics, seat: str, about: AbilityInUse) -> None:
    if s.world.options.knows_relics:
        s.agenda.append(DrawMore(seat, effect.n, effect.keep, about))
        return
    for n in range(effect.n):
        refill_deck(s)
        if s.now.relic_deck:
            pile, at = (s.now.players[seat].camp.relics, camp_at(seat)) if n < effect.keep else (
                s.now.relic_discard, "discard:relics")  # fmt: skip
            put_relic(pile, s.now.relic_deck.pop())
            move(s, "relic", "deck:relics", at, rule=about.rule)


class DrawMore(DrawStep[State], frozen=True, tag="draw_more"):
    """One of the relics drawn by a card; ``more`` are still to be drawn, ``keep`` of all kept."""

    by_hand = DO_LATER

    seat: str
    more: int
    keep: int
    about: AbilityInUse

    def cards(self, s: State) -> tuple[str, Sequence[str]]:
        return RELICS, s.now.relic_deck

    def ask(self, s: State) -> DrawAsk:
        return DrawAsk(self.seat, self.about.rule, RELICS, only=self.seat)

    def done(self, s: State, card: str) -> None:
        s.now.relic_deck.remove(card)
        put_relic(s.now.players[self.seat].drawn, card)
        move(s, "relic", "deck:relics", f"drawn:{self.seat}", rule=self.about.rule)
        more = self.more - 1
        s.agenda.append(structs.replace(self, more=more) if more else KeepMore(self.seat, self.keep, self.about))

    def run(self, s: State) -> None:
        if s.now.relic_discard:
            refill_deck(s)
            s.agenda.append(self)
        else:
            s.agenda.append(KeepMore(self.seat, self.keep, self.about))


class KeepMore(ForcedStep[State], frozen=True, tag="keep_more"):
    """Which of the drawn relics are kept, one by one; the others are discarded."""

    seat: str
    left: int
    about: AbilityInUse

    def ask(self, s: State) -> ChooseAsk:
        return ChooseAsk(self.seat, self.about.rule, "keep", self.left, only=self.seat)

    def legal(self, s: State) -> Sequence[Answer]:
        return [say.Keep(relic) for relic in dict.fromkeys(s.now.players[self.seat].drawn)]

    def take(self, s: State, answer: say.Keep) -> None:
        player, at = s.now.players[self.seat], f"drawn:{self.seat}"
        move_relic(s, player.drawn, at, player.camp.relics, camp_at(self.seat), answer.relic, self.about.rule)
        if self.left > 1:
            s.agenda.append(structs.replace(self, left=self.left - 1))
            return
        for relic in list(player.drawn):
            discard_relic(s, player.drawn, at, relic, self.about.rule)


Handler = Callable[[State, Any, str, AbilityInUse], None]
_HANDLERS: Mapping[type, Handler] = {
    GainGoods: gain,
    LoseEffect: lose,
    PayGoods: lose,
    GiveEffect: give,
    CarryHome: carry_home,
    PointsEffect: points,
    DrawRelics: draw_relics,
    Protect: protect,
    NoteEffect: note,
}
_CHECKS: Mapping[type, Callable[[State, Any, str, AbilityInUse], bool]] = {
    PayGoods: has_all,
    CarryHome: has_all,
    GiveEffect: has_some,
}


# At the end.


class CountCards(KRStep, frozen=True, tag="count_cards"):
    """What the own mission of a seat, and its relics at home and in the camp, are worth at the end."""

    seat: str

    def run(self, s: State) -> None:
        player, found = s.now.players[self.seat], list[KRStep]()
        mission = player.declared.get("mission") or player.mission
        if mission in s.world.mission_cards:
            about = AbilityInUse(self.seat, mission, "R-KR-80")
            found.append(EffectList(s.world.mission_cards[mission].effects, about))
        home = s.world.known_home(s, self.seat)[1]
        for on, relics in (("end_home", home), ("end_camp", [*player.camp.relics, *player.up])):
            found += whenever(s, self.seat, on, cards=[relic for relic in relics if relic != UNKNOWN])
        s.agenda += reversed(found)


def jokers(s: State, relics: Sequence[str]) -> int:
    """How many relics stand for any other one."""
    named = (effects_of(s, relic) for relic in relics if relic != UNKNOWN)
    return sum(any(isinstance(one, Joker) for one in effects) for effects in named)
