"""Photographs a deck with the camera beside the screen: a card is laid down, seen and kept, then comes the next one,
without a tap. Needs the extra ``[camera]``.

A card is taken when nothing has moved for a moment and its edges are found. It is compared with every card before it:
one that still lies there is not taken again, and one that is laid down a second time is asked about.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, Literal, Protocol, TypeAlias

import cv2
import numpy as np
from msgspec import Struct
from PIL import Image

from companion.core.texts import Text
from companion.packs.photos.matching import (
    Pattern,
    Pixels,
    correlation,
    flatten_light,
    patterns,
    register,
    warp,
)
from companion.packs.photos.outlines import straightened
from hardware.camera.frames import Camera, MotionDetector, Picture

REST: Final = 0.35
"""Seconds without movement after which a card lies still."""
SIZE: Final = (1920, 1080)
"""Pixels that the camera is asked for: more than for dice, since letters are small."""
LONG: Final = 384
"""Pixels of the longer side of a card that is compared."""
SAME: Final = 0.78
"""Least correlation of two photos of one card; those of cards that differ in their words reach 0.68."""
COMPARED: Final = 12
"""Most earlier cards that a card is compared with closely: those that are most like it."""
SHOWN: Final = 320
"""Pixels of the longer side of what the screen shows of the camera's picture."""
MOST_CAMERAS: Final = 8
EVERY: Final = 0.2
"""Seconds between two pictures that the screen shows."""

CardState: TypeAlias = Literal["moving", "empty", "taken", "lying", "again"]
"""What the camera sees: something moves; it is still, without a card; a card that was taken just now; the same card,
which still lies there; a card that was taken before, laid down once more."""


class SeenCard(Struct, frozen=True):
    """What is seen: the straightened ``card`` if it is a new one, or one that comes ``again``, of which ``like`` is the
    number of the first."""

    state: CardState
    card: Image.Image | None = None
    like: int | None = None


class _Look(Struct, frozen=True):
    """A card as it is compared: brightness without the light on it, its pattern, and the same at a quarter."""

    light: Pixels
    pattern: list[Pattern]
    small: Pixels


class CardWatcher:
    """Finds cards in the pictures of a camera; the time is an argument."""

    def __init__(self) -> None:
        self._motion = MotionDetector(REST)
        self._looked = False
        self._looks: list[_Look] = []
        self._lying: int | None = None
        self._last = SeenCard("empty")

    @property
    def taken(self) -> int:
        """How many cards were taken."""
        return len(self._looks)

    def see(self, picture: Picture, now: float) -> SeenCard:
        """Process a picture. A card is ``taken`` or comes ``again`` in one picture only, afterwards it is ``lying``."""
        if not self._motion.still(picture, now):
            self._looked = False
            return SeenCard("moving")
        if not self._looked:
            self._looked = True
            found = self._look(picture)
            self._last = SeenCard("lying", like=found.like) if found.state in ("taken", "again") else found
            return found
        return self._last

    def take_again(self, card: Image.Image) -> int:
        """Take a card that was laid down again: it is another one that looks the same. Returns its number."""
        self._looks.append(_look_of(card))
        self._lying = len(self._looks) - 1
        return self._lying

    def forget_last(self) -> None:
        """The card that was taken last is no card of the deck; it may be laid down once more."""
        if self._looks:
            self._looks.pop()
            self._lying = None

    def _look(self, picture: Picture) -> SeenCard:
        card = straightened(Image.fromarray(cv2.cvtColor(picture, cv2.COLOR_BGR2RGB)))
        if card is None:
            self._lying = None
            return SeenCard("empty")
        look = _look_of(card)
        like = self._like(look)
        if like is None:
            self._looks.append(look)
            self._lying = len(self._looks) - 1
            return SeenCard("taken", card, self._lying)
        before, self._lying = self._lying, like
        return SeenCard("lying", like=like) if before == like else SeenCard("again", card, like)

    def _like(self, look: _Look) -> int | None:
        """The number of the earlier card that is the same; None if there is none."""
        rated = [(max(_alike(look.small, one.small), _alike(look.small[::-1, ::-1], one.small)), n)
                 for n, one in enumerate(self._looks)]  # fmt: skip
        for _, n in sorted(rated, reverse=True)[:COMPARED]:
            if max(_likeness(light, self._looks[n]) for light in (look.light, look.light[::-1, ::-1])) > SAME:
                return n
        return None


def _look_of(card: Image.Image) -> _Look:
    light = np.asarray(card.convert("L"), np.float32)
    if light.shape[1] > light.shape[0]:
        light = np.rot90(light)
    wide = round(LONG * light.shape[1] / light.shape[0] / 8) * 8
    even = flatten_light(cv2.resize(np.ascontiguousarray(light), (wide, LONG), interpolation=cv2.INTER_AREA))
    small = cv2.resize(even, (LONG // 6, LONG // 4), interpolation=cv2.INTER_AREA)
    return _Look(even, patterns(even), cv2.GaussianBlur(small, (0, 0), 1.2))


def _alike(one: Pixels, other: Pixels) -> float:
    return correlation(one, other, np.ones_like(other))


def _likeness(light: Pixels, other: _Look) -> float:
    """How alike two cards are, laid on each other."""
    high, wide = other.light.shape
    light = np.ascontiguousarray(light)
    if light.shape != other.light.shape:
        light = cv2.resize(light, (wide, high), interpolation=cv2.INTER_AREA)
    return _alike(warp(light, register(light, other.pattern), (wide, high)), other.light)


# The camera, in a thread of its own.


class Frames(Protocol):
    """What gives pictures: a ``frames.Camera``, or a video."""

    trouble: Text | None

    def read(self) -> Picture | None: ...

    def close(self) -> None: ...


class ShownCamera:
    """Reads ``frames`` in a thread until ``close``. ``changed`` is called there whenever there is something else to
    show: ``shown`` (a small picture), ``trouble``. ``picture`` is the latest as the camera gives it."""

    def __init__(self, frames: Frames, changed: Callable[[], object]) -> None:
        self._frames, self._changed = frames, changed
        self._ended = threading.Event()
        self.shown: Image.Image | None = None
        self.picture: Picture | None = None
        self._thread = threading.Thread(target=self._work, name="deck camera", daemon=True)
        self._thread.start()

    @property
    def trouble(self) -> Text | None:
        """What is wrong with the camera; None while it works."""
        return self._frames.trouble

    def photo(self) -> Image.Image | None:
        """What it sees now, in large; None if it sees nothing."""
        picture = self.picture if self.trouble is None else None
        return None if picture is None else Image.fromarray(cv2.cvtColor(picture, cv2.COLOR_BGR2RGB))

    def close(self) -> None:
        """Stop soon; a camera that is slow to answer is not waited for."""
        self._ended.set()

    def join(self) -> None:
        """Wait until it has stopped."""
        self._thread.join()

    def _look(self, picture: Picture, now: float) -> bool:
        """Look at a picture; True if there is news."""
        return False

    def _work(self) -> None:
        shown = float("-inf")
        trouble: Any = None
        while not self._ended.is_set():
            picture, now = self._frames.read(), time.monotonic()
            if picture is None:
                if self.trouble is not trouble:
                    trouble = self.trouble
                    self._changed()
                continue
            self.picture, news = picture, self._look(picture, now)
            if now - shown >= EVERY:
                shown, news = now, True
                self.shown = _small(picture)
            if news and not self._ended.is_set():
                self._changed()
        self._frames.close()


class DeckCamera(ShownCamera):
    """The same for a deck: ``seen`` is called with every card that is taken or comes again, ``state`` is what is seen
    now."""

    def __init__(self, frames: Frames, seen: Callable[[SeenCard], object], changed: Callable[[], object]) -> None:
        self._seen = seen
        self._watcher = CardWatcher()
        self._lock = threading.Lock()
        self.state: CardState = "empty"
        super().__init__(frames, changed)

    def take_again(self, card: Image.Image) -> None:
        with self._lock:
            self._watcher.take_again(card)

    def forget_last(self) -> None:
        with self._lock:
            self._watcher.forget_last()

    def _look(self, picture: Picture, now: float) -> bool:
        with self._lock:
            seen = self._watcher.see(picture, now)
        news, self.state = seen.state != self.state, seen.state
        if seen.card is not None:
            self._seen(seen)
        return news


def any_camera() -> Camera:
    """The first camera that gives pictures, since another one may be busy with dice; else one that says what is
    missing."""
    for n in range(MOST_CAMERAS):
        capture = cv2.VideoCapture(n) if Path(f"/dev/video{n}").exists() else None
        if capture is not None:
            there = capture.isOpened() and capture.read()[0]
            capture.release()
            if there:
                return Camera(n, size=SIZE)
    return Camera(0, size=SIZE)


def _small(picture: Picture) -> Image.Image:
    high, wide = picture.shape[:2]
    size = SHOWN, round(SHOWN * high / wide)
    return Image.fromarray(cv2.cvtColor(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2RGB))
