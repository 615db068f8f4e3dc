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
from tests.packs.disks import mounting


def run(*arguments: object) -> str:
    return CliRunner().invoke(companion, list(map(str, arguments))).output


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


SETUP = Setup("thousand", "", "", ["one", "two"], {}, seed="s")
READING = """
import subprocess, sys
from pathlib import Path
folder = sys.argv[1]
for how in (("--bind", folder, folder), ("-o", "remount,ro,bind", folder)):
    subprocess.run(["mount", *how], check=True)
try:
    (Path(folder) / "x").touch()
except OSError:
    pass
else:
    sys.exit("it can be written to")
from companion.cli import main
main(sys.argv[2:])
"""


@pytest.mark.parametrize("in_use", [False, True])
@pytest.mark.parametrize("command", [("history",), ("results",), ("log", "last")])
def test_a_disk_that_cannot_be_written_to_is_read(tmp_path: Path, command: tuple[str, ...], in_use: bool) -> None:
    """``in_use``: as a power cut leaves it, with what was written last in SQLite's side file."""
    if not mounting():
        pytest.skip("no disk can be mounted here")
    file = tmp_path / "disk" / "journal.db"
    file.parent.mkdir()
    journal = Journal(file)
    journal.create(SETUP, {})
    journal.flush()
    if not in_use:
        journal.close()
    done = subprocess.run(
        [*mounting(), sys.executable, "-c", READING, str(file.parent), *command, "--journal", str(file)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if in_use:
        journal.close()
    assert (done.returncode, done.stderr) == (0, "")
    assert "thousand" in done.stdout or command[0] != "history"


@pytest.mark.parametrize("locale", ["es_ES.ISO-8859-1", "C"])
def test_a_terminal_that_lacks_a_letter_shows_the_rest(tmp_path: Path, locale: str) -> None:
    file = tmp_path / "journal.db"
    with Journal(file) as journal:
        journal.create(SETUP, {})
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path), "PYTHONIOENCODING": "iso-8859-1", "LC_ALL": locale}
    for command in (["games"], ["history", "--journal", str(file)], ["--help"], ["pack", "check", "no \U0001f9e9"]):
        done = subprocess.run(
            [sys.executable, "-m", "companion", *command], capture_output=True, check=False, env=environment
        )
        assert b"Traceback" not in done.stderr
        assert b"fault in the companion" not in done.stderr
