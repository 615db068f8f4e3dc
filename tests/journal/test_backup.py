"""The journal as a copy."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.journal import Journal, JournalError
from tests.journal.conftest import play


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
