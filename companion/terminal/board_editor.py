"""An editor for the board of a box in a terminal: names and connections of squares."""

from __future__ import annotations

import re
from collections.abc import Callable

from companion.core.texts import T, Words, listed
from companion.packs.editing.board import BoardDraft
from companion.packs.editing.box import OpenBox
from companion.scene.layout import layout
from companion.scene.menu import MenuItem
from companion.terminal.view import TerminalView

Read = Callable[[str], str]

LEAST_SQUARES = 6
"""Minimum number of squares for a game."""
ACROSS = 5
"""Squares per row until somebody arranges them."""
PAIR = re.compile(r"(\d+)[ -]+(\d+)")
"""A connection of two squares: ``1 2`` or ``1-2``."""
ONE = re.compile(r"([sx]) *(\d+)")
"""A command for one square: ``s 4`` marks a station, ``x 4`` removes the square."""


class TerminalBoard:
    """Edits the board of ``box``, which is saved after each line."""

    def __init__(self, box: OpenBox, view: TerminalView, read: Read) -> None:
        self.box = box
        self.view = view
        self.read = read
        self.draft: BoardDraft = box.draft()
        self._lines = 0
        self._untidy = not box.content.places
        """Nobody has arranged the squares, so connected ones are placed close together."""

    def lay(self) -> None:
        """Enter the names of enough squares, then their connections, until people are done."""
        while (more := LEAST_SQUARES - len(self.draft.squares)) > 0:
            self.view.note(T("Which squares are on your board?"), "bold")
            self.view.note(
                T("Type names with commas between them, {n} at least; the others can come later.", n=more), "dim"
            )
            self._add(self.read("> "))
            self._keep(whole=False)
        self._lines = 0
        while self._go_on():
            pass

    def _go_on(self) -> bool:
        """Process a line; False when done."""
        squares = list(self.draft.squares.values())
        called = {square.id: self._called(square.id) for square in squares}
        self.view.note(T("Which squares touch?"), "bold")
        self.view.choices([
            MenuItem(T("{name} (station)", name=called[one.id]) if one.station else called[one.id],
                 listed([called[other] for other in called if other in one.joined]) if one.joined else None)
            for one in squares
        ])  # fmt: skip
        self.view.note(T("Two numbers join two squares, or part them: 1 2, 2 3. A name is one more square."), "dim")
        self.view.note(T("s 4 makes 4 a station, x 4 takes it away, u takes back the last line."), "dim")
        self.view.note(T("Enter: that is all for now. w: that is the whole board."), "dim")
        typed = self.read("> ").strip()
        if typed.lower() == "w":
            return not self._whole()
        if not typed:
            return False
        if typed.lower() == "u":
            self._undo()
            return True
        if (done := self._numbers(typed)) is None:
            self._add(typed)
        elif not done:
            self.view.note(T("Type numbers of the list."), "red")
            return True
        self._keep(whole=False)
        return True

    def _whole(self) -> bool:
        """Mark the board as complete; False if some squares cannot be reached."""
        alone = self.draft.alone()
        if alone:
            which = listed([self._called(one) for one in alone[:3]])
            self.view.note(T("Nothing leads to {which} yet.", which=which), "red")
            return False
        self._keep(whole=True)
        return True

    def _numbers(self, typed: str) -> bool | None:
        """Process a command with numbers of squares; False if they do not exist, None if it consists of names."""
        ids = list(self.draft.squares)
        pairs = [PAIR.fullmatch(part.strip()) for part in typed.split(",") if part.strip()]
        one = ONE.fullmatch(typed.lower())
        if one is None and None in pairs:
            return False if typed.replace(",", "").replace(" ", "").isdecimal() else None
        named = [int(n) for match in ([one] if one else pairs) if match for n in match.groups() if n.isdecimal()]
        if not all(1 <= n <= len(ids) for n in named):
            return False
        if one is not None:
            (self.draft.mark if one[1] == "s" else self.draft.remove)(ids[named[0] - 1])
        else:
            for first, second in zip(named[::2], named[1::2], strict=True):
                self.draft.join(ids[first - 1], ids[second - 1])
        return True

    def _add(self, typed: str) -> None:
        """Add a square for each name."""
        for name in filter(None, map(str.strip, typed.split(","))):
            at = len(self.draft.squares)
            square = self.draft.add((at % ACROSS + 0.5) / ACROSS, min(0.95, 0.1 + 0.15 * (at // ACROSS)))
            self.draft.name(square, name)

    def _undo(self) -> None:
        """Undo the last line."""
        if self._lines:
            self._lines -= 1
            self.box.undo()
            self.draft = self.box.draft()

    def _keep(self, *, whole: bool) -> None:
        if self._untidy:
            for id_, (x, y) in layout({one.id: sorted(one.joined) for one in self.draft.squares.values()}).items():
                self.draft.move(id_, x, y)
        self.box.lay(self.draft, whole=whole)
        self._lines += 1
        if self.box.notice is not None:
            self.draft = self.box.draft()
        if (said := self.box.trouble or self.box.notice) is not None:
            self.view.note(said, "red")

    def _called(self, square: str) -> Words:
        found: Words = self.draft.squares[square].name or square.replace("_", " ")
        return found
