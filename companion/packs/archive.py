"""Boxes as .zip archives for sharing. Only files that belong to a box are unpacked, and nothing outside its folder."""

from __future__ import annotations

import io
import re
import stat
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import Final

from companion.core.refusals import BadPack, Fault
from companion.core.texts import T
from companion.packs.files import LARGEST, TEXTS, is_read
from companion.packs.pictures import PICTURES, is_picture

MOST_ENTRIES: Final = 2_000
MOST_BYTES: Final = 128 * 1024 * 1024
"""Limit on the unpacked size, whatever the archive claims."""
EPOCH: Final = (1980, 1, 1, 0, 0, 0)
"""The timestamp of every file in an archive, so that packing is reproducible."""
UNSAFE_NAME: Final = re.compile(r"^/|^[A-Za-z]:|\\|(^|/)\.\.?(/|$)|[\x00-\x1f\x7f]")


def packed(files: Mapping[str, bytes]) -> bytes:
    """Pack files into a .zip archive."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as target:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, EPOCH)
            entry.external_attr = 0o644 << 16
            target.writestr(entry, files[name], zipfile.ZIP_DEFLATED)
    return archive.getvalue()


def unpacked(data: bytes, file: object) -> dict[str, bytes]:
    """The box files in an archive, keyed by path inside the box's folder. Other files are skipped.

    Raises ``BadPack`` if ``data`` is not an archive, or is unsafe: path traversal, links, too many files, too large.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = [entry for entry in archive.infolist() if not entry.is_dir()]
            problems = list(_unsafe(entries))
            if problems:
                raise BadPack([problem.in_file(file) for problem in problems])
            return _files(archive, entries, file)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError, ValueError):
        raise BadPack([Fault(str(file), T("is no .zip that can be unpacked; let it be packed again"))]) from None


def _unsafe(entries: list[zipfile.ZipInfo]) -> Iterator[Fault]:
    if len(entries) > MOST_ENTRIES:
        wrong = T("has {files} files, at most {most} are unpacked", files=len(entries), most=MOST_ENTRIES)
        yield Fault(T("the archive"), wrong)
        return
    seen: set[str] = set()
    for entry in entries:
        name = _printable(entry.orig_filename)
        if UNSAFE_NAME.search(entry.orig_filename):
            yield Fault(name, T("has a name that leads out of the folder"))
        elif stat.S_ISLNK(entry.external_attr >> 16):
            yield Fault(name, T("is a link; put the file itself there"))
        elif entry.flag_bits & 1:
            yield Fault(name, T("is encrypted; pack it without a password"))
        elif entry.filename in seen:
            yield Fault(name, T("is there twice"))
        seen.add(entry.filename)


def _files(archive: zipfile.ZipFile, entries: list[zipfile.ZipInfo], file: object) -> dict[str, bytes]:
    top = _top([PurePosixPath(entry.filename) for entry in entries])
    files: dict[str, bytes] = {}
    left = MOST_BYTES
    for entry in entries:
        name = entry.filename.removeprefix(top)
        if not is_read(name) and not is_picture(name):
            continue
        with archive.open(entry) as source:
            files[name] = source.read(min(LARGEST, left) + 1)
        left -= len(files[name])
        if len(files[name]) > LARGEST or left < 0:
            raise BadPack([Fault(_printable(name), T("is too large when it is unpacked")).in_file(file)])
    return files


def _top(paths: list[PurePosixPath]) -> str:
    """The single folder, with a trailing slash, that holds everything; empty if there is none."""
    tops = {path.parts[0] for path in paths if path.parts} - {"__MACOSX"}
    inside = all(len(path.parts) > 1 for path in paths)
    return f"{next(iter(tops))}/" if inside and len(tops) == 1 and not tops & {TEXTS, PICTURES} else ""


def _printable(name: str) -> str:
    return name.encode("unicode_escape").decode()[:80]
