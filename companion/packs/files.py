"""Safe reading of the files of a box: never outside its folder, with limits on size and number."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from companion.core.refusals import Fault
from companion.core.texts import T, Text, Words, plain

LARGEST: Final = 16 * 1024 * 1024
MOST_FILES: Final = 200
NAMES: Final = frozenset({"pack.toml", "pack.json", "texts.json", "map.json"})
TEXTS: Final = "texts"


class BadFile(ValueError):
    """A file that is rejected; ``said`` is the reason."""

    def __init__(self, said: Text) -> None:
        super().__init__(plain(said))
        self.said = said


def files_in(folder: Path) -> tuple[dict[str, bytes], list[Fault]]:
    """The files of a box keyed by path inside its folder, and a fault for each that was left out."""
    files: dict[str, bytes] = {}
    problems: list[Fault] = []
    for path in _listed(folder, problems):
        name = path.relative_to(folder).as_posix()
        if len(files) == MOST_FILES:
            wrong = T("has too many files, at most {most} are read; put the others elsewhere", most=MOST_FILES)
            problems.append(Fault(str(folder), wrong))
            break
        try:
            files[name] = read_file(path, folder)
        except BadFile as no:
            problems.append(Fault(str(path), no.said))
        except OSError as error:
            problems.append(not_read(path, error))
    return files, problems


def not_read(path: object, error: OSError) -> Fault:
    """The fault for a file that the system cannot read."""
    match error.errno:
        case errno.ENOENT | errno.ENOTDIR:
            why: Words = T("it is not there")
        case errno.EACCES | errno.EPERM:
            why = T("you are not allowed to")
        case errno.EISDIR:
            why = T("it is a folder")
        case errno.EIO:
            why = T("the disk is damaged there")
        case _:
            why = error.strerror or str(error)
    return Fault(str(path), T("cannot be read: {why}", why=why))


def read_file(path: Path, folder: Path | None = None) -> bytes:
    """The bytes of a file. Raises ``BadFile`` if it is outside ``folder``, not a regular file, or too large."""
    try:
        inside = folder is None or path.resolve().is_relative_to(folder.resolve())
    except RuntimeError:
        raise BadFile(T("is a link that leads back to itself; put the file itself there")) from None
    if not inside:
        raise BadFile(T("is a link that leads out of the folder; put the file itself there"))
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    with os.fdopen(handle, "rb") as file:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise BadFile(T("is no file"))
        data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise BadFile(T("is too large, at most {most} MB are read", most=LARGEST // 1024 // 1024))
    return data


def is_read(name: str) -> bool:
    """True if a path inside a box's folder is one of its data files."""
    head, _, tail = name.rpartition("/")
    suffix = os.path.splitext(tail)[1]
    if head:
        return head == TEXTS and suffix in (".csv", ".md")
    return suffix == ".csv" or name in NAMES


def _listed(folder: Path, problems: list[Fault]) -> Iterator[Path]:
    for path in _entries(folder):
        if path.name == TEXTS and path.is_dir():
            if not path.resolve().is_relative_to(folder.resolve()):
                wrong = T("is a link that leads out of the folder; put the folder itself there")
                problems.append(Fault(str(path), wrong))
            else:
                yield from (one for one in _entries(path) if is_read(f"{TEXTS}/{one.name}"))
        elif is_read(path.name) and not path.is_dir():
            yield path


def _entries(folder: Path) -> list[Path]:
    """What is in a folder, sorted; nothing if another program has just moved it: ``read_box`` then reads again."""
    try:
        return sorted(folder.iterdir())
    except FileNotFoundError:
        return []
