"""``companion play --terminal``: from a command line to a game and back, without a screen."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.games.registry import load_game
from companion.journal import Journal
from companion.packs.loader import new_box

NO_SCREEN = """
import sys

class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("kivy", "ui", "hardware"):
            raise ImportError(name)

sys.meta_path.insert(0, Absent())
from companion.cli import main
main(sys.argv[1:])
"""


def companion(*arguments: str, typed: str = "", language: str = "C") -> subprocess.CompletedProcess[str]:
    """The command, as where neither a display nor kivy, nor any other part of the product is there."""
    environment = {name: value for name, value in os.environ.items() if "DISPLAY" not in name and "LC_" not in name}
    return subprocess.run(
        [sys.executable, "-c", NO_SCREEN, "play", "--terminal", *arguments],
        input=typed,
        capture_output=True,
        text=True,
        env=environment | {"LANG": language, "PYTHONIOENCODING": "utf-8"},
        timeout=60,
        check=False,
    )


def test_it_asks_what_is_played_and_by_whom_and_begins(tmp_path: Path):
    done = companion("--journal", str(tmp_path / "j.db"), typed="1\n3\n\n9\n2 1\n\nq\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "3  High Water" in done.stdout
    assert "Type numbers from the list." in done.stdout
    assert "Mother: card, figure, 2 skill tokens" in done.stdout
    assert "go on with it at any time" in done.stdout


def test_the_last_game_is_offered_and_goes_on(tmp_path: Path):
    journal = str(tmp_path / "j.db")
    begun = companion("--journal", journal, "--players", "son", "--set", "story=high_water", typed="\n\n")
    assert begun.returncode == 0
    again = companion("--journal", journal, typed="1\nq\n")
    assert (again.returncode, again.stderr) == (0, "")
    assert "Go on with New York Crisis, Son (Theo)?" in again.stdout
    last = begun.stdout.strip().splitlines()[-4:-1]
    assert [line for line in last if line in again.stdout]
    other = companion("--journal", journal, typed="2\n1\n1\n1\n4\nq\n")
    assert "Set the table" in other.stdout


def test_as_many_play_as_the_game_is_for(tmp_path: Path):
    done = companion("--journal", str(tmp_path / "j.db"), typed="2\n\n\n9\n2 2\n3 1\nq\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("Who is playing?") == 3
    assert "turn order: Green, Red" in done.stdout


def test_input_that_ends_too_early_is_a_bad_start(tmp_path: Path):
    done = companion("--journal", str(tmp_path / "j.db"), typed="3\n")
    assert done.returncode == 2
    assert done.stderr.strip() == "companion: The input ended before the game began."


def test_a_seat_that_does_not_exist_is_one_clear_line(tmp_path: Path):
    done = companion("--journal", str(tmp_path / "j.db"), "--players", "uncle")
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1
    assert "uncle" in done.stderr


def test_help_names_the_options():
    done = companion("--help")
    assert done.returncode == 0
    assert "--journal" in done.stdout


def test_saucers_have_the_colours_of_the_seats_unless_it_is_set_otherwise(tmp_path: Path):
    given = ("--game", "crash", "--players", "green,red", "--journal")
    begun = companion(*given, str(tmp_path / "a.db"), typed="q\n")
    assert (begun.returncode, begun.stderr) == (0, "")
    assert "☐ + Green: mat, saucer and 3 movement cards" in begun.stdout
    assert "☐ + Red · Yellow: mat, saucer and 3 movement cards" in begun.stdout
    other = companion(*given, str(tmp_path / "b.db"), "--set", "colours=blue,green,red,orange", typed="q\n")
    assert "☐ + Green · Blue: mat, saucer and 3 movement cards" in other.stdout


def test_an_owner_is_asked_which_box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "owner"))
    new_box(load_game("crash"), "Nuestra caja", "es")
    done = companion("--journal", str(tmp_path / "j.db"), typed="3\n2\n1 2 3\n\nq\n", language="es")
    assert (done.returncode, done.stderr) == (0, "")
    assert "¿Qué caja?\n  1  El nudo de los abollones\n  2  Nuestra caja\n" in done.stdout
    assert "¿Quién juega?" in done.stdout
    assert "Qué lleva el asistente" not in done.stdout, "there is but one way"
    with Journal(tmp_path / "j.db") as journal:
        assert journal.games()[0].setup.pack == "nuestra_caja"


def test_names_of_people_stand_beside_their_seats_and_are_remembered(tmp_path: Path):
    journal = str(tmp_path / "j.db")
    game = ("--journal", journal, "--game", "newyork", "--players", "mother=Ana,son", "--new")
    done = companion(*game, "--set", "story=high_water", typed="\n\nb\nq\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Ana · Mother · Irene" in done.stdout
    again = companion("--journal", journal, typed="1\nq\n")
    assert "Go on with New York Crisis, Ana · Mother (Irene), Son (Theo)?" in again.stdout
    with Journal(journal) as kept:
        assert kept.people.known() == ["Ana"]
    for players, sentence in (
        ("mother=Ana,son=ANA", "Two players are called Ana: give one of them another name."),
        (f"mother={'x' * 30},son", "A name has at most 24 letters"),
    ):
        refused = companion("--journal", journal, "--game", "newyork", "--players", players, "--new")
        assert refused.returncode == 2
        assert sentence in refused.stderr


def test_a_start_that_fails_is_told_in_the_language_that_it_asks_for(tmp_path: Path):
    wrong = companion("--journal", str(tmp_path / "j.db"), "--players", "uncle", "--language", "es")
    assert wrong.returncode == 2
    assert wrong.stderr == "companion: No existe el personaje uncle. Se admite: father, mother, daughter, son.\n"
    no_option = companion("--sceen", "--language=es")
    assert no_option.returncode == 2
    assert "opción" in no_option.stderr


@pytest.mark.parametrize(("language", "said"), [("en", "Anna's turn"), ("es", "Turno de Anna")])
def test_whose_turn_it_is_is_said_by_name(tmp_path: Path, language: str, said: str):
    game = ("--game", "escape", "--players", "red=Anna,blue=Bob", "--seed", "1", "--language", language, "--new")
    done = companion(*game, "--journal", str(tmp_path / "j.db"), typed="\n" * 60)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Anna" in done.stdout.replace("Anna · ", "")
    log = subprocess.run(
        [sys.executable, "-m", "companion", "log", "last", "--journal", str(tmp_path / "j.db")],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert log.stdout
    assert "Anna" not in log.stdout
