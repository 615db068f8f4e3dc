"""Damage: checking a journal, recovering what SQLite cannot read any more, and backing up."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.core.texts import P, T, Text
from companion.doctor import Check
from companion.journal.files import check, default_path, explain, flush_folder, make, reader, remove, writer
from companion.journal.format import Damaged, JournalError, Newer, first_link, follow, missing_statements, read_game
from companion.journal.queries import Row, chain, entry_rows, game_rows, saved_game
from companion.journal.results import copy_result, player_rows, results

if TYPE_CHECKING:
    from sqlite_utils import Database


def problems(db: Database) -> list[Text]:
    """All problems of a journal, one sentence each."""
    try:
        sound = [row[0] for row in db.execute("PRAGMA integrity_check(1)")] == ["ok"]
    except sqlite3.DatabaseError:
        sound = False
    found = [] if sound else [T("SQLite has found damage in the file.")]
    try:
        rows = game_rows(db)
        for row in rows:
            found += _problems_of(db, row)
        known = {row["n"] for row in rows}
        strays = sum(1 for (game,) in db.execute("SELECT game FROM entries") if game not in known)
        if strays:
            found.append(P("{n} entry belongs to no game.", "{n} entries belong to no game.", strays))
        for game_id in () if missing_statements(db) else results(db).damaged:
            found.append(T("The result of the game {id} is damaged.", id=game_id))
    except sqlite3.DatabaseError:
        found.append(T("A part of the file cannot be read."))
    return found


def _problems_of(db: Database, row: Row) -> list[Text]:
    name = str(row["id"])
    try:
        saved = saved_game(db, row)
        sound = chain(db, row)
    except Newer:
        return [T("The game {id} was written by a newer version.", id=name)]
    except (Damaged, TypeError):
        return [T("What is noted about the game {id} is damaged.", id=name)]
    if not sound.whole or saved.rev != len(sound.entries):
        return [T("The log of the game {id} is damaged after entry {rev}.", id=name, rev=len(sound.entries))]
    return []


# Recovery: all intact games are copied to a new journal.


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
