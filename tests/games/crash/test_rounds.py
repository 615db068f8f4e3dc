"""Rounds and turns (R-CG-21 to R-CG-38, R-CG-70 to R-CG-73)."""

from __future__ import annotations

import pytest

from companion.core.texts import plain
from tests.games.crash.helpers import DIRECTIONS, CrashTable, op

# Planning, the order of a round and its end (R-CG-21 to R-CG-28, R-CG-70 to R-CG-73).


def holders(game):
    """Who has an override token."""
    return [saucer["seat"] for saucer in game.facts["saucers"].values() if saucer["override"]]


def seat(game, *counts):
    """So many types aboard the saucers in order: pilot, scientist, doctor, of their own colour."""
    for name, count in zip(game.facts["saucers"], counts, strict=True):
        game.aboard(name, *[f"{name}-{kind}" for kind in ("pilot", "scientist", "doctor")[:count]])
    return game


@pytest.mark.rule("R-CG-21")
def test_a_round_is_planning_turns_with_their_clean_up_and_an_end():
    game = CrashTable().turn(red="c1r1", blue="c1r2", yellow="c1r3")
    phases = []
    while game.facts["round"] == 1:
        if phases[-1:] != [game.facts["phase"]]:
            phases.append(game.facts["phase"])
        if game.at == "card":
            game.tokens(game.ask_saucer, energy=2)
        game.dull()
    assert phases == ["turn", "cleanup"] * 3
    assert (game.facts["phase"], game.facts["turn"]) == ("planning", None)


@pytest.mark.rule("R-CG-22", "R-CG-23")
def test_all_choose_in_secret_and_say_when_they_are_ready():
    """Nobody is asked what was chosen; it is asked for in the turn, the same card again and again."""
    game = CrashTable().until("ready")
    assert (game.ask.who, game.ask.rule, game.legal()) == (None, "R-CG-22", [{"do": "ready"}])
    assert game.table.view(None) == {**game.facts, "you": None}
    assert game.table.view("ann") == {**game.facts, "you": "ann"}
    game.turn(red="c1r1").tokens("red")
    game.card("3", "east")
    game.until("card", "red", round=2)
    assert {answer["card"] for answer in game.legal("move")} == {"2", "3", "0-5"}


@pytest.mark.rule("R-CG-25")
@pytest.mark.parametrize(("face", "order"), [("cw", "ann ben cat dan"), ("ccw", "ann dan cat ben")])
def test_the_rotation_die_says_which_way_round(face, order):
    """The probe holder rolls and is first."""
    game = CrashTable(4).until("rotation")
    assert (game.ask.who, game.ask.rule, game.facts["rotation"]) == ("ann", "R-CG-25", None)
    game.roll(face)
    assert (game.facts["order"], game.facts["rotation"]) == (order.split(), face)


@pytest.mark.rule("R-CG-25")
def test_the_order_begins_with_the_probe():
    game = CrashTable(4).until("rotation")
    game.set("probe", "cat")
    assert game.ask.who == "cat"
    game.roll("ccw")
    assert game.facts["order"] == ["cat", "ben", "ann", "dan"]


@pytest.mark.rule("R-CG-26")
def test_two_players_alternate_and_choose_the_saucer_in_their_first_turn_only():
    game = CrashTable(2).until("ready")
    game.say("ready")
    assert (game.at, game.ask.who, game.ask.rule) == ("saucer", "ann", "R-CG-26")
    assert game.facts["order"] == ["ann", "ben", "ann", "ben"]
    game.say("saucer", saucer="blue")
    game.until("saucer")
    assert game.ask.who == "ben"
    game.say("saucer", saucer="yellow")
    moved = []
    while game.facts["round"] == 1:
        if game.at == "card":
            moved.append(game.ask_saucer)
        game.dull()
    assert moved == ["yellow", "red", "green"]


@pytest.mark.rule("R-CG-27", "R-CG-28")
@pytest.mark.parametrize(
    ("players", "face", "given"),
    [(3, "cw", ""), (4, "cw", ""), (5, "cw", "eve"), (5, "ccw", "ben"), (6, "cw", "eve fay"), (6, "ccw", "ben cat")],
)
def test_the_last_ones_are_given_override_tokens(players, face, given):
    """G-CG-10: they go back at the end of the round."""
    game = CrashTable(players).until("rotation")
    game.roll(face)
    assert holders(game) == given.split()
    game.until("ready", round=2)
    assert holders(game) == []


@pytest.mark.rule("R-CG-71")
def test_saucers_off_the_board_are_placed_clockwise_whatever_the_die_said():
    """Beginning with the first player."""
    game = CrashTable(4).until("rotation")
    game.roll("ccw")
    game.turn(red="c1r1", blue="c1r2", yellow="c1r3", green="c1r4").until("card", "blue").put()
    placed = []
    while game.facts["round"] == 1:
        if game.at == "placement":
            placed.append((game.ask.piece, game.ask.who, game.ask.rule))
        game.dull()
    assert [piece for piece, _, _ in placed] == ["saucer:red", "saucer:blue", "saucer:yellow", "saucer:green"]
    assert placed[1] == ("saucer:blue", "ben", "R-CG-71")


@pytest.mark.rule("R-CG-71")
def test_both_saucers_of_a_player_are_placed_one_after_the_other():
    """With two players."""
    game = CrashTable(2).turn(red="c1r1", blue="c1r2", yellow="c1r3", green="c1r4")
    game.until("card", "green").put()
    placed = []
    while game.facts["round"] == 1:
        if game.at == "placement":
            placed.append(game.ask.piece)
        game.dull()
    assert placed == ["saucer:red", "saucer:blue", "saucer:yellow", "saucer:green"]


@pytest.mark.rule("R-CG-72", "R-CG-73")
@pytest.mark.parametrize(
    ("face", "counts", "probe"),
    [
        ("cw", (1, 0, 1, 1), "ben"),
        ("cw", (0, 0, 1, 0), "dan"),
        ("ccw", (0, 0, 1, 0), "ben"),
        ("ccw", (1, 1, 0, 0), "cat"),
        ("cw", (1, 1, 1, 1), "dan"),
        ("cw", (0, 2, 3, 2), "ann"),
    ],
)
def test_the_probe_goes_to_the_fewest_seated_and_of_those_to_the_latest(face, counts, probe):
    game = CrashTable(4).until("rotation")
    game.roll(face)
    seat(game.turn(red="c1r1", blue="c1r2", yellow="c1r3", green="c1r4"), *counts)
    game.until("ready", round=2)
    assert game.facts["probe"] == probe
    assert game.lies(f"seat:{probe}") == {"token:probe": 1}


@pytest.mark.rule("R-CG-72", "R-CG-73")
@pytest.mark.parametrize(("counts", "said"), [((1, 0, 1, 1), "has the fewest"), ((0, 0, 1, 0), "was the last of them")])
def test_it_is_said_whether_somebody_has_the_fewest_or_came_last_of_several(counts, said):
    game = CrashTable(4).until("rotation")
    game.roll("cw")
    seat(game.turn(red="c1r1", blue="c1r2", yellow="c1r3", green="c1r4"), *counts)
    before = game.table.rev
    game.until("ready", round=2)
    texts = [plain(todo.text) for todo in game.table.since(before).instructions if "fewest" in plain(todo.text)]
    assert len(texts) == 1
    assert said in texts[0]


@pytest.mark.rule("R-CG-72", "R-CG-73")
@pytest.mark.parametrize(("counts", "probe"), [((3, 0, 1, 1), "ben"), ((1, 1, 0, 2), "ben"), ((1, 0, 1, 1), "ann")])
def test_two_players_add_up_both_saucers(counts, probe):
    """In a tie the later second turn counts."""
    game = CrashTable(2).turn(red="c1r1", blue="c1r2", yellow="c1r3", green="c1r4")
    seat(game, *counts).until("ready", round=2)
    assert game.facts["probe"] == probe
    game.say("ready")
    assert game.facts["order"][0] == probe


# A turn: placing, the card and its bonus, the boost (R-CG-24, R-CG-29 to R-CG-38).

UPGRADES = {
    "still": ("start_of_turn", [op("gain", boosters=1)]),
    "tank": ("passive", [op("range", max=7)]),
}


@pytest.fixture
def game():
    """Red, blue and yellow at the left edge; it is red's turn, with neither energy nor boosters."""
    return CrashTable(upgrades=UPGRADES).turn(red="c1r1", blue="c1r2", yellow="c1r3").tokens("red")


@pytest.mark.rule("R-CG-29", "R-CG-30", "R-CG-31", "R-CG-32")
def test_the_order_of_a_turn(game):
    """Placing, upgrades, card, boost; whoever was placed has card and bonus too, in any direction."""
    game.put(red="c1r1", yellow="c8r3").own("blue", "still").tokens("blue")
    asked = []
    while game.facts["phase"] == "turn" and game.facts["turn"]["who"] != "cat":
        asked.append(game.at)
        if game.at == "card":
            assert {answer.get("dir") for answer in game.legal("move")} == {*DIRECTIONS, None}
            game.card("3", "north" if game.ask.who == "ben" else "east")
        elif game.at == "start_of_turn":
            game.say("use", upgrade="still")
        else:
            game.dull()
    assert asked == ["card", "placement", "start_of_turn", "card", "boost"]
    assert game.stock("blue") == (1, 1)


@pytest.mark.rule("R-CG-30")
def test_only_the_saucer_of_the_turn_is_placed():
    """With two players."""
    game = CrashTable(2).turn(yellow="c1r1", green="c1r2", red="c1r3")
    game.until("saucer").say("saucer", saucer="yellow")
    assert game.at == "card"
    assert game.where("blue") == [None]
    game.until("placement")
    assert (game.ask.piece, game.ask.who) == ("saucer:blue", "ann")


@pytest.mark.rule("R-CG-32")
def test_upgrades_at_the_start_are_optional(game):
    game.own("blue", "still").until("start_of_turn")
    assert game.ask.rule == "R-CG-32"
    game.say("pass")
    assert (game.at, game.stock("blue")[1]) == ("card", 0)


@pytest.mark.rule("R-CG-24", "R-CG-33")
def test_card_2(game):
    """A booster, and two squares."""
    game.card("2", "east")
    assert (game.where("red"), game.stock("red")) == (["c3r1"], (0, 1))


@pytest.mark.rule("R-CG-24", "R-CG-34")
def test_card_3(game):
    """An energy, and three squares."""
    game.card("3", "east")
    assert (game.where("red"), game.stock("red")) == (["c4r1"], (1, 0))


@pytest.mark.rule("R-CG-03")
def test_tokens_never_run_out(game):
    """There is always another energy and another booster, however many are printed."""
    game.tokens("red", energy=30, boosters=20).card("3", "east")
    assert game.stock("red") == (31, 20)


@pytest.mark.rule("R-CG-24", "R-CG-35")
@pytest.mark.parametrize("n", range(1, 6))
def test_card_0_5(game, n):
    """The number that is named, and nothing else."""
    game.card("0-5", "east", n)
    assert (game.where("red"), game.stock("red")) == ([f"c{n + 1}r1"], (0, 0))


@pytest.mark.rule("R-CG-29", "R-CG-35")
def test_what_a_card_can_be(game):
    """A direction with every number but 0."""
    assert len(game.legal()) == 4 + 4 + 1 + 5 * 4
    assert {"do": "move", "card": "0-5", "distance": 0} in game.legal()


@pytest.mark.rule("R-CG-29", "R-CG-35")
@pytest.mark.parametrize(
    "fields",
    [
        {"card": "2"}, {"card": "3", "dir": "east", "distance": 3}, {"card": "0-5"}, {"card": "0-5", "dir": "east"},
        {"card": "0-5", "dir": "east", "distance": 0}, {"card": "0-5", "distance": 3},
        {"card": "0-5", "dir": "east", "distance": 6}, {"card": "0-5", "dir": "east", "distance": -1},
    ],
    ids=str,
)  # fmt: skip
def test_what_a_card_cannot_be(game, fields):
    game.refuses("illegal", "R-CG-29", "move", **fields)


@pytest.mark.rule("R-CG-36")
def test_a_boost_goes_as_far_as_the_card_said(game):
    """However far the saucer really went."""
    game.put(red="c1r1", blue="c2r1", yellow="c1r3").tokens("red", boosters=1)
    game.card("0-5", "east", 4)
    assert game.where("red") == ["c2r1"]
    assert game.legal("boost") == [{"do": "boost", "dir": direction} for direction in DIRECTIONS]
    game.say("boost", dir="south")
    assert game.where("red") == ["c2r5"]


@pytest.mark.rule("R-CG-36")
def test_no_booster_no_boost(game):
    game.card("3", "east")
    assert game.facts["turn"]["who"] == "ben"


@pytest.mark.rule("R-CG-37")
def test_one_boost_a_turn(game):
    game.tokens("red", boosters=5).card("2", "east")
    game.say("boost", dir="west")
    assert (game.facts["turn"]["who"], game.stock("red")) == ("ben", (0, 5))


@pytest.mark.rule("R-CG-36")
def test_a_boost_can_be_passed(game):
    game.card("2", "east")
    game.refuses("illegal", "R-CG-36", "boost")
    game.say("pass")
    assert (game.facts["turn"]["who"], game.stock("red")) == ("ben", (0, 1))


@pytest.mark.rule("R-CG-38")
def test_a_saucer_that_crashed_cannot_boost(game):
    game.tokens("red", boosters=3).card("2", "west")
    assert (game.facts["turn"]["who"], game.stock("red")) == ("ben", (0, 4))


@pytest.mark.rule("R-CG-29")
def test_a_saucer_off_the_board_has_no_move_no_bonus_and_no_boost(game):
    """WIRE.md, "A turn", row 4: no crash site was free, or the table has taken it off."""
    game.put(blue="c1r2", yellow="c1r3").tokens("red", boosters=1)
    assert (game.facts["turn"]["who"], game.stock("red")) == ("ben", (0, 1))


@pytest.mark.rule("R-CG-35")
def test_an_upgrade_makes_greater_numbers(game):
    """Upgrade ``range``."""
    game.own("red", "tank")
    assert {answer["distance"] for answer in game.legal("move") if answer["card"] == "0-5"} == set(range(8))
    game.card("0-5", "east", 7)
    assert game.where("red") == ["c8r1"]
