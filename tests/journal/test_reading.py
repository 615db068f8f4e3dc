"""Saved games are read wherever they lie, and what cannot be read is said as it is."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import companion
from companion.core.texts import plain
from companion.journal import Journal
from companion.journal.files import explain
from companion.table.log import Setup
from tests.packs.disks import on_a_disk


@pytest.mark.parametrize("command", ["history", "results", "dice"])
def test_an_empty_file_is_an_empty_journal_and_no_full_disk(tmp_path: Path, command: str) -> None:
    file = tmp_path / "journal.db"
    file.touch()
    said = CliRunner().invoke(companion, [command, "--journal", str(file)])
    assert "is full" not in str(said.exception) + said.output
    assert "Traceback" not in said.output


@pytest.mark.parametrize("code", [1, 4, 7, 9, 12, 14, 17, 18, 19, 20, 21, 22, 25])
def test_only_a_full_disk_is_called_full(code: int) -> None:
    error = sqlite3.OperationalError("what SQLite says")
    error.sqlite_errorcode = code
    assert "is full" not in plain(explain(Path("/x/journal.db"), error))
    error.sqlite_errorcode = sqlite3.SQLITE_FULL
    assert "is full" in plain(explain(Path("/x/journal.db"), error))


def test_a_disk_that_cannot_be_written_to_is_read(tmp_path: Path) -> None:
    assert on_a_disk("reading", tmp_path) == ""


@pytest.mark.parametrize("locale", ["es_ES.ISO-8859-1", "C"])
def test_a_terminal_that_lacks_a_letter_shows_the_rest(tmp_path: Path, locale: str) -> None:
    file = tmp_path / "journal.db"
    with Journal(file) as journal:
        journal.create(Setup("thousand", "", "", ["one", "two"], {}, seed="s"), {})
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path), "PYTHONIOENCODING": "iso-8859-1", "LC_ALL": locale}
    for command in (["games"], ["history", "--journal", str(file)], ["--help"], ["pack", "check", "no \U0001f9e9"]):
        done = subprocess.run(
            [sys.executable, "-m", "companion", *command], capture_output=True, check=False, env=environment
        )
        assert b"Traceback" not in done.stderr
        assert b"fault in the companion" not in done.stderr
