"""A form for a row of a box in a terminal: one question after another, then a summary."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.core.texts import T, Words
from companion.packs.editing.row_editor import RowEditor
from companion.packs.editing.rows import MISSING, Line
from companion.packs.editing.words import BoxWords
from companion.scene.menu import Item
from companion.terminal.view import View

Read = Callable[[str], str]

WHAT = T("Type a number of the list.")
BACK = "0"


class TerminalForm:
    """A form for a row; ``names`` returns the names of one sort that it can refer to, such as squares."""

    def __init__(
        self, editor: RowEditor, words: BoxWords, names: Callable[[str], Mapping[str, Words]], view: View, read: Read
    ) -> None:
        self._editor = editor
        self.words = words
        self.names = names
        self.view = view
        self.read = read

    def tell(self) -> dict[str, Any] | None:
        """Run the form; returns the row, None if cancelled."""
        while True:
            if self._editor.path:
                self._ask()
                continue
            kinds = self._editor.line.kinds
            if kinds and self._editor.unpicked:
                self.view.note(T("What is it?"), "bold")
                if not self._ask_kind(kinds):
                    return None
                continue
            lines = self._editor.lines()
            self.view.note(T("What stands on it?"), "bold")
            self.view.choices([Item(self._name(line), self._said(line)) for line in lines])
            self.view.note(T("Enter: that is it. A number changes a line, 0 goes back."), "dim")
            typed = self.read("> ").strip()
            if typed == BACK:
                return None
            if typed:
                self._numbered(typed, [line.path for line in lines], self._editor.open)
            elif self._editor.complete:
                return self._editor.row()
            else:
                self._editor.go_on()

    def _ask(self) -> None:
        """Ask for the open line."""
        line = self._editor.line
        self.view.note(T("{what}?", what=self._name(line)), "bold")
        if line.kind == "page":
            self._ask_page(line)
        elif line.kind == "number":
            self._ask_number(line)
        elif line.kind == "choice" or (names := self.names(line.sort) if line.sort else {}):
            values = list(line.choices) if line.kind == "choice" else list(names)
            self._ask_one_of(line, values, None if line.kind == "choice" else names)
        else:
            self._ask_text(line)

    def _ask_page(self, line: Line) -> None:
        """Ask for a record whose type is chosen first, a list, or the fields of a record."""
        editor = self._editor
        if line.kinds and editor.unpicked:
            self._ask_kind(line.kinds)
            return
        listed = editor.form.is_list(editor.path)
        inner = editor.form.lines(editor.path) if listed else editor.lines()
        called = [self.words.called(one.value, self.names("")) if listed else self._name(one) for one in inner]
        kinds = editor.form.kinds(editor.path)
        items = [Item(name, None if listed else self._said(one)) for name, one in zip(called, inner, strict=True)]
        items += [Item(T("+ {what}", what=self.words.kind(kind) if kind else T("Another one")), None) for kind in kinds]
        self.view.choices(items)
        entry = isinstance(line.name, int)
        hint = T("Enter: that is all. x takes it away.") if entry else T("Enter: that is all of it.")
        self.view.note(hint, "dim")
        typed = self.read("> ").strip().lower()
        if typed == "x" and entry:
            editor.take_away()
        elif not typed:
            editor.go_on()
        elif typed == BACK:
            editor.back()
        else:
            ways: list[Callable[[], object]] = [lambda path=one.path: editor.open(path) for one in inner]  # type: ignore[misc]
            ways += [lambda kind=kind: editor.add(kind) for kind in kinds]  # type: ignore[misc]
            self._numbered(typed, ways, lambda way: way())

    def _ask_kind(self, kinds: tuple[str, ...]) -> bool:
        """Choose the type of a record; False if cancelled."""
        self.view.choices([Item(self.words.kind(kind), None) for kind in kinds])
        typed = self.read("> ").strip()
        if typed in ("", BACK):
            self._editor.back()
            return False
        self._numbered(typed, list(kinds), self._editor.pick)
        return True

    def _ask_number(self, line: Line) -> None:
        """Ask for a number, or an alternative value or type, by letter."""
        others: list[tuple[Words, Callable[[], object]]] = [
            (self.words.value(line.name, value), lambda value=value: self._editor.put(value))  # type: ignore[misc]
            for value in line.choices
        ]
        others += [(self.words.kind(kind), lambda kind=kind: self._editor.pick(kind)) for kind in line.kinds]  # type: ignore[misc]
        for letter, (words, _) in zip("abcdefghij", others, strict=False):
            self.view.note(T("  {key}  {what}", key=letter, what=words))
        self._hint_empty(line)
        typed = self.read("> ").strip().replace("−", "-").lower()
        number = int(typed) if typed.lstrip("-").isdecimal() else None
        if number is not None and (line.least is None or line.least <= number) and (
            line.most is None or number <= line.most
        ):  # fmt: skip
            self._editor.put(number)
        elif len(typed) == 1 and typed in "abcdefghij"[: len(others)]:
            others["abcdefghij".index(typed)][1]()
        elif not typed:
            self._leave_empty(line)
        else:
            self.view.note(T("Type a number that can stand there."), "red")

    def _ask_one_of(self, line: Line, values: list[Any], names: Mapping[str, Words] | None) -> None:
        called = [self.words.value(line.name, one) if names is None else names[one] for one in values]
        self.view.choices([Item(name, None) for name in called])
        self._hint_empty(line)
        typed = self.read("> ").strip()
        if not typed:
            self._leave_empty(line)
        elif typed.isdecimal():
            self._numbered(typed, values, self._editor.put)
        else:
            meant = [value for value, name in zip(values, called, strict=True) if self._begins(name, typed)]
            if len(meant) == 1:
                self._editor.put(meant[0])
            else:
                self.view.note(WHAT, "red")

    def _begins(self, name: Words, typed: str) -> bool:
        return self.view.say(name).casefold().startswith(typed.casefold())

    def _ask_text(self, line: Line) -> None:
        self._hint_empty(line)
        typed = self.read("> ").strip()
        if typed:
            self._editor.put(typed)
        else:
            self._leave_empty(line)

    def _hint_empty(self, line: Line) -> None:
        can = line.optional or line.empty
        self.view.note(T("Enter: nothing there.") if can else T("Enter goes back."), "dim")

    def _leave_empty(self, line: Line) -> None:
        if line.optional or line.empty:
            self._editor.put(None if line.optional else "")
        else:
            self._editor.close()

    def _numbered(self, typed: str, things: list[Any], do: Callable[[Any], object]) -> None:
        if typed.isdecimal() and 1 <= int(typed) <= len(things):
            do(things[int(typed) - 1])
        else:
            self.view.note(WHAT, "red")

    def _name(self, line: Line) -> Words:
        if isinstance(line.name, int):
            untold = line.value in (MISSING, None)
            return T("Entry") if untold else self.words.called(line.value, self.names(""))
        around = line.path[-2] if len(line.path) > 1 else ""
        form = self._editor.form
        if (
            isinstance(around, str)
            and around
            and len(form.lines(line.path[:-1])) == 1
            and not form.is_scale(line.path[:-1])
        ):
            # The only field of a record has the name of the record.
            return self.words.field(around)
        return self.words.field(line.name, around)

    def _said(self, line: Line) -> Words:
        return self.words.said(line, self.names(line.sort))
