"""What ``companion doctor`` says about the journal."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from companion.core.texts import P, T, Text
from companion.journal.files import check, default_path, explain, reader
from companion.journal.format import JournalError
from companion.journal.queries import problems

Check = tuple[Text, bool, Text]

FORGETFUL = {"overlay", "tmpfs", "ramfs"}
"""Kinds of file systems that a machine forgets when its power goes, without a word."""


def checks(path: Path | None = None, mounts: Path = Path("/proc/mounts")) -> list[Check]:
    """Look at the journal without opening it for writing: is it sound, and does it survive a power cut?

    ``mounts`` is the kernel's list of file systems.
    """
    path = path or default_path()
    kind = _file_system(path, mounts)
    place = T("It is kept in {folder}.", folder=str(path.parent))
    if kind in FORGETFUL:
        place = T("What is in {folder} is gone at power-off: keep it on a real partition.", folder=str(path.parent))
    return [(T("journal"), *_soundness(path)), (T("place of the journal"), kind not in FORGETFUL, place)]


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


def _file_system(path: Path, mounts: Path) -> str:
    """The kind of the file system on which a path is, or will be; empty where that cannot be found out."""
    kind, longest = "", -1
    try:
        lines = mounts.read_text(errors="replace").splitlines()
    except OSError:
        return kind
    for line in lines:
        _, where, found, *_ = [*line.split(" "), "", "", ""]
        point = Path(where.replace("\\040", " "))
        if len(point.parts) >= longest and path.absolute().is_relative_to(point):
            kind, longest = found, len(point.parts)
    return kind
