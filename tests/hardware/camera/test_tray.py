"""What lies in the tray is told from the tray and from shadows; when all lies still; what is a hand."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from hardware.camera.faces import find
from hardware.camera.frames import MotionDetector, Tray
from hardware.camera.templates import Learned
from tests.hardware.camera.evenings import throw
from tests.hardware.camera.solids import dice
from tests.hardware.camera.trays import Camera, Light, Placed, any_light, render

CAMERA = Camera()
RED = tuple(dice()["newyork"]["red1"])


def die(x: float, y: float, yaw: float = 0.3, name: str = "red1") -> Placed:
    return Placed(name, RED, "PHYS", x, y, yaw)


@pytest.mark.parametrize("seed", range(6))
def test_an_empty_tray_is_empty_in_any_light(newyork: Learned, seed: int) -> None:
    picture = render([], any_light(Random(seed)), CAMERA)
    assert find(Tray(newyork.empty).look(picture), newyork.kinds).spots == []


def test_the_shadow_of_a_die_is_no_die(newyork: Learned) -> None:
    low = Light(lamp=(12, 9, 12), ambient=0.45, seed=3)
    view = Tray(newyork.empty).look(render([die(0, 0)], low, CAMERA))
    assert len(find(view, newyork.kinds).spots) == 1
    assert view.covered < 0.008


@pytest.mark.parametrize("seed", range(4))
def test_all_dice_are_found(newyork: Learned, seed: int) -> None:
    done = throw(dice()["newyork"], Random(seed), CAMERA, hardness=0.7)
    assert len(find(Tray(newyork.empty).look(done.picture), newyork.kinds).spots) == 12


def test_dice_that_touch_are_found_as_two(newyork: Learned) -> None:
    view = Tray(newyork.empty).look(render([die(2, 1), die(3.0, 1.1, name="red2")], Light(seed=4), CAMERA))
    spots = find(view, newyork.kinds).spots
    assert [spot.alone for spot in spots] == [False, False]


def test_a_hand_over_the_tray_is_no_die(newyork: Learned) -> None:
    found = find(Tray(newyork.empty).look(render([die(-6, 3)], Light(seed=5), CAMERA, hand=True)), newyork.kinds)
    assert found.hand
    assert found.spots == []


def test_light_that_changes_slowly_is_followed(newyork: Learned) -> None:
    tray = Tray(newyork.empty)
    for step in range(40):
        tray.drift(render([], Light(exposure=1 - step / 100, seed=step), CAMERA))
    assert find(tray.look(render([], Light(exposure=0.6, seed=99), CAMERA)), newyork.kinds).spots == []


def test_it_is_still_when_nothing_has_moved_for_a_while() -> None:
    watch, dark = MotionDetector(0.15), Light(noise=4, seed=6)
    rest = [watch.still(render([die(1, 1)], replace(dark, seed=n), CAMERA), n / 20) for n in range(6)]
    assert rest == [False, False, False, True, True, True]
    assert not watch.still(render([die(1.2, 1)], dark, CAMERA), 0.3)


def test_what_creeps_is_not_still() -> None:
    watch = MotionDetector(0.15)
    pictures = [render([die(0.02 * n, 0)], Light(seed=n), CAMERA) for n in range(20)]
    assert not any(watch.still(picture, n / 20) for n, picture in enumerate(pictures))


def test_a_lamp_that_is_switched_on_is_no_movement_for_long() -> None:
    watch = MotionDetector(0.15)
    picture = render([die(1, 1)], Light(seed=7), CAMERA)
    brighter = np.clip(picture.astype(int) + 12, 0, 255).astype(np.uint8)
    assert [watch.still(one, n / 10) for n, one in enumerate([picture, picture, picture, brighter])][-1]
