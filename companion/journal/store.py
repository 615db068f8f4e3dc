"""The journal: the SQLite file that keeps the logs of all games.

Appending never blocks: a thread commits and then calls back. Entries form a hash chain, so that a resumed game is what
was played, up to the last intact entry.
"""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from msgspec import structs

from companion.core.texts import P, T, Text
from companion.journal import files, queries
from companion.journal.files import Listener, Write, Writer
from companion.journal.format import (
    Damaged,
    JournalError,
    Newer,
    SavedGame,
    migrate,
    missing_statements,
    next_link,
    write_entry,
    write_json,
)
from companion.journal.integrity import back_up, problems, recover
from companion.journal.queries import GameFilter, GamesFound
from companion.journal.results import People, ResultFilter, Results, put, remove, results
from companion.table.log import Entry, ReadingId, Setup
from companion.table.result import GameResult

if TYPE_CHECKING:
    from sqlite_utils import Database

Found = TypeVar("Found")

SOME = 8
"""Page size of the search for the last readable game."""


class _Head(NamedTuple):
    """The end of a game's log: the game's number, the last rev, its hash."""

    n: int
    rev: int
    link: bytes


class Journal:
    """A journal open for writing, by one process at a time. It is a ``companion.table.table.LogStore``.

    ``path`` is created if it does not exist; None is ``default_path()``. ``listener`` is called in the writing thread
    with a message when saving fails, and with None when it works again. Raises ``JournalError`` for a file that is not
    a journal or has a newer format, a folder that is not writable, a journal locked by another process, and a damaged
    one of which nothing can be read.
    """

    def __init__(self, path: str | Path | None = None, listener: Listener | None = None) -> None:
        self.path = files.default_path() if path is None else Path(path)
        self.notices: list[Text] = []
        """Messages about damage that was found and repaired since the journal was opened."""
        self._listener = listener
        self._order = threading.RLock()
        self._heads: dict[str, _Head] = {}
        self._playing: str | None = None
        self.results = Results(self._query, self.write)
        self.people = People(self._query, self.write)
        self._lost: set[str] = set()
        """Unusable games that have been reported."""
        held = files.lock(self.path)
        self._held: int | None = held
        try:
            self._open()
        except BaseException:
            os.close(held)
            raise

    def _open(self) -> None:
        try:
            self._start()
        except sqlite3.Error as error:
            if not files.is_damage(error):
                raise JournalError(files.explain(self.path, error)) from error
            self._start_rescued()
        except OSError as error:
            raise JournalError(files.no_room(self.path, error)) from error

    def _start(self) -> None:
        files.check(self.path)
        files.make(self.path)
        explain = partial(files.explain, self.path)
        self._writer = Writer(partial(files.writer, self.path), explain, self._listener)
        try:
            with closing(files.reader(self.path)) as db:
                self._seen = set(queries.readings(db, queries.READINGS_KEPT))
                if missing_statements(db):
                    self._writer.submit(migrate)
                # The last game may have been interrupted by a power cut. Others are checked when they are requested.
                if (row := queries.last_row(db)) is not None:
                    self._repair(db, row)
            self._writer.submit(queries.forget_old_readings)
        except BaseException:
            self._writer.close(5)
            raise

    def _start_rescued(self) -> None:
        self.notices.append(recover(self.path))
        self._heads.clear()
        try:
            self._start()
        except sqlite3.Error as error:
            raise JournalError(files.explain(self.path, error)) from error

    def _repair(self, db: Database, row: queries.Row) -> bool:
        """Repair a damaged row; True if a repair was submitted. A game that cannot be repaired is reported once."""
        try:
            queries.saved_game(db, row)
        except Newer:
            return False
        except Damaged:
            mended, name = queries.repair(db, row), str(row["id"])
            if mended is not None:
                self._writer.submit(partial(queries.change_game, number=row["n"], changes=mended))
                self.notices.append(
                    T("What was noted beside the game {id} was damaged. Check who draws the cards.", id=name)
                )
                return True
            if name not in self._lost:
                self._lost.add(name)
                self.notices.append(T("The beginning of the game {id} is damaged, so it cannot go on.", id=name))
        return False

    @property
    def alive(self) -> bool:
        """True while the writing thread runs; it keeps retrying while the disk is full."""
        return self._writer.alive

    @property
    def error(self) -> Text | None:
        """Why saving fails at the moment; None if it works."""
        return self._writer.error

    def create(self, setup: Setup, chance: Mapping[str, str]) -> str:
        """Create a game; returns its id once it is on disk. Raises ``JournalError`` if it cannot be saved."""
        row = queries.new_row(setup, chance, time.time())
        added: list[tuple[int, bytes]] = []
        with self._order:
            self._writer.run(lambda db: added.append(queries.add_game(db, row)))
            number, link = added[-1]
            game_id = str(row["id"])
            self._heads[game_id] = _Head(number, 0, link)
            self._playing = game_id
        return game_id

    def append(
        self, game_id: str, entry: Entry, saved: Callable[[], None] | None = None, readings: Sequence[ReadingId] = ()
    ) -> None:
        """Append an entry, and the ``readings`` it was made from, in one transaction, without waiting.

        ``saved`` is called in the writing thread when they are on disk. Raises ValueError unless entries come in the
        order of ``rev``, from 1, without gaps.
        """
        self.append_all(game_id, [entry], saved, readings)

    def append_all(
        self,
        game_id: str,
        entries: Sequence[Entry],
        saved: Callable[[], None] | None = None,
        readings: Sequence[ReadingId] = (),
    ) -> None:
        """Append one or more entries in one transaction; otherwise like ``append``."""
        with self._order:
            head, rows = self._head(game_id), []
            for entry in entries:
                if entry.rev != head.rev + 1:
                    raise ValueError(f"entry {entry.rev} of game {game_id} follows entry {head.rev}")
                body = write_entry(entry)
                head = _Head(head.n, entry.rev, next_link(head.link, entry.rev, body))
                rows.append({"game": head.n, "rev": entry.rev, "body": body, "hash": head.link})
            again, self._playing = self._playing != game_id, game_id
            self._heads[game_id] = head
            write = partial(_add_entries, rows=rows, readings=readings, again=again)
            self._writer.submit(write, partial(self._done, readings, saved))

    def note(
        self,
        game_id: str,
        *,
        chance: Mapping[str, str] | None = None,
        confirmed: int | None = None,
        finished: bool | None = None,
        result: GameResult | None = None,
        notes: Mapping[str, Any] | None = None,
    ) -> None:
        """Change metadata of a game without waiting.

        ``notes`` replaces all values kept by screens, as JSON. ``result`` is stored with ``finished``, and removed when
        that becomes False.
        """
        fields: dict[str, Any] = {}
        if chance is not None:
            fields["chance"] = write_json(chance)
        if confirmed is not None:
            fields["confirmed"] = confirmed
        if finished is not None:
            fields["finished"] = int(finished)
        if notes is not None:
            fields["summary"] = write_json(notes)
        with self._order:
            number = self._head(game_id).n
            ended = None if result is None else structs.replace(result, id=game_id)
            self._writer.submit(partial(_note, number=number, fields=fields, game_id=game_id, result=ended))

    def mark_read(self, readings: Sequence[ReadingId], saved: Callable[[], None] | None = None) -> None:
        """Store that no entry was made from these readings; ``saved`` as in ``append``."""
        with self._order:
            self._writer.submit(partial(queries.keep_readings, readings=readings), partial(self._done, readings, saved))

    def seen(self, reading: ReadingId) -> bool:
        """True if a reading has been processed: it must be acknowledged again but not used again."""
        return reading in self._seen

    def games(
        self, first: int = 0, most: int | None = None, *, rulebooks: Collection[str] | None = None
    ) -> list[SavedGame]:
        """``most`` games (None: all) from index ``first`` on, last played first, optionally of ``rulebooks`` only.
        Damaged metadata is repaired; games with a damaged setup are skipped."""
        return self._page(GameFilter(rulebooks), first, most).games

    def count(self, rulebooks: Collection[str] | None = None) -> int:
        return self._query(partial(queries.count_games, which=GameFilter(rulebooks)))

    def saved(self, game_id: str) -> SavedGame:
        """The metadata of a game; raises ``JournalError`` if it does not exist or cannot be read."""
        return self._query(partial(saved_of, path=self.path, game_id=game_id))

    def last(self) -> str | None:
        """The id of the unfinished game played last; None if there is none."""
        found = self._first(GameFilter(open_only=True))
        return None if found is None else found.id

    def last_of(self, rulebooks: Collection[str], *, open_only: bool = False) -> SavedGame | None:
        """The game of one of ``rulebooks`` played last, unfinished if ``open_only``; None if there is none."""
        return self._first(GameFilter(rulebooks, open_only))

    def _first(self, which: GameFilter) -> SavedGame | None:
        first = 0
        while True:
            page = self._page(which, first, SOME)
            if page.games or not page.rows:
                return next(iter(page.games), None)
            first += page.rows

    def _page(self, which: GameFilter, first: int, most: int | None) -> GamesFound:
        query = partial(queries.saved_games, which=which, first=first, most=most)
        found = self._query(query)
        if not found.damaged:
            return found
        self._query(lambda db: [self._repair(db, row) for row in found.damaged])
        return self._query(query)

    def load(self, game_id: str) -> tuple[Setup, dict[str, str], list[Entry]]:
        """Load a game to resume: setup, chance modes, and the log with its hash chain verified.

        A damaged end is moved to the table ``damaged`` and reported in ``notices``. Raises ``JournalError`` if the game
        does not exist or is of a newer version.
        """
        with self._order:
            setup, chance, entries, head = self._query(partial(self._load, game_id=game_id))
            # While the disk is full, more has been appended than can be read.
            if game_id not in self._heads or self.error is None:
                self._heads[game_id] = head
        return setup, chance, entries

    def verify(self) -> list[Text]:
        """Verify the whole journal, which takes a while; returns all problems, one sentence each."""
        self._settle()
        with closing(files.reader(self.path)) as db:
            return problems(db)

    def backup(self, to: str | Path) -> None:
        """Back up the journal to a new file while games go on; raises ``JournalError``."""
        self._settle()
        back_up(self.path, Path(to))

    def flush(self, timeout: float = 5.0) -> bool:
        """Wait until everything is on disk; False after ``timeout`` seconds."""
        return self._writer.flush(timeout)

    def close(self, timeout: float = 10.0) -> bool:
        """Flush and close; True if everything is on disk."""
        whole = self._writer.close(timeout)
        if self._held is not None:
            os.close(self._held)
            self._held = None
        return whole

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _head(self, game_id: str) -> _Head:
        if game_id not in self._heads:
            self.load(game_id)
        return self._heads[game_id]

    def _done(self, readings: Sequence[ReadingId], saved: Callable[[], None] | None) -> None:
        self._seen.update(readings)
        if saved is not None:
            saved()

    def write(self, write: Write) -> None:
        """Run a write and wait for the commit; raises ``JournalError``."""
        self._writer.run(write)

    def submit(self, write: Write) -> None:
        self._writer.submit(write)

    def _settle(self) -> None:
        # Read your own writes, unless the disk is full.
        if self.alive and self.error is None:
            self.flush()

    def _query(self, question: Callable[[Database], Found]) -> Found:
        with self._order:
            self._settle()
            try:
                with closing(files.reader(self.path)) as db:
                    return question(db)
            except sqlite3.Error as error:
                if not files.is_damage(error):
                    raise JournalError(files.explain(self.path, error)) from error
            self._writer.close(5)
            self._start_rescued()
            with closing(files.reader(self.path)) as db:
                return question(db)

    def _load(self, db: Database, game_id: str) -> tuple[Setup, dict[str, str], list[Entry], _Head]:
        row = queries.game_row(db, game_id)
        if row is None:
            raise JournalError(files.missing(self.path, game_id))
        if self._repair(db, row):
            self._settle()
        game = saved_of(db, self.path, game_id)
        try:
            chain = queries.chain(db, row)
        except Newer as error:
            raise JournalError(files.newer(self.path)) from error
        if not chain.whole:
            self._cut(db, row, len(chain.entries))
        return game.setup, game.chance, chain.entries, _Head(row["n"], len(chain.entries), chain.end)

    def _cut(self, db: Database, row: queries.Row, rev: int) -> None:
        lost = queries.saved_game(db, row).rev - rev
        self._writer.run(partial(queries.cut, number=row["n"], rev=rev))
        if not queries.chain(db, row).whole:
            raise sqlite3.DatabaseError("the table of entries is malformed")
        self.notices.append(
            P(
                "The last entry of the game was damaged and has been put aside.",
                "The last {n} entries of the game were damaged and have been put aside.",
                max(lost, 1),
            )
        )


def _note(db: Database, number: int, fields: dict[str, Any], game_id: str, result: GameResult | None) -> None:
    queries.change_game(db, number, fields)
    if fields.get("finished") == 0:
        remove(db, game_id)
    elif result is not None and results(db, ResultFilter(game=game_id)).results != [result]:
        put(db, result)


def _add_entries(db: Database, rows: list[queries.Row], readings: Sequence[ReadingId], again: bool) -> None:
    for row in rows:
        queries.add_entry(db, row)
    if readings:
        queries.keep_readings(db, readings)
    if again:
        queries.play_again(db, rows[0]["game"])


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


class ReadOnlyJournal:
    """A journal as it is on disk; created by ``open_read_only``."""

    def __init__(self, path: Path, db: Database) -> None:
        self.path = path
        self._db = db

    @property
    def results(self) -> Results:
        """The results; raises ``JournalError`` if the schema is of an older version without results."""
        if missing_statements(self._db):
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

    def logs(self) -> Iterator[tuple[Setup, bool, list[Entry]]]:
        """The setup of each game, whether it is finished, and its intact log, first played first."""
        return queries.logs(self._db)


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
        if where.stat().st_size == 0:
            raise JournalError(T("The journal {path} is empty: nothing was ever saved in it.", path=str(where)))
        with files.readable(where) as db:
            yield ReadOnlyJournal(where, db)
    except sqlite3.Error as error:
        raise JournalError(explain(error)) from error
