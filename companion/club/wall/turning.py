"""What stands on the wall at one moment: the order of the tables, in pages that turn by themselves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from msgspec import Struct

from companion.club.wall.heard import Heard
from companion.club.wall.model import Kind, Wall

A_PAGE = 20
"""So many tables stand on a page: five in a row, four rows."""
SETTLE = 4.0
"""Seconds for which tables stay where they are; only one that has begun to call for help comes to the front at once."""
TURN = 12.0
"""Seconds for which a page is shown."""
ALONE = 4
"""So many times longer the only page of tables stands before the results are shown."""
SHIFT = 600.0
"""Seconds after which everything stands elsewhere, so that nothing is burnt into the glass."""


class Page(Struct, frozen=True):
    """A page of the wall, ``n`` of ``pages`` from 0."""

    what: Literal["tables", "results"]
    tables: list[str]
    n: int
    pages: int
    shape: tuple[int, int]
    """Tiles in a row, and rows."""
    long: bool
    """It stands four times as long as others."""


class Turning:
    """Keeps the order for some seconds and turns the pages. One for all televisions: they show the same."""

    def __init__(self, wall: Wall) -> None:
        self._wall = wall
        self._order: list[str] = []
        self._settled = float("-inf")
        self._calls: set[str] = set()
        self._n = 0
        self._turned: float | None = None

    def page(self, now: float) -> Page:
        """What is shown now; to be asked more often than pages turn."""
        tables = self._wall.tables
        self._turned = now if self._turned is None else self._turned
        calls = {id_ for id_, one in tables.items() if one.help is not None and not one.awaited}
        if calls - self._calls:
            self._n, self._turned = 0, now
        if calls - self._calls or now - self._settled >= SETTLE or any(id_ not in tables for id_ in self._order):
            self._order, self._settled = [one.id for one in self._wall.order(now)], now
        known = set(self._order)
        self._order += [id_ for id_ in tables if id_ not in known]
        self._calls = calls
        made = [self._order[at : at + A_PAGE] for at in range(0, len(self._order), A_PAGE)] or [[]]
        last = len(made) if self._wall.results and not calls else len(made) - 1
        if self._n > last:
            self._n, self._turned = 0, now
        elif now - self._turned >= (TURN * ALONE if len(made) == 1 and self._n == 0 else TURN):
            self._n, self._turned = (self._n + 1) % (last + 1), now
        shape = grid(len(self._order))
        if self._n == len(made):
            return Page("results", [], self._n, last + 1, shape, long=False)
        return Page("tables", made[self._n], self._n, last + 1, shape, long=len(made) == 1)

    @property
    def calls(self) -> list[Heard]:
        """The tables that call for help while nobody comes, in the order of the wall."""
        tables = self._wall.tables
        return [tables[id_] for id_ in self._order if id_ in self._calls and id_ in tables]


def grid(tables: int) -> tuple[int, int]:
    """How many tiles stand in a row, and how many rows there are, so that each is as large as there is room for."""
    shapes = [(1, 1), (2, 1), (2, 2), (3, 2), (3, 3), (4, 3), (4, 4), (5, 4)]
    return next((shape for shape in shapes if shape[0] * shape[1] >= tables), shapes[-1])


def standing(unix: float) -> int:
    """In which of four ways the wall stands at this time: its head above or below, its parts from left or right."""
    return int(unix // SHIFT) % 4


def count(wall: Wall, now: float, wanted: Callable[[Kind], bool]) -> int:
    """How many tables are of a kind that is ``wanted``."""
    return sum(wanted(wall.kind(one, now)) for one in wall.tables.values())
