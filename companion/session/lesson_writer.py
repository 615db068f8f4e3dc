"""Writes what the box has learned during a game into the owner's folder, in the background."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from pathlib import Path

from msgspec import structs

from companion.core.learning import LearnedFields, Lesson, with_learned_fields, with_learned_row
from companion.core.refusals import BadPack, Refused
from companion.core.texts import T, Text, Words
from companion.games.game import Game
from companion.packs import versions
from companion.packs.content import Content, why_not
from companion.packs.editing.tables import tables
from companion.packs.editing.words import BoxWords, located, whole_if_valid
from companion.packs.folder import read_content, write_content
from companion.packs.loader import own_path
from companion.session.session import Session
from companion.table.learned import learns, lessons

logger = logging.getLogger(__name__)

RETRY = 5.0
"""Seconds between attempts while the disk refuses."""


KEPT = "learned"
"""The note of a game that holds the rev up to which its lessons are in the box."""


class LessonWriter:
    """Writes lessons into the box of ``game`` at ``path`` in the background, in order, and keeps others' changes.

    ``listener`` is called there after every attempt, with a sentence if something could not be written. Failed writes
    are retried until this is closed. The thread lives only while a lesson waits: a game that is over leaves none
    behind. The log of the game has the lessons as well.
    """

    def __init__(self, game: Game, path: Path, listener: Callable[[Text | None], None]) -> None:
        self._game = game
        self._path = path
        self._listener = listener
        self._waiting: list[tuple[int, Lesson | None]] = []
        self._closed = False
        self._news = threading.Condition()
        """Guards what waits, and tells the thread of more of it."""
        self._thread: threading.Thread | None = None
        self.trouble: Text | None = None
        """Why the last attempt failed; None if it succeeded."""
        self.learned_rev = 0
        """The rev of the last lesson received."""
        self.saved_rev = 0
        """The rev of the last lesson written."""

    @property
    def waiting(self) -> bool:
        """True while a lesson is not written yet."""
        return self.saved_rev < self.learned_rev

    def learn(self, lesson: Lesson, rev: int) -> None:
        """Queue the lesson of log entry ``rev`` for writing; returns at once."""
        self._queue(rev, lesson)

    def skip(self, rev: int) -> None:
        """Note that the entry ``rev`` came from the box itself: there is nothing to write."""
        self._queue(rev, None)

    def close(self, timeout: float = 10.0) -> None:
        """Try once more to write what is left, and stop."""
        with self._news:
            self._closed = True
            self._news.notify()
            thread = self._thread
        if thread is not None:
            thread.join(timeout)

    def _queue(self, rev: int, lesson: Lesson | None) -> None:
        with self._news:
            self.learned_rev = rev
            self._waiting.append((rev, lesson))
            self._news.notify()
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="box", daemon=True)
                self._thread.start()

    def _run(self) -> None:
        while True:
            with self._news:
                waiting, last = self._waiting[:], self._closed
                if not waiting:
                    self._thread = None
                    return
            written = self._attempt(waiting)
            with self._news:
                if written:
                    del self._waiting[: len(waiting)]
                elif last:
                    self._thread = None
                    return
                elif not self._closed and len(self._waiting) == len(waiting):
                    self._news.wait(RETRY)

    def _attempt(self, waiting: list[tuple[int, Lesson | None]]) -> bool:
        """Write what waits and tell the listener; False if it has to be tried again."""
        lost: Text | None = None
        before = self.trouble
        try:
            lost = self._write([lesson for _, lesson in waiting if lesson is not None])
        except BadPack as bad:
            self.trouble = T("The box cannot be read, so what was learned waits: {problem}", problem=bad.problems[0])
        except OSError as no:
            why = why_not(no)
            self.trouble = T(
                "What was learned cannot be saved in the box {box}: {why}. The game keeps it, and it is tried again.",
                box=self._path.name, why=why,
            )  # fmt: skip
        except Exception as no:
            # The thread has to live on: the lessons behind this one would be lost without a word.
            if self.trouble is None:
                logger.exception("the box %s cannot be written", self._path.name)
            self.trouble = T(
                "What was learned cannot be saved in the box {box}: {why}. The game keeps it, and it is tried again.",
                box=self._path.name, why=str(no),
            )  # fmt: skip
        else:
            self.trouble, self.saved_rev = None, waiting[-1][0]
        # The same trouble at the next try is no news.
        if self.trouble is None or self.trouble != before:
            try:
                self._listener(self.trouble or lost)
            except Exception:
                logger.exception("a listener failed")
        return self.trouble is None

    def _write(self, lessons: list[Lesson]) -> Text | None:
        """Merge lessons into the box on disk; returns a sentence about any that no longer fit. A complete box becomes
        whole."""
        with versions.locked(self._path):
            return self._written(lessons)

    def _written(self, lessons: list[Lesson]) -> Text | None:
        content = read_content(self._path)
        data, lost = content.data, None
        for lesson in lessons:
            try:
                data = dict(
                    with_learned_fields(data, lesson)
                    if isinstance(lesson, LearnedFields)
                    else with_learned_row(data, lesson)
                )
            except Refused as no:
                lost = self._misfit(no.text)
        if data == content.data:
            return lost
        data = whole_if_valid(self._game.rules, data)
        problem = self._broken_by(content, data)
        if problem is not None:
            return self._misfit(problem)
        write_content(self._path, structs.replace(content, data=data))
        return lost

    def _misfit(self, why: Words) -> Text:
        return T("What was learned does not fit into the box {box} any more: {why}", box=self._path.name, why=why)

    def _broken_by(self, content: Content, data: dict[str, object]) -> Words | None:
        """The first fault that ``data`` would add to a valid box, with its field as in forms; None if there is none."""
        rules, presenter = self._game.rules, self._game.presenter
        try:
            rules.read_pack(data)
        except BadPack as bad:
            try:
                rules.read_pack(content.data)
            except BadPack:
                return None
            words = BoxWords(presenter.box, presenter.box_icons, rules.sheets)
            paths = [table.path for table in tables(rules.pack_type, data)]
            return words.problem(located(bad.problems[:1], paths, words)[0])
        return None


def write_lessons(session: Session, listener: Callable[[Text | None], None]) -> LessonWriter | None:
    """Start writing this game's lessons into its box, including logged ones not yet there; None if it can have none."""
    table = session.table
    path = own_path(table.setup.pack)
    if path is not None:
        session.learning.photos.look_into(path)
    if path is None or not learns(table):
        return None
    box = LessonWriter(table.game, path, listener)
    for rev, lesson in lessons(table):
        if rev > table.notes.get(KEPT, 0):
            box.learn(lesson, rev)
    session.learning.writer = box
    return box


def note_saved(session: Session, box: LessonWriter) -> None:
    """Note with the game how much of it is in the box."""
    if box.saved_rev > session.table.notes.get(KEPT, 0):
        session.table.note(KEPT, box.saved_rev)
