"""Moments of recorded games with the highest stakes."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from companion.table.table import Table
from tests.ui.moments import Moment, kind_of, recordings

WEIGHED = {"newyork": ("choose play",), "krysis": ("choose turn", "choose mine")}
"""The questions with stakes of places."""
EVERY = 3
"""One moment in this many is examined."""


class Weighed(NamedTuple):
    """A moment, and the place with the most stakes."""

    moment: Moment
    spot: str


@cache
def weighed(game: str, kind: str) -> Weighed:
    """The moment with the highest stakes in the first recording with this question."""
    name, lines = next(
        (name, lines) for name, lines in recordings(game).items() if any(kind_of(line["ask"]) == kind for line in lines)
    )
    revs = [rev for rev, line in enumerate(lines) if kind_of(line["ask"]) == kind and line["ask"].get("only") is None]
    found: list[tuple[tuple[int, ...], int, str]] = []
    for rev in revs[::EVERY]:
        table = Moment(kind, name, rev).table()
        if table.ask.only is None:
            tell = table.game.presenter.stakes
            said = {spot: stakes for spot in places(table) if (stakes := tell(table.state, spot)) is not None}
            for spot, one in said.items():
                found.append(((len(one.chance), len(one.risk), len(one.cost)), rev, spot))
    _, rev, spot = max(found)
    return Weighed(Moment(kind, name, rev), spot)


def places(table: Table) -> list[str]:
    """All places of the picture, by id."""
    scene = table.scene()
    spots = [spot.id for spot in scene.board.spots] if scene.board is not None else []
    return [*spots, *(side.id for side in scene.sides), *(box.id for row in scene.rows for box in row.boxes)]
