"""The journal: the SQLite file that keeps the logs of all games (DESIGN, "Journal").

Appending never waits for the disk: a thread commits, and only then tells. Every entry carries a hash over itself
and its predecessor, so that a resumed game is what was played, or stops at the last entry that is.
"""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from msgspec import structs
from sqlite_utils import Database

from companion.core.texts import P, T, Text
from companion.journal import changes, files, queries, schema
from companion.journal.backup import back_up
from companion.journal.format import (
    Damaged,
    JournalError,
    Newer,
    SavedGame,
    next_link,
    write_entry,
    write_json,
)
from companion.journal.integrity import problems
from companion.journal.people import People
from companion.journal.queries import GameFilter, Page
from companion.journal.read_only import saved_of
from companion.journal.recovery import recover
from companion.journal.results import Results, Span, put, remove, results
from companion.journal.writer import Listener, Write, Writer
from companion.results.finished import Finished
from companion.session.readings import ReadingId
from companion.table.log import Entry, Setup

Found = TypeVar("Found")

SOME = 8
"""So many games are read to find the last one that can be."""


class _Head(NamedTuple):
    """Where the log of a game ends: the game's number, its last rev, the hash of that entry."""

    n: int
    rev: int
    link: bytes


class Journal:
    """A journal that is open for writing; one process may have it open at a time.

    ``path`` is made if it does not exist; None is ``default_path()``. ``listener`` is called, in the writing
    thread, with a sentence when saving begins to fail and with None when all is well again. Raises
    ``JournalError`` for a file that is no journal, a newer one, a folder that cannot be written to, a journal that
    another process writes, and a damaged one of which nothing can be read. It is a ``companion.table.log.Store``.
    """

    def __init__(self, path: str | Path | None = None, listener: Listener | None = None) -> None:
        self.path = files.default_path() if path is None else Path(path)
        self.notices: list[Text] = []
        """What was found and mended since the journal was opened, for the person at the table."""
        self._listener = listener
        self._order = threading.RLock()
        self._heads: dict[str, _Head] = {}
        self._playing: str | None = None
        self._used: list[ReadingId] = []
        self.results = Results(self._query, self.write)
        self.people = People(self._query, self.write)
        self._lost: set[str] = set()
        """Games that cannot go on, which has been told."""
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
                self._seen = set(queries.readings(db, changes.READINGS_KEPT))
                if schema.missing_statements(db):
                    self._writer.submit(schema.migrate)
                # It was being played when the power went. Others are looked at when somebody asks for them.
                if (row := queries.last_row(db)) is not None:
                    self._repair(db, row)
            self._writer.submit(changes.forget_old_readings)
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
        """Put right what was noted beside a game, if it is not what was written: True, once that is settled. A game
        with which that cannot be done is told once."""
        try:
            queries.saved_game(db, row)
        except Newer:
            return False
        except Damaged:
            mended, name = queries.repair(db, row), str(row["id"])
            if mended is not None:
                self._writer.submit(partial(changes.change_game, number=row["n"], changes=mended))
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
        """True while the writing thread runs; it does so, and tries again, also while the disk is full."""
        return self._writer.alive

    @property
    def error(self) -> Text | None:
        """Why answers are not being saved just now; None when they are."""
        return self._writer.error

    def create(self, setup: Setup, chance: Mapping[str, str]) -> str:
        """Begin a game; gives its id once it is on disk, or raises ``JournalError`` and there is no such game."""
        row = changes.new_row(setup, chance, time.time())
        added: list[tuple[int, bytes]] = []
        with self._order:
            self._writer.run(lambda db: added.append(changes.add_game(db, row)))
            number, link = added[-1]
            game_id = str(row["id"])
            self._heads[game_id] = _Head(number, 0, link)
            self._playing = game_id
        return game_id

    def append(self, game_id: str, entry: Entry, saved: Callable[[], None] | None = None) -> None:
        """Keep an entry and return at once; ``saved`` is called from the writing thread when it is on disk.

        Entries come in the order of ``rev``, from 1, without gaps: anything else is a ValueError.
        """
        self.append_all(game_id, [entry], saved)

    def append_all(self, game_id: str, entries: Sequence[Entry], saved: Callable[[], None] | None = None) -> None:
        """Keep one or more entries in one transaction, so that after a power cut all of them are there, or none."""
        with self._order:
            head, rows = self._head(game_id), []
            for entry in entries:
                if entry.rev != head.rev + 1:
                    raise ValueError(f"entry {entry.rev} of game {game_id} follows entry {head.rev}")
                body = write_entry(entry)
                head = _Head(head.n, entry.rev, next_link(head.link, entry.rev, body))
                rows.append({"game": head.n, "rev": entry.rev, "body": body, "hash": head.link})
            used, self._used = self._used, []
            again, self._playing = self._playing != game_id, game_id
            self._heads[game_id] = head
            self._writer.submit(partial(_append, rows=rows, used=used, again=again), partial(self._done, used, saved))

    def note(
        self,
        game_id: str,
        *,
        chance: Mapping[str, str] | None = None,
        confirmed: int | None = None,
        finished: bool | None = None,
        result: Finished | None = None,
        notes: Mapping[str, Any] | None = None,
    ) -> None:
        """Change what is known about a game beside its log; returns at once.

        ``notes`` are all that screens keep beside it, as JSON; they replace those that were there. ``result`` is how it
        has ended, which is kept with ``finished``, and is gone when that is no longer so.
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

    def use(self, readings: Iterable[ReadingId]) -> None:
        """Say that these records of a dice reader made the next entry: they are kept in its transaction.

        So after a power cut either both are there, or neither, and the reader may send them again.
        """
        with self._order:
            self._used += readings

    def mark(self, readings: Iterable[ReadingId], saved: Callable[[], None] | None = None) -> None:
        """Keep that these records are done with though no entry came of them; ``saved`` as in ``append``."""
        done = list(readings)
        with self._order:
            self._writer.submit(partial(changes.keep_readings, readings=done), partial(self._done, done, saved))

    def seen(self, reading: ReadingId) -> bool:
        """True when this record of a dice reader is on disk: acknowledge it again, and do not use it again."""
        return reading in self._seen

    def games(
        self, first: int = 0, most: int | None = None, *, rulebooks: Collection[str] | None = None
    ) -> list[SavedGame]:
        """``most`` games (None: all) from the ``first`` on, the one that was played last is 0; only those of
        ``rulebooks``, if that is said. What was noted beside them is mended; those whose beginning is damaged are left
        out."""
        return self._page(GameFilter(rulebooks), first, most).games

    def count(self, rulebooks: Collection[str] | None = None) -> int:
        """How many games there are, of ``rulebooks`` only if that is said."""
        return self._query(partial(queries.count_games, which=GameFilter(rulebooks)))

    def saved(self, game_id: str) -> SavedGame:
        """What is known about a game; ``JournalError`` if there is none of that id, or it cannot be read."""
        return self._query(partial(saved_of, path=self.path, game_id=game_id))

    def last(self) -> str | None:
        """The id of the game that was played last and is not finished; None if there is none."""
        found = self._first(GameFilter(open_only=True))
        return None if found is None else found.id

    def last_of(self, rulebooks: Collection[str], *, open_only: bool = False) -> SavedGame | None:
        """The game of one of those rulebooks that was played last, and is not finished if ``open_only``; None if there
        is none."""
        return self._first(GameFilter(rulebooks, open_only))

    def _first(self, which: GameFilter) -> SavedGame | None:
        first = 0
        while True:
            page = self._page(which, first, SOME)
            if page.games or not page.rows:
                return next(iter(page.games), None)
            first += page.rows

    def _page(self, which: GameFilter, first: int, most: int | None) -> Page:
        query = partial(queries.saved_games, which=which, first=first, most=most)
        found = self._query(query)
        if not found.damaged:
            return found
        self._query(lambda db: [self._repair(db, row) for row in found.damaged])
        return self._query(query)

    def load(self, game_id: str) -> tuple[Setup, dict[str, str], list[Entry]]:
        """A game to go on with: its setup, who answers chance, its log, the whole chain of hashes checked.

        A damaged end is cut off after the last sound entry, kept in the table ``damaged``, and told in
        ``notices``. ``JournalError`` if there is no such game, or a newer version wrote it.
        """
        with self._order:
            setup, chance, entries, head = self._query(partial(self._load, game_id=game_id))
            # While the disk takes nothing, more has been appended than can be read.
            if game_id not in self._heads or self.error is None:
                self._heads[game_id] = head
        return setup, chance, entries

    def verify(self) -> list[Text]:
        """Check everything, which takes a while: what is wrong, one sentence each; empty when nothing is."""
        self._settle()
        with closing(files.reader(self.path)) as db:
            return problems(db)

    def backup(self, to: str | Path) -> None:
        """Copy the whole journal to a new file while games go on; ``JournalError`` if it cannot be written."""
        self._settle()
        back_up(self.path, Path(to))

    def flush(self, timeout: float = 5.0) -> bool:
        """Wait until all that was given is on disk; False if it is not after ``timeout`` seconds."""
        return self._writer.flush(timeout)

    def close(self, timeout: float = 10.0) -> bool:
        """Save what is left and let go of the file; True when everything is on disk."""
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

    def _done(self, readings: list[ReadingId], saved: Callable[[], None] | None) -> None:
        self._seen.update(readings)
        if saved is not None:
            saved()

    def write(self, write: Write) -> None:
        """Have something written beside the games, and wait until it is on disk; ``JournalError`` if it cannot be."""
        self._writer.run(write)

    def submit(self, write: Write) -> None:
        """Have something written beside the games soon; returns at once."""
        self._writer.submit(write)

    def _settle(self) -> None:
        # What is read should be what was given; while the disk is full it is what is there.
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
        self._writer.run(partial(changes.cut, number=row["n"], rev=rev))
        if not queries.chain(db, row).whole:
            raise sqlite3.DatabaseError("the table of entries is malformed")
        self.notices.append(
            P(
                "The last entry of the game was damaged and has been put aside.",
                "The last {n} entries of the game were damaged and have been put aside.",
                max(lost, 1),
            )
        )


def _note(db: Database, number: int, fields: dict[str, Any], game_id: str, result: Finished | None) -> None:
    changes.change_game(db, number, fields)
    if fields.get("finished") == 0:
        remove(db, game_id)
    elif result is not None and results(db, Span(game=game_id)).results != [result]:
        put(db, result)


def _append(db: Database, rows: list[queries.Row], used: list[ReadingId], again: bool) -> None:
    for row in rows:
        changes.add_entry(db, row)
    if used:
        changes.keep_readings(db, used)
    if again:
        changes.play_again(db, rows[0]["game"])
