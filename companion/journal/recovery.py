"""What is done with a journal that SQLite cannot read any more: all games that are sound go into a new one."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

from sqlite_utils import Database

from companion.core.texts import P, T, Text
from companion.journal.files import flush_folder, make, reader, remove, writer
from companion.journal.format import Damaged, JournalError, Newer, first_link, follow, read_game
from companion.journal.queries import Row, entry_rows
from companion.journal.results import copy_result, player_rows


def recover(path: Path) -> Text:
    """Replace a damaged journal by a new one with every sound game, each up to its last sound entry.

    The damaged file is kept beside it. Gives the sentence that says so; ``JournalError`` when no game can be read,
    and then nothing has changed. Only the process that holds the lock may call this, with no connection open.
    """
    fresh = path.with_name(path.name + ".rescued")
    remove(fresh)
    try:
        make(fresh)
        with closing(writer(fresh)) as new:
            games = _copy(path, new)
    except (sqlite3.Error, OSError) as error:
        remove(fresh)
        raise JournalError(
            T(
                "The journal {path} is damaged and cannot be mended: {reason}. Move it away to begin a new one.",
                path=str(path),
                reason=str(error),
            )
        ) from error
    if not games:
        remove(fresh)
        raise JournalError(
            T(
                "The journal {path} is damaged, and no game can be read from it. Move it away to begin a new one.",
                path=str(path),
            )
        )
    aside = _put_aside(path)
    os.replace(fresh, path)
    flush_folder(path.parent)
    return P(
        "The journal was damaged. {n} game was saved from it; the damaged file is kept as {aside}.",
        "The journal was damaged. {n} games were saved from it; the damaged file is kept as {aside}.",
        games,
        aside=str(aside),
    )


def _copy(path: Path, new: Database) -> int:
    copied = 0
    with closing(reader(path)) as old:
        # Without it SQLite refuses a file that is shorter than it should be, also the pages that are there.
        old.execute("PRAGMA writable_schema=ON")
        for row in list(_as_far_as_possible(lambda: old.query("SELECT * FROM games ORDER BY n"))):
            copied += _copy_game(old, new, row)
        rows = _as_far_as_possible(lambda: old.query("SELECT * FROM readings"))
        new.table("readings").insert_all(rows, ignore=True)
        new.table("people").insert_all(_as_far_as_possible(lambda: old.query("SELECT * FROM people")), ignore=True)
        new.table("club").insert_all(_as_far_as_possible(lambda: old.query("SELECT * FROM club")), ignore=True)
        new.table("sent").insert_all(_as_far_as_possible(lambda: old.query("SELECT * FROM sent")), ignore=True)
        for row in list(_as_far_as_possible(lambda: old.query("SELECT * FROM finished"))):
            players = _as_far_as_possible(partial(player_rows, old, row["id"]))
            copy_result(new, row, list(players))
    return copied


def _copy_game(old: Database, new: Database, row: Row) -> int:
    try:
        read_game(row, 0, None)
        rows = list(_as_far_as_possible(lambda: entry_rows(old, row["n"])))
        sound = len(follow(first_link(row["id"], row["setup"]), rows).entries)
    except (Damaged, Newer):
        return 0
    with new.atomic():
        new.table("games").insert(row)
        columns = ("game", "rev", "body", "hash")
        new.table("entries").insert_all(dict(zip(columns, (row["n"], *rest), strict=True)) for rest in rows[:sound])
    return 1


def _as_far_as_possible(rows: Callable[[], Iterator[Any]]) -> Iterator[Any]:
    try:
        yield from rows()
    except sqlite3.DatabaseError:
        return


def _put_aside(path: Path) -> Path:
    number = 1
    while (aside := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    os.link(path, aside)
    for end in ("-wal", "-shm"):
        # A write-ahead log that stayed here would be taken for the new file's own.
        beside = path.with_name(path.name + end)
        if beside.exists():
            os.replace(beside, aside.with_name(aside.name + end))
    return aside
