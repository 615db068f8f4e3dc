"""What each verb of a turn does (WIRE.md 4)."""

from __future__ import annotations

import pytest

from tests.games.newyork.helpers import Evening

POOL = {"blue1": "MENT", "red1": "PHYS", "red2": "PHYS", "red3": "PHYS", "yellow1": "SOC", "yellow2": "WILD"}


@pytest.fixture
def evening() -> Evening:
    """Father plays on ``c``, a station; mother is with him."""
    return Evening("father mother", {"start.father": "c", "start.mother": "c"}).playing("father", POOL)


def spent(evening: Evening) -> list[str]:
    return sorted(die for die, shown in evening.now["pool"].items() if shown["spent"])


@pytest.mark.rule("R-NYC-59", "R-NYC-66")
def test_a_move_action_is_two_steps_that_need_not_be_taken_at_once(evening):
    evening.say("step", to="d")
    assert {name: evening.now[name] for name in ("actions", "moves", "steps")} == {"actions": 1, "moves": 1, "steps": 1}
    evening.say("reroll", dice=["red1"])
    evening.throw()
    evening.say("step", to="c")
    assert (evening.now["actions"], evening.now["steps"]) == (0, 0)
    assert evening.now["visited"] == ["c", "d"]
    evening.refuses("illegal", "R-NYC-59", "step", to="d")


@pytest.mark.rule("R-NYC-61")
def test_the_subway_costs_one_step(evening):
    evening.say("step", to="t")
    evening.say("step", to="u")
    assert (evening.who("father")["square"], evening.now["actions"]) == ("u", 1)


@pytest.mark.rule("R-NYC-63", "R-NYC-104", "R-NYC-108")
def test_the_extra_step_costs_alert_and_no_action_and_meets_the_car_on_the_track(evening):
    evening.set("car", 1, at="alert:1")
    evening.say("extra", to="j")
    assert (evening.alert, evening.facts["cars"]["waiting"], evening.now["extra_used"]) == (1, 1, True)
    assert (evening.now["actions"], evening.now["steps"], evening.now["visited"]) == (2, 0, ["c", "j"])


@pytest.mark.rule("R-NYC-64", "R-NYC-65")
def test_a_re_roll_makes_results_unspent_and_leaves_the_others_as_they_are(evening):
    evening.set("die", {"face": "PHYS", "spent": True}, die="red1")
    evening.set("die", {"face": "PHYS", "spent": True}, die="red2")
    evening.say("reroll", dice=["red1"])
    assert (evening.ask.who, evening.ask.rule, evening.ask.dice) == ("father", "R-NYC-64", ["grey1", "red1"])
    assert evening.now["rolling"] == ["grey1", "red1"]
    assert evening.now["pool"]["red1"] == {"face": "PHYS", "spent": True}  # the old face until the new one is said
    evening.roll("MENT WILD")
    assert evening.now["pool"]["red1"] == {"face": "WILD", "spent": False}
    assert spent(evening) == ["red2"]
    assert evening.now["actions"] == 1


@pytest.mark.rule("R-NYC-69", "R-NYC-70", "R-NYC-93", "R-NYC-105")
def test_collecting_pays_moves_the_story_and_returns_the_token(evening):
    evening.set("info", 2, at="square:c", token="red")
    evening.say("collect", token="red", with_=["red1", "yellow2"])
    assert (evening.on("c")["info:red"], evening.facts["story"]["at"], evening.alert) == (1, 1, 1)
    assert spent(evening) == ["red1", "yellow2"]
    assert evening.now["actions"] == 2


@pytest.mark.rule("R-NYC-71", "R-NYC-100")
def test_a_token_that_costs_three():
    evening = Evening("father", costly=True).playing("father", POOL)
    evening.set("info", 1, at="square:a", token="red3")
    evening.refuses("illegal", "R-NYC-70", "collect", token="red3", with_=["red1", "red2"])
    evening.say("collect", token="red3", with_=["red1", "red2", "red3"])
    assert evening.facts["info"]["reserve"]["red3"] == 2


@pytest.mark.rule("R-NYC-105")
def test_the_alert_of_wild_comes_before_what_is_paid_for():
    """The payment reaches the limit; that the story card then lowers the alert comes too late."""
    cards = [{}, {"position": 1, "effects": [{"op": "alert", "n": -5}]}, {}]
    evening = Evening("father", cards=cards).playing("father", POOL)
    evening.set("alert", 19)
    evening.set("info", 1, at="square:a", token="red")
    evening.say("collect", token="red", with_=["red1", "yellow2"])
    assert evening.facts["alert"] == {"at": 15, "limit": 20, "limit_hit": "players"}


@pytest.mark.rule("R-NYC-72")
def test_taking_an_item_puts_it_face_up_into_the_hand(evening):
    evening.set("item", "radio", square="c")
    evening.say("take", with_=["red1", "red3"])
    assert evening.who("father")["items"] == {"ready": {"radio": 1}, "used": {}}
    assert spent(evening) == ["red1", "red3"]


@pytest.mark.rule("R-NYC-73", "R-NYC-74", "R-NYC-75")
def test_fighting_two_then_one_more_and_then_two_again(evening):
    evening.set("mafia", 2, square="c")
    evening.say("fight", square="c", with_=["red1", "red2"])
    assert (evening.on("c")["mafia"], evening.now["fight_open"]) == (1, True)
    evening.say("fight", square="c", with_=["red3"])
    assert ("mafia" in evening.on("c"), evening.now["fight_open"]) == (False, False)
    assert evening.facts["mafia"]["reserve"] == 25
    evening.set("mafia", 1, square="c")
    evening.refuses("illegal", "R-NYC-73", "fight", square="c", with_=["yellow2"])


@pytest.mark.rule("R-NYC-62", "R-NYC-77", "R-NYC-79")
def test_facing_spares_the_wounds_but_not_the_ban_on_moving(evening):
    evening.set("mafia", 2, square="c")
    evening.say("face", with_=["red1"])
    assert evening.now["dealt"] == {"c": "faced"}
    evening.refuses("illegal", "R-NYC-62", "step", to="d")
    evening.say("end")
    assert (evening.now["seat"], evening.who("father")["wounds"], evening.on("c")["mafia"]) == ("mother", 0, 2)


@pytest.mark.rule("R-NYC-78", "R-NYC-79")
@pytest.mark.parametrize("after_face", [False, True])
def test_evading_spares_the_wounds_and_lets_go(evening, after_face):
    evening.set("mafia", 2, square="c")
    if after_face:
        evening.say("face", with_=["red1"])
    evening.say("evade", with_=["yellow1"])
    assert evening.now["dealt"] == {"c": "evaded"}
    evening.say("step", to="d")
    evening.say("step", to="c")
    evening.say("end")
    assert (evening.now["seat"], evening.who("father")["wounds"]) == ("mother", 0)


@pytest.mark.rule("R-NYC-83", "R-NYC-84")
def test_giving_keeps_an_item_as_it_lies(evening):
    evening.set("hand", {"ready": 1, "used": 1}, seat="father", item="mask")
    evening.say("give", item="mask", used=True, seat="mother")
    evening.say("give", item="mask", used=False, seat="mother")
    assert evening.who("mother")["items"] == {"ready": {"mask": 1}, "used": {"mask": 1}}
    assert evening.now["actions"] == 2


@pytest.mark.rule("R-NYC-87", "R-NYC-88")
def test_father_heals_with_one_skill_token_each(evening):
    evening.set("lost", 2, seat="mother", colour="red")
    for tokens in (1, 0):
        evening.say("skill", seat="mother", colour="red")
        assert evening.who("father")["skill"] == tokens
    assert evening.who("mother")["wounds"] == 0


@pytest.mark.rule("R-NYC-80", "R-NYC-81")
def test_each_wound_takes_a_die_that_the_player_chooses(evening):
    evening.set("mafia", 2, square="c")
    evening.say("end")
    assert (evening.choice, evening.ask.who, evening.ask.rule, evening.ask.left) == ("wound", "father", "R-NYC-81", 2)
    assert evening.now["step"] == "wounds"
    assert [lose["colour"] for lose in evening.legal()] == ["blue", "red", "yellow"]
    evening.say("lose", colour="blue")
    assert (evening.ask.left, [lose["colour"] for lose in evening.legal()]) == (1, ["red", "yellow"])
    evening.say("lose", colour="yellow")
    assert evening.hand("father") == {"skill": 2, "wound:blue": 1, "wound:yellow": 1}


@pytest.mark.rule("R-NYC-44")
def test_ending_puts_the_mafia_cards_away_and_the_seat_has_played():
    evening = Evening("father mother", cards=[{"mafia_per_turn": 2}, {}]).turn("father")
    evening.draw("blank10", "blank11")
    assert evening.facts["decks"]["mafia"]["display"] == ["blank10", "blank11"]
    evening.rest()
    mafia = evening.facts["decks"]["mafia"]
    assert (mafia["display"], mafia["discard"][-2:]) == ([], ["blank10", "blank11"])
    assert (evening.who("father")["played"], evening.who("mother")["played"]) == (True, False)
    evening.rest()
    assert (evening.facts["phase"], evening.facts["decks"]["mafia"]["display"]) == ("police", [])
