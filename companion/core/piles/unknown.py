"""Unknown cards and tokens, of which only the number is known (WIRE, Boxes known in part).

In a deck or bag each is an ``UNKNOWN``, until somebody describes it and it becomes a card of the box. It can be drawn,
but its effect is carried out by hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeVar

from companion.core.piles.bags import Bag, put, take
from companion.core.refusals import Refused
from companion.core.texts import T

UNKNOWN: Final = "?"
"""Placeholder for an unknown card or token; never the id of a row."""
NOT_KNOWN: Final = T("A card that is not known")
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
    for kind in {kind for place in places for kind in place} - {UNKNOWN}:
        _turn(places, kind, UNKNOWN, -_missing(places, kind, known, out))
    for kind in known:
        _turn(places, UNKNOWN, kind, _missing(places, kind, known, out))


def _missing(places: Sequence[Bag], kind: str, known: Mapping[str, int], out: Mapping[str, int]) -> int:
    return known.get(kind, 0) - out.get(kind, 0) - sum(place.get(kind, 0) for place in places)


def _turn(places: Sequence[Bag], before: str, after: str, n: int) -> None:
    for place in places:
        here = min(n, place.get(before, 0))
        if here > 0:
            take(place, before, here)
            put(place, after, here)
            n -= here


def fit_pile(pile: Sequence[str], known: Iterable[str], out: Iterable[str]) -> list[str]:
    """The same for a pile of unique cards; the result is sorted."""
    place: Bag = dict(Counter(pile))
    fit([place], dict.fromkeys(known, 1), Counter(out))
    return sorted(Counter(place).elements())
