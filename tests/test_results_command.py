"""``companion results`` and ``companion people``: what they print, what a spreadsheet reads, what they refuse."""

from __future__ import annotations

import csv
import io
import random
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from companion.cli import companion as commands
from companion.journal import Journal
from companion.table.result import GameResult, SeatResult
from tests.journal.test_games import BEFORE
from tests.journal.test_results import NAMES, result


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


@pytest.fixture
def games(path: Path) -> list[GameResult]:
    luck = random.Random(4)
    found = [result(n, luck) for n in range(20)]
    with Journal(path) as journal:
        for game in found:
            journal.results.add(game)
        journal.people.meet(NAMES[1:])
    return sorted(found, key=lambda game: (game.ended, game.id), reverse=True)


def said(path: Path, *words: str, code: int = 0) -> str:
    done = CliRunner().invoke(commands, [*words, "--journal", str(path)])
    assert done.exit_code == code, done.output
    return done.output


def sheet(path: Path, *words: str) -> list[dict[str, str]]:
    printed = said(path, "results", "--csv", *words)
    assert printed.startswith("\ufeff"), "a spreadsheet knows by this that it is UTF-8"
    return list(csv.DictReader(io.StringIO(printed[1:])))


def test_every_game_is_a_line(path: Path, games: list[GameResult]) -> None:
    lines = said(path, "results").splitlines()
    assert lines[0].split() == ["when", "game", "story", "how", "long", "end", "players"]
    assert len(lines) == 1 + len(games)
    assert games[0].ended[:8] in lines[1]


@pytest.mark.parametrize("person", ["Ana", "=1+1"])
def test_a_spreadsheet_reads_the_same_and_works_out_nothing(path: Path, games: list[GameResult], person: str) -> None:
    rows = sheet(path)
    assert sorted(row["id"] for row in rows) == sorted(game.id for game in games)
    assert all(not value.startswith(("=", "+", "@")) for row in rows for value in row.values())
    counted = {row["person"].removeprefix("'"): int(row["played"]) for row in sheet(path, "--by", "person")}
    played = [game for game in games if person in [player.name for player in game.players]]
    assert counted[person] == len(played)
    assert {row["id"] for row in sheet(path, "--person", person)} == {game.id for game in played}


def test_a_name_like_a_formula_is_a_name(path: Path) -> None:
    evil = SeatResult("red", {"en": "Red"}, "=HYPERLINK(1)", True, -3)
    with Journal(path) as journal:
        journal.results.add(replace(result(1, random.Random(1)), outcome="decided", players=[evil]))
    assert sheet(path)[0]["won by"] == "'=HYPERLINK(1)"
    assert sheet(path)[0]["players"] == "'=HYPERLINK(1) -3"


@pytest.mark.parametrize(
    ("words", "since", "until"),
    [
        (("--year", "2026"), "2026-01-01", "2027-01-01"),
        (("--year", "2025"), "2025-01-01", "2026-01-01"),
        (("--since", "2026-02-10", "--until", "2026-02-12"), "2026-02-10", "2026-02-13"),
        (("--today",), "9999-01-01", ""),
    ],
)
def test_only_some_of_them(path: Path, games: list[GameResult], words: tuple[str, ...], since: str, until: str) -> None:
    meant = [game for game in games if since <= game.ended and (not until or game.ended < until)]
    found = {row["id"] for row in sheet(path, *words)}
    days = {game.id: game.ended for game in games}
    # The first and last hours of a day depend on the zone of the machine.
    near = {one for one in days if any(days[one].startswith(day) for day in (since, until) if day)}
    assert found - near == {game.id for game in meant} - near


@pytest.mark.parametrize("by", ["person", "game", "story", "evening"])
def test_they_are_counted(path: Path, games: list[GameResult], by: str) -> None:
    lines = said(path, "results", "--by", by).splitlines()
    assert len(lines) == 1 + len(sheet(path, "--by", by)) > 1


def test_a_journal_from_before_has_results_too(path: Path) -> None:
    shutil.copy(BEFORE, path)
    assert "Player 1 5450" in said(path, "results")


def test_a_journal_that_a_screen_has_open_is_read(path: Path, games: list[GameResult]) -> None:
    with Journal(path):
        assert len(sheet(path)) == len(games)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("results", "--today", "--year", "2026"), "Use only one of --today, --year"),
        (("results", "--journal", "/nowhere/j.db"), "There is no journal /nowhere/j.db."),
        (("people", "--rename", "Nobody", "Ana"), "Nobody is called Nobody here."),
        (("people", "--rename", "Ana", " "), "A name needs at least one letter."),
        (("people", "--erase", "Zoe"), "Nobody is called Zoe here."),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(
    path: Path, games: list[GameResult], words: tuple[str, ...], sentence: str
) -> None:
    words = words if "--journal" in words else (*words, "--journal", str(path))
    done = CliRunner().invoke(commands, list(words))
    assert done.exit_code == 2
    assert sentence in done.output


def test_nothing_to_tell_is_told(path: Path) -> None:
    Journal(path).close()
    assert said(path, "results") == "No finished games were found.\n"
    assert said(path, "people").startswith("Nobody is on the list")


def test_a_person_is_put_right_forgotten_and_erased(path: Path, games: list[GameResult]) -> None:
    played = sum(game.players != [] and "Ana" in [player.name for player in game.players] for game in games)
    assert played
    said(path, "people", "--rename", "ANA", "Anna")
    assert "Anna" in said(path, "people").splitlines()
    assert len(sheet(path, "--person", "Anna")) == played
    said(path, "people", "--forget", "anna")
    assert "Anna" not in said(path, "people")
    assert len(sheet(path, "--person", "Anna")) == played
    said(path, "people", "--erase", "Anna")
    assert sheet(path, "--person", "Anna") == []
    assert len(sheet(path)) == len(games)
