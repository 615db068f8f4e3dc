"""Decks: draw pile, display and discard pile (R-GEN-03, R-GEN-04)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec import Struct

from companion.core.piles.unknown import UNKNOWN, fit_pile, with_unknown


class Deck(Struct):
    """A deck without a hidden order: ``pile`` is the set of cards that could be drawn next.

    ``display`` keeps the order of drawing. Pile and discard are sorted, so that decks with the same content are equal.
    Unknown cards are ``UNKNOWN``.
    """

    pile: list[str]
    discard: list[str]
    display: list[str]

    @classmethod
    def of(cls, cards: Collection[str], unknown: int = 0) -> Deck:
        """A full deck of these cards and ``unknown`` unknown ones."""
        return cls(sorted(with_unknown(cards, unknown)), [], [])

    def fit(self, known: Collection[str], out: Sequence[str] = ()) -> None:
        """Update the deck after the box has learned: ``known`` are its cards now, ``out`` those outside the deck."""
        self.pile = fit_pile(self.pile, known, [*self.discard, *self.display, *out])

    def sort_out(self, known: Collection[str], discard: list[str], display: list[str]) -> None:
        """Set discard and display; all other ``known`` cards go to the pile."""
        left = self.total - len(discard) - len(display)
        self.discard, self.display = sorted(discard), list(display)
        self.pile = fit_pile([UNKNOWN] * left, known, discard + display)

    def draw(self, card: str) -> None:
        """Move ``card`` from the pile to the display."""
        self.pile.remove(card)
        self.display.append(card)

    def clear_display(self) -> int:
        """Move the display to the discard pile; returns the number of cards."""
        count = len(self.display)
        self.discard = sorted(self.discard + self.display)
        self.display = []
        return count

    def reshuffle(self, *, with_display: bool = False) -> None:
        """Shuffle the discard pile into the pile, optionally with the display."""
        self.pile = sorted(self.pile + self.discard + (self.display if with_display else []))
        self.discard = []
        if with_display:
            self.display = []

    @property
    def total(self) -> int:
        """The number of cards in pile, display and discard."""
        return len(self.pile) + len(self.discard) + len(self.display)
