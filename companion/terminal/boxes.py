"""Creating and completing boxes in a terminal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from companion.core.texts import P, T, Words
from companion.games.game import Game
from companion.packs.editing.box import SQUARES, OpenBox
from companion.packs.editing.names import free_name, name_refused
from companion.packs.editing.problems import Problem
from companion.packs.editing.tables import Path as TablePath
from companion.packs.folder import read_content
from companion.packs.loader import installed_packs
from companion.packs.own import new_box
from companion.scene.menu import Item
from companion.terminal.board_editor import TerminalBoard
from companion.terminal.row_form import TerminalForm
from companion.terminal.view import View

Read = Callable[[str], str]


class TerminalBoxes:
    """Creates or completes a box of ``game``, with texts in ``language``."""

    def __init__(self, game: Game, view: View, read: Read, language: str) -> None:
        self.game = game
        self.view = view
        self.read = read
        self.language = language

    def begin(self) -> str | None:
        """Create a box and enter what a game needs; returns its id, None if cancelled."""
        names = [box.name for box in installed_packs()]
        usual = free_name(self.view.say(T("Our {game}", game=self.game.title)), names)
        self.view.note(T("What is the box called?"), "bold")
        self.view.note(T("Enter: {name}.", name=usual), "dim")
        while (refused := name_refused(name := self.read("> ").strip() or usual, names)) is not None:
            self.view.note(refused, "red")
        return self.complete(new_box(self.game, name, self.language))

    def complete(self, path: Path) -> str | None:
        """Enter what a game needs into the box at ``path``; returns its id, None if cancelled."""
        box = OpenBox(self.game, path, read_content(path))
        board = any(table.path == SQUARES for table in box.tables())
        if board and (box.laid_in_part or not box.rows(SQUARES)):
            TerminalBoard(box, self.view, self.read).lay()
        while problems := box.problems():
            n = len(problems)
            self.view.note(P("{n} thing does not fit yet", "{n} things do not fit yet", n), "bold")
            if not self._mend(box, problems[0]):
                return None
        untold = len(box.untold())
        if untold:
            self.view.note(P(
                "{n} thing is still to be told here; until then you look after it.",
                "{n} things are still to be told here; until then you look after them.", untold,
            ))  # fmt: skip
        return box.id

    def _mend(self, box: OpenBox, problem: Problem) -> bool:
        """Enter what is missing; False if cancelled."""
        self.view.note(T("{whose}: {what}", whose=box.where(problem), what=box.said(problem)))
        index = problem.index
        if not problem.table:
            told = box.about()
        else:
            if index is None and (index := self._row(box, problem.table)) is None:
                return False
            told = box.row_editor(problem.table, index)
        if problem.place:
            told.open_nearest(problem.place)
        row = TerminalForm(told, box.words, box.named, self.view, self.read).tell()
        if row is None:
            return False
        if not problem.table:
            box.put_about(row)
        else:
            box.put(problem.table, index, row)
        if (said := box.trouble or box.notice) is not None:
            self.view.note(said, "red")
        return True

    def _row(self, box: OpenBox, table: TablePath) -> int | None:
        """Choose a row of a table; None if cancelled."""
        rows = box.rows(table)
        names: Sequence[Words] = [box.row_name(table, row, index) for index, row in enumerate(rows)]
        self.view.choices([Item(name, None) for name in names])
        self.view.note(T("Type a number of the list, or 0 to go back."), "dim")
        while (typed := self.read("> ").strip()) not in ("", "0"):
            if typed.isdecimal() and int(typed) <= len(rows):
                return int(typed) - 1
            self.view.note(T("Type a number of the list."), "red")
        return None
