"""A quick finger: what appears where it has just tapped takes no tap for a moment, and looks like it. What gives
something up asks once, and what goes back is never amber."""

from __future__ import annotations

import pytest
from msgspec import structs

from companion.core.texts import P, T
from companion.games.newyork import answers as newyork
from companion.scene.scene import Choice
from tests.session.sensible import play_on
from tests.ui.fake import End, Go, script, spot_id
from tests.ui.finger import settle
from tests.ui.gallery import sit_down
from tests.ui.hands import Hands, Watch
from ui.widgets.drawn import tap_guard


def test_what_stands_where_a_finger_has_just_tapped_takes_no_tap_for_a_moment(hands: Hands, watch: Watch) -> None:
    table = hands.play(5)
    x, y = hands.screen.primary.center
    hands.touch(x, y, quick=True)
    assert table.answers == [(End(), "touch")]
    assert hands.session.page is not None
    page = hands.session.page
    watch.time += 0.39
    hands.touch(x, y, quick=True)
    assert hands.session.page is page
    watch.time += 0.02
    hands.touch(x, y)
    assert hands.session.page is not page


def test_it_looks_like_it(hands: Hands, watch: Watch) -> None:
    hands.play(5)
    hands.touch(*hands.screen.primary.center, quick=True)
    primary = hands.screen.primary
    assert primary.canvas.after.children
    watch.time += 0.41
    primary.redraw()
    hands.look()
    assert not primary.canvas.after.children


def test_so_does_a_button_that_has_not_changed_itself_but_came_with_its_screen(hands: Hands, watch: Watch) -> None:
    hands.play(5)
    hands.app.go("log")
    hands.look()
    hands.app.go("game")
    hands.look()
    tap_guard.record(*hands.root.screens["log"].primary.center, "something else")
    hands.app.go("log")
    hands.look()
    assert hands.screen.primary.canvas.after.children


def test_what_stays_as_it_was_is_tapped_as_quickly_as_people_like(hands: Hands, watch: Watch) -> None:
    table = hands.play(5)
    undo = hands.button("Undo").center
    hands.touch(*undo, quick=True)
    hands.touch(*undo, quick=True)
    assert table.at == 3


def test_another_place_takes_a_tap_at_once(hands: Hands, watch: Watch) -> None:
    table = hands.play(5)
    hands.tap_spot(spot_id("Central Park"))
    hands.touch(*hands.screen.primary.center, quick=True)
    hands.tap("Undo")
    assert (table.at, hands.session.pages) == (5, [])


def test_a_place_of_the_board_is_not_tapped_twice(hands: Hands, watch: Watch) -> None:
    here = spot_id("Central Park")
    again = script()[5]
    table = hands.play(0, moments=[script()[5], again, script()[5]])
    cell = hands.screen.map.cell(here)
    hands.touch(cell.cx, cell.cy, quick=True)
    hands.touch(cell.cx, cell.cy)
    assert [answer for answer, _ in table.answers] == [Go(here)]


@pytest.mark.parametrize("game", ["newyork", "escape", "crash", "krysis", "thousand"])
def test_a_finger_that_drums_on_the_amber_button_does_one_thing(hands: Hands, watch: Watch, game: str) -> None:
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


def test_what_gives_up_actions_asks_once(hands: Hands) -> None:
    choice = Choice(End(), T("End turn"), closing=True, unused=T("2 actions are left"))
    beat = script()[5]
    beat.scene = structs.replace(beat.scene, choices=[choice])
    table = hands.play(0, moments=[beat, script()[6]])
    hands.tap("End turn")
    assert table.answers == []
    assert hands.screen.title.text == "2 actions are left"
    assert [button.text for button in hands.screen.panel.buttons if button.shown] == ["End turn"]
    hands.tap("Back")
    assert hands.screen.title.text != "2 actions are left"
    hands.tap("End turn")
    hands.tap("End turn")
    assert table.answers == [(End(), "touch")]
    assert hands.session.doubted is None


def test_a_turn_of_new_york_with_actions_left_is_such_a_choice(hands: Hands) -> None:
    session = sit_down(hands, "newyork")
    table = session.table
    while not any(isinstance(answer, newyork.End) for answer in table.legal() or ()):
        session.pages.clear()
        if session.mode == "choose":
            session.answer(table.game.player.advise(table.state, table.legal() or [], lambda: 0.5))
        else:
            session.draw()
    end = next(choice for choice in session.scene.choices if isinstance(choice.answer, newyork.End))
    assert end.unused == P("{n} action is left", "{n} actions are left", 2)


def test_going_back_in_the_log_is_never_amber(hands: Hands) -> None:
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
