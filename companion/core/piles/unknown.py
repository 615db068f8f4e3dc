"""What is in a box and not known yet: of some cards and tokens only the number is known (WIRE, Boxes known in part).

In a deck or bag each of them is an ``UNKNOWN``. It becomes a card of the box once somebody says which one it is; until
then it can be drawn, and nothing follows from it but what hands do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeVar

from companion.core.piles.bags import Bag, put, take
from companion.core.refusals import Refused
from companion.core.texts import T

UNKNOWN: Final = "?"
"""Stands for a card or token that is not known; no row of a box is called so."""
NOT_KNOWN: Final = T("A card that is not known")
"""What people call it."""

Row = TypeVar("Row")


class Cards(dict[str, Row]):
    """The known cards of a deck by id; whoever looks up ``UNKNOWN`` gets a card of which nothing follows."""

    def __init__(self, cards: Mapping[str, Row], blank: Row) -> None:
        super().__init__(cards)
        self._blank = blank

    def __missing__(self, card: str) -> Row:
        if card != UNKNOWN:
            raise KeyError(card)
        return self._blank


def with_unknown(cards: Iterable[str], unknown: int) -> list[str]:
    """The cards of a deck with so many that are not known."""
    return [*cards, *[UNKNOWN] * unknown]


def lay(piles: Mapping[str, list[str]], card: str, to: str, deck: str = "deck") -> None:
    """A correction: ``card`` lies at ``to``, at the end of that pile.

    One that nobody has seen come out of ``deck``, or that is nowhere, is one of those that were drawn without a name:
    where there is one at ``to`` it is that one, or else, if it is nowhere, the first that lies anywhere. Refused,
    ``illegal``, if there is none.
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
    """Let ``places`` hold what the box knows now; each keeps its size.

    ``known`` is all of the box by kind, ``out`` what of it is elsewhere. A kind that the box did not know before takes
    the place of something unknown, in the first place that has some; one that it no longer knows becomes unknown.
    A kind for which nothing unknown is left must be what was drawn without a name, and waits until that comes back.
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
    """The same for a pile of cards that are there once each, sorted."""
    place: Bag = dict(Counter(pile))
    fit([place], dict.fromkeys(known, 1), Counter(out))
    return sorted(Counter(place).elements())
