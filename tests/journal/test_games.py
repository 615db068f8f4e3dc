"""A game is kept, and gone on with."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from companion.journal import Journal, JournalError
from companion.table.log import Entry
from tests.journal.conftest import play
from tests.journal.playing import CHANCE, SETUP, entry
from tests.tables import new_table


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
