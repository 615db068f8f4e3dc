"""Pictures of cards: decoded to see whether they are whole, made as small as a screen needs, and rid of what a camera
adds to them."""

from __future__ import annotations

import io
import warnings
from pathlib import Path, PurePosixPath
from typing import Final

from companion.packs.files import LARGEST, read_file

PICTURES: Final = "pictures"
FORMATS: Final = {".jpg": "JPEG", ".jpeg": "JPEG", ".png": "PNG", ".webp": "WEBP"}
LONGEST_SIDE: Final = 1200
MOST_PIXELS: Final = 50_000_000


def is_picture(name: str) -> bool:
    """True of a path in the folder of a box that is a picture of a card: ``pictures/ID.png``."""
    path = PurePosixPath(name)
    return path.parts[:-1] == (PICTURES,) and path.suffix.lower() in FORMATS


def cleaned(data: bytes, name: str) -> bytes:
    """The picture as a box keeps it: upright, no larger than a screen shows, nothing but what can be seen.

    ``ValueError`` with a sentence if it is no picture of the kind that its ``name`` says, or cannot be decoded.
    """
    from PIL import Image, ImageOps, UnidentifiedImageError  # noqa: PLC0415 - few boxes have pictures

    format_ = FORMATS[PurePosixPath(name).suffix.lower()]
    if len(data) > LARGEST:
        raise ValueError(f"is too large, at most {LARGEST // 1024 // 1024} MB are read.")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            image = Image.open(io.BytesIO(data), formats=[format_])
            if image.width * image.height > MOST_PIXELS:
                raise ValueError(f"has {image.width} by {image.height} points, which is too many; make it smaller.")
            image.load()  # type: ignore[no-untyped-call]
            upright = ImageOps.exif_transpose(image) or image
            shown = upright.convert("RGBA" if format_ != "JPEG" and upright.has_transparency_data else "RGB")
            shown.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
    except UnidentifiedImageError:
        raise ValueError(f"is no {format_} picture.") from None
    except (OSError, SyntaxError, EOFError, TypeError, KeyError, Image.DecompressionBombError, Warning) as error:
        raise ValueError(f"cannot be decoded ({error}); save the picture again.") from None
    bare = Image.new(shown.mode, shown.size)
    bare.paste(shown)
    text = io.BytesIO()
    bare.save(text, format_)
    return text.getvalue()


def pictures_in(folder: Path) -> tuple[dict[str, bytes], list[str]]:
    """The pictures in the folder of a box, cleaned, and what is wrong with the others, each with its place."""
    found: dict[str, bytes] = {}
    problems: list[str] = []
    place = folder / PICTURES
    for file in sorted(place.iterdir()) if place.is_dir() else ():
        name = f"{PICTURES}/{file.name}"
        if not is_picture(name):
            problems.append(f"{file}: is no picture; its name must end in {', '.join(FORMATS)}.")
            continue
        try:
            found[name] = cleaned(read_file(file, folder), name)
        except ValueError as no:
            problems.append(f"{file}: {no}")
        except OSError as error:
            problems.append(f"{file}: cannot be read ({error.strerror or error}).")
    return found, problems


def clean_all(pictures: dict[str, bytes]) -> tuple[dict[str, bytes], list[str]]:
    """All pictures of a box, cleaned, and what is wrong with those that are left out."""
    clean: dict[str, bytes] = {}
    problems: list[str] = []
    for name, data in pictures.items():
        try:
            clean[name] = cleaned(data, name)
        except ValueError as no:
            problems.append(f"{name}: {no}")
    return clean, problems
