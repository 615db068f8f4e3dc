"""Decks: what could still come, what lies open, what has been put away (R-GEN-03, R-GEN-04)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec import Struct

from companion.core.piles.unknown import UNKNOWN, fit_pile, with_unknown


class Deck(Struct):
    """A deck without a hidden order: ``pile`` is the set of cards that could be next.

    ``display`` keeps the order in which its cards were drawn. Pile and discard are kept sorted, so that two
    decks that hold the same are equal. A card that is not known is an ``UNKNOWN``.
    """

    pile: list[str]
    discard: list[str]
    display: list[str]

    @classmethod
    def of(cls, cards: Collection[str], unknown: int = 0) -> Deck:
        """A full deck of these cards, and of so many that are not known."""
        return cls(sorted(with_unknown(cards, unknown)), [], [])

    def fit(self, known: Collection[str], out: Sequence[str] = ()) -> None:
        """The box knows these cards now; ``out`` are in none of the three places."""
        self.pile = fit_pile(self.pile, known, [*self.discard, *self.display, *out])

    def sort_out(self, known: Collection[str], discard: list[str], display: list[str]) -> None:
        """These cards lie on discard and display, and all others of the ``known`` ones in the pile."""
        left = self.total - len(discard) - len(display)
        self.discard, self.display = sorted(discard), list(display)
        self.pile = fit_pile([UNKNOWN] * left, known, discard + display)

    def draw(self, card: str) -> None:
        """Turn up ``card``, which is in the pile, onto the display."""
        self.pile.remove(card)
        self.display.append(card)

    def clear_display(self) -> int:
        """Put the display on the discard; says how many cards that were."""
        count = len(self.display)
        self.discard = sorted(self.discard + self.display)
        self.display = []
        return count

    def reshuffle(self, *, with_display: bool = False) -> None:
        """Shuffle the discard into the pile, and the display too if asked."""
        self.pile = sorted(self.pile + self.discard + (self.display if with_display else []))
        self.discard = []
        if with_display:
            self.display = []

    @property
    def total(self) -> int:
        """How many cards there are in all three places."""
        return len(self.pile) + len(self.discard) + len(self.display)
