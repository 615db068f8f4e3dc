"""The picture of what the reader sees: a box and a label for each die."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image, ImageChops

from hardware.camera import watcher
from hardware.camera.faces import Read
from hardware.camera.templates import Learned
from hardware.camera.watcher import TrackedDie

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
