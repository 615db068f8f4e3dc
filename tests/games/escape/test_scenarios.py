"""The acceptance scenarios A-EP-01 to A-EP-12, step by step."""

from __future__ import annotations

import pytest

from tests.games.escape.helpers import EscapeTable, announcements


def test_a_ep_01_setup_four_players():
    evening = EscapeTable("ann ben cat dan", {"plans": "private", "ep.cash_ledger": "private"})
    evening.draw("a1", "b1", "c1", "d1")
    evening.pull("red", "blue", "red", "red", "blue", "grey", "grey", "grey")
    assert evening.ask.tile == "headquarters"
    assert evening.facts["bag"] == {"red": 7, "blue": 8, "grey": 7}
    evening.pull("red", "blue")

    facts = evening.facts
    assert facts["officers"] == {
        "a1": {"red": 1, "blue": 1},
        "b1": {"red": 1},
        "c1": {"blue": 1, "grey": 1},
        "d1": {"grey": 1},
        "headquarters": {"red": 1, "blue": 1},
    }
    assert sum(facts["bag"].values()) == 22

    evening.draw("c04", "c01", "c09", "c02", "c32", "c17", "c20", "p9", "p2", "p4", "p1")
    facts = evening.facts
    assert facts["patrol"] == {
        "deck": 5, "box": 1, "spaces": {"1": 0, "2": 0, "3": 0}, "blocked": [], "open": None,
    }  # fmt: skip
    assert facts["contacts"] == {
        "deck": 25,
        "display": ["c01", "c02", "c04", "c09", "c17", "c20", "c32"],
        "discard": [],
    }
    assert facts["gang"] == {"board": 6, "tiles": {"headquarters": 2}, "box": 0}
    assert facts["display"] == {"A": "a1", "B": "b1", "C": "c1", "D": "d1"}
    assert facts["stacks"] == {"A": 2, "B": 2, "C": 2, "D": 2}
    assert {secret["cash"] for secret in facts["secret"].values()} == {9}
    assert evening.table.view(None)["secret"] == {}
    for seat in ("ann", "ben", "cat", "dan"):
        assert evening.player(seat)["cubes"] == list(range(9))
        assert evening.lies(f"green:{seat}") == {"wound:cube": 3}
    assert facts["plans"] == {"dealt": 4, "box": 5}
    assert (facts["phase"], facts["day"]) == ("patrol", 1)


@pytest.mark.rule("R-EP-44")
def test_a_ep_02_day_1_without_income():
    evening = EscapeTable(settings={"ep.cash_ledger": "private"})
    while evening.at != "patrol":
        assert evening.facts["phase"] == "setup"
        evening.dull()
    assert (evening.facts["phase"], evening.ask.rule) == ("patrol", "R-EP-50")
    assert {secret["cash"] for secret in evening.facts["secret"].values()} == {9}


@pytest.mark.rule("R-EP-45", "R-EP-47")
def test_a_ep_03_vinnie():
    evening = EscapeTable().until("day_change")
    evening.set("cubes", [0, 1, 2, 3, 4, 5], seat="vinnie")
    assert "Vinnie receives $6k." in announcements(evening.say("done"))


@pytest.mark.rule("R-EP-46")
@pytest.mark.parametrize(("cubes", "income"), [(list(range(9)), 9), ([], 0), ([0, 1, 2, 4], 3)])
def test_a_ep_04_income_limits(cubes, income):
    evening = EscapeTable("scar", {"ep.cash_ledger": "private"}).until("day_change")
    evening.set("cubes", cubes, seat="scar")
    assert evening.player("scar")["income"] == income
    assert announcements(evening.say("done"))[-1] == f"Scar receives ${income}k."
    assert evening.facts["secret"]["scar"]["cash"] == 9 + income


@pytest.mark.rule("R-EP-49")
def test_a_ep_05_asset_unlock():
    evening = EscapeTable("ann ben cat dan").set_up()
    evening.notoriety(ann=0, ben=1, cat=2, dan=3)
    while evening.at != "day_change":
        assert evening.at != "asset", "nobody is asked on day 1"
        evening.dull()
    evening.say("done")
    asked = []
    while evening.at == "asset":
        asked.append((evening.ask.who, evening.ask.rule))
        evening.say("unlock", asset="badge1")
    assert sorted(asked) == [("ben", "R-EP-49"), ("cat", "R-EP-49")]
    assert evening.at == "patrol"
    assert evening.lies("unlocked:cat") == {"asset:badge1": 1, "asset:extra": 1}


@pytest.mark.rule("R-EP-50", "R-EP-51", "R-EP-52", "R-EP-53")
def test_a_ep_06_patrol_example_1():
    evening = EscapeTable(exits={"3": "a1", "1": "b3", "2": "c3"}).set_up()
    evening.draw("2", "3")
    evening.until("patrol", day=2)
    assert evening.spaces == "0/1/1"
    assert "a1" in evening.facts["city"]
    assert evening.facts["exits"] == {"sun": None, "moon": None}

    evening.draw("1")
    assert evening.facts["exits"] == {"sun": None, "moon": None}
    played = evening.say("draw", deck="patrol", card="3")
    assert evening.facts["patrol"]["blocked"] == ["3"]
    assert announcements(played) == ["Exit 3 is blocked."]
    assert evening.facts["exits"] == {"sun": "3", "moon": None}
    assert evening.lies("tile:a1")["exit_stack:sun"] == 1
    assert evening.lies("board:exits") == {"exit_stack:moon": 1}
    assert evening.spaces == "1/1/2"


@pytest.mark.rule("R-EP-54", "R-EP-55")
def test_a_ep_07_patrol_example_2():
    evening = EscapeTable(exits={"1": "a1", "2": "b3", "3": "c1"}).set_up()
    evening.draw("1", "2")
    evening.place("a1", "b1", "c1", "d1")
    evening.draw("a2", "b2", "c2", "d2")
    evening.until("patrol", day=2)
    assert evening.spaces == "1/1/0"

    evening.draw("2")
    assert evening.facts["patrol"]["blocked"] == ["2"]
    assert evening.lies("patrol:2") == {"patrol:2": 2, "exit_stack:sun": 1}
    evening.draw("3")
    evening.place("a2", "b2", "c2", "d2")
    evening.draw("a3")
    played = evening.say("draw", deck="stack:B", card="b3")
    moved = [(todo.piece, todo.source, todo.to) for todo in played.instructions if todo.verb == "move"]
    assert moved == [("exit_stack:sun", "patrol:2", "tile:b3")]
    assert evening.lies("tile:b3")["exit_stack:sun"] == 1
    assert evening.lies("patrol:2") == {"patrol:2": 2}


@pytest.mark.rule("R-EP-50", "R-EP-56")
def test_a_ep_08_day_3():
    evening = EscapeTable().set_up()
    evening.draw("3", "1")
    evening.until("patrol", day=2)
    evening.draw("3", "2")
    evening.until("patrol", day=3)
    assert evening.spaces == "1/1/2"
    assert evening.facts["patrol"]["open"] is None
    played = evening.say("draw", deck="patrol", card="1")
    patrol = evening.facts["patrol"]
    assert (patrol["blocked"], patrol["open"], patrol["deck"]) == (["1", "3"], "2", 0)
    assert evening.facts["exits"] == {"sun": "3", "moon": "1"}
    assert evening.lies("board:exits") == {}
    assert announcements(played) == ["Exit 1 is blocked.", "Exit 2 is the only one that stays open."]
    assert evening.spaces == "2/1/2", "one card of exit 2 is shown, so the removed one was the other"
    assert evening.at == "tile"


@pytest.mark.rule("R-EP-59", "R-EP-60", "R-EP-61")
@pytest.mark.parametrize(
    ("seats", "placers"),
    [
        ("vinnie scar claws", "vinnie scar claws vinnie"),
        ("ann ben", "ann ben ann ben"),
        ("ann", "ann ann ann ann"),
        ("ann ben cat dan", "ann ben cat dan"),
        ("ann ben cat dan eve", "ann ben cat dan"),
    ],
)
def test_a_ep_09_who_places(seats, placers):
    evening = EscapeTable(seats).until("tile")
    assert evening.facts["queue"] == placers.split()
    asked = []
    while evening.at == "tile":
        asked.append(evening.ask.who)
        evening.dull()
    assert asked == placers.split()


@pytest.mark.rule("R-EP-69", "R-EP-70")
def test_a_ep_10_new_display():
    evening = EscapeTable().set_up().until("tile")
    evening.place("a1", "b1", "c1", "d1")
    before = sum(evening.facts["bag"].values())
    evening.draw("a2", "b2", "c2", "d2")
    evening.pull("red", "red", "red", "blue", "grey", "grey", "blue", "grey")
    facts = evening.facts
    assert before - sum(facts["bag"].values()) == 6
    shown = {tile: facts["officers"][tile] for tile in ("a2", "b2", "c2", "d2")}
    assert shown == {"a2": {"red": 1}, "b2": {"red": 1, "blue": 1}, "c2": {"grey": 1}, "d2": {"blue": 1, "grey": 1}}
    assert facts["stacks"] == {"A": 1, "B": 1, "C": 1, "D": 1}

    evening.until("tile", day=3)
    bag = evening.facts["bag"]
    while evening.at == "tile":
        evening.dull()
    assert evening.at == "turn"
    assert evening.facts["display"] == {"A": None, "B": None, "C": None, "D": None}
    assert evening.facts["bag"] == bag


@pytest.mark.rule("R-EP-71", "R-EP-72", "R-EP-73", "R-EP-75")
@pytest.mark.parametrize(
    ("notoriety", "order"),
    [
        ({}, "d c b a"),
        ({"a": 2, "b": 3, "c": 2, "d": 0}, "b c a d"),
        ({"a": 1, "b": 2, "c": 3, "d": 3}, "d c b a"),
    ],
)
def test_a_ep_11_turn_order(notoriety, order):
    evening = EscapeTable("a b c d").set_up()
    evening.notoriety(**notoriety)
    evening.until("turn")
    assert evening.facts["order"] == order.split()
    assert [evening.lies(f"order:{n}") for n in (1, 2, 3, 4)] == [{f"turn:{seat}": 1} for seat in order.split()]


@pytest.mark.rule("R-EP-36", "R-EP-37", "R-EP-42", "R-EP-88", "R-EP-89")
def test_a_ep_12_end():
    evening = EscapeTable("a b c", {"plans": "private", "ep.cash_ledger": "private"}).set_up()
    shown = [evening.table.view(None)]
    evening.until("turn", day=3)
    evening.say("escape", seat="a")
    evening.say("escape", seat="c")
    evening.until("line", day=3)
    shown.append(evening.table.view(None))
    assert (evening.ask.who, evening.ask.line) == ("a", "total")
    evening.say("value", value=95)
    shown.append(evening.table.view(None))
    evening.say("value", value=120)
    assert evening.ask.result == {
        "winner": ["c"],
        "ranking": [
            {"seat": "c", "rank": 1, "total": 120, "escape": 2},
            {"seat": "a", "rank": 2, "total": 95, "escape": 1},
        ],
        "arrested": ["b"],
    }
    assert all(view["secret"] == {} for view in shown)
    assert evening.table.view(None)["secret"]["a"]["plan"] is not None
