"""Boxes that come in and go out: as a folder, a .zip or JSON."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from companion.core.refusals import BadPack
from companion.packs import json_form, loader
from companion.packs.archive import packed, unpacked
from companion.packs.content import Content
from companion.packs.files import read_file
from companion.packs.folder import files_for, is_box, read_content, read_files, write_content
from companion.packs.pictures import clean_all, is_picture, pictures_in
from companion.packs.sheets.manifest import MANIFEST


class Brought(Struct, frozen=True):
    """A box from elsewhere: its content, and its pictures by their paths in the folder."""

    content: Content
    pictures: dict[str, bytes] = {}


def bring(where: Path) -> Brought:
    """Read a box out of a folder, a .zip or a .json file. ``BadPack`` if it cannot be read."""
    try:
        if where.suffix.lower() == ".zip" and where.is_file():
            return _from_archive(where)
        if not is_box(where):
            raise BadPack([f"{where}: there is no box in this place; it must be a folder, a .zip or a .json file."])
        return Brought(read_content(where), _pictures(where))
    except ValueError as no:
        raise BadPack([f"{where}: {no}"]) from None
    except OSError as error:
        raise BadPack([f"{where}: cannot be read ({error.strerror or error})."]) from None


def _from_archive(where: Path) -> Brought:
    files = unpacked(read_file(where), where)
    pictures, problems = clean_all({name: data for name, data in files.items() if is_picture(name)})
    rest = {name: data for name, data in files.items() if name not in pictures}
    if MANIFEST in files:
        try:
            found = read_files(rest)
        except BadPack as bad:
            raise BadPack([f"{where}: {problem}" for problem in bad.problems]) from None
        problems += found.problems
        content = found.content
    elif json_form.PACK in files:
        content = json_form.read_pack_files(where, rest)
    else:
        raise BadPack([f"{where}: there is no {MANIFEST} and no {json_form.PACK} in it."])
    if problems:
        raise BadPack([f"{where}: {problem}" for problem in problems])
    return Brought(content, pictures)


def _pictures(where: Path) -> dict[str, bytes]:
    """The pictures in a folder; ``BadPack`` with each that cannot be used."""
    pictures, problems = pictures_in(where)
    if problems:
        raise BadPack(problems)
    return pictures


def take_in(box: Brought, id_: str) -> Path:
    """Put a box among the owner's own, in the folder ``id_``; one that is there becomes the state before."""
    path = loader.user_folder() / id_
    write_content(path, box.content, box.pictures)
    return path


def hand_on(box: Brought, target: Path) -> None:
    """Write a box to ``target``: an archive if that ends in .zip, its pack alone if in .json, or else a folder.

    ``OSError`` if it cannot be written.
    """
    suffix = target.suffix.lower()
    if suffix == ".zip":
        files: Mapping[str, bytes] = {**files_for(box.content, {}), **box.pictures}
        target.write_bytes(packed(files))
    elif suffix == ".json":
        target.write_bytes(json_form.written(box.content.data))
    else:
        write_content(target, box.content, box.pictures)
