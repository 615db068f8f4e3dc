"""A quick finger: what appears where it has just tapped takes no tap for a moment, and looks like it. What gives
something up asks once, and what goes back is never amber."""

from __future__ import annotations

import random

import pytest
from kivy.core.window import Window
from kivy.tests.common import UnitTestTouch

from companion.bench import play_on as play_some
from companion.core.asks import Ask
from companion.games.newyork.answers import End, Walk
from companion.session.session import Session
from companion.web.service import JobQueue
from tests.daily import share
from tests.session.sensible import play_on
from tests.ui.finger import settle
from tests.ui.gallery import sit_down
from tests.ui.hands import Hands, Watch
from tests.ui.reveal_moments import come
from ui.widgets.drawn import Tappable, tap_guard


def test_a_new_button_under_the_finger_ignores_taps_for_a_moment(hands: Hands, watch: Watch) -> None:
    hands.play()
    x, y = hands.screen.primary.center
    hands.touch(x, y, quick=True)
    assert hands.answers == [(End(), "touch")]
    assert hands.session.page is not None
    page = hands.session.page
    watch.time += 0.39
    hands.touch(x, y, quick=True)
    assert hands.session.page is page
    watch.time += 0.02
    hands.touch(x, y)
    assert hands.session.page is not page


def test_a_blocked_button_is_dimmed(hands: Hands, watch: Watch) -> None:
    hands.play()
    hands.touch(*hands.screen.primary.center, quick=True)
    primary = hands.screen.primary
    assert primary.canvas.after.children
    watch.time += 0.41
    primary.redraw()
    hands.look()
    assert not primary.canvas.after.children


def test_a_button_of_a_new_screen_is_dimmed_under_the_finger(hands: Hands, watch: Watch) -> None:
    hands.play()
    hands.app.go("log")
    hands.look()
    hands.app.go("game")
    hands.look()
    tap_guard.record(*hands.root.screens["log"].primary.center, "something else")
    hands.app.go("log")
    hands.look()
    assert hands.screen.primary.canvas.after.children


def test_an_unchanged_button_can_be_tapped_rapidly(hands: Hands, watch: Watch) -> None:
    hands.play()
    undo = hands.button("Undo").center
    hands.touch(*undo, quick=True)
    hands.touch(*undo, quick=True)
    assert hands.session.table.history.undone == 2


def test_buttons_elsewhere_accept_taps_at_once(hands: Hands, watch: Watch) -> None:
    hands.play()
    cell = hands.screen.map.cell("square:harlem")
    hands.touch(cell.cx, cell.cy, quick=True)
    assert hands.session.page is not None
    hands.touch(*hands.screen.primary.center, quick=True)
    assert hands.session.page is None


def test_a_place_of_the_board_ignores_a_second_quick_tap(hands: Hands, watch: Watch) -> None:
    hands.play("actions")
    hands.change_scene(choices=hands.session.scene.choices)  # The place stays open, as in no bundled game.
    cell = hands.screen.map.cell("square:inwood")
    hands.touch(cell.cx, cell.cy, quick=True)
    hands.session.done()
    hands.look()
    assert "square:inwood" in hands.screen.map.open
    hands.touch(cell.cx, cell.cy)
    assert hands.answers == [(Walk("inwood"), "touch")]
    assert hands.session.refused is None


@pytest.mark.parametrize("game", ["newyork", "escape", "crash", "krysis", "thousand"])
def test_drumming_on_the_primary_button_acts_once(hands: Hands, watch: Watch, game: str) -> None:
    session = sit_down(hands, game)
    taps = 0
    for _ in range(15):
        if not (hands.screen.primary.shown and hands.screen.primary.enabled):
            break
        place = hands.screen.primary.center
        hands.touch(*place, quick=True)
        once = session.rev, len(session.pages), hands.root.name
        for _ in range(3):
            hands.touch(*place, quick=True)
        assert (session.rev, len(session.pages), hands.root.name) == once
        tap_guard.reset()
        taps += 1
    assert taps


def tap(x: float, y: float) -> None:
    """A touch whose effect is not drawn yet."""
    touch = UnitTestTouch(x, y)
    touch.touch_down()
    touch.touch_up()


def test_the_pause_starts_when_the_new_frame_is_drawn(hands: Hands, watch: Watch) -> None:
    hands.play()
    x, y = hands.screen.primary.center
    tap(x, y)
    watch.time += 0.5  # A slow machine: the second tap was there before the first had shown anything.
    tap(x, y)
    assert len(hands.answers) == 1
    hands.look()
    page = hands.session.page
    watch.time += 0.35
    tap(x, y)
    hands.look()
    assert hands.session.page is page
    watch.time += 0.1
    tap(x, y)
    hands.look()
    assert hands.session.page is not page


def test_the_blocked_place_follows_a_rotation(hands: Hands, watch: Watch) -> None:
    hands.play()
    hands.look(2)
    x, y = hands.screen.primary.center
    try:
        hands.app.settings.sleep = 0
        tap_guard.record(Window.width - x, Window.height - y, "what turns the picture")
        hands.app.display.turn(180)
        assert hands.screen.primary.blocked()
    finally:
        hands.app.display.turn(0)


def test_a_question_opened_by_a_phone_ignores_taps_for_a_moment(hands: Hands, watch: Watch) -> None:
    session = sit_down(hands, "newyork")
    while session.mode != "choose":
        session.pages.clear()
        session.draw()
    hands.look(2)
    table, phones = session.table, hands.app.phones
    jobs = JobQueue()
    jobs.submit(lambda: session.answer(table.game.player.advise(table.state, table.legal() or [], lambda: 0.5)))
    phones._do(jobs)
    hands.look()
    assert tap_guard.active
    assert hands.screen.primary.blocked()
    watch.time += 0.41
    assert not hands.screen.primary.blocked()


@pytest.mark.parametrize("by", ["touch", "key"])
def test_buttons_below_an_animation_ignore_taps_for_a_moment(hands: Hands, watch: Watch, by: str) -> None:
    reveal = come(hands, "card")
    before = shows(hands, hands.session)
    x, y = hands.screen.primary.center
    if by == "touch":
        tap(x, y)
    else:
        hands.app.act()
    hands.look()
    assert not reveal.playing
    watch.time += 0.35
    tap(x, y)
    hands.look()
    assert shows(hands, hands.session) == before


def shows(hands: Hands, session: Session) -> tuple[int, int, str, Ask]:
    return session.rev, len(session.pages), hands.root.name, session.table.ask


@pytest.mark.by_turns
@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (720, 1280)], ids=["small", "large", "upright"])
@pytest.mark.parametrize("game", ["newyork", "escape", "crash", "krysis", "thousand"])
def test_two_quick_taps_anywhere_act_once(hands: Hands, watch: Watch, game: str, size: tuple[int, int]) -> None:
    """Except on what is made for it and stays: Undo, and numbers with plus and minus."""
    luck = random.Random(f"{game} {size}")
    hands.resize(*size)
    tried = 0
    for begun in (0, 10, 40, 90):
        session = sit_down(hands, game)
        play_some(session, begun, luck)
        session.pages.clear()
        hands.app.go("game")

        for _ in range(share(400) // 4):
            hands.wait()
            watch.time += 10
            if hands.app.session is not session or session.table.over:
                break
            if hands.root.name != "table" and luck.random() < 0.2:
                hands.app.go("game")
                hands.wait()
            targets, amber = hands.targets(), getattr(hands.screen, "primary", None)
            part = amber if amber in targets and luck.random() < 0.5 else luck.choice(targets)
            x, y = part.center_x, part.center_y
            if part.width > 200:
                x = part.x + luck.random() * part.width
            before = shows(hands, session)
            tap(x, y)
            slow = luck.random() < 0.3
            if slow:
                watch.time += 0.5
            else:
                hands.look(2)
            first, once = tap_guard._meaning, shows(hands, session)
            watch.time += luck.uniform(0.12, 0.35)
            tap(x + luck.uniform(-5, 5), y + luck.uniform(-5, 5))
            meant = isinstance(first, Tappable) and first.rapid and tap_guard._meaning is first
            hands.look(2)
            tried += once != before
            if not meant and once != before:
                asked = 2 if slow else 4  # The screen that follows is not there yet when the second tap comes.
                assert shows(hands, session)[:asked] == once[:asked], (part, before)
        hands.app.leave_game()
    assert tried


def test_giving_up_actions_must_be_confirmed(hands: Hands) -> None:
    hands.play("actions")
    hands.tap("End the turn")
    assert hands.answers == []
    assert hands.screen.title.text == "1 action is left"
    assert [button.text for button in hands.screen.panel.buttons if button.shown] == ["End the turn"]
    hands.tap("Back")
    assert hands.screen.title.text != "1 action is left"
    hands.tap("End the turn")
    hands.tap("End the turn")
    assert hands.answers == [(End(), "touch")]
    assert hands.session.doubted is None


def test_going_back_in_the_log_is_never_the_primary_button(hands: Hands) -> None:
    session = sit_down(hands, "crash")
    for _ in range(12):
        play_on(session)
    session.pages.clear()
    hands.app.look_at_moment(session.timeline.entries()[1].played.entry.rev)
    settle()
    assert hands.screen.primary.text == "Go back to here"
    assert hands.screen.primary.role == "plain"
    assert not hands.screen.lit
    hands.touch(*hands.screen.primary.center)
    hands.app.look_at_moment(session.timeline.entries()[-1].played.entry.rev)
    settle()
    assert hands.screen.primary.text == "Go on to here"
    assert hands.screen.primary.role == "primary"
