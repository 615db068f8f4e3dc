"""Which finished games of this journal the club knows of, and by which number it knows this table.

A game is to be told as long as what is kept of it is not what was told last. So nothing has to be put into the outbox
when a game ends: what is in the journal and was not told is what waits, whatever happened to power and network.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from typing import NamedTuple

from sqlite_utils import Database

from companion.journal import Journal, JournalError, files
from companion.journal.format import Damaged
from companion.journal.results import player_rows, read_result
from companion.results.finished import Finished

TABLE = "table"
"""Under this the number stands by which the club knows the journal."""
UNTOLD = b""
"""The seal of a game that may be at the broker, and may not."""
_OWN = "table_id = '' AND table_name = ''"


class Waiting(NamedTuple):
    """A finished game that the club does not know, or not as it is now; ``seal`` is what it was when it was read."""

    result: Finished
    seal: bytes


class Outbox:
    """``fresh`` makes the number of a table. ``JournalError`` if that cannot be kept.

    A journal that gets its number here has told nobody anything before: what was played until then is its own affair,
    and does not wait. Reading has a connection of its own, so that nobody who plays waits for it.
    """

    def __init__(self, journal: Journal, fresh: Callable[[], str]) -> None:
        self._path = journal.path
        self._submit = journal.submit
        self._write = journal.write
        self.table = _number_of(journal, fresh)
        """The number of this table in the club."""

    def renumber(self, table: str) -> None:
        """This table has another number from now on."""
        self.table = table
        self._submit(partial(_set_number, number=table))

    def waiting(self, most: int) -> list[Waiting]:
        """Up to ``most`` games that wait, the one that ended first at first; none while the journal cannot be read."""
        return self._read(
            f"{_OWN} AND outcome <> 'unknown' AND sent.seal IS NOT finished.seal ORDER BY ended, id", most
        )

    def latest(self, most: int) -> list[Waiting]:
        """Up to ``most`` games that were told, the one that ended last at first."""
        return self._read(f"{_OWN} AND sent.seal = finished.seal AND NOT old ORDER BY ended DESC, id", most)

    def _read(self, which: str, most: int) -> list[Waiting]:
        try:
            with closing(files.reader(self._path)) as db:
                return _games(db, which, most)
        except (sqlite3.Error, JournalError):
            return []

    def sending(self, games: Sequence[Waiting]) -> bool:
        """They are about to be told: True once that is on the disk, so that they are withdrawn if they go on after all,
        whether or not there was power left to note that the club has them. False while nothing can be written."""
        try:
            self._write(partial(_begun, ids=[one.result.id for one in games]))
        except JournalError:
            return False
        return True

    def sent(self, one: Waiting) -> None:
        """The club has it as it was then."""
        self._submit(partial(_mark, game_id=one.result.id, seal=one.seal))

    def withdrawn(self, most: int) -> list[str]:
        """Up to ``most`` ids of games that the club has heard of, or may have, and that go on after all."""
        try:
            with closing(files.reader(self._path)) as db:
                gone = "SELECT id FROM sent WHERE id NOT IN (SELECT id FROM finished) LIMIT ?"
                return [row[0] for row in db.execute(gone, [most])]
        except sqlite3.Error:
            return []

    def forgotten(self, game_id: str) -> None:
        """The club has forgotten that it was over."""
        self._submit(partial(_forget, game_id=game_id))


def _number_of(journal: Journal, fresh: Callable[[], str]) -> str:
    """By which number the club knows this journal. Where it has none yet, it gets a ``fresh`` one, and what was played
    until then does not wait. ``JournalError`` if that cannot be kept."""
    journal.flush()
    with closing(files.reader(journal.path)) as db:
        row = db.execute("SELECT value FROM club WHERE what = ?", [TABLE]).fetchone()
    if row is not None:
        return str(row[0])
    number = fresh()

    def keep(db: Database) -> None:
        _set_number(db, number)
        db.execute(f"INSERT OR REPLACE INTO sent SELECT id, seal, 1 FROM finished WHERE {_OWN}")

    journal.write(keep)
    return number


def _set_number(db: Database, number: str) -> None:
    db.table("club").upsert({"what": TABLE, "value": number}, pk="what")


def _games(db: Database, which: str, most: int) -> list[Waiting]:
    rows = list(db.query(
        f"SELECT finished.* FROM finished LEFT JOIN sent USING (id) WHERE {which} LIMIT ?", [most]
    ))  # fmt: skip
    found = []
    for row in rows:
        try:
            found.append(Waiting(read_result(row, list(player_rows(db, row["id"]))), row["seal"]))
        except Damaged:
            # It is forgotten when somebody looks at it, and worked out once more.
            continue
    return found


def _begun(db: Database, ids: Sequence[str]) -> None:
    for game_id in ids:
        db.execute("INSERT OR IGNORE INTO sent VALUES (?, ?, 0)", [game_id, UNTOLD])


def _forget(db: Database, game_id: str) -> None:
    db.execute("DELETE FROM sent WHERE id = ?", [game_id])


def _mark(db: Database, game_id: str, seal: bytes) -> None:
    db.table("sent").upsert({"id": game_id, "seal": seal, "old": 0}, pk="id")
