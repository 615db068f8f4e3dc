"""A throw of the dice reader counts once, whatever is sent again and whenever the power goes."""

from __future__ import annotations

from pathlib import Path

from companion.journal import Journal
from companion.table.log import ReadingId
from tests.journal.conftest import play
from tests.journal.playing import entry

THROW = [ReadingId("reader-7", "b00t", 41), ReadingId("reader-7", "b00t", 42)]


def test_readings_are_kept_with_the_entry_that_they_made(path: Path) -> None:
    with Journal(path) as journal:
        game_id = play(journal, 4)
        assert not journal.seen(ReadingId("reader-7", "b00t", 41))
        journal.append(game_id, entry(5), readings=THROW)
        assert journal.flush()
        assert journal.seen(ReadingId("reader-7", "b00t", 41))
    with Journal(path) as journal:
        assert all(journal.seen(reading) for reading in THROW)
        assert not journal.seen(ReadingId("reader-7", "b00t", 43))
        assert not journal.seen(ReadingId("reader-7", "another boot", 41))


def test_readings_without_an_entry_are_kept_too(path: Path) -> None:
    heard = []
    with Journal(path) as journal:
        journal.mark_read(THROW, lambda: heard.append(journal.seen(THROW[0])))
        journal.mark_read(THROW)
    assert heard == [True]
    with Journal(path) as journal:
        assert all(journal.seen(reading) for reading in THROW)


def test_only_as_many_are_remembered_as_a_reader_could_send_again(path: Path) -> None:
    with Journal(path) as journal:
        journal.mark_read([ReadingId("reader-7", "b00t", seq) for seq in range(5000)])
    with Journal(path) as journal:
        assert not journal.seen(ReadingId("reader-7", "b00t", 0))
        assert journal.seen(ReadingId("reader-7", "b00t", 4999))
