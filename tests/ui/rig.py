"""A real table with the touchscreen: rules, journal, and a simulated reader on a real serial line."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from msgspec import structs

from companion.journal import Journal
from companion.session.session import Session
from hardware.config import Config, ReaderConfig
from tests.ui.hands import Hands
from ui.model.library import Library

CONFIG = structs.replace(Config(), reader=ReaderConfig(port="simulated"))
PATIENCE = 30.0


class Rig:
    """A table with a journal, and simulated hands."""

    def __init__(self, hands: Hands, journal: Path) -> None:
        self.hands = hands
        hands.drawn = True
        self.file = journal
        self.open()

    def open(self) -> None:
        """Start the companion."""
        from ui.device.inputs import Inputs  # noqa: PLC0415

        self.journal = Journal(self.file)
        self.app = self.hands.app
        self.app.library = Library(self.journal, seed="evening")
        self.app.inputs = Inputs(CONFIG, self.journal)
        self.app.inputs.attach(self.app)

    def close(self) -> None:
        """Stop the companion."""
        self.app.inputs.stop()
        self.app.inputs = None
        self.journal.close()

    def wait(self, until: Callable[[], bool], seconds: float = PATIENCE) -> None:
        """Wait for a condition."""
        end, pause = time.monotonic() + seconds, 0.002
        while not until():
            assert time.monotonic() < end, "it never happened"
            # Other threads have the processor meanwhile: a frame takes as much of it as what is waited for.
            time.sleep(pause)
            pause = min(1.2 * pause, 0.03)
            self.hands.look(1)

    @property
    def session(self) -> Session:
        return self.hands.session

    def play_until_roll(self) -> None:
        """Tap the primary button and first choices until a roll is asked for."""
        for _ in range(80):
            if self.session.mode == "roll":
                return
            screen = self.hands.screen
            if getattr(screen, "primary", None) is not None and screen.primary.shown and self.session.mode != "choose":
                self.hands.touch(*screen.primary.center)
            elif screen.map.open:
                self.hands.tap_spot(min(screen.map.open))
            else:
                self.hands.touch(*next(part for part in screen.panel.buttons if part.shown).center)
        raise AssertionError("nobody was ever asked to roll")


def set_up(rig: Rig) -> None:
    """Go by touch from home to the first check-list."""
    hands = rig.hands
    hands.app.go("home")
    hands.look()
    assert not hands.screen.primary.shown, "which of the games it is, only people know"
    tile = next(tile for tile in hands.screen.tiles if tile.icon == "game:newyork")
    hands.touch(*tile.center)
    while hands.screen.primary.text == "Next":
        hands.tap("Next")
    for view in hands.screen.rows.views[:2]:
        hands.touch(*view.center)
    hands.tap("Start")
    assert rig.session.table.setup.seats == ["father", "mother"]
