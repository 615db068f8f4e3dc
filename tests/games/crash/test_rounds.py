"""Planning, the order of a round and its end (R-CG-21 to R-CG-28, R-CG-70 to R-CG-73)."""

from __future__ import annotations

import pytest

from tests.games.crash.helpers import CrashTable


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
@pytest.mark.parametrize(("counts", "probe"), [((3, 0, 1, 1), "ben"), ((1, 1, 0, 2), "ben"), ((1, 0, 1, 1), "ann")])
def test_two_players_add_up_both_saucers(counts, probe):
    """In a tie the later second turn counts."""
    game = CrashTable(2).turn(red="c1r1", blue="c1r2", yellow="c1r3", green="c1r4")
    seat(game, *counts).until("ready", round=2)
    assert game.facts["probe"] == probe
    game.say("ready")
    assert game.facts["order"][0] == probe
