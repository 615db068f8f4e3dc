"""Pictures of cards: decoded, validated, scaled down, and stripped of metadata."""

from __future__ import annotations

import io
import re
import struct
import warnings
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, Final
from unicodedata import normalize

from companion.core.refusals import Fault
from companion.core.texts import T, Text
from companion.packs.content import LARGEST, BadFile, not_read, read_file
from companion.packs.intake import PICTURES, is_system

if TYPE_CHECKING:
    from PIL import Image

FORMATS: Final = {".jpg": "JPEG", ".jpeg": "JPEG", ".jpe": "JPEG", ".jfif": "JPEG", ".png": "PNG", ".webp": "WEBP"}
"""The endings of pictures. What a picture is, its content says; its ending says as what it is kept."""
KINDS: Final = ("JPEG", "PNG", "WEBP")
HEIC: Final = (b"ftypheic", b"ftypheix", b"ftyphevc", b"ftypmif1", b"ftypmsf1", b"ftypavif")
"""What stands at the beginning of such a file, after its length."""
LONGEST_SIDE: Final = 1200
SOURCE_SIDE: Final = 2000
"""Longest side, in pixels, at which a photo that contains a card is processed."""
MOST_PIXELS: Final = 50_000_000
BOARD: Final = "board"
"""The id of the picture of the board, which no card has."""
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
    """Re-encode a picture for a box: upright, scaled to ``LONGEST_SIDE``, without metadata, in the format that ``name``
    implies.

    Raises ``BadFile`` if it is no picture, or cannot be decoded.
    """
    format_ = FORMATS[PurePosixPath(name).suffix.lower()]
    picture = opened(data)
    return written(picture.convert("RGB") if format_ == "JPEG" else picture, format_)


def opened(data: bytes) -> Image.Image:
    """Decode a picture, whatever its file is called, and turn it upright. Raises ``BadFile``."""
    if len(data) > LARGEST:
        raise BadFile(T("is too large, at most {most} MB are read", most=LARGEST // 1024 // 1024))
    try:
        with quiet():
            return upright(data)
    except BadPicture as no:
        raise BadFile(no.said) from None


@contextmanager
def quiet() -> Iterator[None]:
    """Do not warn of small faults in pictures. Not for threads: they share what is warned of."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


class BadPicture(BadFile):
    """A picture that cannot be used; ``why`` is ``heic``, ``format``, ``large``, ``shape`` or ``damaged``."""

    def __init__(self, why: str, said: Text) -> None:
        super().__init__(said)
        self.why = why


def upright(data: bytes, side: int | None = None, longest: float | None = None) -> Image.Image:
    """Decode a JPEG, PNG or WebP picture as RGB or RGBA, upright; small faults of its metadata do not matter.

    ``side`` is the size in pixels that is enough, where the format allows less work; ``longest`` how many times as long
    as wide it may be. Raises ``BadPicture``.
    """
    from PIL import Image, UnidentifiedImageError  # noqa: PLC0415 - few boxes have pictures

    if data[4:12] in HEIC:
        wrong = T(
            "is HEIC, which cannot be read here; set the camera to the most compatible format, or save it as JPEG"
        )
        raise BadPicture("heic", wrong)
    try:
        image = Image.open(io.BytesIO(data), formats=KINDS)
        if image.width * image.height > MOST_PIXELS:
            many = {"width": image.width, "height": image.height}
            wrong = T("has {width} by {height} points, which is too many; make it smaller", **many)
            raise BadPicture("large", wrong)
        if longest is not None and max(image.size) > longest * min(image.size):
            raise BadPicture("shape", T("is too long and thin"))
        if side is not None:
            image.draft("RGB", (side, side))
        image.load()  # type: ignore[no-untyped-call]
        turned = _turned(_eight_bits(image))
        return turned.convert("RGBA" if turned.has_transparency_data else "RGB")
    except BadPicture:
        raise
    except UnidentifiedImageError:
        raise BadPicture("format", T("is no picture that can be read here: JPEG, PNG or WebP")) from None
    except Image.DecompressionBombError:
        raise BadPicture("large", T("has too many points; make it smaller")) from None
    except (OSError, SyntaxError, EOFError, TypeError, KeyError, ValueError):
        raise BadPicture("damaged", T("is a picture that is damaged; save it again")) from None


def _eight_bits(image: Image.Image) -> Image.Image:
    """A picture with 16 bits of grey with 8, as other programs show it."""
    if not image.mode.startswith("I"):
        return image
    return image.convert("I").point(lambda grey: grey * (1 / 256)).convert("L")


def _turned(image: Image.Image) -> Image.Image:
    """The picture upright; as it is if what the camera wrote about that cannot be read."""
    from PIL import ImageOps  # noqa: PLC0415 - few boxes have pictures

    try:
        return ImageOps.exif_transpose(image) or image
    except (OSError, SyntaxError, EOFError, TypeError, KeyError, ValueError, AttributeError, struct.error):
        return image


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
    return {
        normalize("NFC", file.stem): file
        for file in sorted(place.iterdir())
        if is_picture(f"{PICTURES}/{file.name}") and not is_system(PurePosixPath(file.name))
    }


def picture_folder(box: Path) -> Path:
    """The folder with the pictures of a box, however its name is written."""
    place = box / PICTURES
    if not place.exists() and box.is_dir():
        return next((one for one in box.iterdir() if one.name.casefold() == PICTURES and one.is_dir()), place)
    return place


def pictures_of(box: Path, before: dict[str, Path] | None = None) -> dict[str, Path]:
    """The pictures of a box, keyed by card id; ``before`` while the box is being replaced, empty if unreadable."""
    for _ in range(2):
        try:
            return picture_files(picture_folder(box))
        except OSError:
            if before and not box.exists():
                return before
    return {}


def decoded(file: Path, side: int) -> Image.Image | None:
    """Decode a box's picture at no more than ``side`` pixels; None if that fails for any reason.

    It leaves the global warning filters alone, so any thread may call it.
    """
    try:
        picture = upright(read_file(file, file.parent.parent), side).convert("RGBA")
    except (BadFile, OSError):
        return None
    picture.thumbnail((side, side))
    return picture


def picture_size(file: Path) -> tuple[int, int] | None:
    """The width and height of a picture in a box; None if it cannot be read."""
    from PIL import Image  # noqa: PLC0415 - few boxes have pictures

    try:
        with Image.open(file, formats=KINDS) as picture:
            return picture.width, picture.height
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError):
        return None


def pictures_in(folder: Path) -> tuple[dict[str, bytes], list[Fault]]:
    """The cleaned pictures in a box's folder, keyed by path, and a fault for each other file; system files aside."""
    found: dict[str, bytes] = {}
    problems: list[Fault] = []
    place = picture_folder(folder)
    for file in sorted(place.iterdir()) if place.is_dir() else ():
        if is_system(PurePosixPath(file.name)):
            continue
        try:
            _clean(f"{PICTURES}/{file.name}", str(file), read_file(file, folder), found, problems)
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
        _clean(name, name, data, clean, problems)
    return clean, problems


def _clean(name: str, place: str, data: bytes, clean: dict[str, bytes], problems: list[Fault]) -> None:
    """Clean one picture, or say why it cannot be used."""
    name = normalize("NFC", name)
    try:
        if is_picture(name):
            clean[name] = cleaned(data, name)
        elif data[4:12] in HEIC:
            opened(data)
        else:
            raise BadFile(T("is no picture; its name must end in {endings}", endings=", ".join(FORMATS)))
    except BadFile as no:
        problems.append(Fault(place, no.said))


def without_card(pictures: Iterable[str], data: Mapping[str, Any]) -> list[str]:
    """The ids among those of ``pictures`` that no card has: neither a row of the pack ``data``, nor one of which only a
    photo is known."""
    known, stems = set[str](), set[str]()
    rest: list[Any] = [data]
    while rest:
        one = rest.pop()
        if isinstance(one, Mapping):
            known.add(str(one.get("id")))
            stems |= {stem_of(key) for key in one}
            rest += one.values()
        elif isinstance(one, list):
            rest += one
    known |= {BOARD} & data.keys()
    return sorted(id_ for id_ in pictures if id_ not in known and id_.rpartition("_")[0] not in stems)


# Photos of cards that nobody has described yet.
#
# Such a card has no row in its table. It is one of those that are not known, and its photo lies among the pictures
# under the id that its row will have: the name of its table and a number, ``mafia_card_7``.


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
    return int(id_.rpartition("_")[2])


def photo_name(id_: str) -> Text:
    """What such a card is called until somebody has told it."""
    return T("Card {n}", n=number_of(id_))
