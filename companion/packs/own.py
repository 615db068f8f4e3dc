"""Creating, copying and removing the owner's boxes."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import Any

from msgspec import structs

from companion.core.refusals import BadPack, Fault
from companion.core.texts import T, Text, Words
from companion.games.game import Game
from companion.language import LANGUAGES, Language
from companion.packs import loader, versions
from companion.packs.content import Content
from companion.packs.editing.tables import as_word
from companion.packs.folder import read_content, write_content
from companion.packs.pictures import pictures_in
from companion.packs.sheets.texts import normal_texts, translated


def new_box(game: Game, name: str, language: str = "en") -> Path:
    """Create an empty box among the owner's and return its folder. People fill it in while they play.

    Parts that are the same in every box of ``game`` are filled in; the rest is unknown, and a board of tiles is left to
    the table until it is entered. Raises ``BadPack`` if the game has no boxes, and ``OSError`` if it cannot be written.
    """
    box = _unused_id(plain_id(name) or game.name)
    content = blank(game, box, name, language)
    if "whole" in game.rules.pack_type.__struct_fields__:
        content = structs.replace(content, data={**content.data, "whole": False})
    write_content(loader.user_folder() / box, content)
    return loader.user_folder() / box


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
    write_content(loader.user_folder() / box, Content(data, content.texts, content.places), pictures)
    return loader.user_folder() / box


def why_not(no: OSError) -> Words:
    """Why a box cannot be written, as words for people."""
    if no.errno in (errno.ENOSPC, errno.EDQUOT):
        return T("the disk is full")
    if no.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
        return T("nothing can be written to its folder")
    return no.strerror or str(no)


def put_away(path: Path) -> None:
    """Remove one of the owner's boxes; its last versions stay beside it (``versions``)."""
    versions.put_away(path)


def _unused_id(stem: str) -> str:
    """An unused id: the stem, with a number if needed."""
    taken = {pack.id for pack in loader.installed_packs()}
    names = [stem, *(f"{stem}_{n}" for n in range(2, len(taken) + 3))]
    return next(name for name in names if name not in taken and not (loader.user_folder() / name).exists())


def plain_id(name: str) -> str:
    """An id from a name: lower-case letters, digits, underscores, a letter first; empty if nothing is left."""
    return as_word(name)[:40].strip("_").lstrip("_0123456789")
