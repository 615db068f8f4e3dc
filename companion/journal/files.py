"""The journal's file: path, lock, validation, connections, and the thread that writes it."""

from __future__ import annotations

import fcntl
import logging
import os
import shutil
import sqlite3
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, TypeAlias

from platformdirs import user_data_dir

from companion.core.texts import T, Text
from companion.journal.format import JournalError, migrate
from companion.table.log import FORMAT

if TYPE_CHECKING:
    from sqlite_utils import Database

APPLICATION = 0x54424C43
"""SQLite's application id of journals. The user version is the latest format in the file, so that an older companion
does not touch it."""
CHECKPOINT_PAGES = 256
"""Checkpoint at about 1 MiB: little to recover at start, few flushes during a game."""

_MAGIC = b"SQLite format 3\0"


def default_path() -> Path:
    """The default path, in the user's data folder."""
    return Path(user_data_dir("companion")) / "journal.db"


def lock(path: Path) -> int:
    """Create the folder if needed, and take the exclusive lock for writing this journal.

    Returns a file descriptor; closing it, or the end of the process, releases the lock. Raises ``JournalError`` if
    another process holds the lock, the folder is not writable, or ``path`` is a folder.
    """
    if path.is_dir():
        raise JournalError(T("{path} is a folder. Name a file in it for the journal.", path=str(path)))
    beside = path.with_name(path.name + ".lock")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        held = os.open(beside, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o644)
    except OSError as error:
        raise JournalError(no_room(path, error)) from error
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(held)
        raise JournalError(
            T(
                "Another companion is writing the journal {path}. Close it first, or choose another journal.",
                path=str(path),
            )
        ) from error
    return held


def check(path: Path) -> None:
    """Refuse a file that is not a journal, or has a newer format, without changing it.

    A missing or empty file is accepted. Raises ``JournalError``, or ``sqlite3.DatabaseError`` if the file is too
    damaged to tell.
    """
    try:
        if not path.exists() or (path.is_file() and path.stat().st_size == 0):
            return
        with path.open("rb") as file:
            start = file.read(100)
    except OSError as error:
        raise JournalError(unreadable(path, error)) from error
    if not start.startswith(_MAGIC):
        raise JournalError(
            T("The file {path} is not a journal. Move it away, or choose another journal.", path=str(path))
        )
    with readable(path) as db:
        application = db.execute("PRAGMA application_id").fetchone()[0]
        version = db.execute("PRAGMA user_version").fetchone()[0]
    if application != APPLICATION:
        raise JournalError(T("The file {path} belongs to another program. Choose another journal.", path=str(path)))
    if version > FORMAT:
        raise JournalError(newer(path))


def unreadable(path: Path, error: OSError) -> Text:
    """The message for a journal that the system cannot read."""
    return T("The journal {path} cannot be read: {reason}.", path=str(path), reason=error.strerror or str(error))


def newer(path: Path) -> Text:
    return T(
        "The journal {path} was written by a newer version of the companion. Update the companion.", path=str(path)
    )


def missing(path: Path, game_id: str) -> Text:
    return T("There is no game {id} in the journal {path}.", id=game_id, path=str(path))


def reader(path: Path) -> Database:
    """A short-lived read-only connection for one thread."""
    return _database(sqlite3.connect(path.absolute().as_uri() + "?mode=ro", uri=True))


@contextmanager
def readable(path: Path) -> Iterator[Database]:
    """A read-only connection, also to a journal on a disk that cannot be written to.

    SQLite needs a side file to read one that is in use. Where none can be made, a copy is read.
    """
    with ExitStack() as opened:
        db = opened.enter_context(closing(reader(path)))
        try:
            db.execute("SELECT count(*) FROM sqlite_master").fetchone()
        except sqlite3.Error as error:
            if _code(error) not in {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM}:
                raise
            try:
                copy = Path(opened.enter_context(TemporaryDirectory(prefix="journal-"))) / path.name
                for end in ("", "-wal"):
                    if (side := path.with_name(path.name + end)).exists():
                        shutil.copyfile(side, copy.with_name(copy.name + end))
            except OSError as no:
                raise JournalError(unreadable(path, no)) from no
            db = opened.enter_context(closing(_database(sqlite3.connect(copy))))
        yield db


def make(path: Path) -> None:
    """Create an empty journal atomically, unless there is a non-empty file."""
    if path.exists() and path.stat().st_size:
        return
    fresh = path.with_name(path.name + ".new")
    remove(fresh)
    with closing(writer(fresh)) as db, db.atomic():
        migrate(db)
        db.execute(f"PRAGMA application_id={APPLICATION}")
        db.execute(f"PRAGMA user_version={FORMAT}")
    # A leftover write-ahead log would be applied to the new file.
    remove(path)
    os.replace(fresh, path)
    flush_folder(path.parent)


def writer(path: Path) -> Database:
    """The writing connection: every commit is flushed to disk before it returns.

    The settings are read back, because SQLite may silently use others.
    """
    # Without psow SQLite never rewrites a sector with committed entries: a torn write could destroy all of it.
    db = _database(sqlite3.connect(path.absolute().as_uri() + "?psow=0", uri=True, timeout=5))
    try:
        mode = db.execute("PRAGMA journal_mode=WAL").fetchone()[0]
        db.execute("PRAGMA synchronous=FULL")
        db.execute(f"PRAGMA wal_autocheckpoint={CHECKPOINT_PAGES}")
        if mode != "wal" or db.execute("PRAGMA synchronous").fetchone()[0] != 2:
            raise JournalError(
                T("The disk at {folder} cannot keep a journal safely. Choose another folder.", folder=str(path.parent))
            )
    except UnicodeDecodeError as error:
        # Raised when SQLite's error message quotes damaged text.
        db.close()
        raise sqlite3.DatabaseError("the names of the tables are malformed") from error
    except BaseException:
        db.close()
        raise
    return db


def remove(path: Path) -> None:
    """Remove a database with its side files, if they exist."""
    for end in ("", "-wal", "-shm", "-journal"):
        path.with_name(path.name + end).unlink(missing_ok=True)


def flush_folder(folder: Path) -> None:
    """Flush a folder, so that created and removed names are on disk."""
    held = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(held)
    finally:
        os.close(held)


def _database(conn: sqlite3.Connection) -> Database:
    # A flipped bit in a text must show as a wrong hash, not as a decoding error.
    conn.text_factory = lambda raw: raw.decode(errors="replace")
    with _hidden("numpy"):
        # It takes numpy along where that is installed, for columns that the journal does not have: 50 ms and 15 MB.
        from sqlite_utils import Database  # noqa: PLC0415
    return Database(conn, recursive_triggers=False, execute_plugins=False)


@contextmanager
def _hidden(module: str) -> Iterator[None]:
    """Let ``module`` appear not to be installed, unless it is in use already."""
    if module in sys.modules or "sqlite_utils" in sys.modules:
        yield
        return
    sys.modules[module] = None  # type: ignore[assignment]
    try:
        yield
    finally:
        del sys.modules[module]


def _code(error: sqlite3.Error) -> int:
    """The primary result code of SQLite; 0 if there is none."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def is_damage(error: sqlite3.Error) -> bool:
    """True if the file is damaged, so that retrying is useless."""
    code = _code(error)
    return code in {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB} or "malformed" in str(error)


def no_room(path: Path, error: OSError) -> Text:
    return T(
        "The journal cannot be kept in {folder}: {reason}. Choose a folder that can be written to.",
        folder=str(path.parent),
        reason=error.strerror or str(error),
    )


def explain(path: Path, error: sqlite3.Error) -> Text:
    if is_damage(error):
        return T("The journal {path} is damaged. Restart the companion: it keeps all that can be read.", path=str(path))
    code = _code(error)
    if code in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
        return T("Another program holds the journal {path}. Close it; nothing is lost meanwhile.", path=str(path))
    if code in {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM}:
        return T("The journal {path} cannot be written to. Allow it, or choose another folder.", path=str(path))
    if code == sqlite3.SQLITE_FULL:
        return T(
            "The disk at {folder} is full, so new answers are not saved. Make room; the companion keeps trying.",
            folder=str(path.parent),
        )
    if code == sqlite3.SQLITE_IOERR:
        return T(
            "The disk at {folder} does not take what is written ({reason}), so new answers are not saved. Make room, "
            "or look at the disk; the companion keeps trying.",
            folder=str(path.parent),
            reason=str(error),
        )
    return T("The journal {path} cannot be used: {reason}.", path=str(path), reason=str(error))


# The writing thread: runs jobs in order, batched into transactions, and calls back after the commit.
#
# It owns its connection, never drops an accepted job, and retries for as long as writing fails.

logger = logging.getLogger(__name__)

Write: TypeAlias = "Callable[[Database], None]"
Listener: TypeAlias = Callable[[Text | None], None]

BATCH = 500
"""Maximum number of jobs per transaction, so that an import does not delay the game."""
RETRY_FIRST, RETRY_MOST = 0.25, 5.0
"""Delay between retries in seconds: the first one, doubled up to the maximum."""
STOPPED = T("The journal has stopped writing. Restart the companion; all that was saved is there.")


@dataclass
class _Job:
    """A write. With ``failed`` None it is retried until it succeeds; else it is dropped at the first failure, which
    ``failed`` receives."""

    write: Write
    saved: Callable[[], None] | None = None
    failed: Callable[[Text], None] | None = None


class Writer:
    """The writing thread.

    ``connect`` is called in the thread and returns its connection; the constructor raises its exceptions. ``explain``
    turns an error into a message. ``listener`` is called with that message when writing fails, and with None when it
    works again; like ``saved`` callbacks it runs in this thread.
    """

    def __init__(
        self, connect: Callable[[], Database], explain: Callable[[sqlite3.Error], Text], listener: Listener | None
    ) -> None:
        self._connect = connect
        self._explain = explain
        self._listener = listener
        self._jobs: SimpleQueue[_Job] = SimpleQueue()
        self._closing = threading.Event()
        self._finished = False
        self.error: Text | None = None
        opened: SimpleQueue[BaseException | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, args=(opened,), name="journal", daemon=True)
        self._thread.start()
        if (problem := opened.get()) is not None:
            raise problem

    @property
    def alive(self) -> bool:
        """True while the thread runs, even while the disk is full."""
        return self._thread.is_alive()

    def submit(self, write: Write, saved: Callable[[], None] | None = None) -> None:
        """Queue ``write`` for a transaction; ``saved`` is called after the commit."""
        self._jobs.put(_Job(write, saved))

    def run(self, write: Write, timeout: float = 30.0) -> None:
        """Run ``write`` and wait for the commit; raises ``JournalError`` if it fails, and then it is rolled back."""
        if not self.alive:
            raise JournalError(self.error or STOPPED)
        answers: SimpleQueue[Text | None] = SimpleQueue()
        self._jobs.put(_Job(write, lambda: answers.put(None), answers.put))
        try:
            problem = answers.get(timeout=timeout)
        except Empty:
            problem = self.error or STOPPED
        if problem is not None:
            raise JournalError(problem)

    def flush(self, timeout: float) -> bool:
        """Wait until all jobs are on disk; False after ``timeout`` seconds."""
        done = threading.Event()
        self.submit(lambda db: None, done.set)
        return done.wait(timeout)

    def close(self, timeout: float) -> bool:
        """Write the remaining jobs, with one more attempt after a failure, and stop; True if all are on disk."""
        self._closing.set()
        self.submit(lambda db: None)
        self._thread.join(timeout)
        return self._finished

    def _run(self, opened: SimpleQueue[BaseException | None]) -> None:
        try:
            db = self._connect()
        except Exception as error:
            opened.put(error)
            return
        opened.put(None)
        try:
            self._finished = self._work(db)
        except Exception as error:
            # Continuing would leave a gap in a log; what is on disk is intact, and a restart resumes from there.
            logger.exception("the journal has stopped")
            if isinstance(error, sqlite3.Error):
                self._tell(self._explain(error))
        finally:
            self._drop_impatient(self._left())
            db.close()

    def _work(self, db: Database) -> bool:
        waiting: list[_Job] = []
        delay = RETRY_FIRST
        while True:
            self._gather(waiting)
            last_try = self._closing.is_set()
            try:
                self._commit(db, waiting)
            except sqlite3.OperationalError as error:
                self._tell(self._explain(error))
                waiting = self._drop_impatient(waiting)
                if waiting and last_try:
                    return False
                if waiting:
                    self._closing.wait(delay)
                    delay = min(delay * 2, RETRY_MOST)
                    continue
            self._tell(None)
            waiting.clear()
            delay = RETRY_FIRST
            if last_try and self._jobs.empty():
                return True

    def _gather(self, waiting: list[_Job]) -> None:
        if not waiting:
            waiting.append(self._jobs.get())
        while len(waiting) < BATCH:
            try:
                waiting.append(self._jobs.get_nowait())
            except Empty:
                return

    def _left(self) -> list[_Job]:
        left: list[_Job] = []
        while not self._jobs.empty():
            left.append(self._jobs.get())
        return left

    def _commit(self, db: Database, jobs: list[_Job]) -> None:
        with db.atomic():
            for job in jobs:
                job.write(db)
        for job in jobs:
            if job.saved is not None:
                try:
                    job.saved()
                except Exception:
                    logger.exception("a listener failed after a commit; the commit stands")

    def _drop_impatient(self, jobs: list[_Job]) -> list[_Job]:
        for job in jobs:
            if job.failed is not None:
                job.failed(self.error or STOPPED)
        return [job for job in jobs if job.failed is None]

    def _tell(self, error: Text | None) -> None:
        if error == self.error:
            return
        self.error = error
        if self._listener is not None:
            try:
                self._listener(error)
            except Exception:
                logger.exception("a listener failed")
