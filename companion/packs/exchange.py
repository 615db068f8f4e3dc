"""Import, export and comparison of boxes: folders, .zip archives or JSON.

Only files that belong to a box are unpacked, and nothing outside its folder.
"""

from __future__ import annotations

import io
import json
import re
import stat
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import Any, Final

from msgspec import Struct

from companion.core.refusals import BadPack, Fault
from companion.core.sheets import BoxSheets
from companion.core.texts import T, Text
from companion.packs import json_form, loader
from companion.packs.content import LARGEST, BadFile, Content, not_read, read_file
from companion.packs.folder import BOTH, box_at, files_for, is_box, read_box, read_files, write_content
from companion.packs.intake import SPREADSHEET, Sorted, kind_of, not_a_box, pictures_named, printable, sort_out
from companion.packs.pictures import clean_all, pictures_in, without_card
from companion.packs.sheets.files import MANIFEST
from companion.packs.sheets.texts import main_language
from companion.packs.sheets.writing import Cells, cells_of

MOST_ENTRIES: Final = 2_000
MOST_BYTES: Final = 128 * 1024 * 1024
"""Limit on the unpacked size, whatever the archive claims."""
EPOCH: Final = (1980, 1, 1, 0, 0, 0)
"""The timestamp of every file in an archive, so that packing is reproducible."""
UNSAFE_NAME: Final = re.compile(r"^/|^[A-Za-z]:|(^|/)\.\.(/|$)|[\x00-\x1f\x7f]")
INSIDE_SHEETS: Final = ("[Content_Types].xml", "content.xml", "Index.zip")
"""What lies in the archive that a spreadsheet of Excel, LibreOffice or Numbers is."""
UTF_8: Final = 0x800
"""The flag of a name in UTF-8. Archives of a Mac have such names without the flag."""


def packed(files: Mapping[str, bytes]) -> bytes:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as target:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, EPOCH)
            entry.external_attr = 0o644 << 16
            target.writestr(entry, files[name], zipfile.ZIP_DEFLATED)
    return archive.getvalue()


def unpacked(data: bytes, file: object) -> tuple[dict[str, bytes], Sorted]:
    """The box files in an archive, keyed by path inside the box's folder, and how all were found.

    Raises ``BadPack`` if ``data`` is not an archive, or is unsafe: path traversal, links, too many files, too large.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = {_name(entry): entry for entry in archive.infolist() if not _is_folder(entry)}
            problems = list(_unsafe(archive.infolist()))
            names = sort_out(entries) if not problems else Sorted({}, [], [])
            problems += names.problems
            if problems:
                raise BadPack([problem.in_file(file) for problem in problems])
            return _files(archive, {name: entries[found] for name, found in names.taken.items()}, file), names
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError, ValueError):
        kind = kind_of(data)
        other = not_a_box(kind) if kind != ".zip" else None
        wrong = other or T("is no .zip that can be unpacked; let it be packed again")
        raise BadPack([Fault(str(file), wrong)]) from None


def _name(entry: zipfile.ZipInfo) -> str:
    """The name of an entry, with ``/`` between folders."""
    name = entry.orig_filename
    if not entry.flag_bits & UTF_8:
        with suppress(UnicodeError):
            name = name.encode("cp437").decode()
    return name.replace("\\", "/")


def _is_folder(entry: zipfile.ZipInfo) -> bool:
    return _name(entry).endswith("/")


def _unsafe(infos: list[zipfile.ZipInfo]) -> Iterator[Fault]:
    entries = [entry for entry in infos if not _is_folder(entry)]
    if len(entries) > MOST_ENTRIES:
        wrong = T("has {files} files, at most {most} are unpacked", files=len(entries), most=MOST_ENTRIES)
        yield Fault(T("the archive"), wrong)
        return
    seen: set[str] = set()
    for entry in entries:
        name = printable(_name(entry))
        if UNSAFE_NAME.search(_name(entry)):
            yield Fault(name, T("has a name that leads out of the folder"))
        elif stat.S_ISLNK(entry.external_attr >> 16):
            yield Fault(name, T("is a link; put the file itself there"))
        elif entry.flag_bits & 1:
            yield Fault(name, T("is encrypted; pack it without a password"))
        elif _name(entry) in seen:
            yield Fault(name, T("is there twice"))
        seen.add(_name(entry))


def _files(archive: zipfile.ZipFile, entries: Mapping[str, zipfile.ZipInfo], file: object) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    left = MOST_BYTES
    for name, entry in entries.items():
        with archive.open(entry) as source:
            files[name] = source.read(min(LARGEST, left) + 1)
        left -= len(files[name])
        if len(files[name]) > LARGEST or left < 0:
            raise BadPack([Fault(printable(name), T("is too large when it is unpacked")).in_file(file)])
    return files


class ImportedBox(Struct, frozen=True):
    """An imported box: its content, and its pictures keyed by path inside the folder."""

    content: Content
    pictures: dict[str, bytes] = {}
    notes: list[Text] = []
    """What was read under another name, what was left aside, and which pictures belong to no card."""


def import_box(where: Path) -> ImportedBox:
    """Read a box from a folder, .zip or .json file. Raises ``BadPack`` if it cannot be read."""
    try:
        if where.is_file():
            data = read_file(where, most=MOST_BYTES)
            if kind_of(data) == ".zip" or where.suffix.lower() == ".zip":
                return _from_archive(where, data)
        where = box_at(where)
        if not is_box(where):
            wrong = T("there is no box in this place; it must be a folder, a .zip or a .json file")
            raise BadPack([Fault(str(where), wrong)])
        box = read_box(where)
        if box.problems:
            raise BadPack(box.problems)
        return _imported(box.content, _pictures(where), box.notes)
    except BadFile as no:
        raise BadPack([Fault(str(where), no.said)]) from None
    except ValueError:
        raise BadPack([Fault(str(where), T("no file or folder can have such a name"))]) from None
    except OSError as error:
        raise BadPack([not_read(where, error)]) from None


def _from_archive(where: Path, data: bytes) -> ImportedBox:
    files, names = unpacked(data, where)
    shown = pictures_named(files)
    pictures, problems = clean_all(shown)
    rest = {name: data for name, data in files.items() if name not in shown}
    if MANIFEST in files:
        try:
            found = read_files(rest, names)
        except BadPack as bad:
            raise BadPack([problem.in_file(where) for problem in bad.problems]) from None
        problems += found.problems
        content = found.content
    elif json_form.PACK in files:
        content = json_form.read_pack_files(where, rest)
    else:
        raise BadPack([_nothing_in(where, names)])
    if problems:
        raise BadPack([problem.in_file(where) for problem in problems])
    return _imported(content, pictures, names.notes)


def _nothing_in(where: Path, names: Sorted) -> Fault:
    """An archive without a box: a spreadsheet is an archive, too, and archives are packed into archives."""
    if any(name in INSIDE_SHEETS for name in names.left):
        return Fault(str(where), SPREADSHEET)
    inner = next((name for name in names.left if name.lower().endswith(".zip")), None)
    if inner is not None:
        wrong = T("has another archive in it; unpack it, then take in {file}", file=printable(inner))
        return Fault(str(where), wrong)
    return Fault(str(where), T("there is no {one} and no {other} in it", **BOTH))


def _imported(content: Content, pictures: dict[str, bytes], notes: list[Text]) -> ImportedBox:
    return ImportedBox(content, pictures, [*notes, *pictures_note(map(stem, pictures), content)])


def stem(name: str) -> str:
    """The id of the card that a picture belongs to."""
    return PurePosixPath(name).stem


def pictures_note(ids: Iterable[str], content: Content) -> list[Text]:
    """A sentence that names the pictures among ``ids`` which belong to no card; nothing if all do."""
    others = without_card(ids, content.data)
    return [T("Pictures that belong to no card: {files}", files=", ".join(others))] if others else []


def _pictures(where: Path) -> dict[str, bytes]:
    """The pictures in a folder. Raises ``BadPack`` with one fault for each that cannot be used."""
    pictures, problems = pictures_in(where)
    if problems:
        raise BadPack(problems)
    return pictures


def install(box: ImportedBox, id_: str) -> Path:
    """Install a box as the owner's box ``id_``. A box with that id becomes its previous version."""
    path = loader.user_folder() / id_
    write_content(path, box.content, box.pictures)
    return path


def export_box(box: ImportedBox, target: Path) -> None:
    """Export a box to ``target``: an archive if it ends in .zip, one file without pictures if .json, otherwise a
    folder.

    Raises ``OSError`` if it cannot be written.
    """
    suffix = target.suffix.lower()
    if suffix == ".zip":
        files: Mapping[str, bytes] = {**files_for(box.content, {}), **box.pictures}
        target.write_bytes(packed(files))
    elif suffix == ".json":
        target.write_bytes(json_form.single_file(box.content))
    else:
        write_content(target, box.content, box.pictures)


# Differences between two boxes, in terms of their sheets.

LONGEST = 60


def differences(one: Content, other: Content, box: BoxSheets | None) -> Iterator[Text]:
    """One sentence for each row and entry that differs between the boxes."""
    if box is None:
        yield from _entries(one.data, other.data)
        return
    language = main_language(one.data, one.texts, box.pack)
    left, right = cells_of(one, box, language), cells_of(other, box, language)
    yield from _entries(left.manifest, right.manifest)
    for sheet in left.sheets:
        yield from _rows(sheet, left.sheets[sheet], right.sheets[sheet])
    for code in sorted({*left.texts, *right.texts}):
        for text, change in _changes(left.texts.get(code, {}), right.texts.get(code, {})):
            yield T("texts, {language}, {text}: {change}", language=code, text=_short(text), change=change)


def _entries(one: Mapping[str, Any], other: Mapping[str, Any]) -> Iterator[Text]:
    for name, change in _changes(_flat(one), _flat(other)):
        yield T("{name}: {change}", name=name, change=change)


def _rows(sheet: str, one: Mapping[str, Cells], other: Mapping[str, Cells]) -> Iterator[Text]:
    for key in (key for key in one if key not in other):
        yield T("{sheet}: {row} is only in the first", sheet=sheet, row=key)
    for key in (key for key in other if key not in one):
        yield T("{sheet}: {row} is only in the second", sheet=sheet, row=key)
    for key, cells in one.items():
        for heading, change in _changes(cells, other.get(key, cells)):
            yield T("{sheet}: {row}, {heading}: {change}", sheet=sheet, row=key, heading=heading, change=change)


def _changes(one: Mapping[str, str], other: Mapping[str, str]) -> Iterator[tuple[str, Text]]:
    for name in [*one, *(name for name in other if name not in one)]:
        before, after = one.get(name, ""), other.get(name, "")
        if before != after:
            yield name, _change(before, after)


def _change(before: str, after: str) -> Text:
    if not before:
        return T("there is {after} now", after=_short(after))
    if not after:
        return T("{before} is gone", before=_short(before))
    return T("{before} becomes {after}", before=_short(before), after=_short(after))


def _flat(value: Mapping[str, Any], path: str = "") -> dict[str, str]:
    """Flatten a nested record into dotted paths and JSON values."""
    found: dict[str, str] = {}
    for name, entry in value.items():
        here = f"{path}.{name}" if path else name
        found |= _flat(entry, here) if isinstance(entry, Mapping) else {here: json.dumps(entry, ensure_ascii=False)}
    return found


def _short(text: str) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= LONGEST else plain[: LONGEST - 1] + "…"
