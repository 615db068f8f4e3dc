"""Planning, the order of a round and its end (R-CG-21 to R-CG-28, R-CG-70 to R-CG-73)."""

from __future__ import annotations

import pytest

from tests.games.crash.helpers import Evening


def holders(evening):
    """Who has an override token."""
    return [saucer["seat"] for saucer in evening.facts["saucers"].values() if saucer["override"]]


def seat(evening, *counts):
    """So many types aboard the saucers in order: pilot, scientist, doctor, of their own colour."""
    for name, count in zip(evening.facts["saucers"], counts, strict=True):
        evening.aboard(name, *[f"{name}-{kind}" for kind in ("pilot", "scientist", "doctor")[:count]])
    return evening


@pytest.mark.rule("R-CG-21")
def test_a_round_is_planning_turns_with_their_clean_up_and_an_end():
    evening = Evening().turn(red="c1r1", blue="c1r2", yellow="c1r3")
    phases = []
    while evening.facts["round"] == 1:
        if phases[-1:] != [evening.facts["phase"]]:
            phases.append(evening.facts["phase"])
        if evening.at == "card":
            evening.tokens(evening.ask_saucer, energy=2)
        evening.dull()
    assert phases == ["turn", "cleanup"] * 3
    assert (evening.facts["phase"], evening.facts["turn"]) == ("planning", None)


@pytest.mark.rule("R-CG-22", "R-CG-23")
def test_all_choose_in_secret_and_say_when_they_are_ready():
    """Nobody is asked what was chosen; it is asked for in the turn, the same card again and again."""
    evening = Evening().until("ready")
    assert (evening.ask.who, evening.ask.rule, evening.legal()) == (None, "R-CG-22", [{"do": "ready"}])
    assert evening.table.view(None) == {**evening.facts, "you": None}
    assert evening.table.view("ann") == {**evening.facts, "you": "ann"}
    evening.turn(red="c1r1").tokens("red")
    evening.card("3", "east")
    evening.until("card", "red", round=2)
    assert {answer["card"] for answer in evening.legal("move")} == {"2", "3", "0-5"}


@pytest.mark.rule("R-CG-25")
@pytest.mark.parametrize(("face", "order"), [("cw", "ann ben cat dan"), ("ccw", "ann dan cat ben")])
def test_the_rotation_die_says_which_way_round(face, order):
    """The probe holder rolls and is first."""
    evening = Evening(4).until("rotation")
    assert (evening.ask.who, evening.ask.rule, evening.facts["rotation"]) == ("ann", "R-CG-25", None)
    evening.roll(face)
    assert (evening.facts["order"], evening.facts["rotation"]) == (order.split(), face)


@pytest.mark.rule("R-CG-25")
def test_the_order_begins_with_the_probe():
    evening = Evening(4).until("rotation")
    evening.set("probe", "cat")
    assert evening.ask.who == "cat"
    evening.roll("ccw")
    assert evening.facts["order"] == ["cat", "ben", "ann", "dan"]


@pytest.mark.rule("R-CG-26")
def test_two_players_alternate_and_choose_the_saucer_in_their_first_turn_only():
    evening = Evening(2).until("ready")
    evening.say("ready")
    assert (evening.at, evening.ask.who, evening.ask.rule) == ("saucer", "ann", "R-CG-26")
    assert evening.facts["order"] == ["ann", "ben", "ann", "ben"]
    evening.say("saucer", saucer="blue")
    evening.until("saucer")
    assert evening.ask.who == "ben"
    evening.say("saucer", saucer="yellow")
    moved = []
    while evening.facts["round"] == 1:
        if evening.at == "card":
            moved.append(evening.ask_saucer)
        evening.dull()
    assert moved == ["yellow", "red", "green"]


@pytest.mark.rule("R-CG-27", "R-CG-28")
@pytest.mark.parametrize(
    ("players", "face", "given"),
    [(3, "cw", ""), (4, "cw", ""), (5, "cw", "eve"), (5, "ccw", "ben"), (6, "cw", "eve fay"), (6, "ccw", "ben cat")],
)
def test_the_last_ones_are_given_override_tokens(players, face, given):
    """G-CG-10: they go back at the end of the round."""
    evening = Evening(players).until("rotation")
    evening.roll(face)
    assert holders(evening) == given.split()
    evening.until("ready", round=2)
    assert holders(evening) == []


@pytest.mark.rule("R-CG-71")
def test_saucers_off_the_board_are_placed_clockwise_whatever_the_die_said():
    """Beginning with the first player."""
    evening = Evening(4).until("rotation")
    evening.roll("ccw")
    evening.turn(red="c1r1", blue="c1r2", yellow="c1r3", green="c1r4").until("card", "blue").put()
    placed = []
    while evening.facts["round"] == 1:
        if evening.at == "placement":
            placed.append((evening.ask.piece, evening.ask.who, evening.ask.rule))
        evening.dull()
    assert [piece for piece, _, _ in placed] == ["saucer:red", "saucer:blue", "saucer:yellow", "saucer:green"]
    assert placed[1] == ("saucer:blue", "ben", "R-CG-71")


@pytest.mark.rule("R-CG-71")
def test_both_saucers_of_a_player_are_placed_one_after_the_other():
    """With two players."""
    evening = Evening(2).turn(red="c1r1", blue="c1r2", yellow="c1r3", green="c1r4")
    evening.until("card", "green").put()
    placed = []
    while evening.facts["round"] == 1:
        if evening.at == "placement":
            placed.append(evening.ask.piece)
        evening.dull()
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
    evening = Evening(4).until("rotation")
    evening.roll(face)
    seat(evening.turn(red="c1r1", blue="c1r2", yellow="c1r3", green="c1r4"), *counts)
    evening.until("ready", round=2)
    assert evening.facts["probe"] == probe
    assert evening.lies(f"seat:{probe}") == {"token:probe": 1}


@pytest.mark.rule("R-CG-72", "R-CG-73")
@pytest.mark.parametrize(("counts", "probe"), [((3, 0, 1, 1), "ben"), ((1, 1, 0, 2), "ben"), ((1, 0, 1, 1), "ann")])
def test_two_players_add_up_both_saucers(counts, probe):
    """In a tie the later second turn counts."""
    evening = Evening(2).turn(red="c1r1", blue="c1r2", yellow="c1r3", green="c1r4")
    seat(evening, *counts).until("ready", round=2)
    assert evening.facts["probe"] == probe
    evening.say("ready")
    assert evening.facts["order"][0] == probe
