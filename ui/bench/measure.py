"""``python -m ui.bench.measure GAME PACK SECONDS GAMES WIDTH HEIGHT REST STARTED``: measure the screen, print JSON.

STARTED is when the process was started (Unix time), GAMES how many are played to their end, REST how many seconds
nobody taps before the screen counts as at rest, and then is watched. With 0 SECONDS only the start is measured.
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
from companion.bench.sensible import go_on, play_on  # noqa: E402
from ui.app.app import CompanionApp  # noqa: E402
from ui.app.library import Library  # noqa: E402
from ui.app.settings import Settings  # noqa: E402
from ui.bench.taps import Tapping, picture  # noqa: E402
from ui.device import memory  # noqa: E402

BACK = 0.25
"""How often somebody is back at the table after a tap, where most taps of an evening are."""
LEAST = 200
"""So many taps at least: among fewer, the first look at each screen is more than one in twenty."""
STRETCH, MIDDLE = 80, 120
"""So many taps in a game, which has had up to so many entries before."""
SOFTWARE = ("libLLVM", "swrast_dri", "libgallium")
"""The libraries that draw where there is no graphics chip."""


class Measuring:
    """The application in its window, and somebody who taps."""

    def __init__(self, game: str, pack: str, rest: float) -> None:
        EventLoop.ensure_window()
        self.seconds = rest
        self.game = game
        self.luck = random.Random(1)
        self.app = CompanionApp(Library(None, pack=pack, seed="bench"), Settings(language="en", sleep=0))
        memory.keep()
        self.root = self.app.build()
        Window.add_widget(self.root)
        self.tapping = Tapping(self.app, self.luck)
        picture()

    def begin(self, answers: int = 0) -> None:
        """A new game of two, so many sensible answers on."""
        seats = [seat for seat, _ in self.app.library.seats(self.game)][:2]
        self.app.start_game(self.game, seats, {})
        if self.app.session is not None:
            play_on(self.app.session, answers, self.luck)
        picture()

    def come(self) -> None:
        """Someone sits down, and taps when everything has been read that is read ahead."""
        fastest, Clock._max_fps = Clock._max_fps, 60
        start = time.monotonic()
        while time.monotonic() - start < self.seconds:
            EventLoop.idle()
        Clock._max_fps = fastest

    def tap_for(self, seconds: float) -> None:
        """Tap what the screen in front offers, anything of it, game after game, each from somewhere in the middle."""
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
        """A whole game, as the sensible player decides."""
        self.begin()
        while self.app.session is not None and self.app.session.mode != "over":
            session = self.app.session
            if session.mode == "choose":
                go_on(session, self.luck)
            else:
                # A board that was brought to the front keeps the amber button from what hands must do.
                self.app.go("game")
                self.app.act()
            picture()

    def rest(self) -> tuple[float, float]:
        """Redraws a second, and per cent of a core, while nobody does anything and nothing is read ahead any more."""
        Clock._max_fps = 60
        self.come()
        before, busy, start = self.tapping.pictures, time.process_time(), time.monotonic()
        while time.monotonic() - start < self.seconds:
            EventLoop.idle()
        passed = time.monotonic() - start
        return (self.tapping.pictures - before) / passed, (time.process_time() - busy) / passed * 100


def software_mb() -> float:
    """What of the memory of this process is the libraries that draw without a graphics chip, in MB of 2**20 bytes."""
    held, counts = 0, False
    for line in Path("/proc/self/smaps").read_text().splitlines():
        # A mapping begins with its addresses; all that is said of it is one word with a colon.
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
