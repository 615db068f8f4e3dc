"""Entries that belong together are on disk together, whenever the plug is pulled."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.journal import Journal
from tests.daily import share
from tests.journal.playing import CHANCE, SETUP, TOGETHER, entry
from tests.journal.power_cuts import cuts, entries_after
from tests.journal.traces import record

ENTRIES = 60
STATES = share(400)


def test_after_a_power_cut_all_of_them_are_there_or_none(memory: Path) -> None:
    folder = memory.with_name("played")
    folder.mkdir()
    found = set()
    for files, saved in cuts(record(folder, ENTRIES, "together"), STATES, seed=5):
        count = entries_after(files, memory)
        assert count >= saved
        found.add(count)
    assert {count % TOGETHER for count in found} == {0}
    assert len(found) > 5


def test_entries_out_of_order_are_refused_whole(journal: Journal) -> None:
    game_id = journal.create(SETUP, CHANCE)
    with pytest.raises(ValueError, match="follows"):
        journal.append_all(game_id, [entry(1), entry(3)])
    journal.append_all(game_id, [entry(1), entry(2)])
    assert journal.load(game_id)[2] == [entry(1), entry(2)]
