"""Faces are read in every turn and any light, or nobody claims to know them."""

from __future__ import annotations

import math
from random import Random

import pytest

from hardware.camera.frames import MotionDetector
from hardware.camera.templates import Learned
from hardware.camera.watcher import OTHER_THINGS, READY, Watcher
from tests.hardware.camera.evenings import rest, throw
from tests.hardware.camera.measure import judged
from tests.hardware.camera.solids import dice
from tests.hardware.camera.trays import Camera, Light, Placed, any_light, render

CAMERA = Camera()
SIDES = {name: tuple(sides) for game in dice().values() for name, sides in game.items()}


def watched(learned: Learned, placed: list[Placed], light: Light) -> Watcher:
    watcher = Watcher(learned, MotionDetector(0.0))
    rest(watcher, render(placed, light, CAMERA))
    return watcher


@pytest.mark.parametrize("face", ["PHYS", "MENT", "SOC", "WILD"])
@pytest.mark.parametrize("yaw", [0.0, 1.1, 2.5, 4.0])
def test_every_face_in_every_turn(newyork: Learned, face: str, yaw: float) -> None:
    placed = [Placed(die, SIDES[die], face, x, 2.0, yaw + x) for die, x in (("red1", -6), ("blue1", 0), ("yellow1", 5))]
    pieces = watched(newyork, placed, any_light(Random(yaw * 10), 0.4)).pieces
    read = {piece.die: piece.read.face for piece in pieces if piece.confidence >= 700 and not piece.crooked}
    assert read == {"red1": face, "blue1": face, "yellow1": face}


@pytest.mark.parametrize("number", range(1, 13))
def test_a_die_of_twelve_sides(crash: Learned, number: int) -> None:
    placed = [
        Placed("placement", SIDES["placement"], str(number), 3, -2, number * 0.7),
        Placed("rotation", SIDES["rotation"], "ccw", -4, 1, number),
    ]
    pieces = watched(crash, placed, any_light(Random(number), 0.2)).pieces
    assert {piece.die: piece.read.face for piece in pieces} == {"placement": str(number), "rotation": "ccw"}


@pytest.mark.parametrize("seed", range(12))
def test_on_a_bad_evening_nothing_is_read_wrong(newyork: Learned, seed: int) -> None:
    done = throw(dice()["newyork"], Random(seed), CAMERA, hardness=1.0, touching=0.2, leaning=0.1)
    watcher = Watcher(newyork, MotionDetector(0.0))
    rest(watcher, done.picture)
    became = [what for _, what in judged(watcher.pieces, done, CAMERA)]
    assert "wrong" not in became
    assert became.count("right") >= 5


def test_a_die_that_leans_is_crooked(newyork: Learned) -> None:
    leaning = Placed("red1", SIDES["red1"], "PHYS", 0.5, 0.5, 0.2, lean=0.5, lean_to=0.2)
    watcher = Watcher(newyork, MotionDetector(0.0))
    (roll,) = rest(watcher, render([leaning], Light(seed=3), CAMERA))
    assert (roll.die, roll.state) == ("red1", "crooked")


def test_a_face_in_glaring_light_is_not_sure(newyork: Learned) -> None:
    glared = [Placed("grey1", SIDES["grey1"], "SOC", 0, 0, 0.2)]
    pieces = [piece for seed in range(8) for piece in watched(newyork, glared, Light(glare=2.5, seed=seed)).pieces]
    assert all(piece.read.face == "SOC" for piece in pieces if piece.confidence >= 700)


@pytest.mark.parametrize(("die", "face"), [("rotation", "cw"), ("die1", "3"), ("placement", "8")])
def test_dice_of_another_game_are_never_certain(newyork: Learned, die: str, face: str) -> None:
    watcher = watched(newyork, [Placed(die, SIDES[die], face, 2, 2, 0.4)], Light(seed=2))
    assert all(piece.confidence < 300 for piece in watcher.pieces)


@pytest.mark.parametrize("seed", range(4))
def test_a_die_of_four_sides_is_never_certain(newyork: Learned, seed: int) -> None:
    faces = ("PHYS", "MENT", "SOC", "WILD")
    placed = [Placed("red1", faces, face, -6 + 4 * n, seed - 2, n + seed) for n, face in enumerate(faces)]
    pieces = watched(newyork, placed, any_light(Random(seed), 0.4)).pieces
    assert all(piece.crooked or piece.confidence < 700 for piece in pieces)


def test_something_of_another_colour_is_none_of_the_dice(newyork: Learned) -> None:
    watcher = watched(newyork, [Placed("ordinary1", SIDES["ordinary1"], "4", 2, 2, 0.4)], Light(seed=2))
    assert watcher.pieces == []
    assert watcher.status is OTHER_THINGS


def test_more_dice_of_a_kind_than_there_are_make_none_of_them_certain(newyork: Learned) -> None:
    placed = [Placed("red1", SIDES["red1"], "PHYS", -6 + 4 * n, 1, n) for n in range(4)]
    watcher = watched(newyork, placed, Light(seed=8))
    assert sorted((piece.die or "", piece.confidence) for piece in watcher.pieces) == [
        ("", 0),
        ("red1", 0),
        ("red2", 0),
        ("red3", 0),
    ]
    assert watcher.status is not READY


@pytest.mark.parametrize("to", range(4))
@pytest.mark.parametrize(("x", "y"), [(0.5, 0.5), (-6, 3), (5, -4), (-3, -4)])
def test_a_die_that_leans_by_little_shows_a_side_that_a_flat_one_hides(
    newyork: Learned, x: float, y: float, to: int
) -> None:
    states = []
    for lean in (0.0, 0.24):
        die = Placed("red1", SIDES["red1"], "PHYS", x, y, 0.3, lean=lean, lean_to=to * math.pi / 2)
        (roll,) = rest(Watcher(newyork, MotionDetector(0.0)), render([die], Light(seed=3), CAMERA))
        states.append(roll.state)
    assert states == ["rolled", "crooked"]
