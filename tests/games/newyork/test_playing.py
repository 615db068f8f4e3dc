"""What each verb of a turn does (WIRE.md 4)."""

from __future__ import annotations

import pytest

from tests.games.newyork.helpers import NewYorkTable

POOL = {"blue1": "MENT", "red1": "PHYS", "red2": "PHYS", "red3": "PHYS", "yellow1": "SOC", "yellow2": "WILD"}


@pytest.fixture
def game() -> NewYorkTable:
    """Father plays on ``c``, a station; mother is with him."""
    return NewYorkTable("father mother", {"start.father": "c", "start.mother": "c"}).playing("father", POOL)


def spent(game: NewYorkTable) -> list[str]:
    return sorted(die for die, shown in game.now["pool"].items() if shown["spent"])


@pytest.mark.rule("R-NYC-59", "R-NYC-66")
def test_a_move_action_is_two_steps_that_need_not_be_taken_at_once(game):
    game.say("step", to="d")
    assert {name: game.now[name] for name in ("actions", "moves", "steps")} == {"actions": 1, "moves": 1, "steps": 1}
    game.say("reroll", dice=["red1"])
    game.throw()
    game.say("step", to="c")
    assert (game.now["actions"], game.now["steps"]) == (0, 0)
    assert game.now["visited"] == ["c", "d"]
    game.refuses("illegal", "R-NYC-59", "step", to="d")


@pytest.mark.rule("R-NYC-61")
def test_the_subway_costs_one_step(game):
    game.say("step", to="t")
    game.say("step", to="u")
    assert (game.who("father")["square"], game.now["actions"]) == ("u", 1)


@pytest.mark.rule("R-NYC-63", "R-NYC-104", "R-NYC-108")
def test_the_extra_step_costs_alert_and_no_action_and_meets_the_car_on_the_track(game):
    game.set("car", 1, at="alert:1")
    game.say("extra", to="j")
    assert (game.alert, game.facts["cars"]["waiting"], game.now["extra_used"]) == (1, 1, True)
    assert (game.now["actions"], game.now["steps"], game.now["visited"]) == (2, 0, ["c", "j"])


@pytest.mark.rule("R-NYC-64", "R-NYC-65")
def test_a_re_roll_makes_results_unspent_and_leaves_the_others_as_they_are(game):
    game.set("die", {"face": "PHYS", "spent": True}, die="red1")
    game.set("die", {"face": "PHYS", "spent": True}, die="red2")
    game.say("reroll", dice=["red1"])
    assert (game.ask.who, game.ask.rule, game.ask.dice) == ("father", "R-NYC-64", ["grey1", "red1"])
    assert game.now["rolling"] == ["grey1", "red1"]
    assert game.now["pool"]["red1"] == {"face": "PHYS", "spent": True}  # the old face until the new one is said
    game.roll("MENT WILD")
    assert game.now["pool"]["red1"] == {"face": "WILD", "spent": False}
    assert spent(game) == ["red2"]
    assert game.now["actions"] == 1


@pytest.mark.rule("R-NYC-69", "R-NYC-70", "R-NYC-93", "R-NYC-105")
def test_collecting_pays_moves_the_story_and_returns_the_token(game):
    game.set("info", 2, at="square:c", token="red")
    game.say("collect", token="red", with_=["red1", "yellow2"])
    assert (game.on("c")["info:red"], game.facts["story"]["at"], game.alert) == (1, 1, 1)
    assert spent(game) == ["red1", "yellow2"]
    assert game.now["actions"] == 2


@pytest.mark.rule("R-NYC-71", "R-NYC-100")
def test_a_token_that_costs_three():
    game = NewYorkTable("father", costly=True).playing("father", POOL)
    game.set("info", 1, at="square:a", token="red3")
    game.refuses("illegal", "R-NYC-70", "collect", token="red3", with_=["red1", "red2"])
    game.say("collect", token="red3", with_=["red1", "red2", "red3"])
    assert game.facts["info"]["reserve"]["red3"] == 2


@pytest.mark.rule("R-NYC-105")
def test_the_alert_of_wild_comes_before_what_is_paid_for():
    """The payment reaches the limit; that the story card then lowers the alert comes too late."""
    cards = [{}, {"position": 1, "effects": [{"op": "alert", "n": -5}]}, {}]
    game = NewYorkTable("father", cards=cards).playing("father", POOL)
    game.set("alert", 19)
    game.set("info", 1, at="square:a", token="red")
    game.say("collect", token="red", with_=["red1", "yellow2"])
    assert game.facts["alert"] == {"at": 15, "limit": 20, "limit_hit": "players"}


@pytest.mark.rule("R-NYC-72")
def test_taking_an_item_puts_it_face_up_into_the_hand(game):
    game.set("item", "radio", square="c")
    game.say("take", with_=["red1", "red3"])
    assert game.who("father")["items"] == {"ready": {"radio": 1}, "used": {}}
    assert spent(game) == ["red1", "red3"]


@pytest.mark.rule("R-NYC-73", "R-NYC-74", "R-NYC-75")
def test_fighting_two_then_one_more_and_then_two_again(game):
    game.set("mafia", 2, square="c")
    game.say("fight", square="c", with_=["red1", "red2"])
    assert (game.on("c")["mafia"], game.now["fight_open"]) == (1, True)
    game.say("fight", square="c", with_=["red3"])
    assert ("mafia" in game.on("c"), game.now["fight_open"]) == (False, False)
    assert game.facts["mafia"]["reserve"] == 25
    game.set("mafia", 1, square="c")
    game.refuses("illegal", "R-NYC-73", "fight", square="c", with_=["yellow2"])


@pytest.mark.rule("R-NYC-62", "R-NYC-77", "R-NYC-79")
def test_facing_spares_the_wounds_but_not_the_ban_on_moving(game):
    game.set("mafia", 2, square="c")
    game.say("face", with_=["red1"])
    assert game.now["dealt"] == {"c": "faced"}
    game.refuses("illegal", "R-NYC-62", "step", to="d")
    game.say("end")
    assert (game.now["seat"], game.who("father")["wounds"], game.on("c")["mafia"]) == ("mother", 0, 2)


@pytest.mark.rule("R-NYC-78", "R-NYC-79")
@pytest.mark.parametrize("after_face", [False, True])
def test_evading_spares_the_wounds_and_lets_go(game, after_face):
    game.set("mafia", 2, square="c")
    if after_face:
        game.say("face", with_=["red1"])
    game.say("evade", with_=["yellow1"])
    assert game.now["dealt"] == {"c": "evaded"}
    game.say("step", to="d")
    game.say("step", to="c")
    game.say("end")
    assert (game.now["seat"], game.who("father")["wounds"]) == ("mother", 0)


@pytest.mark.rule("R-NYC-83", "R-NYC-84")
def test_giving_keeps_an_item_as_it_lies(game):
    game.set("hand", {"ready": 1, "used": 1}, seat="father", item="mask")
    game.say("give", item="mask", used=True, seat="mother")
    game.say("give", item="mask", used=False, seat="mother")
    assert game.who("mother")["items"] == {"ready": {"mask": 1}, "used": {"mask": 1}}
    assert game.now["actions"] == 2


@pytest.mark.rule("R-NYC-87", "R-NYC-88")
def test_father_heals_with_one_skill_token_each(game):
    game.set("lost", 2, seat="mother", colour="red")
    for tokens in (1, 0):
        game.say("skill", seat="mother", colour="red")
        assert game.who("father")["skill"] == tokens
    assert game.who("mother")["wounds"] == 0


@pytest.mark.rule("R-NYC-80", "R-NYC-81")
def test_each_wound_takes_a_die_that_the_player_chooses(game):
    game.set("mafia", 2, square="c")
    game.say("end")
    assert (game.choice, game.ask.who, game.ask.rule, game.ask.left) == ("wound", "father", "R-NYC-81", 2)
    assert game.now["step"] == "wounds"
    assert [lose["colour"] for lose in game.legal()] == ["blue", "red", "yellow"]
    game.say("lose", colour="blue")
    assert (game.ask.left, [lose["colour"] for lose in game.legal()]) == (1, ["red", "yellow"])
    game.say("lose", colour="yellow")
    assert game.hand("father") == {"skill": 2, "wound:blue": 1, "wound:yellow": 1}


@pytest.mark.rule("R-NYC-44")
def test_ending_puts_the_mafia_cards_away_and_the_seat_has_played():
    game = NewYorkTable("father mother", cards=[{"mafia_per_turn": 2}, {}]).turn("father")
    game.draw("blank10", "blank11")
    assert game.facts["decks"]["mafia"]["display"] == ["blank10", "blank11"]
    game.rest()
    mafia = game.facts["decks"]["mafia"]
    assert (mafia["display"], mafia["discard"][-2:]) == ([], ["blank10", "blank11"])
    assert (game.who("father")["played"], game.who("mother")["played"]) == (True, False)
    game.rest()
    assert (game.facts["phase"], game.facts["decks"]["mafia"]["display"]) == ("police", [])
