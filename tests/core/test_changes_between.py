"""What hands do after an undo or a correction: pieces that lie elsewhere, and pieces that only lie the wrong way up."""

from __future__ import annotations

from companion.core.instructions import Instruction, Picture, changes_between


def test_what_lies_the_wrong_way_up_is_flipped_where_it_lies() -> None:
    before = Picture({"player:ana": {"rest:tile": 1}}, {})
    after = Picture({"player:ana": {"rest:tile": 1}}, {"player:ana": {"rest:tile": 1}})
    assert changes_between(before, after) == [Instruction("flip", "rest:tile", 1, at="player:ana")]
    assert changes_between(after, before) == [Instruction("flip", "rest:tile", 1, at="player:ana")]


def test_as_many_are_flipped_as_lie_another_way_up() -> None:
    hand = {"hand:ana": {"item:bike": 3}}
    before = Picture(hand, {"hand:ana": {"item:bike": 3}})
    after = Picture(hand, {"hand:ana": {"item:bike": 1}})
    assert changes_between(before, after) == [Instruction("flip", "item:bike", 2, at="hand:ana")]


def test_what_goes_to_another_hand_is_moved_and_not_flipped() -> None:
    before = Picture({"hand:ana": {"item:bike": 1}}, {"hand:ana": {"item:bike": 1}})
    after = Picture({"hand:leo": {"item:bike": 1}}, {"hand:leo": {"item:bike": 1}})
    assert changes_between(before, after) == [Instruction("move", "item:bike", 1, source="hand:ana", to="hand:leo")]


def test_two_tables_alike_need_no_hands() -> None:
    table = Picture({"hand:ana": {"item:bike": 1}}, {"hand:ana": {"item:bike": 1}})
    assert changes_between(table, table) == []
