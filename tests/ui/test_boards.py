"""Players' boards: one tap counts, at once, and nobody is asked to say "Done" for it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from kivy.core.window import Window

from companion.games.escape.answers import Adjust, DiscardContact, DrawContact, Handcuffs, Move
from companion.table.table import Table
from tests.ui.hands import Hands, clipped, least_target
from ui.model.library import put_tile, side_of
from ui.widgets.counters import CellView, CounterView, TurnCell, Zone
from ui.widgets.drawn import Drawn

SIZES = [(800, 480), (1280, 720), (720, 1280)]


@pytest.fixture
def table(hands: Hands) -> Iterator[Table]:
    """Purple, Green and Yellow play Escape Plan; the board of Green, whose turn it is."""
    made = hands.play("boards")
    hands.app.look_at_seat()
    hands.look()
    yield made
    Window.rotation = 0


@pytest.fixture
def confirmed(table: Table, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """What hands have done, by the entry that asked for it."""
    found: list[int] = []
    monkeypatch.setattr(table, "confirm", found.append)
    return found


def counter(hands: Hands, name: str) -> CounterView | TurnCell:
    """A counter of the board in front, on whichever page it stands."""
    for _ in range(hands.screen.board.pages):
        for part in hands.parts():
            if isinstance(part, CounterView | TurnCell) and part.counter is not None and part.counter.id == name:
                return part
        hands.touch(*hands.screen.pager.center)
    raise AssertionError(f"{name} stands on no page")


def cells(view: CounterView | TurnCell) -> list[CellView]:
    found = [part for part in view.children if isinstance(part, CellView) and part.shown]
    return sorted(found, key=lambda cell: (-cell.y, cell.x))


def test_a_tab_opens_the_board_of_a_player(hands: Hands, table: Table) -> None:
    hands.app.look_at_seat("yellow")
    hands.look()
    assert hands.root.name == "seats"
    assert hands.screen.tabs.at == 2
    hands.touch(*hands.screen.tabs.tabs[0].center)
    assert hands.screen.seat == "purple"


def test_plus_and_minus_change_a_counter(hands: Hands, table: Table) -> None:
    view = counter(hands, "equipment")
    hands.touch(*view.more.center)
    hands.touch(*view.more.center, double=True)
    hands.touch(*view.less.center)
    assert [answer for answer, _ in hands.answers] == [Adjust("green", "equipment", by) for by in (1, 1, -1)]
    assert view.figure.counter.value == "1"
    assert hands.root.name == "seats"
    assert hands.session.page is None


def test_minus_is_disabled_at_zero(hands: Hands, table: Table) -> None:
    hands.touch(*counter(hands, "equipment").less.center)
    assert hands.answers == []


def test_the_next_tap_confirms_the_instructions_on_the_board(hands: Hands, table: Table, confirmed: list[int]) -> None:
    begun = table.rev
    hands.touch(*counter(hands, "equipment").more.center)
    assert [line.sign for line in hands.screen.strip.lines] == ["+"]
    assert confirmed == []
    hands.touch(*counter(hands, "notoriety").more.center)
    assert confirmed == [begun + 1]
    assert len(hands.screen.strip.lines) == 2
    hands.app.go("game")
    hands.look()
    assert confirmed == [begun + 1, begun + 2]
    assert hands.session.todo == []


def test_undo_keeps_the_board_open(hands: Hands, table: Table) -> None:
    view = counter(hands, "equipment")
    hands.touch(*view.more.center)
    hands.tap("Undo")
    assert hands.root.name == "seats"
    assert view.figure.counter.value == "0"
    assert [line.sign for line in hands.screen.strip.lines] == ["−"]


def test_the_primary_button_ends_the_turn_on_the_board_of_the_player_asked(hands: Hands, table: Table) -> None:
    assert "Turn done" in hands.labels()
    hands.touch(*hands.screen.tabs.tabs[0].center)
    assert "Turn done" not in hands.labels()
    hands.touch(*hands.screen.tabs.tabs[1].center)
    hands.tap("Turn done")
    assert hands.answers == [(Move(), "touch")]
    assert (hands.root.name, hands.screen.seat) == ("seats", table.ask.who)
    assert table.ask.who != "green"


def test_leaving_the_board_cancels_the_way_back(hands: Hands, table: Table) -> None:
    for _ in range(4):
        hands.app.apply_tap(Adjust("green", "wounds", 1))
    assert table.ask.choice == "handcuffs"
    hands.app.go("log")
    hands.look()
    hands.session.answer(Handcuffs(take=False))
    hands.look()
    assert hands.root.name == "log"


def test_confirming_a_drawn_card_returns_to_the_board(hands: Hands, table: Table) -> None:
    hands.app.apply_tap(DrawContact())
    hands.look()
    assert hands.root.name == "reveal"
    hands.touch(*hands.screen.primary.center)
    assert hands.root.name == "seats"


def test_a_card_on_the_board_offers_its_actions(hands: Hands, table: Table) -> None:
    counter(hands, "assets")
    hands.tap("Madame Vesper")
    assert hands.screen.heading.text == "Madame Vesper"
    hands.tap("Back")
    hands.tap("Madame Vesper")
    hands.tap("Discard it")
    assert hands.answers == [(DiscardContact("madame_vesper"), "touch")]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("seats", ["board of one", "boards", "boards of five"])
def test_every_counter_can_be_reached_on_two_pages(hands: Hands, size: tuple[int, int], seats: str) -> None:
    hands.resize(*size)
    table = hands.play(seats)
    hands.app.look_at_seat()
    hands.look()
    assert hands.screen.board.pages <= 2
    for one in table.scene().boards[0].counters:
        view = counter(hands, one.id)
        zones = [part for part in view.children if isinstance(part, Zone) and part.shown]
        parts = cells(view) or zones or [view]
        assert all(min(part.width, part.height) >= least_target() - 1 for part in parts), one.id
    assert not clipped


def test_a_board_can_be_turned_for_a_player_who_sits_across(hands: Hands, table: Table) -> None:
    hands.touch(*hands.screen.round.center)
    assert Window.rotation == 180
    assert side_of(table, "green") == 180
    width, height = hands.root.size
    x, y = counter(hands, "notoriety").more.center
    hands.touch(width - x, height - y)
    assert [answer for answer, _ in hands.answers] == [Adjust("green", "notoriety", 1)]
    hands.app.go("game")
    hands.look()
    assert Window.rotation == 0
    hands.app.look_at_seat("yellow")
    hands.look()
    assert Window.rotation == 0
    hands.app.look_at_seat("green")
    hands.look()
    assert Window.rotation == 180


def test_every_seat_and_the_stock_have_a_tab(hands: Hands) -> None:
    table = hands.play("boards of five")
    hands.app.look_at_seat()
    hands.look()
    tabs = [tab for tab in hands.screen.tabs.tabs if tab.shown]
    assert [tab.board.seat for tab in tabs] == [*table.setup.seats, None]
    hands.touch(*tabs[-1].center)
    assert hands.screen.seat is None
    assert not hands.screen.round.shown


def test_screens_beside_the_question_are_built_once_and_idle_without_redraws(
    hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = hands.play("boards")
    for n, tile in enumerate(table.scene().tiles):
        put_tile(table, tile.id, (n, 0, 0))

    def visit() -> dict[str, int]:
        hands.app.look_at_seat("yellow")
        hands.look(2)
        hands.touch(*hands.screen.pager.center)
        hands.touch(*hands.screen.tabs.tabs[-2].center)
        hands.app.go("city")
        hands.look(2)
        hands.app.look_alone("yellow")
        hands.look(2)
        return {name: len(list(screen.walk())) for name, screen in hands.root.screens.items()}

    visit()
    before = visit()
    assert visit() == before
    drawn: list[object] = []
    monkeypatch.setattr(Drawn, "paint_self", lambda part, area: drawn.append(part))
    monkeypatch.setattr(Drawn, "redraw", lambda part, *_: drawn.append(part))
    for screen in ("seats", "city", "private"):
        hands.app.go(screen)
        hands.look(3)
        drawn.clear()
        hands.app.refresh()
        hands.look(3)
        assert drawn == [], screen
