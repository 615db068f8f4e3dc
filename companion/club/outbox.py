"""Which finished games of this journal the club knows of, and by which number it knows this table.

A game is to be told as long as what is kept of it is not what was told last. So nothing has to be put into the outbox
when a game ends: what is in the journal and was not told is what waits, whatever happened to power and network.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial
from typing import NamedTuple

from sqlite_utils import Database

from companion.journal import Journal, JournalError, files
from companion.journal.format import Damaged
from companion.journal.results import player_rows, read_result
from companion.results.finished import Finished

TABLE, COLLECTOR = "table", "collector"
"""As what the club can know a journal."""
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
        self.table = number_of(journal, TABLE, fresh, begin=_begin)
        """The number of this table in the club."""

    def renumber(self, table: str) -> None:
        """This table has another number from now on."""
        self.table = table
        self._submit(partial(_set_number, what=TABLE, number=table))

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

    def sent(self, one: Waiting) -> None:
        """The club has it as it was then."""
        self._submit(partial(_mark, game_id=one.result.id, seal=one.seal))

    def withdrawn(self, most: int) -> list[str]:
        """Up to ``most`` ids of games that the club has heard of, and that go on after all."""
        try:
            with closing(files.reader(self._path)) as db:
                gone = "SELECT id FROM sent WHERE id NOT IN (SELECT id FROM finished) LIMIT ?"
                return [row[0] for row in db.execute(gone, [most])]
        except sqlite3.Error:
            return []

    def forgotten(self, game_id: str) -> None:
        """The club has forgotten that it was over."""
        self._submit(partial(_forget, game_id=game_id))


def number_of(
    journal: Journal, what: str, fresh: Callable[[], str], begin: Callable[[Database], None] = lambda db: None
) -> str:
    """By which number the club knows this journal as ``what``. Where it has none yet, it gets a ``fresh`` one, and
    ``begin`` is done along with that. ``JournalError`` if that cannot be kept."""
    journal.flush()
    with closing(files.reader(journal.path)) as db:
        row = db.execute("SELECT value FROM club WHERE what = ?", [what]).fetchone()
    if row is not None:
        return str(row[0])
    number = fresh()

    def keep(db: Database) -> None:
        _set_number(db, what, number)
        begin(db)

    journal.write(keep)
    return number


def _begin(db: Database) -> None:
    db.execute(f"INSERT OR REPLACE INTO sent SELECT id, seal, 1 FROM finished WHERE {_OWN}")


def _set_number(db: Database, what: str, number: str) -> None:
    db.table("club").upsert({"what": what, "value": number}, pk="what")


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


def _forget(db: Database, game_id: str) -> None:
    db.execute("DELETE FROM sent WHERE id = ?", [game_id])


def _mark(db: Database, game_id: str, seal: bytes) -> None:
    db.table("sent").upsert({"id": game_id, "seal": seal, "old": 0}, pk="id")
