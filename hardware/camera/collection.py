"""Pictures of dice that people confirmed or corrected at the table, kept in a folder to train the reader with.

The folder holds a PNG for each die and ``dice.jsonl``, a line for each picture. It can be copied, joined with others
by appending their lines, and shared: it shows dice and the ground below them, and nothing else of the room.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Final

import cv2
import msgspec
import numpy as np
from msgspec import Meta, Struct

from companion.core.refusals import UserFacingError
from companion.core.texts import T
from hardware.camera.faces import slope_at
from hardware.camera.frames import Picture
from hardware.camera.pips import SPAN
from hardware.camera.transport import CameraRoll
from hardware.camera.watcher import TrackedDie
from hardware.dice.dr1 import FaceMessage

LIST: Final = "dice.jsonl"
MARGIN: Final = 1.3
"""Size of a picture relative to what the network looks at: it is turned and moved for training."""
WAITING: Final = 128
"""Dice whose pictures wait for what people say of them."""


class BadCollection(UserFacingError):
    """The folder cannot be used; ``text`` says why and what to do."""


class CollectedDie(Struct, frozen=True, omit_defaults=True):
    """A line of the list: a die that was seen, and what people say it shows."""

    file: Annotated[str, Meta(pattern=r"^[A-Za-z0-9._-]+\.png$")]
    """The name of its picture, in the middle of which its upper face is."""
    face: str
    """The face that is up, as people said."""
    read: str
    """The face that the reader took it for."""
    confidence: Annotated[int, Meta(ge=0, le=1000)]
    width: Annotated[float, Meta(gt=0)]
    """Width of the upper face in pixels of the picture."""
    slope: tuple[float, float]
    """Parallax to the right and down, per unit of height (``slope_at``)."""
    crooked: bool = False
    """The reader took it for a die that leans."""


class DiceCollection:
    """Keeps pictures in ``folder``, which is made if it is not there. Raises ``BadCollection``.

    ``sides`` are the faces of each die, side 1 first, as the companion counts them.
    """

    def __init__(self, folder: Path, sides: dict[str, tuple[str, ...]]) -> None:
        self._folder = folder
        self._sides = sides
        self._waiting: dict[int, tuple[str, Picture, CollectedDie]] = {}
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with (folder / LIST).open("ab"):
                pass
        except OSError as problem:
            raise _unusable(folder, problem) from None

    def see(self, picture: Picture, pieces: Sequence[TrackedDie], throw: Iterable[tuple[int, CameraRoll]]) -> None:
        """Remember the dice of a throw, by the numbers of their records, until people have said what they show."""
        by_name = {piece.die: piece for piece in pieces}
        for number, roll in throw:
            piece = by_name[roll.die]
            self._waiting[number] = (roll.die, *_pictured(picture, piece))
        for number in [*self._waiting][:-WAITING]:
            del self._waiting[number]

    def take(self, said: FaceMessage) -> bool:
        """Keep the picture of the die that people have spoken of; False if it is not remembered, or has no such side.
        Raises ``BadCollection`` if it cannot be written."""
        die, picture, seen = self._waiting.pop(said.seq, ("", None, None))
        sides = self._sides.get(die, ())
        if picture is None or seen is None or not 1 <= said.face <= len(sides):
            return False
        name = f"{said.boot_id}-{said.seq}.png"
        line = msgspec.structs.replace(seen, file=name, face=sides[said.face - 1])
        try:
            _, png = cv2.imencode(".png", picture)
            (self._folder / name).write_bytes(png.tobytes())
            with (self._folder / LIST).open("ab") as lines:
                lines.write(msgspec.json.encode(line) + b"\n")
                lines.flush()
                os.fsync(lines.fileno())
        except OSError as problem:
            raise _unusable(self._folder, problem) from None
        return True


def collected(folder: Path) -> Iterator[tuple[CollectedDie, Picture]]:
    """The dice of a folder with their pictures. Lines that a power cut has left in half, and pictures that are missing
    or damaged, stay out. Raises ``BadCollection`` if there is no such folder."""
    try:
        lines = (folder / LIST).read_bytes().splitlines()
    except OSError as problem:
        raise _unusable(folder, problem) from None
    for line in lines:
        try:
            die = msgspec.json.decode(line, type=CollectedDie)
        except msgspec.MsgspecError:
            continue
        picture = cv2.imread(str(folder / die.file), cv2.IMREAD_COLOR)
        if picture is not None and picture.dtype == np.uint8:
            yield die, picture.astype(np.uint8, copy=False)


def _pictured(picture: Picture, piece: TrackedDie) -> tuple[Picture, CollectedDie]:
    """The picture of a die with what surrounds it; beyond the edge the edge goes on."""
    read = piece.read
    side = round(MARGIN * SPAN * read.kind.upper)
    to = np.array([[1, 0, side / 2 - 0.5 - read.x], [0, 1, side / 2 - 0.5 - read.y]])
    cut = cv2.warpAffine(picture, to, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    right, down = slope_at(read.x, read.y, picture)
    seen = CollectedDie(
        "-.png", "", read.face, int(piece.confidence), float(read.kind.upper), (float(right), float(down)),
        bool(piece.crooked),
    )  # fmt: skip
    return cut.astype(np.uint8, copy=False), seen


def _unusable(folder: Path, problem: OSError) -> BadCollection:
    return BadCollection(
        T(
            "Pictures of dice cannot be kept in {folder}: {problem}. Name another folder: --keep.",
            folder=str(folder),
            problem=str(problem.strerror or problem),
        )
    )
