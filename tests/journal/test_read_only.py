"""Looking into a journal while somebody writes it."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import companion as commands
from companion.journal import Journal, JournalError, open_read_only
from tests.journal.conftest import play
from tests.journal.playing import CHANCE, SETUP, entry


def test_what_is_on_disk_is_read_while_another_writes(journal: Journal, path: Path) -> None:
    game_id = play(journal, 7)
    with open_read_only(path) as found:
        assert [game.id for game in found.games()] == [game_id]
        assert found.load(game_id) == (SETUP, CHANCE, [entry(rev) for rev in range(1, 8)])
        play(journal, 1, game_id)
        assert found.saved(game_id).rev == 8


@pytest.mark.parametrize("command", [["history"], ["log", "last"]])
def test_commands_that_only_read_run_beside_a_running_screen(journal: Journal, path: Path, command: list[str]) -> None:
    game_id = play(journal, 7)
    result = CliRunner().invoke(commands, [*command, "--journal", str(path)])
    assert result.exit_code == 0, result.output
    assert (game_id if command == ["history"] else "harlem") in result.output


def test_looking_changes_no_byte_of_a_closed_journal(path: Path) -> None:
    with Journal(path) as journal:
        game_id = play(journal, 7)
    before = path.read_bytes()
    with open_read_only(path) as found:
        assert len(found.load(game_id)[2]) == 7
    assert path.read_bytes() == before


def test_a_damaged_end_is_left_out_and_left_alone(path: Path) -> None:
    with Journal(path) as journal:
        game_id = play(journal, 7)
    with Journal(path) as journal:
        journal._writer.run(lambda db: db.execute("UPDATE entries SET body = 'x' WHERE rev = 6"))
    with open_read_only(path) as found:
        assert len(found.load(game_id)[2]) == 5
    with open_read_only(path) as found:
        assert found.saved(game_id).rev == 7


def test_what_cannot_be_read_says_why(path: Path) -> None:
    with pytest.raises(JournalError, match="There is no journal"), open_read_only(path):
        pass
    path.write_text("no journal at all")
    with pytest.raises(JournalError, match="is not a journal"), open_read_only(path):
        pass
    path.unlink()
    with Journal(path):
        pass
    with open_read_only(path) as found, pytest.raises(JournalError, match="no game nobody"):
        found.load("nobody")
