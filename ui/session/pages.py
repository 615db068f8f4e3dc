"""What waits for people before the next question: something for hands to do, or a card to read. No kivy in here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from companion.core.instructions import Instruction
from companion.core.texts import Words
from companion.scene.scene import Card, Grid, Line
from companion.table.table import Table
from ui.session.animation import Moves, moves_of

Mode = Literal["lines", "card", "check", "deal", "roll", "list", "choose", "over"]

CHECK_FROM = 5
"""From so many things to lay out on, they are a list to tick off."""


@dataclass
class Page:
    """Something for hands to do, or to read, that waits for "Done".

    ``rev`` is the entry up to which it confirms what hands have done, 0 for none. ``moves`` are those on a board of
    squares that belong to it.
    """

    rev: int
    lines: list[Line] = field(default_factory=list)
    card: Card | None = None
    over: Words | None = None
    title: Words | None = None
    rule: str | None = None
    ticked: set[int] = field(default_factory=set)
    moves: Moves | None = None

    @property
    def mode(self) -> Mode:
        if self.card is not None:
            return "card"
        return "check" if len(self.lines) >= CHECK_FROM else "lines"


def moves_on(table: Table, grid: Grid | None, instructions: Sequence[Instruction]) -> Moves | None:
    """What ``instructions`` move between the squares of a board, to be shown; None if it is nothing."""
    if grid is None:
        return None

    def icon_of(todo: Instruction) -> str:
        lines = table.game.presenter.lines(table.state, [todo])
        return lines[0].icon if lines else todo.piece or ""

    return moves_of(instructions, grid, icon_of)
