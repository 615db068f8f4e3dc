"""Benchmarks of files that grow: boxes of many cards, and a club's journal of many games."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from companion.bench import Measure, Subject, disk, median_of, milliseconds
from companion.core.refusals import BadPack
from companion.core.texts import plain
from companion.journal import Journal
from companion.journal.files import writer
from companion.journal.format import next_link, write_entry
from companion.journal.queries import add_game, new_row
from companion.journal.results import put
from companion.packs.content import Content
from companion.packs.editing.box import OpenBox
from companion.packs.editing.tables import Path as Place
from companion.packs.editing.tables import put_at, rows_at, tables
from companion.packs.folder import write_content
from companion.packs.loader import load_pack
from companion.table.log import Entry, Setup
from companion.table.result import GameResult, SeatResult, timestamp, translations

CARDS = 10_000
EVENINGS = 50
REACH_LOAD, REACH_LIST, REACH_CHECK = 300.0, 100.0, 2000.0
SHOWN = 12
"""Rows of a list on a page."""
ROUNDS = 9
KEPT, ENTRIES = 10_000, 24
"""Number of finished games in the journal that is queried, and of entries in each."""
LOOKS: tuple[tuple[str, str, float, Callable[[Journal], object]], ...] = (
    (
        "home", "what the home screen asks", 300.0,
        lambda book: (book.last(), book.last_of(["krysis"], open_only=True), book.last_of(["krysis"])),
    ),
    ("games", "a page of the games", 300.0, lambda book: (book.count(["krysis"]), book.games(4000, 8))),
    (
        "results", "results: a page, by people, games and stories", 500.0,
        lambda book: (
            book.results.count(), book.results.page(most=8), book.results.counts("person"), book.results.counts("game"),
            book.results.counts("story"),
        ),
    ),
)  # fmt: skip
"""Queries of screens, with their limits in milliseconds."""


def boxes(subject: Subject) -> Iterator[Measure]:
    """The box as sheets, after many games and with many cards; nothing for a game without boxes."""
    content, kind = subject.loaded.content, subject.game.rules.pack_type
    if kind is None:
        return
    note = f"a box of {CARDS} cards"
    with TemporaryDirectory(prefix="companion-bench-") as folder:
        grown, large = Path(folder) / "grown", Path(folder) / "large"
        saves = [milliseconds(lambda: write_content(grown, content)) for _ in range(EVENINGS)]
        yield median_of("boxes.save", "box, until it is safely on disk", "ms", saves, note="as sheets")
        loads = [milliseconds(lambda: load_pack(subject.game, str(grown))) for _ in subject.rounds()]
        yield median_of("boxes.load", "box, load and check", "ms", loads, reach=REACH_LOAD)
        cards = Content(_with_cards(content.data, kind), content.texts, content.places)
        write_content(large, cards)
        opened = [milliseconds(lambda: _open_list(OpenBox(subject.game, large, cards))) for _ in subject.rounds()]
        yield median_of("boxes.list", "box, open a long list", "ms", opened, reach=REACH_LIST, note=note)
        letters = [milliseconds(partial(_first_letter, OpenBox(subject.game, large, cards))) for _ in subject.rounds()]
        yield median_of("boxes.search", "box, first letter of a search", "ms", letters, reach=REACH_LIST, note=note)
        checks = [milliseconds(lambda: _check(subject, large)) for _ in range(3)]
        yield median_of("boxes.check", "box, check a large one", "ms", checks, reach=REACH_CHECK, note=note)


def _open_list(box: OpenBox) -> None:
    """What the screen needs for the longest list: content, gaps, and the texts of the first page."""
    longest = _longest(box)
    found = box.search(longest, "", plain, "en")
    for index in found[:SHOWN]:
        row = box.rows(longest)[index]
        plain(box.row_name(longest, row, index))
        box.unfinished(longest, row)


def _first_letter(box: OpenBox) -> None:
    """Search a list for a letter, with a cold cache."""
    box.search(_longest(box), "a", plain, "en")


def _longest(box: OpenBox) -> Place:
    return max(box.tables(), key=lambda table: len(box.rows(table.path))).path


def _check(subject: Subject, path: Path) -> None:
    """Validate the box; that it has too many cards is expected."""
    try:
        load_pack(subject.game, str(path))
    except BadPack:
        return


def _with_cards(data: dict[str, Any], kind: Any) -> Any:
    """The box with copies of the cards of its largest deck, with unique ids."""
    decks: list[Place] = [table.path for table in tables(kind, data) if "id" in (rows_at(data, table.path) or [{}])[0]]
    deck = max(decks, key=lambda path: len(rows_at(data, path)))
    cards = rows_at(data, deck)
    copies = [{**cards[number % len(cards)], "id": f"card_{number}"} for number in range(CARDS)]
    return put_at(data, deck, copies)


# The journal


def journal(subject: Subject) -> Iterator[Measure]:
    """Save games as ``companion bench`` does, then open and query a journal with years of games."""
    yield from disk(subject)
    yield from club_journal(subject)


def club_journal(subject: Subject) -> Iterator[Measure]:
    """Open and query a journal with years of games."""
    with TemporaryDirectory(prefix="companion-bench-") as folder:
        file = Path(folder) / "journal.db"
        Journal(file).close()
        _fill(file, subject)
        note = f"{KEPT} finished games of {ENTRIES} entries, the file in memory as a rule"
        opened = [milliseconds(lambda: Journal(file).close()) for _ in range(ROUNDS)]
        yield median_of("journal.open", "a club's journal, opened and closed", "ms", opened, reach=200.0, note=note)
        with Journal(file) as book:
            for name, what, reach, look in LOOKS:
                times = [milliseconds(partial(look, book)) for _ in range(ROUNDS)]
                yield median_of(f"journal.{name}", what, "ms", times, reach=reach, note=note)


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


def _result(
    game_id: str, n: int, seats: Sequence[str], names: Sequence[str], won: bool, subject: Subject
) -> GameResult:
    at = 1.7e9 + n * 7_000
    return GameResult(
        id=game_id, game=subject.game.name, title=translations(subject.game.title), story=f"story {n % 20}",
        story_name={"en": f"Story {n % 20}"}, started=timestamp(at), ended=timestamp(at + 3_600), seconds=3_600,
        outcome="won" if won else "lost",
        players=[SeatResult(seat, {"en": seat}, name, won) for seat, name in zip(seats, names, strict=True)],
    )  # fmt: skip
