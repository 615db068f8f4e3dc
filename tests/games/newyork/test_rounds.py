"""What holds through a whole game: its goal, the order of its rounds, and what stays on the board."""

from __future__ import annotations

import pytest

from tests.games.newyork.helpers import NewYorkTable

TYPES = {"red": "PHYS", "blue": "MENT", "yellow": "SOC"}


@pytest.mark.rule("R-NYC-23", "R-NYC-70", "R-NYC-94", "R-NYC-99", "R-NYC-113")
def test_enough_info_reveals_every_story_card_and_the_final_challenge_wins():
    pool = {"red1": "PHYS", "red2": "PHYS", "blue1": "MENT", "yellow1": "WILD", "blue2": "MENT", "blue3": "MENT"}
    challenge = {"square": "a", "text": "Now.", "need": {"pay": {"MENT": 2}}}
    cards = [{}, {"position": 1}, {"position": 2, "final_challenge": challenge}]
    game = NewYorkTable("father", cards=cards).playing("father", pool)
    game.correct(
        {"fact": "info", "at": "square:a", "token": "red", "value": 1},
        {"fact": "info", "at": "square:a", "token": "blue", "value": 1},
    )
    game.refuses("unknown", None, "fulfil", task="final", with_=["blue2", "blue3"])
    game.say("collect", token="red", with_=["red1", "red2"])
    assert (game.facts["story"]["revealed"], game.facts["tasks"]) == (2, [])
    game.say("collect", token="blue", with_=["blue1", "yellow1"])
    [final] = game.facts["tasks"]
    assert (final["id"], final["square"], final["need"]) == ("final", "a", {"pay": {"MENT": 2}})
    game.say("fulfil", task="final", with_=["blue2", "blue3"])
    assert game.ask.result == {"outcome": "win", "rule": "R-NYC-113", "round": 1}


@pytest.mark.rule("R-NYC-24", "R-NYC-25", "R-NYC-41", "R-NYC-42")
def test_a_round_is_the_police_and_then_one_turn_each_in_any_order():
    game = NewYorkTable("father mother son").set_up()
    seen = []
    for seats, cars in (("mother son father", "kl"), ("son mother father", "mn")):
        for card in cars:
            seen.append((game.facts["round"], game.facts["phase"]))
            game.draw(card)
        left = sorted(seats.split())
        for seat in seats.split():
            if len(left) > 1:
                assert sorted(answer["seat"] for answer in game.legal("turn")) == left
                game.say("turn", seat=seat)
            left.remove(seat)
            seen.append((game.facts["round"], game.facts["phase"], game.now["seat"]))
            game.rest()
    first, second = ((n, "police") for n in (1, 2))
    assert seen == [
        first, first, *((1, "players", seat) for seat in ("mother", "son", "father")),
        second, second, *((2, "players", seat) for seat in ("son", "mother", "father")),
    ]  # fmt: skip
    assert (game.facts["round"], game.facts["phase"]) == (3, "police")


@pytest.mark.rule("R-NYC-49")
def test_fbi_stays_whatever_comes():
    game = NewYorkTable("father", mafia=["q.-.-"], cards=[{"mafia_per_turn": 1}, {}]).set_up()
    game.set("fbi", 1, square="q")
    game.draw("k", "q")
    assert game.on("q") == {"fbi": 1, "car": 1}
    game.draw("q.-.-")
    game.throw()
    game.effect({"op": "remove_mafia", "at": "q", "n": "all"}, {"op": "alert", "n": -3}, {"op": "story", "n": 2})
    game.say("end")
    assert (game.facts["round"], game.on("q")) == (2, {"fbi": 1})


@pytest.mark.rule("R-NYC-52")
def test_any_number_of_info_tokens_lies_on_a_square():
    game = NewYorkTable("father", mafia=["-.q.-"], cards=[{"mafia_per_turn": 1}, {}]).set_up()
    tokens = {"red": 5, "blue": 9, "yellow": 10}
    game.correct(
        *({"fact": "info", "at": "square:q", "token": colour, "value": n} for colour, n in tokens.items()),
        {"fact": "info", "at": "bag:info", "token": "red", "value": 1},
    )
    game.turn("father")
    game.draw("-.q.-")
    game.pull("red")
    assert game.on("q") == {"info:red": 6, "info:blue": 9, "info:yellow": 10}
    assert game.alert == 0


@pytest.mark.rule("R-NYC-68")
@pytest.mark.parametrize("colour", TYPES)
def test_each_colour_of_info_is_paid_with_its_own_type(colour):
    pool = {f"{die}{n}": face for die, face in TYPES.items() for n in (1, 2)}
    game = NewYorkTable("father").playing("father", pool)
    game.set("info", 1, at="square:a", token=colour)
    assert [answer["with"] for answer in game.legal("collect")] == [(f"{colour}1", f"{colour}2")]
    for other in TYPES.keys() - {colour}:
        game.refuses("illegal", "R-NYC-70", "collect", token=colour, with_=[f"{other}1", f"{other}2"])
    game.say("collect", token=colour, with_=[f"{colour}1", f"{colour}2"])


@pytest.mark.rule("R-NYC-68")
@pytest.mark.parametrize(("verb", "face"), [("fight", "PHYS"), ("face", "PHYS"), ("evade", "SOC")])
def test_each_way_to_meet_mafia_is_paid_with_its_own_type(verb, face):
    pool = {f"{die}{n}": face for die, face in TYPES.items() for n in (1, 2)}
    game = NewYorkTable("father").playing("father", pool)
    game.set("mafia", 1, square="a")
    assert {pool[die] for answer in game.legal(verb) for die in answer["with"]} == {face}


@pytest.mark.rule("R-NYC-67", "R-NYC-69")
def test_a_wild_that_nobody_spends_costs_nothing_and_is_gone_with_the_turn():
    game = NewYorkTable("father mother").playing("father", {"red1": "WILD", "red2": "WILD"})
    game.say("reroll", dice=["red1"])
    game.throw()
    game.say("end")
    assert (game.alert, game.now["seat"], game.now["pool"]) == (0, "mother", {})
