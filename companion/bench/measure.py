"""What a benchmark is: it is given a game and some time, and gives measures."""

from __future__ import annotations

import resource
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Literal, TypeAlias

import click
from msgspec import Struct

from companion.core.texts import Words
from companion.games.game import Game
from companion.language import tell
from companion.packs.loader import LoadedPack


class Subject(Struct, frozen=True):
    """What is measured, and for how many ``seconds`` about."""

    game: Game
    loaded: LoadedPack
    seconds: float

    def rounds(self, least: int = 3) -> Iterator[int]:
        """Numbers of rounds until the time is used up, but at least ``least``."""
        end, count = perf_counter() + self.seconds, 0
        while count < least or perf_counter() < end:
            yield count
            count += 1


class Measure(Struct, frozen=True):
    """A number with its ``unit``: the median of ``rounds`` rounds, the ``least`` and the ``most`` of them.

    ``reach`` is the number to reach; ``better`` says in which direction. ``note`` says how it was measured.
    """

    name: str
    what: Words
    unit: str
    value: float
    least: float
    most: float
    rounds: int
    reach: float | None = None
    better: Literal["more", "less"] = "less"
    note: Words = ""


def unmeasured(why: Words) -> None:
    """Say in a sentence why something is not measured here."""
    click.echo(f"companion: {tell(why)}", err=True)


_STATM = Path("/proc/self/statm")


def memory_mb() -> float:
    """The memory that this process holds now, in MB of 2**20 bytes; where that cannot be read, its peak so far."""
    if _STATM.exists():
        return int(_STATM.read_text().split()[1]) * resource.getpagesize() / 2**20
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**10


Benchmark: TypeAlias = Callable[[Subject], Iterator[Measure]]


def median_of(
    name: str,
    what: Words,
    unit: str,
    values: Sequence[float],
    *,
    reach: float | None = None,
    better: Literal["more", "less"] = "less",
    note: Words = "",
) -> Measure:
    """The measure of several rounds; ``values`` is not empty."""
    return Measure(name, what, unit, median(values), min(values), max(values), len(values), reach, better, note)


def late_of(values: Sequence[float]) -> float:
    """The 95th percentile of at least one value."""
    return sorted(values)[int(len(values) * 0.95)]
