"""The rounds: five of four phases each, then the scoring (R-KR-03, R-KR-76 to R-KR-79)."""

from __future__ import annotations

from companion.games.krysis.rules.action import StartTurns
from companion.games.krysis.rules.drawing import ChooseDeck
from companion.games.krysis.rules.ending import StartScoring
from companion.games.krysis.rules.hands import leave_camp
from companion.games.krysis.rules.mining import StartMining
from companion.games.krysis.rules.team import StartTeams
from companion.games.krysis.state import KRStep, State
from companion.games.krysis.words import DRAWN_A_ROUND, ROUNDS


class StartRound(KRStep, frozen=True, tag="start_round"):
    """R-KR-03: mining, team building, action, end of the round."""

    def run(self, s: State) -> None:
        s.now.round += 1
        s.agenda += reversed([StartMining(), StartTeams(), StartTurns(), EndRound(), NextRound()])


class EndRound(KRStep, frozen=True, tag="end_round"):
    """R-KR-76 to R-KR-78: teams and used relics are discarded; except in the last round, hands are refilled."""

    def run(self, s: State) -> None:
        now = s.now
        now.phase, now.order, now.done, now.initiative = "end", None, [], None
        for seat in s.world.seats:
            leave_camp(s, seat, "R-KR-76")
        if now.round < ROUNDS and s.world.options.knows_agents:
            seats = reversed(s.world.seats)
            s.agenda += [ChooseDeck(seat, left) for seat in seats for left in range(1, DRAWN_A_ROUND + 1)]


class NextRound(KRStep, frozen=True, tag="next_round"):
    """R-KR-79: the game ends after the fifth."""

    def run(self, s: State) -> None:
        s.agenda.append(StartRound() if s.now.round < ROUNDS else StartScoring())
