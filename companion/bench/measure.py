"""The interface of benchmarks: a subject goes in, measures come out."""

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
    """The game to measure, and the approximate duration in ``seconds``."""

    game: Game
    loaded: LoadedPack
    seconds: float

    def rounds(self, least: int = 3) -> Iterator[int]:
        """Count rounds until the time is used up, at least ``least``."""
        end, count = perf_counter() + self.seconds, 0
        while count < least or perf_counter() < end:
            yield count
            count += 1


class Measure(Struct, frozen=True):
    """A measured value with its ``unit``: the median of ``rounds`` rounds, their minimum and maximum.

    ``reach`` is the target; ``better`` the direction. ``note`` describes the measurement.
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
    """Report why something is not measured."""
    click.echo(f"companion: {tell(why)}", err=True)


_STATM = Path("/proc/self/statm")


def memory_mb() -> float:
    """The resident memory of this process in MiB; its peak if the current value is unavailable."""
    if _STATM.exists():
        return int(_STATM.read_text().split()[1]) * resource.getpagesize() / 2**20
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**10


Benchmark: TypeAlias = Callable[[Subject], Iterator[Measure]]


def milliseconds(do: Callable[[], object]) -> float:
    """How long ``do`` takes, in milliseconds."""
    start = perf_counter()
    do()
    return (perf_counter() - start) * 1_000


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
    """A measure from the values of several rounds (not empty)."""
    return Measure(name, what, unit, median(values), min(values), max(values), len(values), reach, better, note)


def p95(values: Sequence[float]) -> float:
    """The 95th percentile of ``values`` (not empty)."""
    return sorted(values)[int(len(values) * 0.95)]
