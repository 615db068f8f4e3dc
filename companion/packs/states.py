"""Replacing a box as a whole, so that a cut of power leaves the old one or the new one, and keeping the states before.

Beside ``packs/mine`` lies ``packs/.mine`` with the states that it had, numbered upward. A new state is written there,
made safe on the disk and called ``next``; then the box becomes the newest of the states before, and ``next`` becomes
the box. If the power goes between those two steps, ``finish`` takes the second one.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

KEPT = 5
"""So many states before the present one are kept."""
PICTURES = frozenset({".jpg", ".jpeg", ".png", ".webp"})
TEXTS = "texts"
"""The folder of a box with what it says in other languages."""
_held = threading.local()
"""The boxes that this thread holds."""


def replace(path: Path, make: Callable[[Path], None]) -> None:
    """Put what ``make`` makes (at the path that it is given, a file or a folder) in the place of ``path``.

    ``OSError`` if that is not possible; then ``path`` is as it was.
    """
    path = _real(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = _beside(path)
    with held(path):
        finish(path)
        making = beside / "making"
        for left_over in (making, beside / "next"):
            _remove(left_over)
        try:
            make(making)
            _make_safe(making)
            making.rename(beside / "next")
        except BaseException:
            _remove(making)
            raise
        _put_away(path, beside)
        finish(path)


def put_away(path: Path) -> None:
    """Take a box away; it stays as the newest of its states. ``OSError`` if that is not possible."""
    path = _real(path)
    beside = _beside(path)
    with held(path):
        finish(path)
        _put_away(path, beside)


def finish(path: Path) -> None:
    """Finish replacing ``path`` if it was cut short between its two steps."""
    path = _real(path)
    coming = _beside(path) / "next"
    if coming.exists() and not path.exists():
        with suppress(FileNotFoundError):  # Whoever reads it may have been faster.
            coming.rename(path)
        _sync(path.parent)


def finish_all(folder: Path) -> None:
    """Finish whatever was cut short in a folder of boxes."""
    for beside in folder.glob(".*/next"):
        with suppress(OSError):
            finish(folder / beside.parent.name[1:])


def states(path: Path) -> list[Path]:
    """The states that ``path`` had before, the newest first."""
    beside = _beside(_real(path))
    found = [state for state in beside.iterdir() if state.name.isdecimal()] if beside.is_dir() else []
    return sorted(found, reverse=True)


def go_back(path: Path, state: Path) -> None:
    """Make one of ``states`` the present one; what is there now is kept as a state, too."""
    replace(path, lambda coming: copy(state, coming))


def copy(source: Path, target: Path) -> None:
    """Copy a file or a folder. Links are copied as links; pictures, which nobody changes in place, share their room.

    ``OSError`` with the number of what went wrong first: a list of everything that did would say nothing to people.
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


def _put_away(path: Path, beside: Path) -> None:
    if path.exists():
        path.rename(beside / f"{_newest(beside) + 1:06}")
        _sync(path.parent)
    for old in states(path)[KEPT:]:
        _remove(old)


def _real(path: Path) -> Path:
    """Where a link leads: what it leads to is replaced, not the link."""
    return path.resolve() if path.is_symlink() else path


def _beside(path: Path) -> Path:
    return path.parent / f".{path.name}"


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Nobody else writes the box at ``path`` meanwhile: for whoever changes what it says now. ``OSError`` if nothing
    can be written beside it."""
    beside, mine = _beside(_real(path)), _held.__dict__
    if str(beside) in mine:
        yield
        return
    beside.parent.mkdir(parents=True, exist_ok=True)
    beside.mkdir(exist_ok=True)
    handle = os.open(beside, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        mine[str(beside)] = handle
        yield
    finally:
        mine.pop(str(beside), None)
        os.close(handle)


def stamp(path: Path) -> object:
    """Another one whenever something was written at ``path``, by the companion or in a spreadsheet; None if nothing is
    there."""
    try:
        return [_stamp(path), *sorted(_files(path) if path.is_dir() else ())]
    except OSError:
        return None


def _files(folder: Path) -> Iterator[tuple[str, object]]:
    for file in folder.iterdir():
        if file.is_file():
            yield file.name, _stamp(file)
        elif file.name == TEXTS:
            yield from ((f"{TEXTS}/{name}", one) for name, one in _files(file))


def _stamp(path: Path) -> tuple[int, int, int]:
    found = path.stat()
    return found.st_ino, found.st_mtime_ns, found.st_size


def _newest(beside: Path) -> int:
    return max((int(state.name) for state in beside.iterdir() if state.name.isdecimal()), default=0)


def _make_safe(path: Path) -> None:
    """Wait until all of it is on the disk."""
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
