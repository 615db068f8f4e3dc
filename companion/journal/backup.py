"""Backup of the journal."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from companion.core.texts import T
from companion.journal.files import flush_folder, reader
from companion.journal.format import JournalError


def back_up(path: Path, to: Path) -> None:
    """Copy the journal to a new file ``to``, atomically."""
    part = to.with_name(to.name + ".part")
    if to.exists():
        raise JournalError(T("There is a file {path} already. Choose another name for the backup.", path=str(to)))
    try:
        part.unlink(missing_ok=True)
        with closing(reader(path)) as source, closing(sqlite3.connect(part)) as target:
            source.conn.backup(target)
            # A single file: a separate write-ahead log would get lost.
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
