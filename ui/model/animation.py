"""Animation of pieces that move over a board of squares, step by step. No kivy in here; time is passed in."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from companion.core.answers import Answer
from companion.core.instructions import Instruction
from companion.core.refusals import Refused
from companion.core.texts import T
from companion.scene.scene import Grid, for_hands
from companion.session.session import Session
from companion.table.table import ahead
from ui.base.language import say

STEP = 0.12
"""Seconds per step."""
WHOLE = 2.5
"""Maximum seconds for all steps."""
Cell = tuple[int, int]
Point = tuple[float, float]
OFF = 0.9
"""How far beyond its last square a piece ends when it leaves the board, in squares."""


@dataclass(frozen=True)
class MoveStep:
    """A piece goes from one square to another; None: from or to outside the board."""

    icon: str
    source: str | None
    target: str | None


@dataclass(frozen=True)
class Trail:
    """The path of a piece: centres of squares (column, row), and whether it leaves the board at the end."""

    icon: str
    points: tuple[Point, ...]
    gone: bool


@dataclass(frozen=True)
class Moves:
    """Steps in order, and the position of each square."""

    steps: tuple[MoveStep, ...]
    cells: Mapping[str, Cell]

    @property
    def each(self) -> float:
        """Seconds per step, less in long chains."""
        return min(STEP, WHOLE / max(1, len(self.steps)))

    @property
    def lasts(self) -> float:
        return self.each * len(self.steps)

    @cached_property
    def icons(self) -> frozenset[str]:
        return frozenset(step.icon for step in self.steps)

    def at(self, seconds: float) -> dict[str, Point]:
        """Positions of all pieces on the board at that time."""
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
        """The paths of all pieces that start on a square, in the order in which they start."""
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
        """Start and end of a step. Off the board it ends beyond the edge, in the direction of the move."""
        step = self.steps[index]
        here = step.target if step.source is None else step.source
        assert here is not None
        start: Point = self.cells[here]
        if step.target is not None:
            return start, self.cells[step.target]
        dx, dy = self._way_off(index)
        return start, (start[0] + dx * OFF, start[1] + dy * OFF)

    def _way_off(self, index: int) -> Cell:
        """Direction in which a piece leaves the board: that of its last move, unless there is a square that way; else
        (0, 0)."""
        step = self.steps[index]
        for before in reversed(self.steps[:index]):
            if before.source is not None and before.target is not None:
                (x, y), (to_x, to_y) = self.cells[before.source], self.cells[before.target]
                way = ((to_x > x) - (to_x < x), (to_y > y) - (to_y < y))
                column, row = self.cells[step.source or before.target]
                return (0, 0) if (column + way[0], row + way[1]) in self.cells.values() else way
        return (0, 0)


def moves_on(session: Session, instructions: Iterable[Instruction]) -> Moves | None:
    """The moves among ``instructions`` on the session's board; None if there are none."""
    table, grid = session.table, session.scene.grid
    if grid is None:
        return None

    def icon_of(todo: Instruction) -> str:
        lines = table.game.presenter.lines(table.state, [todo])
        return lines[0].icon if lines else todo.piece or ""

    return moves_of(instructions, grid, icon_of)


def moves_of(instructions: Iterable[Instruction], grid: Grid, icon_of: Callable[[Instruction], str]) -> Moves | None:
    """The moves among ``instructions`` on ``grid``; None if no piece goes from square to square. ``icon_of``: the icon
    of an instruction's piece."""
    cells = {square.id: (square.column, square.row) for square in grid.squares}
    steps = []
    for todo in instructions:
        if todo.verb != "move" or todo.piece is None or not _on(cells, todo):
            continue
        source, target = (place if place in cells else None for place in (todo.source, todo.to))
        steps.append(MoveStep(icon_of(todo), source, target))
    if not any(step.source is not None and step.target is not None for step in steps):
        return None
    return Moves(tuple(steps), cells)


def _on(cells: Collection[str], todo: Instruction) -> bool:
    return todo.source in cells or todo.to in cells


MOST = 3
"""Maximum number of moves told in words; the board shows the rest."""


class Preview:
    """The preview of an answer: ``moves`` on a board of squares, and ``text`` in words."""

    def __init__(self) -> None:
        self.moves: Moves | None = None
        self.text = ""

    def forget(self) -> None:
        self.moves, self.text = None, ""

    def update(self, session: Session, answer: Answer | None) -> None:
        """Preview ``answer``; None: the finger was lifted."""
        self.forget()
        if answer is None:
            return
        try:
            seen = ahead(session.table, answer)
        except Refused as no:
            self.text = say(no.text)
            return
        self.moves = moves_on(session, seen.instructions)
        told = for_hands(seen.lines, session.table.chance)
        lines = [line for line in told if line.sign == "→"] or told
        self.text = " · ".join(say(line.words) for line in lines[:MOST]) or say(T("Nothing would move."))
