"""Recovery of a journal that SQLite cannot read any more: all intact games are copied to a new one."""

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
    """Replace a damaged journal with a new one of all intact games, each up to its last intact entry.

    The damaged file is kept beside it. Returns a message; raises ``JournalError``, with nothing changed, if no game can
    be read. The caller must hold the lock and have no connection open.
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
        # Otherwise SQLite refuses to read any page of a truncated file.
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
        # A leftover write-ahead log would be applied to the new file.
        beside = path.with_name(path.name + end)
        if beside.exists():
            os.replace(beside, aside.with_name(aside.name + end))
    return aside
