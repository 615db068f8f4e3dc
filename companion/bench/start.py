"""Benchmarks of start-up time and memory, in separate processes."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence

from companion.bench.measure import Measure, Subject, median_of, milliseconds
from companion.core.texts import T, Words

ROUNDS = 5
GAMES = 10
REACH_MB = 200.0
QUIT = '{"op":"ask"}\n{"op":"quit"}\n'


def start_up(subject: Subject) -> Iterator[Measure]:
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
        times = [_ms(command) for _ in range(ROUNDS + 1)][1:]
        yield median_of(name, what, "ms", times, note=T("a process of its own"))


def _ms(command: Sequence[str]) -> float:
    return milliseconds(lambda: subprocess.run(command, input=QUIT, text=True, capture_output=True, check=True))


def memory(subject: Subject) -> Iterator[Measure]:
    """Memory of a process that plays ten games in a row, and its growth after the first."""
    command = [sys.executable, "-m", "companion.bench.memory", subject.game.name, subject.loaded.source, str(GAMES)]
    found = json.loads(subprocess.run(command, text=True, capture_output=True, check=True).stdout)
    note = T("{games} whole games of the sensible player at a table, in a process of its own", games=GAMES)
    yield median_of("memory.games", T("memory after whole games"), "MB", [found[-1]], reach=REACH_MB, note=note)
    yield median_of("memory.growth", T("memory, growth after the first game"), "MB", [found[-1] - found[0]], note=note)
