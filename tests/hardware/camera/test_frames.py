"""Where pictures come from: cameras that come and go, and films."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.core.texts import plain
from hardware.camera.frames import Camera, NoFrames, Picture, Video, open_frames

PICTURE = np.full((48, 64, 3), 90, np.uint8)


class Plug:
    """A camera that can be unplugged, and a clock that goes on only when somebody sleeps."""

    def __init__(self, *, is_in: bool) -> None:
        self.is_in = is_in
        self.now = 0.0
        self.opened: list[float] = []

    def open(self, name: int | str) -> Plug:
        self.opened.append(self.now)
        return self

    def isOpened(self) -> bool:
        return self.is_in

    def read(self) -> tuple[bool, Any]:
        return (True, PICTURE) if self.is_in else (False, None)

    def set(self, what: int, value: float) -> bool:
        return True

    def release(self) -> None:
        pass

    def sleep(self, seconds: float) -> None:
        self.now += seconds

    def camera(self, rate: float = 20.0) -> Camera:
        return Camera(3, rate=rate, opener=self.open, clock=lambda: self.now, sleep=self.sleep)


def test_pictures_come_at_most_so_many_a_second() -> None:
    plug = Plug(is_in=True)
    camera = plug.camera(rate=10)
    assert all(camera.read() is PICTURE for _ in range(21))
    assert plug.now == pytest.approx(2.0)


def test_a_camera_that_is_unplugged_is_said_and_comes_back() -> None:
    plug = Plug(is_in=True)
    camera = plug.camera()
    assert camera.read() is not None
    plug.is_in = False
    assert camera.read() is None
    assert camera.trouble is not None
    assert plain(camera.trouble) == "The camera was unplugged. Plug it in again; the reader goes on by itself."
    assert camera.read() is None
    plug.is_in = True
    assert camera.read() is PICTURE
    assert camera.trouble is None


def test_a_camera_that_was_never_there_is_looked_for_less_and_less_often() -> None:
    plug = Plug(is_in=False)
    camera = plug.camera()
    for _ in range(6):
        assert camera.read() is None
    assert camera.trouble is not None
    assert plain(camera.trouble).startswith("There is no camera 3.")
    assert [round(after - before, 3) for before, after in zip(plug.opened, plug.opened[1:], strict=False)] == [
        0.5,
        1.0,
        2.0,
        4.0,
        5.0,
    ]


NOISE = np.random.default_rng(1)


def noise() -> Picture:
    return NOISE.integers(0, 255, PICTURE.shape, np.uint8)


def grainy(value: int) -> Picture:
    return np.clip(value + NOISE.normal(0, 2, PICTURE.shape), 0, 255).astype(np.uint8)


@pytest.mark.parametrize(
    ("taken", "sentence"),
    [
        (lambda: PICTURE[..., 0], "The camera gives no colour pictures."),
        (lambda: "garbage", "The camera gives no colour pictures."),
        (lambda: PICTURE[:0], "The camera gives no colour pictures."),
        (lambda: grainy(1), "The camera's picture is black."),
        (lambda: PICTURE, "The camera's picture stands still."),
        (noise, "The camera's pictures are nothing but noise."),
    ],
    ids=["grey", "no picture", "empty", "black", "frozen", "noise"],
)
def test_pictures_that_cannot_be_used_are_said_and_not_read(
    taken: Callable[[], Any], sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plug = Plug(is_in=True)
    camera = plug.camera()
    monkeypatch.setattr(Plug, "read", lambda _: (True, taken()))
    for _ in range(80):
        picture = camera.read()
    assert picture is None
    assert camera.trouble is not None
    assert plain(camera.trouble).startswith(sentence)
    monkeypatch.setattr(Plug, "read", lambda _: (True, grainy(90)))
    camera.read()
    assert camera.read() is not None
    assert camera.trouble is None


def test_a_camera_above_a_tray_at_rest_or_with_a_hand_is_in_order() -> None:
    plug = Plug(is_in=True)
    camera = plug.camera()
    for n in range(200):
        shown = grainy(90)
        shown[:, : n % 40] = 200
        plug.read = lambda shown=shown: (True, shown)  # type: ignore[method-assign, misc]
        assert camera.read() is not None


def shown(video: Camera | Video) -> list[Picture]:
    """All pictures of a video."""
    found = []
    while (picture := video.read()) is not None:
        found.append(picture)
    return found


def test_a_folder_is_a_film(tmp_path: Path) -> None:
    for n in range(3):
        cv2.imwrite(str(tmp_path / f"{n}.png"), np.full((48, 64, 3), 50 * n, np.uint8))
    (tmp_path / "notes.txt").write_text("no picture")
    video = open_frames(str(tmp_path), rate=1000)
    assert isinstance(video, Video)
    assert [int(picture.mean()) for picture in shown(video)] == [0, 50, 100]
    assert video.ended


def test_a_file_is_a_film(tmp_path: Path) -> None:
    file = tmp_path / "film.avi"
    out = cv2.VideoWriter(str(file), cv2.VideoWriter.fourcc(*"MJPG"), 20, (64, 48))
    for _ in range(4):
        out.write(PICTURE)
    out.release()
    assert len(shown(open_frames(str(file), rate=1000))) == 4


def test_what_is_no_film(tmp_path: Path) -> None:
    with pytest.raises(NoFrames, match="There are no pictures"):
        open_frames(str(tmp_path)).read()
    (tmp_path / "1.png").write_bytes(b"no picture")
    with pytest.raises(NoFrames, match="is no picture that can be read"):
        open_frames(str(tmp_path)).read()
    with pytest.raises(NoFrames, match="is no film that can be read"):
        open_frames(str(tmp_path / "1.png")).read()


@pytest.mark.parametrize("name", ["0", "/dev/video7"])
def test_a_number_or_device_is_a_camera(name: str) -> None:
    assert isinstance(open_frames(name), Camera)
