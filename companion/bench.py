"""What benchmarks are made of, and two for every machine: how soon it starts, and how fast its disk is.

A benchmark takes a subject and gives measures. Other packages register theirs in the entry point group
``companion.bench``; ``companion bench`` runs them all.
"""

from __future__ import annotations

import random
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Literal, TypeAlias

import click
from msgspec import Struct

from companion.chance.dealer import Dealer
from companion.core.answers import Answer
from companion.core.texts import T, Words
from companion.games.game import Game
from companion.journal import Journal
from companion.language import tell
from companion.packs.loader import LoadedPack
from companion.session.session import Session
from companion.table.table import Table

STARTS = 5
GAMES = 10
REACH_BYTES = 200.0
QUIT = '{"op":"ask"}\n{"op":"quit"}\n'
"""What ends ``companion table`` after its first question."""


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
    click.echo(f"companion: {tell(why)}", err=True)


_STATM = Path("/proc/self/statm")


def memory_mb() -> float:
    """The resident memory of this process in MiB; its peak if the current value is unavailable."""
    if _STATM.exists():
        return int(_STATM.read_text().split()[1]) * resource.getpagesize() / 2**20
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**10


Benchmark: TypeAlias = Callable[[Subject], Iterator[Measure]]


def milliseconds(do: Callable[[], object]) -> float:
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


# Playing


def go_on(session: Session, luck: random.Random) -> None:
    """Take the next action of a session, as the sensible player would."""
    if session.pages:
        session.done()
    elif session.mode == "choose":
        session.answer(advised(session, luck))
    else:
        session.draw()


def advised(session: Session, luck: random.Random) -> Answer:
    """The answer of the sensible player to the open decision."""
    table = session.table
    return table.game.player.advise(table.state, table.legal() or [], luck.random)


def play_on(session: Session, rev: int, luck: random.Random) -> None:
    """Play until the log has ``rev`` entries, the game is over, or only people know what comes."""
    before = None
    while session.rev < rev and session.mode != "over" and before != (session.rev, len(session.pages)):
        before = session.rev, len(session.pages)
        go_on(session, luck)


# Start and disk


def start(subject: Subject) -> Iterator[Measure]:
    """Time to the help text, and to a table's first question; the first run is a warm-up."""
    companion = [sys.executable, "-c", "from companion.cli import main; main()"]
    seats = ",".join(seat for seat, _ in subject.game.rules.seats(subject.loaded.pack)[:2])
    pack = ["--pack", subject.loaded.source] if subject.loaded.source else []
    table = [*companion, "table", "--game", subject.game.name, "--players", seats, *pack]
    module = type(subject.game).__module__
    runs: list[tuple[str, Words, Sequence[str]]] = [
        ("start.python", T("start, Python alone"), [sys.executable, "-c", "pass"]),
        ("start.import", T("start, the rules imported"), [sys.executable, "-c", f"import {module}"]),
        ("start.help", T("start, companion --help"), [*companion, "--help"]),
        ("start.table", T("start, companion table to its first question"), table),
    ]
    for name, what, command in runs:
        times = [_run_ms(command) for _ in range(STARTS + 1)][1:]
        yield median_of(name, what, "ms", times, note=T("a process of its own"))


def _run_ms(command: Sequence[str]) -> float:
    return milliseconds(lambda: subprocess.run(command, input=QUIT, text=True, capture_output=True, check=True))


def disk(subject: Subject) -> Iterator[Measure]:
    """Save whole games of the sensible player in a new journal: bytes and time per entry."""
    with TemporaryDirectory(prefix="companion-bench-") as folder:
        file = Path(folder) / "journal.db"
        Journal(file).close()
        empty = file.stat().st_size
        commits: list[float] = []
        with Journal(file) as book:
            entries = sum(_save_game(subject, book, seed, commits) for seed in range(GAMES))
        size = file.stat().st_size - empty
    yield median_of(
        "journal.bytes",
        T("journal, bytes an entry"),
        "bytes",
        [size / entries],
        reach=REACH_BYTES,
        note=T("{games} whole games, {n} entries, the file as it is when closed", games=GAMES, n=entries),
    )
    yield median_of(
        "journal.commit",
        T("journal, an answer until it is on disk"),
        "ms",
        commits,
        note=T("with all that the dealer adds to it; depends on the disk of the temporary folder"),
    )


def _save_game(subject: Subject, book: Journal, seed: int, commits: list[float]) -> int:
    """Play a game, waiting for the commit after each answer; returns the number of entries."""
    game = subject.game
    luck = random.Random(seed)
    seats = [seat for seat, _ in game.rules.seats(subject.loaded.pack)][:2]
    table = Table(game, subject.loaded, seats, {}, dealer=Dealer(str(seed)), store=book)
    book.flush()
    while not table.over:
        legal = table.legal()
        assert legal
        answer = game.player.advise(table.state, legal, luck.random)
        began = perf_counter()
        table.answer(answer)
        book.flush()
        commits.append((perf_counter() - began) * 1_000)
    return table.rev
