"""The plug is pulled at any moment: see ``power_cuts``."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.daily import share
from tests.journal.power_cuts import ENTRIES, cuts, entries_after, played
from tests.journal.traces import Op, Sync

STATES = share(1500)


@pytest.fixture(scope="module")
def ops() -> list[Op]:
    return played()


def test_no_acknowledged_entry_is_lost(ops: list[Op], memory: Path) -> None:
    most = 0
    for files, saved in cuts(ops, STATES, seed=3):
        assert entries_after(files, memory) >= saved
        most = max(most, saved)
    assert most > ENTRIES * 9 // 10


def test_on_a_disk_that_does_not_flush_entries_are_lost(ops: list[Op], memory: Path) -> None:
    """The trial itself is tried: without the flushes of the write-ahead log it must find losses."""
    unflushed = [op for op in ops if op != Sync("journal.db-wal")]
    assert any(entries_after(files, memory) < saved for files, saved in cuts(unflushed, 50, seed=3))
