"""Players' boards: one tap counts, at once, and nobody is asked to say "Done" for it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from kivy.core.window import Window

from companion.core.asks import ChooseAsk
from companion.scene.scene import Fix
from tests.ui.fake_escape import SEATS, Act, Adjust, BoardTable
from tests.ui.hands import Hands, clipped, least_target
from ui.model.library import side_of
from ui.widgets.counters import CellView, CounterView, Zone
from ui.widgets.drawn import Drawn

SIZES = [(800, 480), (1280, 720), (720, 1280)]


@pytest.fixture
def table(hands: Hands) -> Iterator[BoardTable]:
    """Three players; the board of the one whose turn it is."""
    made: BoardTable = hands.sit(BoardTable())
    hands.app.look_at_seat()
    hands.look()
    yield made
    Window.rotation = 0


def counter(hands: Hands, name: str) -> CounterView:
    """A counter of the board in front, on whichever page it stands."""
    for _ in range(hands.screen.board.pages):
        for part in hands.parts():
            if isinstance(part, CounterView) and part.counter is not None and part.counter.id == name:
                return part
        hands.touch(*hands.screen.pager.center)
    raise AssertionError(f"{name} stands on no page")


def cells(view: CounterView) -> list[CellView]:
    found = [part for part in view.children if isinstance(part, CellView) and part.shown]
    return sorted(found, key=lambda cell: (-cell.y, cell.x))


def test_a_disc_opens_the_board_of_its_player(hands: Hands, table: BoardTable) -> None:
    hands.app.look_at_seat("claws")
    hands.look()
    assert hands.root.name == "seats"
    assert hands.screen.tabs.at == 2
    hands.touch(*hands.screen.tabs.tabs[1].center)
    assert hands.screen.seat == "scar"


def test_a_tap_adds_one_and_the_minus_takes_it_away(hands: Hands, table: BoardTable) -> None:
    view = counter(hands, "equipment")
    hands.touch(*view.more.center)
    hands.touch(*view.more.center, double=True)
    hands.touch(*view.less.center)
    assert [answer for answer, _ in table.answers] == [
        Adjust("vinnie", "equipment", 1), Adjust("vinnie", "equipment", 1), Adjust("vinnie", "equipment", -1),
    ]  # fmt: skip
    assert view.figure.counter.value == "1"
    assert hands.root.name == "seats"
    assert hands.session.page is None


def test_the_minus_of_nothing_takes_no_tap(hands: Hands, table: BoardTable) -> None:
    hands.touch(*counter(hands, "equipment").less.center)
    assert table.answers == []


def test_a_cell_that_corrects_a_fact_is_one_correction(hands: Hands, table: BoardTable) -> None:
    view = counter(hands, "cubes")
    hands.touch(*cells(view)[5].center)
    assert table.fixes == [Fix([{"fact": "cell", "seat": "vinnie", "what": "c5"}], "vinnie c5")]
    assert view.counter.value == "$5k"


def test_what_hands_must_do_stands_on_the_board_and_the_next_tap_confirms_it(hands: Hands, table: BoardTable) -> None:
    hands.touch(*cells(counter(hands, "cubes"))[5].center)
    assert [line.sign for line in hands.screen.strip.lines] == ["−"]
    assert table.confirmations == []
    hands.touch(*counter(hands, "notoriety").more.center)
    assert table.confirmations == [1]
    assert len(hands.screen.strip.lines) == 2
    hands.app.go("game")
    hands.look()
    assert table.confirmations == [1, 2]
    assert hands.session.todo == []


def test_undo_on_a_board_stays_there(hands: Hands, table: BoardTable) -> None:
    view = counter(hands, "notoriety")
    hands.touch(*view.more.center)
    hands.tap("Undo")
    assert hands.root.name == "seats"
    assert view.figure.counter.value == "0"
    assert [line.sign for line in hands.screen.strip.lines] == ["−"]


def test_the_amber_button_ends_the_turn_of_the_one_who_is_asked(hands: Hands, table: BoardTable) -> None:
    assert {"Turn done", "Rest", "Escaped"} <= set(hands.labels())
    hands.touch(*hands.screen.tabs.tabs[1].center)
    assert "Turn done" not in hands.labels()
    hands.touch(*hands.screen.tabs.tabs[0].center)
    hands.tap("Turn done")
    assert table.answers == [(Act("move"), "touch")]
    assert hands.root.name == "table"


def test_another_question_comes_to_the_front_and_leads_back(hands: Hands, table: BoardTable) -> None:
    for _ in range(3):
        hands.touch(*next(cell for cell in cells(counter(hands, "wounds")) if not cell.cell.on).center)
    hands.touch(*cells(counter(hands, "wounds"))[3].center)
    assert isinstance(table.ask, ChooseAsk)
    assert table.ask.choice == "handcuffs"
    assert hands.root.name == "table"
    hands.tap("Take handcuffs")
    assert hands.root.name == "seats"
    assert hands.screen.seat == "vinnie"


def test_who_goes_elsewhere_is_not_called_back(hands: Hands, table: BoardTable) -> None:
    table.counts["vinnie", "wounds"] = 3
    hands.app.apply_tap(Adjust("vinnie", "wounds"))
    hands.app.go("log")
    hands.look()
    hands.session.answer(Act("handcuffs"))
    hands.look()
    assert hands.root.name == "log"


def test_a_card_that_a_tap_draws_is_read_and_then_the_board_is_back(hands: Hands, table: BoardTable) -> None:
    hands.app.apply_tap(Act("draw_contact", "vinnie"))
    hands.look()
    assert hands.root.name == "reveal"
    hands.touch(*hands.screen.primary.center)
    assert hands.root.name == "seats"


def test_a_card_on_the_board_offers_what_can_be_done_with_it(hands: Hands, table: BoardTable) -> None:
    counter(hands, "assets")
    hands.tap("Magda the forger")
    assert hands.screen.heading.text == "Magda the forger"
    hands.tap("Back")
    hands.tap("Magda the forger")
    hands.tap("Discard it")
    assert table.answers == [(Act("discard", "Magda the forger"), "touch")]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("seats", [1, 3, 5])
def test_every_counter_can_be_reached_on_two_pages(hands: Hands, size: tuple[int, int], seats: int) -> None:
    hands.resize(*size)
    table = hands.sit(BoardTable(seats))
    hands.app.look_at_seat()
    hands.look()
    assert hands.screen.board.pages <= 2
    for one in table.scene().boards[0].counters:
        view = counter(hands, one.id)
        parts = cells(view) or [part for part in view.children if isinstance(part, Zone)]
        assert all(min(part.width, part.height) >= least_target() - 1 for part in parts), one.id
    assert not clipped


def test_a_player_who_sits_across_sees_the_board_from_there(hands: Hands, table: BoardTable) -> None:
    hands.touch(*hands.screen.round.center)
    assert Window.rotation == 180
    assert side_of(table, "vinnie") == 180
    width, height = hands.root.size
    x, y = counter(hands, "notoriety").more.center
    hands.touch(width - x, height - y)
    assert [answer for answer, _ in table.answers] == [Adjust("vinnie", "notoriety", 1)]
    hands.app.go("game")
    hands.look()
    assert Window.rotation == 0
    hands.app.look_at_seat("scar")
    hands.look()
    assert Window.rotation == 0
    hands.app.look_at_seat("vinnie")
    hands.look()
    assert Window.rotation == 180


def test_all_seats_have_a_tab_and_so_has_the_stock(hands: Hands) -> None:
    hands.sit(BoardTable(5))
    hands.app.look_at_seat()
    hands.look()
    tabs = [tab for tab in hands.screen.tabs.tabs if tab.shown]
    assert [tab.board.seat for tab in tabs] == [*SEATS, None]
    hands.touch(*tabs[-1].center)
    assert hands.screen.seat is None
    assert not hands.screen.round.shown


def test_screens_beside_the_question_are_built_once_and_rest_when_nobody_taps(
    hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = hands.sit(BoardTable())
    table.notes["sketch"] = {"tile:t0": [0, 0, 0], "tile:t1": [1, 0, 0]}

    def visit() -> dict[str, int]:
        hands.app.look_at_seat("scar")
        hands.look(2)
        hands.touch(*hands.screen.pager.center)
        hands.touch(*hands.screen.tabs.tabs[-2].center)
        hands.app.go("city")
        hands.look(2)
        hands.app.look_alone("scar")
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
