"""Simulated hands and eyes: real Kivy touches in a real window, and what is visible in it."""

from __future__ import annotations

import gc
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics.opengl import GL_SCISSOR_TEST, glDisable, glEnable, glFinish, glScissor
from kivy.tests.common import UnitTestTouch
from kivy.uix.widget import Widget
from msgspec import structs

from companion.core.answers import Answer
from companion.session.session import Session
from companion.table.log import Source
from companion.table.table import Table
from tests.ui.moments import start_at
from ui.app.app import CompanionApp
from ui.base.settings import Settings
from ui.look.paint import log
from ui.look.theme import look
from ui.model.library import Library
from ui.screens import lookback
from ui.widgets import cards, grid
from ui.widgets.board import BoardMap
from ui.widgets.buttons import TapButton
from ui.widgets.drawn import Tappable, tap_guard
from ui.widgets.places import PlaceRows

clipped: set[str] = set()
"""The texts cut off since the last ``clear``."""


class _Cuts(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        clipped.add(str(record.args[0] if isinstance(record.args, tuple) else record.msg))


log.addHandler(_Cuts())
log.setLevel(logging.DEBUG)
log.propagate = False


LONG = 3600.0
"""Seconds for a long press and for animations, which tests trigger themselves, since taps on a busy machine may take a
second."""


FREED_EVERY = 8
"""After so many applications, those that have ended are freed: kivy is slower with each canvas that lives, and without
a word Python looks for them only when there are a hundred."""
FOUND_EVERY = 16 * FREED_EVERY
"""After so many, what was alive then is looked through again."""


class Hands:
    """A user at the screen."""

    def __init__(self) -> None:
        EventLoop.ensure_window()
        Clock._max_fps = 0
        Window.on_draw = self._draw
        TapButton.HOLD = cards.FRAMES = grid.FRAMES = lookback.FRAMES = LONG
        self.app: CompanionApp
        self._ended = 0
        self.begun = 0
        """The entries of the table when it was shown."""
        self.drawn = False
        """Frames are drawn, if only a dot of each: where things lie is known without."""

    def begin(self, size: tuple[int, int] = (800, 480)) -> None:
        """Start a new application in the window, which has its size before: nothing is cut off in that of another."""
        self.resize(*size)
        clipped.clear()
        tap_guard.reset()
        self.drawn = False
        self.app = CompanionApp(Library(None), Settings(language="en", sleep=0, hints=False, animations=False))
        for doorway in (self.app.phones, self.app.box_editor.browsers):
            doorway.addresses, doorway.port = ["127.0.0.1"], 0
        self.app.courses.want = lambda table: None  # type: ignore[method-assign]  # Its own tests think.
        self.root = self.app.build()
        Window.add_widget(self.root)
        self.look()

    def end(self) -> None:
        """Stop the application, keep the window, and cancel the timers: one that runs later changes what others see.
        Nothing of it is kept."""
        self.look()
        Window.remove_widget(self.root)
        self.app.on_stop()
        del self.app, self.root
        for event in Clock.get_events():
            if getattr(event.get_callback(), "__module__", "").startswith("ui."):
                event.cancel()
        self._ended += 1
        if self._ended % FREED_EVERY == 0:
            if self._ended % FOUND_EVERY == 0:
                gc.unfreeze()
            gc.collect()
            gc.freeze()

    def resize(self, width: int, height: int) -> None:
        """Change the screen size."""
        Window.size = (width, height)
        self.look()

    def speak(self, language: str) -> None:
        """Change the language."""
        self.app.settings.language = language
        self.app.apply_settings()
        self.look()

    def look(self, frames: int = 1) -> None:
        """Finish the layout."""
        for _ in range(frames):
            EventLoop.idle()

    def wait(self) -> None:
        """Finish the layout, and wait as people do before they tap what came up by itself."""
        self.look(2)
        tap_guard.reset()

    def admit(self) -> None:
        """Consent to what a phone asks for, whatever is on the screen."""
        phone = self.app.phones.asking
        assert phone is not None
        assert self.app.phones.answer(phone, phone.request_number, yes=True) is None

    def _draw(self) -> None:
        if self.drawn:
            glEnable(GL_SCISSOR_TEST)
            glScissor(0, 0, 1, 1)
            type(Window).on_draw(Window)
            glDisable(GL_SCISSOR_TEST)
            # An off-screen window never waits for frames; unfinished ones would pile up.
            glFinish()

    def play(self, name: str = "turn", *, by_hand: str | None = None) -> Table:
        """Show New York Crisis at a moment of ``moments.STARTS``, its instructions done."""
        table = start_at(name, by_hand)
        return self.sit(table, confirmed=table.rev)

    def sit(self, table: Any, confirmed: int = 0) -> Any:
        """Show a table; instructions up to ``confirmed`` are done."""
        self.app.play(Session(table, confirmed=confirmed))
        self.begun = table.rev
        self.look()
        return table

    def change_scene(self, **parts: Any) -> None:
        """Show other parts of the scene than the game has made: more of something than any bundled game has."""
        table, made = self.session.table, self.session.table.scene
        vars(table)["scene"] = lambda: structs.replace(made(), **parts)
        self.session._scene = None
        self.app.refresh()
        self.look()

    @property
    def answers(self) -> list[tuple[Answer, Source]]:
        """What people have answered since the table is shown, and how."""
        entries = self.session.table.history.entries[self.begun :]
        return [(one.answer, one.entry.source) for one in entries if one.answer and one.entry.kind == "answer"]

    @property
    def session(self) -> Session:
        assert self.app.session is not None
        return self.app.session

    @property
    def screen(self) -> Any:
        """The present screen."""
        return self.root.front

    def parts(self) -> Iterator[Widget]:
        """All visible parts."""
        for widget in self.root.walk(restrict=True):
            if getattr(widget, "shown", False) and widget.width > 0:
                yield widget

    def targets(self) -> list[Tappable]:
        """All parts that accept taps."""
        return [part for part in self.parts() if isinstance(part, Tappable) and part.enabled and part.action]

    def button(self, label: str) -> TapButton:
        """The button with this label."""
        found = [part for part in self.parts() if isinstance(part, TapButton) and part.text == label]
        assert found, f"no button {label!r}; there are {[p.text for p in self.parts() if isinstance(p, TapButton)]}"
        return found[0]

    def labels(self) -> list[str]:
        """The labels of all buttons."""
        return [part.text for part in self.parts() if isinstance(part, TapButton)]

    def tap(self, label: str) -> None:
        """Tap the button with this label."""
        self.touch(*self.button(label).center)

    def tap_spot(self, spot: str) -> None:
        """Tap a place on the board or in the rows; a collapsed row is opened first."""
        board = next(part for part in self.parts() if isinstance(part, BoardMap | PlaceRows))
        if isinstance(board, PlaceRows) and board.cell(spot) is None:
            row = next(row for row in board.rows if spot in [box.id for box in row.boxes])
            strip = board.strip(row.id)
            assert strip is not None
            self.touch(strip.cx, strip.cy)
        cell = board.cell(spot)
        assert cell is not None
        self.touch(cell.cx, cell.cy)

    def touch(self, x: float, y: float, *, double: bool = False, quick: bool = False) -> None:
        """Touch and release at a point of the window, and wait as people would.

        After a ``quick`` touch, the next one follows at once.
        """
        touch = UnitTestTouch(x, y)
        touch.is_double_tap = double
        touch.touch_down()
        EventLoop.idle()
        touch.touch_up()
        if not quick:
            tap_guard.reset()
        self.look()


def least_target() -> float:
    """Ten millimetres in pixels."""
    return 10 * look.panel.density


class Watch:
    """A manual clock for touches."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.time = 1_000.0
        monkeypatch.setattr(tap_guard, "now", lambda: self.time)
