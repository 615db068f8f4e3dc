"""The doctor says of the camera above the tray what is wrong, and what to do."""

from __future__ import annotations

import os
from collections.abc import Callable
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np
import pytest

from companion.core.texts import T, plain
from companion.language import Language
from hardware import bench
from hardware.camera import checks as camera
from hardware.camera import frames
from hardware.camera.checks import BLURRED, ReaderState, checks
from hardware.camera.frames import Picture
from hardware.camera.templates import save

GRAIN = np.random.default_rng(1)


class Plug:
    """What OpenCV opens: a camera that gives the picture of ``taken`` with new noise each time; None: nothing."""

    def __init__(self, taken: Callable[[], Any] | None) -> None:
        self._taken = taken

    def isOpened(self) -> bool:
        return self._taken is not None

    def set(self, *_: object) -> None: ...

    def release(self) -> None: ...

    def read(self) -> tuple[bool, Any]:
        assert self._taken is not None
        return True, self._taken()


def grainy(picture: Picture) -> Picture:
    grain = GRAIN.integers(0, 4, picture.shape, np.uint8)
    return cv2.add(picture, grain).astype(np.uint8)


THROWN = bench._thrown(Random(1))
LINES = np.arange(720)[:, None, None]
STEPS = count()


def flickering() -> Picture:
    """Bands that roll over the picture."""
    bands = 1 + 0.08 * np.sin(LINES / 60 + 1.7 * next(STEPS))
    return grainy(np.clip(THROWN * bands, 0, 255).astype(np.uint8))


def frozen() -> Picture:
    return THROWN


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """A shorter look than people are asked to wait for."""
    monkeypatch.setattr(camera, "LOOK", 1.5)
    monkeypatch.setattr(frames, "FOR_LONG", 0.5)


@pytest.fixture(scope="module")
def dice(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the learned dice."""
    folder = tmp_path_factory.mktemp("dice")
    save(bench._learned(), folder / "thousand.npz")
    return folder


@pytest.fixture
def device(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A camera that is plugged in."""
    monkeypatch.setattr(camera, "DEVICES", tmp_path)
    (tmp_path / "video0").touch()
    return tmp_path / "video0"


def said(dice: Path, taken: Callable[[], Any] | None, network: Path | None = None) -> list[tuple[bool, str]]:
    now = [0.0]

    def sleep(seconds: float) -> None:
        now[0] += seconds

    found = checks([], dice, lambda _: Plug(taken), network, lambda: now[0], sleep)
    return [(one.well, plain(one.text)) for one in found]


@pytest.mark.parametrize(
    ("taken", "sentence"),
    [
        (None, "The camera {device} gives no pictures."),
        (lambda: grainy(THROWN // 64), "The camera's picture is black."),
        (frozen, "The camera's picture stands still."),
        (lambda: grainy(THROWN.transpose(1, 0, 2)), "The camera's picture is turned."),
        (lambda: grainy(cv2.GaussianBlur(THROWN, (0, 0), 7).astype(np.uint8)), "The camera's picture is blurred."),
        (flickering, "The light flickers."),
        (lambda: GRAIN.integers(0, 255, THROWN.shape, np.uint8), "The camera's pictures are nothing but noise."),
    ],
    ids=["busy", "black", "frozen", "turned", "blurred", "flickering", "noise"],
)
def test_what_is_wrong_with_a_camera_is_one_sentence(
    dice: Path, device: Path, taken: Callable[[], Any] | None, sentence: str
) -> None:
    ((well, text),) = said(dice, taken)
    assert not well
    assert text.startswith(sentence.format(device=device))


def test_a_camera_without_trouble_is_well(dice: Path, device: Path) -> None:
    assert said(dice, lambda: grainy(THROWN)) == [(True, "It gives good pictures.")]


def test_nothing_is_said_where_nobody_has_learned_dice(tmp_path: Path, device: Path) -> None:
    assert said(tmp_path / "none", lambda: grainy(THROWN)) == []


def test_a_camera_that_is_not_there_is_missed(dice: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(camera, "DEVICES", tmp_path)
    assert said(dice, None) == [(False, "There is no camera. Plug it in; it hangs above the tray.")]


def test_a_camera_that_is_shut_asks_for_the_group(dice: Path, device: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert said(dice, None) == [(False, f"{device} is not open to this user: add the user to the group video.")]


@pytest.mark.parametrize("content", [None, b"", b"cut"], ids=["missing", "empty", "cut"])
def test_a_network_that_is_damaged_is_said_beside_what_the_camera_shows(
    dice: Path, device: Path, tmp_path: Path, content: bytes | None
) -> None:
    file = tmp_path / "pips.onnx"
    if content is not None:
        file.write_bytes(content)
    ((_, text),) = said(dice, lambda: grainy(THROWN), file)
    assert text.startswith(f"{file} is missing or damaged")


def test_an_opencv_without_networks_is_said(dice: Path, device: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(cv2, "dnn")
    ((_, text),) = said(dice, lambda: grainy(THROWN))
    assert text.startswith("This OpenCV runs no networks")


def test_without_opencv_the_doctor_says_how_it_is_installed(
    dice: Path, device: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(camera, "find_spec", lambda _: None)
    ((well, text),) = said(dice, None)
    assert (well, text.split(".")[0]) == (False, "The camera reader needs OpenCV")


def test_a_reader_that_runs_is_believed_until_it_is_gone(tmp_path: Path, dice: Path) -> None:
    view = tmp_path / "reader.jpg"
    state, black = ReaderState(view), T("Camera {name} is black.", name="2")
    there = (True, f"What the camera reader sees is in {view}.")

    def heard() -> list[tuple[bool, str]]:
        return [(one.well, plain(one.text)) for one in checks([view], dice)]

    assert heard() == [there]
    state.hold("camera", black)
    state.hold("tray", BLURRED)
    assert heard() == [there, (False, plain(black)), (False, plain(BLURRED))]
    state.hold("camera", None)
    assert heard() == [there, (False, plain(BLURRED))]
    file = view.with_suffix(".json")
    told = file.read_bytes()
    file.write_bytes(told.replace(str(os.getpid()).encode(), b"99999999"))
    assert heard() == [there]
    file.write_bytes(told[:-5])
    assert heard() == [there]
    state.close()
    assert not file.exists()


def test_each_sentence_is_spoken_in_spanish(dice: Path, device: Path) -> None:
    (found,) = checks([], dice, lambda _: Plug(None))
    assert Language("es").say(found.text) == (
        f"La cámara {device} no da imágenes. Cierra el programa que la usa o desenchúfala y vuelve a enchufarla."
    )
