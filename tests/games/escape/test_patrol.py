"""Phase 2: the patrol (R-EP-50 to R-EP-58), and where the stacks of exit tiles lie."""

from __future__ import annotations

from fractions import Fraction

import pytest

from companion.core.texts import plain
from tests.games.escape.helpers import EscapeTable, announcements


@pytest.mark.rule("R-EP-50", "R-EP-43")
def test_two_cards_a_day_and_one_on_day_3():
    """Patrol comes before the city on each day."""
    evening = EscapeTable().set_up()
    drawn = []
    for day in (1, 2, 3):
        evening.until("patrol", day)
        n = 0
        while evening.at == "patrol":
            assert (evening.facts["phase"], evening.ask.rule) == ("patrol", "R-EP-50")
            evening.dull()
            n += 1
        drawn.append(n)
        assert evening.facts["phase"] == "city"
    assert drawn == [2, 2, 1]
    assert evening.facts["patrol"]["deck"] == 0


@pytest.mark.rule("R-EP-51", "R-EP-52", "R-EP-58")
def test_the_first_card_does_nothing():
    """Each card is resolved before the next."""
    evening = EscapeTable().set_up()
    played = evening.say("draw", deck="patrol", card="2")
    assert announcements(played) == ["Exit 2 stays open for now."]
    assert evening.lies("patrol:2") == {"patrol:2": 1}
    assert evening.facts["patrol"]["blocked"] == []
    played = evening.say("draw", deck="patrol", card="2")
    assert announcements(played)[0] == "Exit 2 is blocked."
    assert evening.facts["exits"] == {"sun": "2", "moon": None}


@pytest.mark.rule("R-EP-15", "R-EP-57")
@pytest.mark.parametrize(
    ("spaces", "odds"),
    [
        ("0/0/0", {"1": (2, 6), "2": (2, 6), "3": (2, 6)}),
        ("1/0/0", {"1": (1, 5), "2": (2, 5), "3": (2, 5)}),
        ("2/0/0", {"2": (2, 4), "3": (2, 4)}),
        ("1/1/1", {"1": (1, 3), "2": (1, 3), "3": (1, 3)}),
        ("2/1/0", {"2": (1, 3), "3": (2, 3)}),
        ("2/2/0", {"3": (2, 2)}),
        ("1/1/2", {"1": (1, 2), "2": (1, 2)}),
        ("2/0/2", {"2": (2, 2)}),
    ],
)
def test_odds_of_a_deck_whose_removed_card_nobody_knows(spaces, odds):
    """All six cards considered, whatever lies in the box."""
    evening = EscapeTable().set_up()
    changes = [{"fact": "patrol", "exit": str(n), "value": int(c)} for n, c in enumerate(spaces.split("/"), 1)]
    evening.correct(*changes)
    assert evening.spaces == spaces
    shown = dict(zip([answer["card"] for answer in evening.legal()], evening.table.odds() or [], strict=True))
    assert shown == pytest.approx({exit: float(Fraction(*share)) for exit, share in odds.items()})


@pytest.mark.rule("R-EP-10")
def test_an_exit_with_two_cards_gives_no_third():
    evening = EscapeTable().set_up()
    evening.draw("1")
    evening.set("patrol", 2, exit="1")
    evening.refuses("illegal", "R-EP-50", "draw", deck="patrol", card="1")


@pytest.mark.rule("R-EP-15")
def test_after_five_cards_the_deck_is_empty():
    """G-EP-07: what cannot be drawn is dropped for good."""
    evening = EscapeTable().set_up()
    evening.correct(*({"fact": "patrol", "exit": exit, "value": n} for exit, n in (("1", 2), ("2", 2), ("3", 1))))
    assert evening.at == "tile"
    evening.set("patrol", 0, exit="3")
    assert evening.at == "tile", "dropped for good"
    assert evening.facts["patrol"]["deck"] == 1


@pytest.mark.rule("R-EP-53")
@pytest.mark.parametrize("tile", ["hospital", "a1"])
def test_a_stack_lies_on_the_tile_on_the_board_or_in_the_display(tile):
    """A start tile may have the exit."""
    evening = EscapeTable(exits={"1": tile, "2": "b3", "3": "c3"}).set_up()
    evening.draw("1", "1")
    assert evening.lies(f"tile:{tile}")["exit_stack:sun"] == 1
    assert evening.lies("patrol:1") == {"patrol:1": 2}


@pytest.mark.rule("R-EP-53", "R-EP-65")
def test_a_stack_on_a_tile_stays_there_when_the_tile_is_placed():
    evening = EscapeTable().set_up()
    evening.draw("1", "1")
    evening.place("a1")
    assert evening.lies("tile:a1")["exit_stack:sun"] == 1
    assert evening.lies("board:city")["tile:a1"] == 1


@pytest.mark.rule("R-EP-54", "R-EP-55")
def test_both_stacks_wait_on_patrol_cards_and_move_one_by_one():
    evening = EscapeTable(exits={"1": "a1", "2": "b3", "3": "c3"}).set_up()
    evening.draw("3", "3")
    evening.until("patrol", day=2)
    evening.draw("2", "2")
    assert evening.lies("patrol:3") == {"patrol:3": 2, "exit_stack:sun": 1}
    assert evening.lies("patrol:2") == {"patrol:2": 2, "exit_stack:moon": 1}
    evening.until("stack:C", day=2)
    assert evening.lies("tile:b3") == {"exit_stack:moon": 1}
    assert evening.lies("patrol:3") == {"patrol:3": 2, "exit_stack:sun": 1}
    evening.draw("c3")
    assert evening.lies("tile:c3") == {"exit_stack:sun": 1}


@pytest.mark.rule("R-EP-24", "R-EP-53")
@pytest.mark.parametrize("backs", [("sun", "moon") * 5, ("moon",) + ("sun",) * 9])
def test_the_stacks_are_taken_in_the_order_of_the_backs_in_the_pack(backs):
    """WIRE.md, "Exit stacks"."""
    evening = EscapeTable(backs=backs).set_up()
    first, second = backs[0], "moon" if backs[0] == "sun" else "sun"
    evening.draw("3", "3")
    assert evening.facts["exits"] == {first: "3", second: None}
    evening.until("patrol", day=2)
    evening.draw("1", "1")
    assert evening.facts["exits"] == {first: "3", second: "1"}


@pytest.mark.rule("R-EP-56", "R-EP-40")
def test_the_open_exit_is_known_as_soon_as_two_are_blocked():
    """On day 2 already."""
    evening = EscapeTable().set_up()
    evening.draw("1", "1")
    evening.until("patrol", day=2)
    assert evening.facts["patrol"]["open"] is None
    evening.draw("3")
    assert evening.facts["patrol"]["open"] is None
    notice = "Exit 2 is the only way out."
    assert notice not in map(plain, evening.table.scene().notices)
    evening.draw("3")
    assert evening.facts["patrol"]["open"] == "2"
    assert notice in map(plain, evening.table.scene().notices)
    evening.until("patrol", day=3)
    assert evening.legal() == [{"do": "draw", "deck": "patrol", "card": "2"}]
    assert evening.table.odds() == [1.0]
    evening.dull()
    assert evening.facts["patrol"]["spaces"] == {"1": 2, "2": 1, "3": 2}


def corrected(*values: int) -> list[dict[str, object]]:
    return [{"fact": "patrol", "exit": str(n), "value": value} for n, value in enumerate(values, 1)]


def test_a_corrected_space_gives_its_stack_back_or_takes_the_first_unused():
    """WIRE.md, "Corrections"."""
    evening = EscapeTable().set_up()
    evening.draw("2", "2")
    assert evening.facts["exits"] == {"sun": "2", "moon": None}
    evening.correct(*corrected(2, 2, 1))
    assert evening.facts["exits"] == {"sun": "2", "moon": "1"}
    evening.correct(*corrected(2, 1, 1))
    assert evening.facts["exits"] == {"sun": None, "moon": "1"}
    evening.correct(*corrected(2, 1, 2))
    assert evening.facts["exits"] == {"sun": "3", "moon": "1"}
    evening.correct(*corrected(0, 2, 2))
    assert evening.facts["exits"] == {"sun": "3", "moon": "2"}
    evening.correct(*corrected(2, 2, 0))
    assert evening.facts["exits"] == {"sun": "1", "moon": "2"}
    evening.correct(*corrected(0, 0, 0))
    assert evening.facts["exits"] == {"sun": None, "moon": None}
    evening.correct(*corrected(1, 2, 2))
    assert evening.facts["exits"] == {"sun": "2", "moon": "3"}, "in exit order"
    evening.refuses_correction("illegal", *corrected(2, 2, 2))
    evening.refuses_correction("illegal", *corrected(3, 0, 0))
