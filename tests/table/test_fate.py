"""Undo never re-rolls fate (R-GEN-09)."""

from __future__ import annotations

import pytest

from companion.core.answers import Draw, Roll
from companion.core.refusals import Refused
from tests.tables import DRAW, GAMBLE, PULL, THROW, new_table, resumed


def throws(table):
    return table.facts()["throws"]


def cards(table):
    return table.facts()["cards"]


def seeds_that_differ(play):
    """Tables on which playing the same twice gives different outcomes, so that the same one twice means fate."""
    for seed in map(str, range(40)):
        table = new_table(seed)
        play(table)
        play(table)
        first, second = throws(table)
        if first != second:
            yield new_table(seed), first, second


def a_table_that_throws_differently():
    return next(seeds_that_differ(lambda table: table.answer(THROW)))


@pytest.mark.rule("R-GEN-09")
def test_asked_the_same_again_the_dealer_gives_the_same_again():
    table = new_table()
    for _ in range(4):
        table.answer(DRAW)
        first = cards(table)
        table.undo()
        table.answer(DRAW)
        assert cards(table) == first


def test_two_equal_throws_undone_come_again_in_their_order():
    table, first, second = a_table_that_throws_differently()
    table.answer(THROW)
    table.answer(THROW)
    table.undo(2)
    table.answer(THROW)
    assert throws(table) == [first]
    table.answer(THROW)
    assert throws(table) == [first, second]


def test_the_order_is_kept_when_they_are_undone_one_by_one():
    table, first, second = a_table_that_throws_differently()
    table.answer(GAMBLE)
    table.answer(THROW)
    third = throws(table)[2]
    table.undo()
    table.undo()
    table.answer(THROW)
    table.answer(GAMBLE)
    assert throws(table) == [first, second, third]


def test_another_question_is_free():
    table = new_table()
    table.answer(DRAW)
    table.undo()
    table.answer(PULL)
    table.answer(THROW)
    assert (len(throws(table)), cards(table)) == (1, [])


def test_with_other_possible_outcomes_the_question_is_another():
    table = new_table(chance={"trees": "asked"})
    for card in ("ash", "birch", "cedar", "elm"):
        table.answer(DRAW)
        table.answer(Draw("trees", card))
    table.undo(8)
    # All six could come again, so ash is foretold; but after another first card five others could.
    table.answer(DRAW)
    table.answer(Draw("trees", "birch"))
    table.answer(DRAW)
    table.set_chance("trees", "digital")
    assert cards(table)[0] == "birch"
    assert cards(table)[1] in ("ash", "cedar", "elm", "fir", "oak")


@pytest.mark.rule("R-GEN-09")
def test_new_fate_can_be_asked_for_and_the_log_says_so():
    table = new_table()
    table.answer(THROW)
    table.undo()
    table.answer(THROW, fresh=True)
    again = throws(table)
    assert [entry.fresh for entry in table.log if entry.kind == "chance"][-2:] == [False, True]
    table.undo()
    table.answer(THROW)
    assert throws(table) == again


def test_fresh_fate_is_really_new():
    outcomes = set()
    table = new_table()
    for _ in range(20):
        table.answer(THROW, fresh=True)
        outcomes.add(throws(table)[0])
        table.undo()
    assert len(outcomes) > 3


def test_fate_survives_a_restart():
    table, first, second = a_table_that_throws_differently()
    table.answer(THROW)
    table.answer(THROW)
    table.undo(2)
    again = resumed(table)
    again.answer(GAMBLE)
    assert throws(again) == [first, second]


def test_redo_uses_up_what_was_foretold():
    table, first, second = a_table_that_throws_differently()
    table.answer(THROW)
    table.answer(THROW)
    table.undo(2)
    table.redo()
    table.answer(THROW)
    assert throws(table) == [first, second]


def test_a_throw_by_hand_is_fate_as_well():
    table = new_table(chance={"dice": "asked"})
    table.answer(THROW)
    table.answer(Roll({"left": "B", "right": "C"}))
    table.undo(2)
    table.answer(THROW)
    table.deal()
    assert throws(table) == ["BC"]


def test_hands_may_say_otherwise_and_then_that_is_fate():
    table = new_table(chance={"dice": "asked"})
    table.answer(THROW)
    table.answer(Roll({"left": "B", "right": "C"}))
    table.undo()
    table.answer(Roll({"left": "A", "right": "A"}))
    table.undo()
    table.deal()
    assert throws(table) == ["AA"]
    table.answer(THROW)
    assert table.facts()["throws"] == ["AA"]


def played_the_rest(seed):
    """A table on which one die was read and the other dealt."""
    table = new_table(seed, chance={"dice": "asked"})
    table.answer(THROW)
    table.deal_rest({"left": "A"}, "serial")
    return table


def test_the_rest_of_a_throw_is_dealt_where_a_part_was_read():
    table = played_the_rest("oak")
    assert throws(table)[0][0] == "A"
    entry = table.log[-1]
    assert (entry.kind, entry.source, entry.answer["faces"].keys()) == ("answer", "serial", {"left", "right"})
    seen = {throws(played_the_rest(seed))[0] for seed in map(str, range(20))}
    assert seen == {"AA", "AB", "AC"}


def test_after_undo_the_same_reading_is_followed_by_the_same_faces():
    for seed in map(str, range(20)):
        table = played_the_rest(seed)
        first = throws(table)
        table.undo()
        table.deal_rest({"left": "A"})
        assert throws(table) == first


def test_another_reading_is_followed_by_what_agrees_with_it():
    table = new_table(chance={"dice": "asked"})
    table.answer(GAMBLE)
    table.answer(Roll({"left": "A", "right": "B"}))
    table.answer(Roll({"left": "B", "right": "C"}))
    table.undo(2)
    table.deal_rest({"left": "B"})
    table.deal_rest({"left": "A"})
    assert throws(table) == ["BC", "AB"]


def test_a_reading_that_was_never_there_is_followed_by_a_new_throw():
    table = played_the_rest("oak")
    table.undo()
    table.deal_rest({"left": "B"})
    assert throws(table)[0][0] == "B"


def test_only_a_throw_has_a_rest():
    table = new_table()
    with pytest.raises(Refused) as no:
        table.deal_rest({"left": "A"})
    assert no.value.code == "illegal"
    table.answer(THROW)
    with pytest.raises(Refused) as no:
        table.deal_rest({"left": "A"}, rev=table.rev - 1)
    assert no.value.code == "stale"
