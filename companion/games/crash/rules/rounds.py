"""Rounds, turns and their clean-up (R-CG-21 to R-CG-38, R-CG-57 to R-CG-66, R-CG-70 to R-CG-73)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import ClassVar

from msgspec import UNSET, structs

from companion.core.answers import Answer, Face
from companion.core.asks import ChooseAsk, RollAsk
from companion.core.steps.chance import RollStep
from companion.core.steps.effects import due, later
from companion.core.steps.listed import ForcedStep, ListedStep
from companion.core.texts import T, listed
from companion.core.todo import place, remove, tell
from companion.games.crash import answers as say
from companion.games.crash.answers import BoostAsk, ReceiveAsk, SaucerAsk
from companion.games.crash.content import (
    CARDS,
    COUNTER,
    MOST_NAMED,
    NUMBER_CARD,
    OVERRIDES,
    BoostDistance,
    Bunk,
    CardBonus,
    GuardCrew,
    Loot,
    Raider,
    Range,
    Shield,
)
from companion.games.crash.rules.movement import (
    Go,
    OwnTurn,
    PlaceByDie,
    StartOfTurn,
    begin_move,
    farther,
    fly_by_hand,
    instead,
)
from companion.games.crash.rules.pieces import gain, hand_over, mat, pay, set_probe
from companion.games.crash.rules.upgrades import (
    Due,
    OfferUpgrade,
    Robbed,
    Spent,
    Whenever,
    Window,
    does,
    passive,
    windows,
)
from companion.games.crash.state import (
    CGStep,
    CrashTurn,
    State,
    UpgradeInUse,
    active,
    any_free_site,
    front_row,
    off_colour,
    seated,
    turn,
    type_of,
)


class BeginCleanup(CGStep, frozen=True, tag="begin_cleanup"):
    """R-CG-57: penalties, crew, upgrades at the end of the turn, a new upgrade."""

    def run(self, s: State) -> None:
        s.now.phase = "cleanup"
        late = [Due("turn_end"), SettleCrashes(), PlaceLostCrew()] if later(s) else []
        s.agenda += reversed([SettleCrashes(), PlaceLostCrew(), *late, EndOfTurn(active(s)[1]), OfferUpgrade()])


class EndOfTurn(OwnTurn, frozen=True, tag="end_of_turn"):
    """R-CG-66; after each use, crashes and lost crew are settled again."""

    timing: ClassVar[str] = "end_of_turn"
    rule: ClassVar[str] = "R-CG-66"

    def again(self, s: State, upgrade: str, direction: str | None) -> list[CGStep]:
        return [self, PlaceLostCrew(), SettleCrashes()]


class SettleCrashes(CGStep, frozen=True, tag="settle_crashes"):
    """R-CG-57: the crashes of this turn one by one, the player's own first."""

    def run(self, s: State) -> None:
        now = turn(s)
        if not now.crashed:
            return
        own = s.world.saucers_of[now.who]
        saucer = next((saucer for saucer in now.crashed if saucer in own), now.crashed[0])
        now.crashed.remove(saucer)
        s.agenda.append(self)
        if saucer in own:
            s.agenda.append(OwnCrash(saucer))
        else:
            s.agenda += [Reward(saucer), TakeLoot(), *windows(s, RivalCrash, [active(s)[1]], saucer)]


class RivalCrash(Whenever, frozen=True, tag="rival_crash"):
    """R-CG-61: another player's saucer has crashed, and its reward is still to be taken."""

    timing: ClassVar[str] = "rival_crash"


class OwnCrash(Window, frozen=True, tag="own_crash"):
    """R-CG-58, R-CG-59: the window before crew is given away for a crash on the player's own turn."""

    shielded: bool = False

    timing: ClassVar[str] = "crash"
    rule: ClassVar[str] = "R-CG-58"

    def asks(self, s: State) -> bool:
        return bool(off_colour(s, self.saucer)) and super().asks(s)

    def run(self, s: State) -> None:
        if not self.shielded:
            s.agenda.append(GiveCrew(self.saucer))


@does(Shield)
def keep_crew(s: State, doing: UpgradeInUse, effect: Shield) -> None:
    instead(s, OwnCrash, lambda step: structs.replace(step, shielded=True))


class GiveCrew(ForcedStep[State], frozen=True, tag="give_crew"):
    """R-CG-58: one crew of another colour goes to the opponent with the fewest seated."""

    saucer: str

    def ask(self, s: State) -> SaucerAsk:
        return SaucerAsk(turn(s).who, "R-CG-58", "give", saucer=self.saucer)

    def legal(self, s: State) -> Sequence[Answer]:
        giver = s.world.seat_of[self.saucer]
        others = {seat: seated(s, seat) for seat in s.world.seats if seat != giver}
        fewest = min(others.values())
        poorest = [seat for seat, n in others.items() if n == fewest]
        return [say.GiveAway(crew, seat) for crew in off_colour(s, self.saucer) for seat in poorest]

    def take(self, s: State, answer: say.GiveAway) -> None:
        s.agenda.append(ReceiveCrew(answer.crew, self.saucer, answer.to))


class ReceiveCrew(ListedStep[State], frozen=True, tag="receive_crew"):
    """R-CG-58, G-CG-05: with two saucers the receiver chooses where the crew goes."""

    crew: str
    source: str
    to: str

    def asks(self, s: State) -> bool:
        return self._still_there(s) and len(s.world.saucers_of[self.to]) > 1

    def ask(self, s: State) -> ReceiveAsk:
        return ReceiveAsk(self.to, "R-CG-58", "receive", crew=self.crew)

    def legal(self, s: State) -> Sequence[Answer]:
        return [say.SaucerChoice(saucer) for saucer in s.world.saucers_of[self.to]]

    def take(self, s: State, answer: say.SaucerChoice) -> None:
        hand_over(s, self.crew, answer.saucer, "R-CG-58")

    def run(self, s: State) -> None:
        if self._still_there(s):
            hand_over(s, self.crew, s.world.saucers_of[self.to][0], "R-CG-58")

    def _still_there(self, s: State) -> bool:
        return self.crew in s.now.saucers[self.source].crew


class TakeLoot(CGStep, frozen=True, tag="take_loot"):
    """The bonus of upgrades for another player's crash, just before its reward."""

    def run(self, s: State) -> None:
        saucer = active(s)[1]
        for effect in passive(s, saucer, Loot):
            gain(s, saucer, effect.energy, effect.boosters, "R-CG-68")


class Reward(ListedStep[State], frozen=True, tag="reward"):
    """R-CG-61 to R-CG-63: energy or crew for another player's crash, or neither."""

    saucer: str

    def ask(self, s: State) -> SaucerAsk:
        return SaucerAsk(turn(s).who, "R-CG-61", "reward", saucer=self.saucer)

    def legal(self, s: State) -> Sequence[Answer]:
        crew = off_colour(s, self.saucer) if self._may_steal(s) else []
        return [say.Energy(), *map(say.StealCrew, crew), say.Decline()]

    def take(self, s: State, answer: Answer) -> None:
        saucer = active(s)[1]
        if isinstance(answer, say.Energy):
            gain(s, saucer, 1, 0, "R-CG-62")
        elif isinstance(answer, say.StealCrew):
            hand_over(s, answer.crew, saucer, "R-CG-63")
            s.agenda += windows(s, Robbed, [self.saucer], saucer)

    def _may_steal(self, s: State) -> bool:
        """R-CG-63, G-CG-06."""
        who, own = active(s)
        if passive(s, self.saucer, GuardCrew):
            return False
        if passive(s, own, Raider):
            return True
        if s.world.options.compares_players:
            both = (s.world.saucers_of[s.world.seat_of[self.saucer]], s.world.saucers_of[who])
            theirs, mine = (sum(_compared(s, one) for one in saucers) for saucers in both)
            return theirs >= mine
        return _compared(s, self.saucer) >= _compared(s, own)


def _compared(s: State, saucer: str) -> int:
    """The seated crew of a saucer when stealing, with the extra crew of one type if an upgrade says so."""
    here = s.now.saucers[saucer]
    if not passive(s, saucer, Bunk):
        return here.seated
    return here.seated + max(Counter(map(type_of, here.crew)).values(), default=1) - 1


class PlaceLostCrew(ListedStep[State], frozen=True, tag="place_lost_crew"):
    """R-CG-64, R-CG-65: for each crew that left the board, one of the front row is placed."""

    def asks(self, s: State) -> bool:
        return self._wanted(s) and len(front_row(s)) > 1

    def ask(self, s: State) -> ChooseAsk:
        return ChooseAsk(turn(s).who, "R-CG-64", "crew")

    def legal(self, s: State) -> Sequence[Answer]:
        return [say.Crew(crew) for crew in front_row(s)]

    def take(self, s: State, answer: say.Crew) -> None:
        self._place(s, answer.crew)

    def run(self, s: State) -> None:
        if self._wanted(s):
            self._place(s, front_row(s)[0])
        else:
            turn(s).crew_out = 0

    def _wanted(self, s: State) -> bool:
        return turn(s).crew_out > 0 and bool(s.now.lost) and any_free_site(s)

    def _place(self, s: State, crew: str) -> None:
        who, saucer = active(s)
        s.agenda += [self, CountCrew(), PlaceByDie(f"crew:{crew}", who, "R-CG-64", saucer)]


class CountCrew(CGStep, frozen=True, tag="count_crew"):
    """Decrease the number to place, even if nothing was placed."""

    def run(self, s: State) -> None:
        now = turn(s)
        now.crew_out = max(0, now.crew_out - 1)


# The planning of a round, its order, and its end (R-CG-21 to R-CG-28, R-CG-70 to R-CG-73).

ROTATION_DIE = "rotation"


class BeginRound(CGStep, frozen=True, tag="start_round"):
    """R-CG-21, R-CG-22: a new round; all choose a card and a direction in secret."""

    def run(self, s: State) -> None:
        now = s.now
        now.phase, now.round, now.rotation = "planning", now.round + 1, None
        now.order, now.moved, now.used, now.asleep = [], [], [], UNSET
        rotation: list[CGStep] = [] if s.world.pair else [RollRotation()]
        s.agenda += reversed([AwaitCards(), *rotation, SetTurnOrder()])


class AwaitCards(ListedStep[State], frozen=True, tag="ready"):
    """R-CG-22: the table says when all have chosen."""

    def ask(self, s: State) -> ChooseAsk:
        return ChooseAsk(None, "R-CG-22", "ready")

    def legal(self, s: State) -> Sequence[Answer]:
        return [say.AllReady()]

    def take(self, s: State, answer: Answer) -> None:
        """Continue the round."""


class RollRotation(RollStep[State], frozen=True, tag="roll_rotation"):
    """R-CG-25: the direction of this round; then upgrades may be used."""

    def dice(self, s: State) -> list[str]:
        return [ROTATION_DIE]

    def ask(self, s: State) -> RollAsk:
        return RollAsk(s.now.probe, "R-CG-25", [ROTATION_DIE])

    def rolled(self, s: State, faces: Mapping[str, Face]) -> None:
        s.now.rotation = str(faces[ROTATION_DIE])
        s.agenda += [Planning(saucer) for saucer in reversed(s.world.saucers_from(s.now.probe))]


class Planning(Window, frozen=True, tag="planning_window"):
    """R-CG-25: after the rotation die."""

    timing: ClassVar[str] = "planning"
    rule: ClassVar[str] = "R-CG-25"


class SetTurnOrder(CGStep, frozen=True, tag="set_order"):
    """R-CG-25 to R-CG-28: the probe holder is first; the last ones get override tokens."""

    def run(self, s: State) -> None:
        first, *others = s.world.clockwise(s.now.probe)
        if s.now.rotation == COUNTER:
            others.reverse()
        order = [first, *others]
        s.now.order = order * 2 if s.world.pair else order
        for seat in order[len(order) - OVERRIDES.get(len(order), 0) :]:
            (saucer,) = s.world.saucers_of[seat]
            s.now.saucers[saucer].override = True
            place(s, "token:override", mat(saucer), rule="R-CG-27")
        names = listed([s.world.called(f"seat:{seat}") for seat in s.now.order])
        tell(s, T("This round: {seats}.", seats=names), rule="R-CG-26" if s.world.pair else "R-CG-25")
        s.agenda += reversed([*map(StartTurn, range(len(s.now.order))), CloseRound()])


class CloseRound(CGStep, frozen=True, tag="end_round"):
    """R-CG-70, R-CG-71: last upgrades, then saucers off the board are placed, always clockwise."""

    def run(self, s: State) -> None:
        now = s.now
        now.phase, now.turn, now.used, now.fresh = "end_of_round", None, [], []
        saucers = s.world.saucers_from(now.order[0])
        placing = [PlaceByDie(f"saucer:{one}", s.world.seat_of[one], "R-CG-71", one) for one in saucers]
        s.agenda += reversed([*map(LastUpgrades, saucers), *placing, MoveProbe(), BeginRound()])
        s.agenda += due(s, "round_end")


class LastUpgrades(Window, frozen=True, tag="end_of_round_window"):
    """R-CG-70: before the saucers are placed."""

    timing: ClassVar[str] = "end_of_round"
    rule: ClassVar[str] = "R-CG-70"


class MoveProbe(CGStep, frozen=True, tag="move_probe"):
    """R-CG-72, R-CG-73: the probe goes to the fewest seated crew, of those the latest in the order; tokens return."""

    def run(self, s: State) -> None:
        order = s.now.order
        last = {seat: index for index, seat in enumerate(order)}
        crew = {seat: seated(s, seat) for seat in s.world.seats}
        seat = min(crew, key=lambda one: (crew[one], -last[one]))
        if seat != s.now.probe:
            name = s.world.called(f"seat:{seat}")
            if list(crew.values()).count(crew[seat]) > 1:
                late = T("Several have the fewest seated crew; {seat} was the last of them in the order.", seat=name)
                tell(s, late, rule="R-CG-72")
            else:
                tell(s, T("{seat} has the fewest seated crew.", seat=name), rule="R-CG-72")
        set_probe(s, seat, "R-CG-72")
        for name, saucer in s.now.saucers.items():
            if saucer.override:
                saucer.override = False
                remove(s, "token:override", mat(name), rule="R-CG-27")


# A turn: placing, upgrades, the card and the boost (R-CG-29 to R-CG-38).

CARD_RULES = {"2": "R-CG-33", "3": "R-CG-34", NUMBER_CARD: "R-CG-35"}


class StartTurn(CGStep, frozen=True, tag="begin_turn"):
    """R-CG-29: the turn at this position in the order of the round."""

    index: int

    def run(self, s: State) -> None:
        now = s.now
        now.phase, now.used, now.fresh = "turn", [], []
        now.turn = CrashTurn(now.order[self.index], self.index)
        s.agenda.append(ChooseSaucer())


class ChooseSaucer(ForcedStep[State], frozen=True, tag="choose_saucer"):
    """R-CG-26: with two players, the first turn of a round chooses a saucer; the second is the other one's."""

    def ask(self, s: State) -> ChooseAsk:
        return ChooseAsk(turn(s).who, "R-CG-26", "saucer")

    def legal(self, s: State) -> Sequence[Answer]:
        return [say.SaucerChoice(saucer) for saucer in s.world.saucers_of[turn(s).who] if saucer not in s.now.moved]

    def take(self, s: State, answer: say.SaucerChoice) -> None:
        now, saucer = turn(s), answer.saucer
        now.saucer = saucer
        s.now.moved = [*s.now.moved, saucer]
        placed = PlaceByDie(f"saucer:{saucer}", now.who, "R-CG-30", saucer)
        early = [Due("turn_start")] if later(s) else []
        s.agenda += reversed([placed, *early, StartOfTurn(saucer), PlayCard(), OfferBoost(), BeginCleanup()])


class PlayCard(ListedStep[State], frozen=True, tag="play_card"):
    """R-CG-33 to R-CG-35: the chosen card; not for a saucer off the board."""

    def asks(self, s: State) -> bool:
        return s.now.saucers[active(s)[1]].at is not None

    def ask(self, s: State) -> SaucerAsk:
        who, saucer = active(s)
        return SaucerAsk(who, "R-CG-29", "card", saucer=saucer)

    def legal(self, s: State) -> Sequence[Answer]:
        return ONLY_CARDS if s.world.light else moves(tuple(s.world.pack.directions), most_named(s))

    def take(self, s: State, answer: say.CardMove) -> None:
        saucer = active(s)[1]
        rule = CARD_RULES[answer.card]
        gain(s, saucer, *bonus(s, saucer, answer.card), rule)
        if s.world.light:
            s.agenda.append(fly_by_hand(s, answer.card))
            return
        distance = answer.distance
        if distance is UNSET:
            distance = max(0, int(answer.card) + farther(s, saucer, answer.card))
        turn(s).distance = distance
        begin_move(s)
        if answer.dir is not UNSET:
            s.agenda.append(Go(saucer, answer.dir, distance, distance))


ONLY_CARDS = tuple(map(say.CardMove, CARDS))
"""The cards without directions, for light mode."""


@cache
def moves(directions: Sequence[str], most: int) -> Sequence[say.CardMove]:
    """Every card in every direction; 0-5 names up to ``most``, and 0 has no direction."""
    fixed = [say.CardMove(card, direction) for card in CARDS if card != NUMBER_CARD for direction in directions]
    named = [say.CardMove(NUMBER_CARD, direction, n) for n in range(1, most + 1) for direction in directions]
    return (*fixed, say.CardMove(NUMBER_CARD, distance=0), *named)


def most_named(s: State) -> int:
    """The largest number for the card 0-5."""
    return max((effect.max for effect in passive(s, active(s)[1], Range)), default=MOST_NAMED)


def bonus(s: State, saucer: str, card: str) -> tuple[int, int]:
    """R-CG-24: the energy and boosters of a card, upgrades included."""
    energy, boosters = (1 if card == "3" else 0), (1 if card == "2" else 0)
    for effect in passive(s, saucer, CardBonus):
        if effect.card == card:
            energy += effect.energy
            boosters += effect.boosters
    return energy, boosters


class OfferBoost(ListedStep[State], frozen=True, tag="boost"):
    """R-CG-36 to R-CG-38: a booster for the same number of squares again, in any direction."""

    def asks(self, s: State) -> bool:
        here = s.now.saucers[active(s)[1]]
        open_ = s.world.options.many_boosts or turn(s).boosts == 0
        return here.at is not None and here.boosters > 0 and open_

    def ask(self, s: State) -> BoostAsk:
        who, saucer = active(s)
        return BoostAsk(who, "R-CG-36", "boost", saucer=saucer, distance=self._distance(s))

    def _distance(self, s: State) -> int | None:
        """R-CG-36: the distance of the card, and what upgrades add; None if the board is not tracked."""
        n = turn(s).distance
        return n if n is None else max(0, n + sum(one.n for one in passive(s, active(s)[1], BoostDistance)))

    def legal(self, s: State) -> Sequence[Answer]:
        if not self._distance(s):
            return [say.SpendBooster(), say.Decline()]
        return [*map(say.SpendBooster, s.world.pack.directions), say.Decline()]

    def take(self, s: State, answer: Answer) -> None:
        if not isinstance(answer, say.SpendBooster):
            return
        now, saucer, distance = turn(s), active(s)[1], self._distance(s)
        pay(s, saucer, 0, 1, "R-CG-36")
        now.boosts += 1
        begin_move(s)
        s.agenda.append(self)
        if s.world.light:
            s.agenda.append(fly_by_hand(s))
        elif answer.dir is not UNSET and distance:
            s.agenda.append(Go(saucer, answer.dir, distance, distance))
        s.agenda += windows(s, Spent, [saucer])
