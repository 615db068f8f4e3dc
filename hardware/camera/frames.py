"""Pictures of the tray: from a camera or a video (a file, or a folder of pictures), and what is seen in them."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import click
import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.refusals import UserFacingError
from companion.core.texts import T, Text
from companion.language import tell

Picture: TypeAlias = NDArray[np.uint8]
Floats: TypeAlias = NDArray[np.float32]

SIZE = (1280, 720)
RATE = 20.0
"""Pictures per second; more would cost time and not improve the reading."""
BACK_OFF = (0.5, 5.0)
PICTURES = frozenset({".bmp", ".jpg", ".jpeg", ".png"})


class NoFrames(UserFacingError):
    """The name is neither a camera nor a video; ``text`` is a sentence for people."""


DARK = 6.0
"""Mean brightness below which a picture is black."""
DISTURBED = 40.0
"""Mean change between pictures of which hardly anything is the same: of noise 85; of a hand that comes in below 20."""
FOR_LONG = 3.0
"""Seconds after which pictures that stand still or are disturbed are said to be."""
EVERY = 16
"""So many pixels apart are those that are looked at for this."""


class PictureCheck:
    """Notices pictures of a camera that cannot be used. Pure; the time is an argument."""

    def __init__(self) -> None:
        self._before: Picture | None = None
        self._alive = self._sound = 0.0

    def trouble(self, picture: Any, now: float) -> Text | None:
        """What is wrong with a picture and what to do; None if nothing is."""
        if not isinstance(picture, np.ndarray) or picture.ndim != 3 or picture.shape[2] != 3 or not picture.size:
            self._before = None
            return T("The camera gives no colour pictures. Plug in another one, or name it: --camera 1.")
        seen = np.ascontiguousarray(picture[::EVERY, ::EVERY])
        before, self._before = self._before, seen
        if before is None or before.shape != seen.shape:
            self._alive = self._sound = now
        elif (change := float(cv2.absdiff(seen, before).mean())) > 0:
            self._alive = now
            self._sound = self._sound if change > DISTURBED else now
        else:
            self._sound = now
        if seen.mean() < DARK:
            return T("The camera's picture is black. Take the cap off its lens, or switch on a lamp.")
        if now - self._alive >= FOR_LONG:
            return T("The camera's picture stands still. Unplug the camera and plug it in again.")
        if now - self._sound >= FOR_LONG:
            return T("The camera's pictures are nothing but noise. Plug its cable in anew, or take another one.")
        return None


class Camera:
    """A camera, by number or device. It reconnects after being unplugged; meanwhile ``trouble`` says what is wrong.

    ``opener`` replaces ``cv2.VideoCapture``; ``clock`` and ``sleep`` replace those of ``time``.
    """

    def __init__(
        self,
        name: int | str,
        *,
        rate: float = RATE,
        size: tuple[int, int] = SIZE,
        opener: Callable[[int | str], Any] | None = None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.trouble: Text | None = None
        """What is wrong with the camera and what to do; None while it works."""
        self._name = name
        self._size = size
        self._opener = opener or cv2.VideoCapture
        self._clock = clock
        self._sleep = sleep
        self._pause = 1 / rate
        self._capture: Any = None
        self._wait = BACK_OFF[0]
        self.was_there = False
        """Whether it has ever given a picture."""
        self._next = clock()
        self._check = PictureCheck()

    def read(self) -> Picture | None:
        self._sleep(max(0.0, self._next - self._clock()))
        self._next = max(self._next + self._pause, self._clock())
        if self._capture is None and not self._open():
            return None
        well, picture = self._capture.read()
        if not well or picture is None:
            self.close()
            self._away()
            return None
        self.was_there, self._wait = True, BACK_OFF[0]
        self.trouble = self._check.trouble(picture, self._clock())
        taken: Picture = picture
        return taken if self.trouble is None else None

    def close(self) -> None:
        if self._capture is not None:
            self._capture.release()
            self._capture = None

    def _open(self) -> bool:
        capture = self._opener(self._name)
        if not capture.isOpened():
            capture.release()
            self._away()
            return False
        # USB carries large pictures fast enough only when compressed; a buffer would deliver outdated ones.
        capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, self._size[0])
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, self._size[1])
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        self._capture = capture
        return True

    def _away(self) -> None:
        self.trouble = (
            T("The camera was unplugged. Plug it in again; the reader goes on by itself.")
            if self.was_there
            else T("There is no camera {name}. Plug it in, or name another one: --camera 1.", name=str(self._name))
        )
        self._next = self._clock() + self._wait
        self._wait = min(2 * self._wait, BACK_OFF[1])


class Video:
    """Pictures from a file or folder, ``rate`` per second, then ``ended``. ``read`` raises ``NoFrames``."""

    trouble: Text | None = None

    def __init__(self, path: Path, *, rate: float = RATE) -> None:
        self.ended = False
        self._pictures = _of_folder(path) if path.is_dir() else _of_file(path)
        self._pause = 1 / rate

    def read(self) -> Picture | None:
        time.sleep(self._pause)
        picture = next(self._pictures, None)
        self.ended = picture is None
        return picture

    def close(self) -> None:
        """Nothing to release; for the interface of ``Camera``."""
        self._pictures = iter(())


def _of_folder(folder: Path) -> Iterator[Picture]:
    files = sorted(file for file in folder.iterdir() if file.suffix.lower() in PICTURES)
    if not files:
        raise NoFrames(T("There are no pictures (PNG or JPEG) in {folder}.", folder=str(folder)))
    return _each(files)


def _each(files: list[Path]) -> Iterator[Picture]:
    for file in files:
        picture = cv2.imread(str(file), cv2.IMREAD_COLOR)
        if picture is None:
            raise NoFrames(T("{file} is no picture that can be read.", file=str(file)))
        yield np.asarray(picture, np.uint8)


def _of_file(file: Path) -> Iterator[Picture]:
    capture = cv2.VideoCapture(str(file))
    try:
        well, picture = capture.read()
        if not well:
            raise NoFrames(T("{file} is no film that can be read.", file=str(file)))
        while well:
            yield np.asarray(picture, np.uint8)
            well, picture = capture.read()
    finally:
        capture.release()


def open_frames(name: str, rate: float = RATE) -> Camera | Video:
    """The camera or video for ``name``: a number, a device, a file or a folder."""
    if name.isdigit():
        return Camera(int(name), rate=rate)
    path = Path(name)
    if path.is_dir() or path.is_file():
        return Video(path, rate=rate)
    return Camera(name, rate=rate)


def stream(frames: Camera | Video, noted: Callable[[Text | None], object] = lambda _: None) -> Iterator[Picture]:
    """All pictures until the video ends; problems of the camera are reported on standard error, and ``noted``."""
    cv2.setNumThreads(1)
    trouble: Text | None = None
    while True:
        picture = frames.read()
        if isinstance(frames, Video) and frames.ended:
            return
        if frames.trouble != trouble:
            trouble = frames.trouble
            click.echo(tell(trouble or T("The camera is there.")), err=True)
            noted(trouble)
        if picture is not None:
            yield picture


REST = 0.15
"""Seconds without movement after which dice are at rest."""
SMALL = (320, 180)
CHANGE = 14.0
"""Minimum change in brightness that counts as movement; above the camera's noise at this size."""
SPOTS = 6
"""Minimum number of changed pixels that counts as movement."""


BANDS = 0.012
"""Unevenness that light gains over the rows of a picture, from one picture to the next, from which on it flickers: the
rows are taken one after the other, so that a lamp that goes bright and dark makes bands that roll over the picture."""
SEEN, OFTEN, SELDOM = 20, 8, 2
"""Of so many pictures, in how many bands must roll before the light is said to flicker, and to have stopped."""
DIMMED = (0.7, 1.4)
"""Limits of what a band does to the light of a row; anything beyond is a thing that moved."""
STEADY = 5
"""Pictures of which the median is taken where light flickers."""


class MotionDetector:
    """Detects motion in the tray, and light that flickers; the time is an argument. Compares each picture with the one
    of the last movement, so that slow movement is detected too. A change of the brightness of whole rows is no motion.
    """

    def __init__(self, rest: float = REST) -> None:
        self.rested = 0.0
        """Seconds without movement."""
        self.flickers = False
        """Whether bands roll over the pictures."""
        self._rest = rest
        self._before: Floats | None = None
        self._moved = 0.0
        self._rows: Floats | None = None
        self._bands: deque[bool] = deque(maxlen=SEEN)
        self._pictures: deque[Picture] = deque(maxlen=STEADY)

    def still(self, picture: Picture, now: float) -> bool:
        """Process a picture; True once nothing has moved for ``rest`` seconds."""
        grey = cv2.cvtColor(cv2.resize(picture, SMALL, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
        small = cv2.GaussianBlur(grey, (3, 3), 0).astype(np.float32) + 4
        if self._before is None or self._differ(small, self._before):
            self._before, self._moved, self._rows = small, now, None
            self._pictures.clear()
        if self.flickers:
            self._pictures.append(picture)
        self.rested = now - self._moved
        return self.rested >= self._rest

    def steady(self, picture: Picture) -> Picture | None:
        """The picture to read; where light flickers the median of the last ones, None until there are enough."""
        if not self.flickers:
            return picture
        return _median(*self._pictures) if len(self._pictures) == STEADY else None

    def _differ(self, small: Floats, before: Floats) -> bool:
        rows = np.median(small / before, axis=1, keepdims=True).clip(*DIMMED)
        if self._rows is not None:
            self._look_for_bands(rows / self._rows)
        self._rows = rows
        brighter = np.median(small - before, axis=1, keepdims=True)
        change = np.minimum(np.abs(small - rows * before), np.abs(small - before - brighter))
        return int(np.count_nonzero(change > CHANGE)) >= SPOTS

    def _look_for_bands(self, changed: Floats) -> None:
        self._bands.append(bool(changed.std() > BANDS))
        self.flickers = sum(self._bands) >= (SELDOM + 1 if self.flickers else OFTEN)


def _median(one: Picture, two: Picture, three: Picture, four: Picture, five: Picture) -> Picture:
    """The median of five pictures, without sorting them."""
    low = cv2.max(cv2.min(one, two), cv2.min(three, four))
    high = cv2.min(cv2.max(one, two), cv2.max(three, four))
    return np.asarray(cv2.max(cv2.min(low, high), cv2.min(cv2.max(low, high), five)), np.uint8)


# Segmentation of the tray: everything that differs from the empty tray and is not a shadow.

HALF = 2
"""Segmentation runs at half the picture's size."""
UNLIKE_TRAY = 24.0
"""Minimum difference to the tray, of 255."""
HUE = 13.0
"""Maximum difference in colour between a shadow and the tray."""
DARKEST = 0.25
"""A shadow leaves at least this fraction of the light."""


class TrayImage(NamedTuple):
    """A segmented picture of the tray.

    ``mask``: where something lies, at half size. ``light``: illumination relative to the empty tray, at half size, a
    plane for blue, green and red each.
    ``covered``: the covered fraction of the tray, 0 to 1.
    """

    picture: Picture
    mask: NDArray[np.uint8]
    light: Floats
    covered: float

    def light_at(self, x: float, y: float) -> Floats:
        """Illumination at a point in full-size pixels, BGR."""
        height, width = self.light.shape[1:]
        row, column = min(max(int(y) // HALF, 0), height - 1), min(max(int(x) // HALF, 0), width - 1)
        found: Floats = self.light[:, row, column]
        return found


class Tray:
    """The empty tray as reference. Colours are normalised as if the tray were evenly lit and of colour ``felt``.

    Within, colours are three planes: operations on planes take a third of the time of those on pixels.
    """

    def __init__(self, empty: Picture, felt: Floats | None = None) -> None:
        self.renew(empty)
        self.felt: Floats = np.median(self._empty, axis=(1, 2)).astype(np.float32) if felt is None else felt
        """The colour of the tray; that of an earlier session makes colours comparable with it."""

    def renew(self, empty: Picture) -> None:
        self._empty = _half(empty)
        self._smooth = _blurred(self._empty, 41)

    def drift(self, picture: Picture) -> None:
        """Adapt the reference to slowly changing light; the tray is empty in ``picture``."""
        self._empty += 0.1 * (_half(picture) - self._empty)
        self._smooth = _blurred(self._empty, 41)

    def look(self, picture: Picture) -> TrayImage:
        seen = _half(picture)
        ratio = (seen + 4) / (self._empty + 4)
        evened = _illumination(ratio)
        mask = self._unlike(seen, evened)
        # Light is uneven, and an arm casts soft shadows: the visible tray shows the local illumination.
        free = (cv2.dilate(mask, np.ones((9, 9), np.uint8)) == 0).astype(np.float32)
        weight = cv2.blur(free, (121, 121))
        local = _blurred(ratio * free, 121) / np.maximum(weight, 1e-3)
        light = np.where(weight > 0.1, local, evened)
        mask = self._unlike(seen, light)
        opened = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        mask = cv2.morphologyEx(opened, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)).astype(np.uint8)
        light = light * self._smooth / self.felt[:, None, None]
        return TrayImage(picture, mask, light, float(np.count_nonzero(mask)) / mask.size)

    def _unlike(self, seen: Floats, light: Floats) -> NDArray[np.uint8]:
        lit = self._empty * light
        shade = (_sum(seen) / np.maximum(_sum(lit), 1)).astype(np.float32)
        shadow = (shade < 1) & (shade > DARKEST) & (_apart(seen, lit * shade) < HUE)
        unlike: NDArray[np.uint8] = ((_apart(seen, lit) > UNLIKE_TRAY) & ~shadow).astype(np.uint8)
        return unlike


def _illumination(ratio: Floats) -> Floats:
    """Local illumination: the median of a wide neighbourhood."""
    height, width = ratio.shape[1:]
    found = np.empty_like(ratio)
    for plane, out in zip(ratio, found, strict=True):
        small = cv2.resize(plane, (80, 45), interpolation=cv2.INTER_AREA)
        coarse = np.clip(64 * small, 0, 255).astype(np.uint8)
        smooth = cv2.blur(cv2.medianBlur(coarse, 19), (5, 5)).astype(np.float32) / 64
        cv2.resize(smooth, (width, height), out, interpolation=cv2.INTER_LINEAR)
    return found


def _sum(planes: Floats) -> Floats:
    found: Floats = planes[0] + planes[1] + planes[2]
    return found


def _apart(one: Floats, other: Floats) -> Floats:
    """How far two pictures are apart, in the colour in which they are furthest."""
    blue, green, red = map(cv2.absdiff, one, other)
    return cv2.max(cv2.max(blue, green), red).astype(np.float32)


def _blurred(planes: Floats, around: int) -> Floats:
    return np.stack([cv2.blur(plane, (around, around)) for plane in planes]).astype(np.float32)


def _half(picture: Picture) -> Floats:
    height, width = picture.shape[:2]
    half = cv2.resize(picture, (width // HALF, height // HALF), interpolation=cv2.INTER_AREA)
    return np.stack(cv2.split(cv2.GaussianBlur(half, (3, 3), 0))).astype(np.float32)
