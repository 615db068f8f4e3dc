"""What is said about the real dice of all games that were saved."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from companion.cli import companion as commands
from companion.core.texts import plain
from companion.journal import Journal
from companion.lookback.dice import dice_records
from companion.table.log import Entry, Setup
from tests.lookback.rolls import a_year, roll

SETUP = Setup("thousand", "", "", ["player1", "player2"], {})


def counted(log: list[Entry], die: str = "die1") -> dict[str, int]:
    """How often each face of a die came, of those that came."""
    found = [one for game in dice_records([("thousand", log)]) for one in game.dice if one.die == die]
    return {face.face: face.rolled for one in found for face in one.faces if face.rolled}


def test_every_roll_of_a_real_die_counts() -> None:
    log = [roll(1, die1=6), roll(2, "serial", die1=6, die2=3), roll(3, "gpio", die1=1), roll(4, "wire", die1=1)]
    assert counted(log) == {"6": 2, "1": 2}
    assert counted(log, "die2") == {"3": 1}


def test_what_the_companion_rolled_does_not() -> None:
    assert counted([roll(1, "dealer", die1=6)]) == {}


def test_what_was_undone_does_not_and_what_was_redone_does() -> None:
    log = [roll(1, die1=6), roll(2, die1=5), Entry(3, "undo", "touch", 3.0, n=2)]
    assert counted(log) == {}
    assert counted([*log, Entry(4, "redo", "touch", 4.0, n=1)]) == {"6": 1}
    assert counted([*log, roll(4, die1=2)]) == {"2": 1}


def test_what_is_no_face_of_a_die_is_passed_over() -> None:
    nonsense = Entry(3, "answer", "touch", 3.0, {"do": "roll", "faces": 3})
    assert counted([roll(1, die1=7), roll(2, die9=1), nonsense]) == {}


def test_a_game_that_is_not_here_any_more_is_left_out() -> None:
    assert dice_records([("gone", [roll(1, die1=6)])]) == []


def test_each_die_has_its_verdict_and_its_sentence() -> None:
    found = {die.die: die for game in dice_records(a_year()) for die in game.dice}
    verdicts = {die: one.verdict for die, one in found.items()}
    assert verdicts == {
        "placement": "few", "grey1": "few", "red1": "fair", "red2": "fair", "die1": "fair", "die2": "fair",
        "die3": "reader", "die4": "unclear", "die5": "often",
    }  # fmt: skip
    assert plain(found["grey1"].words).startswith("Too few to say: 80 rolls of about ")
    assert plain(found["red1"].words) == "As far as 400 rolls can tell, it is fair."
    assert plain(found["die5"].words).startswith("6 too often: ")
    assert plain(found["die3"].words).endswith("but only with the reader. It may misread the die.")
    assert plain(found["die4"].words).endswith("Tap the next rolls yourselves.")
    assert [plain(found[die].name) for die in ("red1", "placement", "die4")] == ["red 1", "Placement die", "die 4"]


def test_the_command_tells_it(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with Journal(path) as journal:
        assert "No real dice" in CliRunner().invoke(commands, ["dice", "--journal", str(path)]).output
        game_id = journal.create(SETUP, {})
        journal.append(game_id, roll(1, die1=6, die2=1, die3=2, die4=3, die5=4, die6=5))
        assert journal.flush()
        said = CliRunner().invoke(commands, ["dice", "--journal", str(path)])
    assert said.exit_code == 0, said.output
    assert "Ten Thousand\n  die 1: Too few to say: 1 roll of about " in said.output
    assert "6 1 (0)" in said.output


def test_a_journal_that_is_none_is_said_in_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    path.write_text("no journal at all")
    said = CliRunner().invoke(commands, ["dice", "--journal", str(path)])
    assert said.exit_code == 2
    assert "is not a journal" in said.output
