"""Looking into a journal that somebody else may be writing: nothing is mended, nothing is changed."""

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
    """A journal as it is on disk now; made by ``open_read_only``."""

    def __init__(self, path: Path, db: Database) -> None:
        self.path = path
        self._db = db

    @property
    def results(self) -> Results:
        """How its games have ended; ``JournalError`` where an older version writes it, which knows nothing of that."""
        if schema.missing_statements(self._db):
            raise JournalError(
                T("The journal {path} is held by an older version: close that, and ask again.", path=str(self.path))
            )
        return Results(lambda question: question(self._db), lambda write: None)

    def games(self, first: int = 0, most: int | None = None) -> list[SavedGame]:
        """``most`` games (None: all) from the ``first`` on, the one that was played last is 0; those whose beginning is
        damaged are left out."""
        return queries.saved_games(self._db, first=first, most=most).games

    def saved(self, game_id: str) -> SavedGame:
        """What is known about a game; ``JournalError`` if there is none of that id, or it cannot be read."""
        return saved_of(self._db, self.path, game_id)

    def load(self, game_id: str) -> tuple[Setup, dict[str, str], list[Entry]]:
        """A game's setup, who answers chance, and its log as far as it is sound; ``JournalError`` as ``saved`` does."""
        game = self.saved(game_id)
        row = queries.game_row(self._db, game_id)
        if row is None:
            raise JournalError(files.missing(self.path, game_id))
        return game.setup, game.chance, queries.chain(self._db, row).entries

    def logs(self) -> Iterator[tuple[str, list[Entry]]]:
        """The rulebook and the log of each game, as far as both are sound, the one that was played first first."""
        return queries.logs(self._db)


def saved_of(db: Database, path: Path, game_id: str) -> SavedGame:
    """What the journal at ``path`` knows about a game; ``JournalError`` says why it cannot be read."""
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
    """Read the journal at ``path`` (None: where it belongs), also while a companion writes it.

    ``JournalError`` for a file that is missing, no journal, written by a newer version, or damaged.
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
