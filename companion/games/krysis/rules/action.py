"""Phase 3: a turn consists of abilities, face-up relics, and one action (R-KR-33 to R-KR-37, R-KR-46 to R-KR-62)."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType

from companion.core.answers import Answer
from companion.core.steps.listed import CachingStep, Verbs
from companion.games.krysis import answers as say
from companion.games.krysis.asks import TurnAsk
from companion.games.krysis.rules.abilities import AbilityVerb, abilities
from companion.games.krysis.rules.carrying import LoadVerb, RaidVerb
from companion.games.krysis.rules.hands import leave_camp
from companion.games.krysis.rules.overtime import OvertimeVerb
from companion.games.krysis.rules.relic_use import UseVerb
from companion.games.krysis.state import KRStep, State

VERBS: Verbs[State] = MappingProxyType(
    {
        say.Use: UseVerb(),
        say.UseAbility: AbilityVerb(),
        say.LoadGoods: LoadVerb(),
        say.Raid: RaidVerb(),
        say.Overtime: OvertimeVerb(),
    }
)


class StartTurns(KRStep, frozen=True, tag="start_turns"):
    """R-KR-33: everybody is active once, in the order of initiative."""

    def run(self, s: State) -> None:
        assert s.now.order is not None
        s.agenda += map(StartTurn, reversed(range(len(s.now.order))))


class StartTurn(KRStep, frozen=True, tag="start_turn"):
    """The seat at this position of the order is active."""

    place: int

    def run(self, s: State) -> None:
        now = s.now
        assert now.order is not None
        now.active, now.acted, now.leaving, now.used = now.order[self.place], None, False, []
        s.agenda += [EndTurn(), PlayTurn()]


class PlayTurn(CachingStep[State], frozen=True, tag="play_turn"):
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
