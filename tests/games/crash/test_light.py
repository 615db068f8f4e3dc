"""Playing without following the board (WIRE.md, "Light")."""

from __future__ import annotations

import pytest

from companion.core.texts import plain
from tests.games.crash.helpers import CrashTable, op, told

UPGRADES = {
    "jets": ("end_of_turn", [op("move", distance=2)]),
    "glove": ("end_of_turn", [op("push", distance=2)]),
    "hull": ("movement", [op("glide")]),
    "anchor": ("collision", [op("brake", max=1)]),
    "tank": ("passive", [op("range", max=7)]),
    "banana": ("collision", [op("pay", boosters=1), op("deflect")]),
    "gyro": ("placement", [op("reroll")]),
}


def light(players=3, **house):
    """Red's first card; nobody has energy."""
    table = CrashTable(players, upgrades=UPGRADES, follow="light", **house).until("card", "red")
    for name in table.facts["saucers"]:
        table.tokens(name)
    return table


def test_there_is_no_board():
    table = light()
    assert table.facts["board"] is None
    assert set(table.where("red", "blue", "yellow")) == {"table"}
    assert set(table.facts["crew_on_board"].values()) == {"table"}
    assert table.lies("board:table").keys() >= {"saucer:red", "crew:blue-pilot"}
    assert not [place for place in table.facts["pieces"] if place.startswith(("slot:", "side:", "square:"))]


@pytest.mark.rule("R-CG-60")
def test_a_roll_is_told_and_not_checked():
    table = CrashTable(follow="light")
    assert told(table.roll(11))[0] == "To site 11, or the next one that is free."
    assert told(table.roll(11))[0] == "To site 11, or the next one that is free."


@pytest.mark.rule("R-CG-29", "R-CG-24")
def test_a_card_is_only_named():
    table = light()
    assert table.legal() == [{"do": "move", "card": card} for card in ("2", "3", "0-5")]
    table.refuses("illegal", "R-CG-29", "move", card="2", dir="east")
    table.card("3")
    assert (table.at, table.ask.rule, table.ask_saucer, table.stock("red")) == ("report", "R-CG-39", "red", (1, 0))
    assert table.facts["turn"]["distance"] is None


@pytest.mark.rule("R-CG-39")
def test_the_table_says_what_happened_in_order():
    table = light()
    table.card("2")
    table.say("picked", saucer="red", crew="blue-pilot")
    table.say("picked", saucer="yellow", crew="yellow-pilot")
    table.say("crashed", saucer="yellow")
    table.refuses("illegal", "R-CG-39", "crashed", saucer="yellow")
    table.refuses("illegal", "R-CG-39", "picked", saucer="red", crew="blue-pilot")
    assert table.facts["turn"]["crew_out"] == 2
    assert table.facts["turn"]["crashed"] == ["yellow"]
    table.say("done")
    assert (table.at, table.ask.distance, table.legal()) == ("boost", None, [{"do": "boost"}, {"do": "pass"}])
    table.say("boost")
    assert table.at == "report"
    table.say("done")
    assert (table.at, table.ask_saucer) == ("reward", "yellow")


@pytest.mark.rule("R-CG-56")
def test_crew_is_passed_where_both_saucers_are_on_the_board():
    table = light(2).aboard("red", "blue-pilot")
    table.card("3")
    assert table.legal("take") == [{"do": "take", "crew": "blue-pilot"}]
    table.say("take", crew="blue-pilot")
    assert table.saucer("blue")["crew"] == ["blue-pilot"]
    table.set("saucer", None, saucer="blue")
    table.crew(red_pilot="mat:blue")
    assert table.legal("take") == []


@pytest.mark.rule("R-CG-66")
@pytest.mark.parametrize("upgrade", ["jets", "glove"])
def test_moving_upgrades_need_neither_direction_nor_neighbour(upgrade):
    table = light().own("red", upgrade)
    table.card("0-5")
    table.say("done")
    assert table.uses == [(upgrade, None)]
    table.say("use", upgrade=upgrade)
    assert table.at == "report"
    table.say("done")
    assert table.facts["turn"]["who"] == "ben"


def test_a_saucer_off_the_board_moves_nothing():
    table = light().own("red", "jets", "hull", "anchor")
    table.card("0-5")
    table.say("crashed", saucer="red")
    table.say("done")
    assert table.facts["turn"]["who"] == "ben"


@pytest.mark.rule("R-CG-60")
def test_the_site_of_a_placement_is_the_face():
    table = light().own("blue", "gyro")
    table.set("saucer", None, saucer="blue")
    table.until("placement").roll(7)
    assert (table.choice, table.ask.site) == ("placement", 7)
    table.say("use", upgrade="gyro")
    table.roll(8)
    assert table.where("blue") == ["table"]


@pytest.mark.rule("R-CG-74")
def test_a_reported_pick_up_wins():
    table = light().aboard("red", "red-doctor", "red-scientist", "red-engineer")
    table.card("2")
    table.say("picked", saucer="red", crew="blue-pilot")
    assert table.ask.result["winner"] == "ann"


@pytest.mark.rule("R-CG-42", "R-CG-46", "R-CG-35")
@pytest.mark.parametrize(
    ("owner", "upgrade", "said"),
    [
        ("red", "hull", "Red may use Hull on an accelerator."),
        ("red", "anchor", "Red may use Anchor when it is pushed."),
        ("blue", "anchor", "Blue may use Anchor when it is pushed."),
        ("blue", "banana", "Blue may use Banana when it is pushed."),
        ("red", "tank", "Red: card 0-5 goes as far as 7."),
        ("blue", "hull", None), ("blue", "tank", None), ("red", "jets", None), ("blue", "gyro", None),
    ],
)  # fmt: skip
def test_upgrades_that_are_not_asked_in_flight_are_told(owner: str, upgrade: str, said: str | None) -> None:
    """Those of the saucer that flies, and of those that it may hit; with what they cost; also before a boost."""
    table = light().own(owner, upgrade)
    costs = (
        ["What an upgrade costs comes off the mat, and off its counter under Players."] if upgrade == "banana" else []
    )
    expected = ([said] if said else []) + costs
    table.tokens("red", boosters=1)
    assert told(table.card("0-5")) == expected
    table.say("done")
    assert told(table.say("boost")) == (expected if upgrade != "tank" else [])


@pytest.mark.rule("R-CG-42")
def test_upgrades_of_a_saucer_off_the_board_are_not_told() -> None:
    table = light().own("blue", "anchor")
    table.set("saucer", None, saucer="blue")
    assert told(table.card("0-5")) == []


@pytest.mark.rule("R-CG-46", "R-CG-56", "R-CG-31")
def test_what_hands_do_in_flight_is_told() -> None:
    table = light(2)
    assert "Whoever has just been placed may take any direction." in plain(table.table.scene().prompt.hint)
    table.card("2")
    notices = [plain(one) for one in table.table.scene().notices]
    assert any("From an accelerator fly as far again" in one for one in notices)
    assert any("side by side" in one for one in notices)
