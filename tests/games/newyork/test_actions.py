"""What each verb of a turn does (WIRE.md 4), and what ``legal`` lists (WIRE.md 5)."""

from __future__ import annotations

import pytest

from companion.games.newyork.rules.pieces import paying_all
from tests.games.newyork.helpers import NewYorkTable

# What each verb of a turn does (WIRE.md 4).

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


# What `legal` lists: everything that is accepted, in one form (WIRE.md 5).

WILD_POOL = {"blue1": "MENT", "grey1": "MENT", "red1": "WILD", "red2": "WILD", "yellow1": "MENT"}


def playing(pool: dict[str, str], *changes: dict[str, object], settings: dict[str, str] | None = None) -> NewYorkTable:
    """Father plays on ``a`` with these dice, mother far away."""
    game = NewYorkTable("father mother", {"start.mother": "q", **(settings or {})}).playing("father", pool)
    if changes:
        game.correct(*changes)
    return game


def paid(game: NewYorkTable, verb: str) -> list[tuple[str, ...]]:
    return [answer["with"] for answer in game.legal(verb)]


@pytest.mark.rule("R-NYC-69")
def test_a_payment_for_each_number_of_wild_with_the_lowest_dice():
    game = playing(WILD_POOL, {"fact": "info", "at": "square:a", "token": "blue", "value": 1})
    assert paid(game, "collect") == [("blue1", "grey1"), ("blue1", "red1"), ("red1", "red2")]
    game.say("collect", token="blue", with_=["yellow1", "red2"])
    assert game.alert == 1


@pytest.mark.rule("R-NYC-67")
def test_no_payment_with_spent_dice():
    game = playing(WILD_POOL, {"fact": "info", "at": "square:a", "token": "blue", "value": 1})
    for die in ("blue1", "grey1", "red1"):
        game.set("die", {"face": WILD_POOL[die], "spent": True}, die=die)
    assert paid(game, "collect") == [("red2", "yellow1")]


def test_results_of_several_types_are_listed_in_the_order_of_their_dice():
    game = playing({"blue1": "PHYS", "red1": "MENT"})
    assert paying_all(game.table.state, {"MENT": 1, "PHYS": 1}) == [("blue1", "red1")]


@pytest.mark.rule("R-NYC-72")
def test_an_item_for_each_type_doubles_once():
    pool = {"blue1": "MENT", "red1": "PHYS", "red2": "PHYS", "yellow1": "WILD", "yellow2": "WILD"}
    game = playing(pool, {"fact": "item", "square": "a", "value": "bike"})
    expected = {("blue1", "yellow1"), ("red1", "red2"), ("red1", "yellow1"), ("yellow1", "yellow2")}
    assert set(paid(game, "take")) == expected
    assert len(paid(game, "take")) == len(expected)


@pytest.mark.parametrize(
    ("verb", "dealt", "dice"),
    [
        ("fight", None, [("red1", "red2"), ("red1", "yellow1")]),
        ("face", None, [("red1",), ("yellow1",)]),
        ("face", "faced", []),
        ("evade", None, [("grey1",), ("yellow1",)]),
        ("evade", "faced", [("grey1",), ("yellow1",)]),
        ("evade", "evaded", []),
    ],
)
def test_meeting_mafia(verb, dealt, dice):
    pool = {"grey1": "SOC", "red1": "PHYS", "red2": "PHYS", "yellow1": "WILD"}
    game = playing(pool, {"fact": "mafia", "square": "a", "value": 1})
    game.set("dealt", dealt, square="a")
    assert paid(game, verb) == dice


@pytest.mark.rule("R-NYC-64")
def test_a_re_roll_of_all_dice_and_of_all_spent_ones():
    game = playing(WILD_POOL)
    everything = tuple(WILD_POOL)
    assert [answer["dice"] for answer in game.legal("reroll")] == [everything]
    game.set("die", {"face": "MENT", "spent": True}, die="grey1")
    assert [answer["dice"] for answer in game.legal("reroll")] == [everything, ("grey1",)]
    for die, face in WILD_POOL.items():
        game.set("die", {"face": face, "spent": True}, die=die)
    assert [answer["dice"] for answer in game.legal("reroll")] == [everything]
    game.say("reroll", dice=["yellow1", "red2"])
    assert game.ask.dice == ["red2", "yellow1"]


@pytest.mark.rule("R-NYC-65")
def test_a_re_roll_of_nothing_where_only_new_grey_dice_would_roll():
    game = playing({}, {"fact": "position", "seat": "mother", "value": "a"})
    assert game.legal("reroll") == [{"do": "reroll", "dice": ()}]
    game.say("reroll", dice=[])
    assert game.ask.dice == ["grey1"]
    assert playing({}).legal("reroll") == []


@pytest.mark.parametrize(
    ("pool", "listed"),
    [
        ({"blue1": "MENT", "red1": "PHYS", "red2": "PHYS"}, [("blue1", "red1", "red2")]),
        (
            {"blue1": "MENT", "red1": "PHYS", "red2": "PHYS", "yellow1": "WILD"},
            [("blue1", "red1", "red2"), ("blue1", "red1", "yellow1")],
        ),
        (
            {"red1": "PHYS", "red2": "PHYS", "red3": "PHYS", "yellow1": "WILD", "yellow2": "WILD", "yellow3": "WILD"},
            [("red1", "red2", "yellow1"), ("red1", "yellow1", "yellow2"), ("yellow1", "yellow2", "yellow3")],
        ),
        ({"blue1": "MENT", "blue2": "MENT", "blue3": "MENT"}, []),
    ],
)
def test_a_task_of_several_types_takes_ment_first_then_phys_then_soc(pool, listed):
    task = {"id": "one", "square": None, "need": {"pay": {"PHYS": 2, "MENT": 1}}, "text": "Pay.",
            "then": [], "else": [], "until": "round", "rule": "R-NYC-37"}  # fmt: skip
    game = playing(pool, {"fact": "tasks", "value": [task]})
    assert paid(game, "fulfil") == listed
    for dice in listed:
        game.say("fulfil", task="one", with_=dice)
        game.undo()


def test_dice_are_taken_in_any_order_and_logged_sorted():
    game = playing(WILD_POOL, {"fact": "info", "at": "square:a", "token": "blue", "value": 1})
    game.say("collect", token="blue", with_=["yellow1", "blue1"])
    assert game.table.log[-1].answer == {"do": "collect", "token": "blue", "with": ("blue1", "yellow1")}


@pytest.mark.rule("R-NYC-59", "R-NYC-61")
def test_steps_and_extra_steps_go_to_neighbours_and_by_subway():
    game = playing({}, settings={"start.father": "c"})
    assert [step["to"] for step in game.legal("step")] == ["b", "d", "j", "t"]
    assert [step["to"] for step in game.legal("extra")] == ["b", "d", "j", "t"]
    game.say("step", to="t")
    assert (game.now["steps"], game.now["actions"]) == (1, 1)


@pytest.mark.rule("R-NYC-09", "R-NYC-10")
def test_every_side_of_the_dice_of_a_roll():
    game = NewYorkTable("father mother").turn("father")
    assert game.table.legal() is None
    assert game.table.faces() == {
        "blue1": ["MENT", "MENT", "MENT", "PHYS", "SOC", "WILD"],
        "grey1": ["MENT", "MENT", "PHYS", "PHYS", "SOC", "SOC"],
        "red1": ["PHYS", "PHYS", "PHYS", "MENT", "SOC", "WILD"],
        "red2": ["PHYS", "PHYS", "PHYS", "MENT", "SOC", "WILD"],
        "yellow1": ["SOC", "SOC", "SOC", "MENT", "PHYS", "WILD"],
    }


def test_odds_of_a_draw_and_of_a_pull():
    game = NewYorkTable("father", mafia=["-.q.-"], cards=[{"mafia_per_turn": 1}, {}]).set_up()
    assert game.table.odds() == [1 / 23] * 23
    game.correct(
        {"fact": "info", "at": "bag:info", "token": "red", "value": 3},
        {"fact": "info", "at": "bag:info", "token": "blue", "value": 1},
    )
    game.turn("father")
    game.draw("-.q.-")
    assert game.legal() == [{"do": "pull", "bag": "info", "token": token} for token in ("blue", "red")]
    assert game.table.odds() == [0.25, 0.75]


def test_chance_is_asked_also_where_one_outcome_is_possible():
    game = NewYorkTable("father", mafia=["-.q.-"], cards=[{"mafia_per_turn": 1}, {}]).set_up()
    game.set("info", 1, at="bag:info", token="red")
    game.turn("father")
    game.draw("-.q.-")
    assert game.table.odds() == [1.0]
