"""Dice that people confirmed or corrected are kept with their pictures, to train the reader."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TypeAlias

import numpy as np
import pytest

from companion.core.texts import plain
from hardware.camera.collection import LIST, MARGIN, WAITING, BadCollection, DiceCollection, collected
from hardware.camera.frames import MotionDetector, Picture
from hardware.camera.pips import SIDE, SPAN, PipReader
from hardware.camera.templates import Learned
from hardware.camera.training.drawings import OFTEN, UNKNOWN, mixed, real
from hardware.camera.transport import CameraRoll
from hardware.camera.watcher import Watcher
from hardware.dice.dr1 import FaceMessage
from tests.hardware.camera.evenings import rest
from tests.hardware.camera.solids import dice
from tests.hardware.camera.trays import Camera, Light, Placed, render

SIDES = {name: tuple(sides) for name, sides in dice()["newyork"].items()}
THREE = [
    Placed("red1", SIDES["red1"], "PHYS", -5, 1, 0.4),
    Placed("blue1", SIDES["blue1"], "WILD", 0, -2, 2.0),
    Placed("grey1", SIDES["grey1"], "SOC", 5, 2, 1.0),
]


Thrown: TypeAlias = tuple[Watcher, list[tuple[int, CameraRoll]]]
"""A tray that was read, and what was reported of it, by record."""


@pytest.fixture
def picture() -> Picture:
    return render(THREE, Light(seed=7), Camera())


@pytest.fixture
def thrown(newyork: Learned, picture: Picture) -> Thrown:
    watcher = Watcher(newyork, MotionDetector(0.0))
    return watcher, [*enumerate(rest(watcher, picture), 10)]


def kept_in(folder: Path, learned: Learned, picture: Picture, thrown: Thrown) -> DiceCollection:
    collection = DiceCollection(folder, learned.dice)
    collection.see(picture, thrown[0].pieces, thrown[1])
    return collection


def test_the_picture_of_each_die_is_kept_with_what_people_said(
    newyork: Learned, picture: Picture, thrown: Thrown, tmp_path: Path
) -> None:
    collection = kept_in(tmp_path / "new" / "kept", newyork, picture, thrown)
    said = {roll.die: number for number, roll in thrown[1]}
    assert collection.take(FaceMessage("b1", said["red1"], 4))
    assert collection.take(FaceMessage("b1", said["blue1"], thrown[1][[*said].index("blue1")][1].side))
    (red, shown), (blue, _) = collected(tmp_path / "new" / "kept")
    assert (red.face, red.read, blue.face, blue.read) == (SIDES["red1"][3], "PHYS", "WILD", "WILD")
    assert shown.shape[0] == shown.shape[1] == round(MARGIN * SPAN * red.width)
    piece = next(piece for piece in thrown[0].pieces if piece.die == "red1")
    x, y = round(piece.read.x), round(piece.read.y)
    middle = shown.shape[0] // 2
    assert np.abs(shown[middle - 5 : middle + 5, middle - 5 : middle + 5].mean((0, 1))
                  - picture[y - 5 : y + 5, x - 5 : x + 5].mean((0, 1))).max() < 12  # fmt: skip


def test_what_was_never_seen_or_has_no_such_side_is_not_kept(
    newyork: Learned, picture: Picture, thrown: Thrown, tmp_path: Path
) -> None:
    collection = kept_in(tmp_path, newyork, picture, thrown)
    assert not collection.take(FaceMessage("b1", 99, 1))
    assert not collection.take(FaceMessage("b1", 10, 7))
    assert not collection.take(FaceMessage("b1", 11, 0))
    assert collection.take(FaceMessage("b1", 12, 1))
    assert not collection.take(FaceMessage("b1", 12, 1)), "once each"
    assert len([*collected(tmp_path)]) == 1


def test_only_the_last_dice_are_remembered(newyork: Learned, picture: Picture, thrown: Thrown, tmp_path: Path) -> None:
    collection = DiceCollection(tmp_path, newyork.dice)
    for n in range(WAITING):
        collection.see(picture, thrown[0].pieces, [(n, thrown[1][0][1])])
    collection.see(picture, thrown[0].pieces, [(WAITING, thrown[1][0][1])])
    assert not collection.take(FaceMessage("b1", 0, 1))
    assert collection.take(FaceMessage("b1", 1, 1))


def test_a_line_cut_in_half_and_a_damaged_picture_stay_out(
    newyork: Learned, picture: Picture, thrown: Thrown, tmp_path: Path
) -> None:
    collection = kept_in(tmp_path, newyork, picture, thrown)
    for number, _ in thrown[1]:
        collection.take(FaceMessage("b1", number, 1))
    lines = (tmp_path / LIST).read_bytes()
    (tmp_path / LIST).write_bytes(lines[:-20] + b"\n" + b'{"file":"../../etc/x.png"}\n' + b"\xff\n")
    (tmp_path / "b1-10.png").write_bytes(b"no picture")
    assert [die.file for die, _ in collected(tmp_path)] == ["b1-11.png"]


def test_a_folder_that_cannot_be_used_is_said(
    newyork: Learned, picture: Picture, thrown: Thrown, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(BadCollection) as no:
        DiceCollection(tmp_path / "file", newyork.dice)
    assert plain(no.value.text).endswith("Name another folder: --keep.")
    with pytest.raises(BadCollection, match="No such file"):
        [*collected(tmp_path / "none")]
    collection = kept_in(tmp_path / "kept", newyork, picture, thrown)
    os.rename(tmp_path / "kept", tmp_path / "elsewhere")
    with pytest.raises(BadCollection, match="No such file"):
        collection.take(FaceMessage("b1", 10, 1))


def test_kept_dice_with_pips_are_trained_with(
    thousand: Learned, newyork: Learned, picture: Picture, thrown: Thrown, tmp_path: Path
) -> None:
    """As the network looks at them: it reads each of them, moved by a little."""
    sides = dice()["thousand"]
    placed = [
        Placed("die1", tuple(sides["die1"]), "5", -5, 1, 0.4),
        Placed("die2", tuple(sides["die2"]), "2", 4, -2, 2),
    ]
    pips = render(placed, Light(seed=8), Camera())
    watcher = Watcher(thousand, MotionDetector(0.0))
    throw = [*enumerate(rest(watcher, pips), 1)]
    symbols = kept_in(tmp_path, newyork, picture, thrown)
    collection = kept_in(tmp_path, thousand, pips, (watcher, throw))
    assert all(collection.take(FaceMessage("b1", number, roll.side)) for number, roll in throw)
    assert symbols.take(FaceMessage("b2", 10, 1)), "its symbols are kept, but are no pips"
    drawings = real(tmp_path)
    assert sorted(drawings.faces) == [2] * OFTEN + [5] * OFTEN
    assert set(drawings.leans) == {UNKNOWN}
    network, middle = PipReader(), SIDE / 2 - 0.5
    for shown, slope, face in zip(drawings.pictures, drawings.slopes, drawings.faces, strict=True):
        assert network.read(shown, middle, middle, SIDE / SPAN, tuple(slope)).face == face
    both = mixed([drawings, drawings], 1)
    assert sorted(both.faces) == [2] * 2 * OFTEN + [5] * 2 * OFTEN
    assert both.pictures.shape == (4 * OFTEN, SIDE, SIDE, 3)
