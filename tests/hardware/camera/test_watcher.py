"""From pictures to throws: what counts as rolled, what merely lies there, and what waits for a hand to go away."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec import structs

from hardware.camera.frames import MotionDetector, Picture
from hardware.camera.templates import Learned
from hardware.camera.transport import CameraRoll
from hardware.camera.watcher import FLICKERS, HAND, LOOKS, MOVED, MOVING, OTHER_SIZE, READY, TURNED, Watcher
from tests import daily
from tests.hardware.camera.evenings import rest
from tests.hardware.camera.solids import dice
from tests.hardware.camera.trays import Camera, Light, Placed, render

SIDES = {name: tuple(sides) for name, sides in dice()["newyork"].items()}


class Evening:
    """Shows a watcher pictures, twenty a second, each with noise of its own."""

    def __init__(self, learned: Learned) -> None:
        self.watcher = Watcher(learned)
        self._n = 0

    def show(self, *placed: Placed, pictures: int = 6, hand: bool = False, light: float = 1.0) -> list[CameraRoll]:
        """Everything lies still for some pictures; gives what is reported meanwhile."""
        found: list[CameraRoll] = []
        for _ in range(pictures):
            self._n += 1
            lit = Light(seed=self._n if not hand else 7, exposure=light)
            found += self.watcher.feed(render(list(placed), lit, Camera(), hand), self._n / 20)
        return found


def red(n: int, face: str, x: float, y: float = 0.0, yaw: float = 0.4) -> Placed:
    return Placed(f"red{n}", SIDES["red1"], face, x, y, yaw)


def sides(rolls: list[CameraRoll]) -> dict[str, str]:
    assert all(roll.confidence >= 700 and roll.state == "rolled" for roll in rolls)
    return {roll.die: SIDES[roll.die][roll.side - 1] for roll in rolls}


def test_a_throw_is_reported_once(newyork: Learned) -> None:
    evening = Evening(newyork)
    assert evening.show() == []
    placed = (red(1, "PHYS", -3), red(2, "WILD", 2), Placed("blue1", SIDES["blue1"], "SOC", 5, 1, 2))
    assert sorted(sides(evening.show(*placed)).values()) == ["PHYS", "SOC", "WILD"]
    assert evening.show(*placed) == []
    assert evening.watcher.status is READY


def test_while_something_moves_nothing_is_read(newyork: Learned) -> None:
    evening = Evening(newyork)
    evening.show()
    assert all(evening.show(red(1, "PHYS", n / 3), pictures=1) == [] for n in range(8))
    assert evening.watcher.status is MOVING
    assert sides(evening.show(red(1, "SOC", 3))) == {"red1": "SOC"}


def test_only_the_dice_that_were_rolled_again_are_reported(newyork: Learned) -> None:
    evening = Evening(newyork)
    first = sides(evening.show(red(1, "PHYS", -4), red(2, "MENT", 0), red(3, "SOC", 4)))
    ment = next(die for die, face in first.items() if face == "MENT")
    assert evening.show(red(1, "PHYS", -4), red(3, "SOC", 4)) == []
    assert sides(evening.show(red(1, "PHYS", -4), red(2, "WILD", 1.5, 2), red(3, "SOC", 4))) == {ment: "WILD"}


def test_the_same_face_in_another_place_was_rolled_again(newyork: Learned) -> None:
    evening = Evening(newyork)
    evening.show(red(1, "PHYS", -4))
    assert sides(evening.show(red(1, "PHYS", 3, 2))) == {"red1": "PHYS"}


def test_a_die_that_is_turned_over_in_its_place_was_rolled(newyork: Learned) -> None:
    evening = Evening(newyork)
    evening.show(red(1, "PHYS", -4))
    assert sides(evening.show(red(1, "WILD", -4))) == {"red1": "WILD"}


def test_a_hand_that_rests_over_the_tray_is_waited_for(newyork: Learned) -> None:
    evening = Evening(newyork)
    evening.show()
    assert evening.show(red(1, "PHYS", -7, 3), hand=True, pictures=8) == []
    assert evening.watcher.status is HAND
    assert sides(evening.show(red(1, "PHYS", -7, 3))) == {"red1": "PHYS"}


def test_a_lamp_that_goes_on_makes_no_roll(newyork: Learned) -> None:
    evening = Evening(newyork)
    evening.show(red(1, "PHYS", -4), light=0.8)
    assert evening.show(red(1, "PHYS", -4), light=1.05) == []


def test_a_tray_that_was_moved_is_said(newyork: Learned) -> None:
    evening = Evening(newyork)
    rows, columns = np.indices(newyork.empty.shape[:2]) // 80
    chequered: Picture = np.repeat(((rows + columns) % 2 * 200 + 20).astype(np.uint8)[..., None], 3, axis=2)
    for n in range(6):
        assert evening.watcher.feed(chequered, n / 20) == []
    assert evening.watcher.status is MOVED
    evening.watcher.empty(chequered)
    for n in range(6, 12):
        assert evening.watcher.feed(chequered, n / 20) == []
    assert evening.watcher.status is READY


def test_one_picture_is_not_enough_and_what_two_make_of_a_die_must_agree(newyork: Learned) -> None:
    """A flaw of one picture, here another face, is no reading; the next two agree again."""
    pictures = [render([red(1, face, -4)], Light(seed=60 + n), Camera()) for n, face in enumerate(("WILD", "SOC"))]
    watcher = Watcher(newyork, MotionDetector(0.0))
    watcher._motion._differ = lambda small, before: False  # type: ignore[method-assign]
    assert [watcher.feed(pictures[n], n / 20) for n in (0, 1)] == [[], []]
    assert watcher.pieces == []
    assert sides(watcher.feed(pictures[1], 0.1)) == {"red1": "SOC"}


def test_where_pictures_never_agree_a_person_is_asked(newyork: Learned) -> None:
    pictures = [render([red(1, face, -4)], Light(seed=70), Camera()) for face in ("WILD", "SOC")]
    watcher = Watcher(newyork, MotionDetector(0.0))
    watcher._motion._differ = lambda small, before: False  # type: ignore[method-assign]
    found = [watcher.feed(pictures[n % 2], n / 20) for n in range(2 * LOOKS)]
    (roll,) = next(filter(None, found))
    assert (roll.side, roll.confidence) == (0, 0)


def banded(picture: Picture, n: int, strength: float, every: float = 1.3) -> Picture:
    """The picture of a camera under a lamp that goes bright and dark ``every`` so many heights of a picture."""
    rows = np.arange(picture.shape[0]) / picture.shape[0]
    light = 1 + strength * np.sin(2 * np.pi * (every * rows + 0.37 * n))
    return np.clip(picture * light[:, None, None], 0, 255).astype(np.uint8)


@pytest.mark.long
@pytest.mark.parametrize("strength", [0.04, 0.1] if daily.everything else [0.04])
def test_dice_are_read_in_light_that_flickers_and_it_is_said(newyork: Learned, strength: float) -> None:
    placed = [red(1, "PHYS", -3), red(2, "WILD", 2), Placed("blue1", SIDES["blue1"], "SOC", 5, 1, 2)]
    watcher, found, n = Watcher(newyork), list[CameraRoll](), 0
    for dice_there, pictures in (([], 20), (placed, 14)):
        for _ in range(pictures):
            n += 1
            shown = banded(render(list(dice_there), Light(seed=n), Camera()), n, strength)
            found += watcher.feed(shown, n / 20)
    assert sorted(sides(found).values()) == ["PHYS", "SOC", "WILD"]
    assert watcher.status is FLICKERS
    for n in range(40, 70):
        watcher.feed(render(placed, Light(seed=n), Camera()), n / 20)
    assert watcher.status is READY


def test_steady_light_is_not_said_to_flicker_while_dice_and_hands_come_and_go(newyork: Learned) -> None:
    evening = Evening(newyork)
    for n in range(6):
        evening.show(red(1, "PHYS", n - 3), pictures=3)
        evening.show(red(1, "PHYS", n - 3), pictures=2, hand=True)
        assert not evening.watcher._motion.flickers


def test_a_picture_that_is_turned_is_said_or_read_all_the_same(newyork: Learned) -> None:
    watcher = Watcher(newyork)
    assert watcher.feed(np.ascontiguousarray(np.rot90(newyork.empty)), 0.0) == []
    assert watcher.status is TURNED
    rows, columns = np.indices((360, 1280)) // 80
    patterned = newyork.empty.copy()
    patterned[:360] = ((rows + columns) % 2 * 200 + 20)[..., None]
    lying = Watcher(structs.replace(newyork, empty=patterned), MotionDetector(0.0))
    rest(lying, np.ascontiguousarray(patterned[::-1, ::-1]))
    assert lying.status is TURNED
    plain_tray = Watcher(newyork, MotionDetector(0.0))
    picture = render([red(1, "PHYS", -3, 2)], Light(seed=5), Camera())
    assert sides(rest(plain_tray, np.ascontiguousarray(picture[::-1, ::-1]))) == {"red1": "PHYS"}


def test_pictures_of_another_size_are_said(newyork: Learned) -> None:
    watcher = Watcher(newyork)
    assert watcher.feed(newyork.empty[:480, :640], 0.0) == []
    assert watcher.status is OTHER_SIZE
