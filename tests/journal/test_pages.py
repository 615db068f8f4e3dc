"""Only those games are read that somebody looks at; a journal from before that gets what it lacks by itself."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.core.texts import plain
from companion.journal import Journal, open_read_only
from companion.lookback.settling import settle
from tests.journal.conftest import play
from tests.journal.playing import CHANCE, SETUP

ROOT = Path(__file__).parents[2]
BEFORE = Path(__file__).parent / "recorded" / "before_lookups.db"
"""Three games, written before there were pages: two that are over, and one of 32 entries."""
GAMES = ("newyork", "krysis", "a_b.c")


@pytest.fixture
def many(journal: Journal) -> list[tuple[str, str, bool]]:
    """Id, rulebook and whether it is over of 25 games, the one played last first."""
    found = []
    for n in range(25):
        name = GAMES[n % 3]
        game_id = journal.create(replace(SETUP, game=name), CHANCE)
        if n % 2:
            journal.note(game_id, finished=True)
        found.append((game_id, name, bool(n % 2)))
    return found[::-1]


@pytest.mark.parametrize("rulebooks", [None, ["krysis"], ["krysis", "newyork"], ["thousand"], []])
def test_pages_are_parts_of_the_whole_list(
    journal: Journal, many: list[tuple[str, str, bool]], rulebooks: list[str] | None
) -> None:
    wanted = [game for game, name, _ in many if rulebooks is None or name in rulebooks]
    assert journal.count(rulebooks) == len(wanted)
    assert [game.id for game in journal.games(rulebooks=rulebooks)] == wanted
    for first, most in ((0, 4), (3, 7), (20, 9), (99, 3)):
        assert [game.id for game in journal.games(first, most, rulebooks=rulebooks)] == wanted[first : first + most]


def test_the_last_game_of_a_rulebook(journal: Journal, many: list[tuple[str, str, bool]]) -> None:
    for name in GAMES:
        for open_only in (False, True):
            found = journal.last_of([name], open_only=open_only)
            assert found is not None
            assert found.id == next(i for i, game, over in many if game == name and not (open_only and over))
    assert journal.last_of(["thousand"]) is None


def test_games_that_cannot_go_on_are_passed_over(path: Path) -> None:
    with Journal(path) as journal:
        ids = [play(journal, 1) for _ in range(20)]
    with closing(sqlite3.connect(path)) as db:
        db.execute("UPDATE games SET setup = replace(setup, 'father', 'mother') WHERE n > 1")
        db.commit()
    with Journal(path) as journal:
        assert len(journal.notices) == 1
        assert journal.last() == ids[0]
        assert journal.count() == 20
        assert [game.id for game in journal.games()] == ids[:1]
        told = [plain(notice) for notice in journal.notices]
        assert len(told) == len(set(told)) == 19
        journal.games()
        assert len(journal.notices) == 19


def test_damage_beside_an_old_game_is_mended_when_somebody_looks(path: Path) -> None:
    with Journal(path) as journal:
        old, new = play(journal, 5), play(journal, 5)
    with closing(sqlite3.connect(path)) as db:
        db.execute("UPDATE games SET confirmed = 3 WHERE id = ?", [old])
        db.commit()
    for look in (lambda journal: journal.games(), lambda journal: journal.load(old)):
        with Journal(path) as journal:
            assert journal.notices == []
            look(journal)
            assert [game.id for game in journal.games()] == [new, old]
            assert len(journal.verify()) == 0
            assert len(journal.notices) == 1
            assert journal.saved(old).confirmed == 5
        with closing(sqlite3.connect(path)) as db:
            db.execute("UPDATE games SET confirmed = 2 WHERE id = ?", [old])
            db.commit()


def test_a_journal_from_before_gets_what_it_lacks(path: Path) -> None:
    shutil.copy(BEFORE, path)
    with open_read_only(path) as found:
        before = [(game.id, game.rev, game.finished) for game in found.games()]
    assert [(rev, over) for _, rev, over in before] == [(32, False), (210, True), (83, True)]
    for _ in range(2):
        with Journal(path) as journal:
            assert [(game.id, game.rev, game.finished) for game in journal.games()] == before
            assert journal.last() == before[0][0]
            assert (journal.verify(), journal.notices) == ([], [])
    with closing(sqlite3.connect(path)) as db, Journal(path.with_name("new.db")) as new:
        assert new.verify() == []
        with closing(sqlite3.connect(new.path)) as other:
            made = "SELECT name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY name"
            assert db.execute(made).fetchall() == other.execute(made).fetchall()


@pytest.mark.parametrize("names", [["games_played"], ["games_of"], ["games_open", "games_of", "games_played"]])
def test_lookups_of_another_version_are_made_anew(path: Path, names: list[str]) -> None:
    shutil.copy(BEFORE, path)
    Journal(path).close()
    with closing(sqlite3.connect(path)) as db:
        for name in names:
            db.execute(f"DROP INDEX {name}")
            db.execute(f"CREATE INDEX {name} ON games (created)")
        db.commit()
    with Journal(path) as journal:
        assert journal.verify() == []
    with closing(sqlite3.connect(path)) as db:
        assert not [sql for (sql,) in db.execute("SELECT sql FROM sqlite_master") if sql and "(created)" in sql]


def test_how_games_from_before_have_ended_is_worked_out_once(path: Path) -> None:
    shutil.copy(BEFORE, path)
    with Journal(path) as journal:
        assert len(journal.results.unsettled()) == 2
        assert settle(journal, 1) == 1
        assert settle(journal) == 1
        assert settle(journal) == 0
        newyork, thousand = journal.results.page()
        assert [(one.name, one.won, one.points) for one in thousand.players] == [("", True, 5450), ("", False, 4350)]
        assert (thousand.outcome, thousand.game, thousand.box, thousand.story) == ("decided", "thousand", "", "")
        assert (newyork.game, newyork.box_name["en"] != "", newyork.story_name["es"] != "") == ("newyork", True, True)
        assert newyork.seconds == 209 * 11
        assert journal.verify() == []


def test_a_game_whose_rules_are_gone_has_an_end_that_nobody_knows(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(BEFORE, path)
    monkeypatch.setattr("companion.lookback.settling.game_names", lambda: ["newyork"])
    with Journal(path) as journal:
        settle(journal)
        thousand = journal.results.page()[-1]
        assert (thousand.outcome, [one.seat for one in thousand.players]) == ("unknown", ["player1", "player2"])
        assert journal.results.unsettled() == []


HALF = """
import os, sys
from pathlib import Path
from companion.journal.files import writer
from companion.journal.format import missing_statements
db = writer(Path(sys.argv[1]))
db.execute("BEGIN")
for statement in missing_statements(db)[: int(sys.argv[2])]:
    db.execute(statement)
os._exit(0)
"""


@pytest.mark.parametrize("done", [1, 4, 9])
def test_power_that_goes_while_a_journal_gets_what_it_lacks_harms_nothing(path: Path, done: int) -> None:
    shutil.copy(BEFORE, path)
    subprocess.run([sys.executable, "-c", HALF, str(path), str(done)], cwd=ROOT, check=True)
    with Journal(path) as journal:
        assert [game.rev for game in journal.games()] == [32, 210, 83]
        assert (journal.verify(), journal.notices) == ([], [])
        assert settle(journal) == 2
