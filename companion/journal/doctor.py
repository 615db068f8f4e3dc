"""The journal's check of ``companion doctor``."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from companion.core.texts import P, T, Text
from companion.doctor import Check
from companion.journal.files import check, default_path, explain, reader
from companion.journal.format import JournalError
from companion.journal.integrity import problems


def checks(path: Path | None = None) -> list[Check]:
    """Check the integrity of the journal at ``path`` (None: the default one), read-only."""
    return [Check(T("journal"), *_soundness(path or default_path()))]


def _soundness(path: Path) -> tuple[bool, Text]:
    if not path.exists():
        return True, T("There is no game yet.")
    try:
        check(path)
        with closing(reader(path)) as db:
            games = db.table("games").count
            found = problems(db)
    except JournalError as error:
        return False, error.text
    except sqlite3.Error as error:
        return False, explain(path, error)
    if found:
        return False, found[0]
    return True, P("{n} game is in it, and sound.", "{n} games are in it, and sound.", games)
