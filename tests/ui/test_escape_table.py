"""Boards, sketch and secrets with the rules of Escape Plan and a journal behind them, the plug pulled in between."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from kivy.core.window import Window

from companion.core.asks import ChooseAsk
from companion.journal import Journal
from companion.scene.scene import Fix, NoteTap, Tap
from companion.session.session import Session
from tests.ui.hands import Hands, clipped
from tests.ui.pseudo import LONG
from ui.model.library import Library, put_tile, side_of, sketch_of
from ui.widgets.cards import CardView
from ui.widgets.counters import CounterView, TurnCell

SEATS = ["yellow", "red", "blue"]


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    made = Library(Journal(tmp_path / "journal.db"), seed="lantern")
    yield made
    made.close()
    Window.rotation = 0


def play_until(session: Session, choice: str) -> None:
    """A sensible game, to the first question of that kind; hands have done everything."""
    luck = Random(7)
    for _ in range(600):
        ask = session.table.ask
        if session.mode == "choose" and isinstance(ask, ChooseAsk) and ask.choice == choice:
            return
        if session.pages:
            session.done()
        elif session.mode == "choose":
            session.answer(
                session.table.game.player.advise(session.table.state, session.table.legal() or [], luck.random)
            )
        else:
            session.draw()
    raise AssertionError(f"nobody was ever asked {choice}")


def sit(hands: Hands, library: Library, choice: str = "turn", **settings: str) -> Session:
    session = library.start("escape", SEATS, settings)
    play_until(session, choice)
    hands.app.library = library
    hands.app.play(session)
    hands.look()
    return session


def again(library: Library, session: Session) -> Session:
    """The plug was pulled and the same game is opened."""
    assert session.table.game_id is not None
    return library.open(session.table.game_id)


def counter(hands: Hands, name: str) -> CounterView | TurnCell:
    for _ in range(3):
        for part in hands.parts():
            if isinstance(part, CounterView | TurnCell) and part.counter is not None and part.counter.id == name:
                return part
        hands.touch(*hands.screen.pager.center)
    raise AssertionError(f"there is no {name}")


def test_a_tap_on_the_board_answers_without_a_page(hands: Hands, library: Library) -> None:
    session = sit(hands, library)
    who = session.table.ask.who
    hands.app.look_at_seat()
    hands.look()
    assert hands.screen.seat == who
    asked = session.table.ask
    hands.touch(*counter(hands, "notoriety").more.center)
    assert session.table.facts()["players"][who]["notoriety"] == 1
    assert session.pages == []
    assert session.todo
    assert session.table.ask == asked


def test_common_events_are_counted_at_the_table_and_others_on_the_board(hands: Hands, library: Library) -> None:
    session = sit(hands, library)
    who, asked = session.table.ask.who, session.table.ask
    assert (hands.root.name, hands.screen.seat) == ("seats", who)
    hands.app.go("game")
    hands.look()
    hands.tap("Recover money")
    hands.look()
    hands.tap("The police")
    hands.look()
    hands.tap("A wound")
    hands.look()
    player = session.table.facts()["players"][who]
    assert (player["income"], player["wounds"]) == (8, 1)
    assert session.table.ask == asked
    assert hands.root.name == "table"
    hands.tap("Something else happened")
    hands.look()
    assert (hands.root.name, hands.screen.seat) == ("seats", who)


def test_unconfirmed_instructions_are_shown_again_after_a_power_cut(hands: Hands, library: Library) -> None:
    session = sit(hands, library)
    hands.app.look_at_seat()
    hands.look()
    for _ in range(2):
        hands.touch(*counter(hands, "notoriety").more.center)
    reopened = again(library, session)
    assert len([line for page in reopened.pages for line in page.lines]) == 1
    hands.app.go("game")
    hands.look()
    assert again(library, session).pages == []


def test_a_cube_in_the_middle_is_a_correction(hands: Hands, library: Library) -> None:
    session = sit(hands, library)
    hands.app.look_at_seat()
    hands.look()
    seat = hands.screen.seat
    view = counter(hands, "cubes")
    cell = sorted((part for part in view._cells if part.shown), key=lambda part: part.x)[3]
    hands.touch(*cell.center)
    assert session.table.log[-1].kind == "correct"
    assert session.table.facts()["players"][seat]["income"] == 3


def test_the_fourth_wound_asks_for_handcuffs_and_the_board_comes_back(hands: Hands, library: Library) -> None:
    session = sit(hands, library)
    hands.app.look_at_seat()
    hands.look()
    for index in (0, 1, 2, 3):
        view = counter(hands, "wounds")
        cells = sorted((part for part in view._cells if part.shown), key=lambda part: part.x)
        hands.touch(*cells[index].center)
    assert isinstance(session.table.ask, ChooseAsk)
    assert session.table.ask.choice == "handcuffs"
    assert hands.root.name == "table"
    hands.tap("Take handcuffs")
    while session.pages:
        hands.touch(*hands.screen.primary.center)
    assert hands.root.name == "seats"


def test_sides_and_sketch_survive_a_power_cut(hands: Hands, library: Library) -> None:
    session = sit(hands, library)
    seat = str(session.table.ask.who)
    hands.app.look_at_seat()
    hands.look()
    hands.touch(*hands.screen.round.center)
    put_tile(session.table, session.scene.tiles[0].id, (2, 3, 1))
    reopened = again(library, session)
    assert side_of(reopened.table, seat) == 180
    assert sketch_of(reopened.table) == {session.scene.tiles[0].id: (2, 3, 1)}


def test_every_tap_of_every_board_does_something(library: Library) -> None:
    session = library.start("escape", SEATS, {})
    play_until(session, "turn")
    taps: list[Tap | None] = []
    for board in session.scene.boards:
        for one in board.counters:
            taps += [one.more, one.less, *[cell.tap for cell in one.cells]]
        taps += [tap for holding in board.holdings for _, tap in holding.taps]
    kinds: set[bool | None] = set()
    for tap in taps:
        if tap is None:
            continue
        before = session.table.hash()
        assert session.apply_tap(tap), session.refused
        if isinstance(tap, NoteTap):
            assert session.table.notes[tap.key][tap.name] == tap.value
            assert (session.table.hash(), session.pages) == (before, [])
            kinds.add(None)
            continue
        assert session.table.hash() != before
        kinds.add(isinstance(tap, Fix))
        session.undo(quiet=True)
        session.pages.clear()
        assert session.table.hash() == before
    assert kinds == {True, False, None}


def test_the_position_of_a_tile_is_asked_after_its_instructions(hands: Hands, library: Library) -> None:
    session = sit(hands, library, choice="tile")
    start = [tile.id for tile in session.scene.tiles]
    session.answer(session.table.game.player.advise(session.table.state, session.table.legal() or [], Random(1).random))
    hands.look()
    assert hands.root.name != "city"
    while session.pages:
        hands.touch(*hands.screen.primary.center)
    assert hands.root.name == "city"
    for number in range(len(start) + 1):
        square = next(part for part in hands.screen.map.free if part.shown and part.near)
        hands.touch(*square.center)
        hands.touch(*hands.screen.primary.center)
        assert len(sketch_of(session.table)) == number + 1
    assert hands.root.name == "table"
    assert {tile.id for tile in session.scene.tiles} == set(sketch_of(session.table))


def secret_words(hands: Hands, plan: Any) -> bool:
    return any(isinstance(part, CardView) and part.card and part.card.text == plan for part in hands.parts())


def test_a_plan_is_visible_only_while_the_button_is_held(hands: Hands, library: Library) -> None:
    from kivy.tests.common import UnitTestTouch  # noqa: PLC0415

    session = sit(hands, library, plans="private", **{"ep.cash_ledger": "private"})
    private = session.table.game.presenter.private(session.table.state, "red")
    assert private is not None
    plan = private.cards[0].text
    for screen in ("game", "log", "menu", "city"):
        hands.app.go(screen)
        hands.look()
        assert not secret_words(hands, plan)
    hands.app.look_alone("red")
    hands.look()
    assert not secret_words(hands, plan)
    finger = UnitTestTouch(*hands.screen.primary.center)
    finger.touch_down()
    hands.look(2)
    assert secret_words(hands, plan)
    finger.touch_up()
    hands.look(2)
    assert not secret_words(hands, plan)


@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (720, 1280)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_everything_beside_the_question_fits(hands: Hands, library: Library, size: tuple[int, int]) -> None:
    hands.resize(*size)
    session = sit(hands, library, plans="private", **{"ep.cash_ledger": "private"})
    hands.speak(LONG)
    clipped.clear()
    hands.app.look_at_seat()
    hands.look()
    for tab in range(len(session.scene.boards)):
        hands.touch(*hands.screen.tabs.tabs[tab].center)
        assert hands.screen.board.pages <= 2
        for _ in range(hands.screen.board.pages):
            if hands.screen.pager.shown:
                hands.touch(*hands.screen.pager.center)
    for index, tile in enumerate(session.scene.tiles):
        put_tile(session.table, tile.id, (index % 4, index // 4, index))
    hands.app.go("city")
    hands.look()
    hands.touch(*hands.screen.map.views[0].center)
    hands.app.look_alone("blue")
    hands.look()
    assert clipped == set()
