"""Integrity check of a journal."""

from __future__ import annotations

import sqlite3

from sqlite_utils import Database

from companion.core.texts import P, T, Text
from companion.journal.format import Damaged, Newer
from companion.journal.queries import Row, chain, game_rows, saved_game
from companion.journal.results import results
from companion.journal.schema import missing_statements


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
