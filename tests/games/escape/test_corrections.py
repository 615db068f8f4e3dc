"""Corrections: the table is right and the companion wrong (WIRE.md, "Corrections"; R-GEN-01, R-GEN-04, R-GEN-05)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.escape.helpers import EscapeTable, Json

LEDGER = {"ep.cash_ledger": "private", "plans": "private"}


@pytest.fixture
def evening() -> EscapeTable:
    """Cat's turn on day 1, then ben's, then ann's."""
    return EscapeTable("ann ben cat", LEDGER).set_up().until("turn")


def change(fact: str, value: Any, **selects: Any) -> Json:
    return {"fact": fact, **selects, "value": value}


GOOD = [
    ("notoriety", 10, 0), ("wounds", 3, 1), ("gangs", 2, 1), ("cubes", [], [0, 8]), ("first_aid", True, False),
    ("rest", True, False), ("asset:extra", False, True), ("asset:badge1", True, False), ("equipment", 16, 2),
    ("gas", 6, 1), ("handcuffs", 10, 0), ("key:gold", 3, 1), ("locker:flat", 5, 4),
]  # fmt: skip


@pytest.mark.rule("R-EP-83")
@pytest.mark.parametrize(("fact", "most", "other"), GOOD, ids=[row[0] for row in GOOD])
def test_a_counter_of_a_seat(evening, fact, most, other):
    """Hands mend it too, and nothing follows from it."""
    asked = evening.ask
    for value in (most, other):
        evening.set(fact, value, seat="ann")
        assert evening.player("ann")[fact] == value
        assert evening.ask == asked
    evening.undo(2)


ILLEGAL = [
    change("notoriety", 11, seat="ann"), change("notoriety", -1, seat="ann"), change("wounds", 4, seat="ann"),
    change("gangs", 3, seat="ann"), change("cubes", [1, 0], seat="ann"), change("cubes", [1, 1], seat="ann"),
    change("cubes", [9], seat="ann"), change("cubes", [-1], seat="ann"), change("equipment", 17, seat="ann"),
    change("gas", -1, seat="ann"), change("key:gold", 4, seat="ann"),
    change("stock", 7, what="gas"), change("stock", -1, what="gas"),
    change("officers", 11, tile="a1", type="red"), change("officers", -1, tile="a1", type="red"),
    change("officers", 10, tile="hospital", type="red"), change("officers", 1, tile="a3", type="red"),
    change("gang", 7, at="board"), change("gang", -1, at="board"), change("gang", 3, at="tile:a1"),
    change("gang", 1, at="tile:a3"), change("business", "tile:a3", business="b1"),
    change("safe_house", "tile:a3", safe_house="h1"), change("patrol", 3, exit="1"), change("patrol", -1, exit="1"),
    change("order", ["ann", "ben"]), change("order", ["ann", "ben", "ben"]), change("order", []),
    change("queue", ["ann", "ann"]), change("escaped", ["ben", "ben"]), change("cash", 1000, seat="ann"),
    change("cash", -1000, seat="ann"),
]  # fmt: skip


@pytest.mark.parametrize("wrong", ILLEGAL, ids=str)
def test_what_cannot_be_is_illegal(evening, wrong):
    """R-GEN-04."""
    assert "a3" not in evening.facts["display"].values()
    evening.refuses_correction("illegal", wrong)


UNKNOWN = [
    change("weather", 1), change("day", 2), change("part", 2), change("phase", "day"), change("city", []),
    change("plan", "p1", seat="ann"), change("lines", {}, seat="ann"), change("asset", True, seat="ann"),
    change("asset:badge4", True, seat="ann"), change("key:red", 1, seat="ann"), change("locker:", 1, seat="ann"),
    change("fixers", 1, seat="ann"), change("notoriety:x", 1, seat="ann"), change("notoriety", 1, seat="nobody"),
    change("stock", 1, what="wounds"), change("officers", 1, tile="nowhere", type="red"),
    change("officers", 1, tile="a1", type="green"), change("gang", 1, at="a1"), change("gang", 1, at="tile:nowhere"),
    change("contact", "deck", card="c33"), change("contact", "box", card="c01"),
    change("contact", "player:nobody", card="c01"), change("business", "board", business="b7"),
    change("business", "a1", business="b1"), change("safe_house", "tile:nowhere", safe_house="h1"),
    change("patrol", 1, exit="4"), change("order", ["ann", "ben", "nobody"]), change("queue", ["nobody"]),
    change("escaped", ["nobody"]), change("cash", 1, seat="nobody"),
]  # fmt: skip


@pytest.mark.parametrize("wrong", UNKNOWN, ids=str)
def test_names_that_do_not_exist_are_unknown(evening, wrong):
    evening.refuses_correction("unknown", wrong)


MALFORMED = [
    {}, {"fact": 3, "value": 1}, {"value": 1}, {"fact": "notoriety", "seat": "ann"}, change("notoriety", 1),
    change("notoriety", True, seat="ann"), change("notoriety", "1", seat="ann"), change("notoriety", 1, seat=1),
    change("notoriety", 1, seat="nobody", at="board"), change("rest", 1, seat="ann"),
    change("cubes", 3, seat="ann"), change("cubes", [True], seat="ann"), change("stock", 1),
    change("stock", None, what="gas"),
    change("officers", 1, tile="a1"), change("gang", 1), change("contact", None, card="c01"),
    change("business", True, business="b1"), change("patrol", "1", exit="1"), change("patrol", 1, exit=1),
    change("order", "ann"), change("queue", [1]), change("escaped", None), change("cash", 1.5, seat="ann"),
]  # fmt: skip


@pytest.mark.parametrize("wrong", MALFORMED, ids=str)
def test_wrong_fields_and_types_are_malformed(evening, wrong):
    evening.refuses_correction("malformed", wrong)


def test_what_one_gives_another_may_take():
    """R-GEN-04: limits on more than the value itself are checked once, after the last change."""
    evening = EscapeTable("ann ben").until("turn")
    evening.set("gas", 6, seat="ann")
    evening.refuses_correction("illegal", change("gas", 1, seat="ben"))
    evening.correct(change("gas", 4, seat="ben"), change("gas", 2, seat="ann"))
    assert (evening.player("ann")["gas"], evening.player("ben")["gas"], evening.facts["stock"]["gas"]) == (2, 4, 0)
    evening.correct(change("gas", 1, seat="ben"), change("stock", 1, what="gas"))
    assert (evening.facts["stock"]["gas"], evening.facts["box"]["gas"]) == (1, 2)
    evening.refuses_correction("illegal", change("stock", 4, what="gas"))


def test_officers_are_against_the_bag(evening):
    before = evening.facts["bag"]
    evening.set("officers", 3, tile="hospital", type="red")
    assert evening.facts["bag"] == before | {"red": before["red"] - 3}
    evening.correct(change("officers", 0, tile="hospital", type="red"), change("officers", 0, tile="a1", type="red"))
    assert evening.facts["officers"].get("hospital") is None


def test_gang_members_are_against_the_box(evening):
    evening.set("gang", 2, at="board")
    assert evening.facts["gang"] == {"board": 2, "tiles": {"headquarters": 2}, "box": 4}
    evening.correct(change("gang", 4, at="tile:a1"), change("gang", 0, at="tile:headquarters"))
    assert evening.facts["gang"] == {"board": 2, "tiles": {"a1": 4}, "box": 2}


def test_a_contact_goes_wherever_it_really_is(evening):
    shown = evening.facts["contacts"]["display"]
    evening.set("contact", "player:ben", card=shown[0])
    assert evening.player("ben")["contacts"] == [shown[0]]
    evening.set("contact", "discard", card=shown[0])
    assert evening.facts["contacts"]["discard"] == [shown[0]]
    evening.set("contact", "display", card="c32")
    evening.set("contact", "display", card=shown[0])
    assert len(evening.facts["contacts"]["display"]) == 8
    evening.set("contact", "deck", card=shown[0])
    evening.set("contact", "deck", card=shown[0])
    assert evening.facts["contacts"]["deck"] == 25


def test_business_and_safe_houses_go_to_board_box_and_tiles(evening):
    for place, location in (("tile:a1", "tile:a1"), ("board", "board:business"), ("tile:hospital", "tile:hospital")):
        evening.set("business", place, business="b1")
        assert evening.facts["business"]["b1"] == place
        assert evening.lies(location)["business:b1"] == 1
    evening.set("safe_house", "box", safe_house="h1")
    assert "safe_house:h1" not in evening.lies("board:safe_houses")


@pytest.mark.rule("R-EP-74")
def test_the_order_changes_and_the_queue_stays(evening):
    evening.set("order", ["ann", "ben", "cat"])
    assert (evening.facts["order"], evening.facts["queue"]) == (["ann", "ben", "cat"], ["cat", "ben", "ann"])
    evening.until("extra")
    assert [answer["seats"] for answer in evening.legal("extra")][-1] == ("ann", "ben", "cat")


def test_the_queue_of_turns(evening):
    evening.set("queue", ["ann"])
    assert evening.ask.who == "ann"
    evening.set("escaped", ["ben"])
    evening.refuses_correction("illegal", change("queue", ["ben"]))
    evening.set("queue", [])
    assert (evening.facts["part"], evening.facts["queue"]) == (2, ["cat", "ann"])


@pytest.mark.rule("R-EP-59")
def test_the_queue_of_tiles_is_as_long_as_tiles_are_left():
    evening = EscapeTable("ann ben").until("tile")
    evening.refuses_correction("illegal", change("queue", ["ann"]))
    evening.set("queue", ["ben", "ben", "ben", "ann"])
    evening.place(evening.facts["display"]["A"])
    assert evening.ask.who == "ben"
    evening.refuses_correction("illegal", change("queue", ["ann"] * 4))
    evening.set("queue", ["ann"] * 3)
    assert evening.ask.who == "ann"


@pytest.mark.rule("R-EP-49")
def test_the_queue_of_assets():
    evening = EscapeTable("ann ben").until("day_change")
    evening.notoriety(ann=1)
    evening.say("done")
    evening.set("queue", ["ben", "ann"])
    assert evening.ask.who == "ben"
    evening.refuses_correction("illegal", change("queue", ["ben", "ben"]))
    evening.set("queue", [])
    assert evening.at == "patrol"


@pytest.mark.parametrize("where", ["patrol", "officers", "extra", "day_change"])
def test_there_is_no_queue_while_nobody_waits(where):
    evening = EscapeTable("ann ben").until(where)
    evening.refuses_correction("illegal", change("queue", []))


@pytest.mark.rule("R-EP-86")
def test_the_escaped_leave_the_queue_and_nobody_comes_back(evening):
    """The override, on any day; the ledger stays."""
    cash = evening.facts["secret"]["cat"]["cash"]
    evening.set("escaped", ["ben", "cat"])
    assert (evening.facts["escaped"], evening.facts["queue"], evening.ask.who) == (["ben", "cat"], ["ann"], "ann")
    assert evening.facts["secret"]["cat"]["cash"] == cash
    evening.set("escaped", [])
    assert evening.facts["queue"] == ["ann"]
    evening.say("move")
    assert evening.facts["queue"] == ["cat", "ben", "ann"]


def test_all_escaped_end_the_day(evening):
    evening.set("escaped", ["ann", "ben", "cat"])
    assert (evening.at, evening.facts["part"]) == ("day_change", 5)


def test_before_the_day_turns_the_queue_stays_as_it_is():
    evening = EscapeTable("ann ben").until("tile")
    evening.set("escaped", ["ann"])
    assert evening.facts["queue"] == ["ann", "ben", "ann", "ben"]
    evening.until("turn")
    assert evening.facts["queue"] == ["ben"]


def test_at_the_end_it_is_too_late_to_escape():
    evening = EscapeTable("ann ben").until("day_change", day=3)
    evening.say("escape", seat="ann")
    evening.set("escaped", ["ben", "ann"])
    evening.say("done")
    assert evening.facts["queue"] == ["ben", "ann"]
    evening.refuses_correction("illegal", change("escaped", ["ann"]))


def test_cash_only_with_the_ledger(evening):
    """G-EP-10."""
    evening.set("cash", -999, seat="ann")
    assert evening.facts["secret"]["ann"]["cash"] == -999
    plain = EscapeTable("ann").until("turn")
    plain.refuses_correction("illegal", change("cash", 9, seat="ann"))


@pytest.mark.parametrize("what", ["stack:C", "officers", "contacts", "plans", "patrol", "tile", "turn", "day_change"])
def test_corrections_are_possible_at_any_ask(what):
    evening = EscapeTable("ann ben", LEDGER).until(what)
    evening.correct(change("notoriety", 3, seat="ben"), change("stock", 2, what="fixers"), change("gas", 1, seat="ann"))
    assert evening.at == what
    evening.undo()
    evening.redo()
    assert evening.player("ben")["notoriety"] == 3


def test_a_correction_can_empty_the_deck_that_is_asked(evening):
    """G-EP-07: what cannot be drawn is dropped."""
    evening.say("draw_contact")
    left = [answer["card"] for answer in evening.legal()]
    evening.correct(*(change("contact", "discard", card=card) for card in left))
    assert evening.at == "turn"
