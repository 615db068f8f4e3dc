"""What the buttons of a panel, keys with digits and a game controller do, each where it is asked for."""

from __future__ import annotations

import pytest
from kivy.core.window import Window

from companion.core.asks import RollAsk
from companion.games.newyork.answers import End
from companion.games.registry import game_names
from hardware.inputs import Button
from tests.session.sensible import play_on
from tests.ui.finger import Finger, settle
from tests.ui.gallery import SMALL, UPRIGHT, WIDE, WITHOUT_A_GAME, sit_down
from tests.ui.hands import Hands, least_target
from tests.ui.keys import Keys
from tests.ui.moments import busiest, questions
from tests.ui.pseudo import LONG
from tests.ui.states import STATES, put
from ui.controls.controls import FAR
from ui.model.navigation import destinations
from ui.widgets.drawn import tap_guard

DIGIT = 48
SUBPAGES = ("home", "touch", "card", "row", "slots", "board")
"""Home itself, and pages whose way back is that of what they were opened for."""
MOST_STEPS = 8
"""No page is so many steps from home."""


@pytest.fixture
def keys(hands: Hands) -> Keys:
    return Keys(hands)


def ask(hands: Hands, game: str, kind: str) -> None:
    """Put a question of this kind on the table."""
    put(hands, next(moment for moment in questions(game) if moment.kind == kind))


def button(hands: Hands, name: str) -> None:
    """Press a button of the panel, and let it go."""
    for action in ("press", "release"):
        hands.app.controls.press(Button(name, action))
        settle()
    settle()


# A game controller.


def joy(event: str, *values: object) -> None:
    Window.dispatch(f"on_joy_{event}", 0, *values)
    settle()
    settle()


def test_a_controller_moves_the_ring_confirms_and_goes_back(hands: Hands) -> None:
    hands.play()
    focus = hands.app.controls.focus
    joy("hat", 0, (0, -1))
    assert focus.shown
    spots = focus.spots()
    joy("hat", 0, (0, 0))
    joy("hat", 0, (1, 0))
    assert focus.on == spots[1]
    joy("hat", 0, (0, 1))
    assert focus.on == spots[0]
    for name, there in (("button_down", spots[1]), ("button_up", spots[1])):
        joy(name, 5)
        assert focus.on == there
    joy("button_down", 4)
    for name in ("button_down", "button_up"):
        joy(name, 0)
    assert hands.answers == [(End(), "touch")]
    hands.app.go("log")
    settle()
    joy("button_down", 1)
    assert hands.root.name != "log"


def test_each_push_of_a_stick_counts_once(hands: Hands) -> None:
    hands.play()
    focus = hands.app.controls.focus
    joy("axis", 0, FAR + 1)
    spots = focus.spots()
    for value in (FAR + 2, 32_767, FAR + 5):
        joy("axis", 0, value)
    assert focus.on == spots[0]
    joy("axis", 0, 12)
    joy("axis", 0, FAR + 1)
    assert focus.on == spots[1]
    joy("axis", 1, -FAR - 1)
    assert focus.on == spots[0]


def test_other_controls_of_a_controller_do_nothing(hands: Hands) -> None:
    hands.play()
    for n in (2, 3, 6, 9):
        joy("button_down", n)
        joy("button_up", n)
    for axis in (2, 5):
        joy("axis", axis, -32_768)
    assert not hands.app.controls.focus.shown
    assert hands.answers == []


# Numbers.


def test_a_digit_is_the_face_of_the_next_die(hands: Hands) -> None:
    ask(hands, "thousand", "roll")
    tray = hands.session.tray
    for n, die in enumerate(list(tray.slots)[:-1], start=1):
        button(hands, str(n))
        assert tray.slots[die].face == str(n)
    button(hands, "12")
    assert tray.missing == list(tray.slots)[-1:]


def test_a_digit_selects_a_face_by_position(hands: Hands, keys: Keys) -> None:
    ask(hands, "newyork", "roll")
    tray = hands.session.tray
    die = tray.cursor
    shown = [one.key for one in hands.screen.faces.buttons if one.shown]
    keys.press(DIGIT + 2)
    assert tray.slots[die].face == shown[1]
    filled = dict(tray.certain())
    button(hands, str(len(shown) + 1))
    assert tray.certain() == filled


def test_digits_enter_a_number(hands: Hands, keys: Keys) -> None:
    ask(hands, "escape", "choose line")
    if hands.root.name == "private":
        hands.app.privacy.open(hands.session.table.ask.only)
        hands.app.refresh()
        settle()
    assert hands.root.name == "entry"
    keys.press(DIGIT + 1)
    keys.press(DIGIT + 2)
    assert hands.screen.number.text == "12"


def test_digits_do_nothing_elsewhere(hands: Hands, keys: Keys) -> None:
    hands.play()
    for n in range(10):
        keys.press(DIGIT + n)
    assert (hands.answers, hands.app.controls.focus.shown) == ([], False)


# The coloured buttons.


def test_the_green_button_waits_after_a_tap(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1_000.0
    monkeypatch.setattr(tap_guard, "now", lambda: now)
    hands.play()
    cell = hands.screen.map.cell("square:harlem")
    hands.touch(cell.cx, cell.cy, quick=True)
    page = hands.session.page
    assert page is not None
    button(hands, "green")
    assert hands.session.page is page
    now += tap_guard.DEAD + 0.01
    button(hands, "green")
    assert hands.session.page is not page


def test_pressing_the_green_button_twice_counts_once(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tap_guard, "now", lambda: 1_000.0)
    hands.play()
    for _ in range(3):
        hands.app.controls.press(Button("green", "press"))
        settle()
    assert hands.answers == [(End(), "touch")]
    assert hands.session.page is not None


def test_the_red_button_undoes_and_the_back_button_does_not(hands: Hands) -> None:
    hands.play()
    button(hands, "back")
    assert hands.session.table.history.undone == 0
    button(hands, "red")
    assert hands.session.table.history.undone == 1


# The way back.


@pytest.mark.parametrize("name", [name for name in WITHOUT_A_GAME if name not in SUBPAGES])
def test_back_leads_home_without_a_game(hands: Hands, name: str) -> None:
    states = STATES[name](hands) if name in STATES else iter([hands.app.go(name)])
    next(states)
    settle()
    for _ in range(MOST_STEPS):
        button(hands, "back")
        tap_guard.reset()
    assert hands.root.name == "home"


@pytest.mark.parametrize("game", game_names())
def test_back_leads_to_the_question_and_answers_nothing(hands: Hands, game: str) -> None:
    put(hands, busiest(game))
    hands.app.go("game")
    settle()
    session, there = hands.session, hands.root.name
    rev = session.rev
    for name, _, _ in destinations(session.scene):
        hands.app.look_at_seat() if name == "seats" else hands.app.go(name)
        settle()
        for _ in range(3):
            button(hands, "back")
            tap_guard.reset()
        assert (hands.root.name, session.rev) == (there, rev), name


# Undo takes back one tap of a person, and redo stands beside it while there is something to do again.


def to_the_dice(hands: Hands) -> None:
    session = sit_down(hands, "newyork")
    while not (session.table.begun and isinstance(session.table.ask, RollAsk)):
        play_on(session)
    session.pages.clear()
    hands.app.go("game")
    hands.look()


def bar(hands: Hands) -> list[tuple[str, list[float]]]:
    return [(button.key, [*button.pos, *button.size]) for button in hands.root.nav.buttons if button.shown]


def test_undo_is_offered_only_if_there_is_something_to_undo(hands: Hands) -> None:
    sit_down(hands, "newyork")
    hands.session.pages.clear()
    hands.app.refresh()
    hands.look()
    undo = next(button for button in hands.root.nav.buttons if button.key == "undo")
    assert not undo.enabled
    while not hands.session.table.history.done:
        play_on(hands.session)
    hands.session.pages.clear()
    hands.app.refresh()
    hands.look()
    assert undo.enabled
    Finger(hands).nav("undo")
    hands.session.pages.clear()
    hands.app.refresh()
    hands.look()
    assert not undo.enabled
    assert hands.session.refused is None


@pytest.mark.parametrize("size", [SMALL, WIDE, UPRIGHT])
def test_redo_stands_beside_undo_and_the_bar_never_moves(hands: Hands, size: tuple[int, int]) -> None:
    hands.resize(*size)
    hands.speak(LONG)
    to_the_dice(hands)
    before = hands.session.table.hash()
    finger = Finger(hands)
    at_first = bar(hands)
    redo = next(button for button in hands.root.nav.buttons if button.key == "redo")
    assert not redo.enabled
    finger.amber()
    rolled = hands.session.table.hash()
    finger.nav("undo")
    assert hands.session.table.hash() == before
    hands.session.pages.clear()
    hands.app.refresh()
    hands.look()
    assert redo.enabled
    assert [key for key, _ in bar(hands)[:2]] == ["undo", "redo"]
    assert bar(hands) == at_first
    shown = [button for button in hands.root.nav.buttons if button.shown]
    assert all(min(button.size) >= least_target() - 1 for button in shown)
    finger.nav("redo")
    assert hands.session.table.hash() == rolled
    assert not redo.enabled
    assert bar(hands) == at_first
