"""Sources of pictures: a camera, or a video (a file, or a folder of pictures)."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

import click
import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.refusals import UserFacingError
from companion.core.texts import T, Text
from companion.language import tell

Picture: TypeAlias = NDArray[np.uint8]

SIZE = (1280, 720)
RATE = 20.0
"""Pictures per second; more would cost time and not improve the reading."""
BACK_OFF = (0.5, 5.0)
PICTURES = frozenset({".bmp", ".jpg", ".jpeg", ".png"})


class NoFrames(UserFacingError):
    """The name is neither a camera nor a video; ``text`` is a sentence for people."""


class Camera:
    """A camera, by number or device. It reconnects after being unplugged; meanwhile ``trouble`` says what is wrong.

    ``opener`` replaces ``cv2.VideoCapture``; ``clock`` and ``sleep`` replace those of ``time``.
    """

    def __init__(
        self,
        name: int | str,
        *,
        rate: float = RATE,
        opener: Callable[[int | str], Any] | None = None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.trouble: Text | None = None
        """What is wrong with the camera and what to do; None while it works."""
        self._name = name
        self._opener = opener or cv2.VideoCapture
        self._clock = clock
        self._sleep = sleep
        self._pause = 1 / rate
        self._capture: Any = None
        self._wait = BACK_OFF[0]
        self._was_there = False
        self._next = clock()

    def read(self) -> Picture | None:
        """Wait for the next picture; None while there is none."""
        self._sleep(max(0.0, self._next - self._clock()))
        self._next = max(self._next + self._pause, self._clock())
        if self._capture is None and not self._open():
            return None
        well, picture = self._capture.read()
        if not well or picture is None:
            self.close()
            self._away()
            return None
        self.trouble, self._was_there, self._wait = None, True, BACK_OFF[0]
        taken: Picture = picture
        return taken

    def close(self) -> None:
        """Release the camera."""
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
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, SIZE[0])
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, SIZE[1])
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        self._capture = capture
        return True

    def _away(self) -> None:
        self.trouble = (
            T("The camera was unplugged. Plug it in again; the reader goes on by itself.")
            if self._was_there
            else T("There is no camera {name}. Plug it in, or name another one: --camera 1.", name=str(self._name))
        )
        self._next = self._clock() + self._wait
        self._wait = min(2 * self._wait, BACK_OFF[1])


class Video:
    """Pictures from a file or folder, ``rate`` per second, then ``ended``. ``read`` raises ``NoFrames``."""

    trouble: Text | None = None

    def __init__(self, path: Path, *, rate: float = RATE, sleep: Callable[[float], None] = time.sleep) -> None:
        self.ended = False
        self._pictures = _of_folder(path) if path.is_dir() else _of_file(path)
        self._pause = 1 / rate
        self._sleep = sleep

    def read(self) -> Picture | None:
        """The next picture; None when the video has ended."""
        self._sleep(self._pause)
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


def stream(frames: Camera | Video) -> Iterator[Picture]:
    """All pictures until the video ends; problems of the camera are reported on standard error."""
    cv2.setNumThreads(1)
    trouble: Text | None = None
    while True:
        picture = frames.read()
        if isinstance(frames, Video) and frames.ended:
            return
        if frames.trouble is not trouble and (frames.trouble is None or trouble is None):
            trouble = frames.trouble
            click.echo(tell(trouble or T("The camera is there.")), err=True)
        if picture is not None:
            yield picture


REST = 0.15
"""Seconds without movement after which dice are at rest."""
SMALL = (320, 180)
CHANGE = 14.0
"""Minimum change in brightness that counts as movement; above the camera's noise at this size."""
SPOTS = 6
"""Minimum number of changed pixels that counts as movement."""


class MotionDetector:
    """Detects motion in the tray; the time is an argument. Compares each picture with the one of the last movement.

    So slow movement is detected too. A uniform change in brightness is ignored.
    """

    def __init__(self, rest: float = REST) -> None:
        self._rest = rest
        self._before: NDArray[np.float32] | None = None
        self._moved = 0.0

    def still(self, picture: Picture, now: float) -> bool:
        """Process a picture; True once nothing has moved for ``rest`` seconds."""
        grey = cv2.cvtColor(cv2.resize(picture, SMALL, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
        small = cv2.GaussianBlur(grey, (3, 3), 0).astype(np.float32)
        if self._before is None or self._differ(small, self._before):
            self._before, self._moved = small, now
        return now - self._moved >= self._rest

    @staticmethod
    def _differ(one: NDArray[np.float32], other: NDArray[np.float32]) -> bool:
        difference = one - other
        difference -= np.median(difference)
        return int(np.count_nonzero(np.abs(difference) > CHANGE)) >= SPOTS
