"""Read-only access to a journal, even while another process writes it; nothing is repaired."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

from sqlite_utils import Database

from companion.core.texts import T
from companion.journal import files, queries, schema
from companion.journal.format import Damaged, JournalError, Newer, SavedGame
from companion.journal.results import Results
from companion.table.log import Entry, Setup


class ReadOnlyJournal:
    """A journal as it is on disk; created by ``open_read_only``."""

    def __init__(self, path: Path, db: Database) -> None:
        self.path = path
        self._db = db

    @property
    def results(self) -> Results:
        """The results; raises ``JournalError`` if the schema is of an older version without results."""
        if schema.missing_statements(self._db):
            raise JournalError(
                T("The journal {path} is held by an older version: close that, and ask again.", path=str(self.path))
            )
        return Results(lambda question: question(self._db), lambda write: None)

    def games(self, first: int = 0, most: int | None = None) -> list[SavedGame]:
        """``most`` games (None: all) from index ``first`` on, last played first; damaged ones are skipped."""
        return queries.saved_games(self._db, first=first, most=most).games

    def saved(self, game_id: str) -> SavedGame:
        """The metadata of a game; raises ``JournalError`` if it does not exist or cannot be read."""
        return saved_of(self._db, self.path, game_id)

    def load(self, game_id: str) -> tuple[Setup, dict[str, str], list[Entry]]:
        """Setup, chance modes and intact log of a game; raises ``JournalError`` like ``saved``."""
        game = self.saved(game_id)
        row = queries.game_row(self._db, game_id)
        if row is None:
            raise JournalError(files.missing(self.path, game_id))
        return game.setup, game.chance, queries.chain(self._db, row).entries

    def logs(self) -> Iterator[tuple[str, list[Entry]]]:
        """The rulebook and the intact log of each game, first played first."""
        return queries.logs(self._db)


def saved_of(db: Database, path: Path, game_id: str) -> SavedGame:
    """The metadata of a game; raises ``JournalError``. ``path`` is for its message."""
    row = queries.game_row(db, game_id)
    try:
        if row is not None:
            return queries.saved_game(db, row)
    except Newer as error:
        raise JournalError(files.newer(path)) from error
    except Damaged as error:
        raise JournalError(T("The beginning of the game {id} is damaged, so it cannot go on.", id=game_id)) from error
    raise JournalError(files.missing(path, game_id))


@contextmanager
def open_read_only(path: str | Path | None = None) -> Iterator[ReadOnlyJournal]:
    """Open the journal at ``path`` (None: the default one) read-only, even while a companion writes it.

    Raises ``JournalError`` for a file that is missing, not a journal, of a newer version, or damaged.
    """
    where = files.default_path() if path is None else Path(path)
    if not where.exists():
        raise JournalError(T("There is no journal {path}.", path=str(where)))
    explain = partial(files.explain, where)
    try:
        files.check(where)
        with closing(files.reader(where)) as db:
            yield ReadOnlyJournal(where, db)
    except sqlite3.Error as error:
        raise JournalError(explain(error)) from error
