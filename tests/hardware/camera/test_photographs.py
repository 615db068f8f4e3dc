"""Photographs of real dice, and the picture of what the reader sees."""

from __future__ import annotations

import csv
from collections import Counter
from functools import cache
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
import pytest
from PIL import Image, ImageChops

from hardware.camera import watcher
from hardware.camera.faces import Read
from hardware.camera.frames import MotionDetector, Picture
from hardware.camera.learning import DiceLearning
from hardware.camera.templates import Learned
from hardware.camera.watcher import TrackedDie, Watcher

FOLDER = Path(__file__).parent / "photographs"
SCALE = 2
"""The dice are 30 pixels wide; so they are as wide as those that a webcam sees."""
AROUND = 0.85
"""What is cut out with a die, by its width."""


class Die(NamedTuple):
    """A real die: in which photograph, where, how wide it looks, and what it shows."""

    picture: str
    face: str
    x: int
    y: int
    wide: int


def photographed() -> list[Die]:
    with (FOLDER / "dice.csv").open() as file:
        rows = [
            (row["picture"], row["face"], *(SCALE * int(row[n]) for n in ("x", "y", "wide")))
            for row in csv.DictReader(file)
        ]
    return [Die(*row) for row in rows]


@cache
def photograph(name: str) -> Picture:
    picture = cv2.imread(str(FOLDER / name))
    return np.asarray(cv2.resize(picture, None, fx=SCALE, fy=SCALE, interpolation=cv2.INTER_CUBIC), np.uint8)


@cache
def empty() -> Picture:
    """Nobody photographed the empty table: it is what most of the photographs have in common."""
    names = sorted({die.picture for die in photographed()})
    return np.median(np.stack([photograph(name) for name in names]), axis=0).astype(np.uint8)


def alone(die: Die) -> Picture:
    """The empty table with only this die, in the middle."""
    table, reach = empty().astype(np.float32), round(AROUND * die.wide)
    high, wide = table.shape[:2]
    there = np.s_[die.y - reach : die.y + reach, die.x - reach : die.x + reach]
    middle = np.s_[high // 2 - reach : high // 2 + reach, wide // 2 - reach : wide // 2 + reach]
    table[middle] += photograph(die.picture)[there] - empty()[there].astype(np.float32)
    return np.clip(table, 0, 255).astype(np.uint8)


def learned() -> tuple[Learned, list[Die]]:
    """The dice, learned from the photographs nearest the middle, and those from which nothing was learned."""
    left = sorted(photographed(), key=lambda die: np.hypot(die.x - empty().shape[1] / 2, die.y - empty().shape[0] / 2))
    learning = DiceLearning({f"green{n}": tuple("123456") for n in range(1, 6)}, empty())
    while learning.next is not None:
        face = learning.next.face
        shown = next(die for die in left if die.face == face)
        learning.take(alone(shown))
        left.remove(shown)
    return learning.learned(), left


def test_real_dice_are_read_or_passed_on_and_never_mistaken() -> None:
    known, others = learned()
    became: Counter[str] = Counter()
    for name in sorted({die.picture for die in others}):
        watcher = Watcher(known, MotionDetector(0.0))
        watcher.feed(photograph(name), 0.0)
        for die in (one for one in others if one.picture == name):
            near = [one for one in watcher.pieces if np.hypot(one.read.x - die.x, one.read.y - die.y) < die.wide / 2]
            sure = [one.read.face for one in near if not one.crooked and one.confidence >= 700]
            became["passed on" if not sure else "right" if sure == [die.face] else f"{die} taken for {sure}"] += 1
    assert set(became) == {"right", "passed on"}
    assert became["right"] >= 12


def test_a_cube_with_round_edges_is_a_cube() -> None:
    assert [kind.is_cube for kind in learned()[0].kinds] == [True]


# The picture of what the reader sees: a box and a label for each die.

WORDS = {"PHYS": "physical"}


def piece(learned: Learned, x: float, *, confidence: int = 900, crooked: bool = False) -> TrackedDie:
    kind = next(kind for kind in learned.kinds if kind.name == "red")
    return TrackedDie("red1", Read(kind, "PHYS", confidence, x, 300.0, 0.0, 1.0, 1.0), crooked, confidence)


@pytest.mark.parametrize(
    ("confidence", "crooked", "label"),
    [(912, False, "physical 91 %"), (0, False, "?"), (912, True, "crooked")],
    ids=["sure", "not recognised", "leaning"],
)
def test_a_label_says_what_was_read_and_how_certain_it_is(
    newyork: Learned, confidence: int, crooked: bool, label: str
) -> None:
    assert watcher.label(piece(newyork, 300, confidence=confidence, crooked=crooked), WORDS) == label


def test_labels_of_dice_that_touch_can_both_be_read(newyork: Learned) -> None:
    """The picture of both is that of each alone, the second one's label below it: nothing hides anything."""
    one, other = piece(newyork, 300), piece(newyork, 356)
    both, first = (watcher.annotated(newyork.empty, pieces, "", WORDS) for pieces in ([one, other], [one]))
    above = (240, 200, 420, 262)
    changed = ImageChops.difference(both.crop(above), first.crop(above)).getbbox()
    assert changed is None or changed[0] + above[0] > 356 - 0.62 * one.read.kind.upper - 4


@pytest.mark.parametrize("name", ["seen.png", "seen.jpg"])
def test_the_file_is_whole_whenever_somebody_looks(newyork: Learned, tmp_path: Path, name: str) -> None:
    for n in range(2):
        watcher.save(watcher.annotated(newyork.empty, [piece(newyork, 300 + n)], "well", WORDS), tmp_path / name)
        assert Image.open(tmp_path / name).size == (1280, 720)
        assert [file.name for file in tmp_path.iterdir()] == [name]


def test_a_label_hides_no_die_and_leaves_no_picture(newyork: Learned) -> None:
    """Of three dice in a row the one in the middle has no room above or below for its label, nor has one at the rim."""
    other = piece(newyork, 600, crooked=True)
    for near in (piece(newyork, 600), piece(newyork, 1250)):
        stacked = [near._replace(read=near.read._replace(y=300.0 + away)) for away in (-90.0, 90.0)]
        plain, labelled = (
            watcher.annotated(newyork.empty, pieces, "", WORDS) for pieces in (stacked, [*stacked, other])
        )
        for one in stacked:
            half = int(watcher.HALF * one.read.kind.upper) - 4
            x, y = int(one.read.x), int(one.read.y)
            around = (x - half, y - half, min(x + half, 1280), y + half)
            assert ImageChops.difference(plain.crop(around), labelled.crop(around)).getbbox() is None
