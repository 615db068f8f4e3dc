"""Decks that were learned, kept from one photo to the next: laying many pictures on one another takes seconds."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from hashlib import blake2s
from pathlib import Path

import numpy as np
import platformdirs
from PIL import Image

from companion.packs.photos.features import Features
from companion.packs.photos.recognition import KnownDeck, Laid, known, lay
from companion.packs.pictures import decoded

SIDE = 800
"""Pixels of a picture from which a deck is learned."""
KEPT = 12
"""So many decks are kept; the one that was learned longest ago is forgotten first."""
ENDING = ".npz"


def deck_of(pictures: Mapping[str, Path]) -> KnownDeck | None:
    """The deck of the cards with these files, by their ids; None if none of them is a picture. It is learned only if
    one of the files is another than when it was."""
    place = _folder() / f"{_name(pictures)}{ENDING}"
    laid = _read(place)
    if laid is None:
        found = {id_: picture for id_, file in pictures.items() if (picture := decoded(file, SIDE)) is not None}
        if not found:
            return None
        laid = lay({id_: _on_white(picture) for id_, picture in found.items()})
        with suppress(OSError):
            _write(place, laid)
    return known(laid)


def _folder() -> Path:
    return Path(platformdirs.user_cache_dir("companion")) / "decks"


def _name(pictures: Mapping[str, Path]) -> str:
    """Another one for other cards, and for other pictures of them."""
    about = blake2s(digest_size=16)
    for id_, file in sorted(pictures.items()):
        with suppress(OSError):
            stat = file.stat()
            about.update(repr((id_, str(file), stat.st_size, stat.st_mtime_ns)).encode())
    return about.hexdigest()


def _on_white(picture: Image.Image) -> Image.Image:
    made = Image.new("RGBA", picture.size, "white")
    made.alpha_composite(picture.convert("RGBA"))
    return made


def _read(place: Path) -> Laid | None:
    """What is kept there; None if nothing is, or nothing that can be read."""
    try:
        with np.load(place, allow_pickle=False) as kept:
            ids = [str(one) for one in kept["ids"]]
            common = Features(kept["places"], kept["looks"])
            laid = Laid(ids, kept["lights"], kept["good"], float(kept["shape"]), common)
    except (OSError, ValueError, KeyError, EOFError, TypeError):
        return None
    same = len(laid.lights) == len(laid.good) == len(ids) > 0 and len(common.places) == len(common.looks)
    return laid if same and laid.lights.ndim == 3 else None


def _write(place: Path, laid: Laid) -> None:
    """Kept whole or not at all; others are forgotten for it."""
    place.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=place.parent)
    with os.fdopen(handle, "wb") as file:
        np.savez(
            file,
            ids=np.array(laid.ids),
            lights=laid.lights,
            good=laid.good,
            shape=laid.shape,
            places=laid.features.places,
            looks=laid.features.looks,
        )
    os.replace(name, place)
    there = sorted(place.parent.glob(f"*{ENDING}"), key=lambda one: one.stat().st_mtime_ns)
    for old in there[:-KEPT]:
        old.unlink(missing_ok=True)
