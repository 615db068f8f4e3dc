"""A turn: placing, the card and its bonus, the boost (R-CG-24, R-CG-29 to R-CG-38)."""

from __future__ import annotations

import pytest

from tests.games.crash.box import DIRECTIONS, op
from tests.games.crash.helpers import Evening

UPGRADES = {
    "still": ("start_of_turn", [op("gain", boosters=1)]),
    "tank": ("passive", [op("range", max=7)]),
}


@pytest.fixture
def evening():
    """Red, blue and yellow at the left edge; it is red's turn, with neither energy nor boosters."""
    return Evening(upgrades=UPGRADES).turn(red="c1r1", blue="c1r2", yellow="c1r3").tokens("red")


@pytest.mark.rule("R-CG-29", "R-CG-30", "R-CG-31", "R-CG-32")
def test_the_order_of_a_turn(evening):
    """Placing, upgrades, card, boost; whoever was placed has card and bonus too, in any direction."""
    evening.put(red="c1r1", yellow="c8r3").own("blue", "still").tokens("blue")
    asked = []
    while evening.facts["phase"] == "turn" and evening.facts["turn"]["who"] != "cat":
        asked.append(evening.at)
        if evening.at == "card":
            assert {answer.get("dir") for answer in evening.legal("move")} == {*DIRECTIONS, None}
            evening.card("3", "north" if evening.ask.who == "ben" else "east")
        elif evening.at == "start_of_turn":
            evening.say("use", upgrade="still")
        else:
            evening.dull()
    assert asked == ["card", "placement", "start_of_turn", "card", "boost"]
    assert evening.stock("blue") == (1, 1)


@pytest.mark.rule("R-CG-30")
def test_only_the_saucer_of_the_turn_is_placed():
    """With two players."""
    evening = Evening(2).turn(yellow="c1r1", green="c1r2", red="c1r3")
    evening.until("saucer").say("saucer", saucer="yellow")
    assert evening.at == "card"
    assert evening.where("blue") == [None]
    evening.until("placement")
    assert (evening.ask.piece, evening.ask.who) == ("saucer:blue", "ann")


@pytest.mark.rule("R-CG-32")
def test_upgrades_at_the_start_are_optional(evening):
    evening.own("blue", "still").until("start_of_turn")
    assert evening.ask.rule == "R-CG-32"
    evening.say("pass")
    assert (evening.at, evening.stock("blue")[1]) == ("card", 0)


@pytest.mark.rule("R-CG-24", "R-CG-33")
def test_card_2(evening):
    """A booster, and two squares."""
    evening.card("2", "east")
    assert (evening.where("red"), evening.stock("red")) == (["c3r1"], (0, 1))


@pytest.mark.rule("R-CG-24", "R-CG-34")
def test_card_3(evening):
    """An energy, and three squares."""
    evening.card("3", "east")
    assert (evening.where("red"), evening.stock("red")) == (["c4r1"], (1, 0))


@pytest.mark.rule("R-CG-03")
def test_tokens_never_run_out(evening):
    """There is always another energy and another booster, however many are printed."""
    evening.tokens("red", energy=30, boosters=20).card("3", "east")
    assert evening.stock("red") == (31, 20)


@pytest.mark.rule("R-CG-24", "R-CG-35")
@pytest.mark.parametrize("n", range(1, 6))
def test_card_0_5(evening, n):
    """The number that is named, and nothing else."""
    evening.card("0-5", "east", n)
    assert (evening.where("red"), evening.stock("red")) == ([f"c{n + 1}r1"], (0, 0))


@pytest.mark.rule("R-CG-29", "R-CG-35")
def test_what_a_card_can_be(evening):
    """A direction with every number but 0."""
    assert len(evening.legal()) == 4 + 4 + 1 + 5 * 4
    assert {"do": "move", "card": "0-5", "distance": 0} in evening.legal()


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
def test_what_a_card_cannot_be(evening, fields):
    evening.refuses("illegal", "R-CG-29", "move", **fields)


@pytest.mark.rule("R-CG-36")
def test_a_boost_goes_as_far_as_the_card_said(evening):
    """However far the saucer really went."""
    evening.put(red="c1r1", blue="c2r1", yellow="c1r3").tokens("red", boosters=1)
    evening.card("0-5", "east", 4)
    assert evening.where("red") == ["c2r1"]
    assert evening.legal("boost") == [{"do": "boost", "dir": direction} for direction in DIRECTIONS]
    evening.say("boost", dir="south")
    assert evening.where("red") == ["c2r5"]


@pytest.mark.rule("R-CG-36")
def test_no_booster_no_boost(evening):
    evening.card("3", "east")
    assert evening.facts["turn"]["who"] == "ben"


@pytest.mark.rule("R-CG-37")
def test_one_boost_a_turn(evening):
    evening.tokens("red", boosters=5).card("2", "east")
    evening.say("boost", dir="west")
    assert (evening.facts["turn"]["who"], evening.stock("red")) == ("ben", (0, 5))


@pytest.mark.rule("R-CG-36")
def test_a_boost_can_be_passed(evening):
    evening.card("2", "east")
    evening.refuses("illegal", "R-CG-36", "boost")
    evening.say("pass")
    assert (evening.facts["turn"]["who"], evening.stock("red")) == ("ben", (0, 1))


@pytest.mark.rule("R-CG-38")
def test_a_saucer_that_crashed_cannot_boost(evening):
    evening.tokens("red", boosters=3).card("2", "west")
    assert (evening.facts["turn"]["who"], evening.stock("red")) == ("ben", (0, 4))


@pytest.mark.rule("R-CG-29")
def test_a_saucer_off_the_board_has_no_move_no_bonus_and_no_boost(evening):
    """WIRE.md, "A turn", row 4: no crash site was free, or the table has taken it off."""
    evening.put(blue="c1r2", yellow="c1r3").tokens("red", boosters=1)
    assert (evening.facts["turn"]["who"], evening.stock("red")) == ("ben", (0, 1))


@pytest.mark.rule("R-CG-35")
def test_an_upgrade_makes_greater_numbers(evening):
    """Upgrade ``range``."""
    evening.own("red", "tank")
    assert {answer["distance"] for answer in evening.legal("move") if answer["card"] == "0-5"} == set(range(8))
    evening.card("0-5", "east", 7)
    assert evening.where("red") == ["c8r1"]
