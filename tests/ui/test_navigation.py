"""Screens beside the question, in parts that need no window: the way back, who looks, and where counters stand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.core.answers import Answer
from companion.games.escape.answers import Adjust, DrawContact, Handcuffs, Move
from companion.session.session import Session
from tests.ui.moments import start_at
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


@pytest.fixture
def session() -> Session:
    """Purple, Green and Yellow play Escape Plan; it is Green's turn."""
    table = start_at("boards")
    return Session(table, confirmed=table.rev)


@pytest.fixture
def confirmed(session: Session, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """What hands have done, by the entry that asked for it, counted from here."""
    found: list[int] = []
    begun = session.rev
    monkeypatch.setattr(session.table, "confirm", lambda rev: found.append(rev - begun))
    return found


def answer(session: Session, given: Answer) -> None:
    """Give this answer; hands have done what it asks for."""
    assert session.apply_tap(given)
    session.pages.clear()


def test_the_way_back_opens_when_the_question_is_the_same_again(session: Session) -> None:
    detour = Detour()
    detour.start("seats", session.table.ask)
    for _ in range(4):
        answer(session, Adjust("green", "wounds", 1))
    assert detour.back(session) is None
    answer(session, Handcuffs(take=False))
    assert detour.back(session) == "seats"
    assert detour.back(session) is None


def test_there_is_no_way_back_once_the_game_has_gone_on(session: Session) -> None:
    detour, asked = Detour(), session.table.ask
    detour.start("seats", asked)
    for _ in range(2):
        answer(session, Move())
        assert session.mode == "choose"
        assert detour.back(session) is None
    while session.table.ask != asked:
        session.undo()
        session.pages.clear()
    assert detour.back(session) is None
    assert detour.screen is None


def test_a_private_question_is_hidden_until_its_seat_opens_it() -> None:
    privacy = Privacy(Later(), lambda: None)
    assert not privacy.hides(None)
    assert privacy.hides("purple")
    privacy.open("purple")
    assert not privacy.hides("purple")
    assert privacy.hides("green")
    assert privacy.hides("purple")


def test_a_private_question_is_hidden_when_idle() -> None:
    later = Later()
    hidden: list[bool] = []
    privacy = Privacy(later, lambda: hidden.append(True))
    privacy.touched()
    assert later.waiting == []
    privacy.open("purple")
    privacy.touched()
    ((call, seconds),) = later.waiting
    assert seconds == IDLE
    call(0)
    assert privacy.hides("purple")
    assert hidden == [True]


def test_a_tap_keeps_open_pages_and_is_confirmed_with_them(session: Session, confirmed: list[int]) -> None:
    session.answer(Adjust("green", "gas", 1))
    waiting = session.page
    assert waiting is not None
    session.apply_tap(Adjust("green", "gas", 1))
    assert session.page is waiting
    assert len(session.todo) == 1
    session.clear_todo()
    assert confirmed == []
    session.done()
    session.confirm_todo()
    assert confirmed == [1, 2]


def test_instructions_of_a_tap_are_confirmed_by_the_next_action(session: Session, confirmed: list[int]) -> None:
    session.apply_tap(Adjust("green", "gas", 1))
    assert confirmed == []
    session.apply_tap(Adjust("green", "gas", 1))
    assert confirmed == [1]
    assert [line.sign for line in session.todo] == ["+", "+"]
    session.undo(quiet=True)
    assert confirmed == [1, 2]
    assert [line.sign for line in session.todo] == ["−"]


def test_a_card_drawn_by_a_tap_opens_a_page(session: Session) -> None:
    session.apply_tap(DrawContact())
    assert session.mode == "card"


def test_a_late_tap_still_counts(session: Session) -> None:
    board = next(board for board in session.scene.boards if board.active)
    rev, tap = session.rev, next(counter.more for counter in board.counters if counter.id == "notoriety")
    assert tap is not None
    session.apply_tap(tap)
    session.apply_tap(tap)
    assert session.rev == rev + 2
    assert session.refused is None


def test_small_parts_fill_the_gaps_beside_wide_ones() -> None:
    places = shelves([(1, 1), (3, 1), (1, 1), (2, 1)], 3, 2)
    assert [(p.page, p.column, p.row, p.wide) for p in places] == [
        (0, 0, 0, 1),
        (0, 0, 1, 3),
        (0, 1, 0, 1),
        (1, 0, 0, 3),
    ]


def test_parts_on_shelves_never_overlap_and_none_is_lost() -> None:
    sizes = [(1 + n % 3, 1 + n % 2) for n in range(40)]
    places = shelves(sizes, 4, 3)
    cells = [(p.page, p.column + x, p.row + y) for p in places for x in range(p.wide) for y in range(p.high)]
    assert len(cells) == len(set(cells))
    assert [p.index for p in places] == list(range(40))
    assert all(p.column + p.wide <= 4 and p.row + p.high <= 3 for p in places)
