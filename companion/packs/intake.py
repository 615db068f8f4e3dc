"""What people and other programs put into the folder or archive of a box, under the names that the companion reads.

Finder, Explorer, PowerShell, spreadsheets and phones add files of their own, write endings in capitals, hide or double
them, put accents apart (NFD) or a folder around the box. What is meant is taken, and said; what is not read is named.
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Final

from msgspec import Struct

from companion.core.refusals import Fault
from companion.core.texts import T, Text
from companion.packs.content import BadFile, not_read, read_file

NAMES: Final = frozenset({"pack.toml", "pack.json", "texts.json", "map.json"})
MANIFESTS: Final = frozenset({"pack.toml", "pack.json"})
TEXTS: Final = "texts"
PICTURES: Final = "pictures"
MOST_FILES: Final = 200
SYSTEM: Final = frozenset(
    {
        "__macosx",
        "thumbs.db",
        "ehthumbs.db",
        "desktop.ini",
        "icon\r",
        "@eadir",
        "$recycle.bin",
        "system volume information",
    }
)
"""Files and folders that other programs make beside those of people, in small letters."""
SHEETS: Final = frozenset({".xlsx", ".xls", ".xlsm", ".ods", ".fods", ".numbers", ".gsheet"})
"""Endings of spreadsheets, which are read only once they are saved as CSV."""
SPREADSHEET: Final = T("is a spreadsheet; save each of its sheets as CSV, in one folder with pack.toml")
SEPARATED: Final = frozenset({".csv", ".tsv", ".tab"})
SIGNATURES: Final = {
    b"PK\x03\x04": ".zip",
    b"PK\x05\x06": ".zip",
    b"7z\xbc\xaf": ".7z",
    b"Rar!": ".rar",
    b"\x1f\x8b": ".gz",
    b"BZh": ".bz2",
    b"\xfd7zXZ": ".xz",
    b"\xd0\xcf\x11\xe0": ".xls",
}
"""The endings that belong to the first bytes of a file, whatever it is called."""
BESIDE: Final = frozenset({"readme", "license", "licence", "copying"})
"""Names of files for people, which nobody expects the companion to read."""


class Sorted(Struct, frozen=True):
    """The files of a box: by the name that the companion reads, where each lies."""

    taken: dict[str, str]
    """Path inside the box to the path as it was found."""
    left: list[str]
    """What is not read, as it was found."""
    problems: list[Fault]

    @property
    def mended(self) -> dict[str, str]:
        """Files that are read under another name than they have inside the box's folder, by that name."""
        return {name: found for name, found in self.taken.items() if not f"/{normal_path(found)}".endswith(f"/{name}")}

    @property
    def notes(self) -> list[Text]:
        """A sentence for what was read under another name, and one for what was left aside."""
        found = []
        if self.mended:
            pairs = [f"{PurePosixPath(was).name} → {name}" for name, was in sorted(self.mended.items())]
            found.append(T("Read under another name: {files}", files=", ".join(map(printable, pairs))))
        left = [one for one in self.left if PurePosixPath(one).stem.casefold() not in BESIDE]
        if left:
            found.append(T("Not part of the box, and left aside: {files}", files=", ".join(map(printable, left))))
        return found

    def missing(self, sheet: str) -> str | None:
        """The spreadsheet that lies there in place of the sheet ``relics.csv``, for instance ``Relics.xlsx``."""
        stem = PurePosixPath(sheet).stem
        return next((one for one in self.left if _is_spreadsheet(one) and _plain(one).stem == stem), None)


def sort_out(names: Iterable[str]) -> Sorted:
    """Sort the paths in a folder or an archive: which belong to a box, and which do not.

    The box lies where its pack.toml or pack.json lies, however deep; what lies outside is left aside.
    """
    found = {name: path for name in names if not is_system(path := normal_path(name)) and path.parts}
    tops = sorted({path.parent for path in found.values() if _canonical(path.name) in MANIFESTS})
    tops.sort(key=_depth)
    top = tops[0] if tops else _common(found.values())
    several = [one for one in tops[1:] if _depth(one) == _depth(top)]
    problems = []
    if several:
        both = {"one": str(top), "other": str(several[0])}
        problems.append(
            Fault(T("the archive"), T("has two boxes in it, {one} and {other}; take in one at a time", **both))
        )
    taken: dict[str, str] = {}
    left = []
    for name, path in found.items():
        inside = _inside(path.relative_to(top)) if path.is_relative_to(top) else None
        if inside is None:
            left.append(name)
        elif inside in taken:
            both = {"one": printable(taken[inside]), "other": printable(name)}
            problems.append(Fault(inside, T("is there twice, as {one} and as {other}; keep one of the two", **both)))
        else:
            taken[inside] = name
    return Sorted(taken, sorted(left), problems)


def normal_path(name: str) -> PurePosixPath:
    """A path with ``/`` between its parts, and accents as one character (NFC)."""
    return PurePosixPath(unicodedata.normalize("NFC", name).replace("\\", "/").lstrip("/"))


def is_system(path: PurePosixPath) -> bool:
    """True for what other programs add: ``.DS_Store``, ``._x``, ``Thumbs.db``, ``__MACOSX``, locks of spreadsheets."""
    return any(part.startswith((".", "~$")) or part.casefold() in SYSTEM for part in path.parts)


def kind_of(data: bytes) -> str:
    """The ending that a file should have by its content: that of an archive or a spreadsheet, ``.html``; else ""."""
    if re.match(rb"\s*<(!doctype|html)", data, re.IGNORECASE):
        return ".html"
    if data[257:262] == b"ustar":
        return ".tar"
    return next((ending for start, ending in SIGNATURES.items() if data.startswith(start)), "")


def not_a_box(kind: str) -> Text | None:
    """What to do with a file of this kind instead of reading it as a box; None for a kind that says nothing."""
    match kind:
        case "":
            return None
        case ".html":
            return T("is a web page; download the box itself")
        case ".zip":
            return T("is a box that is packed; take it in with companion pack import")
        case _ if kind in SHEETS:
            return SPREADSHEET
    return T("is an archive of another kind ({kind}); unpack it and take the folder, or pack it as .zip", kind=kind)


def printable(name: str) -> str:
    """A name as it can be shown."""
    return "".join(one if one.isprintable() else one.encode("unicode_escape").decode() for one in name)[:80]


def _depth(path: PurePosixPath) -> int:
    return len(path.parts)


def _common(paths: Collection[PurePosixPath]) -> PurePosixPath:
    """The folder around everything."""
    return PurePosixPath(os.path.commonpath([path.parent for path in paths])) if paths else PurePosixPath()


def _plain(name: str) -> PurePosixPath:
    """A name in small letters, without ``.txt`` behind the ending that counts."""
    path = PurePosixPath(normal_path(name).name.casefold())
    inner = PurePosixPath(path.stem)
    return inner if path.suffix == ".txt" and inner.suffix in (*SEPARATED, ".toml", ".json", ".md") else path


def _is_spreadsheet(name: str) -> bool:
    return _plain(name).suffix in SHEETS


def _canonical(name: str) -> str:
    """The name under which a file beside pack.toml is read; itself for any other."""
    path = _plain(name)
    if path.suffix in SEPARATED:
        return f"{path.stem}.csv"
    return path.name if path.name in NAMES else name


def _inside(path: PurePosixPath) -> str | None:
    """The path inside a box under which a file is read; None if it is not part of a box."""
    match path.parts:
        case (name,):
            known = _canonical(name)
            return known if known in NAMES or known.endswith(".csv") else None
        case (folder, name) if folder.casefold() == TEXTS:
            plain = _plain(name)
            known = f"{plain.stem}.csv" if plain.suffix in SEPARATED else plain.name
            return f"{TEXTS}/{known}" if plain.suffix in (*SEPARATED, ".md") else None
        case (folder, name) if folder.casefold() == PICTURES:
            return f"{PICTURES}/{name}"
    return None


class BoxFiles(Struct, frozen=True):
    """The files of a box in a folder, and how they were found. Pictures are listed in ``names`` but not read."""

    files: dict[str, bytes]
    """The data by path inside the box."""
    problems: list[Fault]
    """A fault for each file that cannot be read, or that should not be there."""
    names: Sorted


def files_in(folder: Path) -> BoxFiles:
    """Read the files of a box in a folder; never outside of it."""
    problems: list[Fault] = []
    names = sort_out(_listed(folder, problems))
    problems += [problem.in_folder(folder) for problem in names.problems]
    files: dict[str, bytes] = {}
    for name, found in names.taken.items():
        if name.startswith(f"{PICTURES}/"):
            continue
        if len(files) == MOST_FILES:
            wrong = T("has too many files, at most {most} are read; put the others elsewhere", most=MOST_FILES)
            problems.append(Fault(str(folder), wrong))
            break
        try:
            files[name] = read_file(folder / found, folder)
        except BadFile as no:
            problems.append(Fault(str(folder / found), no.said))
        except OSError as error:
            problems.append(not_read(folder / found, error))
    return BoxFiles(files, problems, names)


def pictures_named(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Those of the files that lie among the pictures."""
    return {name: data for name, data in files.items() if name.startswith(f"{PICTURES}/")}


def _listed(folder: Path, problems: list[Fault]) -> Iterator[str]:
    """The files in a folder and in those for texts and pictures, sorted."""
    for path in _entries(folder):
        if not path.is_dir():
            yield path.name
        elif path.name.casefold() in (TEXTS, PICTURES):
            if not path.resolve().is_relative_to(folder.resolve()):
                wrong = T("is a link that leads out of the folder; put the folder itself there")
                problems.append(Fault(str(path), wrong))
            else:
                yield from (f"{path.name}/{one.name}" for one in _entries(path) if not one.is_dir())


def _entries(folder: Path) -> list[Path]:
    """What is in a folder, sorted; nothing if another program has just moved it: it is then read again."""
    try:
        return sorted(folder.iterdir())
    except FileNotFoundError:
        return []
