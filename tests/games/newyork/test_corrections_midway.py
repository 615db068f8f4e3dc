"""Corrections in the middle of things: the question is found anew, and the game can go on somewhere else."""

from __future__ import annotations

import pytest

from tests.games.newyork.helpers import NewYorkTable

BAG = {"blue": 2, "red": 0, "yellow": 0}


@pytest.fixture
def midway() -> NewYorkTable:
    """Father plays with one die."""
    return NewYorkTable("father mother").playing("father", {"red1": "PHYS"})


class TestTheQuestionIsComputedAnew:
    """What has become impossible is skipped, what has become possible can be said."""

    def test_other_answers(self, midway):
        midway.set("position", "q", seat="father")
        assert [step["to"] for step in midway.legal("step")] == ["p", "r"]

    @pytest.mark.rule("R-NYC-54")
    def test_an_item_that_lies_there_already_is_not_drawn(self):
        midway = NewYorkTable("father", mafia=["-.-.q"], cards=[{"mafia_per_turn": 1}, {}]).turn("father")
        midway.draw("-.-.q")
        assert midway.ask.at == "square:q"
        midway.set("item", "bike", square="q")
        assert midway.ask.rule == "R-NYC-58"

    def test_an_info_token_that_the_bag_has_no_more(self):
        midway = NewYorkTable("father", mafia=["-.q.-"], cards=[{"mafia_per_turn": 1}, {}]).set_up()
        midway.set("info", 1, at="bag:info", token="red")
        midway.turn("father")
        midway.draw("-.q.-")
        assert midway.ask.bag == "info"
        midway.set("info", 0, at="bag:info", token="red")
        assert (midway.alert, midway.ask.rule) == (1, "R-NYC-58")

    def test_wounds_that_find_one_colour_only(self, midway):
        midway.set("mafia", 2, square="a")
        midway.say("end")
        assert (midway.choice, midway.ask.left) == ("wound", 2)
        midway.correct(
            {"fact": "lost", "seat": "father", "colour": "blue", "value": 1},
            {"fact": "lost", "seat": "father", "colour": "yellow", "value": 1},
        )
        assert midway.who("father")["lost"] == {"blue": 1, "yellow": 1, "red": 2}
        assert midway.now["seat"] == "mother"

    @pytest.mark.rule("R-NYC-58")
    def test_dice_of_the_roll(self):
        midway = NewYorkTable("father").turn("father")
        midway.set("lost", 1, seat="father", colour="blue")
        assert midway.ask.dice == ["red1", "red2", "yellow1"]


class TestPhase:
    """Going on somewhere else, whatever was open."""

    def test_police_goes_on_in_the_same_round(self, midway):
        midway.set("car", 0, at="beside:police")
        midway.set("car", 1, at="square:q")
        midway.set("car", 1, at="deck:police")
        midway.set("phase", "police")
        assert (midway.facts["round"], midway.facts["turn"]) == (1, None)
        assert (midway.ask.deck, midway.ask.left) == ("police", 2)

    def test_players_asks_who_is_next(self, midway):
        midway.set("phase", "players")
        assert midway.choice == "next"

    def test_turn_begins_the_turn_of_the_seat_and_puts_the_mafia_cards_away(self):
        midway = NewYorkTable("father mother", cards=[{"mafia_per_turn": 2}, {}]).turn("father")
        midway.draw("blank10")
        midway.set("phase", {"phase": "turn", "seat": "mother"})
        assert (midway.ask.who, midway.ask.deck, midway.ask.left) == ("mother", "mafia", 2)
        assert midway.facts["decks"]["mafia"]["display"] == []

    @pytest.mark.rule("R-NYC-44", "R-NYC-51")
    def test_mafia_cards_left_by_a_correction_are_put_away_when_the_next_turn_begins(self):
        """Without a card of its own the turn takes info and item from no card of another."""
        midway = NewYorkTable("father mother", mafia=["-.q.r"], cards=[{"mafia_per_turn": 1, "bag_add": BAG}, {}])
        midway.turn("father")
        midway.draw("-.q.r")
        midway.set("car", 1, at="square:a")
        midway.correct({"fact": "phase", "value": "players"}, {"fact": "mafia_per_turn", "value": 0})
        assert midway.facts["decks"]["mafia"]["display"] == ["-.q.r"]
        midway.say("turn", seat="mother")
        assert midway.facts["decks"]["mafia"]["display"] == []
        assert "-.q.r" in midway.facts["decks"]["mafia"]["discard"]
        midway.say("flee", to="b")
        assert midway.ask.rule == "R-NYC-58"
        assert (midway.on("q"), midway.on("r")) == ({}, {})

    @pytest.mark.rule("R-NYC-44")
    @pytest.mark.parametrize("value", ["players", {"phase": "turn", "seat": "mother"}])
    def test_a_display_that_was_put_there_between_turns_goes_as_well(self, value):
        """The turn begins after the last change of a correction."""
        midway = NewYorkTable("father mother", mafia=["-.q.r"], cards=[{"bag_add": BAG}, {}]).playing("father")
        piles = {"discard": [], "display": ["-.q.r"]}
        midway.correct({"fact": "phase", "value": value}, {"fact": "deck", "deck": "mafia", "value": piles})
        if value == "players":
            midway.say("turn", seat="mother")
        assert midway.ask.rule == "R-NYC-58"
        assert midway.facts["decks"]["mafia"]["discard"] == ["-.q.r"]

    def test_play_is_a_fresh_turn_with_an_empty_pool_and_then_the_round_goes_on(self, midway):
        midway.set("phase", {"phase": "play", "seat": "mother"})
        turn = midway.now
        assert (turn["seat"], turn["step"], turn["actions"], turn["pool"]) == ("mother", "play", 2, {})
        midway.say("end")
        assert midway.now["seat"] == "father"
        midway.rest()
        assert (midway.facts["round"], midway.facts["phase"]) == (2, "police")

    def test_correction_undo_and_redo(self, midway):
        before = midway.table.hash()
        midway.set("phase", "police")
        after = midway.table.hash()
        midway.undo()
        assert midway.table.hash() == before
        midway.redo()
        assert midway.table.hash() == after
