"""Finding packs and loading them: bundled ones, installed ones, folders and single files."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import platformdirs
from msgspec import Struct, structs

from companion.core.content.faults import Fault
from companion.core.content.learning import with_row
from companion.core.refusals import BadPack, Refused, known
from companion.core.rules import Rules
from companion.core.texts import T, Text, Words
from companion.games.game import Game
from companion.packs import json_form, states
from companion.packs.content import Content, content_hash
from companion.packs.folder import ReadBox, is_box, nothing_in, read_box, read_front
from companion.scene.layout import Point, layout

BUNDLED = Path(__file__).parent


class LoadedPack(Struct, frozen=True):
    """A checked pack: ``hash`` of its content, ``source`` finds it again, ``map`` places its squares (0 to 1).

    A pack that has a field ``map`` itself holds the same places there, for the game that shows the board. One that has
    a field ``texts`` holds what texts.json says: by language, the words for ids and the pack's texts.
    """

    pack: Any
    hash: str
    source: str
    map: dict[str, Point]
    content: Content
    """What its folder says: what can be changed and written back."""

    @property
    def data(self) -> dict[str, Any]:
        """The pack as JSON."""
        return self.content.data

    def learned(self, rules: Rules[Any], table: str, row: Any) -> LoadedPack:
        """The box with one row more, or with a known one replaced (WIRE, Boxes known in part).

        ``Refused``: ``unknown`` table or name in the row, ``malformed`` row, ``illegal`` if all of the table is known,
        or the box would not be in order.
        """
        stocks = rules.stocks(self.pack)
        known(table, stocks)
        rules.check_row(self.pack, table, row)
        data = with_row(self.data, table, stocks[table], row)
        try:
            return self.saying(rules, data)
        except BadPack as bad:
            text = T("Then the box would not be in order: {problem}.", problem=bad.problems[0])
            raise Refused("illegal", text) from None

    @property
    def name(self) -> Words:
        """What people call the box; empty where it has no name."""
        name = self.data.get("name", self.data.get("title", ""))
        return self.content.words(name) if isinstance(name, str) else name

    def saying(self, rules: Rules[Any], data: dict[str, Any]) -> LoadedPack:
        """The box when it said ``data``: before it learned something, or after. ``BadPack`` if that is not in order."""
        content = structs.replace(self.content, data=data)
        return _loaded(rules.read_pack(data), content, self.map, self.source)


def _loaded(pack: Any, content: Content, places: dict[str, Point], source: str) -> LoadedPack:
    beside = {"map": places, "texts": content.texts}
    if isinstance(pack, Struct):
        pack = structs.replace(pack, **{name: beside[name] for name in pack.__struct_fields__ if name in beside})
    return LoadedPack(pack, content_hash(content.data), source, places, content)


class InstalledPack(Struct, frozen=True):
    """A pack that can be named by its id. ``problem`` says why it cannot even be read; then game and name are empty."""

    id: str
    path: str
    bundled: bool
    game: str = ""
    name: Words = ""
    problem: str | None = None


def user_folder() -> Path:
    """Where the owner of a box puts packs: a folder each, or single files."""
    return Path(platformdirs.user_data_dir("companion")) / "packs"


def load_pack(game: Game, where: str | None = None) -> LoadedPack:
    """Load a pack for ``game``.

    ``where`` is the folder of a box, a single .json file, or the id of an installed pack; None or empty is
    the bundled one, or the box of a game that comes without packs. ``BadPack`` if it is not there, cannot be read, is
    for another game, or breaks its schema: every problem with file and field.
    """
    rules = game.rules
    if rules.bundled_pack is None and not where:
        box_data = msgspec.to_builtins(rules.box)
        return LoadedPack(rules.box, content_hash(box_data), "", {}, Content(box_data))
    if type(rules).read_pack is Rules.read_pack:
        raise BadPack([Fault(str(where), T("{game} is played without a box", game=game.name))])
    try:
        bundled = rules.bundled_pack
        if where is None and bundled is not None:
            path, source = BUNDLED / bundled, bundled
        else:
            path, source = _find(where or "")
    except (OSError, RuntimeError, ValueError):
        raise BadPack([Fault(str(where), T("no file or folder can have such a name"))]) from None
    box = read_box(path)
    data = box.content.data
    if data.get("game") != game.name:
        raise BadPack(box.told([Fault("game", _another_game(data, game.name))])[-1:])
    try:
        pack = rules.read_pack(data)
    except BadPack as bad:
        raise BadPack(box.told(bad.problems)) from None
    if box.problems:
        raise BadPack(box.problems)
    return _loaded(pack, box.content, _places(box), source)


def load_again(game: Game, where: str, began_with: str, data: dict[str, Any] | None) -> tuple[LoadedPack, Text | None]:
    """The pack of a game to go on with, and a sentence for people if it is not the one with which it began (R-GEN-08).

    ``began_with`` is the hash of then, and ``data`` what the pack said, where the game has kept that because it was
    known in part: then it goes on with this, whatever has become of the box. Refused as ``load_pack`` does.
    """
    if data is not None:
        return _as_then(game, where, data)
    pack = load_pack(game, where)
    if pack.hash == began_with:
        return pack, None
    return pack, T("The pack {pack} is not the one that this game began with.", pack=pack.source)


def _as_then(game: Game, where: str, data: dict[str, Any]) -> tuple[LoadedPack, Text | None]:
    """The pack as it was when it said ``data``; its texts, and where its squares lie, as the box has them now."""
    notice, links = None, _links(data)
    try:
        now = load_pack(game, where)
    except BadPack:
        now = LoadedPack(None, "", where, {}, Content(data))
        notice = T("The box {pack} cannot be read. The game goes on with what it knew of it.", pack=where)
    places = now.map if now.map.keys() == links.keys() else layout(links)
    content = structs.replace(now.content, data=data)
    return _loaded(game.rules.read_pack(data), content, places, now.source), notice


def installed_packs() -> list[InstalledPack]:
    """Every pack that can be named by its id, bundled ones first; an id in both places means the owner's."""
    return [
        *(_describe(path, bundled=True) for path in _packs_in(BUNDLED)),
        *(_describe(path, bundled=False) for path in _packs_in(user_folder())),
    ]


def own_path(where: str) -> Path | None:
    """The folder or file of the owner's box that ``source`` of a loaded pack names; None for a bundled one, or where
    there is none."""
    try:
        path, _ = _find(where)
    except (BadPack, OSError, RuntimeError, ValueError):
        return None
    return None if path.resolve().is_relative_to(BUNDLED) else path


def find_box(where: str) -> Path:
    """Where the box lies that ``where`` names: a folder, a file (a .zip, too), or an installed id; ``BadPack`` if there
    is none."""
    try:
        return _find(where)[0]
    except (OSError, RuntimeError, ValueError):
        raise BadPack([Fault(str(where), T("no file or folder can have such a name"))]) from None


def _find(where: str) -> tuple[Path, str]:
    """Where it lies, and what finds it again from any working directory: an id or an absolute path."""
    path = Path(where).expanduser()
    states.finish(path)
    if is_box(path):
        return path, str(path.resolve())
    if os.sep not in where:
        for folder in (user_folder(), BUNDLED):
            states.finish(folder / where)
            for found in (folder / where, folder / f"{where}.json"):
                if is_box(found):
                    return found, where
    if path.is_dir():
        raise BadPack([nothing_in(path)])
    known = ", ".join(dict.fromkeys(pack.id for pack in installed_packs()))
    raise BadPack(
        [Fault(where, T("there is no folder or file of this name, and no box called so ({known})", known=known))]
    )


def _another_game(data: dict[str, Any], game: str) -> Text:
    if isinstance(data.get("game"), str):
        return T("this is a box of {other}, not of {game}", other=data["game"], game=game)
    return T('is missing; it must be "{game}"', game=game)


def _links(data: Any) -> dict[str, list[str]]:
    """Which squares touch, of a pack that has been checked; a game without a board of squares has none."""
    board = data.get("board")
    squares = board.get("squares", []) if isinstance(board, dict) else []
    return {square["id"]: square["neighbours"] for square in squares if "neighbours" in square}


def _places(box: ReadBox) -> dict[str, Point]:
    """Where the squares lie: where the box says, or else where a picture has room for them."""
    links, places = _links(box.content.data), box.content.places
    if places is None:
        return layout(links)
    problems = [
        *(
            Fault(f"squares.{name}", T("is no square of the board")).in_file(box.path.with_name(json_form.MAP))
            for name in places
            if name not in links
        ),
        *(_nowhere(box, index, name) for index, name in enumerate(links) if name not in places),
    ]
    if problems:
        raise BadPack(problems)
    return {name: (x, y) for name, (x, y) in places.items()}


def _nowhere(box: ReadBox, index: int, name: str) -> Fault:
    if box.places is None:
        return Fault(f"squares.{name}", T("is missing")).in_file(box.path.with_name(json_form.MAP))
    wrong = T('"{name}" lies nowhere; fill in x and y, as for the other squares', name=name)
    return box.told([Fault(f"board.squares[{index}]", wrong)])[-1]


def _packs_in(folder: Path) -> Iterator[Path]:
    states.finish_all(folder)
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
