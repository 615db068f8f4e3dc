"""Refused answers, setups and packs, and the faults of a box."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from typing import Literal, TypeAlias

from companion.core.texts import T, Text, Words, listed, plain


class Fault(str):
    """A fault of a box. As a string it is ``place: sentence`` in English; ``words`` is translatable.

    Rules give the path of a field as the place (``mafia_cards[2].item``); the loader converts it to file, row and
    column.
    """

    place: Words
    said: Words

    def __new__(cls, place: Words, said: Words) -> Fault:
        place = place or T("the file")
        fault = super().__new__(cls, f"{plain(place)}: {plain(said)}")
        fault.place, fault.said = place, said
        return fault

    @property
    def words(self) -> Words:
        return Text("{place}: {said}", {"place": self.place, "said": self.said})

    def in_folder(self, folder: object) -> Fault:
        """The same fault, with a folder prepended to its place."""
        return Fault(Text("{folder}/{place}", _args(folder, self.place)), self.said)

    def in_file(self, file: object) -> Fault:
        """The same fault, with a file prepended to its place."""
        return Fault(Text("{folder}: {place}", _args(file, self.place)), self.said)


def in_line(file: object, line: int, column: int | None = None) -> Words:
    if column is None:
        return T("{file}: line {line}", file=str(file), line=line)
    return T("{file}: line {line}, column {column}", file=str(file), line=line, column=column)


def in_row(file: str, row: int, column: Words | None = None) -> Words:
    """A row of a sheet, counted as in a spreadsheet, and a column by its heading."""
    if column is None:
        return T("{file}: row {row}", file=file, row=row)
    return T("{file}: row {row}, column {column}", file=file, row=row, column=column)


def which(paths: Iterable[Words]) -> Words:
    """The places of a message, in brackets at its end; empty for none."""
    found = listed(list(paths))
    return Text(" ({places})", {"places": found}) if found else ""


def _args(around: object, place: Words) -> dict[str, Words]:
    return {"folder": str(around), "place": place}


Code: TypeAlias = Literal["malformed", "unknown", "illegal", "stale", "nothing", "over"]


class Refused(Exception):
    """A refused answer; nothing has changed.

    ``code`` is one of the codes of WIRE.md, ``rule`` the number of the violated rule, if any, ``text`` a sentence for
    people. ``fault`` is the fault of a row that a box does not take.
    """

    def __init__(self, code: Code, text: Text, rule: str | None = None, fault: Fault | None = None) -> None:
        super().__init__(plain(text))
        self.fault = fault
        self.code: Code = code
        self.text = text
        self.rule = rule


def inconsistent(what: str) -> Refused:
    """The error for ``what`` with a wrong combination of fields."""
    return Refused("malformed", T("The fields of {what} do not fit together.", what=what))


def not_this(rule: str) -> Refused:
    """The error for an answer that does not fit the open ask; ``rule`` is the rule that asks."""
    return Refused("illegal", T("That is not what is being asked now."), rule)


def known(name: str | int, names: Container[str | int]) -> None:
    """Refuse as ``unknown`` a name (or number) that is not in ``names``."""
    if name not in names:
        raise Refused("unknown", T("There is no {name} at this table.", name=name))


def known_each(some: Iterable[str | int], names: Container[str | int]) -> None:
    """Refuse as ``unknown`` if one of ``some`` is not in ``names``."""
    for name in some:
        known(name, names)


class UserFacingError(Exception):
    """An error with a sentence for people, ``text``, that says what to do."""

    def __init__(self, text: Text) -> None:
        super().__init__(plain(text))
        self.text = text


class BadSetup(UserFacingError):
    """A game cannot be started with these seats or settings; ``text`` says what is allowed."""


class BadPack(Exception):
    """A pack violates its schema or invariants; ``problems`` are all violations with file and field (R-GEN-07)."""

    def __init__(self, problems: Sequence[Fault]) -> None:
        super().__init__("\n".join(problems))
        self.problems = list(problems)
