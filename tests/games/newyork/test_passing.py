"""Items that change hands, pieces that come nearer by themselves, mafia cards that say more, items that work alone."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.refusals import BadPack
from companion.games.newyork.content import read_effects
from companion.games.newyork.sheets import PHRASES
from tests.games.newyork.helpers import SQUARES, NewYorkTable, box, loaded

Json = dict[str, Any]


def playing(words: str, seats: str = "father mother son", **items: str) -> NewYorkTable:
    """The father's turn, everybody with these items; what a card says has just come."""
    table = NewYorkTable(seats).set_up().playing("father")
    for seat, kinds in items.items():
        table.holds(seat, *kinds.split())
    table.effect(*PHRASES.read_list(words))
    return table


def hands(table: NewYorkTable) -> dict[str, str]:
    return {seat: " ".join(sorted(table.who(seat)["items"]["ready"])) for seat in table.facts["seats"]}


# Items from hand to hand.


def test_everybody_passes_an_item_to_the_left_at_once() -> None:
    table = playing("pass item of all to left", father="bike cash", mother="mask")
    assert (table.choice, table.ask.who, table.ask.rule) == ("pass", "father", "R-NYC-37")
    assert [answer["item"] for answer in table.legal()] == ["bike", "cash"]
    table.refuses("illegal", "R-NYC-37", "pass", item="mask", used=False)
    table.say("pass", item="bike", used=False)
    assert hands(table) == {"father": "cash", "mother": "bike", "son": "mask"}
    table.undo()
    assert hands(table) == {"father": "bike cash", "mother": "mask", "son": ""}


def test_to_the_right_and_alone() -> None:
    assert hands(playing("pass item of all to right", father="bike")) == {"father": "", "mother": "", "son": "bike"}
    assert hands(playing("pass item of all to left", "father", father="bike")) == {"father": "bike"}


def test_somebody_gets_an_item() -> None:
    table = playing("pass item of active to somebody", father="bike")
    assert [answer["seat"] for answer in table.legal()] == ["mother", "son"]
    table.say("person", seat="son")
    assert hands(table)["son"] == "bike"


def test_two_swap_if_both_have_an_item() -> None:
    table = playing("swap item of somebody with somebody", father="bike", mother="mask", son="cash")
    table.say("person", seat="mother")
    assert [answer["seat"] for answer in table.legal()] == ["father", "son"]
    table.say("person", seat="father")
    assert hands(table) == {"father": "mask", "mother": "bike", "son": "cash"}
    assert hands(playing("swap item of father with mother", father="bike"))["father"] == "bike"


def test_an_item_for_one_of_the_board() -> None:
    table = NewYorkTable("father mother").set_up().playing("father").holds("father", "bike")
    table.correct({"fact": "item", "square": "c", "value": "cash"}, {"fact": "item", "square": "p", "value": "mask"})
    table.effect(*PHRASES.read_list("for each player (choose by them (swap item of them with board) or ())"))
    table.say("option", n=1)
    assert (table.choice, table.ask.who) == ("swap", "father")
    table.say("square", square="p")
    assert (hands(table)["father"], table.on("p"), table.on("c")) == ("mask", {"item:bike": 1}, {"item:cash": 1})


def test_with_the_board_items_are_only_swapped() -> None:
    with pytest.raises(BadPack):
        read_effects([{"op": "pass_item", "who": "all", "to": "board"}], SQUARES)


# One step towards somebody.


def test_a_piece_comes_nearer() -> None:
    table = NewYorkTable("father mother").set_up().playing("father")
    table.correct(
        {"fact": "token", "square": "e", "token": "agent", "value": 1},
        {"fact": "position", "seat": "mother", "value": "h"},
        {"fact": "lost", "seat": "mother", "colour": "red", "value": 1},
    )
    for square in "fgh":
        table.effect(*PHRASES.read_list("move token called agent from choose to one step toward most wounds"))
        assert table.on(square).get("token:agent") == 1
    table.effect(*PHRASES.read_list("move token called agent from choose to toward_most_wounds"))
    assert table.on("h")["token:agent"] == 1


def test_each_police_car_drives_to_whoever_is_nearest() -> None:
    table = NewYorkTable("father mother").set_up().playing("father")
    table.correct({"fact": "car", "at": "beside:police", "value": 0})
    table.correct(*({"fact": "car", "at": f"square:{square}", "value": 1} for square in "dp"))
    table.effect(*PHRASES.read_list("for each car (move car from it to toward_nearest)"))
    assert table.facts["cars"]["squares"] in ({"c": 1, "o": 1}, {"c": 1, "q": 1})


def test_somebody_who_is_not_there_comes_nobody_nearer() -> None:
    table = NewYorkTable("father mother").set_up().playing("father")
    before = table.facts["characters"]
    table.effect({"op": "move_figure", "who": "daughter", "to": "toward_nearest"})
    assert table.facts["characters"] == before


# Mafia cards and items that say more.


def speaking(**settings: str) -> NewYorkTable:
    data = box(mafia=["y.y.y", "z.z.z"], cards=({"mafia_per_turn": 2}, {}, {}))
    data["mafia_cards"][0] |= {"text": "Sirens.", "effects": PHRASES.read_list("alert +1; forbid items this card")}
    data["own_items"] = [{"id": "lantern", "name": "Lantern", "count": 1, "when": "turn_start",
                          "effects": PHRASES.read_list("result mental +1")}]  # fmt: skip
    return NewYorkTable("father mother", settings, data=data)


@pytest.mark.parametrize("follow", ["full", "light"])
def test_the_last_mafia_card_says_more(follow: str) -> None:
    table = speaking(**{"nyc.follow": follow}).set_up().turn("father")
    table.correct({"fact": "alert", "value": 0})
    table.draw("z.z.z", "y.y.y")
    while table.choice is None and not table.table.faces():
        table.say(**table.legal()[0])
    # The bag is empty, which raises the alert once more.
    assert (table.alert, [one["until"] for one in table.facts["effects"]]) == (2, ["turn"])


def test_another_card_before_the_last_says_nothing() -> None:
    table = speaking().set_up().turn("father")
    table.draw("y.y.y", "z.z.z")
    while table.table.faces() is None:
        table.say(**table.legal()[0])
    assert (table.alert, table.facts["effects"]) == (1, [])


def test_an_item_works_by_itself_and_is_not_used() -> None:
    table = speaking().set_up()
    table.holds("father", "lantern")
    table.turn("father")
    assert table.now["pool"] == {"card1": {"face": "MENT", "spent": False}}
    table.playing("father")
    table.refuses("illegal", "R-NYC-43", "use", item="lantern")
    assert "lantern" not in [answer["item"] for answer in table.legal("use")]


def test_a_faulty_mafia_card_breaks_the_box() -> None:
    data = box()
    data["mafia_cards"][0]["effects"] = [{"op": "place_mafia", "at": "nowhere"}]
    with pytest.raises(BadPack):
        loaded(data)
