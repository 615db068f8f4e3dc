"""What is refused: codes, their order, and that `rule` stands only with `illegal` and `over` (WIRE.md, "Refusals")."""

from __future__ import annotations

import pytest

from tests.games.crash.helpers import CrashTable


@pytest.fixture(scope="module")
def game() -> CrashTable:
    """Red's card; nothing that is refused changes anything, so all tests share it."""
    return CrashTable().turn(red="c1r1", blue="c1r2", yellow="c1r3")


MALFORMED = [
    None, 3, "move", [], {}, {"do": 3}, {"do": "dance"}, {"do": "Move"}, {"card": "2"}, {"do": "ready", "now": True},
    {"do": "move"}, {"do": "move", "card": 2}, {"do": "move", "card": "2", "dir": None},
    {"do": "move", "card": "9", "distance": "3"}, {"do": "move", "card": "9", "distance": True},
    {"do": "move", "card": "9", "distance": 1.5}, {"do": "boost", "dir": 1}, {"do": "pass", "dir": "east"},
    {"do": "give", "crew": "nobody"}, {"do": "give", "to": "ann"}, {"do": "steal"}, {"do": "crew", "crew": ["x"]},
    {"do": "keep"}, {"do": "direction"}, {"do": "stop", "at": "c1r1"}, {"do": "take"}, {"do": "use"},
    {"do": "use", "upgrade": None}, {"do": "picked", "saucer": "pink"}, {"do": "crashed"}, {"do": "saucer"},
    {"do": "draw", "deck": "upgrades"}, {"do": "draw", "deck": "nothing", "card": 1},
    {"do": "roll"}, {"do": "roll", "faces": 3}, {"do": "roll", "faces": {"placement": True}},
    {"do": "pick", "what": "tile"}, {"do": "energy", "n": 1},
]  # fmt: skip

UNKNOWN = [
    {"do": "move", "card": "4", "dir": "east"}, {"do": "move", "card": "2", "dir": "up"},
    {"do": "boost", "dir": "left"},
    {"do": "give", "crew": "pink-pilot", "to": "ann"}, {"do": "give", "crew": "red-pilot", "to": "zoe"},
    {"do": "steal", "crew": "red-cook"}, {"do": "crew", "crew": "pilot"}, {"do": "take", "crew": "red"},
    {"do": "keep", "upgrade": "u99"}, {"do": "use", "upgrade": "u99"}, {"do": "use", "upgrade": "u1", "dir": "up"},
    {"do": "direction", "dir": "c1r1"}, {"do": "saucer", "saucer": "orange"}, {"do": "saucer", "saucer": "pink"},
    {"do": "picked", "saucer": "orange", "crew": "red-pilot"}, {"do": "crashed", "saucer": "nobody"},
    {"do": "draw", "deck": "cards", "card": "u1"}, {"do": "draw", "deck": "upgrades", "card": "u99"},
    {"do": "roll", "faces": {"placement": 13}}, {"do": "roll", "faces": {"placement": 0}},
    {"do": "roll", "faces": {"rotation": "left"}}, {"do": "roll", "faces": {"black": 1}},
    {"do": "pick", "what": "tile", "one": "nowhere"}, {"do": "pick", "what": "rotation", "one": 45},
    {"do": "pick", "what": "square", "one": "c1r1"},
]  # fmt: skip

ILLEGAL = [
    {"do": "ready"}, {"do": "pass"}, {"do": "boost", "dir": "east"}, {"do": "boost"}, {"do": "energy"}, {"do": "done"},
    {"do": "give", "crew": "red-pilot", "to": "ben"}, {"do": "steal", "crew": "orange-pilot"}, {"do": "stop"},
    {"do": "crew", "crew": "red-pilot"}, {"do": "upgrade"}, {"do": "keep", "upgrade": "u1"},
    {"do": "direction", "dir": "east"}, {"do": "take", "crew": "red-pilot"}, {"do": "use", "upgrade": "u1"},
    {"do": "saucer", "saucer": "red"}, {"do": "picked", "saucer": "red", "crew": "red-pilot"},
    {"do": "crashed", "saucer": "red"}, {"do": "draw", "deck": "upgrades", "card": "u1"},
    {"do": "roll", "faces": {"placement": 3}}, {"do": "roll", "faces": {"rotation": "cw"}},
    {"do": "pick", "what": "tile", "one": "board"}, {"do": "pick", "what": "rotation", "one": 90},
    {"do": "move", "card": "2"}, {"do": "move", "card": "0-5", "dir": "east", "distance": 9},
]  # fmt: skip


@pytest.mark.parametrize("answer", MALFORMED, ids=str)
def test_malformed_comes_before_unknown(game, answer):
    game.refuses_raw("malformed", None, answer)


@pytest.mark.parametrize("answer", UNKNOWN, ids=str)
def test_unknown_comes_before_illegal(game, answer):
    game.refuses_raw("unknown", None, answer)


@pytest.mark.parametrize("answer", ILLEGAL, ids=str)
def test_all_else_is_illegal_with_the_rule_of_the_question(game, answer):
    game.refuses_raw("illegal", "R-CG-29", answer)


def test_a_roll_of_other_dice_is_illegal():
    table = CrashTable()
    table.refuses("illegal", "R-CG-15", "roll", faces={"rotation": "cw"})
    table.refuses("illegal", "R-CG-15", "roll", faces={"placement": 3, "rotation": "cw"})
    table.refuses("illegal", "R-CG-15", "pass")
    table.until("rotation").refuses("illegal", "R-CG-25", "roll", faces={"placement": 3})
    table.refuses("illegal", "R-CG-25", "ready")


def test_a_card_that_is_not_in_the_deck():
    table = CrashTable().turn(red="c1r1", blue="c1r2", yellow="c1r3").own("blue", "u1").tokens("red", energy=2)
    table.until("upgrade").say("upgrade")
    table.refuses("illegal", "R-CG-67", "draw", deck="upgrades", card="u1")


@pytest.mark.rule("R-CG-74")
def test_nothing_after_the_end_but_undo():
    table = CrashTable().turn(red="c1r1", blue="c1r2", yellow="c1r3")
    table.aboard("red", "red-pilot", "red-doctor", "red-scientist", "red-engineer")
    assert table.at == "over"
    table.refuses("over", "R-CG-74", "pass")
    table.refuses_correction("over", {"fact": "energy", "saucer": "red", "value": 3})
    table.undo()
    assert table.at == "card"
