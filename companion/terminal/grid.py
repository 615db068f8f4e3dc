"""Renders a board of squares as text, with a legend."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.text import Text as Styled

from companion.core.texts import Say
from companion.scene.scene import Grid, Piece, Square

HERE, QUIET, THERE = "bold yellow", "dim", "bold"
WIDTH: Final = 4
"""Width of a square in characters."""
SIGNED: Final = "+"
"""Marks a square with a printed sign."""


def grid_lines(grid: Grid, say: Say) -> list[Styled]:
    """The lines of the board with the pieces at its sides, then the legend of the pieces' letters."""
    squares = {(square.column, square.row): square for square in grid.squares}
    columns = range(max(column for column, _ in squares) + 1)
    rows = range(max(row for _, row in squares) + 1)
    names = Letters(grid.squares, say)
    sides = [say(side.name) for side in grid.sides] or ["", "", "", ""]
    margin = len(sides[3]) + 4
    head = Styled(" " * margin + "".join(f"{chr(ord('A') + column):^{WIDTH}}" for column in columns), style=QUIET)
    middle = margin + len(columns) * WIDTH // 2
    found = [Styled(f"{sides[0]:^{2 * middle}}".rstrip()), head]
    for row in rows:
        number = f"{row + 1} "
        left = sides[3] if row == len(rows) // 2 else ""
        line = Styled(f"{left:<{margin - len(number)}}{number}", style=QUIET)
        for column in columns:
            line.append_text(_square(squares.get((column, row)), names))
        if row == len(rows) // 2:
            line.append(f" {sides[1]}", style="not bold dim")
        found.append(line)
    found.append(Styled(f"{sides[2]:^{2 * middle}}".rstrip()))
    return [*found, *names.meaning()]


class Letters:
    """Assigns a letter to every piece: the first unused one of its name, else a number."""

    def __init__(self, squares: Sequence[Square], say: Say) -> None:
        self._say = say
        self._of: dict[tuple[str, str], str] = {}
        for large in (True, False):
            used: set[str] = set()
            for square in squares:
                for piece in square.pieces:
                    if _is_large(piece) == large:
                        self._name(piece, used, large=large)

    def _name(self, piece: Piece, used: set[str], *, large: bool) -> None:
        name = self._say(piece.name)
        letters = [one.upper() if large else one.lower() for one in name if one.isalpha()]
        free = [one for one in [*letters, *map(str, range(1, 100))] if one not in used]
        used.add(free[0])
        self._of[piece.icon, name] = free[0]

    def of(self, piece: Piece) -> str:
        """The letter of a piece."""
        return self._of[piece.icon, self._say(piece.name)]

    def meaning(self) -> list[Styled]:
        """The legend."""
        if not self._of:
            return []
        return [Styled("  " + "  ".join(f"{letter} {name}" for (_, name), letter in self._of.items()), style=QUIET)]


def _is_large(piece: Piece) -> bool:
    """Pieces with only a number are large; those that also have a kind are small."""
    return piece.icon.count(":") < 2


def _square(square: Square | None, letters: Letters) -> Styled:
    if square is None:
        return Styled(" " * WIDTH)
    printed = SIGNED if square.sign is not None else square.label
    there = "".join(map(letters.of, square.pieces))
    style = HERE if square.here else THERE if there else ""
    return Styled(f"{there + (':' if there and printed else '') + printed or '·':^{WIDTH}}", style=style)
