"""The screen with a real table behind it: New York Crisis, the journal, and the simulated reader on a real line."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec import structs

from companion.core.asks import RollAsk
from companion.journal import Journal
from hardware.config import Config, ReaderConfig
from hardware.inputs import Button
from tests.ui.hands import Hands
from ui.flow import Flow
from ui.library import Library

CONFIG = structs.replace(Config(), reader=ReaderConfig(port="simulated"))
PATIENCE = 20.0


class Evening:
    """A table with a journal, and somebody who plays on the screen."""

    def __init__(self, hands: Hands, journal: Path) -> None:
        self.hands = hands
        self.file = journal
        self.open()

    def open(self) -> None:
        """Switch on: what a start of the companion does."""
        from ui.inputs import Inputs  # noqa: PLC0415

        self.journal = Journal(self.file)
        self.app = self.hands.app
        self.app.library = Library(self.journal, seed="evening")
        self.app.inputs = Inputs(CONFIG, self.journal)
        self.app.inputs.attach(self.app)

    def close(self) -> None:
        """Switch off."""
        self.app.inputs.stop()
        self.app.inputs = None
        self.journal.close()

    def wait(self, until: Callable[[], bool]) -> None:
        """Look until it is so."""
        end = time.monotonic() + PATIENCE
        while not until():
            assert time.monotonic() < end, "it never happened"
            self.hands.look(1)

    @property
    def flow(self) -> Flow:
        return self.hands.flow

    def play_until_roll(self) -> None:
        """Tap the amber button, and the first thing offered, until dice are asked for."""
        for _ in range(80):
            if self.flow.mode == "roll":
                return
            screen = self.hands.screen
            if getattr(screen, "primary", None) is not None and screen.primary.shown and self.flow.mode != "choose":
                self.hands.touch(*screen.primary.center)
            else:
                self.hands.touch(*next(part for part in screen.panel.buttons if part.shown).center)
        raise AssertionError("nobody was ever asked to roll")


@pytest.fixture
def evening(hands: Hands, tmp_path: Path) -> Iterator[Evening]:
    made = Evening(hands, tmp_path / "journal.db")
    yield made
    made.close()


def set_up(evening: Evening) -> None:
    """By touch, from home to the first check-list."""
    hands = evening.hands
    hands.app.go("home")
    hands.look()
    hands.tap("New game")
    while hands.screen.primary.text == "Next":
        hands.tap("Next")
    for view in hands.screen.rows.views[:2]:
        hands.touch(*view.center)
    hands.tap("Start")
    assert evening.flow.table.setup.seats == ["father", "mother"]


def test_from_home_to_the_dice_by_touch_and_the_reader_rolls(evening: Evening) -> None:
    set_up(evening)
    evening.play_until_roll()
    ask = evening.flow.table.ask
    assert isinstance(ask, RollAsk)
    reader = evening.app.inputs.hub.simulator
    evening.wait(lambda: evening.app.health()[0] == "good")
    rev = evening.flow.rev
    reader.throw(list(ask.dice))
    evening.wait(lambda: evening.flow.rev > rev)
    assert evening.flow.table.log[rev].source == "serial"
    evening.wait(lambda: not reader.unacked)
    assert evening.flow.table.saved_rev > rev


def test_after_the_plug_was_pulled_the_table_stands_where_it_stood(evening: Evening) -> None:
    set_up(evening)
    evening.play_until_roll()
    before = (evening.flow.rev, evening.flow.table.hash(), evening.flow.mode)
    evening.close()
    evening.hands.end()
    evening.hands.begin()
    evening.open()
    evening.app.go("history")
    evening.hands.look()
    evening.app.go("home")
    evening.hands.look()
    evening.hands.tap("Continue")
    assert (evening.flow.rev, evening.flow.table.hash(), evening.flow.mode) == before


def test_what_hands_have_not_confirmed_is_shown_again(evening: Evening) -> None:
    set_up(evening)
    while evening.flow.mode != "card":
        evening.hands.touch(*evening.hands.screen.primary.center)
    lines = [line.words for page in evening.flow.pages for line in page.lines]
    saved = evening.flow.table.game_id
    evening.app.leave_game()
    evening.app.open_game(saved)
    evening.hands.look()
    again = [line.words for page in evening.flow.pages for line in page.lines]
    assert again
    assert set(map(str, lines)) <= set(map(str, again)) | {""}


def test_a_button_does_what_the_amber_one_does(evening: Evening) -> None:
    set_up(evening)
    pages = len(evening.flow.pages)
    while len(evening.flow.pages) == pages:
        evening.app.inputs.hub.put(Button("green", "press"))
        evening.hands.look(3)
    assert evening.flow.mode == "deal"


def test_a_die_that_nobody_asked_for_is_let_go(evening: Evening) -> None:
    set_up(evening)
    reader = evening.app.inputs.hub.simulator
    evening.wait(lambda: evening.app.health()[0] == "good")
    reader.throw(["red1"])
    evening.wait(lambda: not reader.unacked)
    assert evening.flow.rev == 0
