"""Phase 3: the city (R-EP-59 to R-EP-70)."""

from __future__ import annotations

import pytest

from tests.games.escape.box import box
from tests.games.escape.helpers import EscapeTable

SPACES = {"a1": "business safe_house", "b1": "business", "c1": "safe_house", "d1": "gang", "a2": "gang", "b2": "gang"}


def city(seats: str = "ann ben cat dan", **box) -> EscapeTable:
    """The first tile of day 1 is to be placed."""
    evening = EscapeTable(seats, **({"spaces": SPACES} | box)).set_up()
    evening.draw("1", "2")
    return evening


@pytest.mark.rule("R-EP-59", "R-EP-66", "R-EP-67")
def test_every_tile_of_the_display_can_be_placed_with_every_filling():
    evening = city()
    assert (evening.ask.rule, evening.ask.who, evening.facts["phase"]) == ("R-EP-59", "ann", "city")
    by_tile = {tile: [a for a in evening.legal() if a["tile"] == tile] for tile in ("a1", "b1", "c1", "d1")}
    assert {tile: len(answers) for tile, answers in by_tile.items()} == {"a1": 18, "b1": 6, "c1": 3, "d1": 1}
    assert by_tile["d1"] == [{"do": "place", "tile": "d1"}]
    assert {"do": "place", "tile": "a1", "business": "b6", "safe_house": "h2"} in by_tile["a1"]


@pytest.mark.rule("R-EP-65", "R-EP-66", "R-EP-67")
def test_a_placed_tile_takes_officers_business_and_safe_house_along():
    evening = city()
    before = evening.facts["officers"]["a1"]
    evening.say("place", tile="a1", business="b3", safe_house="h2")
    facts = evening.facts
    assert facts["city"] == ["a1", "headquarters", "hospital"]
    assert facts["display"]["A"] is None
    assert facts["officers"]["a1"] == before
    assert facts["business"]["b3"] == "tile:a1"
    assert facts["safe_houses"]["h2"] == "tile:a1"
    assert evening.lies("tile:a1") == {"officer:red": 1, "officer:blue": 1, "business:b3": 1, "safe_house:h2": 1}
    assert {answer["business"] for answer in evening.legal() if answer["tile"] == "b1"} == {
        "b1",
        "b2",
        "b4",
        "b5",
        "b6",
    }


@pytest.mark.rule("R-EP-66", "R-EP-67")
def test_where_no_business_is_left_the_space_stays_empty():
    """Any tile still on the board, if one is left."""
    evening = city()
    evening.correct(*({"fact": "business", "business": f"b{n}", "value": "box"} for n in range(1, 7)))
    assert [answer for answer in evening.legal() if answer["tile"] == "b1"] == [{"do": "place", "tile": "b1"}]
    evening.refuses("illegal", "R-EP-66", "place", tile="b1", business="b1")
    evening.say("place", tile="a1", safe_house="h1")
    evening.correct(*({"fact": "safe_house", "safe_house": f"h{n}", "value": "box"} for n in (2, 3)))
    evening.say("place", tile="c1")
    assert evening.lies("tile:c1") == {"officer:blue": 1, "officer:red": 1}


@pytest.mark.rule("R-EP-68")
def test_gang_members_follow_while_there_are_any():
    """Two, or what is left."""
    evening = city(seats="ann")
    evening.place("d1")
    assert evening.facts["gang"] == {"board": 4, "tiles": {"d1": 2, "headquarters": 2}, "box": 0}
    evening.set("gang", 3, at="board")
    evening.place("a1", "b1", "c1")
    evening.draw("a2", "b2", "c2", "d2")
    evening.until("tile", day=2)
    evening.place("a2")
    assert evening.facts["gang"] == {"board": 1, "tiles": {"a2": 2, "d1": 2, "headquarters": 2}, "box": 1}
    evening.place("b2")
    assert evening.facts["gang"]["board"] == 0
    assert evening.facts["gang"]["tiles"]["b2"] == 1


@pytest.mark.rule("R-EP-68")
def test_a_gang_space_without_members_left_gets_none():
    evening = city()
    evening.set("gang", 0, at="board")
    evening.place("d1")
    assert "gang:member" not in evening.lies("tile:d1")


def test_gang_spaces_of_start_tiles_have_no_effect():
    """WIRE.md, "Pack"."""
    evening = EscapeTable(spaces={"hospital": "gang business safe_house"})
    assert evening.facts["gang"] == {"board": 6, "tiles": {"headquarters": 2}, "box": 0}
    assert set(evening.facts["business"].values()) == {"board"}


@pytest.mark.rule("R-EP-69")
def test_the_new_display_comes_before_its_officers():
    """A tile of each stack, then two officers each, then the returns."""
    evening = city()
    evening.place("a1", "b1", "c1", "d1")
    asked = []
    while evening.at != "turn":
        asked.append((evening.at, getattr(evening.ask, "tile", None), evening.ask.rule))
        evening.dull()
    shown = list(evening.facts["display"].values())
    assert asked == [
        *((f"stack:{letter}", None, "R-EP-69") for letter in "ABCD"),
        *(("officers", tile, "R-EP-69") for tile in shown for _ in range(2)),
    ]


@pytest.mark.rule("R-EP-69")
def test_officers_that_lie_on_the_board_do_not_go_back():
    """Every new display tile, and only those."""
    evening = city()
    evening.set("officers", 3, tile="hospital", type="grey")
    evening.set("officers", 2, tile="a1", type="grey")
    evening.until("turn")
    assert evening.facts["officers"]["hospital"] == {"grey": 3}
    assert evening.facts["officers"]["a1"]["grey"] == 2


@pytest.mark.rule("R-EP-70")
def test_day_3_brings_no_new_display():
    evening = city().until("tile", day=3)
    assert evening.facts["stacks"] == {"A": 0, "B": 0, "C": 0, "D": 0}
    while evening.at == "tile":
        evening.dull()
    assert (evening.at, evening.facts["phase"]) == ("turn", "day")
    assert len(evening.facts["city"]) == 14


@pytest.mark.rule("R-EP-59", "R-EP-74")
def test_the_city_is_laid_in_the_old_order():
    """Phase 4 comes later."""
    evening = city().until("tile", day=2)
    assert evening.facts["order"] == ["dan", "cat", "ben", "ann"]
    assert evening.facts["queue"] == ["dan", "cat", "ben", "ann"]


@pytest.mark.rule("R-EP-59", "R-EP-66", "R-EP-67")
def test_what_does_not_fit_is_refused():
    evening = city()
    for tile in ("a2", "hospital"):
        evening.refuses("illegal", "R-EP-59", "place", tile=tile)
    evening.refuses("illegal", "R-EP-66", "place", tile="b1")
    evening.refuses("illegal", "R-EP-66", "place", tile="d1", business="b1")
    evening.refuses("illegal", "R-EP-67", "place", tile="c1")
    evening.refuses("illegal", "R-EP-67", "place", tile="b1", business="b1", safe_house="h1")
    evening.refuses("illegal", "R-EP-66", "place", tile="a1")
    evening.say("place", tile="b1", business="b1")
    evening.refuses("illegal", "R-EP-66", "place", tile="a1", business="b1", safe_house="h1")
    evening.refuses("illegal", "R-EP-59", "place", tile="b1", business="b2")


@pytest.mark.rule("R-EP-64")
def test_land_types_are_for_the_picture_only():
    """The same answers give the same game, whatever is printed around the tiles."""
    data = box(spaces=SPACES)
    lands = ["industrial", "commercial", "residential", "water"]
    for n, tile in enumerate(data["city_tiles"]):
        tile["edges"] = lands[n % 4 :] + lands[: n % 4]
    bare, printed = city(), EscapeTable("ann ben cat dan", data=data).set_up()
    printed.draw("1", "2")
    for _ in range(12):
        assert printed.legal() == bare.legal()
        for evening in (bare, printed):
            evening.dull()
        assert printed.facts == bare.facts
