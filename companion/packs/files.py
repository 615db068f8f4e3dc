"""The files of a box that are read: none of them leads out of its folder, is endless, or there without number."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Final

LARGEST: Final = 16 * 1024 * 1024
MOST_FILES: Final = 200
NAMES: Final = frozenset({"pack.toml", "pack.json", "texts.json", "map.json"})
TEXTS: Final = "texts"


def files_in(folder: Path) -> tuple[dict[str, bytes], list[str]]:
    """The files of a box by their paths in its folder, and what is wrong with those that are left out."""
    files: dict[str, bytes] = {}
    problems: list[str] = []
    for path in _listed(folder, problems):
        name = path.relative_to(folder).as_posix()
        if len(files) == MOST_FILES:
            problems.append(f"{folder}: has too many files, at most {MOST_FILES} are read; put the others elsewhere.")
            break
        try:
            files[name] = read_file(path, folder)
        except ValueError as no:
            problems.append(f"{path}: {no}")
        except OSError as error:
            problems.append(f"{path}: cannot be read ({error.strerror or error}).")
    return files, problems


def read_file(path: Path, folder: Path | None = None) -> bytes:
    """A file as it is; ``ValueError`` with a sentence if it leads out of ``folder``, is no file, or is too large."""
    try:
        inside = folder is None or path.resolve().is_relative_to(folder.resolve())
    except RuntimeError:
        raise ValueError("is a link that leads back to itself; put the file itself there.") from None
    if not inside:
        raise ValueError("is a link that leads out of the folder; put the file itself there.")
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    with os.fdopen(handle, "rb") as file:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise ValueError("is no file.")
        data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise ValueError(f"is too large, at most {LARGEST // 1024 // 1024} MB are read.")
    return data


def is_read(name: str) -> bool:
    """True of a path in the folder of a box that holds a part of it."""
    head, _, tail = name.rpartition("/")
    suffix = os.path.splitext(tail)[1]
    if head:
        return head == TEXTS and suffix in (".csv", ".md")
    return suffix == ".csv" or name in NAMES


def _listed(folder: Path, problems: list[str]) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        if path.name == TEXTS and path.is_dir():
            if not path.resolve().is_relative_to(folder.resolve()):
                problems.append(f"{path}: is a link that leads out of the folder; put the folder itself there.")
            else:
                yield from (one for one in sorted(path.iterdir()) if is_read(f"{TEXTS}/{one.name}"))
        elif is_read(path.name) and not path.is_dir():
            yield path
