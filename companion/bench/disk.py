"""What a saved game costs: bytes on disk, time until it is there."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from companion.bench.measure import Measure, Subject, median_of
from companion.chance.dealer import Dealer
from companion.core.texts import T
from companion.journal import Journal
from companion.table.table import Table

GAMES = 10
REACH_BYTES = 200.0


def journal(subject: Subject) -> Iterator[Measure]:
    """Whole games of the sensible player into a journal of their own."""
    with TemporaryDirectory(prefix="companion-bench-") as folder:
        file = Path(folder) / "journal.db"
        Journal(file).close()
        empty = file.stat().st_size
        commits: list[float] = []
        with Journal(file) as book:
            entries = sum(_play(subject, book, seed, commits) for seed in range(GAMES))
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


def _play(subject: Subject, book: Journal, seed: int, commits: list[float]) -> int:
    """Play a game, waiting for the disk after each answer; says how many entries it has."""
    game = subject.game
    luck = random.Random(seed)
    seats = [seat for seat, _ in game.rules.seats(subject.loaded.pack)][:2]
    table = Table(game, subject.loaded, seats, {}, dealer=Dealer(str(seed)), store=book)
    book.flush()
    while not table.over:
        legal = table.legal()
        assert legal
        answer = game.player.advise(table.state, legal, luck.random)
        start = perf_counter()
        table.answer(answer)
        book.flush()
        commits.append((perf_counter() - start) * 1_000)
    return table.rev
