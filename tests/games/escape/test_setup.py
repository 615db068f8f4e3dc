"""The setup and its options (R-EP-11 to R-EP-39)."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.chance.dealer import Dealer
from companion.core.refusals import BadSetup
from companion.core.texts import plain
from companion.games.registry import load_game
from companion.packs.loader import load_pack
from companion.table.table import Table
from tests.games.escape.box import PRINTED, STACKS
from tests.games.escape.helpers import EscapeTable

# Setting up (R-EP-11 to R-EP-39): what lies at the beginning, and what chance adds, in which order.


@pytest.mark.rule(
    "R-EP-12",
    "R-EP-16",
    "R-EP-19",
    "R-EP-24",
    "R-EP-26",
    "R-EP-27",
    "R-EP-28",
    "R-EP-30",
    "R-EP-31",
    "R-EP-32",
    "R-EP-33",
    "R-EP-34",
    "R-EP-38",
    "R-EP-39",
)
def test_before_the_first_draw_everything_that_is_not_left_to_chance_lies_there():
    evening = EscapeTable("ann ben", notoriety=(2, 10))
    pieces = evening.facts["pieces"]
    assert evening.facts["city"] == ["headquarters", "hospital"]
    assert pieces["board:city"] == {"tile:headquarters": 1, "tile:hospital": 1}
    assert pieces["board:gang"] == {"gang:member": 6}
    assert pieces["tile:headquarters"] == {"gang:member": 2}
    assert pieces["board:exits"] == {"exit_stack:moon": 1, "exit_stack:sun": 1}
    assert len(pieces["board:business"]) == 6
    assert len(pieces["board:safe_houses"]) == 3
    assert evening.facts["stock"] == PRINTED
    assert pieces["board:stock"] == {
        "equipment:tile": 16, "gas:can": 6, "handcuffs:card": 10, "fixer:tile": 8,
        "key:black": 3, "key:gold": 3, "key:white": 3, "locker:flat": 5, "locker:tall": 5, "locker:wide": 5,
    }  # fmt: skip
    assert pieces["time:1"] == {"time:marker": 1}
    assert pieces["order:1"] == {"turn:ann": 1}
    assert pieces["notoriety:2"] == {"notoriety:ann": 1, "notoriety:ben": 1}
    assert pieces["player:ann"] == {"first_aid:tile": 1, "rest:tile": 1, "plan:back": 1}
    assert pieces["unlocked:ann"] == {"asset:extra": 1}
    assert sorted(pieces["locked:ann"]) == [f"asset:{kind}{n}" for kind in ("badge", "card") for n in (1, 2, 3)]
    assert pieces["green:ann"] == {"wound:cube": 3}
    assert pieces["gangs:ann"] == {"gang_marker:ann": 2}
    assert all(pieces[f"income:ann.{n}"] == {"income:cube": 1} for n in range(9))
    assert evening.facts["bag"] == {"red": 10, "blue": 10, "grey": 10}


@pytest.mark.rule("R-EP-02", "R-EP-03", "R-EP-04", "R-EP-05", "R-EP-06", "R-EP-07", "R-EP-08", "R-EP-10")
def test_the_printed_pieces_are_all_there():
    """For the most players there can be."""
    evening = EscapeTable("ann ben cat dan eve", {"plans": "private"})
    facts = evening.facts
    assert len(facts["city"]) + sum(facts["stacks"].values()) == 14
    assert sum(n for what, n in facts["stock"].items() if what.startswith("locker:")) == 15
    assert sum(n for what, n in facts["stock"].items() if what.startswith("key:")) == 9
    assert facts["stock"] | {"equipment": 16, "fixers": 8, "handcuffs": 10, "gas": 6} == facts["stock"]
    assert facts["patrol"]["deck"] + facts["patrol"]["box"] == 6
    assert (facts["contacts"]["deck"], facts["plans"]["box"]) == (32, 9)
    assert (sum(facts["bag"].values()), facts["gang"]["board"] + facts["gang"]["tiles"]["headquarters"]) == (30, 8)
    pieces = Counter(piece for here in facts["pieces"].values() for piece in Counter(here).elements())
    assert (pieces["income:cube"], pieces["wound:cube"], pieces["first_aid:tile"], pieces["rest:tile"]) == (
        45,
        15,
        5,
        5,
    )
    assert sum(n for piece, n in pieces.items() if piece.startswith("asset:")) == 35
    assert sum(n for piece, n in pieces.items() if piece.startswith("gang_marker:")) == 10
    assert sum(n for piece, n in pieces.items() if piece.startswith(("business:", "safe_house:"))) == 9


@pytest.mark.rule("R-EP-13", "R-EP-14", "R-EP-17", "R-EP-25", "R-EP-37")
def test_the_order_in_which_chance_is_asked():
    """Stacks, officers a tile, contacts, plans by seat."""
    evening = EscapeTable("ann ben", {"plans": "private"})
    asked = []
    while evening.at != "patrol":
        asked.append((evening.at, getattr(evening.ask, "tile", None), evening.ask.who, evening.ask.rule))
        evening.dull()
    assert asked == [
        *((f"stack:{letter}", None, None, "R-EP-14") for letter in "ABCD"),
        *(("officers", tile, None, "R-EP-17") for tile in ("a1", "b1", "c1", "d1", "headquarters") for _ in range(2)),
        *[("contacts", None, None, "R-EP-25")] * 7,
        *(("plans", None, seat, "R-EP-37") for seat in ("ann", "ben")),
    ]


@pytest.mark.rule("R-EP-13")
def test_a_stack_can_give_each_of_its_tiles():
    evening = EscapeTable()
    assert [answer["card"] for answer in evening.legal()] == STACKS["A"]
    assert evening.table.odds() == pytest.approx([1 / 3] * 3)
    evening.draw("a2", "b3")
    evening.refuses("illegal", "R-EP-14", "draw", deck="stack:B", card="b1")
    evening.refuses("unknown", None, "draw", deck="stack:C", card="b1")


@pytest.mark.rule("R-EP-16", "R-EP-17")
def test_each_officer_comes_as_often_as_its_share_of_the_bag():
    evening = EscapeTable(officers={"red": 20, "blue": 9, "grey": 1, "none": 0})
    evening.draw("a1", "b1", "c1", "d1")
    assert [answer["token"] for answer in evening.legal()] == ["blue", "grey", "red"]
    assert evening.table.odds() == pytest.approx([9 / 30, 1 / 30, 20 / 30])
    evening.pull("grey")
    assert evening.table.odds() == pytest.approx([9 / 29, 20 / 29])
    evening.refuses("illegal", "R-EP-17", "pull", bag="officers", token="grey")


@pytest.mark.rule("R-EP-18")
def test_returns_come_after_all_draws_and_are_not_replaced():
    """C-EP-04: also on the start tile without the hospital."""
    evening = EscapeTable()
    evening.draw("a1", "b1", "c1", "d1")
    evening.pull("red", "red", "red", "blue", "red", "blue", "red", "blue", "grey")
    assert evening.facts["officers"]["a1"] == {"red": 2}
    played = evening.say("pull", bag="officers", token="grey")
    removed = [(todo.piece, todo.at) for todo in played.instructions if todo.verb == "remove"]
    assert removed == [("officer:red", "tile:a1"), ("officer:grey", "tile:headquarters")]
    assert evening.facts["officers"]["headquarters"] == {"grey": 1}
    assert "hospital" not in evening.facts["officers"]
    assert evening.at == "contacts"


def test_officers_of_which_one_goes_back_and_cards_with_a_word_between_them_read_as_it_happens():
    """Two that come and one that goes is one line; two patrol cards are two, since each is resolved (R-EP-58)."""
    game, box = load_game("escape"), load_pack(load_game("escape"))
    for seed in range(20):
        table = Table(game, box, ["red", "green", "yellow"], {}, dealer=Dealer(str(seed)))
        lines = [plain(line.words) for line in table.game.presenter.lines(table.state, table.opening)]
        assert not any("from" in line and "bag" in line for line in lines)
        returned = [todo for todo in table.opening if todo.verb == "remove" and todo.rule == "R-EP-18"]
        assert sum(line.endswith("; one goes back into the bag") for line in lines) == len(returned)
        assert sum(line.startswith("2 × ") and "officer" in line for line in lines) == len(returned)
        assert sum(line.startswith("patrol card") for line in lines) == 2


@pytest.mark.rule("R-EP-18")
def test_a_type_that_lies_three_times_on_a_new_tile_gives_one_back():
    """Exactly one, whatever the table has added."""
    evening = EscapeTable()
    evening.draw("a1", "b1", "c1", "d1")
    evening.set("officers", 1, tile="a1", type="red")
    evening.pull(*["red"] * 9, "blue")
    assert evening.facts["officers"]["a1"] == {"red": 2}
    assert evening.facts["officers"]["b1"] == {"red": 1}


def test_a_bag_that_is_empty_gives_what_there_is():
    """G-EP-07: what cannot be pulled is dropped for good."""
    evening = EscapeTable(officers={"red": 30})
    evening.draw("a1", "b1", "c1", "d1")
    evening.set("officers", 28, tile="hospital", type="red")
    evening.pull("red", "red")
    assert evening.at == "contacts"
    assert evening.facts["officers"] == {"hospital": {"red": 28}, "a1": {"red": 1}}
    assert evening.facts["bag"] == {"red": 1}


@pytest.mark.rule("R-EP-25", "R-EP-37")
def test_seven_contacts_lie_open_before_plans_are_dealt():
    """Found anew after a correction."""
    evening = EscapeTable("ann ben", {"plans": "private"}).until("plans")
    shown = evening.facts["contacts"]["display"]
    evening.set("contact", "deck", card=shown[0])
    assert (evening.at, evening.ask.rule) == ("contacts", "R-EP-25")
    evening.draw("c30")
    assert (evening.at, evening.ask.who) == ("plans", "ann")


@pytest.mark.rule("R-EP-37")
def test_plans_dealt_by_hand_are_not_known():
    evening = EscapeTable("ann ben").until("patrol")
    assert evening.facts["plans"] == {"dealt": 2, "box": 7}
    assert {secret["plan"] for secret in evening.facts["secret"].values()} == {None}
    assert evening.lies("player:ben")["plan:back"] == 1
    evening.refuses("illegal", "R-EP-50", "draw", deck="plans", card="p1")


@pytest.mark.rule("R-EP-01", "R-EP-38")
@pytest.mark.parametrize("seats", ["", "ann ben cat dan eve fay", "ann ann", "Ann", "1ann", "ann-b"])
def test_one_to_five_seats_with_names_of_small_letters(seats):
    with pytest.raises(BadSetup):
        EscapeTable(seats)


def test_the_pack_limits_the_number_of_players():
    with pytest.raises(BadSetup, match="From 2 to 3 players"):
        EscapeTable("ann", players_min=2, players_max=3)


# The settings of Escape Plan: what every value of each does (WIRE.md, "Start").


@pytest.mark.rule("R-EP-37")
@pytest.mark.parametrize(("value", "asked"), [("hand", False), ("private", True)])
def test_plans(value, asked):
    evening = EscapeTable("ann ben", {"plans": value})
    drawn = []
    while evening.at != "patrol":
        if evening.at == "plans":
            drawn.append(evening.ask.who)
        evening.dull()
    assert drawn == (["ann", "ben"] if asked else [])
    assert all((own["plan"] is not None) == asked for own in evening.facts["secret"].values())


@pytest.mark.rule("R-EP-36")
@pytest.mark.parametrize(("value", "cash"), [("off", None), ("private", 9)])
def test_cash_ledger(value, cash):
    """G-EP-10."""
    evening = EscapeTable("ann", {"ep.cash_ledger": value})
    assert evening.facts["secret"]["ann"]["cash"] == cash


@pytest.mark.rule("R-EP-49")
@pytest.mark.parametrize(
    ("value", "offered"),
    [(None, "12"), ("1,2", "12"), ("1", "1"), ("0,3", "03"), ("2,2", "2"), ("1000", ""), ("0001", "1")],
)
def test_asset_notoriety(value, offered):
    """C-EP-05."""
    evening = EscapeTable("a0 a1 a2 a3", {} if value is None else {"ep.asset_notoriety": value}).until("day_change")
    evening.notoriety(a0=0, a1=1, a2=2, a3=3)
    evening.say("done")
    queue = evening.facts["queue"] if evening.at == "asset" else []
    assert sorted(queue) == [f"a{n}" for n in offered]


@pytest.mark.parametrize(
    "setting",
    [
        {"plans": "open"}, {"plans": ""}, {"ep.cash_ledger": "on"}, {"ep.asset_notoriety": ""},
        {"ep.asset_notoriety": "1,"}, {"ep.asset_notoriety": "-1"}, {"ep.asset_notoriety": "1, 2"},
        {"ep.asset_notoriety": "one"}, {"ep.asset_notoriety": "1\n"}, {"ep.weather": "rain"}, {"story": "tutorial"},
    ],
    ids=str,
)  # fmt: skip
def test_what_there_is_not_is_refused_in_one_sentence(setting):
    with pytest.raises(BadSetup) as refused:
        EscapeTable("ann", setting)
    assert "\n" not in str(refused.value).replace("1\n", "")
    assert next(iter(setting)) in str(refused.value)
