"""What is no journal, or cannot be one: a sentence each, and not a byte changed."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from companion.core.texts import plain
from companion.journal import Journal, JournalError
from tests.journal.conftest import play


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
