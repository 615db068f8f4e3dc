"""Corrections: every fact that can be set right, every limit, and the question that is open then (WIRE.md 11)."""

from __future__ import annotations

from functools import reduce
from typing import Any

import pytest

from companion.games.newyork.game import GAME
from tests.games.newyork.helpers import SQUARES, NewYorkTable

POOL = {"red1": "PHYS"}
MODIFY = {"op": "modify", "what": "red", "n": 1, "until": "round"}
TASK = {
    "id": "one",
    "square": "q",
    "need": {"pay": {"SOC": 1}},
    "text": {"en": "Hum."},
    "then": [{"op": "alert", "n": 1}],
    "else": [{"op": "note", "text": "Missed."}],
    "until": "round",
    "rule": "R-NYC-37",
}

SETS: list[tuple[dict[str, Any], str, Any]] = [
    ({"fact": "alert", "value": 7}, "alert.at", 7),
    ({"fact": "alert", "value": 20}, "alert.limit_hit", "players"),
    ({"fact": "limit", "value": 12}, "alert.limit", 12),
    ({"fact": "limit_hit", "value": "police"}, "alert.limit_hit", "police"),
    ({"fact": "limit_hit", "value": None}, "alert.limit_hit", None),
    ({"fact": "story", "value": 12}, "story.at", 12),
    ({"fact": "mafia_per_turn", "value": 10}, "mafia_per_turn", 10),
    ({"fact": "revealed", "value": 2}, "story.revealed", 2),
    ({"fact": "revealed", "value": 3}, "tasks.0.id", "final"),
    ({"fact": "round", "value": 999}, "round", 999),
    ({"fact": "mafia", "square": "q", "value": 2}, "mafia.squares", {"q": 2}),
    ({"fact": "mafia", "square": "q", "value": 2}, "mafia.reserve", 23),
    ({"fact": "fbi", "square": "q", "value": 1}, "fbi", {"supply": 4, "squares": ["q"]}),
    ({"fact": "car", "at": "square:q", "value": 3}, "cars.squares", {"q": 3}),
    ({"fact": "car", "at": "alert:20", "value": 1}, "cars.alert", {"20": 1}),
    ({"fact": "car", "at": "beside:police", "value": 0}, "cars.supply", 5),
    ({"fact": "car", "at": "deck:police", "value": 2}, "cars.waiting", 2),
    ({"fact": "info", "at": "square:q", "token": "red3", "value": 2}, "info.squares", {"q": {"red3": 2}}),
    ({"fact": "info", "at": "bag:info", "token": "red", "value": 8}, "info.reserve.red3", 2),
    ({"fact": "info", "at": "kept:info", "token": "blue", "value": 1}, "info.kept", {"blue": 1}),
    ({"fact": "item", "square": "q", "value": "bike"}, "items.squares", {"q": "bike"}),
    ({"fact": "hand", "seat": "mother", "item": "bike", "value": {"ready": 1, "used": 1}},
     "characters.mother.items", {"ready": {"bike": 1}, "used": {"bike": 1}}),
    ({"fact": "box", "item": "cash", "value": 2}, "items.box", {"cash": 2}),
    ({"fact": "token", "square": "q", "token": "any name", "value": 10}, "tokens", {"q": {"any name": 10}}),
    ({"fact": "position", "seat": "father", "value": "q"}, "characters.father.square", "q"),
    ({"fact": "lost", "seat": "father", "colour": "red", "value": 2}, "characters.father.wounds", 2),
    ({"fact": "skill", "seat": "father", "value": 0}, "characters.father.skill", 0),
    ({"fact": "played", "seat": "mother", "value": True}, "characters.mother.played", True),
    ({"fact": "deck", "deck": "police", "value": {"discard": ["b", "a"], "display": ["d", "c"]}},
     "decks.police", {"deck": 19, "discard": ["a", "b"], "display": ["d", "c"]}),
    ({"fact": "event", "value": {"card": "k", "square": "q"}}, "event", {"card": "k", "square": "q"}),
    ({"fact": "event", "value": None}, "event", None),
    ({"fact": "effects", "value": [MODIFY]}, "effects", [MODIFY]),
    ({"fact": "tasks", "value": [TASK]}, "tasks", [TASK]),
    ({"fact": "actions", "value": 9}, "turn.actions", 9),
    ({"fact": "moves", "value": 9}, "turn.moves", 9),
    ({"fact": "steps", "value": 99}, "turn.steps", 99),
    ({"fact": "bikes", "value": 20}, "turn.bikes", 20),
    ({"fact": "extra_used", "value": True}, "turn.extra_used", True),
    ({"fact": "fight_open", "value": True}, "turn.fight_open", True),
    ({"fact": "free_subway", "value": True}, "turn.free_subway", True),
    ({"fact": "ignored", "value": ["r", "q"]}, "turn.ignored", ["q", "r"]),
    ({"fact": "visited", "value": []}, "turn.visited", []),
    ({"fact": "dealt", "square": "q", "value": "faced"}, "turn.dealt", {"q": "faced"}),
    ({"fact": "die", "die": "red1", "value": {"face": "WILD", "spent": True}},
     "turn.pool", {"red1": {"face": "WILD", "spent": True}}),
    ({"fact": "die", "die": "mask2", "value": {"face": "SOC", "spent": False}},
     "turn.pool.mask2", {"face": "SOC", "spent": False}),
    ({"fact": "die", "die": "red1", "value": None}, "turn.pool", {}),
    ({"fact": "phase", "value": "police"}, "phase", "police"),
    ({"fact": "phase", "value": "players"}, "turn", None),
    ({"fact": "phase", "value": {"phase": "turn", "seat": "mother"}}, "turn.step", "roll"),
    ({"fact": "phase", "value": {"phase": "play", "seat": "mother"}}, "turn.pool", {}),
]  # fmt: skip

BEYOND: list[dict[str, Any]] = [
    {"fact": "alert", "value": 21},
    {"fact": "alert", "value": -1},
    {"fact": "limit", "value": 21},
    {"fact": "limit", "value": 2},
    {"fact": "story", "value": 13},
    {"fact": "mafia_per_turn", "value": 11},
    {"fact": "revealed", "value": 0},
    {"fact": "revealed", "value": 4},
    {"fact": "round", "value": 0},
    {"fact": "round", "value": 1000},
    {"fact": "mafia", "square": "q", "value": 3},
    {"fact": "mafia", "square": "q", "value": -1},
    {"fact": "fbi", "square": "q", "value": 2},
    {"fact": "car", "at": "square:q", "value": 4},
    {"fact": "car", "at": "deck:police", "value": -1},
    {"fact": "info", "at": "square:q", "token": "red", "value": 9},
    {"fact": "info", "at": "bag:info", "token": "red", "value": 100},
    {"fact": "hand", "seat": "mother", "item": "bike", "value": {"ready": 2, "used": 1}},
    {"fact": "hand", "seat": "mother", "item": "bike", "value": {"ready": 1, "used": -1}},
    {"fact": "box", "item": "cash", "value": 3},
    {"fact": "token", "square": "q", "token": "agent", "value": 11},
    {"fact": "lost", "seat": "father", "colour": "red", "value": 3},
    {"fact": "skill", "seat": "father", "value": 3},
    {"fact": "deck", "deck": "police", "value": {"discard": ["a"], "display": ["a"]}},
    {"fact": "effects", "value": [{**MODIFY, "n": 0}]},
    {"fact": "effects", "value": [{**MODIFY, "n": 21}]},
    {"fact": "actions", "value": 10},
    {"fact": "moves", "value": 10},
    {"fact": "steps", "value": 100},
    {"fact": "bikes", "value": 21},
    {"fact": "die", "die": "grey1", "value": {"face": "WILD", "spent": False}},
    {"fact": "die", "die": "mask1", "value": {"face": "PHYS", "spent": False}},
    {"fact": "wounds", "seat": "father", "value": 1},
]

NAMELESS: list[dict[str, Any]] = [
    {"fact": "weather", "value": 1},
    {"fact": "result", "value": None},
    {"fact": "scenario", "value": "tale"},
    {"fact": "seats", "value": ["father"]},
    {"fact": "mafia", "square": "nowhere", "value": 1},
    {"fact": "car", "at": "square:nowhere", "value": 1},
    {"fact": "car", "at": "alert:0", "value": 1},
    {"fact": "car", "at": "alert:21", "value": 1},
    {"fact": "info", "at": "square:q", "token": "green", "value": 1},
    {"fact": "info", "at": "hand:father", "token": "red", "value": 1},
    {"fact": "item", "square": "q", "value": "tank"},
    {"fact": "hand", "seat": "son", "item": "bike", "value": {"ready": 1, "used": 0}},
    {"fact": "position", "seat": "father", "value": "nowhere"},
    {"fact": "lost", "seat": "father", "colour": "grey", "value": 1},
    {"fact": "deck", "deck": "story", "value": {"discard": [], "display": []}},
    {"fact": "deck", "deck": "police", "value": {"discard": ["nowhere"], "display": []}},
    {"fact": "event", "value": {"card": "nowhere", "square": None}},
    {"fact": "event", "value": {"card": "k", "square": "nowhere"}},
    {"fact": "effects", "value": [{"op": "close", "square": "nowhere", "until": "round"}]},
    {"fact": "tasks", "value": [{**TASK, "square": "nowhere"}]},
    {"fact": "ignored", "value": ["nowhere"]},
    {"fact": "die", "die": "green1", "value": None},
    {"fact": "die", "die": "red1", "value": {"face": "FIRE", "spent": False}},
    {"fact": "phase", "value": {"phase": "turn", "seat": "son"}},
]

UNREADABLE: list[Any] = [
    {"value": 1},
    {"fact": "alert"},
    {"fact": "alert", "value": "seven"},
    {"fact": "alert", "value": True},
    {"fact": "alert", "value": 1, "square": "q"},
    {"fact": "mafia", "value": 1},
    {"fact": "mafia", "square": 3, "value": 1},
    {"fact": "limit_hit", "value": "setup"},
    {"fact": "hand", "seat": "mother", "item": "bike", "value": {"ready": 1}},
    {"fact": "deck", "deck": "police", "value": {"discard": [], "display": [], "deck": 3}},
    {"fact": "effects", "value": [{**MODIFY, "what": "weather"}]},
    {"fact": "tasks", "value": [{**TASK, "need": {}}]},
    {"fact": "tasks", "value": [{**TASK, "then": [{"op": "alert"}]}]},
    {"fact": "dealt", "square": "q", "value": "bribed"},
    {"fact": "played", "seat": "mother", "value": 1},
    {"fact": "phase", "value": "setup"},
    {"fact": "phase", "value": {"phase": "wounds", "seat": "father"}},
]


@pytest.fixture
def game() -> NewYorkTable:
    """Father plays with one die, the alert stands at 3."""
    game = NewYorkTable("father mother", costly=True).playing("father", POOL)
    game.set("alert", 3)
    return game


def find(facts: Any, path: str) -> Any:
    return reduce(lambda place, part: place[int(part) if part.isdigit() else part], path.split("."), facts)


@pytest.mark.parametrize(("change", "path", "value"), SETS, ids=lambda part: str(part)[:60])
def test_a_fact_is_set(game, change, path, value):
    game.correct(change)
    assert find(game.facts, path) == value


def test_every_fact_that_can_be_corrected_is_tried_here():
    tried = {change["fact"] for change, _, _ in SETS} | {"wounds"}
    assert tried == set(GAME.rules.corrections)


@pytest.mark.parametrize("change", BEYOND, ids=str)
def test_a_limit_holds(game, change):
    game.refuses_correction("illegal", change)


@pytest.mark.parametrize("change", NAMELESS, ids=str)
def test_a_name_must_exist(game, change):
    game.refuses_correction("unknown", change)


@pytest.mark.parametrize("change", UNREADABLE, ids=str)
def test_a_change_must_be_readable(game, change):
    game.refuses_correction("malformed", change)


def test_what_the_box_holds_is_checked_after_the_last_change(game):
    """Cars are moved in two changes, in any order."""
    game.set("car", 3, at="square:q")
    game.correct({"fact": "car", "at": "square:r", "value": 3}, {"fact": "car", "at": "square:q", "value": 0})
    assert game.facts["cars"]["squares"] == {"r": 3}


@pytest.mark.parametrize(
    "changes",
    [
        [{"fact": "mafia", "square": square, "value": 2} for square in SQUARES[:13]],
        [{"fact": "fbi", "square": square, "value": 1} for square in SQUARES[:5]],
        [{"fact": "info", "at": f"square:{square}", "token": "blue3", "value": 1} for square in "abc"],
        [{"fact": "item", "square": square, "value": "bike"} for square in "abc"],
        [{"fact": "token", "square": square, "token": square, "value": 4} for square in "abc"],
    ],
)
def test_no_more_pieces_than_were_printed(game, changes):
    game.refuses_correction("illegal", *changes)


def test_no_rule_acts_on_a_correction(game):
    game.correct(
        {"fact": "car", "at": "square:q", "value": 1},
        {"fact": "mafia", "square": "q", "value": 2},
        {"fact": "car", "at": "alert:5", "value": 1},
        {"fact": "alert", "value": 9},
        {"fact": "story", "value": 4},
        *({"fact": "fbi", "square": square, "value": 1} for square in "klmn"),
    )
    facts = game.facts
    assert (facts["mafia"]["squares"], facts["cars"]["alert"], facts["cars"]["waiting"]) == ({"q": 2}, {"5": 1}, 0)
    assert (facts["story"]["revealed"], facts["alert"]["at"], game.choice) == (1, 9, "play")


@pytest.mark.rule("R-NYC-16")
def test_cars_put_down_before_card_0_lays_its_own():
    """R-GEN-04: one car per position, and no more than five in all."""
    game = NewYorkTable("father", cards=[{"alert_cars": [3, 5, 7]}, {}])
    game.correct({"fact": "car", "at": "alert:5", "value": 1}, {"fact": "car", "at": "square:q", "value": 3})
    game.set_up()
    assert game.facts["cars"]["alert"] == {"3": 1, "5": 1}
    assert game.facts["cars"]["supply"] == 0


@pytest.mark.rule("R-NYC-110", "R-NYC-111")
@pytest.mark.parametrize(("phase", "hit"), [("police", "police"), ("players", "players")])
def test_alert_at_the_limit_counts_for_the_phase_and_below_it_no_more(game, phase, hit):
    if phase == "police":
        game.set("phase", "police")
    game.set("alert", 20)
    assert game.facts["alert"]["limit_hit"] == hit
    game.set("alert", 19)
    assert game.facts["alert"]["limit_hit"] is None


@pytest.mark.rule("R-NYC-99")
def test_revealed_brings_and_takes_the_final_challenge_and_nothing_else(game):
    game.set("revealed", 3)
    assert [task["id"] for task in game.facts["tasks"]] == ["final"]
    assert sum(game.facts["info"]["bag"].values()) == 0
    game.set("revealed", 2)
    assert game.facts["tasks"] == []


class TestWhen:
    """Facts that can be set right only at certain times."""

    @pytest.mark.parametrize("change", [
        {"fact": "revealed", "value": 1},
        {"fact": "round", "value": 1},
        {"fact": "phase", "value": "players"},
        {"fact": "actions", "value": 1},
    ])  # fmt: skip
    def test_not_in_set_up(self, change):
        NewYorkTable("father").refuses_correction("illegal", change)

    @pytest.mark.parametrize("change", [
        {"fact": "actions", "value": 1},
        {"fact": "moves", "value": 1},
        {"fact": "steps", "value": 1},
        {"fact": "bikes", "value": 1},
        {"fact": "extra_used", "value": True},
        {"fact": "fight_open", "value": True},
        {"fact": "free_subway", "value": True},
        {"fact": "ignored", "value": []},
        {"fact": "visited", "value": []},
        {"fact": "dealt", "square": "a", "value": None},
        {"fact": "die", "die": "red1", "value": None},
    ], ids=str)  # fmt: skip
    def test_the_turn_only_in_a_turn_and_never_in_light_mode(self, change):
        NewYorkTable("father").set_up().refuses_correction("illegal", change)
        NewYorkTable("father", {"nyc.follow": "light"}).turn("father").refuses_correction("illegal", change)

    def test_positions_and_lost_dice_in_full_mode_wounds_in_light_mode(self):
        light = NewYorkTable("father", {"nyc.follow": "light"}).turn("father")
        light.refuses_correction("illegal", {"fact": "position", "seat": "father", "value": "a"})
        light.refuses_correction("illegal", {"fact": "lost", "seat": "father", "colour": "red", "value": 1})
        light.refuses_correction("illegal", {"fact": "wounds", "seat": "father", "value": 5})
        light.set("wounds", 4, seat="father")
        assert light.who("father")["wounds"] == 4
        assert light.hand("father") == {"skill": 2, "wound": 4}

    def test_after_the_end_nothing_but_undo(self, game):
        for square in "klmn":
            game.set("fbi", 1, square=square)
        game.effect({"op": "place_mafia", "at": "q", "n": 3})
        assert game.ask.result["rule"] == "R-NYC-112"
        with pytest.raises(Exception, match="Undo") as refused:
            game.table.correct([{"fact": "fbi", "square": "q", "value": 0}], "no")
        assert refused.value.code == "over"
        game.undo()
        assert game.choice == "play"


# Corrections in the middle of things: the question is found anew, and the game can go on somewhere else.

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
