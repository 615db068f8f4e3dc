"""Finding packs and loading them: bundled ones, installed ones, folders and single files."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
import platformdirs
from msgspec import Struct, structs

from companion.core.content.validation import examine
from companion.core.refusals import BadPack
from companion.core.rules import Rules
from companion.core.texts import T, Text, Words, translated
from companion.games.game import Game
from companion.scene.layout import Point, layout

BUNDLED = Path(__file__).parent
LANGUAGE = re.compile("[a-z]{2,3}")

Texts: TypeAlias = dict[str, dict[str, str]]


class LoadedPack(Struct, frozen=True):
    """A checked pack: ``hash`` of its content, ``source`` finds it again, ``map`` places its squares (0 to 1).

    A pack that has a field ``map`` itself holds the same places there, for the game that shows the board. One that has
    a field ``texts`` holds what texts.json says: by language, the words for ids and the pack's texts.
    """

    pack: Any
    hash: str
    source: str
    map: dict[str, Point]


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

    ``where`` is a folder that holds pack.json, a single .json file, or the id of an installed pack; None or empty is
    the bundled one, or the box of a game that comes without packs. ``BadPack`` if it is not there, cannot be read, is
    for another game, or breaks its schema: every problem with file and field.
    """
    rules = game.rules
    if rules.bundled_pack is None and not where:
        return LoadedPack(rules.box, content_hash(msgspec.to_builtins(rules.box)), "", {})
    if type(rules).read_pack is Rules.read_pack:
        raise BadPack([f"{where}: {game.name} is played without a pack."])
    try:
        bundled = rules.bundled_pack
        if where is None and bundled is not None:
            file, source = BUNDLED / bundled / "pack.json", bundled
        else:
            file, source = _find(where or "")
    except (OSError, RuntimeError, ValueError):
        raise BadPack([f"{where}: no file or folder can have such a name."]) from None
    data = _read_json(file)
    if isinstance(data, dict) and data.get("game") != game.name:
        raise BadPack([f"{file}: game: {_game_words(data)}; a pack for {game.name} is needed"])
    try:
        pack = rules.read_pack(data)
    except BadPack as bad:
        raise BadPack([f"{file}: {problem}" for problem in bad.problems]) from None
    places = _read_map(file.with_name("map.json"), _links(data)) if file.name == "pack.json" else layout(_links(data))
    beside = {"map": places, "texts": _read_texts(file)}
    if isinstance(pack, Struct):
        pack = structs.replace(pack, **{name: beside[name] for name in pack.__struct_fields__ if name in beside})
    return LoadedPack(pack, content_hash(data), source, places)


def changed_since(pack: LoadedPack, began_with: str) -> Text | None:
    """A sentence for people if a game began with a pack of another hash (R-GEN-08), else None."""
    if pack.hash == began_with:
        return None
    return T("The pack {pack} is not the one that this game began with.", pack=pack.source)


def installed_packs() -> list[InstalledPack]:
    """Every pack that can be named by its id, bundled ones first; an id in both places means the owner's."""
    return [
        *(_describe(path, bundled=True) for path in _packs_in(BUNDLED)),
        *(_describe(path, bundled=False) for path in _packs_in(user_folder())),
    ]


def content_hash(data: object) -> str:
    """A fingerprint of what a pack says, however its file is laid out."""
    text = json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def _find(where: str) -> tuple[Path, str]:
    """The file, and what finds it again from any working directory: an id or an absolute path."""
    path = Path(where).expanduser()
    if path.is_dir() and (path / "pack.json").exists():
        return path / "pack.json", str(path.resolve())
    if path.is_file():
        return path, str(path.resolve())
    if os.sep not in where:
        for folder in (user_folder(), BUNDLED):
            for file in (folder / where / "pack.json", folder / f"{where}.json"):
                if file.is_file():
                    return file, where
    if path.is_dir():
        raise BadPack([f"{path}: there is no pack.json in this folder."])
    known = ", ".join(dict.fromkeys(pack.id for pack in installed_packs()))
    raise BadPack([f"{where}: there is no such pack folder or file, nor an installed pack of that name ({known})."])


def _read_json(file: Path) -> object:
    try:
        data = json.loads(file.read_text(encoding="utf-8-sig"), parse_constant=_no_number)
        content_hash(data)  # half a character, written as an escape, shows only when the text is encoded again
    except json.JSONDecodeError as error:
        raise BadPack([f"{file}: line {error.lineno}, column {error.colno}: is not JSON ({error.msg})."]) from None
    except OSError as error:
        raise BadPack([f"{file}: cannot be read ({error.strerror or error})."]) from None
    except (ValueError, RecursionError) as error:
        raise BadPack([f"{file}: cannot be read as JSON text ({error})."]) from None
    return data


def _no_number(word: str) -> float:
    raise ValueError(f"{word} is no number of JSON")


def _game_words(data: dict[str, Any]) -> str:
    return f"this is a pack for {data['game']}" if isinstance(data.get("game"), str) else "is missing"


def _links(data: Any) -> dict[str, list[str]]:
    """Which squares touch, of a pack that has been checked; a game without a board of squares has none."""
    board = data.get("board")
    squares = board.get("squares", []) if isinstance(board, dict) else []
    return {square["id"]: square["neighbours"] for square in squares if "neighbours" in square}


def _read_map(file: Path, links: dict[str, list[str]]) -> dict[str, Point]:
    if not file.exists():
        return layout(links)
    data = _read_json(file)
    places = data.get("squares") if isinstance(data, dict) else None
    if not isinstance(places, dict):
        raise BadPack([f'{file}: squares: must be an object {{"square": [x, y]}}'])
    problems = [
        *(f"squares.{name}: is no square of the pack" for name in places if name not in links),
        *(f"squares.{name}: is missing" for name in links if name not in places),
        *(f"squares.{name}: must be [x, y], both from 0 to 1" for name in places if not _is_point(places[name])),
    ]
    if problems:
        raise BadPack([f"{file}: {problem}" for problem in problems])
    return {name: (float(x), float(y)) for name, (x, y) in places.items()}


def _read_texts(pack_file: Path) -> Texts:
    """What texts.json beside a pack.json says; nothing if there is none. A pack in a single file has none."""
    file = pack_file.with_name("texts.json")
    if pack_file.name != "pack.json" or not file.exists():
        return {}
    data = _read_json(file)
    codes = data if isinstance(data, dict) else {}
    problems = [
        *(f'{code}: must be the code of a language, like "es"' for code in codes if not LANGUAGE.fullmatch(code)),
        *examine(Texts, data).problems,
    ]
    if problems:
        raise BadPack([f"{file}: {problem}" for problem in problems])
    return codes


def _is_point(raw: object) -> bool:
    return (
        isinstance(raw, list)
        and len(raw) == 2
        and all(isinstance(part, int | float) and not isinstance(part, bool) and 0 <= part <= 1 for part in raw)
    )


def _packs_in(folder: Path) -> Iterator[Path]:
    if folder.is_dir():
        yield from sorted([*folder.glob("*/pack.json"), *folder.glob("*.json")])


def _describe(path: Path, *, bundled: bool) -> InstalledPack:
    name = path.parent.name if path.name == "pack.json" else path.stem
    try:
        data = _read_json(path)
        texts = _read_texts(path)
    except BadPack as bad:
        return InstalledPack(name, str(path), bundled, problem=bad.problems[0])
    if not isinstance(data, dict) or not isinstance(data.get("game"), str):
        return InstalledPack(name, str(path), bundled, problem=f"{path}: game: is missing, so this is no pack")
    field = "name" if "name" in data else "title"
    title = data.get(field, name)
    if field in data and isinstance(title, str):
        title = translated(texts, title, str(data.get("language", "en")))
    return InstalledPack(name, str(path), bundled, data["game"], title)
