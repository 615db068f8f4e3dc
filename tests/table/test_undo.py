"""Undo, redo and jumps: everything can be taken back, and put back."""

from __future__ import annotations

import pytest

from companion.core.instructions import apply_instructions
from companion.core.refusals import Refused
from companion.core.texts import plain
from companion.table.history import EVERY, MOST, Snapshots
from companion.table.past import Timeline
from tests.tables import DRAW, GAME, PULL, STOP, THROW, hands_of, new_table
from tests.toygame import Loaded


def test_at_every_step_a_game_can_be_undone_to_its_start_and_redone():
    table = new_table()
    hashes = [table.hash()]
    for answer in (PULL, THROW, DRAW, PULL, THROW, DRAW, STOP):
        table.answer(answer)
        hashes.append(table.hash())
        steps = len(hashes) - 1
        for step in reversed(range(steps)):
            table.undo()
            assert table.hash() == hashes[step]
        for step in range(steps):
            table.redo()
            assert table.hash() == hashes[step + 1]


def test_undo_counts_what_people_said_and_takes_what_was_dealt_with_it():
    table = new_table()
    start = table.hash()
    table.answer(THROW)
    table.correct([{"fact": "lamps", "value": 2}], "found one")
    table.answer(DRAW)
    played = table.undo(3)
    assert table.hash() == start
    assert (table.log[-1].kind, table.log[-1].n) == ("undo", 3)
    assert played.rev == len(table.log)
    assert table.facts()["wind"] is not None


def test_undo_says_how_to_put_the_pieces_back():
    table = new_table()
    lying = table.pieces()
    table.answer(DRAW)
    with_card = table.pieces()
    assert apply_instructions(table.pieces(), table.undo().instructions) == lying
    assert apply_instructions(table.pieces(), table.redo().instructions) == with_card
    assert hands_of(table) == table.pieces()


@pytest.mark.parametrize("n", [0, -1, 3])
def test_more_than_there_is_cannot_be_undone(n):
    table = new_table()
    table.answer(PULL)
    table.answer(PULL)
    before = table.hash(), table.rev
    with pytest.raises(Refused) as no:
        table.undo(n)
    assert no.value.code == "nothing"
    assert (table.hash(), table.rev) == before


def test_what_was_dealt_before_the_first_decision_cannot_be_undone():
    table = new_table()
    with pytest.raises(Refused) as no:
        table.undo()
    assert no.value.code == "nothing"


def test_a_new_answer_ends_redo():
    table = new_table()
    table.answer(PULL)
    table.answer(PULL)
    table.undo(2)
    table.answer(THROW)
    with pytest.raises(Refused) as no:
        table.redo()
    assert no.value.code == "nothing"


def test_redo_of_a_part_leaves_the_rest_to_redo():
    table = new_table()
    hashes = []
    for answer in (PULL, THROW, PULL):
        table.answer(answer)
        hashes.append(table.hash())
    table.undo(3)
    table.redo(2)
    assert table.hash() == hashes[1]
    table.redo()
    assert table.hash() == hashes[2]


def test_the_timeline_names_what_was_done_and_what_can_be_redone():
    table = new_table()
    table.answer(PULL)
    table.correct([{"fact": "lamps", "value": 2}], "found one")
    table.answer(THROW)
    table.undo()
    timeline = Timeline(table)
    said = [(plain(timeline.label(one.played)), one.done) for one in timeline.entries()]
    assert [(words, done) for words, done in said if "Pull" in words or "Correction" in words or "Throw" in words] == [
        ("Do: Pull", True),
        ("Correction: found one", True),
        ("Do: Throw", False),
    ]


def test_a_jump_goes_to_right_after_a_moment_back_or_forth():
    table = new_table()
    hashes = {0: table.hash()}
    for answer in (PULL, THROW, DRAW, PULL):
        table.answer(answer)
        hashes[table.history.decisions[-1].entry.rev] = table.hash()
    for rev in [0, *hashes, *reversed(hashes)]:
        if rev == Timeline(table).now:
            with pytest.raises(Refused) as no:
                table.jump(rev)
            assert no.value.code == "nothing"
        else:
            table.jump(rev)
        assert table.hash() == hashes[rev]
    with pytest.raises(Refused) as no:
        table.jump(9999)
    assert no.value.code == "unknown"


def test_a_long_game_is_right_after_undo_across_many_snapshots():
    table = new_table()
    hashes = [table.hash()]
    for _ in range(EVERY * 3):
        table.answer(THROW)
        hashes.append(table.hash())
    for step in (EVERY * 2 + 1, EVERY * 2, EVERY - 1, 7, 0, EVERY, EVERY * 3):
        table.jump(([0] + [played.entry.rev for played in table.history.decisions])[step])
        assert table.hash() == hashes[step]
    table.undo(EVERY * 3)
    for _ in range(EVERY * 2):
        table.answer(PULL if table.facts()["bag"] else THROW)
    table.undo(EVERY + 3)
    table.redo(3)
    assert table.since(0).rev == table.rev
    assert hands_of(table) == table.pieces()


def test_snapshots_stay_few_however_long_the_game():
    state = GAME.rules.begin(Loaded().pack, ["ann"], {})
    snapshots = Snapshots(state)
    last = EVERY * MOST * 5
    for position in range(last):
        snapshots.pass_by(position, state)
    found = {snapshots.latest(position)[0] for position in range(0, last, EVERY)}
    assert len(found) <= MOST
    assert min(found) == 0
    snapshots.forget_after(EVERY)
    assert snapshots.latest(last)[0] <= EVERY
