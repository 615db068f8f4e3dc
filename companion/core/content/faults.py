"""Faults of boxes: a location and a translatable message."""

from __future__ import annotations

from collections.abc import Iterable

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
        """Place and sentence, translatable."""
        return Text("{place}: {said}", {"place": self.place, "said": self.said})

    def in_folder(self, folder: object) -> Fault:
        """The same fault, with a folder prepended to its place."""
        return Fault(Text("{folder}/{place}", _args(folder, self.place)), self.said)

    def in_file(self, file: object) -> Fault:
        """The same fault, with a file prepended to its place."""
        return Fault(Text("{folder}: {place}", _args(file, self.place)), self.said)


def in_line(file: object, line: int, column: int | None = None) -> Words:
    """A line of a file, counted from 1."""
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
