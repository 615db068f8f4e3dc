"""A finger that rests on a square or a camp is told what is at stake there, taps nothing, and covers nothing of it."""

from __future__ import annotations

from typing import Any

import pytest
from kivy.base import EventLoop
from kivy.tests.common import UnitTestTouch

from tests.ui.gallery import settle
from tests.ui.hands import Hands
from tests.ui.states import places, put, weighed

SIZES = [(800, 480), (1280, 720), (720, 1280)]
PLACES = {"newyork": "choose play", "krysis": "choose turn"}


def sit(hands: Hands, game: str) -> dict[str, Any]:
    """At a question; gives where each place lies that can be weighed."""
    table = put(hands, weighed(game, PLACES[game]).moment).table
    hands.look(2)
    cells = {spot: hands.screen.cell(spot) for spot in places(table)}
    return {spot: cell for spot, cell in cells.items() if cell and table.game.presenter.stakes(table.state, spot)}


def finger(x: float, y: float) -> UnitTestTouch:
    touch = UnitTestTouch(x, y)
    touch.is_double_tap = False
    touch.touch_down()
    EventLoop.idle()
    return touch


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("game", PLACES)
def test_the_stakes_cover_neither_the_finger_nor_its_place(hands: Hands, game: str, size: tuple[int, int]) -> None:
    hands.resize(*size)
    for spot, cell in sit(hands, game).items():
        screen, rev = hands.screen, hands.session.rev
        touch = finger(cell.cx, cell.cy)
        assert not screen.stakes.shown
        screen.long_press.start()
        settle()
        paper = screen.stakes
        assert paper.shown
        assert paper.stakes == hands.session.table.game.presenter.stakes(hands.session.table.state, spot)
        across = min(paper.right, cell.x + cell.w) - max(paper.x, cell.x)
        upright = min(paper.top, cell.y + cell.h) - max(paper.y, cell.y)
        assert across <= 1 or upright <= 1, spot
        touch.touch_up()
        settle()
        assert not paper.shown
        assert hands.session.rev == rev
        assert screen.where is None


@pytest.mark.parametrize("game", PLACES)
def test_a_short_tap_still_answers(hands: Hands, game: str) -> None:
    sit(hands, game)
    screen, session = hands.screen, hands.session
    opened = sorted(spot for spot in {choice.spot for choice in session.scene.choices} if spot and screen.cell(spot))
    cell = screen.cell(opened[0])
    rev = session.rev
    hands.touch(cell.cx, cell.cy)
    assert not screen.stakes.shown
    assert session.rev != rev or hands.screen.where == ("spot", opened[0])


def test_sliding_shows_the_stakes_of_the_next_place(hands: Hands) -> None:
    cells = sit(hands, "newyork")
    (_, first), (other, second) = list(cells.items())[:2]
    touch = finger(first.cx, first.cy)
    hands.screen.long_press.start()
    touch.touch_move(second.cx, second.cy)
    settle()
    state = hands.session.table.state
    assert hands.screen.stakes.stakes == hands.session.table.game.presenter.stakes(state, other)
    touch.touch_up()
    settle()
    assert not hands.screen.stakes.shown


def test_a_long_press_starts_after_a_delay(hands: Hands) -> None:
    cell = next(iter(sit(hands, "newyork").values()))
    touch = finger(cell.cx, cell.cy)
    assert hands.screen.long_press._clock is not None
    touch.touch_up()
    settle()
    assert hands.screen.long_press._clock is None
    hands.screen.long_press.start()
    assert not hands.screen.stakes.shown


def test_no_stakes_are_shown_while_a_page_is_open(hands: Hands) -> None:
    cells = sit(hands, "newyork")
    spot, cell = next((spot, cell) for spot, cell in cells.items() if hands.screen.map.under(cell.cx, cell.cy) == spot)
    hands.touch(cell.cx, cell.cy)
    session = hands.session
    if session.page is None:
        session.choose(next(choice for choice in session.scene.choices if choice.spot == spot))
    hands.look(2)
    assert session.page is not None
    assert hands.root.name == "table"
    finger(cell.cx, cell.cy).touch_up()
    assert hands.screen.long_press._touch is None
