"""The immediate win (R-CG-74 to R-CG-76)."""

from __future__ import annotations

from companion.core.steps.agenda import GameEnded
from companion.core.texts import T
from companion.core.todo import tell
from companion.games.crash.state import CGStep, State
from companion.games.crash.words import POSITIONS

RULE = "R-CG-74"


def check_win(s: State, seat: str) -> None:
    """R-CG-74 to R-CG-76: a crew in each position, on both saucers with two players; ends everything at once."""
    if all(s.now.saucers[saucer].seated == POSITIONS for saucer in s.world.saucers_of[seat]):
        s.now.phase = "over"
        s.now.result = {"winner": seat, "round": s.now.round, "rule": RULE}
        tell(s, T("{seat} has a crew in every position and wins.", seat=s.world.called(f"seat:{seat}")), rule=RULE)
        raise GameEnded


class CheckWins(CGStep, frozen=True, tag="check_wins"):
    """Check for a win after a correction (wire, "Corrections")."""

    def run(self, s: State) -> None:
        for seat in s.world.seats:
            check_win(s, seat)
