"""Pieces that move over a board of squares, step by step: where each is at any time, and which way it came.

No kivy in here; time is passed in.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from companion.core.instructions import Instruction
from companion.scene.scene import Grid
from companion.session.session import Session

STEP = 0.12
"""Seconds from a square to the next one."""
WHOLE = 2.5
"""Seconds that all of it takes at most."""
Cell = tuple[int, int]
Point = tuple[float, float]
OFF = 0.9
"""How far from its last square a piece ends that leaves the board, in squares."""


@dataclass(frozen=True)
class Step:
    """A piece goes from a square to another; None: from or to somewhere off the board."""

    icon: str
    source: str | None
    target: str | None


@dataclass(frozen=True)
class Trail:
    """The way of a piece: columns and rows of the middles of squares, and whether it leaves the board at the end."""

    icon: str
    points: tuple[Point, ...]
    gone: bool


@dataclass(frozen=True)
class Moves:
    """Steps in the order in which they are done, and where each square lies."""

    steps: tuple[Step, ...]
    cells: Mapping[str, Cell]

    @property
    def each(self) -> float:
        """Seconds that a step takes; long chains are faster."""
        return min(STEP, WHOLE / max(1, len(self.steps)))

    @property
    def lasts(self) -> float:
        """Seconds that all of it takes."""
        return self.each * len(self.steps)

    @cached_property
    def icons(self) -> frozenset[str]:
        """The pieces that move."""
        return frozenset(step.icon for step in self.steps)

    def at(self, seconds: float) -> dict[str, Point]:
        """Where every piece is then; those that are not on the board are left out."""
        found: dict[str, Point] = {}
        for step in self.steps:
            if step.source is not None and step.icon not in found:
                found[step.icon] = self.cells[step.source]
        done = seconds / self.each
        begun: set[str] = set()
        for index, step in enumerate(self.steps):
            if step.source is None and step.icon not in begun:
                found.pop(step.icon, None)
            if index >= done and not (index == 0 and done <= 0):
                break
            begun.add(step.icon)
            share = min(1.0, max(0.0, done - index))
            start, end = self._ends(index)
            if share >= 1 and step.target is None:
                found.pop(step.icon, None)
            elif share > 0:
                found[step.icon] = (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
        return found

    @cached_property
    def trails(self) -> tuple[Trail, ...]:
        """The ways of all pieces that go from a square, each as one line, in the order in which they begin."""
        ways: dict[str, list[Point]] = {}
        gone: set[str] = set()
        for index, step in enumerate(self.steps):
            if step.source is None:
                continue
            start, end = self._ends(index)
            if start == end:
                continue
            way = ways.setdefault(step.icon, [start])
            way.append(end)
            if step.target is None:
                gone.add(step.icon)
        return tuple(Trail(icon, tuple(way), icon in gone) for icon, way in ways.items())

    def _ends(self, index: int) -> tuple[Point, Point]:
        """Where a step begins and ends; off the board it ends beyond the edge, in the direction of the move."""
        step = self.steps[index]
        here = step.target if step.source is None else step.source
        assert here is not None
        start: Point = self.cells[here]
        if step.target is not None:
            return start, self.cells[step.target]
        dx, dy = self._way_off(index)
        return start, (start[0] + dx * OFF, start[1] + dy * OFF)

    def _way_off(self, index: int) -> Cell:
        """The way over the edge that a piece takes here: that of the move, if there is no square that way; else none,
        and the piece is taken off the board where it is."""
        step = self.steps[index]
        for before in reversed(self.steps[:index]):
            if before.source is not None and before.target is not None:
                (x, y), (to_x, to_y) = self.cells[before.source], self.cells[before.target]
                way = ((to_x > x) - (to_x < x), (to_y > y) - (to_y < y))
                column, row = self.cells[step.source or before.target]
                return (0, 0) if (column + way[0], row + way[1]) in self.cells.values() else way
        return (0, 0)


def moves_on(session: Session, instructions: Iterable[Instruction]) -> Moves | None:
    """What ``instructions`` move between the squares of the board, to be shown; None if it is nothing."""
    table, grid = session.table, session.scene.grid
    if grid is None:
        return None

    def icon_of(todo: Instruction) -> str:
        lines = table.game.presenter.lines(table.state, [todo])
        return lines[0].icon if lines else todo.piece or ""

    return moves_of(instructions, grid, icon_of)


def moves_of(instructions: Iterable[Instruction], grid: Grid, icon_of: Callable[[Instruction], str]) -> Moves | None:
    """The moves among ``instructions`` that happen on ``grid``; None where nothing goes from a square to another.

    ``icon_of`` says what the piece of an instruction looks like.
    """
    cells = {square.id: (square.column, square.row) for square in grid.squares}
    steps = []
    for todo in instructions:
        if todo.verb != "move" or todo.piece is None or not _on(cells, todo):
            continue
        source, target = (place if place in cells else None for place in (todo.source, todo.to))
        steps.append(Step(icon_of(todo), source, target))
    if not any(step.source is not None and step.target is not None for step in steps):
        return None
    return Moves(tuple(steps), cells)


def _on(cells: Collection[str], todo: Instruction) -> bool:
    return todo.source in cells or todo.to in cells
