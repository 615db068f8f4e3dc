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
from tests.ui.player import Player
from tests.ui.rig import Rig, set_up
from ui.app import app
from ui.app.app import given_up
from ui.screens.stage import Stage


def test_from_home_to_the_dice_by_touch_and_the_reader_rolls(rig: Rig) -> None:
    set_up(rig)
    rig.play_until_roll()
    ask = rig.session.table.ask
    assert isinstance(ask, RollAsk)
    reader = rig.app.inputs.hub.simulator
    rig.wait(lambda: rig.app.health()[0] == "good")
    rev = rig.session.rev
    reader.throw(list(ask.dice))
    rig.wait(lambda: rig.session.rev > rev)
    assert rig.session.table.log[rev].source == "serial"
    rig.wait(lambda: not reader.unacked)
    assert rig.session.table.saved_rev > rev


def test_a_roll_is_acknowledged_only_once_it_is_on_disk(rig: Rig) -> None:
    set_up(rig)
    rig.play_until_roll()
    ask = rig.session.table.ask
    assert isinstance(ask, RollAsk)
    reader = rig.app.inputs.hub.simulator
    rig.wait(lambda: rig.app.health()[0] == "good" and rig.session.table.unsaved == 0)
    rev = rig.session.rev
    with closing(sqlite3.connect(rig.file, isolation_level=None)) as held:
        held.execute("BEGIN IMMEDIATE")
        reader.throw(list(ask.dice))
        rig.wait(lambda: rig.session.rev > rev)
        rig.hands.look(5)
        assert len(reader.unacked) == len(ask.dice)
        held.execute("ROLLBACK")
    rig.wait(lambda: not reader.unacked)
    assert rig.session.table.saved_rev > rev


def test_a_power_cut_loses_nothing(rig: Rig) -> None:
    set_up(rig)
    rig.play_until_roll()
    before = (rig.session.rev, rig.session.table.hash(), rig.session.mode)
    rig.close()
    rig.hands.end()
    rig.hands.begin()
    rig.open()
    rig.app.go("history")
    rig.hands.look()
    rig.app.go("home")
    rig.hands.look()
    rig.hands.tap("Continue")
    assert (rig.session.rev, rig.session.table.hash(), rig.session.mode) == before


def test_unconfirmed_instructions_are_shown_again(rig: Rig) -> None:
    set_up(rig)
    while rig.session.mode != "card":
        rig.hands.touch(*rig.hands.screen.primary.center)
    lines = [line.words for page in rig.session.pages for line in page.lines]
    saved = rig.session.table.game_id
    rig.app.leave_game()
    rig.app.open_game(saved)
    rig.hands.look()
    again = [line.words for page in rig.session.pages for line in page.lines]
    assert again
    assert set(map(str, lines)) <= set(map(str, again)) | {""}


def test_the_green_button_does_what_the_primary_button_does(rig: Rig) -> None:
    set_up(rig)
    pages = len(rig.session.pages)
    while len(rig.session.pages) == pages:
        rig.app.inputs.hub.put(Button("green", "press"))
        rig.hands.look(3)
    assert rig.session.mode == "deal"


def test_an_unexpected_die_is_acknowledged(rig: Rig) -> None:
    set_up(rig)
    reader = rig.app.inputs.hub.simulator
    rig.wait(lambda: rig.app.health()[0] == "good")
    reader.throw(["red1"])
    rig.wait(lambda: not reader.unacked)
    assert rig.session.rev == 0


def read_one_die(rig: Rig) -> None:
    """The first of several dice is thrown and read, the others are not."""
    set_up(rig)
    rig.play_until_roll()
    rig.wait(lambda: rig.app.health()[0] == "good")
    ask = rig.session.table.ask
    assert isinstance(ask, RollAsk)
    rig.app.inputs.hub.simulator.throw(ask.dice[:1])
    rig.wait(lambda: bool(rig.session.tray.readings))


def test_dice_of_an_undone_roll_are_acknowledged(rig: Rig) -> None:
    read_one_die(rig)
    assert rig.session.undo()
    rig.wait(lambda: not rig.app.inputs.hub.simulator.unacked)


def test_dice_of_an_abandoned_roll_are_acknowledged(rig: Rig) -> None:
    read_one_die(rig)
    rig.app.leave_game()
    rig.wait(lambda: not rig.app.inputs.hub.simulator.unacked)


def test_changing_who_draws_keeps_the_menu_and_the_dice(rig: Rig) -> None:
    read_one_die(rig)
    rig.app.go("menu")
    rig.hands.look()
    rig.hands.touch(*rig.hands.screen.chance.views[0].center)
    assert rig.hands.root.name == "menu"
    assert rig.session.table.chance["police"] == "asked"
    assert len(rig.session.tray.readings) == 1


@pytest.mark.long
def test_a_screen_that_was_just_switched_on_can_show_any_moment(rig: Rig) -> None:
    player = Player(rig, "morning")
    player.sit_down("wrong_suitcase", "full", ["father", "mother"])
    app, kept = rig.app, rig.app.stage
    for _ in range(60):
        app.stage = Stage(app)
        app.stage.size = kept.size
        app._settle()
        assert app.stage.name == kept.name
        app.stage = kept
        player.step()


def test_after_a_power_cut_the_game_is_open_unless_it_was_left(rig: Rig) -> None:
    set_up(rig)
    rig.play_until_roll()
    before = (rig.session.rev, rig.session.table.hash(), rig.session.mode)

    def power_cut() -> None:
        rig.close()
        rig.hands.end()
        rig.hands.begin()
        rig.open()
        rig.app.settings.checked = True
        rig.app.go_on()
        rig.hands.look(2)

    power_cut()
    assert (rig.session.rev, rig.session.table.hash(), rig.session.mode) == before
    rig.app.leave_game()
    power_cut()
    assert (rig.app.session, rig.app.stage.name) == (None, "home")
    rig.app.open_game(rig.journal.last() or "")
    power_cut()
    assert rig.session.rev == before[0]


def test_a_rolled_back_version_is_announced(rig: Rig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    prefix = tmp_path / "versions" / "old" / ".venv"
    monkeypatch.setattr(app, "given_up", lambda: given_up(str(prefix)))
    rig.app.settings.checked = True
    for there in (False, True):
        if there:
            (tmp_path / "returned").touch()
        rig.app.dismiss()
        rig.app.go_on()
        rig.hands.look()
        assert bool(rig.app.stage.banner.shown) == there
    assert not given_up("/usr")


def test_an_unreadable_journal_is_reported_at_home(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    def damaged() -> None:
        raise JournalError(T("The journal is damaged."))

    rig.app.settings.checked = True
    monkeypatch.setattr(rig.app.library, "on_table", damaged)
    rig.app.go_on()
    rig.hands.look()
    assert (rig.app.stage.name, rig.app.stage.banner.shown) == ("home", True)


def test_the_touch_is_checked_first(rig: Rig) -> None:
    rig.app.settings.checked = False
    rig.app.go_on()
    rig.hands.look()
    assert rig.app.stage.name == "touch"
