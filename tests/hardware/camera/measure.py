"""How well the camera reader reads, on rendered trays that it has never seen.

    python -m tests.hardware.camera.measure [--throws 100] [--seed 1] [--log FILE]

For every game with dice, and for ordinary ones: so many throws, each in another light, from an easy to a bad evening; a
tenth of the dice touch another, one in twenty leans. Every 25 throws the camera hangs otherwise, and the dice are
learned anew. With a log a run that was broken off goes on where it was. Time and memory are measured by
``python -m tests.bench``.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

import click
import cv2
import msgspec
import numpy as np
from msgspec import Struct

from hardware.camera.frames import MotionDetector
from hardware.camera.pips import PipReader
from hardware.camera.watcher import TrackedDie, Watcher
from tests.hardware.camera.evenings import Throw, rest, seen_at, throws
from tests.hardware.camera.trays import Camera, Light, Placed

ENOUGH = 700
BLOCK = 25
"""Throws with one camera, and with dice learned once."""
NEAR = 30.0
SPOILS: dict[str, Callable[[Light], bool]] = {
    "strong glare": lambda light: light.glare > 0.3,
    "an arm's shadow": lambda light: light.arm > 0.15,
    "blurred": lambda light: light.blur > 1.1,
    "noisy": lambda light: light.noise > 4,
    "dark": lambda light: light.exposure < 0.8,
    "none of these": lambda light: not any(spoils(light) for name, spoils in SPOILS.items() if name != "none of these"),
}
"""What spoils a picture, and the light in which it does."""


class Block(Struct):
    """What became of 25 throws of the dice of each game: by game, how the die lay, and what was made of it; the same by
    what spoiled the picture; and how many milliseconds of work each picture was."""

    seed: str
    found: dict[str, int]
    spoiled: dict[str, int]
    took: list[float]


@click.command()
@click.option("--throws", "count", default=100, show_default=True)
@click.option("--seed", default=1, show_default=True)
@click.option("--log", "file", type=click.Path(path_type=Path, dir_okay=False))
def main(count: int, seed: int, file: Path | None) -> None:
    cv2.setNumThreads(1)
    lines = file.read_bytes().splitlines() if file is not None and file.exists() else []
    done = {block.seed: block for block in map(msgspec.json.Decoder(Block).decode, lines)}
    wanted = [f"{seed}/{n}" for n in range(-(-count // BLOCK))]
    for one in wanted:
        if one in done:
            continue
        done[one] = measured(one)
        if file is not None:
            with file.open("ab") as log:
                log.write(msgspec.json.encode(done[one]) + b"\n")
    tell_of([done[one] for one in wanted])


def measured(seed: str) -> Block:
    """Throw, and look what is read."""
    found, spoiled = Counter[str](), Counter[str]()
    took: list[float] = []
    pips = PipReader()
    for game, learned, done, camera in throws(Random(seed), BLOCK):
        watcher = Watcher(learned, MotionDetector(0.0), pips)
        began = time.process_time()
        rest(watcher, done.picture)
        took.append(round(1000 * (time.process_time() - began), 1))
        for how, what in judged(watcher.pieces, done, camera):
            found[f"{game}/{how}/{what}"] += 1
            if how != "leaning":
                spoiled.update(f"{name}/{what}" for name, spoils in SPOILS.items() if spoils(done.light))
    return Block(seed, found, spoiled, took)


def tell_of(blocks: list[Block]) -> None:
    """Print the counts of all of them."""
    found, spoiled = Counter[str](), Counter[str]()
    for block in blocks:
        found.update(block.found)
        spoiled.update(block.spoiled)
    took = [one for block in blocks for one in block.took]
    for name in (*dict.fromkeys(key.split("/")[0] for key in found), "all"):
        for how in ("flat", "touching", "leaning", "any"):
            counts = Counter[str]()
            for key, n in found.items():
                one, other, what = key.split("/")
                if name in (one, "all") and how in (other, "any"):
                    counts[what] += n
            _say(f"{name:9} {how:9}", counts)
    for name in SPOILS:
        counts = Counter({key.split("/")[1]: n for key, n in spoiled.items() if key.split("/")[0] == name})
        _say(f"flat or touching, {name}", counts)
    half, late = np.percentile(took, 50), np.percentile(took, 95)
    click.echo(f"picture to reading, ms of work: {half:.0f} median, {late:.0f} at 95 %")


def _say(what: str, counts: Counter[str]) -> None:
    if counts.total():
        passed = counts.total() - counts["right"] - counts["wrong"]
        click.echo(
            f"{what} {counts.total():6} dice: {counts['wrong']} wrong,"
            f" {100 * passed / counts.total():.1f} % passed on ({counts['crooked']} crooked,"
            f" {counts['unsure']} not sure, {counts['not seen']} not seen)"
        )


def judged(pieces: list[TrackedDie], done: Throw, camera: Camera) -> list[tuple[str, str]]:
    """For each die how it lies, and what became of it: right, wrong, crooked, unsure, or not seen."""
    return [(_lies(die, done), _became(die, pieces, camera)) for die in done.dice]


def _lies(die: Placed, done: Throw) -> str:
    return "leaning" if die.lean else "touching" if die.die in done.touching else "flat"


def _became(die: Placed, pieces: list[TrackedDie], camera: Camera) -> str:
    x, y = seen_at(die, camera)
    apart, piece = min(
        ((float(np.hypot(one.read.x - x, one.read.y - y)), one) for one in pieces),
        key=lambda one: one[0],
        default=(NEAR, None),
    )
    if piece is None or apart >= NEAR:
        return "not seen"
    if piece.crooked:
        return "crooked"
    if piece.confidence < ENOUGH:
        return "unsure"
    return "right" if piece.read.face == die.face and die.die in piece.read.kind.dice else "wrong"


if __name__ == "__main__":
    main()
