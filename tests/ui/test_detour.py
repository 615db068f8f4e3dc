"""Screens beside the question, in parts that need no window: the way back, who looks, and where counters stand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.core.asks import ChooseAsk
from companion.session.session import Session
from tests.ui.fake_escape import Act, Adjust, BoardTable
from ui.layout.geometry import shelves
from ui.model.navigation import IDLE, Detour, Privacy


class Later:
    """A clock that waits until it is told."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Callable[[Any], None], float]] = []

    def __call__(self, call: Callable[[Any], None], seconds: float) -> Later:
        self.waiting.append((call, seconds))
        return self

    def cancel(self) -> None:
        self.waiting.clear()


def test_the_way_back_opens_when_the_question_is_the_same_again() -> None:
    table = BoardTable()
    session = Session(table)
    detour = Detour()
    detour.start("seats", table.ask)
    table.asks = [ChooseAsk("scar", "R", "handcuffs")]
    assert detour.back(session) is None
    table.asks = []
    assert detour.back(session) == "seats"
    assert detour.back(session) is None


def test_there_is_no_way_back_once_the_game_has_gone_on() -> None:
    table = BoardTable()
    session = Session(table)
    detour = Detour()
    detour.start("seats", table.ask)
    table.turn = 1
    assert detour.back(session) is None
    table.turn = 2
    assert detour.back(session) is None
    table.turn = 3
    assert detour.back(session) is None
    assert detour.screen is None


def test_a_question_for_one_seat_is_hidden_until_that_seat_opens_it() -> None:
    privacy = Privacy(Later(), lambda: None)
    assert not privacy.hides(None)
    assert privacy.hides("scar")
    privacy.open("scar")
    assert not privacy.hides("scar")
    assert privacy.hides("claws")
    assert privacy.hides("scar")


def test_it_hides_after_a_while_without_a_tap_and_every_tap_starts_anew() -> None:
    later = Later()
    hidden: list[bool] = []
    privacy = Privacy(later, lambda: hidden.append(True))
    privacy.touched()
    assert later.waiting == []
    privacy.open("scar")
    privacy.touched()
    ((call, seconds),) = later.waiting
    assert seconds == IDLE
    call(0)
    assert privacy.hides("scar")
    assert hidden == [True]


def test_a_tap_leaves_pages_that_wait_alone_and_is_confirmed_with_them() -> None:
    table = BoardTable()
    session = Session(table)
    session.answer(Adjust("vinnie", "gas"))
    waiting = session.page
    assert waiting is not None
    session.apply_tap(Adjust("vinnie", "gas"))
    assert session.page is waiting
    assert len(session.todo) == 1
    session.clear_todo()
    assert table.confirmations == []
    session.done()
    session.confirm_todo()
    assert table.confirmations == [1, 2]


def test_what_a_tap_says_stays_unconfirmed_until_the_next_thing_is_done() -> None:
    table = BoardTable()
    session = Session(table)
    session.apply_tap(Adjust("vinnie", "gas"))
    assert table.confirmations == []
    session.apply_tap(Adjust("vinnie", "gas"))
    assert table.confirmations == [1]
    assert [line.sign for line in session.todo] == ["+", "+"]
    session.undo(quiet=True)
    assert table.confirmations == [1, 2]
    assert [line.sign for line in session.todo] == ["−"]


def test_a_card_that_follows_a_tap_is_a_page() -> None:
    session = Session(BoardTable())
    session.apply_tap(Act("draw_contact", "vinnie"))
    assert session.mode == "card"


def test_a_late_tap_still_counts() -> None:
    table = BoardTable()
    session = Session(table)
    tap = session.scene.boards[0].counters[0].more
    assert tap is not None
    session.apply_tap(tap)
    session.apply_tap(tap)
    assert len(table.answers) == 2
    assert session.refused is None


def test_small_things_fill_the_gaps_that_wide_ones_leave() -> None:
    places = shelves([(1, 1), (3, 1), (1, 1), (2, 1)], 3, 2)
    assert [(p.page, p.column, p.row, p.wide) for p in places] == [
        (0, 0, 0, 1),
        (0, 0, 1, 3),
        (0, 1, 0, 1),
        (1, 0, 0, 3),
    ]


def test_things_never_overlap_and_none_is_lost() -> None:
    sizes = [(1 + n % 3, 1 + n % 2) for n in range(40)]
    places = shelves(sizes, 4, 3)
    cells = [(p.page, p.column + x, p.row + y) for p in places for x in range(p.wide) for y in range(p.high)]
    assert len(cells) == len(set(cells))
    assert [p.index for p in places] == list(range(40))
    assert all(p.column + p.wide <= 4 and p.row + p.high <= 3 for p in places)
