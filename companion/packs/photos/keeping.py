"""A photo of a card, kept with the card in its box."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from companion.core.content.faults import Fault
from companion.core.refusals import BadPack
from companion.core.texts import T, folded
from companion.games.game import Game
from companion.language import LANGUAGES, Language
from companion.packs import states
from companion.packs.content import Content
from companion.packs.editing.box import OpenBox
from companion.packs.files import BadFile, read_file
from companion.packs.folder import read_content, write_content
from companion.packs.pictures import FORMATS, PICTURES, opened, written

if TYPE_CHECKING:
    from PIL import Image

MANY = T("several things in the box are called so; name the id of one")
NONE = T("nothing in the box is called so")
KIND = ".jpg"
"""What a photo is kept as."""


def card_called(game: Game, path: Path, content: Content, card: str) -> str:
    """The id of the one card of the box at ``path`` that has this id, or is called so in any language; accents and
    capitals do not matter. ``BadPack`` if there is none, or more than one."""
    box, says = OpenBox(game, path, content), [Language(code).say for code in LANGUAGES]
    names = {
        str(row["id"]): {folded(say(box.row_name(table.path, row, n))) for say in says}
        for table in box.tables()
        for n, row in enumerate(box.rows(table.path))
        if isinstance(row.get("id"), str)
    }
    found = [card] if card in names else [id_ for id_, called in names.items() if folded(card) in called]
    if len(found) != 1:
        said = MANY if found else NONE
        raise BadPack([Fault(card, said)])
    return found[0]


def keep_photo(path: Path, id_: str, photo: Path) -> bool:
    """Keep a photo as the picture of a card, instead of any other that it has; True if the card was found in it and
    straightened, False if it is kept whole.

    The card is known by its id in the box at ``path``. ``BadPack`` if the file is no picture or the box has no room for
    one; ``OSError`` if something cannot be read or written. Nothing has changed then.
    """
    if not path.is_dir():
        raise BadPack([Fault(str(path), T("is one file and holds no pictures; make a folder of it with export"))])
    try:
        picture = opened(read_file(photo, photo.parent), photo.name)
    except (BadFile, KeyError) as no:
        endings = T("is no picture; its name must end in {endings}", endings=", ".join(FORMATS))
        raise BadPack([Fault(str(photo), no.said if isinstance(no, BadFile) else endings)]) from None
    card = _straightened(picture)
    with states.held(path):
        place = path / PICTURES
        others = {file.name for file in place.iterdir() if file.stem == id_} if place.is_dir() else set()
        gone = {f"{PICTURES}/{name}": None for name in others}
        kept = {f"{PICTURES}/{id_}{KIND}": written((card or picture).convert("RGB"), FORMATS[KIND])}
        write_content(path, read_content(path), {**gone, **kept})
    return card is not None


def _straightened(picture: Image.Image) -> Image.Image | None:
    """The card in it; None where none can be found, or nobody has installed what finds it."""
    if find_spec("cv2") is None:
        return None
    from companion.packs.photos.straight import straightened  # noqa: PLC0415 - an extra

    return straightened(picture)
