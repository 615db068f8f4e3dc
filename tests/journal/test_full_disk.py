"""A disk that becomes full in the middle of a game: every front says at once what is not saved."""

from __future__ import annotations

import io
import json
import resource
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion import wire
from companion.chance.dealer import Dealer
from companion.commands.table import _wait_for
from companion.core.texts import plain
from companion.games.registry import load_game
from companion.journal import Journal
from companion.packs.loader import load_pack
from companion.session.session import Session
from companion.table.table import Table
from companion.web.pages import TablePages
from companion.web.service import TableService
from tests.terminal.test_terminal import Sitting
from tests.web.tables import phone_of


@contextmanager
def full_disk() -> Iterator[None]:
    """No file grows beyond its first page, as on a disk that is full."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def wait_for_error(table: Table, *, there: bool) -> None:
    until = time.monotonic() + 20
    while (table.not_saved is not None) != there:
        assert time.monotonic() < until
        time.sleep(0.01)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "journal.db") as journal:
        yield journal


def begun(journal: Journal) -> Table:
    game = load_game("thousand")
    return Table(
        game,
        load_pack(game),
        [seat for seat, _ in game.rules.seats(load_pack(game).pack)][:2],
        {},
        dealer=Dealer("full"),
        store=journal,
        auto=False,
    )


def step(table: Table) -> None:
    if table.can_deal:
        table.deal()
    else:
        table.answer((table.legal() or [])[0], "touch", table.rev)


def test_the_table_says_how_much_is_not_saved_until_it_is(journal: Journal) -> None:
    table = begun(journal)
    step(table)
    assert journal.flush()
    assert table.not_saved is None
    with full_disk():
        step(table)
        wait_for_error(table, there=True)
        said = plain(table.not_saved or "")
        assert said.startswith(("Not saved: the last step.", "Not saved: the last 2 steps."))
        assert "Make room" in said
        step(table)
        assert plain(table.not_saved or "").startswith(f"Not saved: the last {table.unsaved} steps.")
    wait_for_error(table, there=False)
    assert journal.flush()
    assert table.unsaved == 0


def test_the_wire_says_it_in_every_response(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    table = begun(journal)
    assert journal.flush()
    flush = journal.flush
    monkeypatch.setattr(journal, "flush", lambda timeout=5.0: flush(0.5))
    requests = b'{"op":"hash"}\n'

    def response() -> dict[str, object]:
        out = io.BytesIO()
        wire.serve(table, io.BytesIO(requests), out, lambda: _wait_for(journal))
        found: dict[str, object] = json.loads(out.getvalue())
        return found

    assert set(response()) == {"ok", "rev", "hash"}
    with full_disk():
        step(table)
        wait_for_error(table, there=True)
        told = response()
        assert told["ok"] is True
        assert told["unsaved"] == {"entries": table.unsaved, "message": plain(table.not_saved or "")}
    wait_for_error(table, there=False)
    assert set(response()) == {"ok", "rev", "hash"}


def test_terminal_and_pages_say_it_with_every_question(journal: Journal) -> None:
    table = begun(journal)
    step(table)
    assert journal.flush()
    sitting, service = Sitting(table=table), TableService(Session(table), table.setup.seats)
    pages, phone = TablePages(service, lambda: ["http://here"]), phone_of(service, table.setup.seats[0])
    assert "Not saved" not in sitting.type()
    assert "Not saved" not in pages.made(pages.source(phone, "en")).text
    with full_disk():
        step(table)
        wait_for_error(table, there=True)
        assert "Not saved: the last" in sitting.type()
        assert "Not saved: the last" in pages.made(pages.source(phone, "en")).text
    wait_for_error(table, there=False)
    assert "Not saved" not in pages.made(pages.source(phone, "en")).text
