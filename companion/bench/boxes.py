"""Benchmarks of reading, validating and storing boxes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from companion.bench.measure import Measure, Subject, median_of, milliseconds
from companion.core.refusals import BadPack
from companion.core.texts import T, plain
from companion.packs.content import Content
from companion.packs.editing.box import OpenBox
from companion.packs.editing.tables import Path as Place
from companion.packs.editing.tables import put_at, rows_at, tables
from companion.packs.folder import write_content
from companion.packs.loader import load_pack

CARDS = 10_000
EVENINGS = 50
REACH_LOAD, REACH_LIST, REACH_CHECK = 300.0, 100.0, 2000.0
SHOWN = 12
"""Rows of a list on a page."""


def boxes(subject: Subject) -> Iterator[Measure]:
    """The box as sheets, after many games and with many cards; nothing for a game without boxes."""
    content, kind = subject.loaded.content, subject.game.rules.pack_type
    if kind is None:
        return
    note = T("a box of {n} cards", n=CARDS)
    with TemporaryDirectory(prefix="companion-bench-") as folder:
        grown, large = Path(folder) / "grown", Path(folder) / "large"
        saves = [milliseconds(lambda: write_content(grown, content)) for _ in range(EVENINGS)]
        yield median_of("boxes.save", T("box, until it is safely on disk"), "ms", saves, note=T("as sheets"))
        loads = [milliseconds(lambda: load_pack(subject.game, str(grown))) for _ in subject.rounds()]
        yield median_of("boxes.load", T("box, load and check"), "ms", loads, reach=REACH_LOAD)
        cards = Content(_with_cards(content.data, kind), content.texts, content.places)
        write_content(large, cards)
        opened = [milliseconds(lambda: _open_list(OpenBox(subject.game, large, cards))) for _ in subject.rounds()]
        yield median_of("boxes.list", T("box, open a long list"), "ms", opened, reach=REACH_LIST, note=note)
        letters = [milliseconds(partial(_first_letter, OpenBox(subject.game, large, cards))) for _ in subject.rounds()]
        yield median_of("boxes.search", T("box, first letter of a search"), "ms", letters, reach=REACH_LIST, note=note)
        checks = [milliseconds(lambda: _check(subject, large)) for _ in range(3)]
        yield median_of("boxes.check", T("box, check a large one"), "ms", checks, reach=REACH_CHECK, note=note)


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
