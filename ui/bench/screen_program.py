"""``python -m ui.bench.screen_program GAME PACK SECONDS GAMES WIDTH HEIGHT REST STARTED``: measure the screen as JSON.

STARTED: when the process was started (Unix time); GAMES: number of games played to their end; REST: idle seconds before
the screen counts as at rest, and then the seconds it is watched. With 0 SECONDS only the start is measured.
"""

from __future__ import annotations

import json
import random
import sys
import time
from pathlib import Path

from ui.app.environment import prepare

prepare(fullscreen=False, size=(int(sys.argv[5]), int(sys.argv[6])))

from kivy.base import EventLoop  # noqa: E402 - kivy is imported only after it is prepared
from kivy.clock import Clock  # noqa: E402
from kivy.core.window import Window  # noqa: E402

from companion.bench import memory_mb  # noqa: E402
from companion.bench.autoplay import go_on, play_on  # noqa: E402
from ui.app.app import CompanionApp  # noqa: E402
from ui.app.library import Library  # noqa: E402
from ui.app.settings import Settings  # noqa: E402
from ui.bench.taps import Tapping, picture  # noqa: E402
from ui.device import memory  # noqa: E402

BACK = 0.25
"""Probability of going back to the table after a tap."""
LEAST = 200
"""Minimum number of taps: with fewer, the first visits of screens would be over 5 %."""
STRETCH, MIDDLE = 80, 120
"""Taps per game, and the maximum of entries played before them."""
SOFTWARE = ("libLLVM", "swrast_dri", "libgallium")
"""Libraries of the software renderer."""


class Measuring:
    """The app in its window, tapped at random."""

    def __init__(self, game: str, pack: str, rest: float) -> None:
        EventLoop.ensure_window()
        self.seconds = rest
        self.game = game
        self.luck = random.Random(1)
        self.app = CompanionApp(Library(None, pack=pack, seed="bench"), Settings(language="en", sleep=0))
        memory.freeze()
        self.root = self.app.build()
        Window.add_widget(self.root)
        self.tapping = Tapping(self.app, self.luck)
        picture()

    def begin(self, answers: int = 0) -> None:
        """Start a game of two, and play ``answers`` sensible answers."""
        seats = [seat for seat, _ in self.app.library.seats(self.game)][:2]
        self.app.start_game(self.game, seats, {})
        if self.app.session is not None:
            play_on(self.app.session, answers, self.luck)
        picture()

    def come(self) -> None:
        """Wait until all preloading is done."""
        fastest, Clock._max_fps = Clock._max_fps, 60
        start = time.monotonic()
        while time.monotonic() - start < self.seconds:
            EventLoop.idle()
        Clock._max_fps = fastest

    def tap_for(self, seconds: float) -> None:
        """Tap anything the screen offers, game after game, each from somewhere in the middle."""
        end = time.monotonic() + seconds
        while self._goes_on(end):
            self.begin(self.luck.randrange(MIDDLE))
            for _ in range(STRETCH):
                if self.app.session is not None and self.app.session.mode != "over" and self._goes_on(end):
                    self.tapping.tap()
                    if self.luck.random() < BACK:
                        self.app.go("game")
                        picture()

    def _goes_on(self, end: float) -> bool:
        return time.monotonic() < end or len(self.tapping.taps) < LEAST

    def play(self) -> None:
        """A whole game with sensible answers."""
        self.begin()
        while self.app.session is not None and self.app.session.mode != "over":
            session = self.app.session
            if session.mode == "choose":
                go_on(session, self.luck)
            else:
                # If the board was brought to the front, the amber button is not for the instructions.
                self.app.go("game")
                self.app.act()
            picture()

    def rest(self) -> tuple[float, float]:
        """Redraws per second and CPU load (per cent of a core) while idle, after all preloading."""
        Clock._max_fps = 60
        self.come()
        before, busy, start = self.tapping.pictures, time.process_time(), time.monotonic()
        while time.monotonic() - start < self.seconds:
            EventLoop.idle()
        passed = time.monotonic() - start
        return (self.tapping.pictures - before) / passed, (time.process_time() - busy) / passed * 100


def software_mb() -> float:
    """Memory of the software renderer's libraries in this process, in MB of 2**20 bytes."""
    held, counts = 0, False
    for line in Path("/proc/self/smaps").read_text().splitlines():
        # A mapping starts with its addresses; its attributes are lines such as ``Rss: …``.
        if "-" in line.split(" ", 1)[0]:
            counts = any(name in line for name in SOFTWARE)
        elif counts and line.startswith("Rss:"):
            held += int(line.split()[1])
    return held / 2**10


def main(game: str, pack: str, seconds: float, games: int, rest: float, started: float) -> None:
    """Measure and print."""
    Clock._max_fps = 0
    measuring = Measuring(game, pack, rest)
    found: dict[str, object] = {"usable": (time.time() - started) * 1_000}
    if seconds:
        found["standing"] = memory_mb()
        measuring.come()
        measuring.begin()
        measuring.tap_for(seconds)
        held = []
        for _ in range(games):
            measuring.play()
            measuring.come()
            held.append(memory_mb())
        found["memory"], found["software"] = held, software_mb()
        measuring.begin()
        found["redraws"], found["load"] = measuring.rest()
        found["taps"] = measuring.tapping.taps
    print(json.dumps(found))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], float(sys.argv[3]), int(sys.argv[4]), *map(float, sys.argv[7:]))
