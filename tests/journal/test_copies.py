"""Games leave the journal and come back: as one file, or as lines."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.journal import Journal, JournalError
from tests.journal.conftest import play
from tests.journal.playing import CHANCE, SETUP, entry


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


def test_an_exported_game_is_the_same_game_in_another_journal(journal: Journal, tmp_path: Path) -> None:
    game_id = play(journal, 30)
    journal.note(game_id, confirmed=28, finished=True, notes={"result": "win"})
    lines = list(journal.export(game_id))
    assert len(lines) == 31
    with Journal(tmp_path / "another.db") as another:
        copy = another.import_(line + "\n" for line in lines)
        assert another.load(copy) == (SETUP, CHANCE, [entry(rev) for rev in range(1, 31)])
        there, here = another.saved(copy), journal.saved(game_id)
        assert (there.confirmed, there.finished, there.notes) == (here.confirmed, here.finished, here.notes)
        play(another, 3, copy)
        assert another.verify() == []


def changed(line: str, **fields: object) -> str:
    return json.dumps(json.loads(line) | fields)


def test_lines_that_are_no_game_are_refused_by_their_number(journal: Journal) -> None:
    lines = list(journal.export(play(journal, 6)))
    wrong = {
        r"it is empty": [],
        r"^Line 1 is not": ["{}"],
        r"^Line 3 is not a line of a saved game: .*`\$.kind`": [
            *lines[:2],
            changed(lines[2], kind="cheat"),
            *lines[3:],
        ],
        r"^Line 4 is not .* entry 4 follows entry 2": [*lines[:3], *lines[4:]],
        r"4 of 6 entries": lines[:5],
        r"newer version": [changed(lines[0], journal=2), *lines[1:]],
        r"^Line 2 is not": [lines[0], "\udcff", *lines[2:]],
    }
    for sentence, given in wrong.items():
        with pytest.raises(JournalError, match=sentence):
            journal.import_(given)
    assert len(journal.games()) == 1
