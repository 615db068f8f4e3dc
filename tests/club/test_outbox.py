"""What waits in a journal for the club: everything that ended since, each until it was told as it is now."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from companion.club.publishing import Outbox
from companion.journal import Journal
from companion.table.result import GameResult
from companion.table.table import Table
from tests.club.broker import finished
from tests.games.chaos import new_game
from tests.games.thousand.chaos import ThousandChaos
from tests.journal.conftest import play


def ids(outbox: Outbox) -> list[str]:
    return [one.result.id for one in outbox.waiting(100)]


def names() -> str:
    return f"table{next(_numbers):04d}"


_numbers = count(1)


def test_a_table_keeps_its_number_and_what_was_before_is_its_own_affair(tmp_path: Path) -> None:
    with Journal(tmp_path / "j.db") as journal:
        journal.results.settle(finished("before"))
        outbox = Outbox(journal, names)
        number = outbox.table
        assert ids(outbox) == []
        assert outbox.latest(9) == []
        journal.results.settle(finished("after"))
        journal.results.add(finished("of others", table="Table 9", table_id="abcdefgh"))
        assert ids(outbox) == ["after"]
    with Journal(tmp_path / "j.db") as journal:
        again = Outbox(journal, names)
        assert again.table == number
        assert ids(again) == ["after"]
        again.renumber("another12")
    with Journal(tmp_path / "j.db") as journal:
        assert Outbox(journal, names).table == "another12"


def test_what_was_told_waits_no_more_unless_it_is_another(tmp_path: Path) -> None:
    with Journal(tmp_path / "j.db") as journal:
        outbox = Outbox(journal, names)
        journal.results.settle(finished("a"))
        (one,) = outbox.waiting(9)
        journal.people.meet(["Ana"])
        journal.people.rename("Ana", "Anna")
        outbox.sent(one)
        journal.flush()
        (again,) = outbox.waiting(9)
        assert [player.name for player in again.result.players] == ["Anna", "Luis"]
        outbox.sent(again)
        journal.flush()
        assert not outbox.waiting(9)
        assert [one.result.id for one in outbox.latest(9)] == ["a"]


def played_to_the_end(journal: Journal) -> Table:
    """A game that is over and on disk."""
    chaos, r = ThousandChaos(), Random(5)
    made, _ = new_game(chaos, r, digital=True)
    table = Table(made.game, made.box, made.setup.seats, made.setup.settings, chance=made.chance, store=journal)
    while not table.over:
        table.answer(chaos.random_answer(r, table))
    journal.flush()
    return table


def test_a_game_that_goes_on_after_all_is_withdrawn(tmp_path: Path) -> None:
    with Journal(tmp_path / "j.db") as journal:
        outbox, table = Outbox(journal, names), played_to_the_end(journal)
        (one,) = outbox.waiting(9)
        assert one.result.id == table.game_id
        outbox.sent(one)
        journal.flush()
        assert (outbox.withdrawn(9), ids(outbox)) == ([], [])
        table.undo()
        journal.flush()
        assert outbox.withdrawn(9) == [table.game_id]
        outbox.forgotten(table.game_id)
        table.redo()
        journal.flush()
        assert (outbox.withdrawn(9), ids(outbox)) == ([], [table.game_id])


def test_who_says_at_the_end_who_played_is_in_the_result_and_the_club_hears_it(tmp_path: Path) -> None:
    with Journal(tmp_path / "j.db") as journal:
        outbox, table = Outbox(journal, names), played_to_the_end(journal)
        (one,) = outbox.waiting(9)
        outbox.sent(one)
        seat = table.setup.seats[0]
        table.name_people({seat: "Anna"})
        table.note("sides", {seat: 180})
        journal.flush()
        (again,) = outbox.waiting(9)
        assert [player.name for player in again.result.players if player.seat == seat] == ["Anna"]
        assert again.result.players[1:] == one.result.players[1:]


def test_the_number_and_what_was_told_are_saved_from_a_damaged_file(tmp_path: Path) -> None:
    path = tmp_path / "j.db"
    with Journal(path) as journal:
        outbox = Outbox(journal, names)
        number = outbox.table
        play(journal, 5)
        for n in range(300):
            journal.results.settle(finished(f"g{n:03d}", ended=f"2026-11-25T19:{n // 60:02d}:{n % 60:02d}Z"))
        outbox.sent(outbox.waiting(1)[0])
    with path.open("r+b") as file:
        file.truncate(path.stat().st_size - 4096)
    with Journal(path) as journal:
        journal.verify()
        found = Outbox(journal, names)
        assert found.table == number
        assert "g000" not in ids(found)


@settings(deadline=None)
@given(st.lists(st.sampled_from(["finish a", "finish b", "go on a", "tell", "tell late", "open"]), max_size=12))
def test_whatever_comes_between_in_the_end_the_club_knows_what_the_journal_says(
    tmp_path_factory: pytest.TempPathFactory, course: list[str]
) -> None:
    path = tmp_path_factory.mktemp("j") / "j.db"
    club: dict[str, GameResult] = {}
    journal = Journal(path)
    outbox = Outbox(journal, names)

    def tell(outbox: Outbox) -> None:
        for game_id in outbox.withdrawn(9):
            club.pop(game_id, None)
            outbox.forgotten(game_id)
        assert outbox.sending(outbox.waiting(9))
        for one in outbox.waiting(9):
            club[one.result.id] = one.result
            outbox.sent(one)

    for minute, what in enumerate(course):
        match what.split():
            case ["finish", game]:
                journal.results.settle(finished(game, ended=f"2026-11-25T20:{minute:02d}:00Z"))
            case ["go", _, game]:
                journal.results.settle(structs.replace(finished(game), seconds=minute))
                journal.write(lambda db: db.execute("DELETE FROM finished WHERE id = 'a'"))
            case ["tell"]:
                tell(outbox)
            case ["tell", _]:
                # The broker has it, and the power goes before that is noted.
                assert outbox.sending(outbox.waiting(9))
                club.update({one.result.id: one.result for one in outbox.waiting(9)})
            case ["open"]:
                journal.close()
                journal = Journal(path)
                outbox = Outbox(journal, names)
    journal.flush()
    tell(outbox)
    journal.flush()
    kept = {one.id: one for one in journal.results.page()}
    assert club == kept
    assert (outbox.waiting(9), outbox.withdrawn(9)) == ([], [])
    journal.close()
