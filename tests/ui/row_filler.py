"""Enters a row by touch: taps whatever differs from the given row."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from companion.core.texts import readable
from companion.packs.editing.rows import MISSING, Path
from tests.ui.finger import Finger
from tests.ui.hands import Hands
from ui.screens.row import FIGURES
from ui.widgets.buttons import TapButton

MOST_TAPS = 400
TAGS = ("op", "type", "kind")
"""Fields with the kind of a record."""
NOTHING = (MISSING, None, "", [], {}, False)


def fill_row(hands: Hands, row: Mapping[str, Any]) -> None:
    """Fill in the present form to match ``row`` and save it, even if the next one is asked for then; ids are not
    entered."""
    editor = hands.screen.editor
    # A word is not entered, but the name that it is made of.
    lines = [line for line in editor.form.lines(()) if line.word and line.name != "id" and editor.hides(line.path)]
    named = {} if row.get("name") or not lines else {"name": readable(row[str(lines[0].name)])}
    filler = _RowFiller(hands, {**row, **named})
    for _ in range(MOST_TAPS):
        assert not hands.root.banner.shown, hands.root.banner.text
        if hands.root.name != "row" or hands.screen.editor is not editor:
            return
        filler.step()
    raise AssertionError(f"{row} is never complete")


class _RowFiller:
    def __init__(self, hands: Hands, row: Mapping[str, Any]) -> None:
        self.hands = hands
        self.row = row
        self.finger = Finger(hands)

    def step(self) -> None:
        """The next tap or word."""
        screen = self.hands.screen
        told = screen.editor
        line = told.line if told.path else None
        wanted = self._wanted(told.path)
        if line is None or line.kind == "page":
            self._page(told, wanted)
        elif line.kind == "text" and screen.keyboard.shown:
            self._type(str(wanted or ""))
        elif wanted in (MISSING, None):
            self.finger.label("Nothing there")
        elif screen.board.shown and screen.board.cell(f"square:{wanted}") is not None:
            self.hands.tap_spot(f"square:{wanted}")
        elif line.kind == "number" and isinstance(wanted, int) and wanted > FIGURES:
            self._key_in(told.path, wanted)
        else:
            self._option((told.path, wanted))

    def _page(self, told: Any, wanted: Any) -> None:
        """Pick a kind, add a missing list entry, or open a differing line; otherwise finish."""
        screen = self.hands.screen
        if (told.line.kinds if told.path else told.form.line(()).kinds) and told.unpicked:
            self._option((told.path, next(wanted[tag] for tag in TAGS if tag in wanted)))
        elif told.path and told.form.is_list(told.path):
            value = told.form.value(told.path)
            there = value if isinstance(value, list) else []
            if len(there) < len(wanted):
                entry = wanted[len(there)]
                kind = entry.get("op", "") if isinstance(entry, dict) else ""
                (self._option if kind else self._row)((told.path, kind))
            else:
                # Naming the place that is drawn puts the switch on, so it comes last.
                paths = [*((*told.path, n) for n in range(len(there))), *(line.path for line in told.switches())]
                elsewhere = screen._ends_here and not same(told.form.row, self.row)
                self._differing(told, paths, otherwise="Back" if elsewhere else "")
        elif screen.amounts.shown:
            self._amounts(told, wanted)
        else:
            self._differing(told, [line.path for line in told.lines()])

    def _differing(self, told: Any, paths: list[Path], otherwise: str = "") -> None:
        for path in paths:
            if not same(told.form.value(path), self._wanted(path)):
                self._row((told.path, path[-1]) if isinstance(path[-1], int) else path)
                return
        if otherwise:
            self.finger.label(otherwise)
        else:
            self.finger.amber()

    def _amounts(self, told: Any, wanted: Mapping[str, int]) -> None:
        for view in self.hands.screen.amounts.rows:
            if view.shown and view.amount.n < wanted.get(view.amount.id, 0):
                self.finger.tap(view.more)
                return
        self.finger.amber()

    def _key_in(self, path: Path, n: int) -> None:
        """Type a number that is too large for buttons."""
        self._option((path, "more"))
        for figure in str(n):
            self.finger.label(figure)
        self.finger.amber()

    def _option(self, key: object) -> None:
        panel = self.hands.screen.options
        for _ in range(20):
            found = [button for button in panel.buttons if button.shown and button.key == key]
            if found:
                self.finger.tap(found[0])
                return
            more = next((one for one in panel.buttons if one.shown and one.key is None), None)
            assert isinstance(more, TapButton), f"no option {key}"
            self.finger.tap(more)

    def _row(self, key: object) -> None:
        """Tap a line, or the words of a sentence that say it or what it is part of."""
        sentence, rows = self.hands.screen.sentence, self.hands.screen.rows
        for button in sentence.buttons if sentence.shown and isinstance(key, tuple) else ():
            if button.shown and button.key and key[: len(button.key)] == button.key:
                self.finger.tap(button)
                return
        for _ in range(20):
            found = [view for view in rows.views if view.shown and view.row.key == key]
            if found:
                self.finger.tap(found[0])
                return
            assert rows.after.shown, f"no line {key}"
            self.finger.tap(rows.after)

    def _type(self, text: str) -> None:
        if not text:
            self.finger.label("Nothing there")
            return
        type_quickly(self.hands, text, self.finger.tap)
        self.finger.amber()

    def _wanted(self, path: Path) -> Any:
        found: Any = self.row
        for step in path:
            if isinstance(found, list):
                found = found[int(step)] if int(step) < len(found) else MISSING
            else:
                found = found.get(step, MISSING) if isinstance(found, Mapping) else MISSING
        return found


def type_quickly(hands: Hands, text: str, tap: Callable[[TapButton], object], *, capitals: bool = True) -> None:
    """Type a text letter by letter, or take a proposal that says what comes next and saves a tap. Without ``capitals``
    it does not matter which letters have one."""

    def alike(one: str) -> str:
        return one if capitals else one.lower()

    typed = 0
    while typed < len(text):
        hands.look(2)
        screen = hands.screen
        for button in screen.proposed.buttons if screen.proposed.shown else ():
            becomes = screen.suggestions.completed(text[:typed], button.text) if button.shown else ""
            saved = min(len(becomes), len(text)) - typed
            if saved > 1 and alike(f"{text} ").startswith(alike(becomes)):
                tap(button)
                typed += saved
                break
        else:
            said = "space" if text[typed] == " " else text[typed].lower()
            tap(next(key for key in screen.keyboard.keys if key.shown and key.text.lower() == said))
            typed += 1


def as_entered(row: Mapping[str, Any]) -> dict[str, Any]:
    """The part of a card that is entered: titles and texts of tasks reduced to letters, without full text."""
    found: dict[str, Any] = _letters({name: value for name, value in row.items() if name != "id"})
    for holder in (found, found.get("event", {})):
        if "text" in holder:
            holder["text"] = ""
    return found


def _letters(value: Any, *, named: bool = False) -> Any:
    """English texts; names and translated texts reduced to letters."""
    if isinstance(value, dict) and "en" in value:
        return _letters(value["en"], named=True)
    if isinstance(value, dict):
        inner = {name: one for name, one in value.items() if not name.startswith("raw_")}
        return {name: _letters(one, named=name in ("name", "title", "set_type")) for name, one in inner.items()}
    if isinstance(value, list):
        return [_letters(one) for one in value]
    return re.sub("[^a-z ]", "", value.lower()).strip().capitalize() if named and isinstance(value, str) else value


def same(one: Any, other: Any) -> bool:
    """True if both rows are equal, apart from defaults and ids."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return all(same(one.get(name), other.get(name)) for name in {*one, *other} - {"id"})
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return one == other or (
        any(one is no or one == no for no in NOTHING) and any(other is no or other == no for no in NOTHING)
    )
