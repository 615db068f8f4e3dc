"""A box in words: the labels of forms, and its problems, each with its table, row and field."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

import msgspec
from msgspec import Struct, structs

from companion.core.effects import OPS
from companion.core.phrases import Unreadable
from companion.core.refusals import BadPack, Fault
from companion.core.rules import Rules
from companion.core.sheets import BoxSheets
from companion.core.texts import P, T, Text, Words, listed, plain, readable
from companion.packs.content import LANGUAGE
from companion.packs.editing import rows, tables
from companion.packs.editing.rows import MISSING, FormLine, Path, RowForm

COMMON: Final[Mapping[str, Words]] = {
    "id": T("Short name"),
    "name": T("Name"),
    "title": T("Title"),
    "text": T("Text"),
    "count": T("How many"),
    "n": T("How many"),
    "kind": T("Kind"),
    "type": T("Kind"),
    "colour": T("Colour"),
    "effects": T("What it does"),
    "board": T("Board"),
    "language": T("Language"),
    "origin": T("Where it comes from"),
    "edition": T("Edition"),
    "x": T("Column"),
    "y": T("Row"),
    "w": T("Width"),
    "h": T("Height"),
    "index": T("Number"),
    "tiles": T("Tiles"),
    "cards": T("Cards"),
    "green": T("Green"),
    "blue": T("Blue"),
    "red": T("Red"),
    "yellow": T("Yellow"),
    "white": T("White"),
    "options": T("What can be chosen"),
    "options#": T("Choice"),
    "by": T("Who chooses"),
    "do": T("Then this happens"),
    "then": T("Then this happens"),
    "else": T("Otherwise"),
    "until": T("How long"),
    "of": T("Of what"),
    "least": T("At least"),
    "most": T("At most"),
    "every": T("For every so many"),
    "ask": T("Question to the table"),
    "on": T("What each face does"),
    "faces": T("Faces"),
    "die": T("Which die"),
    "when": T("When"),
    "+choose": T("One of several"),
    "+if": T("If … then … else"),
    "+each": T("For each …"),
    "+die": T("A die decides"),
    "+later": T("Later"),
    "=True": T("yes"),
    "=False": T("no"),
    "=None": T("none"),
    "=blue": T("blue"),
    "=red": T("red"),
    "=yellow": T("yellow"),
    "=white": T("white"),
    "=green": T("green"),
}

FEW = 6
"""Longer lists show only their length."""
ID = "id"
KINDS: Final = ("role", "index", "kind", "type", "back", "colour")
"""Fields that say what a thing is."""
ALWAYS: Final = frozenset({"role", "index"})
PIECE: Final = frozenset({ID, "kind", "type", "back", "colour", "count"})
"""The fields of a piece of which there are several alike."""
NO_LANGUAGE: Final = frozenset({"at", "id", "op", "per", "to", "who"})
"""Field names that look like language codes."""


TERMS: Final = frozenset({"known", "timing", "possible"})
"""The placeholders of sentences about faults in which terms of the game stand, with commas in between."""


class BoxWords:
    """Labels for the forms of a game's box. With its ``sheets``, effects that hold others are sentences.

    ``words`` are the game's own and override the common ones. Keys: ``field``; ``around.field`` for a field inside
    another, and ``.field`` only for one of the row itself; ``table#`` for rows of a table that have only a number;
    ``+kind`` for a kind of record; ``=value``; ``field=value`` for a value in one field. ``icons`` has pictures by the
    same keys. Without a label, the name itself is shown.
    """

    def __init__(
        self,
        words: Mapping[str, Words] | None = None,
        icons: Mapping[str, str] | None = None,
        sheets: BoxSheets | None = None,
    ) -> None:
        self._sheets = sheets
        self._words = {**COMMON, **(words or {})}
        self._icons = icons or {}
        self._lines: tuple[object, dict[tuple[str, str], Words]] = (None, {})

    def field(self, name: str | int, around: str | int = "") -> Words:
        """The label of a field inside ``around``, or of a list entry by its index."""
        if isinstance(name, int):
            return T("Entry {n}", n=name + 1)
        return self._words.get(f"{around}.{name}") or self._words.get(name, _plain(name))

    def line(self, form: RowForm, path: Path, names: Mapping[str, Words]) -> Words:
        """The label of a form's line; for the only line of a record, that of the record."""
        around = path[:-1]
        alone = bool(around) and not isinstance(around[-1], int) and len(form.lines(around)) == 1
        at = len(path) - (2 if alone and not form.is_scale(around) else 1)
        inside = path[at - 1] if at else ""
        # A field of an entry of a list is inside a kind of entry, such as an effect.
        inside = form.kind_at(path[:at]) if isinstance(inside, int) else inside
        return names.get(str(path[at])) or self.field(path[at], inside)

    def counted(self, table: str, number: int) -> Words:
        """The label of a row known only by its number; empty if the table has none."""
        return T("{what} {n}", what=self._words[f"{table}#"], n=number) if f"{table}#" in self._words else ""

    def nth(self, field: str, number: int) -> Words:
        """What an entry is called that says nothing yet, such as one of several things that can be chosen."""
        return self.counted(field, number) or self.field(number - 1)

    def problem(self, problem: Problem) -> Words:
        """A problem's sentence, with its field."""
        names = [step for step in problem.place if isinstance(step, str) and step != "op"]
        if problem.missing or not names:
            return problem.sentence
        line = self.field(names[-1], names[-2] if len(names) > 1 else "")
        return T("{whose}: {what}", whose=line, what=self.in_labels(problem.sentence, names[-1]))

    def in_labels(self, said: Words, field: str) -> Words:
        """A sentence about a field with its game terms, which are those of files, as forms say them."""
        if not isinstance(said, Text):
            return said
        args = {name: self.in_labels(arg, field) for name, arg in said.args.items()}
        for name, arg in args.items():
            if isinstance(arg, str) and name == "effect" and self._sheets is not None:
                with suppress(Unreadable):
                    args[name] = self._sheets.sentence([self._sheets.phrases.read(arg)], {})
            elif isinstance(arg, str) and name in TERMS:
                args[name] = listed([self.value(field, one.replace(" ", "_")) for one in arg.split(", ")])
        return structs.replace(said, args=args)

    def kind(self, name: str) -> Words:
        """The label of a kind of record, such as an effect."""
        return self._words.get(f"+{name}", _plain(name))

    def value(self, field: str | int, value: Any) -> Words:
        for key in (f"{field}={value}", f"={value}"):
            if key in self._words:
                return self._words[key]
        return _plain(str(value))

    def icon(self, *keys: str) -> str:
        """The icon of the first key that has one; empty if none has."""
        return next((self._icons[key] for key in keys if key in self._icons), "")

    def said(self, line: FormLine, name: Mapping[str, Words] | None = None) -> Words:
        """The value of a line as words; ``name`` has words for the ids of other things, such as squares."""
        value = line.value if line.value is not MISSING else line.default
        if value is MISSING:
            return T("not said yet")
        if value is None or value in ([], {}):
            return self.value(line.name, None)
        if isinstance(value, list) and len(value) > FEW:
            return P("{n} entry", "{n} entries", len(value))
        return self._whole(line.name, value, name or {})

    def called(self, entry: Any, names: Mapping[str, Words] | None = None) -> Words:
        """A short name for a list entry: its name or title, its kind, or all its fields."""
        if isinstance(entry, dict) and "op" not in entry:
            for name in ("name", "title", "line"):
                if entry.get(name):
                    return entry[name] if isinstance(entry[name], str) or _is_text(entry[name]) else str(entry[name])
            inner = [self.called(value) for value in entry.values() if isinstance(value, dict) and "title" in value]
            known = (names or {}).get(str(entry.get(ID)))
            return inner[0] if inner else self._kind_of(entry) or known or self._record(entry, names or {})
        if isinstance(entry, dict) and entry["op"] in OPS and self._sheets is not None:
            return self._sheets.sentence([entry], names or {})
        if isinstance(entry, dict) and entry.get("text"):
            # The text is complete without the other fields.
            return T("{kind} ({what})", kind=self.kind(str(entry["op"])), what=entry["text"])
        return self._whole("", entry, names or {})

    def _kind_of(self, entry: Mapping[str, Any]) -> Words:
        number, place = entry.get("index"), entry.get("position")
        if isinstance(number, int):
            card, space = T("Card {n}", n=number), self._words.get("position#")
            if not isinstance(place, int) or not isinstance(space, Text):
                return card
            return T("{first}, {second}", first=card, second=structs.replace(space, args={"n": place}))
        for name in KINDS:
            if isinstance(entry.get(name), str | int) and (name in ALWAYS or entry.keys() <= PIECE):
                return self.value(name, entry[name])
        return readable(str(entry[ID])) if entry.keys() == {ID} else ""

    def _whole(self, field: str | int, value: Any, names: Mapping[str, Words]) -> Words:
        if _is_text(value):
            return dict(value)
        if isinstance(value, dict):
            return self._record(value, names)
        if isinstance(value, list):
            return listed([self._in_a_list(field, entry, names) for entry in value])
        if isinstance(value, str) and not self._known(field, value):
            return names.get(value, value)
        if isinstance(value, int) and not isinstance(value, bool) and not self._known(field, value):
            return str(value)
        return self.value(field, value)

    def _in_a_list(self, field: str | int, entry: Any, names: Mapping[str, Words]) -> Words:
        """An effect is a sentence here, if all of it is said."""
        effect = isinstance(entry, dict) and "op" in entry and self._sheets is not None
        said = self._sheets.sentence([entry], names) if effect and self._sheets is not None else ""
        return said if plain(said) else self._whole(field, entry, names)

    def _known(self, field: str | int, value: object) -> bool:
        return f"{field}={value}" in self._words or f"={value}" in self._words

    def _line(self, field: str, value: Any, names: Mapping[str, Words]) -> Words:
        """One field as words, cached because thousands of cards share the same ones."""
        if self._lines[0] is not names:
            self._lines = names, {}
        key = field, repr(value)
        line = self._lines[1].get(key)
        if line is None:
            line = T("{field}: {value}", field=self.field(field), value=self._whole(field, value, names))
            self._lines[1][key] = line
        return line

    def _record(self, value: Mapping[str, Any], names: Mapping[str, Words]) -> Words:
        """All fields of a record; an effect starts with its kind, and zero amounts are left out."""
        op = value.get("op")
        amounts = all(type(one) is int for one in value.values()) and any(value.values())
        parts: list[Words] = [
            self._line(field, inner, names)
            for field, inner in value.items()
            if field not in ("op", "id") and inner not in (None, [], {}, "") and not (amounts and inner == 0)
        ]
        if op is None:
            return listed(parts) if parts else self.value("", None)
        kind = self.kind(str(op))
        return T("{kind} ({what})", kind=kind, what=listed(parts)) if parts else kind


def _is_text(value: Any) -> bool:
    """True for a text in several languages, told apart from records with short field names."""
    if not isinstance(value, dict) or not value or value.keys() & NO_LANGUAGE:
        return False
    return all(LANGUAGE.fullmatch(key) and isinstance(text, str) for key, text in value.items())


def _plain(name: str) -> str:
    return name.replace("_", " ")


# Problems.

STEP = re.compile(r"\[(\d+)\]|([^.\[\]]+)")
MISSING_PART = ("is missing", "must have at least one")
"""How the sentences about missing parts begin."""

WHOLE = "whole"
"""A field of a box, its board or a story; False while parts are still to be filled in."""


class Problem(Struct, frozen=True):
    """A problem and its location.

    ``table`` is empty outside tables, and ``index`` is None for a table as a whole. ``place`` is the path of the field.
    """

    sentence: Words
    table: tables.Path = ()
    index: int | None = None
    place: rows.Path = ()
    missing: bool = False
    """True if a part is missing rather than wrong."""


def located(problems: Iterable[Fault], known: Sequence[tables.Path], words: BoxWords) -> list[Problem]:
    """Locate faults in a box with these tables. Missing fields of one row become one problem."""
    found: list[Problem] = []
    missing: dict[tuple[tables.Path, int | None], list[rows.Path]] = {}
    for problem in problems:
        table, index, place = _place(plain(problem.place), known)
        if plain(problem.said).startswith(MISSING_PART) and place:
            missing.setdefault((table, index), []).append(place)
        else:
            found.append(Problem(problem.said, table, index, place))
    incomplete = [
        Problem(T("Still missing: {lines}", lines=_lines(places, words)), table, index, places[0], missing=True)
        for (table, index), places in missing.items()
    ]
    return [*incomplete, *found]


def as_whole(data: Mapping[str, Any]) -> dict[str, Any]:
    """A box without its marks for missing parts."""
    found = _unmarked(data)
    if isinstance(data.get("board"), dict):
        found["board"] = _unmarked(data["board"])
    if isinstance(data.get("scenarios"), list):
        found["scenarios"] = [_unmarked(one) if isinstance(one, dict) else one for one in data["scenarios"]]
    return found


def with_whole_board(data: Mapping[str, Any]) -> dict[str, Any]:
    """The same, but for the marks of stories whose last card is not known, as long as another one is complete."""
    stories = [one for one in data.get("scenarios") or () if isinstance(one, dict)]
    complete = [one for one in stories if (one.get("cards") or [{}])[-1].get("final_challenge")]
    found = as_whole(data)
    if complete:
        found["scenarios"] = [_unmarked(one) if one in complete else one for one in stories]
    return found


def _unmarked(data: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in data.items() if name != WHOLE}


def whole_if_valid(rules: Rules[Any], data: Mapping[str, Any]) -> dict[str, Any]:
    """Mark a box as whole once it is valid."""
    whole = _unmarked(data)
    if len(whole) == len(data):
        return whole
    try:
        rules.read_pack(msgspec.to_builtins(whole))
    except BadPack:
        return dict(data)
    return whole


def _place(path: str, known: Sequence[tables.Path]) -> tuple[tables.Path, int | None, rows.Path]:
    steps: list[str | int] = [int(number) if number else word for number, word in STEP.findall(path)]
    table = max((one for one in known if tuple(steps[: len(one)]) == one), key=len, default=())
    rest = steps[len(table) :]
    if table and rest and isinstance(rest[0], int):
        return table, rest[0], tuple(rest[1:])
    if table:
        return table, None, ()
    within = next((one for one in known if one[: len(steps)] == tuple(steps)), ())
    return within, None, () if within else tuple(steps)


def _lines(places: Sequence[rows.Path], words: BoxWords) -> Words:
    """The names of fields; with their parents if names repeat."""
    names = [[step for step in place if isinstance(step, str)] for place in places]
    ends = list(dict.fromkeys((name[-2] if len(name) > 1 else "", name[-1]) for name in names if name))
    lasts = [last for _, last in ends]
    return listed([_line(words, around, name, alone=lasts.count(name) == 1) for around, name in ends])


def _line(words: BoxWords, around: str, name: str, *, alone: bool) -> Words:
    line = words.field(name, around)
    return line if alone or not around else T("{whose}: {what}", whose=words.field(around), what=line)
