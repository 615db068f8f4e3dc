"""``python -m ui.bench.signals_program GAME PACK SECONDS LEAST REST``: time from input to screen.

LEAST: minimum number of each; REST: seconds for preloading before the first. Prints JSON.

A reading goes all the way: the simulated reader's line, the serial port, the tray, the picture. A press counts from
the end of its debounce time.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable
from threading import Timer

from ui.app.environment import prepare

prepare(fullscreen=False, size=(800, 480))

from kivy.base import EventLoop  # noqa: E402 - kivy is imported only after it is prepared
from kivy.core.window import Window  # noqa: E402
from kivy.graphics.opengl import glFinish  # noqa: E402

from companion.bench.autoplay import go_on  # noqa: E402
from hardware.config import ButtonsConfig, Config, ReaderConfig  # noqa: E402
from hardware.inputs import Button  # noqa: E402
from ui.app.app import CompanionApp  # noqa: E402
from ui.app.inputs import Inputs  # noqa: E402
from ui.app.library import Library  # noqa: E402
from ui.app.settings import Settings  # noqa: E402
from ui.bench.taps import picture  # noqa: E402
from ui.device import memory  # noqa: E402
from ui.widgets.tap_guard import tap_guard  # noqa: E402

CONFIG = Config(reader=ReaderConfig(port="simulated"), buttons=ButtonsConfig(gpio="mock"))
FRAME = 1 / 60
"""Seconds between frames while there is something to draw."""
PATIENCE = 5.0
"""Timeout in seconds."""


class Listening:
    """The app in its window, with a simulated reader and simulated buttons."""

    def __init__(self, game: str, pack: str) -> None:
        EventLoop.ensure_window()
        self.game = game
        self.luck = random.Random(1)
        memory.freeze()
        self.inputs = Inputs(CONFIG)
        self.app = CompanionApp(
            Library(None, pack=pack, seed="bench"),
            Settings(language="en", sleep=0, animations=False),
            inputs=self.inputs,
        )
        Window.add_widget(self.app.build())
        self.pictures = 0
        Window.bind(on_flip=self._drawn)
        self.readings: list[tuple[float, float]] = []
        self.presses: list[tuple[float, float]] = []
        """Milliseconds until the frame: wall time and CPU time of all cores."""

    def _drawn(self, *_: object) -> None:
        glFinish()
        self.pictures += 1

    def rest(self, seconds: float) -> None:
        """Idle until all preloading is done."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            EventLoop.idle()

    def listen(self, seconds: float, least: int) -> None:
        """Play game after game, until the time is over and enough was measured."""
        end = time.monotonic() + seconds
        dice = least if self.app.library.game(self.game).rules.dice else 0
        while time.monotonic() < end or len(self.presses) < least or len(self.readings) < dice:
            self._step()

    def _step(self) -> None:
        session, hub = self.app.session, self.inputs.hub
        if session is None or session.mode == "over":
            seats = [seat for seat, _ in self.app.library.seats(self.game)][:2]
            self.app.start_game(self.game, seats, {})
        elif session.mode == "roll" and session.tray is not None and hub.simulator is not None:
            throw, die = hub.simulator.throw, session.tray.missing[0]
            self._press("next")
            self._measure(self.readings, lambda: throw({die: "?"}))
        elif self.app.looking == "game" and self.app.stage.front.lit:
            self._press("green")
        else:
            self.app.go("game")
            go_on(session, self.luck)
        picture()

    def _press(self, name: str) -> None:
        tap_guard.reset()
        self._measure(self.presses, lambda: self.inputs.hub.put(Button(name, "press", time.monotonic())))

    def _measure(self, into: list[tuple[float, float]], happen: Callable[[], object]) -> None:
        """Run ``happen`` at a random moment between two frames and wait until its frame is drawn."""
        began: list[tuple[int, float, float]] = []

        def at_some_moment() -> None:
            began.append((self.pictures, time.perf_counter(), time.process_time()))
            happen()

        until = time.monotonic() + PATIENCE
        Timer(self.luck.uniform(FRAME, 2 * FRAME), at_some_moment).start()
        while not began or self.pictures == began[0][0] or Window.canvas.needs_redraw:
            EventLoop.idle()
            if time.monotonic() > until:
                return
        _, start, busy = began[0]
        into.append((1_000 * (time.perf_counter() - start), 1_000 * (time.process_time() - busy)))


def main(game: str, pack: str, seconds: float, least: int, rest: float) -> None:
    """Measure and print."""
    listening = Listening(game, pack)
    listening.rest(rest)
    listening.listen(seconds, least)
    listening.inputs.stop()
    print(json.dumps({"readings": listening.readings, "presses": listening.presses}))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], float(sys.argv[3]), int(sys.argv[4]), float(sys.argv[5]))
