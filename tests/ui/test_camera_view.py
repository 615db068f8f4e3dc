"""What the camera reader sees stands on the page that says whether all is well: the newest picture, or nothing."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from hardware.config import ButtonsConfig, Config, ReaderConfig
from tests.ui.rig import Rig
from ui.device.inputs import Inputs
from ui.screens.doctor import STALE, LivePicture

RED, GREEN = (200, 20, 20), (20, 200, 20)


@pytest.fixture
def view(tmp_path: Path) -> Path:
    """Where a camera reader keeps its picture; there is none yet."""
    return tmp_path / "run" / "reader.jpg"


@pytest.fixture
def doctor(rig: Rig, view: Path) -> Rig:
    """The page, at a table whose reader is at a port of this machine."""
    view.parent.mkdir()
    port = ReaderConfig(port=str(view.with_suffix("")))
    rig.app.inputs.stop()
    rig.app.inputs = Inputs(Config(reader=port, buttons=ButtonsConfig(gpio="none")))
    rig.app.inputs.attach(rig.app)
    rig.hands.app.go("doctor")
    rig.hands.look(2)
    rig.wait(lambda: not rig.hands.screen.checkup.looking)
    rig.hands.look(2)
    return rig


def written(view: Path, colour: tuple[int, int, int]) -> None:
    """The reader has written another picture."""
    part = view.with_name("part.jpg")
    Image.new("RGB", (640, 360), colour).save(part)
    os.replace(part, view)


def shows(doctor: Rig) -> tuple[int, ...] | None:
    """A point of the picture that is shown; None: there is none."""
    picture = doctor.hands.screen.view.picture
    if not doctor.hands.screen.view.shown or picture is None:
        return None
    red, green, *_ = picture.pixels
    return red, green


def test_the_newest_picture_is_shown_while_there_is_one(doctor: Rig, view: Path) -> None:
    screen = doctor.hands.screen
    assert shows(doctor) is None
    alone = tuple(screen.found.size)
    written(view, RED)
    doctor.wait(lambda: shows(doctor) is not None)
    doctor.hands.look(2)
    assert shows(doctor)[0] > 150  # type: ignore[index]
    assert tuple(screen.found.size) != alone
    written(view, GREEN)
    doctor.wait(lambda: shows(doctor)[1] > 150)  # type: ignore[index]
    view.unlink()
    doctor.wait(lambda: shows(doctor) is None)
    doctor.hands.look(2)
    assert tuple(screen.found.size) == alone


def test_a_tap_enlarges_the_picture_and_another_shrinks_it(doctor: Rig, view: Path) -> None:
    screen = doctor.hands.screen
    written(view, RED)
    doctor.wait(lambda: shows(doctor) is not None)
    doctor.hands.look(2)
    beside = screen.view.width
    doctor.hands.touch(*screen.view.center)
    doctor.hands.look(2)
    assert screen.view.width > 1.5 * beside
    assert not screen.found.shown
    doctor.hands.touch(*screen.view.center)
    doctor.hands.look(2)
    assert screen.view.width == beside
    assert screen.found.shown


def test_leaving_the_page_stops_polling(doctor: Rig, view: Path) -> None:
    screen = doctor.hands.screen
    doctor.hands.app.go("settings")
    time.sleep(1.2)
    doctor.hands.look(3)
    written(view, RED)
    time.sleep(1.2)
    doctor.hands.look(3)
    assert screen.live.texture is None
    doctor.hands.app.go("doctor")
    doctor.hands.look(2)
    doctor.wait(lambda: shows(doctor) is not None)


class Slow:
    """An executor that has not begun yet."""

    def __init__(self) -> None:
        self.asked: list[tuple[Callable[..., Any], tuple[Any, ...], Future[Any]]] = []

    def submit(self, work: Callable[..., Any], /, *about: Any) -> Future[Any]:
        self.asked.append((work, about, Future()))
        return self.asked[-1][2]

    def work(self) -> None:
        """Do what was asked first, as its thread does."""
        work, about, done = self.asked.pop(0)
        done.set_result(work(*about))


def test_a_slow_disk_does_not_block_the_screen(view: Path) -> None:
    """While a picture is being read nothing waits for it, and no second one is asked for."""
    view.parent.mkdir()
    written(view, RED)
    slow, come = Slow(), list[int]()
    live = LivePicture(lambda: come.append(1), slow)
    threads: list[str] = []

    def find() -> Sequence[Path]:
        threads.append(threading.current_thread().name)
        return [view]

    live.look(find)
    live.look(find)
    assert len(slow.asked) == 1
    assert threads == []
    slow.work()
    assert len(threads) == 1


def test_an_old_picture_is_not_shown(doctor: Rig, view: Path) -> None:
    written(view, RED)
    doctor.wait(lambda: shows(doctor) is not None)
    old = time.time() - STALE - 5
    os.utime(view, (old, old))
    doctor.wait(lambda: shows(doctor) is None)


def test_a_file_that_is_no_picture_is_ignored(doctor: Rig, view: Path) -> None:
    view.write_bytes(b"no picture")
    time.sleep(1.2)
    doctor.hands.look(3)
    assert shows(doctor) is None
