"""Pictures of cards: decoded, validated, scaled down, and stripped of metadata."""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Collection, Iterable
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Final

from companion.core.refusals import Fault
from companion.core.texts import T, Text
from companion.packs.content import LARGEST, BadFile, not_read, read_file

if TYPE_CHECKING:
    from PIL import Image


PICTURES: Final = "pictures"
FORMATS: Final = {".jpg": "JPEG", ".jpeg": "JPEG", ".png": "PNG", ".webp": "WEBP"}
LONGEST_SIDE: Final = 1200
SOURCE_SIDE: Final = 2000
"""Longest side, in pixels, at which a photo that contains a card is processed."""
MOST_PIXELS: Final = 50_000_000
NOT_SEEN = T("No card of this deck is seen in the photo. Lay it on a plain table, and hold the camera still above it.")
BLURRED = T("This photo is blurred. Hold the camera still, a little farther away, and wait until the card is sharp.")


def is_picture(name: str) -> bool:
    """True if a path inside a box's folder is a picture of a card: ``pictures/ID.png``."""
    path = PurePosixPath(name)
    return path.parts[:-1] == (PICTURES,) and path.suffix.lower() in FORMATS


def media_type(file: Path) -> str:
    """The MIME type of a picture in a box."""
    return f"image/{FORMATS[file.suffix.lower()].lower()}"


def cleaned(data: bytes, name: str) -> bytes:
    """Re-encode a picture for a box: upright, scaled to ``LONGEST_SIDE``, without metadata.

    Raises ``BadFile`` if it cannot be decoded as the format that ``name`` implies.
    """
    return written(opened(data, name), FORMATS[PurePosixPath(name).suffix.lower()])


def opened(data: bytes, name: str) -> Image.Image:
    """Decode a picture and turn it upright. Raises ``BadFile`` like ``cleaned``."""
    from PIL import Image, ImageOps, UnidentifiedImageError  # noqa: PLC0415 - few boxes have pictures

    format_ = FORMATS[PurePosixPath(name).suffix.lower()]
    if len(data) > LARGEST:
        raise BadFile(T("is too large, at most {most} MB are read", most=LARGEST // 1024 // 1024))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            image = Image.open(io.BytesIO(data), formats=[format_])
            if image.width * image.height > MOST_PIXELS:
                many = {"width": image.width, "height": image.height}
                raise BadFile(T("has {width} by {height} points, which is too many; make it smaller", **many))
            image.load()  # type: ignore[no-untyped-call]
            upright = ImageOps.exif_transpose(image) or image
            return upright.convert("RGBA" if format_ != "JPEG" and upright.has_transparency_data else "RGB")
    except BadFile:
        raise
    except UnidentifiedImageError:
        raise BadFile(T("is no {format} picture", format=format_)) from None
    except (OSError, SyntaxError, EOFError, TypeError, KeyError, ValueError, Image.DecompressionBombError, Warning):
        raise BadFile(T("is a picture that is damaged; save it again")) from None


def written(picture: Image.Image, format_: str) -> bytes:
    """Scale and encode a picture for a box, without metadata."""
    from PIL import Image  # noqa: PLC0415 - few boxes have pictures

    picture.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
    bare = Image.new(picture.mode, picture.size)
    bare.paste(picture)
    text = io.BytesIO()
    bare.save(text, format_)
    return text.getvalue()


def picture_files(place: Path) -> dict[str, Path]:
    """The pictures in a folder, keyed by card id."""
    return {file.stem: file for file in sorted(place.iterdir()) if is_picture(f"{PICTURES}/{file.name}")}


def pictures_of(box: Path, before: dict[str, Path] | None = None) -> dict[str, Path]:
    """The pictures of a box, keyed by card id; ``before`` while the box is being replaced, empty if unreadable."""
    for _ in range(2):
        try:
            return picture_files(box / PICTURES)
        except OSError:
            if before and not box.exists():
                return before
    return {}


def decoded(file: Path, side: int) -> Image.Image | None:
    """Decode a box's picture at no more than ``side`` pixels; None if that fails for any reason.

    It leaves the global warning filters alone, so any thread may call it.
    """
    from PIL import Image, ImageOps  # noqa: PLC0415 - few boxes have pictures

    try:
        data = read_file(file, file.parent.parent)
        image = Image.open(io.BytesIO(data), formats=[FORMATS[file.suffix.lower()]])
        if image.width * image.height > MOST_PIXELS:
            return None
        image.draft("RGB", (side, side))
        upright = (ImageOps.exif_transpose(image) or image).convert("RGBA")
    except (OSError, SyntaxError, EOFError, TypeError, KeyError, ValueError, Image.DecompressionBombError):
        return None
    upright.thumbnail((side, side))
    return upright


def pictures_in(folder: Path) -> tuple[dict[str, bytes], list[Fault]]:
    """The cleaned pictures in a box's folder, keyed by path, and a fault for each other file."""
    found: dict[str, bytes] = {}
    problems: list[Fault] = []
    place = folder / PICTURES
    for file in sorted(place.iterdir()) if place.is_dir() else ():
        name = f"{PICTURES}/{file.name}"
        if not is_picture(name):
            wrong = T("is no picture; its name must end in {endings}", endings=", ".join(FORMATS))
            problems.append(Fault(str(file), wrong))
            continue
        try:
            found[name] = cleaned(read_file(file, folder), name)
        except BadFile as no:
            problems.append(Fault(str(file), no.said))
        except OSError as error:
            problems.append(not_read(file, error))
    return found, problems


def clean_all(pictures: dict[str, bytes]) -> tuple[dict[str, bytes], list[Fault]]:
    """Clean pictures, keyed by path; with a fault for each that is rejected."""
    clean: dict[str, bytes] = {}
    problems: list[Fault] = []
    for name, data in pictures.items():
        try:
            clean[name] = cleaned(data, name)
        except BadFile as no:
            problems.append(Fault(name, no.said))
    return clean, problems


# Photos of cards of which nobody has told yet what they say.
#
# Such a card has no row in its table. It is one of those that are not known, and its photo lies among the pictures
# under the id that its row will have: the name of its table and a number, ``mafia_card_7``.
#


def stem_of(table: str) -> str:
    """What the ids of cards without a name begin with, by the path of their table: ``mafia_card`` for ``mafia_cards``,
    ``barrow_fighter`` for ``agents.barrow.fighters``."""
    first, *inner = table.split(".")
    return "_".join(inner or [first]).removesuffix("s")


def photographed(table: str, pictures: Iterable[str], known: Collection[str]) -> list[str]:
    """The ids of the cards of a table that have a picture and no row, in the order in which they were photographed;
    ``pictures`` are the ids of all cards with a picture, ``known`` those of the rows."""
    wanted = re.compile(re.escape(stem_of(table)) + r"_[1-9][0-9]{0,5}")
    return sorted((id_ for id_ in pictures if wanted.fullmatch(id_) and id_ not in known), key=number_of)


def number_of(id_: str) -> int:
    """The number at the end of such an id."""
    return int(id_.rpartition("_")[2])


def photo_name(id_: str) -> Text:
    """What such a card is called until somebody has told it."""
    return T("Card {n}", n=number_of(id_))
