"""Changes of the journal's tables; each is given the writing connection inside a transaction."""

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
"""Far more than any reader can hold unacknowledged, and so could send a second time."""

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


def new_row(setup: Setup, chance: Mapping[str, str], created: float) -> Row:
    """The row of a game that begins; its number, its place among the games and its seal come when it is written."""
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
    """Write a new game; gives its number and the hash that its log begins with."""
    number = db.execute("SELECT coalesce(max(n), 0) + 1 FROM games").fetchone()[0]
    full = row | {"n": number, "played": _next_played(db)}
    db.table("games").insert(full | {"seal": seal(full)})
    return number, first_link(row["id"], row["setup"])


def add_entry(db: Database, row: Row) -> None:
    """Write one entry."""
    db.table("entries").insert(row)


def change_game(db: Database, number: int, changes: Mapping[str, Any]) -> None:
    """Change columns of a game's row, and seal it again."""
    row = next(iter(db.query("SELECT * FROM games WHERE n = ?", [number])))
    row |= changes
    db.table("games").update(number, {**changes, "seal": seal(row)})


def play_again(db: Database, number: int) -> None:
    """Make a game the one that was played last."""
    change_game(db, number, {"played": _next_played(db)})


def keep_readings(db: Database, readings: Iterable[ReadingId]) -> None:
    """Keep records of a dice reader; one that is there already stays as it is."""
    db.table("readings").insert_all((asdict(reading) for reading in readings), ignore=True)


def forget_old_readings(db: Database) -> None:
    """Keep the latest readings only."""
    db.execute("DELETE FROM readings WHERE n <= (SELECT max(n) FROM readings) - ?", [READINGS_KEPT])


def cut(db: Database, number: int, rev: int) -> None:
    """Put all entries of a game after ``rev`` aside."""
    after = "FROM entries WHERE game = ? AND rev > ?"
    db.execute(f"INSERT INTO damaged SELECT game, rev, body, hash, ? {after}", [time.time(), number, rev])
    db.execute(f"DELETE {after}", [number, rev])


def _next_played(db: Database) -> int:
    # A count and not a clock: a Raspberry Pi has no clock that runs without power.
    return int(db.execute("SELECT coalesce(max(played), 0) + 1 FROM games").fetchone()[0])
