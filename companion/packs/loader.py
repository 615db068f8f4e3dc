"""Finds, loads, creates and copies packs: bundled, installed, in folders or single files."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import platformdirs
from msgspec import Struct, structs

from companion.core.learning import with_row
from companion.core.refusals import BadPack, Fault, Refused, known
from companion.core.rules import Rules
from companion.core.texts import T, Text, Words
from companion.games.game import Game
from companion.games.registry import game_names
from companion.language import LANGUAGES, Language
from companion.packs import json_form, versions
from companion.packs.content import Content, content_hash
from companion.packs.editing.tables import as_word
from companion.packs.folder import (
    ReadBox,
    box_at,
    is_box,
    nothing_in,
    read_box,
    read_content,
    read_front,
    write_content,
)
from companion.packs.pictures import pictures_in
from companion.packs.sheets.texts import normal_texts, translated
from companion.scene.layout import Point, layout

BUNDLED = Path(__file__).parent


class LoadedPack(Struct, frozen=True):
    """A validated pack.

    ``hash`` is that of its content, ``source`` finds it again, and ``map`` holds the positions of its squares (0 to 1).
    If the pack record has fields ``map`` or ``texts``, they are filled in from the content.
    """

    pack: Any
    hash: str
    source: str
    map: dict[str, Point]
    content: Content
    """The content of its folder, for editing and writing back."""

    @property
    def data(self) -> dict[str, Any]:
        return self.content.data

    def learned(self, rules: Rules[Any], table: str, row: Any) -> LoadedPack:
        """The pack with a row added or replaced (core/WIRE.md, Boxes known in part).

        Raises ``Refused``: ``unknown`` table or name in the row, ``malformed`` row, ``illegal`` if the table is
        complete or the pack would become invalid.
        """
        stocks = rules.stocks(self.pack)
        known(table, stocks)
        rules.check_row(self.pack, table, row)
        data = with_row(self.data, table, stocks[table], row)
        try:
            return self.with_data(rules, data)
        except BadPack as bad:
            text = T("Then the box would not be in order: {problem}.", problem=bad.problems[0])
            raise Refused("illegal", text, fault=bad.problems[0]) from None

    @property
    def name(self) -> Words:
        """The name of the box; empty if it has none."""
        name = self.data.get("name", self.data.get("title", ""))
        return self.content.words(name) if isinstance(name, str) else name

    def with_data(self, rules: Rules[Any], data: dict[str, Any]) -> LoadedPack:
        """The pack with other ``data``, from before or after it was completed. Raises ``BadPack`` if invalid."""
        content = structs.replace(self.content, data=data)
        return _loaded(rules.read_pack(data), content, self.map, self.source)


def _loaded(pack: Any, content: Content, places: dict[str, Point], source: str) -> LoadedPack:
    beside = {"map": places, "texts": content.texts}
    if isinstance(pack, Struct):
        pack = structs.replace(pack, **{name: beside[name] for name in pack.__struct_fields__ if name in beside})
    return LoadedPack(pack, content_hash(content.data), source, places, content)


class InstalledPack(Struct, frozen=True):
    """A pack with an id. If it cannot be read, ``problem`` says why, and game and name are empty."""

    id: str
    path: str
    bundled: bool
    game: str = ""
    name: Words = ""
    problem: str | None = None


def user_folder() -> Path:
    """Where owners put their boxes: folders or single files."""
    return Path(platformdirs.user_data_dir("companion")) / "packs"


def load_pack(game: Game, where: str | None = None) -> LoadedPack:
    """Load a pack for ``game``.

    ``where`` is a folder, a .json file, or the id of an installed pack. None or empty is the bundled pack, or the
    built-in box of a game without packs. Raises ``BadPack`` if it is missing, unreadable, for another game, or breaks
    the schema, with every fault located by file and field.
    """
    rules = game.rules
    if rules.bundled_pack is None and not where:
        box_data = msgspec.to_builtins(rules.box)
        return LoadedPack(rules.box, content_hash(box_data), "", {}, Content(box_data))
    if type(rules).read_pack is Rules.read_pack:
        raise BadPack([Fault(str(where), T("{game} is played without a box", game=game.name))])
    bundled = rules.bundled_pack
    path, source = (BUNDLED / bundled, bundled) if where is None and bundled is not None else _found(where or "")
    box = read_box(path)
    data = box.content.data
    if data.get("game") != game.name:
        raise BadPack(box.locate([Fault("game", _wrong_game(data, game.name))])[-1:])
    try:
        pack = rules.read_pack(data)
    except BadPack as bad:
        raise BadPack(box.locate(bad.problems)) from None
    if box.problems:
        raise BadPack(box.problems)
    return _loaded(pack, box.content, _places(box), source)


def load_again(game: Game, where: str, began_with: str, data: dict[str, Any] | None) -> tuple[LoadedPack, Text | None]:
    """The pack for resuming a game, and a notice if it is not the one the game began with (R-GEN-08).

    ``began_with`` is the hash of the pack at the beginning. ``data`` is the pack that the game itself kept because it
    was incomplete; if given, it is used whatever has become of the box. Raises ``BadPack`` like ``load_pack``.
    """
    if data is not None:
        return _kept_pack(game, where, data)
    pack = load_pack(game, where)
    if pack.hash == began_with:
        return pack, None
    return pack, T("The pack {pack} is not the one that this game began with.", pack=pack.source)


def _kept_pack(game: Game, where: str, data: dict[str, Any]) -> tuple[LoadedPack, Text | None]:
    """The pack with the game's own ``data``, and with the box's present texts and positions."""
    notice, links = None, _neighbours(data)
    try:
        now = load_pack(game, where)
    except BadPack:
        now = LoadedPack(None, "", where, {}, Content(data))
        notice = T("The box {pack} cannot be read. The game goes on with what it knew of it.", pack=where)
    places = now.map if now.map.keys() == links.keys() else layout(links)
    content = structs.replace(now.content, data=data)
    return _loaded(game.rules.read_pack(data), content, places, now.source), notice


def installed_packs() -> list[InstalledPack]:
    """Every pack with an id, bundled ones first. If an id is in both places, it means the owner's."""
    return [
        *(_describe(path, bundled=True) for path in _packs_in(BUNDLED)),
        *(_describe(path, bundled=False) for path in _packs_in(user_folder())),
    ]


def own_path(where: str) -> Path | None:
    """The path of the owner's box that a pack's ``source`` names; None if it is bundled or missing."""
    try:
        path, _ = _find(where)
    except (BadPack, OSError, RuntimeError, ValueError):
        return None
    return None if path.resolve().is_relative_to(BUNDLED) else path


def find_box(where: str) -> Path:
    """The path of the box that ``where`` names: a folder, a file (also .zip) or an id. Raises ``BadPack`` if there is
    none."""
    return _found(where)[0]


def _found(where: str) -> tuple[Path, str]:
    try:
        return _find(where)
    except (OSError, RuntimeError, ValueError):
        raise BadPack([Fault(where, T("no file or folder can have such a name"))]) from None


def _find(where: str) -> tuple[Path, str]:
    """The path of a box, and a source that finds it from any working directory: an id or an absolute path."""
    path = Path(where).expanduser()
    versions.recover(path)
    path = box_at(path)
    if is_box(path):
        return path, str(path.resolve())
    if os.sep not in where:
        for folder in (user_folder(), BUNDLED):
            versions.recover(folder / where)
            for found in (folder / where, folder / f"{where}.json"):
                if is_box(found):
                    return found, where
    if path.is_dir():
        raise BadPack([nothing_in(path)])
    known = ", ".join(dict.fromkeys(pack.id for pack in installed_packs()))
    raise BadPack(
        [Fault(where, T("there is no folder or file of this name, and no box called so ({known})", known=known))]
    )


def _wrong_game(data: dict[str, Any], game: str) -> Text:
    if isinstance(data.get("game"), str):
        return T("this is a box of {other}, not of {game}", other=data["game"], game=game)
    return T('is missing; it must be "{game}"', game=game)


def _neighbours(data: Any) -> dict[str, list[str]]:
    """The neighbours of each square of a validated pack; empty for a game without squares."""
    board = data.get("board")
    squares = board.get("squares", []) if isinstance(board, dict) else []
    return {square["id"]: square["neighbours"] for square in squares if "neighbours" in square}


def _places(box: ReadBox) -> dict[str, Point]:
    """The positions of squares: those of the box, or an automatic layout."""
    links, places = _neighbours(box.content.data), box.content.places
    if places is None:
        return layout(links)
    problems = [
        *(
            Fault(f"squares.{name}", T("is no square of the board")).in_file(box.path.with_name(json_form.MAP))
            for name in places
            if name not in links
        ),
        *(_missing_place(box, index, name) for index, name in enumerate(links) if name not in places),
    ]
    if problems:
        raise BadPack(problems)
    return {name: (x, y) for name, (x, y) in places.items()}


def _missing_place(box: ReadBox, index: int, name: str) -> Fault:
    if box.places is None:
        return Fault(f"squares.{name}", T("is missing")).in_file(box.path.with_name(json_form.MAP))
    wrong = T('"{name}" lies nowhere; fill in x and y, as for the other squares', name=name)
    return box.locate([Fault(f"board.squares[{index}]", wrong)])[-1]


def _packs_in(folder: Path) -> Iterator[Path]:
    versions.recover_all(folder)
    if folder.is_dir():
        found = [path for path in folder.iterdir() if path.suffix == ".json" or (path.is_dir() and is_box(path))]
        yield from sorted(path for path in found if not path.name.startswith("."))


def _describe(path: Path, *, bundled: bool) -> InstalledPack:
    name = path.name if path.is_dir() else path.stem
    try:
        game, title = read_front(path)
    except BadPack as bad:
        return InstalledPack(name, str(path), bundled, problem=bad.problems[0])
    if not isinstance(game, str):
        return InstalledPack(
            name, str(path), bundled, problem=Fault("game", T("is missing, so this is no box")).in_file(path)
        )
    return InstalledPack(name, str(path), bundled, game, name if title is None else title)


def named_game(where: str) -> str:
    """The game named by the pack at ``where``: a folder, a .json file, or an installed id.

    Raises ``BadPack`` if there is no such game. If the pack is unreadable, the first game is returned, because loading
    it for any game then reports what is wrong.
    """
    path = box_at(Path(where).expanduser())
    try:
        if is_box(path):
            name = read_front(path)[0]
        else:
            name = {found.id: found.game for found in installed_packs() if found.game}.get(where)
    except (BadPack, OSError, ValueError):
        name = None
    if name is None:
        return game_names()[0]
    if not isinstance(name, str) or name not in game_names():
        raise BadPack([Fault("game", T("there is no game {name}", name=str(name))).in_file(where)])
    return name


# The owner's boxes: created and copied.


def new_box(game: Game, name: str, language: str = "en") -> Path:
    """Create an empty box among the owner's and return its folder. People fill it in while they play.

    Parts that are the same in every box of ``game`` are filled in; the rest is unknown, and a board is left to the
    table until it is entered. Raises ``BadPack`` if the game has no boxes, and ``OSError`` if it cannot be written.
    """
    box = _unused_id(plain_id(name) or game.name)
    write_content(user_folder() / box, blank(game, box, name, language))
    return user_folder() / box


def blank(game: Game, box: str, name: str, language: str = "en") -> Content:
    """The content of an empty box with the id ``box``. Parts common to all boxes are named in every language."""
    blank_data = game.rules.blank_pack()
    if not blank_data:
        raise BadPack([Fault(game.name, T("is played without a box"))])
    title = next(name for name in ("name", "title") if name in game.rules.pack_type.__struct_fields__)
    says = {code: Language(code).say for code in [language, *LANGUAGES]}
    texts = {code: {id_: say(words) for id_, words in game.rules.blank_words().items()} for code, say in says.items()}

    def said(value: Any) -> Any:
        if isinstance(value, Text):
            name = says[language](value)
            for code in says.keys() - {language}:
                texts[code][name] = says[code](value)
            return name
        if isinstance(value, dict):
            return {key: said(entry) for key, entry in value.items()}
        return [said(entry) for entry in value] if isinstance(value, list) else value

    data = {**said(blank_data), "id": box, title: name}
    if "whole" in game.rules.pack_type.__struct_fields__:
        data["whole"] = False
    if "language" in data:
        data["language"] = language
    data, texts = translated(data, texts, language, game.rules.pack_type)
    return Content(data, normal_texts(language, data, texts, game.rules.pack_type))


def copy_box(path: Path, name: str) -> Path:
    """Copy the box at ``path`` to the owner's boxes under a new name and id; returns the copy's folder.

    Raises ``BadPack`` if the box cannot be read, and ``OSError`` if the copy cannot be written.
    """
    content = read_content(path)
    field = "title" if "title" in content.data else "name"
    box = _unused_id(plain_id(name) or path.stem)
    data: dict[str, Any] = {**content.data, "id": box, field: name}
    pictures, _ = pictures_in(path)
    write_content(user_folder() / box, Content(data, content.texts, content.places), pictures)
    return user_folder() / box


def _unused_id(stem: str) -> str:
    """An unused id: the stem, with a number if needed."""
    taken = {pack.id for pack in installed_packs()}
    names = [stem, *(f"{stem}_{n}" for n in range(2, len(taken) + 3))]
    return next(name for name in names if name not in taken and not (user_folder() / name).exists())


def plain_id(name: str) -> str:
    """An id from a name: lower-case letters, digits, underscores, a letter first; empty if nothing is left."""
    return as_word(name)[:40].strip("_").lstrip("_0123456789")
