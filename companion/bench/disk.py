"""Benchmarks of the journal: bytes and time per entry, and queries over all games of a club."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from companion.bench.measure import Measure, Subject, median_of, milliseconds
from companion.chance.dealer import Dealer
from companion.core.texts import T, Words
from companion.journal import Journal
from companion.journal.changes import add_game, new_row
from companion.journal.files import writer
from companion.journal.format import next_link, write_entry
from companion.journal.results import put
from companion.results.ending import moment, said
from companion.results.finished import Finished, Player
from companion.table.log import Entry, Setup
from companion.table.table import Table

GAMES = 10
REACH_BYTES = 200.0
KEPT, ENTRIES = 10_000, 24
"""Number of finished games in the journal that is queried, and of entries in each."""
LOOKS: tuple[tuple[str, Words, float, Callable[[Journal], object]], ...] = (
    (
        "home", T("what the home screen asks"), 300.0,
        lambda book: (book.last(), book.last_of(["krysis"], open_only=True), book.last_of(["krysis"])),
    ),
    ("games", T("a page of the games"), 300.0, lambda book: (book.count(["krysis"]), book.games(4000, 8))),
    (
        "results", T("results: a page, by people, games and stories"), 500.0,
        lambda book: (
            book.results.count(), book.results.page(most=8), book.results.counts("person"), book.results.counts("game"),
            book.results.counts("story"),
        ),
    ),
)  # fmt: skip
"""Queries of screens, with their limits in milliseconds."""


def journal(subject: Subject) -> Iterator[Measure]:
    """Save whole games of the sensible player in a new journal."""
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
    yield from club_journal(subject)


def club_journal(subject: Subject) -> Iterator[Measure]:
    """Open and query a journal with years of games."""
    with TemporaryDirectory(prefix="companion-bench-") as folder:
        file = Path(folder) / "journal.db"
        Journal(file).close()
        _fill(file, subject)
        note = T("{n} finished games of {entries} entries, the file in memory as a rule", n=KEPT, entries=ENTRIES)
        opened = [milliseconds(lambda: Journal(file).close()) for _ in range(ROUNDS)]
        yield median_of("journal.open", T("a club's journal, opened and closed"), "ms", opened, reach=200.0, note=note)
        with Journal(file) as book:
            for name, what, reach, look in LOOKS:
                times = [milliseconds(partial(look, book)) for _ in range(ROUNDS)]
                yield median_of(f"journal.{name}", what, "ms", times, reach=reach, note=note)


ROUNDS = 9


def _fill(file: Path, subject: Subject) -> None:
    """Write many finished games in one transaction, because single commits would take hours."""
    luck = random.Random(1)
    names = [f"Name {n}" for n in range(60)]
    seats = [seat for seat, _ in subject.game.rules.seats(subject.loaded.pack)]
    bodies = [write_entry(Entry(rev, "answer", "touch", 1.7e9 + rev * 20, {"do": "end"})) for rev in range(1, ENTRIES)]
    with closing(writer(file)) as db, db.atomic():
        for n in range(1, KEPT + 1):
            taken = seats[: luck.randint(1, len(seats))]
            setup = Setup(subject.game.name, subject.loaded.source, subject.loaded.hash, taken, {})
            row = new_row(setup, {}, 1.7e9 + n * 7_000) | {"finished": 1, "confirmed": ENTRIES}
            number, link = add_game(db, row)
            for rev, body in enumerate(bodies, 1):
                link = next_link(link, rev, body)
                db.execute("INSERT INTO entries VALUES (?, ?, ?, ?)", [number, rev, body, link])
            put(db, _result(str(row["id"]), n, taken, luck.sample(names, len(taken)), luck.random() < 0.5, subject))


def _result(game_id: str, n: int, seats: Sequence[str], names: Sequence[str], won: bool, subject: Subject) -> Finished:
    at = 1.7e9 + n * 7_000
    return Finished(
        id=game_id, game=subject.game.name, title=said(subject.game.title), story=f"story {n % 20}",
        story_name={"en": f"Story {n % 20}"}, started=moment(at), ended=moment(at + 3_600), seconds=3_600,
        outcome="won" if won else "lost",
        players=[Player(seat, {"en": seat}, name, won) for seat, name in zip(seats, names, strict=True)],
    )  # fmt: skip


def _play(subject: Subject, book: Journal, seed: int, commits: list[float]) -> int:
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
        start = perf_counter()
        table.answer(answer)
        book.flush()
        commits.append((perf_counter() - start) * 1_000)
    return table.rev
