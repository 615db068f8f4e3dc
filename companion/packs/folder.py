"""Reads a box from its folder or file, and writes it back atomically.

A folder holds either pack.toml and sheets (``companion.packs.sheets``), or pack.json. A single file is JSON.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path, PurePosixPath
from typing import Any, Final

from msgspec import Struct

from companion.core.refusals import BadPack, BadSetup, Fault
from companion.core.sheets import BoxSheets
from companion.core.texts import T, Text, Words, plain, translated
from companion.games.registry import load_game
from companion.packs import json_form, versions
from companion.packs.content import LANGUAGE, BadFile, Content, content_hash, not_read, read_file
from companion.packs.intake import MANIFESTS, NAMES, TEXTS, Sorted, files_in, is_system, sort_out
from companion.packs.sheets.files import MANIFEST, read_toml
from companion.packs.sheets.places import Places
from companion.packs.sheets.reading import Files, ReadSheets
from companion.packs.sheets.texts import read_words
from companion.packs.sheets.writing import files_of

FOLDERS: Final = 3
"""Most folders that may lie round a box."""
BOTH: Final = {"one": MANIFEST, "other": json_form.PACK}


class ReadBox(Struct, frozen=True):
    """The content of a box, and what is needed to locate its faults."""

    content: Content
    path: Path
    problems: list[Fault] = []
    """Faults in the files themselves. Parts that could not be read are missing from ``content``."""
    places: Places | None = None
    """Maps fields to cells of the sheets; None for JSON."""
    notes: list[Text] = []
    """What was read under another name, and what was left aside."""

    def locate(self, problems: Iterable[Fault]) -> list[Fault]:
        """All faults with their locations: those of the files, and ``problems`` of the pack, each located by field
        path."""
        if self.places is None:
            return [*self.problems, *(problem.in_file(self.path) for problem in problems)]
        found = [one.in_folder(self.path) for one in map(self.places.relocate, problems) if self.places.is_new(one)]
        known = {plain(problem.place) for problem in self.problems}
        return [*self.problems, *(one for one in found if plain(one.place) not in known)]


def is_box(path: Path) -> bool:
    """True if ``path`` is a folder that holds a box, or a file."""
    if not path.is_dir():
        return path.is_file()
    if (path / MANIFEST).is_file() or (path / json_form.PACK).is_file():
        return True
    return any(name in MANIFESTS for name in sort_out(one.name for one in path.iterdir() if one.is_file()).taken)


def box_at(path: Path) -> Path:
    """The box at ``path``, or the only one in a folder in it, as archives unpack; ``path`` if there is none."""
    found = path
    for _ in range(FOLDERS):
        if is_box(found) or not found.is_dir():
            break
        inner = [one for one in found.iterdir() if one.is_dir() and not is_system(PurePosixPath(one.name))]
        if len(inner) != 1:
            break
        found = inner[0]
    return found if is_box(found) else path


def read_content(path: Path) -> Content:
    """The content of the box at ``path``, a folder or a .json file. It may be incomplete and is not validated.

    Raises ``BadPack`` with every fault as ``file: place: sentence``. Completes an interrupted write first.
    """
    box = read_box(path)
    if box.problems:
        raise BadPack(box.problems)
    return box.content


def read_box(path: Path) -> ReadBox:
    """Read a box together with the locations of its parts. Raises ``BadPack`` if nothing can be read."""
    while True:
        versions.recover(path)
        found, before = None, versions.fingerprint(path)
        try:
            found = _read_box(path)
        except BadPack:
            versions.recover(path)  # Another program may just have put it away to replace it.
            if versions.fingerprint(path) == before:
                raise
        if found is not None and versions.fingerprint(path) == before:
            return found
        # Somebody wrote it while it was read, so the result may be a mixture. Read again.


def _read_box(path: Path) -> ReadBox:
    if not path.is_dir():
        return ReadBox(json_form.read_pack_file(path), path)
    found_files = files_in(path)
    files, problems, names = found_files.files, found_files.problems, found_files.names
    if MANIFEST in files and json_form.PACK in files:
        raise BadPack([Fault(str(path), T("has both {one} and {other}; put one of the two elsewhere", **BOTH))])
    if json_form.PACK in files:
        return ReadBox(json_form.read_pack_files(path, files), path / json_form.PACK, problems, notes=names.notes)
    if MANIFEST not in files:
        raise BadPack(problems or [nothing_in(path)])
    try:
        found = read_files(files, names)
    except BadPack as bad:
        raise BadPack([*problems, *(problem.in_folder(path) for problem in bad.problems)]) from None
    problems = [*problems, *(one.in_folder(path) for one in found.problems)]
    return ReadBox(found.content, path, problems, found.places, names.notes)


def read_front(path: Path) -> tuple[Any, Words | None]:
    """The game and the name of the box at ``path``, without reading the rest; None for what is missing.

    Raises ``BadPack`` if even that cannot be read.
    """
    if not (path / MANIFEST).is_file() or (path / json_form.PACK).is_file():
        content = read_box(path).content
        name = content.data.get("name", content.data.get("title"))
        language = content.language
        return content.data.get("game"), translated(content.texts, name, language) if isinstance(name, str) else name
    try:
        found = read_toml(_read(path, MANIFEST), MANIFEST)
        name, languages = found.get("name"), found.get("languages", ["en"])
        if not isinstance(name, str) or not isinstance(languages, list) or not languages:
            return found.get("game"), name if isinstance(name, str) else None
        codes = [code for code in languages if isinstance(code, str) and LANGUAGE.fullmatch(code)]
        beside = {code: f"{TEXTS}/{code}.csv" for code in codes}
        texts = {code: read_words(_read(path, file), file) for code, file in beside.items() if (path / file).exists()}
    except BadPack as bad:
        raise BadPack([problem.in_folder(path) for problem in bad.problems]) from None
    return found.get("game"), translated(texts, name, str(languages[0]))


def _read(folder: Path, name: str) -> bytes:
    """A file from a box's folder. Raises ``BadPack`` if it cannot be read."""
    try:
        return read_file(folder / name, folder)
    except BadFile as no:
        raise BadPack([Fault(name, no.said)]) from None
    except OSError as error:
        raise BadPack([not_read(name, error)]) from None


def read_files(files: Files, names: Sorted | None = None) -> ReadSheets:
    """Read a box from the files of a folder with sheets; ``names`` tell what else lies there. Raises ``BadPack``."""
    if MANIFEST not in files:
        raise BadPack([Fault(MANIFEST, T("is missing"))])
    game = read_toml(files[MANIFEST], MANIFEST).get("game")
    sheets = sheets_of(game)
    if sheets is None:
        raise BadPack([Fault("game", _no_sheets(game)).in_file(MANIFEST)])
    found = ReadSheets(sheets, files)
    for sheet in sheets.sheets if names is not None else ():
        instead = names.missing(f"{sheet.name}.csv") if names is not None and f"{sheet.name}.csv" not in files else None
        if instead is not None:
            wrong = T("is a spreadsheet; save its sheet as {file} beside it", file=f"{sheet.name}.csv")
            found.problems.append(Fault(instead, wrong))
            found.places.suppress_at(sheet.name)
    return found


def sheets_of(game: object) -> BoxSheets | None:
    """The sheet schema of a game's boxes; None if there is no such game, or it has no sheets."""
    try:
        return load_game(game).rules.sheets if isinstance(game, str) else None
    except BadSetup:
        return None


def write_content(path: Path, content: Content, pictures: Mapping[str, bytes | None] | None = None) -> None:
    """Write a box to ``path``, which need not exist. ``pictures`` are added, or removed where the value is None.

    A path that ends in .json becomes a single file. A folder with pack.json stays JSON, and so does a box that sheets
    cannot represent exactly. Unrelated files in the folder stay. The write is atomic, and the last five versions are
    kept (``versions``).

    Raises ``OSError`` if it cannot be written, and ``BadPack`` if it cannot be serialised; then nothing has changed.
    """
    if path.suffix == ".json" and not path.is_dir():
        versions.replace(path, lambda coming: _write(coming, json_form.single_file(content)))
        return
    there = files_in(path) if path.is_dir() else None
    before = {} if there is None else there.files
    mended = {} if there is None else there.names.mended
    files = json_form.files_of(content) if json_form.PACK in before else files_for(content, before)
    sheets = sheets_of(content.data.get("game"))
    sheet_files = {f"{sheet.name}.csv" for sheet in (sheets.sheets if sheets is not None else ())}

    def make(coming: Path) -> None:
        if path.is_dir():
            versions.copy(path, coming)
        coming.mkdir(parents=True, exist_ok=True)
        for name in before.keys() - files.keys():
            if name in NAMES or name.startswith(f"{TEXTS}/") or name in sheet_files:
                (coming / name).unlink(missing_ok=True)
        for was in (found for name, found in mended.items() if name in before):
            (coming / was).unlink(missing_ok=True)
        for name, data in {**files, **(pictures or {})}.items():
            if data is None:
                (coming / name).unlink(missing_ok=True)
            else:
                _write(coming / name, data)

    versions.replace(path, make)


def files_for(content: Content, before: Files) -> dict[str, bytes]:
    """Serialise a box as sheets, or as JSON if sheets cannot represent it. ``before`` holds its present files.

    Raises ``BadPack`` if it cannot be serialised.
    """
    try:
        content_hash([content.data, content.texts])
    except (ValueError, RecursionError) as error:
        raise BadPack([Fault(T("the box"), T("has something in it that no file can hold"))]) from error
    sheets = sheets_of(content.data.get("game"))
    files = files_of(content, sheets, before) if sheets is not None else None
    return json_form.files_of(content) if files is None else files


def nothing_in(folder: Path) -> Fault:
    return Fault(str(folder), T("there is no {one} and no {other} in this folder", **BOTH))


def _no_sheets(game: object) -> Text:
    if game is None:
        return T("is missing; it must be the name of the game, like {example}", example='"newyork"')
    return T("there is no game {game} whose boxes can be kept as sheets", game=str(game))


def _write(file: Path, text: bytes) -> None:
    """Write a file, replacing any link at its path or its folder's."""
    if file.parent.is_symlink():
        file.parent.unlink()
    file.parent.mkdir(exist_ok=True)
    file.unlink(missing_ok=True)
    file.write_bytes(text)
