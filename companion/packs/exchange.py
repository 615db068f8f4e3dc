"""Import and export of boxes: folder, .zip or JSON."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from companion.core.refusals import BadPack, Fault
from companion.core.texts import T
from companion.packs import json_form, loader
from companion.packs.archive import packed, unpacked
from companion.packs.content import Content
from companion.packs.files import BadFile, not_read, read_file
from companion.packs.folder import BOTH, files_for, is_box, read_content, read_files, write_content
from companion.packs.pictures import clean_all, is_picture, pictures_in
from companion.packs.sheets.manifest import MANIFEST


class ImportedBox(Struct, frozen=True):
    """An imported box: its content, and its pictures keyed by path inside the folder."""

    content: Content
    pictures: dict[str, bytes] = {}


def import_box(where: Path) -> ImportedBox:
    """Read a box from a folder, .zip or .json file. Raises ``BadPack`` if it cannot be read."""
    try:
        if where.suffix.lower() == ".zip" and where.is_file():
            return _from_archive(where)
        if not is_box(where):
            wrong = T("there is no box in this place; it must be a folder, a .zip or a .json file")
            raise BadPack([Fault(str(where), wrong)])
        return ImportedBox(read_content(where), _pictures(where))
    except BadFile as no:
        raise BadPack([Fault(str(where), no.said)]) from None
    except ValueError:
        raise BadPack([Fault(str(where), T("no file or folder can have such a name"))]) from None
    except OSError as error:
        raise BadPack([not_read(where, error)]) from None


def _from_archive(where: Path) -> ImportedBox:
    files = unpacked(read_file(where), where)
    pictures, problems = clean_all({name: data for name, data in files.items() if is_picture(name)})
    rest = {name: data for name, data in files.items() if name not in pictures}
    if MANIFEST in files:
        try:
            found = read_files(rest)
        except BadPack as bad:
            raise BadPack([problem.in_file(where) for problem in bad.problems]) from None
        problems += found.problems
        content = found.content
    elif json_form.PACK in files:
        content = json_form.read_pack_files(where, rest)
    else:
        raise BadPack([Fault(str(where), T("there is no {one} and no {other} in it", **BOTH))])
    if problems:
        raise BadPack([problem.in_file(where) for problem in problems])
    return ImportedBox(content, pictures)


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
