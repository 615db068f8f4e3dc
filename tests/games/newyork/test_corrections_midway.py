"""Corrections in the middle of things: the question is found anew, and the game can go on somewhere else."""

from __future__ import annotations

import pytest

from tests.games.newyork.helpers import Evening

BAG = {"blue": 2, "red": 0, "yellow": 0}


@pytest.fixture
def evening() -> Evening:
    """Father plays with one die."""
    return Evening("father mother").playing("father", {"red1": "PHYS"})


class TestTheQuestionIsComputedAnew:
    """What has become impossible is skipped, what has become possible can be said."""

    def test_other_answers(self, evening):
        evening.set("position", "q", seat="father")
        assert [step["to"] for step in evening.legal("step")] == ["p", "r"]

    @pytest.mark.rule("R-NYC-54")
    def test_an_item_that_lies_there_already_is_not_drawn(self):
        evening = Evening("father", mafia=["-.-.q"], cards=[{"mafia_per_turn": 1}, {}]).turn("father")
        evening.draw("-.-.q")
        assert evening.ask.at == "square:q"
        evening.set("item", "bike", square="q")
        assert evening.ask.rule == "R-NYC-58"

    def test_an_info_token_that_the_bag_has_no_more(self):
        evening = Evening("father", mafia=["-.q.-"], cards=[{"mafia_per_turn": 1}, {}]).set_up()
        evening.set("info", 1, at="bag:info", token="red")
        evening.turn("father")
        evening.draw("-.q.-")
        assert evening.ask.bag == "info"
        evening.set("info", 0, at="bag:info", token="red")
        assert (evening.alert, evening.ask.rule) == (1, "R-NYC-58")

    def test_wounds_that_find_one_colour_only(self, evening):
        evening.set("mafia", 2, square="a")
        evening.say("end")
        assert (evening.choice, evening.ask.left) == ("wound", 2)
        evening.correct(
            {"fact": "lost", "seat": "father", "colour": "blue", "value": 1},
            {"fact": "lost", "seat": "father", "colour": "yellow", "value": 1},
        )
        assert evening.who("father")["lost"] == {"blue": 1, "yellow": 1, "red": 2}
        assert evening.now["seat"] == "mother"

    @pytest.mark.rule("R-NYC-58")
    def test_dice_of_the_roll(self):
        evening = Evening("father").turn("father")
        evening.set("lost", 1, seat="father", colour="blue")
        assert evening.ask.dice == ["red1", "red2", "yellow1"]


class TestPhase:
    """Going on somewhere else, whatever was open."""

    def test_police_goes_on_in_the_same_round(self, evening):
        evening.set("car", 0, at="beside:police")
        evening.set("car", 1, at="square:q")
        evening.set("car", 1, at="deck:police")
        evening.set("phase", "police")
        assert (evening.facts["round"], evening.facts["turn"]) == (1, None)
        assert (evening.ask.deck, evening.ask.left) == ("police", 2)

    def test_players_asks_who_is_next(self, evening):
        evening.set("phase", "players")
        assert evening.choice == "next"

    def test_turn_begins_the_turn_of_the_seat_and_puts_the_mafia_cards_away(self):
        evening = Evening("father mother", cards=[{"mafia_per_turn": 2}, {}]).turn("father")
        evening.draw("blank10")
        evening.set("phase", {"phase": "turn", "seat": "mother"})
        assert (evening.ask.who, evening.ask.deck, evening.ask.left) == ("mother", "mafia", 2)
        assert evening.facts["decks"]["mafia"]["display"] == []

    @pytest.mark.rule("R-NYC-44", "R-NYC-51")
    def test_mafia_cards_left_by_a_correction_are_put_away_when_the_next_turn_begins(self):
        """Without a card of its own the turn takes info and item from no card of another."""
        evening = Evening("father mother", mafia=["-.q.r"], cards=[{"mafia_per_turn": 1, "bag_add": BAG}, {}])
        evening.turn("father")
        evening.draw("-.q.r")
        evening.set("car", 1, at="square:a")
        evening.correct({"fact": "phase", "value": "players"}, {"fact": "mafia_per_turn", "value": 0})
        assert evening.facts["decks"]["mafia"]["display"] == ["-.q.r"]
        evening.say("turn", seat="mother")
        assert evening.facts["decks"]["mafia"]["display"] == []
        assert "-.q.r" in evening.facts["decks"]["mafia"]["discard"]
        evening.say("flee", to="b")
        assert evening.ask.rule == "R-NYC-58"
        assert (evening.on("q"), evening.on("r")) == ({}, {})

    @pytest.mark.rule("R-NYC-44")
    @pytest.mark.parametrize("value", ["players", {"phase": "turn", "seat": "mother"}])
    def test_a_display_that_was_put_there_between_turns_goes_as_well(self, value):
        """The turn begins after the last change of a correction."""
        evening = Evening("father mother", mafia=["-.q.r"], cards=[{"bag_add": BAG}, {}]).playing("father")
        piles = {"discard": [], "display": ["-.q.r"]}
        evening.correct({"fact": "phase", "value": value}, {"fact": "deck", "deck": "mafia", "value": piles})
        if value == "players":
            evening.say("turn", seat="mother")
        assert evening.ask.rule == "R-NYC-58"
        assert evening.facts["decks"]["mafia"]["discard"] == ["-.q.r"]

    def test_play_is_a_fresh_turn_with_an_empty_pool_and_then_the_round_goes_on(self, evening):
        evening.set("phase", {"phase": "play", "seat": "mother"})
        turn = evening.now
        assert (turn["seat"], turn["step"], turn["actions"], turn["pool"]) == ("mother", "play", 2, {})
        evening.say("end")
        assert evening.now["seat"] == "father"
        evening.rest()
        assert (evening.facts["round"], evening.facts["phase"]) == (2, "police")

    def test_correction_undo_and_redo(self, evening):
        before = evening.table.hash()
        evening.set("phase", "police")
        after = evening.table.hash()
        evening.undo()
        assert evening.table.hash() == before
        evening.redo()
        assert evening.table.hash() == after
