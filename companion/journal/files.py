"""The journal's file: path, lock, validation, connections."""

from __future__ import annotations

import fcntl
import os
import sqlite3
from contextlib import closing
from pathlib import Path

from platformdirs import user_data_dir
from sqlite_utils import Database

from companion.core.texts import T, Text
from companion.journal.format import JournalError
from companion.journal.schema import migrate
from companion.table.log import FORMAT

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
        raise JournalError(
            T("The journal {path} cannot be read: {reason}.", path=str(path), reason=error.strerror or str(error))
        ) from error
    if not start.startswith(_MAGIC):
        raise JournalError(
            T("The file {path} is not a journal. Move it away, or choose another journal.", path=str(path))
        )
    with closing(reader(path)) as db:
        application = db.execute("PRAGMA application_id").fetchone()[0]
        version = db.execute("PRAGMA user_version").fetchone()[0]
    if application != APPLICATION:
        raise JournalError(T("The file {path} belongs to another program. Choose another journal.", path=str(path)))
    if version > FORMAT:
        raise JournalError(newer(path))


def newer(path: Path) -> Text:
    """The message for a journal of a newer version."""
    return T(
        "The journal {path} was written by a newer version of the companion. Update the companion.", path=str(path)
    )


def missing(path: Path, game_id: str) -> Text:
    """The message for a game that does not exist."""
    return T("There is no game {id} in the journal {path}.", id=game_id, path=str(path))


def reader(path: Path) -> Database:
    """A short-lived read-only connection for one thread."""
    return _database(sqlite3.connect(path.absolute().as_uri() + "?mode=ro", uri=True))


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
    return Database(conn, recursive_triggers=False, execute_plugins=False)


def is_damage(error: sqlite3.Error) -> bool:
    """True if the file is damaged, so that retrying is useless."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return code in {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB} or "malformed" in str(error)


def no_room(path: Path, error: OSError) -> Text:
    """The message for a folder that is not writable."""
    return T(
        "The journal cannot be kept in {folder}: {reason}. Choose a folder that can be written to.",
        folder=str(path.parent),
        reason=error.strerror or str(error),
    )


def explain(path: Path, error: sqlite3.Error) -> Text:
    """The message for an error of SQLite."""
    if is_damage(error):
        return T("The journal {path} is damaged. Restart the companion: it keeps all that can be read.", path=str(path))
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
        return T("Another program holds the journal {path}. Close it; nothing is lost meanwhile.", path=str(path))
    if code in {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM}:
        return T("The journal {path} cannot be written to. Allow it, or choose another folder.", path=str(path))
    return T(
        "The disk at {folder} is full, so new answers are not saved. Make room; the companion keeps trying.",
        folder=str(path.parent),
    )
