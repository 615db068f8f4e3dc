"""Damage is found, told in a sentence, and costs no more than what is damaged."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from companion.core.texts import plain
from companion.journal import Journal, JournalError
from tests.journal.conftest import play
from tests.journal.playing import CHANCE, SETUP, entry


@contextmanager
def tampering(path: Path) -> Iterator[sqlite3.Connection]:
    """The journal opened by somebody who knows nothing of it."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        yield db


def test_a_damaged_end_is_put_aside_and_the_game_goes_on(path: Path) -> None:
    with Journal(path) as journal:
        game_id = play(journal, 20)
    with tampering(path) as db:
        db.execute("UPDATE entries SET body = replace(body, 'father', 'fathex') WHERE rev = 17")
    with Journal(path) as journal:
        assert len(journal.verify()) == 1
        assert journal.load(game_id)[2] == [entry(rev) for rev in range(1, 17)]
        assert [plain(notice) for notice in journal.notices] == [
            "The last 4 entries of the game were damaged and have been put aside."
        ]
        play(journal, 10, game_id)
        assert journal.verify() == []
    with tampering(path) as db:
        assert [rev for (rev,) in db.execute("SELECT rev FROM damaged ORDER BY rev")] == [17, 18, 19, 20]


@pytest.mark.parametrize("harm", ["DELETE FROM entries WHERE rev = 5", "UPDATE entries SET hash = x'00' WHERE rev = 5"])
def test_a_missing_or_unproven_entry_ends_the_game_before_it(path: Path, harm: str) -> None:
    with Journal(path) as journal:
        game_id = play(journal, 9)
    with tampering(path) as db:
        db.execute(harm)
    with Journal(path) as journal:
        assert len(journal.load(game_id)[2]) == 4


def test_two_entries_that_changed_places_are_found(path: Path) -> None:
    with Journal(path) as journal:
        play(journal, 9)
    with tampering(path) as db:
        db.executescript("UPDATE entries SET rev=99 WHERE rev=3; UPDATE entries SET rev=3 WHERE rev=4;")
        db.execute("UPDATE entries SET rev=4 WHERE rev=99")
    with Journal(path) as journal:
        assert len(journal.verify()) == 1


def test_damage_beside_a_log_costs_only_what_was_noted(path: Path) -> None:
    with Journal(path) as journal:
        game_id = play(journal, 9)
    with tampering(path) as db:
        db.execute("UPDATE games SET chance = 'x'")
    with Journal(path) as journal:
        assert journal.load(game_id) == (SETUP, {}, [entry(rev) for rev in range(1, 10)])
        assert "Check who draws the cards." in plain(journal.notices[0])
        assert journal.verify() == []


def test_a_game_whose_beginning_is_damaged_leaves_the_others_alone(path: Path) -> None:
    with Journal(path) as journal:
        lost, kept = play(journal, 3), play(journal, 3)
    with tampering(path) as db:
        db.execute("UPDATE games SET setup = replace(setup, 'father', 'mother') WHERE id = ?", [lost])
    with Journal(path) as journal:
        assert [game.id for game in journal.games()] == [kept]
        with pytest.raises(JournalError, match=r"beginning of the game .* is damaged"):
            journal.load(lost)


def test_a_file_that_was_cut_off_gives_back_what_can_be_read(path: Path) -> None:
    with Journal(path) as journal:
        first, second = play(journal, 20), play(journal, 2000)
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) * 4 // 5])
    with Journal(path) as journal:
        assert {game.id for game in journal.games()} == {first, second}
        assert journal.load(first)[2] == [entry(rev) for rev in range(1, 21)]
        assert "2 games were saved from it" in plain(journal.notices[0])
        assert journal.verify() == []
        play(journal, 5, second)
    assert path.with_name("journal.db.damaged-1").read_bytes() == whole[: len(whole) * 4 // 5]


def test_what_verify_passes_is_what_was_written(path: Path) -> None:
    """One flipped bit, many times: it is found, or it lies where nothing is kept. Opening never fails badly."""
    with Journal(path) as journal:
        ids = [play(journal, 200), play(journal, 200)]
    sound, chance, found = path.read_bytes(), random.Random(7), 0
    for _ in range(150):
        bit = chance.randrange(len(sound) * 8)
        flipped = bytearray(sound)
        flipped[bit // 8] ^= 1 << bit % 8
        for old in path.parent.glob("journal.db*"):
            old.unlink()
        path.write_bytes(flipped)
        try:
            with Journal(path) as journal:
                if journal.notices or journal.verify():
                    found += 1
                    continue
                for game_id in ids:
                    assert journal.load(game_id) == (SETUP, CHANCE, [entry(rev) for rev in range(1, 201)])
        except JournalError:
            found += 1
    assert found > 50
