"""Corrections in the middle of things: the question is found anew, and the game can go on somewhere else."""

from __future__ import annotations

import pytest

from tests.games.newyork.helpers import NewYorkTable

BAG = {"blue": 2, "red": 0, "yellow": 0}


@pytest.fixture
def game() -> NewYorkTable:
    """Father plays with one die."""
    return NewYorkTable("father mother").playing("father", {"red1": "PHYS"})


class TestTheQuestionIsComputedAnew:
    """What has become impossible is skipped, what has become possible can be said."""

    def test_other_answers(self, game):
        game.set("position", "q", seat="father")
        assert [step["to"] for step in game.legal("step")] == ["p", "r"]

    @pytest.mark.rule("R-NYC-54")
    def test_an_item_that_lies_there_already_is_not_drawn(self):
        game = NewYorkTable("father", mafia=["-.-.q"], cards=[{"mafia_per_turn": 1}, {}]).turn("father")
        game.draw("-.-.q")
        assert game.ask.at == "square:q"
        game.set("item", "bike", square="q")
        assert game.ask.rule == "R-NYC-58"

    def test_an_info_token_that_the_bag_has_no_more(self):
        game = NewYorkTable("father", mafia=["-.q.-"], cards=[{"mafia_per_turn": 1}, {}]).set_up()
        game.set("info", 1, at="bag:info", token="red")
        game.turn("father")
        game.draw("-.q.-")
        assert game.ask.bag == "info"
        game.set("info", 0, at="bag:info", token="red")
        assert (game.alert, game.ask.rule) == (1, "R-NYC-58")

    def test_wounds_that_find_one_colour_only(self, game):
        game.set("mafia", 2, square="a")
        game.say("end")
        assert (game.choice, game.ask.left) == ("wound", 2)
        game.correct(
            {"fact": "lost", "seat": "father", "colour": "blue", "value": 1},
            {"fact": "lost", "seat": "father", "colour": "yellow", "value": 1},
        )
        assert game.who("father")["lost"] == {"blue": 1, "yellow": 1, "red": 2}
        assert game.now["seat"] == "mother"

    @pytest.mark.rule("R-NYC-58")
    def test_dice_of_the_roll(self):
        game = NewYorkTable("father").turn("father")
        game.set("lost", 1, seat="father", colour="blue")
        assert game.ask.dice == ["red1", "red2", "yellow1"]


class TestPhase:
    """Going on somewhere else, whatever was open."""

    def test_police_goes_on_in_the_same_round(self, game):
        game.set("car", 0, at="beside:police")
        game.set("car", 1, at="square:q")
        game.set("car", 1, at="deck:police")
        game.set("phase", "police")
        assert (game.facts["round"], game.facts["turn"]) == (1, None)
        assert (game.ask.deck, game.ask.left) == ("police", 2)

    def test_players_asks_who_is_next(self, game):
        game.set("phase", "players")
        assert game.choice == "next"

    def test_turn_begins_the_turn_of_the_seat_and_puts_the_mafia_cards_away(self):
        game = NewYorkTable("father mother", cards=[{"mafia_per_turn": 2}, {}]).turn("father")
        game.draw("blank10")
        game.set("phase", {"phase": "turn", "seat": "mother"})
        assert (game.ask.who, game.ask.deck, game.ask.left) == ("mother", "mafia", 2)
        assert game.facts["decks"]["mafia"]["display"] == []

    @pytest.mark.rule("R-NYC-44", "R-NYC-51")
    def test_mafia_cards_left_by_a_correction_are_put_away_when_the_next_turn_begins(self):
        """Without a card of its own the turn takes info and item from no card of another."""
        game = NewYorkTable("father mother", mafia=["-.q.r"], cards=[{"mafia_per_turn": 1, "bag_add": BAG}, {}])
        game.turn("father")
        game.draw("-.q.r")
        game.set("car", 1, at="square:a")
        game.correct({"fact": "phase", "value": "players"}, {"fact": "mafia_per_turn", "value": 0})
        assert game.facts["decks"]["mafia"]["display"] == ["-.q.r"]
        game.say("turn", seat="mother")
        assert game.facts["decks"]["mafia"]["display"] == []
        assert "-.q.r" in game.facts["decks"]["mafia"]["discard"]
        game.say("flee", to="b")
        assert game.ask.rule == "R-NYC-58"
        assert (game.on("q"), game.on("r")) == ({}, {})

    @pytest.mark.rule("R-NYC-44")
    @pytest.mark.parametrize("value", ["players", {"phase": "turn", "seat": "mother"}])
    def test_a_display_that_was_put_there_between_turns_goes_as_well(self, value):
        """The turn begins after the last change of a correction."""
        game = NewYorkTable("father mother", mafia=["-.q.r"], cards=[{"bag_add": BAG}, {}]).playing("father")
        piles = {"discard": [], "display": ["-.q.r"]}
        game.correct({"fact": "phase", "value": value}, {"fact": "deck", "deck": "mafia", "value": piles})
        if value == "players":
            game.say("turn", seat="mother")
        assert game.ask.rule == "R-NYC-58"
        assert game.facts["decks"]["mafia"]["discard"] == ["-.q.r"]

    def test_play_is_a_fresh_turn_with_an_empty_pool_and_then_the_round_goes_on(self, game):
        game.set("phase", {"phase": "play", "seat": "mother"})
        turn = game.now
        assert (turn["seat"], turn["step"], turn["actions"], turn["pool"]) == ("mother", "play", 2, {})
        game.say("end")
        assert game.now["seat"] == "father"
        game.rest()
        assert (game.facts["round"], game.facts["phase"]) == (2, "police")

    def test_correction_undo_and_redo(self, game):
        before = game.table.hash()
        game.set("phase", "police")
        after = game.table.hash()
        game.undo()
        assert game.table.hash() == before
        game.redo()
        assert game.table.hash() == after
