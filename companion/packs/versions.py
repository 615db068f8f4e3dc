"""Atomic replacement of a box, keeping its previous versions.

Beside ``packs/mine``, the folder ``packs/.mine`` holds the numbered previous versions. A new version is written there,
synced, and renamed to ``next``. Then the box is renamed to the newest previous version, and ``next`` to the box. If the
power fails between those two renames, ``recover`` completes the second.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from companion.packs.intake import TEXTS

KEPT = 5
"""Number of previous versions kept."""
PICTURES = frozenset({".jpg", ".jpeg", ".png", ".webp"})
_locks = threading.local()
"""The boxes this thread has locked."""


def replace(path: Path, make: Callable[[Path], None]) -> None:
    """Replace ``path`` with the file or folder that ``make`` creates at the path it is given.

    Raises ``OSError`` on failure; then ``path`` is unchanged.
    """
    path = _resolved(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    history = _history_of(path)
    with locked(path):
        recover(path)
        making = history / "making"
        for left_over in (making, history / "next"):
            _remove(left_over)
        try:
            make(making)
            _sync_tree(making)
            making.rename(history / "next")
        except BaseException:
            _remove(making)
            raise
        before = history / f"{_newest(history) + 1:06}" if path.exists() else None
        try:
            _put_away(path, history)
            recover(path)
        except OSError:
            _take_back(path, history, before)
            raise


def put_away(path: Path) -> None:
    """Remove a box, keeping it as its newest previous version. Raises ``OSError`` on failure."""
    path = _resolved(path)
    history = _history_of(path)
    with locked(path):
        recover(path)
        _put_away(path, history)


def recover(path: Path) -> None:
    """Complete an interrupted replacement of ``path``."""
    path = _resolved(path)
    pending = _history_of(path) / "next"
    if pending.exists() and not path.exists():
        with suppress(FileNotFoundError):  # Another reader may have finished it first.
            pending.rename(path)
        _sync(path.parent)


def recover_all(folder: Path) -> None:
    """Complete interrupted replacements of all boxes in a folder."""
    for pending in folder.glob(".*/next"):
        with suppress(OSError):
            recover(folder / pending.parent.name[1:])


def versions(path: Path) -> list[Path]:
    """The previous versions of ``path``, newest first."""
    history = _history_of(_resolved(path))
    found = [version for version in history.iterdir() if version.name.isdecimal()] if history.is_dir() else []
    return sorted(found, reverse=True)


def restore(path: Path, version: Path) -> None:
    """Restore a previous version; the present one is kept as a previous version too."""
    replace(path, lambda pending: copy(version, pending))


def copy(source: Path, target: Path) -> None:
    """Copy a file or folder. Symbolic links stay links; pictures, which are never changed in place, are hard-linked.

    Raises ``OSError`` for the first failure only: people need one reason, not a list.
    """
    if not source.is_dir():
        _copy(source, target)
        return
    wrong: list[OSError] = []

    def copied(one: str, other: str) -> None:
        try:
            _copy(one, other)
        except OSError as no:
            wrong.append(no)
            raise

    try:
        shutil.copytree(source, target, symlinks=True, copy_function=copied)
    except shutil.Error as several:
        raise (wrong[0] if wrong else several) from None


def _copy(source: str | Path, target: str | Path) -> None:
    if Path(source).suffix.lower() in PICTURES:
        with suppress(OSError):
            os.link(source, target, follow_symlinks=False)
            return
    shutil.copy2(source, target, follow_symlinks=False)


def _put_away(path: Path, history: Path) -> None:
    if path.exists():
        path.rename(history / f"{_newest(history) + 1:06}")
        _sync(path.parent)
    for old in versions(path)[KEPT:]:
        _remove(old)


def _take_back(path: Path, history: Path, before: Path | None) -> None:
    """Undo a replacement that failed halfway; ``before`` is where the box was put away, None if there was none. What
    the disk refuses even then, ``recover`` completes later."""
    with suppress(OSError):
        if path.exists() and (before is None or before.exists()):
            path.rename(history / "making")
        if before is not None and before.exists():
            before.rename(path)
        for left_over in (history / "making", history / "next"):
            _remove(left_over)


def _resolved(path: Path) -> Path:
    """Resolve a link, so that its target is replaced and not the link."""
    return path.resolve() if path.is_symlink() else path


def _history_of(path: Path) -> Path:
    return path.parent / f".{path.name}"


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Lock the box at ``path`` against other writers; re-entrant. Raises ``OSError`` if its version folder cannot be
    made."""
    history, mine = _history_of(_resolved(path)), _locks.__dict__
    if str(history) in mine:
        yield
        return
    history.parent.mkdir(parents=True, exist_ok=True)
    history.mkdir(exist_ok=True)
    handle = os.open(history, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        mine[str(history)] = handle
        yield
    finally:
        mine.pop(str(history), None)
        os.close(handle)


def fingerprint(path: Path) -> object:
    """A value that changes whenever a file of the box is written by any program; None if there is no box."""
    try:
        return [_file_fingerprint(path), *sorted(_files(path) if path.is_dir() else ())]
    except OSError:
        return None


def _files(folder: Path) -> Iterator[tuple[str, object]]:
    for file in folder.iterdir():
        if file.is_file():
            yield file.name, _file_fingerprint(file)
        elif file.name == TEXTS:
            yield from ((f"{TEXTS}/{name}", one) for name, one in _files(file))


def _file_fingerprint(path: Path) -> tuple[int, int, int]:
    found = path.stat()
    return found.st_ino, found.st_mtime_ns, found.st_size


def _newest(history: Path) -> int:
    return max((int(version.name) for version in history.iterdir() if version.name.isdecimal()), default=0)


def _sync_tree(path: Path) -> None:
    for folder, _, files in os.walk(path):
        for name in files:
            if not os.path.islink(os.path.join(folder, name)):
                _sync(Path(folder, name))
        _sync(Path(folder))
    if path.is_file():
        _sync(path)
    _sync(path.parent)


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
