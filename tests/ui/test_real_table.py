"""The screen with a real table behind it: New York Crisis, the journal, and the simulated reader on a real line."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.core.asks import RollAsk
from companion.core.texts import T
from companion.journal import JournalError
from hardware.inputs import Button
from tests.ui.evening import Evening, set_up
from tests.ui.player import Player
from ui.app import app
from ui.app.app import given_up
from ui.screens.stage import Stage


def test_from_home_to_the_dice_by_touch_and_the_reader_rolls(evening: Evening) -> None:
    set_up(evening)
    evening.play_until_roll()
    ask = evening.session.table.ask
    assert isinstance(ask, RollAsk)
    reader = evening.app.inputs.hub.simulator
    evening.wait(lambda: evening.app.health()[0] == "good")
    rev = evening.session.rev
    reader.throw(list(ask.dice))
    evening.wait(lambda: evening.session.rev > rev)
    assert evening.session.table.log[rev].source == "serial"
    evening.wait(lambda: not reader.unacked)
    assert evening.session.table.saved_rev > rev


def test_a_roll_is_acknowledged_only_once_it_is_on_disk(evening: Evening) -> None:
    set_up(evening)
    evening.play_until_roll()
    ask = evening.session.table.ask
    assert isinstance(ask, RollAsk)
    reader = evening.app.inputs.hub.simulator
    evening.wait(lambda: evening.app.health()[0] == "good" and evening.session.table.unsaved == 0)
    rev = evening.session.rev
    with closing(sqlite3.connect(evening.file, isolation_level=None)) as held:
        held.execute("BEGIN IMMEDIATE")
        reader.throw(list(ask.dice))
        evening.wait(lambda: evening.session.rev > rev)
        evening.hands.look(5)
        assert len(reader.unacked) == len(ask.dice)
        held.execute("ROLLBACK")
    evening.wait(lambda: not reader.unacked)
    assert evening.session.table.saved_rev > rev


def test_after_the_plug_was_pulled_the_table_stands_where_it_stood(evening: Evening) -> None:
    set_up(evening)
    evening.play_until_roll()
    before = (evening.session.rev, evening.session.table.hash(), evening.session.mode)
    evening.close()
    evening.hands.end()
    evening.hands.begin()
    evening.open()
    evening.app.go("history")
    evening.hands.look()
    evening.app.go("home")
    evening.hands.look()
    evening.hands.tap("Continue")
    assert (evening.session.rev, evening.session.table.hash(), evening.session.mode) == before


def test_what_hands_have_not_confirmed_is_shown_again(evening: Evening) -> None:
    set_up(evening)
    while evening.session.mode != "card":
        evening.hands.touch(*evening.hands.screen.primary.center)
    lines = [line.words for page in evening.session.pages for line in page.lines]
    saved = evening.session.table.game_id
    evening.app.leave_game()
    evening.app.open_game(saved)
    evening.hands.look()
    again = [line.words for page in evening.session.pages for line in page.lines]
    assert again
    assert set(map(str, lines)) <= set(map(str, again)) | {""}


def test_a_button_does_what_the_amber_one_does(evening: Evening) -> None:
    set_up(evening)
    pages = len(evening.session.pages)
    while len(evening.session.pages) == pages:
        evening.app.inputs.hub.put(Button("green", "press"))
        evening.hands.look(3)
    assert evening.session.mode == "deal"


def test_a_die_that_nobody_asked_for_is_let_go(evening: Evening) -> None:
    set_up(evening)
    reader = evening.app.inputs.hub.simulator
    evening.wait(lambda: evening.app.health()[0] == "good")
    reader.throw(["red1"])
    evening.wait(lambda: not reader.unacked)
    assert evening.session.rev == 0


def read_one_die(evening: Evening) -> None:
    """The first of several dice is thrown and read, the others are not."""
    set_up(evening)
    evening.play_until_roll()
    evening.wait(lambda: evening.app.health()[0] == "good")
    ask = evening.session.table.ask
    assert isinstance(ask, RollAsk)
    evening.app.inputs.hub.simulator.throw(ask.dice[:1])
    evening.wait(lambda: bool(evening.session.tray.readings))


def test_dice_of_a_roll_that_was_undone_are_done_with(evening: Evening) -> None:
    read_one_die(evening)
    assert evening.session.undo()
    evening.wait(lambda: not evening.app.inputs.hub.simulator.unacked)


def test_dice_of_a_roll_that_was_left_are_done_with(evening: Evening) -> None:
    read_one_die(evening)
    evening.app.leave_game()
    evening.wait(lambda: not evening.app.inputs.hub.simulator.unacked)


def test_who_draws_is_changed_in_the_menu_without_leaving_it_or_losing_dice(evening: Evening) -> None:
    read_one_die(evening)
    evening.app.go("menu")
    evening.hands.look()
    evening.hands.touch(*evening.hands.screen.chance.views[0].center)
    assert evening.hands.root.name == "menu"
    assert evening.session.table.chance["police"] == "asked"
    assert len(evening.session.tray.readings) == 1


def test_a_screen_that_was_just_switched_on_can_show_any_moment(evening: Evening) -> None:
    player = Player(evening, "morning")
    player.sit_down("wrong_suitcase", "full", ["father", "mother"])
    app, kept = evening.app, evening.app.stage
    for _ in range(60):
        app.stage = Stage(app)
        app.stage.size = kept.size
        app._settle()
        assert app.stage.name == kept.name
        app.stage = kept
        player.step()


def test_when_the_power_comes_back_the_game_lies_there_until_it_was_left(evening: Evening) -> None:
    set_up(evening)
    evening.play_until_roll()
    before = (evening.session.rev, evening.session.table.hash(), evening.session.mode)

    def power_cut() -> None:
        evening.close()
        evening.hands.end()
        evening.hands.begin()
        evening.open()
        evening.app.settings.checked = True
        evening.app.go_on()
        evening.hands.look(2)

    power_cut()
    assert (evening.session.rev, evening.session.table.hash(), evening.session.mode) == before
    evening.app.leave_game()
    power_cut()
    assert (evening.app.session, evening.app.stage.name) == (None, "home")
    evening.app.open_game(evening.journal.last() or "")
    power_cut()
    assert evening.session.rev == before[0]


def test_a_version_that_came_back_says_so(evening: Evening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    prefix = tmp_path / "versions" / "old" / ".venv"
    monkeypatch.setattr(app, "given_up", lambda: given_up(str(prefix)))
    evening.app.settings.checked = True
    for there in (False, True):
        if there:
            (tmp_path / "returned").touch()
        evening.app.dismiss()
        evening.app.go_on()
        evening.hands.look()
        assert bool(evening.app.stage.banner.shown) == there
    assert not given_up("/usr")


def test_a_journal_that_cannot_be_read_is_told_and_home_stands_there(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    def damaged() -> None:
        raise JournalError(T("The journal is damaged."))

    evening.app.settings.checked = True
    monkeypatch.setattr(evening.app.library, "on_table", damaged)
    evening.app.go_on()
    evening.hands.look()
    assert (evening.app.stage.name, evening.app.stage.banner.shown) == ("home", True)


def test_the_touch_is_looked_at_before_anything_else(evening: Evening) -> None:
    evening.app.settings.checked = False
    evening.app.go_on()
    evening.hands.look()
    assert evening.app.stage.name == "touch"
