"""The clean-up of a turn: crashes, lost crew, last upgrades (R-CG-57 to R-CG-66)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from msgspec import structs

from companion.core.answers import Answer
from companion.core.asks import ChooseAsk
from companion.core.steps.listed import ForcedStep, ListedStep
from companion.games.crash import answers as say
from companion.games.crash.answers import ReceiveAsk, SaucerAsk
from companion.games.crash.content import Loot, Raider, Shield
from companion.games.crash.rules.movement import OwnTurn, PlaceByDie
from companion.games.crash.rules.pieces import gain, hand_over
from companion.games.crash.rules.upgrades import OfferUpgrade, Window, effects_of, passive
from companion.games.crash.state import CGStep, State, active, any_free_site, front_row, off_colour, seated, turn


class BeginCleanup(CGStep, frozen=True, tag="begin_cleanup"):
    """R-CG-57: penalties, crew, upgrades at the end of the turn, a new upgrade."""

    def run(self, s: State) -> None:
        s.now.phase = "cleanup"
        s.agenda += reversed([SettleCrashes(), PlaceLostCrew(), EndOfTurn(active(s)[1]), OfferUpgrade()])


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
            s.agenda += [Reward(saucer), TakeLoot()]


class OwnCrash(Window, frozen=True, tag="own_crash"):
    """R-CG-58, R-CG-59: the window before crew is given away for a crash on the player's own turn."""

    shielded: bool = False

    timing: ClassVar[str] = "crash"
    rule: ClassVar[str] = "R-CG-58"

    def asks(self, s: State) -> bool:
        return bool(off_colour(s, self.saucer)) and super().asks(s)

    def again(self, s: State, upgrade: str, direction: str | None) -> list[CGStep]:
        if any(isinstance(effect, Shield) for effect in effects_of(s, upgrade)):
            return [structs.replace(self, shielded=True)]
        return [self]

    def run(self, s: State) -> None:
        if not self.shielded:
            s.agenda.append(GiveCrew(self.saucer))


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

    def take(self, s: State, answer: Answer) -> None:
        assert isinstance(answer, say.GiveAway)
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

    def take(self, s: State, answer: Answer) -> None:
        assert isinstance(answer, say.SaucerChoice)
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
            if isinstance(effect, Loot):
                gain(s, saucer, effect.energy, effect.boosters, "R-CG-68")


class Reward(ListedStep[State], frozen=True, tag="reward"):
    """R-CG-61 to R-CG-63: energy or crew for another player's crash, or neither."""

    saucer: str

    def asks(self, s: State) -> bool:
        return True

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

    def _may_steal(self, s: State) -> bool:
        """R-CG-63, G-CG-06."""
        who, own = active(s)
        if passive(s, own, Raider):
            return True
        if s.world.options.compares_players:
            return seated(s, s.world.seat_of[self.saucer]) >= seated(s, who)
        return s.now.saucers[self.saucer].seated >= s.now.saucers[own].seated


class PlaceLostCrew(ListedStep[State], frozen=True, tag="place_lost_crew"):
    """R-CG-64, R-CG-65: for each crew that left the board, one of the front row is placed."""

    def asks(self, s: State) -> bool:
        return self._wanted(s) and len(front_row(s)) > 1

    def ask(self, s: State) -> ChooseAsk:
        return ChooseAsk(turn(s).who, "R-CG-64", "crew")

    def legal(self, s: State) -> Sequence[Answer]:
        return [say.Crew(crew) for crew in front_row(s)]

    def take(self, s: State, answer: Answer) -> None:
        assert isinstance(answer, say.Crew)
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
