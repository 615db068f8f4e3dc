"""What the doctor says about the journal."""

from __future__ import annotations

from pathlib import Path

from companion.core.texts import plain
from companion.journal import Journal
from companion.journal.integrity import checks
from tests.journal.conftest import play


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
