"""What is wrong with a box: where, and a sentence for people of any language."""

from __future__ import annotations

from collections.abc import Iterable

from companion.core.texts import T, Text, Words, listed, plain


class Fault(str):
    """A fault of a box. As a string it is ``place: sentence`` in English; ``words`` are the same for any language.

    Rules give as its place the path of a field (``mafia_cards[2].item``); reading the box makes file, row and column of
    it.
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
        """Place and sentence, to be translated."""
        return Text("{place}: {said}", {"place": self.place, "said": self.said})

    def in_folder(self, folder: object) -> Fault:
        """The same, its place beginning with the folder that its file lies in."""
        return Fault(Text("{folder}/{place}", _args(folder, self.place)), self.said)

    def in_file(self, file: object) -> Fault:
        """The same, its place beginning with the file that it is in."""
        return Fault(Text("{folder}: {place}", _args(file, self.place)), self.said)


def in_line(file: object, line: int, column: int | None = None) -> Words:
    """A line of a file, as a text editor counts it."""
    if column is None:
        return T("{file}: line {line}", file=str(file), line=line)
    return T("{file}: line {line}, column {column}", file=str(file), line=line, column=column)


def in_row(file: str, row: int, column: Words | None = None) -> Words:
    """A row of a sheet, as a spreadsheet counts it, and a column by its heading."""
    if column is None:
        return T("{file}: row {row}", file=file, row=row)
    return T("{file}: row {row}, column {column}", file=file, row=row, column=column)


def which(paths: Iterable[Words]) -> Words:
    """The places that a sentence speaks of, in brackets at its end; nothing for none."""
    found = listed(list(paths))
    return Text(" ({places})", {"places": found}) if found else ""


def _args(around: object, place: Words) -> dict[str, Words]:
    return {"folder": str(around), "place": place}
