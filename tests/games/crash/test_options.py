"""The seven house rules of Crash & Grab: what every value of each does (WIRE.md, "Setup keys")."""

from __future__ import annotations

import pytest

from companion.games.crash.options import CHOICES
from tests.games.crash.helpers import CrashTable

RING = ["........", "...*...."]


def two(**house):
    return CrashTable(2, RING, **house).turn(red="c2r2", blue="c3r2", yellow="c1r3", green="c8r3").tokens("red")


def test_every_house_rule_is_in_the_facts_the_default_first():
    assert CrashTable().facts["house"] == {key: values[0] for key, values in CHOICES.items()}
    assert len(CHOICES) == 7


@pytest.mark.parametrize(("value", "board"), [("full", True), ("light", False)])
def test_follow(value, board):
    assert (CrashTable(follow=value).facts["board"] is not None) == board


@pytest.mark.rule("R-CG-37")
@pytest.mark.parametrize(("value", "boosts"), [("1", 1), ("unlimited", 3)])
def test_boosts_per_turn(value, boosts):
    """G-CG-02."""
    table = CrashTable(boosts_per_turn=value).turn(red="c1r1", blue="c1r2", yellow="c1r3").tokens("red", boosters=3)
    table.card("0-5", "east", 1)
    done = 0
    while table.at == "boost":
        table.say("boost", dir="east")
        done += 1
    assert (done, table.where("red"), table.stock("red")[1]) == (boosts, [f"c{2 + boosts}r1"], 3 - boosts)


@pytest.mark.rule("R-CG-46", "R-CG-47")
@pytest.mark.parametrize(("value", "asked"), [("pushed", False), ("choose", True)])
def test_own_push_direction(value, asked):
    """G-CG-07: red pushes its twin onto an accelerator."""
    table = two(own_push_direction=value)
    table.card("0-5", "east", 2)
    assert (table.at == "direction") == asked
    if asked:
        assert (table.ask_saucer, table.ask.who) == ("blue", "ann")
        table.say("direction", dir="north")
        assert table.where("blue") == [None]
    else:
        assert table.where("blue") == ["c6r2"]


@pytest.mark.rule("R-CG-47")
def test_the_others_saucer_is_not_steered():
    table = two(own_push_direction="choose").put(red="c2r2", blue="c1r1", yellow="c3r2", green="c8r3")
    table.card("0-5", "east", 2)
    assert table.where("yellow") == ["c6r2"]


@pytest.mark.rule("R-CG-56")
@pytest.mark.parametrize(("value", "square"), [("any_step", "c3r1"), ("end_only", "c4r1")])
def test_pass_crew(value, square):
    """G-CG-09: red comes past its twin and stops beside it."""
    table = CrashTable(2, pass_crew=value).turn(red="c1r1", blue="c3r2", yellow="c1r4", green="c8r4")
    table.put(red="c1r1", blue="c3r2", yellow="c1r4", green="c8r4").aboard("red", "blue-pilot")
    table.card("0-5", "east", 3)
    asked = table.at == "pass_crew"
    assert asked == (value == "any_step")
    assert table.where("red") == [square]


@pytest.mark.rule("R-CG-56")
def test_pass_crew_at_the_end_only():
    """G-CG-09."""
    table = CrashTable(2, pass_crew="end_only").turn(red="c1r1", blue="c3r2", yellow="c1r4", green="c8r4")
    table.aboard("red", "blue-pilot").card("2", "east")
    assert (table.at, table.where("red")) == ("pass_crew", ["c3r1"])


@pytest.mark.rule("R-CG-63")
@pytest.mark.parametrize(("value", "stealing"), [("saucer", True), ("player", False)])
def test_two_player_seated(value, stealing):
    """G-CG-06: saucer against saucer, or the sums of both."""
    table = two(two_player_seated=value).put(red="c7r1", blue="c1r1", yellow="c8r1", green="c8r3")
    table.aboard("red", "red-pilot").aboard("blue", "blue-pilot", "blue-doctor").aboard("yellow", "red-doctor")
    table.card("2", "east")
    table.until("reward")
    assert bool(table.legal("steal")) == stealing


@pytest.mark.rule("R-CG-07")
@pytest.mark.parametrize(("value", "asked", "energy"), [("one_per_player", True, 2), ("one_per_saucer", False, 4)])
def test_two_player_start_energy(value, asked, energy):
    """G-CG-01."""
    table = CrashTable(2, two_player_start_energy=value)
    assert (table.at == "start_energy") == asked
    table.until("ready")
    assert sum(saucer["energy"] for saucer in table.facts["saucers"].values()) == energy


@pytest.mark.rule("R-CG-67")
@pytest.mark.parametrize(("value", "bought"), [("1", 1), ("unlimited", 2)])
def test_upgrades_per_turn(value, bought):
    """G-CG-03."""
    table = CrashTable(upgrades_per_turn=value).turn(red="c1r1", blue="c1r2", yellow="c1r3").tokens("red", energy=5)
    table.card("0-5", distance=0)
    while table.at == "upgrade":
        table.say("upgrade")
        table.draw(
            "u1" if "u1" not in table.saucer("red")["upgrades"] else "u3", "u2" if table.stock("red")[0] > 1 else "u4"
        )
        table.say(**table.legal()[0])
    assert len(table.saucer("red")["upgrades"]) == bought
