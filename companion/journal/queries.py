"""Questions to the journal's tables; each is given a connection and changes nothing."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from typing import Any

from sqlite_utils import Database

from companion.core.texts import P, T, Text
from companion.journal.format import (
    Chain,
    Damaged,
    Newer,
    SavedGame,
    first_link,
    follow,
    read_entry,
    read_game,
    read_setup,
)
from companion.session.readings import ReadingId
from companion.table.log import Entry

Row = dict[str, Any]


def game_rows(db: Database) -> list[Row]:
    """The rows of all games, the one that was played last first."""
    return list(db.query("SELECT * FROM games ORDER BY played DESC, n DESC"))


def game_row(db: Database, game_id: str) -> Row | None:
    """The row of one game."""
    return next(iter(db.query("SELECT * FROM games WHERE id = ?", [game_id])), None)


def entry_rows(db: Database, game: int) -> Iterator[tuple[Any, Any, Any]]:
    """The rows ``(rev, body, hash)`` of one game, from the first on, as they are read."""
    return db.execute("SELECT rev, body, hash FROM entries WHERE game = ? ORDER BY rev", [game])


def chain(db: Database, row: Row) -> Chain:
    """The log of a game as far as it is sound; raises ``Newer``."""
    return follow(first_link(row["id"], row["setup"]), list(entry_rows(db, row["n"])))


def saved_game(db: Database, row: Row) -> SavedGame:
    """What a row says about its game; raises ``Newer`` or ``Damaged``."""
    last = db.execute("SELECT rev, body FROM entries WHERE game = ? ORDER BY rev DESC LIMIT 1", [row["n"]]).fetchone()
    if last is None:
        return read_game(row, 0, None)
    try:
        at = read_entry(last[0], last[1]).at
    except (Damaged, TypeError):
        # Only the time is missing then; the log itself is checked when the game is loaded.
        at = None
    return read_game(row, last[0], at)


def saved_games(db: Database) -> list[SavedGame]:
    """All games, the one that was played last first; those whose beginning cannot be read are left out."""
    found = []
    for row in game_rows(db):
        try:
            found.append(saved_game(db, row))
        except (Damaged, Newer):
            continue
    return found


def logs(db: Database) -> Iterator[tuple[str, list[Entry]]]:
    """The rulebook and the log of each game, as far as both are sound, the one that was played first first."""
    for row in reversed(game_rows(db)):
        try:
            yield read_setup(row["setup"]).game, chain(db, row).entries
        except (Damaged, Newer):
            continue


def mend(db: Database, row: Row) -> Row | None:
    """What to set in a damaged row so that its game can go on; None if its setup is not what was written.

    The log vouches for id and setup, because its chain begins there; what else was noted is set to what asks
    nothing of anybody.
    """
    try:
        setup = read_setup(row["setup"])
        sound = chain(db, row)
    except (Damaged, Newer):
        return None
    if not sound.entries:
        return None
    return {
        "format": setup.format,
        "created": sound.entries[0].at,
        "chance": "{}",
        "confirmed": len(sound.entries),
        "finished": 0,
        "summary": "{}",
        "played": row["played"] if isinstance(row["played"], int) else 0,
    }


def readings(db: Database, latest: int) -> Iterable[ReadingId]:
    """The latest readings that have been used or put aside."""
    rows = db.execute("SELECT serial, boot_id, seq FROM readings ORDER BY n DESC LIMIT ?", [latest])
    return (ReadingId(*row) for row in rows)


def problems(db: Database) -> list[Text]:
    """All that is wrong with a journal, one sentence each; an empty list when it is what was written."""
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
