"""Games and readings in a journal: how they are kept, continued, changed and read, also by another process."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from companion.cli import companion as commands
from companion.core.answers import Draw, Pull
from companion.core.texts import plain
from companion.journal import Journal, JournalError, open_read_only
from companion.lookback.lookback import settle
from companion.table.log import Entry, ReadingId
from companion.table.past import weigh
from companion.table.table import Table
from tests.journal.conftest import play
from tests.journal.playing import CHANCE, SETUP, entry
from tests.tables import DRAW, GAME, PULL, THROW, new_table
from tests.toygame import Loaded

# Saving and resuming.


def test_what_was_appended_is_loaded_by_the_next_process(path: Path) -> None:
    with Journal(path) as journal:
        game_id = play(journal, 40)
    with Journal(path) as journal:
        assert journal.last() == game_id
        assert journal.load(game_id) == (SETUP, CHANCE, [entry(rev) for rev in range(1, 41)])
        assert journal.notices == []


@pytest.mark.parametrize(
    "written",
    [
        Entry(1, "answer", "touch", 1763739200.123456, {"do": "end_turn"}),
        Entry(1, "chance", "dealer", 12.0, {"do": "draw", "deck": "police", "card": "Ñandú 🎲"}, fresh=True),
        Entry(1, "undo", "gpio", 0.0, n=12),
        Entry(1, "redo", "wire", 0.5, n=1),
        Entry(1, "correct", "touch", 9.25, changes=[{"fact": "alert", "value": None}], why="a card fell down"),
    ],
)
def test_every_kind_of_entry_comes_back_as_it_was(journal: Journal, written: Entry) -> None:
    game_id = journal.create(SETUP, CHANCE)
    journal.append(game_id, written)
    assert journal.load(game_id)[2] == [written]


def test_saved_is_called_in_order_from_another_thread(journal: Journal) -> None:
    heard: list[tuple[int, str]] = []
    game_id = journal.create(SETUP, CHANCE)
    for rev in range(1, 21):
        journal.append(game_id, entry(rev), lambda rev=rev: heard.append((rev, threading.current_thread().name)))
    assert journal.flush()
    assert heard == [(rev, "journal") for rev in range(1, 21)]


def test_a_listener_that_fails_stops_nothing(journal: Journal) -> None:
    game_id = journal.create(SETUP, CHANCE)
    journal.append(game_id, entry(1), lambda: 1 / 0)  # type: ignore[arg-type,return-value]
    journal.append(game_id, entry(2))
    assert len(journal.load(game_id)[2]) == 2
    assert journal.alive


def test_an_entry_that_does_not_follow_is_not_taken(journal: Journal) -> None:
    game_id = play(journal, 3)
    with pytest.raises(ValueError, match=r"entry 5 of game .* follows entry 3"):
        journal.append(game_id, entry(5))
    assert len(journal.load(game_id)[2]) == 3


def test_what_is_known_beside_the_log_changes(path: Path) -> None:
    with Journal(path) as journal:
        game_id = play(journal, 5)
        journal.note(game_id, chance={"police": "asked"}, confirmed=4, notes={"round": 2})
        journal.note(game_id, confirmed=5)
    with Journal(path) as journal:
        game = journal.saved(game_id)
        assert (game.chance, game.confirmed, game.notes) == ({"police": "asked"}, 5, {"round": 2})
        assert (game.game, game.rev, game.at, game.finished) == ("newyork", 5, entry(5).at, False)


def test_the_notes_of_a_table_are_there_after_a_power_cut(path: Path) -> None:
    notes = {"sketch": {"harbour": [0, 0, 1]}}
    with Journal(path) as journal:
        table = new_table(store=journal)
        game_id = str(table.game_id)
        assert journal.saved(game_id).notes == {}
        table.note("sketch", notes["sketch"])
        journal.flush()
    with Journal(path) as journal:
        assert journal.saved(game_id).notes == notes
        assert journal.verify() == []


def test_games_come_in_the_order_in_which_they_were_last_played(journal: Journal) -> None:
    first, second = play(journal, 2), play(journal, 2)
    assert [game.id for game in journal.games()] == [second, first]
    play(journal, 1, first)
    assert [game.id for game in journal.games()] == [first, second]


def test_the_last_game_is_one_that_is_not_finished(journal: Journal) -> None:
    assert journal.last() is None
    first, second = play(journal, 2), play(journal, 2)
    journal.note(second, finished=True)
    assert journal.last() == first
    journal.note(first, finished=True)
    assert journal.last() is None


def test_a_game_that_is_not_there_is_said_in_a_sentence(journal: Journal) -> None:
    for ask in (journal.load, journal.saved, lambda game: journal.note(game, finished=True)):
        with pytest.raises(JournalError, match=r"^There is no game nowhere in the journal .*\.$"):
            ask("nowhere")


def test_the_file_is_written_the_safe_way(journal: Journal) -> None:
    modes: list[object] = []
    journal._writer.run(lambda db: modes.append(db.execute("PRAGMA synchronous").fetchone()[0]))
    journal._writer.run(lambda db: modes.append(db.execute("PRAGMA journal_mode").fetchone()[0]))
    assert modes == [2, "wal"]


def test_an_entry_costs_at_most_200_bytes_on_the_disk(path: Path) -> None:
    with Journal(path) as journal:
        play(journal, 3000)
    assert path.stat().st_size / 3000 <= 200


def test_closing_twice_is_closing(path: Path) -> None:
    with Journal(path) as journal:
        assert journal.close()
    assert journal.close()
    assert not journal.alive


# Games are read page by page; the schema of an older journal is brought up to date.

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
    monkeypatch.setattr("companion.lookback.lookback.game_names", lambda: ["newyork"])
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


# A reading of a die counts once, whatever is sent again and whenever the power fails.

READINGS = [ReadingId("reader-7", "b00t", 41), ReadingId("reader-7", "b00t", 42)]


def test_readings_are_kept_with_the_entry_that_they_made(path: Path) -> None:
    with Journal(path) as journal:
        game_id = play(journal, 4)
        assert not journal.seen(ReadingId("reader-7", "b00t", 41))
        journal.append(game_id, entry(5), readings=READINGS)
        assert journal.flush()
        assert journal.seen(ReadingId("reader-7", "b00t", 41))
    with Journal(path) as journal:
        assert all(journal.seen(reading) for reading in READINGS)
        assert not journal.seen(ReadingId("reader-7", "b00t", 43))
        assert not journal.seen(ReadingId("reader-7", "another boot", 41))


def test_readings_without_an_entry_are_kept_too(path: Path) -> None:
    heard = []
    with Journal(path) as journal:
        journal.mark_read(READINGS, lambda: heard.append(journal.seen(READINGS[0])))
        journal.mark_read(READINGS)
    assert heard == [True]
    with Journal(path) as journal:
        assert all(journal.seen(reading) for reading in READINGS)


def test_only_as_many_are_remembered_as_a_reader_could_send_again(path: Path) -> None:
    with Journal(path) as journal:
        journal.mark_read([ReadingId("reader-7", "b00t", seq) for seq in range(5000)])
    with Journal(path) as journal:
        assert not journal.seen(ReadingId("reader-7", "b00t", 0))
        assert journal.seen(ReadingId("reader-7", "b00t", 4999))


# A revised answer is on disk completely, or not at all.

ASKED = {"trees": "asked", "tokens": "asked"}


def switch_on(path: Path) -> Table:
    """Go on with the last game, as after a power cut."""
    with Journal(path) as journal:
        game_id = journal.last()
        assert game_id is not None
        setup, chance, entries = journal.load(game_id)
        assert not journal.verify()
    return Table.resume(GAME, Loaded(), setup, entries, chance=chance)


def test_it_is_one_transaction(tmp_path: Path, monkeypatch) -> None:
    """The power goes while the change is being written: what was there before is there, and nothing of the change."""
    path = tmp_path / "journal.db"
    journal = Journal(path)
    table = new_table(store=journal, chance=ASKED)
    for answer in (DRAW, Draw("trees", "ash"), PULL, Pull("tokens", "red"), THROW):
        table.answer(answer)
    assert journal.flush()
    before, rev = table.hash(), table.rev
    written = []

    def breaks(self, db, jobs):
        with db.atomic():
            for job in jobs:
                job.write(db)
            written.append(db.execute("SELECT count(*) FROM entries").fetchone()[0])
            raise SystemExit("the power is gone")

    monkeypatch.setattr("companion.journal.files.Writer._commit", breaks)
    monkeypatch.setattr("threading.excepthook", lambda _: None)
    table.revise(weigh(table, 3, Draw("trees", "oak")))
    journal.close()
    assert written[0] > rev + 1, "several entries were on their way"
    monkeypatch.undo()
    again = switch_on(path)
    assert (again.hash(), again.rev) == (before, rev)


def test_when_it_is_there_it_is_there_whole(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with Journal(path) as journal:
        table = new_table(store=journal, chance=ASKED)
        for answer in (DRAW, Draw("trees", "ash"), PULL, Pull("tokens", "red"), THROW):
            table.answer(answer)
        table.revise(weigh(table, 3, Draw("trees", "oak")))
    again = switch_on(path)
    assert (again.hash(), again.rev) == (table.hash(), table.rev)
    assert again.facts()["cards"] == ["oak"]


# Reading a journal while another process writes it.


def test_what_is_on_disk_is_read_while_another_writes(journal: Journal, path: Path) -> None:
    game_id = play(journal, 7)
    with open_read_only(path) as found:
        assert [game.id for game in found.games()] == [game_id]
        assert found.load(game_id) == (SETUP, CHANCE, [entry(rev) for rev in range(1, 8)])
        play(journal, 1, game_id)
        assert found.saved(game_id).rev == 8


@pytest.mark.parametrize("command", [["history"], ["log", "last", "--secrets"]])
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
