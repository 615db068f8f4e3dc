"""The focus ring: whoever never touches the glass gives every answer with keys, and nothing that a finger could not."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from kivy.core.window import Window
from kivy.tests.common import UnitTestTouch
from msgspec import structs

from companion.games.newyork.answers import End, ExtraWalk
from hardware.config import Config, ReaderConfig
from tests import daily
from tests.hardware.test_config import whole_panel
from tests.ui.finger import settle
from tests.ui.gallery import sit_down
from tests.ui.hands import Hands, Watch
from tests.ui.keys import ENTER, ESCAPE, SPACE, TAB, Keys, Panel
from tests.ui.recorded import Replay
from ui.device.inputs import Inputs
from ui.widgets.board import BoardMap
from ui.widgets.drawn import tap_guard
from ui.widgets.seats import HoldButton

TITLES = ("crash_six", "suitcase_two", "escape_two", "thousand_two", "krysis_two")
"""A whole game of each title; the first is played every day, all of them with ``--all``."""


@pytest.fixture
def keys(hands: Hands) -> Keys:
    return Keys(hands)


def test_the_first_key_only_shows_the_ring(hands: Hands, keys: Keys) -> None:
    hands.play()
    assert not hands.root.ring.shown
    keys.press(ENTER)
    assert hands.root.ring.shown
    assert keys.on.part is hands.screen.primary
    assert hands.answers == []
    keys.press(ENTER)
    assert hands.answers == [(End(), "touch")]


def test_a_touch_hides_the_ring(hands: Hands, keys: Keys) -> None:
    hands.play()
    keys.press(TAB)
    hands.touch(1, 1)
    assert not hands.root.ring.shown
    keys.press(TAB)
    assert hands.root.ring.shown


def test_tab_moves_the_ring_in_both_directions_and_wraps(hands: Hands, keys: Keys) -> None:
    hands.play()
    keys.press(TAB)
    spots = hands.app.controls.focus.spots()
    seen = []
    for _ in spots:
        seen.append(keys.on)
        keys.press(TAB)
    assert seen == spots
    assert keys.on == spots[0]
    keys.press(TAB, "shift")
    assert keys.on == spots[-1]


def test_the_ring_visits_the_primary_button_the_choices_and_the_bar_in_this_order(hands: Hands, keys: Keys) -> None:
    hands.play()
    keys.press(TAB)
    parts = [spot.part for spot in hands.app.controls.focus.spots()]
    bar = [part for part in parts if part in list(hands.root.nav.walk())]
    assert parts[0] is hands.screen.primary
    assert parts[-len(bar) :] == bar
    board = [spot.area for spot in hands.app.controls.focus.spots() if isinstance(spot.part, BoardMap)]
    assert len(board) > 1
    assert board == sorted(board, key=lambda area: (-round(area.cy), area.cx))


def test_a_key_selects_a_square_of_the_board(hands: Hands, keys: Keys) -> None:
    hands.play()
    hands.look()
    cell = hands.screen.map.cell("square:harlem")
    keys.go_to(cell.cx, cell.cy)
    keys.press(SPACE)
    assert hands.answers == [(ExtraWalk("harlem"), "touch")]


def test_a_new_question_returns_the_ring_to_the_primary_button(hands: Hands, keys: Keys) -> None:
    hands.play()
    cell = hands.screen.map.cell("square:harlem")
    keys.go_to(cell.cx, cell.cy)
    keys.press(ENTER)
    assert keys.on.part is hands.screen.primary


def test_the_ring_stays_on_a_button_that_is_pressed_repeatedly(hands: Hands, keys: Keys) -> None:
    hands.play()
    undo = hands.button("Undo")
    keys.go_to(*undo.center)
    keys.press(ENTER)
    keys.press(ENTER)
    assert hands.session.table.history.undone == 2
    assert keys.on.part is undo


def test_a_new_button_under_the_ring_ignores_keys_for_a_moment(hands: Hands, keys: Keys, watch: Watch) -> None:
    hands.play()
    keys.press(TAB)
    keys.press(ENTER, quick=True)
    assert hands.answers == [(End(), "touch")]
    page = hands.session.page
    assert page is not None
    watch.time += 0.39
    keys.press(ENTER, quick=True)
    assert hands.session.page is page
    watch.time += 0.02
    keys.press(ENTER)
    assert hands.session.page is not page


def test_repeated_keys_within_a_frame_count_once(hands: Hands, keys: Keys) -> None:
    hands.play()
    keys.press(TAB)
    for _ in range(3):
        keys.down(ENTER)
        keys.up(ENTER)
    settle()
    assert hands.answers == [(End(), "touch")]
    assert hands.session.page is not None


def test_key_repeat_counts_once(hands: Hands, keys: Keys) -> None:
    hands.play()
    keys.press(TAB)
    for _ in range(5):
        keys.down(ENTER)
        settle()
        tap_guard.reset()
    assert hands.answers == []
    keys.up(ENTER)
    settle()
    assert hands.answers == [(End(), "touch")]


def test_escape_goes_back_without_answering(hands: Hands, keys: Keys) -> None:
    hands.play()
    for name in ("log", "menu", "story"):
        hands.app.go(name)
        settle()
        keys.press(ESCAPE)
        assert hands.root.name == "table"
    hands.app.show_message("Something")
    settle()
    keys.press(ESCAPE)
    assert not hands.root.banner.shown
    keys.press(ESCAPE)
    assert (hands.root.name, hands.answers) == ("table", [])


def test_an_open_slip_confines_the_ring(hands: Hands, keys: Keys) -> None:
    sit_down(hands, "newyork")
    keys.touch(*hands.screen.mark.center)
    assert hands.root.slip.shown
    assert keys.on.part is hands.root.slip.close
    keys.press(ENTER)
    assert not hands.root.slip.shown


def test_a_key_only_wakes_a_dark_screen(hands: Hands, keys: Keys) -> None:
    hands.play()
    keys.press(TAB)
    hands.root.sleep_overlay.show()
    settle()
    keys.press(ENTER)
    assert not hands.app.display.asleep
    assert hands.answers == []


@pytest.mark.parametrize("size", [(1280, 720), (720, 1280)])
def test_the_ring_stays_on_the_same_part_when_the_size_changes(hands: Hands, keys: Keys, size: tuple[int, int]) -> None:
    """On the same square of the board, at every size; a button that is gone leaves it at the nearest place."""
    hands.play()
    hands.look()
    cell = hands.screen.map.cell("square:harlem")
    keys.go_to(cell.cx, cell.cy)
    for there in (size, (800, 480)):
        hands.resize(*there)
        hands.look(3)
        cell, on = hands.screen.map.cell("square:harlem"), hands.app.controls.focus.on
        assert on is not None
        assert on.area.holds(cell.cx, cell.cy)
        assert hands.root.ring.collide_point(cell.cx, cell.cy)
    gone = on.part
    gone.hide()
    hands.app.controls.focus.follow()
    near = hands.app.controls.focus.on
    assert near is not None
    assert near.part is not gone
    others = [spot for spot in hands.app.controls.focus.spots() if spot.part is not near.part]
    assert all(near.distance(on) <= spot.distance(on) for spot in others)


def test_the_ring_works_on_a_rotated_screen(hands: Hands, keys: Keys) -> None:
    hands.play()
    hands.app.turn_screen()
    settle()
    assert Window.rotation == 180
    keys.press(TAB)
    keys.press(ENTER)
    assert hands.answers == [(End(), "touch")]
    hands.app.turn_screen()


def test_the_ring_never_starts_on_the_button_that_reveals_a_secret(hands: Hands, keys: Keys) -> None:
    gate(hands)
    for _ in range(5):
        keys.press(ENTER)
        if hands.root.name != "private":
            hands.app.go("game")
            settle()
    assert hands.app.privacy.opened is None
    keys.go_to(*hands.screen.primary.center)
    assert isinstance(keys.on.part, HoldButton)
    keys.press(ENTER)
    assert hands.app.privacy.opened is not None


def gate(hands: Hands) -> None:
    """Bring a question for one pair of eyes to the front."""
    session = sit_down(hands, "krysis")
    for _ in range(100):
        if hands.root.name == "private":
            return
        if session.pages:
            session.done()
        elif session.mode == "deal":
            session.draw()
        else:
            session.answer(next(iter(session.table.legal())))
        settle()
    raise AssertionError("nobody is asked alone")


EVERY_DAY = 50
"""So many entries of a recorded game are played daily."""


@pytest.fixture
def untouched(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody touches the glass."""

    def no_finger(_touch: object) -> None:
        raise AssertionError("the glass was touched")

    monkeypatch.setattr(UnitTestTouch, "touch_down", no_finger)


@pytest.mark.usefixtures("untouched")
@pytest.mark.parametrize("name", TITLES if daily.everything else TITLES[:1])
def test_a_whole_game_is_played_with_keys(hands: Hands, name: str) -> None:
    game = Replay(hands, name, Keys)
    game.play(None if daily.everything else EVERY_DAY)
    assert game.table.over or not daily.everything
    assert game.taps > len(game.given) > 0


@pytest.fixture
def panel(hands: Hands) -> Iterator[None]:
    """A whole panel on simulated pins; no reader."""
    buttons = structs.replace(whole_panel().buttons, settle_ms=1)
    hands.app.inputs = Inputs(Config(ReaderConfig(port="none"), buttons))
    hands.app.inputs.attach(hands.app)
    yield
    hands.app.inputs.stop()
    hands.app.inputs = None


@pytest.mark.usefixtures("untouched", "panel")
@pytest.mark.parametrize("name", TITLES if daily.everything else TITLES[-1:])
def test_a_whole_game_is_played_from_the_panel_alone(hands: Hands, name: str) -> None:
    game = Replay(hands, name, Panel)
    game.play(None if daily.everything else EVERY_DAY)
    assert game.table.over or not daily.everything
    assert game.taps > len(game.given) > 0
