"""Tracks the dice in the tray and reports those rolled since the tray was last at rest. Pure.

Dice of one kind look alike, so names are assigned: a die that has not moved keeps its name, a rolled die gets any free
one.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, TypeAlias

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from companion.core.texts import T, Text
from companion.language import tell
from companion.session.tray import colour_name, numbers_of
from hardware.camera.faces import Candidate, FaceReader, Read, find, same_place
from hardware.camera.frames import MotionDetector, Picture, Tray, TrayImage
from hardware.camera.pips import PipReader
from hardware.camera.templates import Learned
from hardware.camera.transport import CameraRoll

LEANS, STRAY, STRETCHED = 0.07, 2.0, 18.0
"""A die leans if a sum exceeds the first: the logarithm of the network's odds for it; how far its upper face is from
where that of a flat die would be, and its outline reaches beyond that of a flat die, each in widths and weighed."""
BEYOND = 0.1
"""Limit of that reach for cubes of which the network says nothing. More of it counts no more beside the network: it is
a shadow, or what lies beside the die."""
EARLY = 0.04
"""Seconds of rest after which the dice are looked at, though they count only once ``REST`` is over."""
LOOKS = 3
"""Pictures that are read anew, if the next ones do not agree, before a person is asked."""
STAYS = 0.12
"""A die that moved less than this fraction of its width was not rolled."""
FLAT = (0.7, 1.06)
"""Range of the apparent width of a die that lies flat, relative to the learned width."""
ASIDE = 0.165
"""Maximum offset of the upper face of a flat die from its expected centre, as a fraction of its width."""
KNOWN = 300
"""Minimum confidence for a face to be reported at all."""
LOOK_AGAIN = 0.25
"""Seconds between attempts while a hand rests over the tray."""
DRIFT_EVERY = 1.0
FULL = 0.4
"""Covered fraction above which the tray or the camera must have been moved."""


class TrackedDie(NamedTuple):
    """A die in the tray: its name (None if there are more of its kind than expected) and its reading."""

    die: str | None
    read: Read
    crooked: bool
    confidence: int


class _Look(NamedTuple):
    """What one picture shows."""

    view: TrayImage
    seen: list[tuple[Candidate, Read | None]]


class Watcher:
    """Turns pictures into throws of the learned dice. Two pictures must agree before a throw is reported."""

    def __init__(self, learned: Learned, motion: MotionDetector | None = None, pips: PipReader | None = None) -> None:
        self.pieces: list[TrackedDie] = []
        self.status: Text = WAITING
        self._learned = learned
        self._reader = FaceReader(learned.kinds, pips)
        self._tray = Tray(learned.empty, learned.felt)
        self._motion = motion or MotionDetector()
        self._first: _Look | None = None
        self._looks = 0
        self._done = False
        self._next_look = self._next_drift = 0.0

    def empty(self, picture: Picture) -> None:
        """Use this picture of the empty tray, which may have been moved since the dice were learned."""
        self._tray.renew(picture)
        self.pieces, self._done, self._first = [], False, None

    def feed(self, picture: Picture, now: float) -> list[CameraRoll]:
        """Process a picture; returns the dice that have come to rest since the last throw."""
        if picture.shape != self._learned.empty.shape:
            turned = picture.shape[1::-1] == self._learned.empty.shape[:2]
            self.status = TURNED if turned else OTHER_SIZE
            return []
        still = self._motion.still(picture, now)
        if not still and self._motion.rested < EARLY:
            self.status, self._done, self._next_look = MOVING, False, 0.0
            self._first, self._looks = None, 0
            return []
        if self._done:
            if self.status in (READY, FLICKERS):
                self.status = FLICKERS if self._motion.flickers else READY
            self._drift(picture, now)
            return []
        steady = self._motion.steady(picture) if now >= self._next_look else None
        if steady is None:
            return []
        if self._first is None:
            self._first = self._look(steady, now)
            return []
        return self._confirm(self._first, steady, now) if still else []

    def _look(self, picture: Picture, now: float) -> _Look | None:
        """Read a tray at rest, or set the status that says why not."""
        view = self._tray.look(picture)
        found = find(view, self._learned.kinds)
        seen = [one for blob in found.blobs for one in self._reader.read_all(view, blob)]
        # What reaches over the edge and has no die's colour is a finger, or dice with a hand on them.
        finger = any(read is None and not (spot.whole or spot.alone) for spot, read in seen)
        if view.covered > FULL or found.hand or finger:
            self.status = self._why_not(view)
            self._next_look = now + LOOK_AGAIN
            return None
        self._looks += 1
        return _Look(view, seen)

    def _why_not(self, view: TrayImage) -> Text:
        """Why nothing is read of a tray at rest."""
        if view.covered > FULL / 8:
            turned = self._tray.look(np.ascontiguousarray(view.picture[::-1, ::-1]))
            if turned.covered < view.covered / 4:
                return TURNED
        return MOVED if view.covered > FULL else HAND

    def _confirm(self, first: _Look, picture: Picture, now: float) -> list[CameraRoll]:
        """Report what this picture shows as well; where it does not, both are compared with a third, and in the end
        a person decides."""
        view = first.view._replace(picture=picture)
        seen: list[tuple[Candidate, Read | None]] = []
        for spot, read in first.seen:
            again = read
            if read is not None and read.confidence >= ENOUGH:
                again = self._reader.again(view, spot, read)
                if again is None and self._looks < LOOKS:
                    self._first = self._look(picture, now)
                    return []
            seen.append((spot, again if again is not None or read is None else read._replace(confidence=0)))
        self._done = True
        return self._take(view, seen)

    def _take(self, view: TrayImage, seen: Sequence[tuple[Candidate, Read | None]]) -> list[CameraRoll]:
        reads = [(spot, read) for spot, read in seen if read is not None]
        before = [piece for piece in self.pieces if piece.die is not None]
        stayed: list[TrackedDie] = []
        fresh: list[TrackedDie] = []
        for spot, read in reads:
            piece = next((one for one in before if _unmoved(one.read, read)), None)
            if piece is not None:
                before.remove(piece)
                stayed.append(piece)
            else:
                fresh.append(_piece(spot, read, seen=spot.whole or _is_complete(read, view)))
        named = self._assign_names(_mark_ambiguous(fresh), {piece.die for piece in stayed})
        self.pieces = [*stayed, *named]
        unnamed = [piece for piece in named if piece.die is None]
        if unnamed:
            self.status = T(
                "There are more {kind} dice in the tray than were learned.", kind=colour_name(unnamed[0].read.kind.name)
            )
        elif len(reads) < len(seen):
            self.status = OTHER_THINGS
        else:
            self.status = FLICKERS if self._motion.flickers else READY
        return [roll for piece in named if (roll := _roll(piece)) is not None]

    def _assign_names(self, fresh: Sequence[TrackedDie], taken: set[str | None]) -> list[TrackedDie]:
        """Assign the free names. If there are too few, all dice of that kind are uncertain."""
        named: list[TrackedDie] = []
        for kind in self._learned.kinds:
            pieces = [piece for piece in fresh if piece.read.kind is kind]
            free = [die for die in kind.dice if die not in taken]
            too_many = len(pieces) > len(free)
            for n, piece in enumerate(pieces):
                confidence = 0 if too_many else piece.confidence
                named.append(piece._replace(die=free[n] if n < len(free) else None, confidence=confidence))
        return named

    def _drift(self, picture: Picture, now: float) -> None:
        """Adapt to changing light while the tray is empty."""
        if self.pieces or now < self._next_drift or self.status is not READY:
            return
        self._next_drift = now + DRIFT_EVERY
        if self._tray.look(picture).covered == 0:
            self._tray.drift(picture)


def _mark_ambiguous(pieces: Sequence[TrackedDie]) -> list[TrackedDie]:
    """Mark both of two readings that may be of the same die as uncertain."""

    def doubtful(piece: TrackedDie) -> bool:
        return any(same_place(piece.read, other.read) for other in pieces if other is not piece)

    return [piece._replace(confidence=0) if doubtful(piece) else piece for piece in pieces]


def _unmoved(before: Read, after: Read) -> bool:
    if before.kind is not after.kind or np.hypot(before.x - after.x, before.y - after.y) > STAYS * after.kind.upper:
        return False
    # The same place with another face, both read reliably: it was turned.
    return before.face == after.face or min(before.confidence, after.confidence) < KNOWN


def _is_complete(read: Read, view: TrayImage) -> bool:
    """Whether the upper face lies completely within the picture."""
    high, wide = view.picture.shape[:2]
    reach = read.kind.upper / 2
    return bool(reach <= read.x <= wide - reach and reach <= read.y <= high - reach)


def _piece(spot: Candidate, read: Read, *, seen: bool) -> TrackedDie:
    narrow, wide = (one / read.kind.across for one in spot.widths(read.kind))
    aside = float(np.hypot(read.x - spot.x, read.y - spot.y)) / read.kind.upper
    if not spot.alone:
        crooked = aside > 2 * ASIDE
    elif read.leans is None:
        reaches = read.kind.is_cube and spot.beyond(read.kind) > BEYOND
        crooked = reaches or aside > ASIDE or narrow < FLAT[0] or wide > FLAT[1]
    else:
        odds = float(np.log(read.leans + 1e-3) - np.log(1 - read.leans + 1e-3))
        crooked = odds + STRAY * aside + STRETCHED * min(BEYOND, spot.beyond(read.kind)) > LEANS
    sure = read.confidence if seen else 0
    return TrackedDie(None, read, crooked, sure)


def _roll(piece: TrackedDie) -> CameraRoll | None:
    if piece.die is None:
        return None
    side = numbers_of(piece.read.kind.sides, piece.read.face)[0] if piece.confidence >= KNOWN else 0
    return CameraRoll(piece.die, side, piece.confidence, "crooked" if piece.crooked else "rolled")


WAITING = T("The reader waits for the first picture.")
READY = T("Everything lies still and has been read.")
MOVING = T("Something moves in the tray.")
FLICKERS = T("The light flickers. Set the camera's exposure to 1/50 s, or use another lamp.")
HAND = T("A hand is over the tray. Take it away, and the dice are read.")
MOVED = T("The tray or the camera was moved, or the light is another one. Empty the tray and start again with --empty.")
OTHER_SIZE = T("The camera gives pictures of another size than when the dice were learned. Learn them again.")
TURNED = T("The camera's picture is turned. Turn the camera as it was when the dice were learned, or learn them again.")
OTHER_THINGS = T("Something lies in the tray that is none of the dice.")

Box: TypeAlias = tuple[float, float, float, float]

SURE, UNSURE, CROOKED = (96, 214, 120), (255, 176, 60), (255, 96, 84)
PAPER, INK = (244, 238, 224), (18, 22, 32)
ENOUGH = 700
"""Confidence above which the companion accepts a reading by default (``[reader] confidence``)."""
HALF = 0.62
"""Half the side of a box relative to the width of the upper face."""
LINES = 22
"""Lines of text per picture height: large enough for a small screen that shows it at a third of its size."""


def annotated(picture: Picture, pieces: Sequence[TrackedDie], status: str, words: Mapping[str, str]) -> Image.Image:
    """The picture with boxes and labels, at its original size; ``words`` are the names of the faces."""
    image = Image.fromarray(cv2.cvtColor(picture, cv2.COLOR_BGR2RGB))
    draw = ImageDraw.Draw(image)
    letters = ImageFont.load_default(size=max(12, image.height // LINES))
    taken = [_frame(piece) for piece in pieces]
    for piece in pieces:
        read = piece.read
        colour = CROOKED if piece.crooked else SURE if piece.confidence >= ENOUGH else UNSURE
        draw.rectangle(_frame(piece), outline=colour, width=3)
        half, called = HALF * read.kind.upper, label(piece, words)
        places = [
            draw.textbbox((read.x + dx, read.y + dy), called, font=letters, anchor=anchor)
            for dx, dy, anchor in _beside(half + 7)
        ]
        box = next((one for one in places if _free(one, image, taken)), places[0])
        taken.append(box)
        _write(draw, box, called, letters, colour)
    foot = draw.textbbox((image.width / 2, image.height - 8), status, font=letters, anchor="md")
    _write(draw, foot, status, letters, PAPER)
    return image


def label(piece: TrackedDie, words: Mapping[str, str]) -> str:
    if piece.crooked:
        return tell(T("crooked"))
    if not piece.confidence:
        return "?"
    return f"{words.get(piece.read.face, piece.read.face)} {piece.confidence / 10:.0f} %"


def _frame(piece: TrackedDie) -> Box:
    read, half = piece.read, HALF * piece.read.kind.upper
    return read.x - half, read.y - half, read.x + half, read.y + half


def _beside(away: float) -> Sequence[tuple[float, float, str]]:
    """Candidate positions of a label: above, below or beside a die, with its anchor."""
    return (0, -away, "md"), (0, away, "ma"), (away, 0, "lm"), (-away, 0, "rm")


def _free(box: Box, image: Image.Image, taken: Sequence[Box]) -> bool:
    """Whether a label fits there without overlap."""
    inside = box[0] >= 4 and box[1] >= 3 and box[2] <= image.width - 4 and box[3] <= image.height - 3
    return inside and not any(_overlap(box, one) for one in taken)


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def save(image: Image.Image, file: Path) -> None:
    """Write the picture as PNG or JPEG, by suffix, atomically.

    Raises ``OSError``.
    """
    beside = file.with_name(file.name + ".part")
    if file.suffix.lower() == ".png":
        image.save(beside, "PNG", compress_level=1)
    else:
        image.save(beside, "JPEG", quality=85)
    os.replace(beside, file)


def _write(
    draw: ImageDraw.ImageDraw,
    box: Box,
    words: str,
    letters: ImageFont.FreeTypeFont | ImageFont.ImageFont,
    colour: tuple[int, int, int],
) -> None:
    draw.rectangle([box[0] - 4, box[1] - 3, box[2] + 4, box[3] + 3], fill=INK)
    draw.text((box[0], box[1]), words, colour, letters, anchor="lt")
