"""The templates of learned dice, and their file.

The file is a NumPy archive (``.npz``) with a picture of each face and a JSON document. It can be copied to another
machine with the same camera, tray and dice. Loading it executes nothing (no pickles).
"""

from __future__ import annotations

import os
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

import cv2
import msgspec
import numpy as np
from msgspec import Meta, Struct
from numpy.typing import NDArray

from companion.core.refusals import UserFacingError
from companion.core.texts import T
from companion.session.tray import colour_of
from hardware.camera.frames import Floats, Picture, TrayImage

VERSION = 1
SIDE = 64
"""Size of the picture of a face in pixels."""
SPAN = 1.4
"""Size of the cut-out relative to the width of the upper face."""
MOST_BYTES = 64_000_000


class BadDiceFile(UserFacingError):
    """The file of learned dice cannot be used; ``text`` tells people what to do."""


class DieKind(Struct, frozen=True):
    """Dice that look alike. ``dice`` are their names, ``sides`` their faces, one entry per side, side 1 first.

    In pixels: ``across`` is the width of a die below the camera, ``upper`` the width of its upper face, ``area`` the
    area of its outline. ``faces`` maps each distinct face to its template, normalised to even light.
    """

    name: str
    dice: tuple[str, ...]
    sides: tuple[str, ...]
    across: float
    upper: float
    area: float
    faces: Mapping[str, Picture]

    @property
    def is_cube(self) -> bool:
        return self.upper > 0.9 * self.across

    @property
    def height(self) -> float:
        """Its height in pixels: a cube is as high as wide, a dodecahedron lower."""
        return self.across if self.is_cube else 0.8 * self.across

    @property
    def flank(self) -> float:
        """The part of its height that widens its outline when seen at an angle: all of a cube's; little of a
        dodecahedron's, which is widest halfway up."""
        return self.height if self.is_cube else 0.3 * self.height


class Learned(Struct, frozen=True):
    """All kinds, the picture of the empty tray, and the tray's reference colour."""

    kinds: tuple[DieKind, ...]
    empty: Picture
    felt: Floats

    @property
    def dice(self) -> dict[str, tuple[str, ...]]:
        """All dice with their faces, as a game gives them."""
        return {die: kind.sides for kind in self.kinds for die in kind.dice}


def kinds_of(dice: Mapping[str, Sequence[object]]) -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    """The dice of a game grouped by colour or purpose: their names and faces."""
    found: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {}
    for name, sides in dice.items():
        before = found.get(colour_of(name), ((), ()))[0]
        found[colour_of(name)] = ((*before, name), tuple(map(str, sides)))
    return found


def cut_out(view: TrayImage, x: float, y: float, upper: float) -> Floats:
    """Cut out an upper face ``upper`` pixels wide, normalised to even light."""
    scale = SIDE / (SPAN * upper)
    to = np.array([[scale, 0, SIDE / 2 - scale * x], [0, scale, SIDE / 2 - scale * y]])
    piece = cv2.warpAffine(view.picture, to, (SIDE, SIDE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    even: Floats = (piece.astype(np.float32) / np.maximum(view.light_at(x, y), 0.05)).astype(np.float32)
    return even


class _KindPage(Struct, forbid_unknown_fields=True):
    name: Annotated[str, Meta(pattern="^[a-z]+$")]
    dice: Annotated[list[Annotated[str, Meta(pattern="^[a-z]+[0-9]*$", max_length=32)]], Meta(min_length=1)]
    sides: Annotated[list[str], Meta(min_length=2, max_length=255)]
    across: Annotated[float, Meta(gt=4, lt=2000)]
    upper: Annotated[float, Meta(gt=4, lt=2000)]
    area: Annotated[float, Meta(gt=16)]


class _Page(Struct, forbid_unknown_fields=True):
    version: int
    felt: Annotated[list[float], Meta(min_length=3, max_length=3)]
    kinds: Annotated[list[_KindPage], Meta(min_length=1)]


def save(learned: Learned, file: Path) -> None:
    """Write the file atomically. Raises ``OSError``."""
    page = _Page(
        VERSION,
        [float(one) for one in learned.felt],
        [_KindPage(k.name, [*k.dice], [*k.sides], k.across, k.upper, k.area) for k in learned.kinds],
    )
    arrays = {"page": np.frombuffer(msgspec.json.encode(page), np.uint8), "empty": learned.empty}
    for kind in learned.kinds:
        for n, face in enumerate(dict.fromkeys(kind.sides)):
            arrays[f"{kind.name}-{n}"] = kind.faces[face]
    file.parent.mkdir(parents=True, exist_ok=True)
    beside = file.with_name(file.name + ".part")
    with beside.open("wb") as new:
        np.savez_compressed(new, **arrays)  # type: ignore[arg-type]
        new.flush()
        os.fsync(new.fileno())
    beside.replace(file)


def load(file: Path) -> Learned:
    """Read the file. Raises ``BadDiceFile``."""
    try:
        arrays = _arrays(file)
        page = msgspec.json.decode(bytes(arrays["page"]), type=_Page)
    except FileNotFoundError:
        raise BadDiceFile(
            T("No dice have been learned yet ({file}). Do that first: companion reader --learn.", file=str(file))
        ) from None
    except OSError as problem:
        raise BadDiceFile(
            T("{file} cannot be read: {problem}.", file=str(file), problem=str(problem.strerror or problem))
        ) from None
    except (ValueError, KeyError, EOFError, zipfile.BadZipFile, msgspec.MsgspecError, NotImplementedError):
        raise _damaged(file) from None
    if page.version != VERSION:
        raise BadDiceFile(
            T(
                "{file} is of another version of the reader. Learn the dice again: companion reader --learn.",
                file=str(file),
            )
        )
    return _checked(page, arrays, file)


def _arrays(file: Path) -> dict[str, NDArray[np.uint8]]:
    with zipfile.ZipFile(file) as archive:
        if sum(info.file_size for info in archive.infolist()) > MOST_BYTES:
            raise ValueError("too large")
    with np.load(file, allow_pickle=False) as archive:
        return {name: archive[name] for name in archive.files}


def _checked(page: _Page, arrays: Mapping[str, NDArray[np.uint8]], file: Path) -> Learned:
    kinds = [_kind(one, arrays, file) for one in page.kinds]
    names = [die for kind in kinds for die in kind.dice]
    empty = arrays.get("empty")
    if empty is None or empty.dtype != np.uint8 or empty.ndim != 3 or empty.shape[2] != 3 or min(empty.shape[:2]) < 64:
        raise _damaged(file)
    if len(set(names)) < len(names) or len({kind.name for kind in kinds}) < len(kinds):
        raise BadDiceFile(
            T("In {file} two dice have the same name. Learn the dice again: companion reader --learn.", file=str(file))
        )
    return Learned(tuple(kinds), empty, np.array(page.felt, np.float32))


def _kind(page: _KindPage, arrays: Mapping[str, NDArray[np.uint8]], file: Path) -> DieKind:
    faces = {}
    for n, face in enumerate(dict.fromkeys(page.sides)):
        picture = arrays.get(f"{page.name}-{n}")
        if picture is None:
            raise BadDiceFile(
                T(
                    "In {file} the face {face} of {die} is missing. Learn the dice again: companion reader --learn.",
                    file=str(file),
                    face=face,
                    die=page.name,
                )
            )
        if picture.dtype != np.uint8 or picture.shape != (SIDE, SIDE, 3):
            raise _damaged(file)
        faces[face] = picture
    return DieKind(page.name, tuple(page.dice), tuple(page.sides), page.across, page.upper, page.area, faces)


def _damaged(file: Path) -> BadDiceFile:
    return BadDiceFile(
        T(
            "{file} is damaged, or holds no learned dice. Copy it again, or learn the dice: companion reader --learn.",
            file=str(file),
        )
    )
