"""Phase 2: the patrol (R-EP-50 to R-EP-58).

The card removed before the game is not modelled: while the order of the deck is unknown, any card that is not on the
board could be next, and after five cards the deck is empty (R-EP-57).
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.asks import DrawAsk
from companion.core.steps.chance import DrawStep
from companion.core.texts import T
from companion.core.todo import place, tell
from companion.games.escape.rules.hands import block_exit
from companion.games.escape.state import State
from companion.games.escape.words import CARDS_OF_AN_EXIT


class RevealPatrol(DrawStep[State], frozen=True, tag="reveal_patrol"):
    """R-EP-50, R-EP-58: one patrol card, resolved before the next (R-EP-51 to R-EP-54)."""

    def cards(self, s: State) -> tuple[str, Sequence[str]]:
        if not s.now.patrol_deck:
            return "patrol", []
        return "patrol", [exit for exit, shown in s.now.patrol.items() if shown < CARDS_OF_AN_EXIT]

    def odds(self, s: State) -> list[float]:
        left = [CARDS_OF_AN_EXIT - s.now.patrol[exit] for exit in self.cards(s)[1]]
        return [cards / sum(left) for cards in left]

    def ask(self, s: State) -> DrawAsk:
        return DrawAsk(None, "R-EP-50", "patrol")

    def done(self, s: State, exit: str) -> None:
        s.now.patrol[exit] += 1
        place(s, f"patrol:{exit}", f"patrol:{exit}", rule="R-EP-50")
        if s.now.patrol[exit] < CARDS_OF_AN_EXIT:
            tell(s, T("Exit {exit} stays open for now.", exit=exit), f"patrol:{exit}", "R-EP-51")
            return
        tell(s, T("Exit {exit} is blocked.", exit=exit), f"patrol:{exit}", "R-EP-52")
        block_exit(s, exit)
        if s.now.open_exit is not None:
            text = T("Exit {exit} is the only one that stays open.", exit=s.now.open_exit)
            tell(s, text, f"patrol:{s.now.open_exit}", "R-EP-56")
