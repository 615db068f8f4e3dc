"""Damage is found, described, and costs no more than what is damaged; files that are no journal are left alone."""

from __future__ import annotations

import random
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from companion.core.texts import plain
from companion.journal import Journal, JournalError
from companion.journal.integrity import checks
from tests.journal.conftest import play
from tests.journal.playing import CHANCE, SETUP, entry

# Damage.


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


# Files that are not journals, or cannot be: each is refused with a sentence and left unchanged.


def refusal(path: Path) -> str:
    """The sentence with which a path is refused."""
    before = {file: file.read_bytes() for file in path.parent.glob("journal.db*")} if path.parent.is_dir() else {}
    with pytest.raises(JournalError) as caught:
        Journal(path)
    after = {file: file.read_bytes() for file in before}
    assert after == before
    sentence = plain(caught.value.text)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return sentence


def test_a_text_file(path: Path) -> None:
    path.write_text("Monday: milk, bread\n" * 40)
    assert "is not a journal" in refusal(path)


def test_a_folder(path: Path) -> None:
    path.mkdir()
    with pytest.raises(JournalError, match=r"is a folder"):
        Journal(path)


def test_a_database_of_another_program(path: Path) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE invoices (total)")
    assert "belongs to another program" in refusal(path)


def test_a_journal_of_a_newer_version(path: Path) -> None:
    with Journal(path) as journal:
        play(journal, 3)
    with closing(sqlite3.connect(path)) as newer:
        newer.execute("PRAGMA user_version=2")
    assert "written by a newer version of the companion" in refusal(path)


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    folder = tmp_path / "file" / "companion"
    assert refusal(folder / "journal.db").startswith(f"The journal cannot be kept in {folder}")


def test_a_journal_that_another_process_is_writing(path: Path) -> None:
    play_on = [sys.executable, "-m", "tests.journal.playing", str(path), "0"]
    with subprocess.Popen(play_on, stdout=subprocess.PIPE, cwd=Path(__file__).parents[2]) as other:
        assert other.stdout is not None
        other.stdout.readline()
        try:
            with pytest.raises(JournalError, match=r"Another companion is writing the journal"):
                Journal(path)
        finally:
            other.kill()
    with Journal(path) as journal:
        assert journal.last() is not None


def test_an_empty_file_becomes_a_journal(path: Path) -> None:
    path.touch()
    with Journal(path) as journal:
        assert journal.games() == []


def test_half_of_a_journal_with_nothing_to_be_read_in_it(path: Path) -> None:
    with Journal(path) as journal:
        play(journal, 3)
    path.write_bytes(path.read_bytes()[:5000])
    assert "no game can be read from it" in refusal(path)


# Backup.


def test_a_backup_is_a_whole_journal_of_its_own(journal: Journal, tmp_path: Path) -> None:
    game_id = play(journal, 30)
    journal.backup(tmp_path / "copy.db")
    play(journal, 5, game_id)
    assert not list(tmp_path.glob("copy.db?*"))
    with Journal(tmp_path / "copy.db") as copy:
        assert len(copy.load(game_id)[2]) == 30
        assert copy.verify() == []


def test_a_backup_overwrites_nothing(journal: Journal, path: Path) -> None:
    play(journal, 3)
    with pytest.raises(JournalError, match=r"There is a file .* already"):
        journal.backup(path)
    with pytest.raises(JournalError, match=r"The backup .* could not be written"):
        journal.backup(path.parent / "nowhere" / "copy.db")


# The check of the doctor.


def said(path: Path) -> tuple[bool, str]:
    (one,) = checks(path)
    return one.well, plain(one.text)


def test_a_sound_journal(path: Path) -> None:
    assert said(path) == (True, "There is no game yet.")
    with Journal(path) as journal:
        play(journal, 5)
        assert said(path) == (True, "1 game is in it, and sound.")


def test_a_journal_that_is_none(path: Path) -> None:
    path.write_text("Monday: milk, bread")
    well, sentence = said(path)
    assert not well
    assert "is not a journal" in sentence


def test_a_damaged_journal(path: Path) -> None:
    with Journal(path) as journal:
        play(journal, 200)
    path.write_bytes(path.read_bytes().replace(b"chelsea", b"chelsex"))
    assert not said(path)[0]
