"""A camera for which cards are laid down one after the other, and hands that lay them, drawn by arithmetic."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import Any

import cv2
import numpy as np
from PIL import Image

from companion.core.texts import Text
from tests.packs.printed_cards import SCENES, drawn, photographed

SIZE = SCENES["camera"][0]
CARDS = [
    ("Rain on the Roofs", "Nobody sees far tonight. Alert +2."),
    ("The Helpful Archivist", "Each of you heals one wound. Then the library closes."),
    ("Masked Ball", "Whoever laughs first raises the alert by 1."),
    ("Night Train", "Put 1 mafia on a random location."),
]
HAND = (96, 122, 178)
"""Its colour, blue first."""


@cache
def laid(n: int, seed: int = 1) -> Any:
    """A picture (rows of BGR pixels) of a card that lies there, a little otherwise for every ``seed``."""
    title, text = CARDS[n]
    r = Random(seed * 100 + n)
    return bgr(photographed(drawn(title, text, "Inter", Random(n), 860.0), r, "camera"))


def empty() -> Any:
    return np.full((SIZE[1], SIZE[0], 3), (40, 64, 96), np.uint8)


def bgr(photo: Image.Image) -> Any:
    return cv2.cvtColor(np.asarray(photo), cv2.COLOR_RGB2BGR)


def with_hand(picture: Any, at: float) -> Any:
    """A hand over it, ``at`` 0 to 1 of the way to the middle."""
    found = picture.copy()
    wide, high = SIZE
    cv2.ellipse(found, (round(wide * (1 - 0.5 * at)), round(high * (1 - 0.5 * at))), (420, 260), 30, 0, 360, HAND, -1)
    return found


def turn(before: Any, after: Any, still: int = 14) -> Iterator[Any]:
    """A hand comes, something else lies there, the hand goes, and then nothing moves."""
    for at in (0.2, 0.6, 1.0):
        yield with_hand(before, at)
    for at in (0.9, 0.5, 0.1):
        yield with_hand(after, at)
    yield from (after for _ in range(still))


class Deck:
    """The frames of a camera: what lies there in turn, ``rate`` pictures a second."""

    trouble: Text | None = None

    def __init__(self, scenes: Sequence[Any], rate: float = 20.0) -> None:
        self._pictures = self._all(scenes)
        self._pause = 1 / rate
        self.ended = self.closed = False
        self.laid: list[float] = []
        """When the hand had left each of them."""

    def _all(self, scenes: Sequence[Any]) -> Iterator[Any]:
        before = empty()
        for scene in scenes:
            steps = list(turn(before, scene))
            for n, picture in enumerate(steps):
                if n == len(steps) - 14:
                    self.laid.append(time.monotonic())
                yield picture
            before = scene
        self.ended = True
        while True:
            yield before

    def read(self) -> Any:
        time.sleep(self._pause)
        return next(self._pictures)

    def close(self) -> None:
        self.closed = True
