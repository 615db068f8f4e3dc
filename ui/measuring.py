"""``python -m ui.measuring GAME PACK SECONDS STARTED``: measure the screen in this process and print JSON.

STARTED is when the process was started (Unix time). With 0 SECONDS only the start is measured.
"""

from __future__ import annotations

import json
import random
import sys
import time

from ui.environment import prepare

prepare(fullscreen=False, size=(800, 480))

from kivy.base import EventLoop  # noqa: E402 - kivy is imported only after it is prepared
from kivy.clock import Clock  # noqa: E402
from kivy.core.window import Window  # noqa: E402
from kivy.graphics.opengl import glFinish  # noqa: E402
from kivy.input.motionevent import MotionEvent  # noqa: E402

from companion.bench import memory_mb  # noqa: E402
from ui.app import CompanionApp  # noqa: E402
from ui.library import Library  # noqa: E402
from ui.settings import Settings  # noqa: E402
from ui.widgets.drawn import Tappable  # noqa: E402

REST_SECONDS = 3.0


class Finger(MotionEvent):
    """A finger at a point of the window."""

    def __init__(self, number: int, x: float, y: float) -> None:
        super().__init__("bench", number, (x / max(1, Window.width - 1), y / max(1, Window.height - 1)))
        self.is_touch = True
        self.type_id = "touch"
        EventLoop.window.transform_motion_event_2d(self)

    def depack(self, args: tuple[float, float]) -> None:
        self.sx, self.sy = args
        self.profile = ["pos"]
        super().depack(args)


class Measuring:
    """The application in its window, and somebody who taps."""

    def __init__(self, game: str, pack: str) -> None:
        EventLoop.ensure_window()
        self.game = game
        self.luck = random.Random(1)
        self.app = CompanionApp(Library(None, pack=pack, seed="bench"), Settings(language="en", sleep=0))
        self.root = self.app.build()
        Window.add_widget(self.root)
        self.taps: list[float] = []
        self.pictures = 0
        Window.bind(on_flip=self._drawn)
        picture()

    def _drawn(self, *_: object) -> None:
        self.pictures += 1

    def begin(self) -> None:
        """A new game of two."""
        seats = [seat for seat, _ in self.app.library.seats(self.game)][:2]
        self.app.start_game(self.game, seats, {})
        picture()

    def tap_for(self, seconds: float) -> None:
        """Tap what the screen in front offers, anything of it, game after game."""
        end = time.monotonic() + seconds
        while time.monotonic() < end or not self.taps:
            if self.app.flow is None or self.app.flow.mode == "over":
                self.begin()
            self._tap()

    def _tap(self) -> None:
        front = self.root.front
        targets = [part for part in front.walk(restrict=True) if _takes_taps(part)]
        primary = [part for part in targets if part is getattr(front, "primary", None)]
        target = self.luck.choice(primary if primary and self.luck.random() < 0.5 else targets)
        finger = Finger(self.pictures, *target.center)
        EventLoop.post_dispatch_input("begin", finger)
        picture()
        before, start = self.pictures, time.perf_counter()
        EventLoop.post_dispatch_input("end", finger)
        picture()
        # A finger that meets nothing new to show is no tap: it would only flatter the median.
        if self.pictures > before:
            self.taps.append((time.perf_counter() - start) * 1_000)

    def play(self) -> None:
        """A whole game, as the sensible player decides."""
        self.begin()
        while self.app.flow is not None and self.app.flow.mode != "over":
            flow = self.app.flow
            if flow.mode == "choose":
                table = flow.table
                flow.answer(table.game.advise(table.state, table.legal() or [], self.luck.random))
            else:
                self.app.act()
            picture()

    def rest(self) -> tuple[float, float]:
        """Redraws a second, and per cent of a core, while nobody does anything."""
        Clock._max_fps = 60
        before, busy, start = self.pictures, time.process_time(), time.monotonic()
        while time.monotonic() - start < REST_SECONDS:
            EventLoop.idle()
        passed = time.monotonic() - start
        return (self.pictures - before) / passed, (time.process_time() - busy) / passed * 100


def _takes_taps(part: object) -> bool:
    return isinstance(part, Tappable) and part.shown and part.enabled and part.action is not None and part.width > 0


def picture() -> None:
    """Until nothing is left to draw, and it is drawn."""
    EventLoop.idle()
    while Window.canvas.needs_redraw:
        EventLoop.idle()
    glFinish()


def main(game: str, pack: str, seconds: float, started: float) -> None:
    """Measure and print."""
    Clock._max_fps = 0
    measuring = Measuring(game, pack)
    found: dict[str, object] = {"usable": (time.time() - started) * 1_000}
    if seconds:
        measuring.begin()
        measuring.tap_for(seconds)
        measuring.play()
        found["memory"] = memory_mb()
        measuring.begin()
        found["redraws"], found["load"] = measuring.rest()
        found["taps"] = measuring.taps
    print(json.dumps(found))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], float(sys.argv[3]), float(sys.argv[4]))
