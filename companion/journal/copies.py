"""Copies of games outside the journal: a backup of the file, and single games as JSON lines."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, field

from companion.core.texts import T
from companion.journal.files import flush_folder, reader
from companion.journal.format import JournalError
from companion.table.log import FORMAT, Entry, Setup


class Export(Struct, forbid_unknown_fields=True):
    """The first line of an exported game; ``journal`` is the version of the format, ``entries`` how many follow."""

    journal: int
    id: str
    created: float
    setup: Setup
    chance: dict[str, str]
    entries: int
    confirmed: int = 0
    finished: bool = False
    notes: dict[str, Any] = field(name="summary", default_factory=dict)


class _Version(Struct):
    journal: int


def back_up(path: Path, to: Path) -> None:
    """Copy the journal as it is now to a new file ``to``; it is there whole, or not at all."""
    part = to.with_name(to.name + ".part")
    if to.exists():
        raise JournalError(T("There is a file {path} already. Choose another name for the backup.", path=str(to)))
    try:
        part.unlink(missing_ok=True)
        with closing(reader(path)) as source, closing(sqlite3.connect(part)) as target:
            source.conn.backup(target)
            # One plain file: a copy that needs a second file beside it gets parted from it.
            target.execute("PRAGMA journal_mode=DELETE")
        with part.open("rb+") as file:
            os.fsync(file.fileno())
        os.rename(part, to)
        flush_folder(to.parent)
    except (sqlite3.Error, OSError) as error:
        part.unlink(missing_ok=True)
        raise JournalError(
            T("The backup {path} could not be written: {reason}. Nothing has changed.", path=str(to), reason=str(error))
        ) from error


def write_export(start: Export, entries: Iterable[Entry]) -> Iterator[str]:
    """A game as JSON lines, without line ends."""
    for record in (start, *entries):
        yield msgspec.json.encode(record).decode()


def read_export(lines: Iterable[str]) -> tuple[Export, list[Entry]]:
    """The game behind lines; ``JournalError`` names the line that is not right."""
    full = [(number, line) for number, line in enumerate(lines, 1) if line.strip()]
    if not full:
        raise JournalError(T("There is no game in it: it is empty."))
    start = _decode(*full[0], Export)
    entries: list[Entry] = []
    for number, line in full[1:]:
        entry = _decode(number, line, Entry)
        if entry.rev != len(entries) + 1:
            raise _wrong(number, f"entry {entry.rev} follows entry {len(entries)}")
        entries.append(entry)
    if len(entries) != start.entries:
        raise JournalError(
            T("A part of the game is missing: {there} of {all} entries.", there=len(entries), all=start.entries)
        )
    return start, entries


def _decode(number: int, line: str, kind: type[Any]) -> Any:
    try:
        if kind is Export and msgspec.json.decode(line, type=_Version).journal > FORMAT:
            raise JournalError(T("The game was saved by a newer version of the companion. Update the companion."))
        return msgspec.json.decode(line, type=kind)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise _wrong(number, str(error)) from error


def _wrong(number: int, reason: str) -> JournalError:
    return JournalError(T("Line {number} is not a line of a saved game: {reason}.", number=number, reason=reason))
