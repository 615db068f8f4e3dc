"""Decks, bags and supplies, including items that the box does not describe yet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, TypeAlias, TypeVar

from msgspec import Struct

from companion.core.refusals import Refused
from companion.core.texts import CommonName, T

# Bags and supplies are multisets (R-GEN-04).

Bag: TypeAlias = dict[str, int]
"""A count per kind; kinds with count 0 are omitted."""


def put(bag: Bag, kind: str, n: int = 1) -> None:
    """Add ``n`` (1 or more) of a kind."""
    bag[kind] = bag.get(kind, 0) + n


def take(bag: Bag, kind: str, n: int = 1) -> None:
    """Remove ``n`` of a kind. Raises ValueError if there are fewer: rules check first."""
    left = bag.get(kind, 0) - n
    if left < 0:
        raise ValueError(f"there are no {n} {kind} to take")
    if left:
        bag[kind] = left
    else:
        bag.pop(kind, None)


def merged(bags: Iterable[Mapping[str, int]]) -> Bag:
    found: Bag = {}
    for bag in bags:
        for kind, n in bag.items():
            found[kind] = found.get(kind, 0) + n
    return found


def probabilities(bag: Mapping[str, int]) -> list[float]:
    """The probability of each kind, in sorted order, when one item is pulled at random."""
    total = sum(bag.values())
    return [bag[kind] / total for kind in sorted(bag)]


# Unknown cards and tokens, of which only the number is known (WIRE.md, Boxes known in part).
#
# In a deck or bag each is an ``UNKNOWN``, until somebody describes it and it becomes a card of the box. It can be
# drawn, but its effect is carried out by hand.

UNKNOWN: Final = "?"
"""Placeholder for an unknown card or token; never the id of a row."""
NOT_KNOWN: Final = CommonName(T("A card that is not known").msgid)
"""Its name for people."""

Row = TypeVar("Row")


class Cards(dict[str, Row]):
    """The known cards of a deck by id; looking up ``UNKNOWN`` returns a blank card without effects."""

    def __init__(self, cards: Mapping[str, Row], blank: Row) -> None:
        super().__init__(cards)
        self._blank = blank

    def __missing__(self, card: str) -> Row:
        if card != UNKNOWN:
            raise KeyError(card)
        return self._blank


def with_unknown(cards: Iterable[str], unknown: int) -> list[str]:
    """The cards of a deck followed by ``unknown`` placeholders."""
    return [*cards, *[UNKNOWN] * unknown]


def lay(piles: Mapping[str, list[str]], card: str, to: str, deck: str = "deck") -> None:
    """A correction: move ``card`` to the end of the pile ``to``.

    A card still in ``deck``, or in no pile, must be one that was drawn as unknown: it replaces the unknown card at
    ``to``, or, if it is in no pile, the first one anywhere. Refused, ``illegal``, if there is none.
    """
    at = next((place for place, cards in piles.items() if card in cards), None)
    if at == to:
        return
    if at in (None, deck) and to != deck and UNKNOWN in piles[to]:
        piles[to].remove(UNKNOWN)
        if at is not None:
            piles[at][piles[at].index(card)] = UNKNOWN
    elif at is not None:
        piles[at].remove(card)
    else:
        pile = next((cards for cards in piles.values() if UNKNOWN in cards), None)
        if pile is None:
            raise Refused("illegal", T("That card is on its way: first finish what is asked."), "R-GEN-04")
        pile.remove(UNKNOWN)
    piles[to].append(card)


def fit(places: Sequence[Bag], known: Mapping[str, int], out: Mapping[str, int]) -> None:
    """Update ``places`` after the box has learned; each keeps its size.

    ``known`` are the counts of the whole box, ``out`` the counts elsewhere. A newly known kind replaces an unknown item
    in the first place that has one; a kind that is no longer known becomes unknown. If no unknown item is left, the
    kind must be one that was drawn as unknown, and is added when that returns.
    """
    there: Bag = {}
    for place in places:
        for kind, n in place.items():
            there[kind] = there.get(kind, 0) + n
    # Called after every move: mostly nothing is to be changed.
    for kind, n in there.items():
        if kind != UNKNOWN and (spare := n + out.get(kind, 0) - known.get(kind, 0)) > 0:
            _turn(places, kind, UNKNOWN, spare)
    for kind, n in known.items():
        if (missing := n - out.get(kind, 0) - there.get(kind, 0)) > 0:
            _turn(places, UNKNOWN, kind, missing)


def _turn(places: Sequence[Bag], before: str, after: str, n: int) -> None:
    for place in places:
        here = min(n, place.get(before, 0))
        if here > 0:
            take(place, before, here)
            put(place, after, here)
            n -= here


def fit_pile(pile: Sequence[str], known: Iterable[str], out: Iterable[str]) -> list[str]:
    """The same for a pile of unique cards; the result is sorted."""
    known, out, there = list(known), list(out), set(pile)
    unknown = pile.count(UNKNOWN)
    there.discard(UNKNOWN)
    # Called after every move: mostly nothing is to be changed.
    fits = len(there) + unknown == len(pile) and there.issubset(known) and there.isdisjoint(out)
    if fits and (not unknown or there.union(out).issuperset(known)):
        return sorted(pile)
    place: Bag = dict(Counter(pile))
    fit([place], dict.fromkeys(known, 1), Counter(out))
    return sorted(Counter(place).elements())


# Decks: draw pile, display and discard pile (R-GEN-03, R-GEN-04).


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
