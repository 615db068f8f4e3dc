"""The focus ring in some states of the screen: on the amber button, on a choice, on a place of the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tests.ui.gallery import settle
from tests.ui.hands import Hands
from ui.controls.focus import Spot
from ui.widgets.drawn import Tappable


def ringed(hands: Hands, game: str | None = None) -> Iterator[str]:
    """The screen in front with the ring on what is first there, and on the first of several places of one part."""
    focus = hands.root.focus
    focus.move(1)
    settle()
    yield f"{game or hands.root.name} focus"
    places = [spot for spot in focus.spots() if spots_of(focus.spots(), spot.part) > 1]
    if places:
        focus.move(focus.spots().index(places[0]) - focus.spots().index(focus.on))
        settle()
        yield f"{game} focus place"
    focus.hide()
    settle()


def spots_of(spots: Sequence[Spot], part: Tappable) -> int:
    return sum(spot.part is part for spot in spots)
