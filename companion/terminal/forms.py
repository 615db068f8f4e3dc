"""Forms in a terminal: of an answer, of a row of a box, and typed commands for taps on a player's board.

An answer is typed as amounts, then the numbers of names in a list (``2 1 3 / 4 7``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from string import ascii_lowercase
from typing import Any, NamedTuple

from rich.console import Console
from rich.text import Text as Styled

from companion.core.texts import Say, T, Words, listed
from companion.packs.editing.row_editor import RowEditor
from companion.packs.editing.rows import MISSING, FormLine
from companion.packs.editing.words import BoxWords
from companion.scene.menu import MenuItem
from companion.scene.scene import Counter, Filling, Holding, Named, Portion, Private, SeatBoard, Tap
from companion.session.telling import IN_LIST, SAME, TITLE, CardTelling
from companion.terminal.view import QUIET, TerminalView

BREAK = "/"
"""The separator between amounts, names and the single choice."""


class Filled(NamedTuple):
    """The parsed input of a form: amounts by portion, and selected ids."""

    amounts: dict[str, int]
    names: list[str]


def typed_into(form: Filling, typed: Sequence[str]) -> Filled | None:
    """Parse the input of ``form``; None if invalid. Missing parts at the end are empty."""
    parts = " ".join(typed).split(BREAK)
    lists = [part for part in (form.portions, form.named, form.one_of) if part]
    if len(parts) > len(lists) or not all(word.isdecimal() for part in parts for word in part.split()):
        return None
    said = [[int(word) for word in part.split()] for part in parts]
    said += [[]] * (len(lists) - len(said))
    filled = Filled({}, [])
    for things, numbers in zip(lists, said, strict=True):
        fits = _amounts(form.portions, numbers, filled) if things is form.portions else _names(things, numbers, filled)
        if not fits or (things is form.one_of and len(numbers) != 1):
            return None
    return filled


def _amounts(portions: Sequence[Portion], numbers: Sequence[int], filled: Filled) -> bool:
    if len(numbers) != len(portions) or any(n > one.most for n, one in zip(numbers, portions, strict=True)):
        return False
    filled.amounts.update({one.id: n for n, one in zip(numbers, portions, strict=True)})
    return True


def _names(named: Sequence[Named | Portion], numbers: Sequence[int], filled: Filled) -> bool:
    if not all(1 <= n <= len(named) for n in numbers):
        return False
    filled.names.extend(dict.fromkeys(named[n - 1].id for n in numbers))
    return True


def show_form(console: Console, say: Say, form: Filling, *, chosen: bool) -> None:
    """Show a form and how to fill it in; ``chosen``: it was opened by a choice and can be left."""
    head = Styled(say(form.name), style="bold")
    if form.detail is not None:
        head.append(f"  {say(form.detail)}", style="not bold dim")
    console.print(head)
    for named in (form.named, form.one_of):
        for number, one in enumerate(named, 1):
            line = Styled(f"{number:>3}  ").append(say(one.name), style="bold")
            console.print(line.append(f"  {say(one.detail)}" if one.detail is not None else "", style="not bold dim"))
    for words in [*how(form), *_ways_out(form, chosen=chosen)]:
        console.print(Styled(say(words), style=QUIET))


def _ways_out(form: Filling, *, chosen: bool) -> list[Words]:
    """What Enter gives, and how to go back."""
    if form.start is None:
        return [T("Enter goes back.")] if chosen else []
    amounts, names = form.start
    kinds: list[Words] = [T("{n} {what}", n=n, what=one.name) for one in form.portions if (n := amounts.get(one.id, 0))]
    kinds += [one.name for one in form.named if one.id in names]
    given = T("Enter gives: {kinds}.", kinds=listed(kinds) if kinds else T("nothing"))
    return [given, *([T("0 goes back.")] if chosen else [])]


def how(form: Filling) -> list[Words]:
    """Instructions for typing it."""
    found: list[Words] = []
    if form.portions:
        kinds = listed([T("{name} (0 to {most})", name=one.name, most=one.most) for one in form.portions])
        found.append(T("Type how many: {kinds}.", kinds=kinds))
    if form.named:
        found.append(T("Type the numbers of all that belong to it: 4 7."))
    if form.one_of:
        found.append(T("Type the number of the right one."))
    if len(found) > 1:
        found.append(T("Put / between them: 2 1 3 / 4 7."))
    return found


def tap_on(board: SeatBoard | Private, typed: Sequence[str], say: Say) -> Tap | None:
    """Parse ``typed`` as a tap on ``board``; None if invalid.

    The number of a listed counter or card is followed by + or − (+ is optional), the label of a cell, or the number of
    one of the card's actions (optional if there is one). ``say`` translates labels.
    """
    more = board.holdings if isinstance(board, SeatBoard) else board.fixes
    things: list[Counter | Holding] = [*board.counters, *more]
    if not typed or not typed[0].isdecimal() or not 1 <= int(typed[0]) <= len(things):
        return None
    thing, which = things[int(typed[0]) - 1], " ".join(typed[1:]) or None
    return _offer(thing, which) if isinstance(thing, Holding) else _count(thing, which, say)


def _count(counter: Counter, which: str | None, say: Say) -> Tap | None:
    named = [cell for cell in counter.cells if which is not None and say(cell.label).lower() == which.lower()]
    if named:
        return named[0].tap
    if which is None and len(counter.cells) == 1:
        return counter.cells[0].tap
    if which in (None, "+"):
        return counter.more
    return counter.less if which in ("-", "−") else None


def _offer(holding: Holding, which: str | None) -> Tap | None:
    if which is None:
        return holding.taps[0][1] if len(holding.taps) == 1 else None
    if not which.isdecimal() or not 1 <= int(which) <= len(holding.taps):
        return None
    return holding.taps[int(which) - 1][1]


Read = Callable[[str], str]

WHAT = T("Type a number of the list.")
BACK = "0"


# A card told by its title.


class TitleForm:
    """A card that has just come: its title, its squares, and what it has changed, each by the number of a list."""

    def __init__(self, telling: CardTelling, view: TerminalView, read: Callable[[str], str]) -> None:
        self.telling = telling
        self.view = view
        self.read = read

    def tell(self) -> bool:
        """Ask until it is taken as it is (True), or people go back to the list of cards (False)."""
        self.view.note(self.telling.asked, "bold")
        while True:
            offered = self._offered()
            self.view.choices([MenuItem(words, None) for words, _ in offered])
            self.view.note(self.telling.hint)
            back: Words = "" if self.telling.known else T("0 goes back.")
            self.view.note(T("Enter: that is it. {back}", back=back), "dim")
            typed = self.read("> ").strip()
            if not typed and self.telling.alike:
                self._open(SAME)
            elif not typed and self.telling.lacks is None:
                return True
            if typed == "0" and not self.telling.known:
                return False
            if typed.isdecimal() and 1 <= int(typed) <= len(offered):
                offered[int(typed) - 1][1]()
            elif typed:
                self.view.note(T("There is no number {n} in the list.", n=typed), "red")
            if self.telling.same:
                return True

    def _offered(self) -> list[tuple[Words, Callable[[], object]]]:
        telling, found = self.telling, list[tuple[Words, Callable[[], object]]]()
        if telling.has_title:
            title: Words = T("{what}: {which}", what=T("Title"), which=telling.title) if telling.title else T("Title …")
            found.append((title, partial(self._open, TITLE)))
        for slot in telling.slots():
            words = (
                T("{what}: {which}", what=slot.name, which=slot.said) if slot.filled else T("{what} …", what=slot.name)
            )
            found.append((words, partial(self._open, slot.id)))
        found += [(button.label, partial(self._open, button.id)) for button in telling.buttons]
        for index, done in enumerate(telling.did):
            found.append((T("Take back: {what}", what=done), partial(telling.take_back, index)))
        return found

    def _open(self, part: str) -> None:
        """Open it, and ask for its option or text."""
        telling = self.telling
        if part == SAME:
            self.view.note(IN_LIST, "bold")
        telling.press(part)
        if telling.open and not telling.typing:
            options = telling.options()
            self.view.choices([MenuItem(one.words, None) for one in options])
            typed = self.read("> ").strip()
            if not (typed.isdecimal() and 1 <= int(typed) <= len(options)):
                telling.close()
                return
            telling.choose(options[int(typed) - 1].id)
        if telling.typing:
            self.view.note(T("Type it here."), "dim")
            telling.type(self.read("> "))
            if telling.open == SAME:
                telling.close()
                self._open(SAME)


class TerminalForm:
    """A form for a row; ``names`` returns the names of one sort that it can refer to, such as squares."""

    def __init__(
        self,
        editor: RowEditor,
        words: BoxWords,
        names: Callable[[str], Mapping[str, Words]],
        view: TerminalView,
        read: Read,
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
            self.view.choices([MenuItem(self._name(line), self._said(line)) for line in lines])
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
        line = self._editor.line
        self.view.note(T("{what}?", what=self._name(line)), "bold")
        if line.kind == "page":
            self._ask_page(line)
        elif line.kind == "number":
            self._ask_number(line)
        elif line.kind == "choice" or (names := line.meant(self.names(line.sort)) if line.sort else {}):
            values = list(line.choices) if line.kind == "choice" else list(names)
            self._ask_one_of(line, values, None if line.kind == "choice" else names)
        else:
            self._ask_text(line)

    def _ask_page(self, line: FormLine) -> None:
        """Ask for a record whose type is chosen first, a list, or the fields of a record."""
        editor = self._editor
        if line.kinds and editor.unpicked:
            self._ask_kind(line.kinds)
            return
        listed = editor.form.is_list(editor.path)
        inner = editor.form.lines(editor.path) if listed else editor.lines()
        called = [self.words.called(one.value, self.names("")) if listed else self._name(one) for one in inner]
        kinds = editor.form.kinds(editor.path)
        items = [MenuItem(name, None if listed else self._said(one)) for name, one in zip(called, inner, strict=True)]
        items += [
            MenuItem(T("+ {what}", what=self.words.kind(kind) if kind else T("Another one")), None) for kind in kinds
        ]
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
        self.view.choices([MenuItem(self.words.kind(kind), None) for kind in kinds])
        typed = self.read("> ").strip()
        if typed in ("", BACK):
            self._editor.back()
            return False
        self._numbered(typed, list(kinds), self._editor.pick)
        return True

    def _ask_number(self, line: FormLine) -> None:
        """Ask for a number, or an alternative value or type, by letter."""
        others: list[tuple[Words, Callable[[], object]]] = [
            (self.words.value(line.name, value), lambda value=value: self._editor.put(value))  # type: ignore[misc]
            for value in line.choices
        ]
        others += [(self.words.kind(kind), lambda kind=kind: self._editor.pick(kind)) for kind in line.kinds]  # type: ignore[misc]
        lettered = dict(zip((a + b for a in ("", *ascii_lowercase) for b in ascii_lowercase), others, strict=False))
        for letter, (words, _) in lettered.items():
            self.view.note(T("  {key}  {what}", key=letter, what=words))
        self._hint_empty(line)
        typed = self.read("> ").strip().replace("−", "-").lower()
        number = int(typed) if typed.lstrip("-").isdecimal() else None
        if number is not None and (line.least is None or line.least <= number) and (
            line.most is None or number <= line.most
        ):  # fmt: skip
            self._editor.put(number)
        elif typed in lettered:
            lettered[typed][1]()
        elif not typed:
            self._leave_empty(line)
        else:
            self.view.note(T("Type a number that can stand there."), "red")

    def _ask_one_of(self, line: FormLine, values: list[Any], names: Mapping[str, Words] | None) -> None:
        called = [self.words.value(line.name, one) if names is None else names[one] for one in values]
        self.view.choices([MenuItem(name, None) for name in called])
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

    def _ask_text(self, line: FormLine) -> None:
        self._hint_empty(line)
        typed = self.read("> ").strip()
        if typed:
            self._editor.put(typed)
        else:
            self._leave_empty(line)

    def _hint_empty(self, line: FormLine) -> None:
        can = line.optional or line.empty
        self.view.note(T("Enter: nothing there.") if can else T("Enter goes back."), "dim")

    def _leave_empty(self, line: FormLine) -> None:
        if line.optional or line.empty:
            self._editor.put(None if line.optional else "")
        else:
            self._editor.close()

    def _numbered(self, typed: str, things: list[Any], do: Callable[[Any], object]) -> None:
        if typed.isdecimal() and 1 <= int(typed) <= len(things):
            do(things[int(typed) - 1])
        else:
            self.view.note(WHAT, "red")

    def _name(self, line: FormLine) -> Words:
        if isinstance(line.name, int):
            untold = line.value in (MISSING, None)
            return T("Entry") if untold else self.words.called(line.value, self.names(""))
        return self.words.line(self._editor.form, line.path, {})

    def _said(self, line: FormLine) -> Words:
        return self.words.said(line, self.names(line.sort))
