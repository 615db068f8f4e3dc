"""A board of squares on the screen: what stands where, how it moves, what would come of an answer, and the pad."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.tests.common import UnitTestTouch

from companion.core.answers import Answer
from companion.core.instructions import Instruction
from companion.scene.scene import Amount, Grid, Pad, Piece, Square, Way
from tests.ui.hands import Hands, least_target
from ui.layout.geometry import Area
from ui.look.theme import look
from ui.model.animation import STEP, WHOLE, Moves, moves_of
from ui.widgets.entry import PadView
from ui.widgets.grid import GridMap


def board(columns: int = 4, rows: int = 3) -> Grid:
    """Squares without a gap; two pieces stand on the first row."""
    pieces = {(1, 0): [Piece("disc:red", "red")], (3, 0): [Piece("disc:blue", "blue")]}
    return Grid(
        [
            Square(f"square:{x}-{y}", f"{x} {y}", x, y, 1 + x // 2, pieces=pieces.get((x, y), []))
            for y in range(rows)
            for x in range(columns)
        ]
    )


def go(piece: str, source: str, target: str) -> Instruction:
    return Instruction("move", piece, 1, source=source, to=target)


PUSH = [
    go("disc:red", "square:0-0", "square:1-0"),
    go("disc:blue", "square:1-0", "square:2-0"),
    go("disc:blue", "square:2-0", "square:3-0"),
]


def moves(instructions: list[Instruction], grid: Grid | None = None) -> Moves:
    found = moves_of(instructions, grid or board(), lambda todo: str(todo.piece))
    assert found is not None
    return found


# Where pieces are while they move.


def test_pushing_pieces_move_before_pushed_ones() -> None:
    push = moves(PUSH)
    assert push.at(0) == {"disc:red": (0, 0), "disc:blue": (1, 0)}
    assert push.at(STEP) == {"disc:red": (1, 0), "disc:blue": (1, 0)}
    assert push.at(STEP * 1.5)["disc:blue"] == pytest.approx((1.5, 0))
    assert push.at(push.lasts) == {"disc:red": (1, 0), "disc:blue": (3, 0)}


def test_a_piece_leaves_the_board_over_its_edge() -> None:
    off = moves([*PUSH, go("disc:blue", "square:3-0", "mat:blue")])
    assert off.at(off.lasts) == {"disc:red": (1, 0)}
    assert off.at(off.lasts - STEP / 2)["disc:blue"][0] > 3
    trail = next(trail for trail in off.trails if trail.icon == "disc:blue")
    assert trail.gone
    assert trail.points[-1][0] > 3


def test_a_piece_picked_up_disappears_where_it_lay() -> None:
    taken = moves([PUSH[0], go("crew:1:pilot", "square:1-0", "mat:red")])
    assert "crew:1:pilot" in taken.at(0)
    assert taken.at(taken.lasts) == {"disc:red": (1, 0)}
    assert [trail.icon for trail in taken.trails] == ["disc:red"]


def test_a_long_chain_of_moves_is_still_short() -> None:
    there = [go("disc:red", f"square:{n % 2}-0", f"square:{(n + 1) % 2}-0") for n in range(200)]
    assert moves(there).lasts == pytest.approx(WHOLE)
    assert moves(PUSH).lasts == pytest.approx(3 * STEP)


def test_a_piece_placed_on_the_board_is_no_move() -> None:
    assert moves_of([go("disc:red", "mat:red", "square:0-0")], board(), lambda todo: str(todo.piece)) is None


# The board.


@pytest.fixture
def grid(hands: Hands) -> Iterator[GridMap]:
    view = GridMap()
    view.place(Area(20, 20, 400, 320))
    Window.add_widget(view)
    view.show(grid=board(), figures=frozenset({"disc:red", "disc:blue"}))
    hands.look(3)
    yield view
    view.hide()
    Window.remove_widget(view)


def test_squares_stand_side_by_side_in_the_room_that_there_is(grid: GridMap) -> None:
    first, last = grid.cell("square:0-0"), grid.cell("square:3-2")
    assert first is not None
    assert last is not None
    assert (last.x - first.x, first.y - last.y) == pytest.approx((3 * first.w, 2 * first.w))
    assert first.x >= 20
    assert last.x + last.w <= 420


def test_moves_are_played_step_by_step_and_stay_as_arrows(grid: GridMap) -> None:
    grid.lively = True
    grid.show(moves=moves(PUSH))
    assert grid.playing
    grid.advance(STEP)
    assert grid._tokens.seconds == pytest.approx(STEP)
    grid.advance(10)
    assert not grid.playing
    assert grid._tokens.seconds is None
    assert grid.moves is not None


def test_without_animations_only_arrows_are_shown(grid: GridMap) -> None:
    grid.lively = False
    grid.show(moves=moves(PUSH))
    assert not grid.playing


def test_a_tap_ends_the_animation_and_nothing_is_drawn_at_rest(hands: Hands, grid: GridMap) -> None:
    grid.lively = True
    grid.show(moves=moves(PUSH))
    assert grid.skipped()
    assert not grid.skipped()
    hands.drawn = True
    hands.look(5)
    drawn: list[object] = []
    Window.bind(on_draw=drawn.append)
    hands.look(20)
    Window.unbind(on_draw=drawn.append)
    assert drawn == []


def test_moves_are_animated_once(grid: GridMap) -> None:
    grid.lively = True
    push = moves(PUSH)
    grid.show(moves=push)
    grid.skip()
    grid.show(moves=push, marked=frozenset({"square:1-0"}))
    assert not grid.playing


def test_a_square_that_is_large_enough_is_tapped(hands: Hands, grid: GridMap) -> None:
    tapped: list[str] = []
    grid.tap_spot = tapped.append
    grid.show(open=frozenset({"square:2-1"}))
    hands.look(2)
    cell = grid.cell("square:2-1")
    assert cell is not None
    hands.touch(cell.cx, cell.cy)
    assert tapped == ["square:2-1"]


def test_squares_too_small_for_a_finger_are_shown_larger_first(hands: Hands, grid: GridMap) -> None:
    tapped: list[str] = []
    large = board(12, 10)
    grid.tap_spot = tapped.append
    grid.show(grid=large, open=frozenset(square.id for square in large.squares))
    hands.look(2)
    assert min(min(area.w, area.h) for area in grid.targets()) >= least_target()
    part = grid.targets()[0]
    hands.touch(part.cx, part.cy)
    assert tapped == []
    assert min(min(area.w, area.h) for area in grid.targets()) >= least_target()
    cell = grid.cell("square:1-1")
    assert cell is not None
    hands.touch(cell.cx, cell.cy)
    assert tapped == ["square:1-1"]
    back = grid.targets()[-1]
    hands.touch(back.cx, back.cy)
    assert grid.cell("square:11-9") is not None


# The pad.


class Steer(Answer, frozen=True, tag="steer"):
    """How far, and which way."""

    n: int
    way: str = ""


def amount(n: int) -> Amount:
    return Amount(str(n), ways=[Way(f"marker:{k + 1}", way, Steer(n, way)) for k, way in enumerate("urdl")])


@pytest.fixture
def pad(hands: Hands) -> Iterator[PadView]:
    view = PadView()
    view.place(Area(20, 20, 320, 300))
    Window.add_widget(view)
    yield view
    view.hide()
    Window.remove_widget(view)


def shown(hands: Hands, view: PadView, *amounts: Amount) -> list[Any]:
    given: list[Any] = []
    view.answer = given.append
    view.show(pad=Pad(list(amounts)), key=1)
    hands.look(3)
    return given


def test_two_taps_choose_a_number_and_a_direction(hands: Hands, pad: PadView) -> None:
    given = shown(hands, pad, amount(2), amount(3), Amount("0", still=Steer(0)))
    hands.touch(*pad.ways[1].center)
    assert given == []
    hands.touch(*pad.amounts[1].center)
    hands.touch(*pad.ways[1].center)
    assert given == [Steer(3, "r")]


def test_staying_is_one_tap(hands: Hands, pad: PadView) -> None:
    given = shown(hands, pad, amount(2), Amount("0", still=Steer(0)))
    hands.touch(*pad.amounts[1].center)
    assert given == [Steer(0)]


def test_with_a_single_amount_only_the_direction_is_chosen(hands: Hands, pad: PadView) -> None:
    given = shown(hands, pad, amount(5))
    assert not any(button.shown for button in pad.amounts)
    hands.touch(*pad.ways[3].center)
    assert given == [Steer(5, "l")]


def test_directions_are_arranged_as_on_the_board(hands: Hands, pad: PadView) -> None:
    shown(hands, pad, amount(5))
    up, right, down, left = (way.center for way in pad.ways)
    assert up[0] == down[0]
    assert left[1] == right[1]
    assert up[1] > right[1] > down[1]
    assert left[0] < up[0] < right[0]


@pytest.mark.parametrize("count", [1, 2, 5, 8])
def test_every_button_is_large_enough_for_a_finger(hands: Hands, pad: PadView, count: int) -> None:
    whole = Pad([amount(n) for n in range(count)])
    pad.place(Area(20, 20, look.mm(60), PadView.least(whole, look.mm(60))))
    shown(hands, pad, *whole.amounts)
    for button in [*pad.ways, *(one for one in pad.amounts if one.shown)]:
        assert min(button.size) >= least_target()


def test_a_long_press_previews_without_answering(hands: Hands, pad: PadView) -> None:
    given = shown(hands, pad, amount(5))
    looked: list[Answer | None] = []
    pad.preview = looked.append
    touch = UnitTestTouch(*pad.ways[0].center)
    touch.touch_down()
    pad.ways[0]._hold_elapsed(0.0)
    assert looked == [Steer(5, "u")]
    touch.touch_up()
    EventLoop.idle()
    assert looked == [Steer(5, "u"), None]
    assert given == []
    Clock.tick()
    hands.touch(*pad.ways[0].center)
    assert given == [Steer(5, "u")]
