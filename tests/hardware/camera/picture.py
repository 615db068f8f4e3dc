"""Draws the reader's view of a rendered tray, as the README shows it.

python -m tests.hardware.camera.picture deploy/pictures/reader.jpg
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import click
from PIL import Image

from companion.games.registry import load_game
from companion.language import tell
from companion.lookback.dice import face_names
from hardware.camera import watcher as overlay
from hardware.camera.frames import MotionDetector
from hardware.camera.watcher import Watcher
from tests.hardware.camera.evenings import learn, rest
from tests.hardware.camera.solids import dice
from tests.hardware.camera.trays import Camera, Light, Placed, render

SIDES = {name: tuple(faces) for name, faces in dice()["newyork"].items()}
LIES = [
    ("red1", "PHYS", -6.2, 2.1, 0.3, 0.0),
    ("red2", "WILD", -2.6, -1.4, 1.2, 0.0),
    ("red3", "SOC", -7.4, -2.4, 2.5, 0.0),
    ("blue1", "MENT", 0.4, 2.6, 0.7, 0.0),
    ("blue2", "PHYS", 1.41, 2.7, 0.7, 0.0),
    ("yellow1", "SOC", 4.3, -2.2, 1.9, 0.0),
    ("yellow2", "WILD", 6.7, 1.6, 0.1, 0.0),
    ("grey1", "PHYS", 2.2, -0.6, 2.9, 0.5),
]
"""Name, face, place, turn, and how far it leans."""


def draw() -> Image.Image:
    """The view of a throw in which two dice touch and one leans."""
    learned = learn(dice()["newyork"], Random(1), Camera())
    placed = [Placed(die, SIDES[die], face, x, y, yaw, lean, 0.2) for die, face, x, y, yaw, lean in LIES]
    picture = render(placed, Light(seed=5, arm=0.25), Camera())
    watcher = Watcher(learned, MotionDetector(0.0))
    rest(watcher, picture)
    words = {face: tell(name) for face, name in face_names(load_game("newyork")).items()}
    return overlay.annotated(picture, watcher.pieces, tell(watcher.status), words)


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
def main(file: Path) -> None:
    overlay.save(draw().crop((120, 60, 1160, 720)), file)


if __name__ == "__main__":
    main()
