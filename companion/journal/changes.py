"""Writes to the journal's tables; each takes the writing connection, inside a transaction."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import asdict
from sqlite_utils import Database

from companion.journal.format import first_link, seal, write_json
from companion.journal.queries import Row
from companion.session.readings import ReadingId
from companion.table.log import Setup

READINGS_KEPT = 4096
"""Number of reading ids to keep: far more than any reader can retransmit."""

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


def new_row(setup: Setup, chance: Mapping[str, str], created: float) -> Row:
    """The row of a new game; number, order of play and seal are added when it is written."""
    when = time.strftime("%Y%m%d-%H%M", time.localtime(created))
    return {
        "id": when + "-" + "".join(secrets.choice(_LETTERS) for _ in range(6)),
        "format": setup.format,
        "created": float(created),
        "setup": write_json(setup),
        "chance": write_json(chance),
        "confirmed": 0,
        "finished": 0,
        "summary": "{}",
    }


def add_game(db: Database, row: Row) -> tuple[int, bytes]:
    """Insert a new game; returns its number and the first hash of its log."""
    number = db.execute("SELECT coalesce(max(n), 0) + 1 FROM games").fetchone()[0]
    full = row | {"n": number, "played": _next_played(db)}
    db.table("games").insert(full | {"seal": seal(full)})
    return number, first_link(row["id"], row["setup"])


def add_entry(db: Database, row: Row) -> None:
    """Insert an entry."""
    db.table("entries").insert(row)


def change_game(db: Database, number: int, changes: Mapping[str, Any]) -> None:
    """Update columns of a game, and its seal."""
    row = next(iter(db.query("SELECT * FROM games WHERE n = ?", [number])))
    row |= changes
    db.table("games").update(number, {**changes, "seal": seal(row)})


def play_again(db: Database, number: int) -> None:
    """Mark a game as the one played last."""
    change_game(db, number, {"played": _next_played(db)})


def keep_readings(db: Database, readings: Iterable[ReadingId]) -> None:
    """Insert ids of readings, ignoring duplicates."""
    db.table("readings").insert_all((asdict(reading) for reading in readings), ignore=True)


def forget_old_readings(db: Database) -> None:
    """Delete all but the latest readings."""
    db.execute("DELETE FROM readings WHERE n <= (SELECT max(n) FROM readings) - ?", [READINGS_KEPT])


def cut(db: Database, number: int, rev: int) -> None:
    """Move all entries of a game after ``rev`` to the table ``damaged``."""
    after = "FROM entries WHERE game = ? AND rev > ?"
    db.execute(f"INSERT INTO damaged SELECT game, rev, body, hash, ? {after}", [time.time(), number, rev])
    db.execute(f"DELETE {after}", [number, rev])


def _next_played(db: Database) -> int:
    # A counter instead of a time: a Raspberry Pi has no battery-backed clock.
    return int(db.execute("SELECT coalesce(max(played), 0) + 1 FROM games").fetchone()[0])
