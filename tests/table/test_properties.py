"""What holds at every table, whatever is done at it."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.answers import Roll
from companion.core.asks import RollAsk, is_chance
from companion.core.refusals import Refused
from companion.table.past import Timeline
from companion.table.table import Table
from tests.daily import share
from tests.tables import hands_of, new_table, resumed

OPERATIONS = st.one_of(
    st.tuples(st.just("answer"), st.integers(0, 5)),
    st.tuples(st.just("answer"), st.integers(0, 5)),
    st.tuples(st.just("undo"), st.integers(1, 4)),
    st.tuples(st.just("redo"), st.integers(1, 3)),
    st.tuples(st.just("correct"), st.integers(0, 11)),
    st.tuples(st.just("deal"), st.integers(1, 3)),
    st.tuples(st.just("chance"), st.integers(0, 7)),
    st.tuples(st.just("jump"), st.integers(0, 9)),
)


def do(table: Table, operation: str, number: int) -> None:
    """One thing that people do; what is refused must not have changed anything."""
    before = table.hash(), table.rev, table.pieces(), table.ask
    try:
        if operation == "answer":
            answers = table.legal()
            if answers is None:
                faces = table.faces() or {}
                table.answer(Roll({die: sides[number % len(sides)] for die, sides in faces.items()}))
            elif answers:
                table.answer(answers[number % len(answers)])
        elif operation == "undo":
            table.undo(number)
        elif operation == "redo":
            table.redo(number)
        elif operation == "correct":
            table.correct([{"fact": "lamps", "value": number}], "counted")
        elif operation == "deal":
            table.deal(number)
        elif operation == "chance":
            table.set_chance(table.game.rules.chance_items[number // 2], ("digital", "asked")[number % 2])
        else:
            revs = [0, *(played.entry.rev for played in table.history.decisions)]
            table.jump(revs[number % len(revs)])
    except Refused:
        assert (table.hash(), table.rev, table.pieces(), table.ask) == before


@settings(max_examples=share(150), deadline=None)
@given(st.lists(OPERATIONS, max_size=40), st.booleans(), st.sampled_from(["ash", "oak"]))
def test_replay_equals_live_and_hands_follow(operations, auto, seed):
    table = new_table(seed, auto=auto)
    for operation, number in operations:
        do(table, operation, number)
        assert hands_of(table) == table.pieces()
        assert [entry.rev for entry in table.log] == list(range(1, table.rev + 1))
        if auto and is_chance(table.ask) and table.can_deal:
            assert table.history.undone
    again = resumed(table, auto=False)
    assert (again.hash(), again.rev, again.ask) == (table.hash(), table.rev, table.ask)
    assert [one.done for one in Timeline(again).entries()] == [one.done for one in Timeline(table).entries()]
    for undone in range(table.history.done):
        table.undo()
        again.undo()
        assert again.hash() == table.hash(), undone
    for redone in range(table.history.undone):
        table.redo()
        again.redo()
        assert again.hash() == table.hash(), redone
    assert hands_of(table) == table.pieces()


@settings(max_examples=share(60), deadline=None)
@given(st.lists(st.integers(0, 5), min_size=1, max_size=25), st.data())
def test_undo_and_the_same_answers_again_give_the_same_game(choices, data):
    table = new_table()
    said = []
    for choice in choices:
        answers = table.legal()
        if not answers:
            break
        said.append(answers[choice % len(answers)])
        table.answer(said[-1])
    end = table.hash()
    back = data.draw(st.integers(1, len(said)))
    table.undo(back)
    for answer in said[-back:]:
        table.answer(answer)
    assert table.hash() == end


def test_rolls_are_covered_by_the_operations_above():
    table = new_table(chance={"dice": "asked"})
    do(table, "answer", 4)
    assert isinstance(table.ask, RollAsk)
    do(table, "answer", 2)
    assert table.facts()["throws"] == ["BC"]
