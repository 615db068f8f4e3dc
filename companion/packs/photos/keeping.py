"""A photo of a card, kept with the card in its box."""

from __future__ import annotations

from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs

from companion.core.refusals import BadPack, Fault
from companion.core.texts import T, folded
from companion.games.game import Game
from companion.language import LANGUAGES, Language
from companion.packs import versions
from companion.packs.content import BadFile, Content, read_file
from companion.packs.editing.box import SQUARES, OpenBox
from companion.packs.folder import read_content, write_content
from companion.packs.intake import PICTURES
from companion.packs.pictures import BOARD, FORMATS, LONGEST_SIDE, decoded, opened, pictures_of, written

if TYPE_CHECKING:
    from PIL import Image

MANY = T("several things in the box are called so; name the id of one")
NONE = T("nothing in the box is called so")
KIND = ".jpg"
"""What a photo is kept as."""
BOARD_FILLS = 0.35
"""The least part of its photo that a board fills; what is smaller is something printed on it."""
NEARBY = 40
"""Most pictures that are offered."""


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
    if any(table.path == SQUARES for table in box.tables()):
        names[BOARD] = {folded(say(box.called(SQUARES))) for say in says}
    found = [card] if card in names else [id_ for id_, called in names.items() if folded(card) in called]
    if len(found) != 1:
        said = MANY if found else NONE
        raise BadPack([Fault(card, said)])
    return found[0]


def keep_photo(path: Path, id_: str, photo: Path | Image.Image) -> bool:
    """Keep a photo, or the one in a file, as the picture of a card, instead of any other that it has; True if the card
    was found in it and straightened, False if it is kept whole.

    The card is known by its id in the box at ``path``. ``BadPack`` if the file is no picture or the box has no room for
    one; ``OSError`` if something cannot be read or written. Nothing has changed then.
    """
    require_folder(path)
    picture = photo_at(photo) if isinstance(photo, Path) else photo
    card = straightened_or_none(picture, BOARD_FILLS if id_ == BOARD else 0)
    keep_picture(path, id_, written((card or picture).convert("RGB"), FORMATS[KIND]))
    return card is not None


def photo_at(file: Path) -> Image.Image:
    """The photo in a file, upright; ``BadPack`` if it is no picture."""
    try:
        return opened(read_file(file, file.parent))
    except BadFile as no:
        raise BadPack([Fault(str(file), no.said)]) from None


def require_folder(path: Path) -> None:
    """``BadPack`` for a box that has no room for pictures."""
    if not path.is_dir():
        raise BadPack([Fault(str(path), T("is one file and holds no pictures; make a folder of it with export"))])


def keep_picture(path: Path, id_: str, jpeg: bytes | None) -> None:
    """Make ``jpeg`` the picture of a card of the box at ``path``, instead of any other that it has; None: it has none
    any more. ``OSError`` if that cannot be written; nothing has changed then."""
    with versions.locked(path):
        place = path / PICTURES
        others = {file.name for file in place.iterdir() if file.stem == id_} if place.is_dir() else set()
        gone: dict[str, bytes | None] = {f"{PICTURES}/{name}": None for name in others}
        kept = {} if jpeg is None else {f"{PICTURES}/{id_}{KIND}": jpeg}
        write_content(path, read_content(path), {**gone, **kept})


def turn_picture(path: Path, id_: str) -> None:
    """Turn the picture of a card by a quarter, clockwise. ``BadPack`` if it has none; ``OSError`` as above."""
    from PIL import Image  # noqa: PLC0415 - few boxes have pictures

    file = pictures_of(path).get(id_)
    picture = decoded(file, LONGEST_SIDE) if file is not None else None
    if picture is None:
        raise BadPack([Fault(id_, T("has no picture that can be turned"))])
    turned = picture.convert("RGB").transpose(Image.Transpose.ROTATE_270)
    keep_picture(path, id_, written(turned, FORMATS[KIND]))


def straightened_or_none(picture: Image.Image, least: float = 0) -> Image.Image | None:
    """The card in it, or the board; None where none can be found that fills at least that part of it, or nobody has
    installed what finds it."""
    if not can_straighten():
        return None
    from companion.packs.photos.outlines import straightened  # noqa: PLC0415 - an extra

    found = straightened(picture)
    small = found is not None and found.width * found.height < least * picture.width * picture.height
    return None if small else found


def pictures_nearby() -> list[Path]:
    """The pictures in the folders for pictures and downloads of this machine, and on what is plugged into it, newest
    first."""
    tops = [top / Path.home().name for top in (Path("/media"), Path("/run/media"))]
    plugged = [one for top in tops if top.is_dir() for one in top.iterdir()]
    folders = [Path(platformdirs.user_pictures_dir()), Path(platformdirs.user_downloads_dir()), *plugged]
    found = []
    for folder in folders:
        with suppress(OSError):
            inside = [folder, *(one for one in folder.iterdir() if one.is_dir())]
            found += [file for one in inside for file in one.iterdir() if file.suffix.lower() in FORMATS]
    return sorted(found, key=lambda file: -file.stat().st_mtime)[:NEARBY]


def can_straighten() -> bool:
    """True where what finds a card in a photo is installed."""
    return find_spec("cv2") is not None
