"""What lies on the table before anybody has done anything, and where."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.games.newyork.box import ITEMS, SKILLS
from tests.games.newyork.helpers import NewYorkTable

FAMILY = "father mother daughter son"


@pytest.mark.rule("R-NYC-02", "R-NYC-22")
def test_each_track_has_one_marker_and_it_stands_on_0():
    game = NewYorkTable().set_up()
    pieces = game.facts["pieces"]
    assert (pieces["alert:0"], pieces["story:0"]) == ({"marker:alert": 1}, {"marker:story": 1})
    markers = Counter(piece for here in pieces.values() for piece in here if piece.startswith("marker:"))
    assert markers == {"marker:alert": 1, "marker:story": 1}
    assert (game.facts["phase"], game.facts["round"]) == ("police", 1)


@pytest.mark.rule("R-NYC-03", "R-NYC-11", "R-NYC-12")
def test_each_of_the_family_has_a_figure_and_two_skill_tokens():
    game = NewYorkTable(FAMILY).set_up()
    assert list(game.facts["characters"]) == FAMILY.split() == list(SKILLS)
    assert game.on("a") == {f"figure:{seat}": 1 for seat in FAMILY.split()}
    assert [game.hand(seat) for seat in FAMILY.split()] == [{"skill": 2}] * 4


@pytest.mark.rule("R-NYC-04", "R-NYC-06", "R-NYC-08", "R-NYC-11")
def test_decks_and_supplies_hold_what_was_printed():
    facts = NewYorkTable().facts
    assert {name: deck["deck"] for name, deck in facts["decks"].items()} == {"mafia": 50, "police": 23}
    assert (facts["mafia"]["reserve"], facts["cars"]["supply"], facts["fbi"]["supply"]) == (25, 5, 5)
    assert facts["info"]["reserve"] == {"blue": 10, "red": 10, "yellow": 10}
    assert facts["items"]["supply"].keys() == set(ITEMS)
    assert sum(facts["items"]["supply"].values()) == 20


@pytest.mark.rule("R-NYC-27")
def test_two_cars_are_beside_the_deck_in_round_1_and_none_on_the_track():
    cars = NewYorkTable().set_up().facts["cars"]
    assert (cars["beside"], cars["supply"], cars["alert"], cars["squares"]) == (2, 3, {}, {})


@pytest.mark.rule("R-NYC-05", "R-NYC-18")
def test_the_story_lies_face_down_on_its_positions_but_for_card_0():
    cards = [{}, {"position": 3}, {"position": 4}, {"position": 9}]
    game = NewYorkTable(cards=cards).set_up()
    lying = {at: here["card:story"] for at, here in game.facts["pieces"].items() if "card:story" in here}
    assert lying == {"display:story": 1, "story:3": 1, "story:4": 1, "story:9": 1}
    assert game.table.view(None)["texts"]["story"] == ["Story card 0."]
