"""A turn: placing, the card and its bonus, the boost (R-CG-24, R-CG-29 to R-CG-38)."""

from __future__ import annotations

import pytest

from tests.games.crash.box import DIRECTIONS, op
from tests.games.crash.helpers import CrashTable

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
