"""Whole evenings, rendered: dice that are learned, and throws of them in a tray, every one in another light."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import NamedTuple

import numpy as np

from hardware.camera.frames import Picture
from hardware.camera.learning import BadSample, DiceLearning
from hardware.camera.templates import Learned
from hardware.camera.transport import CameraRoll
from hardware.camera.watcher import Watcher
from tests.hardware.camera.solids import dice
from tests.hardware.camera.trays import Camera, Light, Placed, any_light, project, render

APART = 2.3
"""Dice whose middles are so far apart do not touch, however they are turned."""
MOST = (0.7, 0.5)
"""How far a cube and a die of twelve sides may lean; further, and another face would be the upper one."""
REACH = (9.3, 4.6)
"""Where dice may lie, so that a camera that hangs crooked sees them too."""


class Throw(NamedTuple):
    """Dice as they came to rest, in which light, and the picture of it; ``touching`` names those that touch another."""

    dice: list[Placed]
    touching: frozenset[str]
    light: Light
    picture: Picture


def any_camera(rng: Random) -> Camera:
    """A camera that hangs as crooked as people hang one."""
    return Camera(pitch=rng.uniform(-0.06, 0.06), roll=rng.uniform(-0.06, 0.06))


def learn(sides: Mapping[str, Sequence[str]], rng: Random, camera: Camera) -> Learned:
    """Show every face once, on a good evening, somewhere near the middle."""
    lamp = any_light(rng, 0.0)
    learning = DiceLearning(sides, render([], replace(lamp, seed=rng.randrange(2**32)), camera))
    while learning.next is not None:
        picture = render([shown(learning, sides, rng)], replace(lamp, seed=rng.randrange(2**32)), camera)
        learning.take(picture)
    return learning.learned()


def shown(learning: DiceLearning, sides: Mapping[str, Sequence[str]], rng: Random) -> Placed:
    """The die that is asked for, as somebody puts it into the tray."""
    task = learning.next
    assert task is not None
    name = next(die for die in sides if die.rstrip("0123456789") == task.kind)
    x, y = rng.uniform(-0.8, 0.8), rng.uniform(-0.8, 0.8)
    return Placed(name, tuple(sides[name]), task.face, x, y, rng.uniform(0, 2 * np.pi))


def throw(
    sides: Mapping[str, Sequence[str]],
    rng: Random,
    camera: Camera,
    *,
    hardness: float,
    touching: float = 0.0,
    leaning: float = 0.0,
) -> Throw:
    """Throw all of these dice; so many of them (0 to 1) touch another, or lean."""
    placed: list[Placed] = []
    touch: set[str] = set()
    for name, faces in sides.items():
        yaw, face = rng.uniform(0, 2 * np.pi), rng.choice(list(faces))
        beside = placed[-1] if placed and rng.random() < touching and placed[-1].die not in touch else None
        x, y = _beside(beside, len(faces), rng) if beside else _free(placed, rng)
        inside = abs(x) <= REACH[0] and abs(y) <= REACH[1]
        if beside and not (inside and all(np.hypot(x - one.x, y - one.y) > 1.7 for one in placed if one is not beside)):
            beside, (x, y) = None, _free(placed, rng)
        if beside:
            touch |= {name, beside.die}
            yaw = beside.yaw + rng.choice((0.0, rng.uniform(-0.02, 0.02)))
        lean = rng.uniform(0.2, MOST[len(faces) > 6]) if not beside and rng.random() < leaning else 0.0
        placed.append(Placed(name, tuple(faces), face, x, y, yaw, lean, rng.uniform(0, 2 * np.pi)))
    light = any_light(rng, hardness)
    return Throw(placed, frozenset(touch), light, render(placed, light, camera))


def rest(watcher: Watcher, picture: Picture) -> list[CameraRoll]:
    """What a watcher reports that sees a picture twice: two must agree."""
    return watcher.feed(picture, 0.0) or watcher.feed(picture, 0.0)


def throws(rng: Random, count: int) -> Iterator[tuple[str, Learned, Throw, Camera]]:
    """So many throws of the dice of each game, a new camera and newly learned dice every 25."""
    for game, sides in dice().items():
        for n in range(count):
            if n % 25 == 0:
                camera, learned = _well_hung(sides, rng)
            done = throw(sides, rng, camera, hardness=rng.random(), touching=0.1, leaning=0.05)
            yield game, learned, done, camera


def _well_hung(sides: Mapping[str, Sequence[str]], rng: Random) -> tuple[Camera, Learned]:
    """A camera, and the dice learned under it. One from which learning refuses a die is hung anew, as people would."""
    while True:
        camera = any_camera(rng)
        with suppress(BadSample):
            return camera, learn(sides, rng, camera)


def seen_at(die: Placed, camera: Camera) -> tuple[float, float]:
    """Where the middle of the upper face of a die is in the picture."""
    high = 1.2 if len(die.sides) > 6 else 1.0
    x, y = project(np.array([[die.x, die.y, high]]), camera)[0]
    return float(x), float(y)


def _free(placed: list[Placed], rng: Random) -> tuple[float, float]:
    for _ in range(500):
        x, y = rng.uniform(-REACH[0], REACH[0]), rng.uniform(-REACH[1], REACH[1])
        if all(np.hypot(x - one.x, y - one.y) > APART for one in placed):
            break
    return x, y


def _beside(die: Placed, sides: int, rng: Random) -> tuple[float, float]:
    """Right beside a die, side to side, for one of so many sides that rolled against it."""
    along = die.yaw + rng.randrange(4) * np.pi / 2
    slip, gap = rng.uniform(-0.4, 0.4), 0.01 + _half(sides) + _half(len(die.sides))
    return (
        die.x + gap * np.cos(along) - slip * np.sin(along),
        die.y + gap * np.sin(along) + slip * np.cos(along),
    )


def _half(sides: int) -> float:
    """How far a die reaches from its middle to the side: a cube half its edge, one of twelve sides to its corners."""
    return 0.74 if sides > 6 else 0.5
