"""What a player looks at in every turn, and the day change as a list to tick: notes beside the game."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.texts import plain
from companion.scene.scene import Cell, Counter, NoteTap, SeatBoard, turn_board
from companion.session.session import Session
from companion.table.table import Table
from tests.games.escape.box import GAME
from tests.games.escape.helpers import EscapeTable

LEDGER = {"ep.cash_ledger": "private"}
STEPS = ["Turn the first aid tiles.", "Take the discs back."]


def board_of(table: Table, seat: str) -> SeatBoard:
    return next(board for board in table.scene().boards if board.seat == seat)


def at_a_glance(table: Table, seat: str) -> dict[str, Counter]:
    return {one.id: one for one in board_of(table, seat).counters if one.every_turn}


def note(table: Table, tap: object) -> None:
    assert isinstance(tap, NoteTap)
    assert Session(table).apply_tap(tap)


def actions(evening: EscapeTable, seat: str) -> str:
    return plain(at_a_glance(evening.table, seat)["actions"].value)


def test_who_plays_sees_pawn_actions_money_and_notoriety_first() -> None:
    evening = EscapeTable("vinnie scar").until("turn")
    who = evening.ask.who
    playing = turn_board(evening.table.scene())
    assert playing is not None
    assert playing.seat == who
    assert [one.id for one in playing.counters[:4]] == ["pawn", "actions", "money", "notoriety"]
    said = {one.id: plain(one.value) for one in playing.counters if one.every_turn}
    assert said == {"pawn": "Hospital", "actions": "3", "money": "$9k", "notoriety": "0"}
    assert turn_board(evening.until("day_change").table.scene()) is None


def test_the_actions_left_go_down_with_the_parts_of_the_day() -> None:
    """R-EP-77, R-EP-78: three sure ones; extra ones are noted, and are those of the night and of dawn."""
    evening = EscapeTable("vinnie scar")
    assert actions(evening.until("tile"), "vinnie") == "3"
    seen = []
    evening.until("turn")
    first = evening.ask.who
    while evening.at == "turn":
        seen.append((evening.facts["part"], evening.ask.who == first, actions(evening, first)))
        evening.say("move")
    assert seen == [(part, mine, str(4 - part - (not mine))) for part in (1, 2, 3) for mine in (True, False)]
    assert (evening.at, actions(evening, first)) == ("extra", "0")
    assert at_a_glance(evening.table, first)["actions"].less is None


@pytest.mark.parametrize("extra", [1, 2])
def test_extra_actions_are_noted_and_chosen_where_they_are_asked_for(extra: int) -> None:
    evening = EscapeTable("vinnie scar").until("turn")
    seat = evening.ask.who
    for n in range(extra):
        note(evening.table, at_a_glance(evening.table, seat)["actions"].more)
        assert actions(evening, seat) == str(4 + n)
    assert (at_a_glance(evening.table, seat)["actions"].more is None) == (extra == 2)
    for part in (4, 5):
        while evening.at != "extra":
            evening.say("move")
        several = evening.table.scene().several
        assert several is not None
        due = extra >= part - 3
        assert several.start == (frozenset({seat}) if due else frozenset())
        assert plain(several.started) == (seat.capitalize() if due else "Nobody has an extra action")
        assert actions(evening, seat) == str(max(0, extra - (part - 4)))
        evening.say("extra", seats=[seat] if due else [])
        if due:
            assert actions(evening, seat) == str(extra - (part - 4))
            evening.say("move")
    assert (evening.at, actions(evening, seat)) == ("day_change", "0")
    evening.say("done")
    assert actions(evening, seat) == "3", "extra ones are those of a day"


def test_whoever_plays_in_the_night_has_an_action_whatever_was_noted() -> None:
    evening = EscapeTable("vinnie scar").until("extra")
    seat = evening.facts["order"][0]
    evening.say("extra", seats=[seat])
    assert actions(evening, seat) == "1"
    note(evening.table, at_a_glance(evening.table, seat)["actions"].more)
    assert actions(evening, seat) == "2"
    note(evening.table, at_a_glance(evening.table, seat)["actions"].less)
    assert actions(evening, seat) == "1"


def test_the_pawn_starts_at_the_hospital_and_goes_to_any_tile_of_the_city() -> None:
    """R-EP-29."""
    evening = EscapeTable("vinnie scar").until("turn")
    pawn = at_a_glance(evening.table, "scar")["pawn"]
    tiles = evening.facts["city"]
    assert len(pawn.cells) == len(tiles)
    assert [plain(cell.label) for cell in pawn.cells if cell.on] == ["Hospital"]
    before = evening.table.hash(), evening.facts, len(evening.table.log)
    note(evening.table, pawn.cells[-1].tap)
    assert (evening.table.hash(), evening.facts, len(evening.table.log)) == before
    assert at_a_glance(evening.table, "scar")["pawn"].value == pawn.cells[-1].label
    assert plain(at_a_glance(evening.table, "vinnie")["pawn"].value) == "Hospital"


def test_a_pawn_on_a_tile_that_was_taken_back_is_at_the_hospital() -> None:
    evening = EscapeTable("vinnie scar").until("turn")
    cells = at_a_glance(evening.table, "scar")["pawn"].cells
    note(evening.table, cells[-1].tap)
    while len(evening.facts["city"]) > 2:
        evening.table.undo()
    assert plain(at_a_glance(evening.table, "scar")["pawn"].value) == "Hospital"


def test_money_is_the_ledger_for_its_own_eyes_or_else_the_income() -> None:
    """R-EP-36, G-EP-10: no amount of the ledger stands where everybody sees it."""
    evening = EscapeTable("vinnie scar", LEDGER).until("turn")
    money = at_a_glance(evening.table, "scar")["money"]
    assert (money.secret, money.value, money.more, money.less, money.cells) == (True, "", None, None, [])
    private = GAME.presenter.private(evening.table.state, "scar")
    assert private is not None
    assert [plain(one.value) for one in private.counters] == ["$9k", "$9k"], "± by one and by five tell the total"

    evening = EscapeTable("vinnie scar").until("turn")
    money = at_a_glance(evening.table, "scar")["money"]
    assert (plain(money.value), money.secret, money.more) == ("$9k", False, None)
    assert Session(evening.table).apply_tap(money.less)
    money = at_a_glance(evening.table, "scar")["money"]
    assert (plain(money.value), evening.player("scar")["cubes"]) == ("$8k", list(range(8)))
    assert money.more is not None


def test_who_has_escaped_has_neither_pawn_nor_actions() -> None:
    evening = EscapeTable("vinnie scar").until("turn", day=3)
    seat = evening.ask.who
    evening.say("escape", seat=seat)
    shown = at_a_glance(evening.table, seat)
    assert (plain(shown["pawn"].value), shown["pawn"].cells, actions(evening, seat)) == ("out of the city", [], "0")


# The day change.


def lines(table: Table) -> list[Cell]:
    return table.scene().checklist


def done_label(table: Table) -> str:
    return next(plain(choice.label) for choice in table.scene().choices if choice.primary)


def test_the_day_change_is_the_list_of_the_box_in_its_order() -> None:
    """R-EP-85."""
    evening = EscapeTable("vinnie scar", day_change=STEPS)
    assert lines(evening.until("turn").table) == []
    table = evening.until("day_change").table
    assert [(plain(cell.label), cell.on) for cell in lines(table)] == [(step, False) for step in STEPS]
    assert done_label(table) == "All of it is done"
    before = table.hash(), len(table.log)
    note(table, lines(table)[1].tap)
    assert [cell.on for cell in lines(table)] == [False, True]
    note(table, lines(table)[1].tap)
    for cell in lines(table):
        note(table, cell.tap)
    assert [cell.on for cell in lines(table)] == [True, True]
    assert (table.hash(), len(table.log)) == before
    assert done_label(table) == "Day done"
    evening.say("done")
    assert [cell.on for cell in lines(evening.until("day_change", day=2).table)] == [False, False]


def test_one_tap_says_that_all_is_done() -> None:
    evening = EscapeTable("vinnie scar", day_change=STEPS).until("day_change")
    evening.say("done")
    assert evening.facts["day"] == 2


def test_a_box_without_a_list_sends_to_the_rulebook() -> None:
    table = EscapeTable("vinnie scar").until("day_change").table
    assert [plain(cell.label) for cell in lines(table)] == ["Follow the rulebook: day change."]


def test_after_the_last_day_the_list_is_who_has_escaped() -> None:
    """R-EP-86, R-EP-88: a tick is the answer, in the order of the ticks; a tick that is removed is a correction."""
    evening = EscapeTable("vinnie scar claws", day_change=STEPS).until("day_change", day=3)
    table = evening.table
    order = evening.facts["order"]
    assert [plain(cell.label) for cell in lines(table)] == [f"{seat.capitalize()} has escaped" for seat in order]
    assert done_label(table) == "To the score sheet"
    session = Session(table)
    for n in (2, 0):
        assert session.apply_tap(tap_of(lines(table)[n]))
    assert evening.facts["escaped"] == [order[2], order[0]]
    assert [cell.on for cell in lines(table)] == [True, False, True]
    assert session.apply_tap(tap_of(lines(table)[2]))
    assert evening.facts["escaped"] == [order[0]]


def tap_of(cell: Cell) -> Any:
    assert cell.tap is not None
    return cell.tap


def test_the_pawns_stand_on_the_tiles_of_the_sketch() -> None:
    """R-EP-29: at first all in the hospital; then where it was noted."""
    evening = EscapeTable("vinnie scar").until("turn")

    def pawns() -> dict[str, list[str]]:
        tiles = {plain(tile.name): [piece for piece in tile.pieces if "Pawn of" in plain(piece.name)]
                 for tile in evening.table.scene().tiles}  # fmt: skip
        return {name: [piece.icon for piece in found] for name, found in tiles.items() if found}

    both = [board.icon for board in evening.table.scene().boards if board.seat is not None]
    assert pawns() == {"Hospital": both}
    who = evening.ask.who
    cells = at_a_glance(evening.table, who)["pawn"].cells
    elsewhere = next(cell for cell in cells if not cell.on)
    note(evening.table, elsewhere.tap)
    moved = board_of(evening.table, who).icon
    assert pawns() == {"Hospital": [icon for icon in both if icon != moved], plain(elsewhere.label): [moved]}
