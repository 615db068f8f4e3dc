"""The days: income, turn order, the five parts, the day change, escaping (R-EP-43 to R-EP-49, R-EP-71 to R-EP-87)."""

from __future__ import annotations

import pytest

from tests.games.escape.helpers import EscapeTable, announcements

LEDGER = {"ep.cash_ledger": "private"}


@pytest.mark.rule("R-EP-01", "R-EP-43", "R-EP-44", "R-EP-85")
def test_the_phases_of_the_three_days():
    evening = EscapeTable("ann").set_up()
    seen = ["setup"]
    while evening.at != "over":
        evening.set("notoriety", 1, seat="ann")
        if (day_phase := f"{evening.facts['day']} {evening.facts['phase']}") != seen[-1]:
            seen.append(day_phase)
        evening.dull()
    first, *later = ("income", "patrol", "city", "day", "day_change")
    assert seen == ["setup", *(f"1 {name}" for name in later)] + [
        f"{day} {name}" for day in (2, 3) for name in (first, *later)
    ]


# Income.


@pytest.mark.rule("R-EP-45", "R-EP-46", "R-EP-47", "R-EP-48")
def test_everybody_receives_the_lowest_number_that_shows():
    """In turn order; the ledger grows."""
    evening = EscapeTable("ann ben cat", LEDGER).until("day_change")
    evening.set("cubes", [1, 2, 3], seat="ann")
    evening.say("adjust", seat="ben", what="cubes", by=-1)
    evening.correct({"fact": "order", "value": ["cat", "ann", "ben"]})
    assert announcements(evening.say("done"))[1:] == ["Cat receives $9k.", "Ann receives $0k.", "Ben receives $8k."]
    assert {seat: own["cash"] for seat, own in evening.facts["secret"].items()} == {"ann": 9, "ben": 17, "cat": 18}


@pytest.mark.rule("R-EP-49")
def test_assets_are_offered_in_turn_order_and_once():
    """C-EP-06."""
    evening = EscapeTable("ann ben cat", LEDGER).until("day_change")
    evening.notoriety(ann=1, ben=2, cat=1)
    evening.set("order", ["cat", "ann", "ben"])
    evening.say("done")
    assert evening.facts["queue"] == ["cat", "ann", "ben"]
    assert [answer.get("asset", "pass") for answer in evening.legal()] == [
        "badge1", "badge2", "badge3", "card1", "card2", "card3", "pass",
    ]  # fmt: skip
    assert announcements(evening.say("unlock", asset="card2")) == ["Cat pays $3k."]
    assert evening.facts["secret"]["cat"]["cash"] == 9 + 9 - 3
    assert evening.player("cat")["asset:card2"] is True
    assert evening.lies("locked:cat").get("asset:card2") is None
    evening.refuses("illegal", "R-EP-49", "unlock", asset="extra")
    evening.say("pass")
    assert evening.facts["secret"]["ann"]["cash"] == 18
    evening.say("pass")
    assert evening.at == "patrol"


@pytest.mark.rule("R-EP-49")
def test_the_offer_does_not_depend_on_the_ledger():
    """G-EP-10: a ledger that is wrong refuses nothing."""
    evening = EscapeTable("ann", LEDGER).until("day_change")
    evening.correct({"fact": "cash", "seat": "ann", "value": -20}, {"fact": "notoriety", "seat": "ann", "value": 1})
    evening.say("done")
    evening.say("unlock", asset="badge1")
    assert evening.facts["secret"]["ann"]["cash"] == -20 + 9 - 3


@pytest.mark.rule("R-EP-49")
def test_who_has_no_locked_asset_is_not_asked():
    evening = EscapeTable("ann ben").until("day_change")
    evening.notoriety(ann=1, ben=1)
    evening.correct(
        *({"fact": f"asset:{kind}{n}", "seat": "ann", "value": True} for kind in ("badge", "card") for n in (1, 2, 3))
    )
    evening.say("done")
    assert evening.facts["queue"] == ["ben"]


# Turn order.


@pytest.mark.rule("R-EP-71", "R-EP-72", "R-EP-73", "R-EP-74", "R-EP-75")
def test_the_new_order_holds_for_the_day_and_is_the_old_one_of_the_next():
    evening = EscapeTable("ann ben cat").until("turn")
    assert evening.facts["order"] == ["cat", "ben", "ann"], "day 1: all are tied, so it is exactly reversed"
    evening.notoriety(ben=2)
    assert evening.facts["order"] == ["cat", "ben", "ann"]
    evening.until("turn", day=2)
    assert evening.facts["order"] == ["ben", "ann", "cat"]
    evening.until("turn", day=3)
    assert evening.facts["order"] == ["ben", "cat", "ann"]


# The parts of a day.


def parts(evening: EscapeTable) -> list[tuple[int, str, str | None]]:
    """What is asked until the day changes: the part, the question, whom."""
    asked = []
    while evening.at != "day_change":
        asked.append((evening.facts["part"], evening.at, evening.ask.who))
        assert evening.lies(f"time:{evening.facts['part']}") == {"time:marker": 1}
        if evening.at == "extra" and evening.facts["part"] == 4:
            evening.say("extra", seats=["ben"])
        else:
            evening.dull()
    return asked


@pytest.mark.rule("R-EP-76", "R-EP-77", "R-EP-78", "R-EP-79")
def test_everybody_acts_in_three_parts_and_those_with_an_extra_action_in_two_more():
    evening = EscapeTable("ann ben").until("turn")
    everybody = [("turn", "ben"), ("turn", "ann")]
    assert parts(evening) == [
        *((part, *turn) for part in (1, 2, 3) for turn in everybody),
        (4, "extra", None),
        (4, "turn", "ben"),
        (5, "extra", None),
    ]
    assert evening.facts["part"] == 5


@pytest.mark.rule("R-EP-78")
def test_extra_lists_every_group_in_turn_order():
    evening = EscapeTable("ann ben cat").until("extra")
    assert evening.ask.rule == "R-EP-78"
    listed = [tuple(answer["seats"]) for answer in evening.legal("extra")]
    assert sorted(listed) == sorted(
        [(), ("cat",), ("ben",), ("ann",), ("cat", "ben"), ("cat", "ann"), ("ben", "ann"), ("cat", "ben", "ann")]
    )
    for seats in (["ann", "cat"], ["cat", "cat"]):
        evening.refuses("illegal", "R-EP-78", "extra", seats=seats)
    evening.say("extra", seats=["cat", "ann"])
    assert (evening.facts["queue"], evening.ask.who) == (["cat", "ann"], "cat")


@pytest.mark.rule("R-EP-79", "R-EP-85")
def test_a_rest_is_once_a_day_but_never_refused():
    """A second one is only remarked upon; the day change turns the tile back."""
    evening = EscapeTable("ann").until("turn")
    played = evening.say("rest")
    assert [(todo.verb, todo.piece, todo.at) for todo in played.instructions if todo.verb == "flip"] == [
        ("flip", "rest:tile", "player:ann")
    ]
    assert evening.player("ann")["rest"] is True
    assert announcements(evening.say("rest")) == ["Ann has rested today already."]
    evening.until("day_change")
    played = evening.say("done")
    assert ("flip", "rest:tile") in [(todo.verb, todo.piece) for todo in played.instructions]
    assert evening.player("ann")["rest"] is False
    evening.refuses("illegal", "R-EP-50", "rest")


@pytest.mark.rule("R-EP-85")
def test_the_day_change_sets_the_day_and_the_first_part():
    evening = EscapeTable("ann").until("day_change")
    assert (evening.ask.rule, evening.facts["queue"], evening.facts["part"]) == ("R-EP-85", [], 5)
    evening.say("done")
    assert (evening.facts["day"], evening.facts["part"]) == (2, 1)
    assert evening.lies("time:1") == {"time:marker": 1}


@pytest.mark.rule("R-EP-85", "R-EP-88")
def test_day_3_changes_too_and_then_the_game_ends():
    """The last chance to note who escaped."""
    evening = EscapeTable("ann").until("day_change", day=3)
    evening.say("escape", seat="ann")
    evening.say("done")
    assert (evening.at, evening.ask.who, evening.facts["phase"]) == ("line", "ann", "end")


# Escaping.


@pytest.mark.rule("R-EP-86")
def test_escaping_ends_only_the_own_turn():
    """For any seat, whoever's turn it is."""
    evening = EscapeTable("ann ben cat").until("turn", day=3)
    order = evening.facts["order"]
    evening.say("escape", seat=order[2])
    assert (evening.ask.who, evening.facts["queue"]) == (order[0], order[:2])
    evening.say("escape", seat=order[0])
    assert evening.facts["queue"] == [order[1]]
    assert evening.facts["escaped"] == [order[2], order[0]]
    evening.refuses("illegal", "R-EP-86", "escape", seat=order[0])
    evening.say("move")
    assert (evening.facts["part"], evening.facts["queue"]) == (2, [order[1]])
    evening.until("extra", day=3)
    assert [answer["seats"] for answer in evening.legal("extra")] == [(), (order[1],)]
    evening.refuses("illegal", "R-EP-78", "extra", seats=[order[0]])


@pytest.mark.rule("R-EP-78", "R-EP-79")
@pytest.mark.parametrize("where", ["turn", "extra"])
def test_when_all_have_escaped_nobody_is_asked_until_the_day_changes(where):
    """The time marker passes through all parts."""
    evening = EscapeTable("ann ben").until(where, day=3)
    evening.say("escape", seat="ann")
    evening.say("escape", seat="ben")
    assert (evening.at, evening.facts["part"]) == ("day_change", 5)
    assert evening.lies("time:5") == {"time:marker": 1}


@pytest.mark.rule("R-EP-86", "R-EP-40")
def test_nobody_escapes_before_day_3():
    """But a correction can (the override)."""
    evening = EscapeTable("ann ben").until("turn", day=2)
    evening.refuses("illegal", "R-EP-86", "escape", seat="ann")
    assert evening.legal("escape") == []
    evening.set("escaped", ["ann"])
    assert evening.facts["queue"] == ["ben"]


@pytest.mark.rule("R-EP-41", "R-EP-87")
@pytest.mark.parametrize(("cost", "seats", "paid"), [
    (None, "ann ben", [None, None]),
    ({"2": [0, 4], "3": [0, 2, 5]}, "ann ben", [0, 4]),
    ({"2": [0, 4], "3": [0, 2, 5]}, "ann ben cat", [0, 2, 5]),
    ({"2": [0, 4]}, "ann ben cat", [None, None, None]),
])  # fmt: skip
def test_what_escaping_costs_comes_from_the_pack(cost, seats, paid):
    """By the number of the escape and of the seats; nothing where the pack does not say it."""
    evening = EscapeTable(seats, LEDGER, exit_cost=cost).until("turn", day=3)
    cash = evening.facts["secret"]["ann"]["cash"]
    for seat, n in zip(seats.split(), paid, strict=True):
        [text] = [text for text in announcements(evening.say("escape", seat=seat)) if "escaped" in text]
        assert text.endswith("has escaped." if n is None else f"has escaped and pays ${n}k.")
        assert evening.player(seat)["exit_cost"] == n
        assert evening.facts["secret"][seat]["cash"] == cash - (n or 0)
