"""``python -m ui.bench.program GAME PACK SECONDS GAMES WIDTH HEIGHT REST STARTED``: measure the screen as JSON.

STARTED: when the process was started (Unix time); GAMES: number of games played to their end; REST: idle seconds before
the screen counts as at rest, and then the seconds it is watched. With 0 SECONDS only the start is measured.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from ui.base.environment import prepare

prepare(fullscreen=False, size=(int(sys.argv[5]), int(sys.argv[6])))

# ruff: noqa: E402 - kivy is imported only after it is prepared
from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics.opengl import glFinish
from kivy.input import MotionEvent

from companion.bench import go_on, memory_mb, play_on
from ui.app.app import CompanionApp
from ui.base.settings import Settings
from ui.device.display import freeze
from ui.layout.geometry import Area
from ui.model.library import Library
from ui.widgets.board import BoardMap
from ui.widgets.buttons import TapButton
from ui.widgets.drawn import Tappable, tap_guard
from ui.widgets.frame import LampTap
from ui.widgets.places import PlaceRows

BACK = 0.25
"""Probability of going back to the table after a tap."""
LEAST = 200
"""Minimum number of taps: with fewer, the first visits of screens would be over 5 %."""
STRETCH, MIDDLE = 80, 120
"""Taps per game, and the maximum of entries played before them."""
SOFTWARE = ("libLLVM", "swrast_dri", "libgallium")
"""Libraries of the software renderer."""
ONWARD = 0.4
"""Probability of tapping the amber button if there is one, so that games proceed."""
RARE = 0.5
"""Probability of tapping one of the least tapped targets otherwise, so that each kind is tapped often enough."""


class Tap(NamedTuple):
    """A tap that changed the picture: its kind, wall time and CPU time of all cores in milliseconds. ``drawing``: CPU
    time after the frame was submitted, which a graphics chip would take over."""

    kind: str
    wall: float
    cpu: float
    drawing: float


class Finger(MotionEvent):
    """A touch at a point of the picture, however that is rotated."""

    def __init__(self, number: int, x: float, y: float) -> None:
        if Window.rotation == 180:
            x, y = Window.width - x, Window.height - y
        super().__init__("bench", number, (x / max(1, Window.width - 1), y / max(1, Window.height - 1)))
        self.is_touch = True
        self.type_id = "touch"
        Window.transform_motion_event_2d(self)

    def depack(self, args: tuple[float, float]) -> None:
        self.sx, self.sy = args
        self.profile = ["pos"]
        super().depack(args)


class Tapping:
    """Taps random targets; ``taps`` are those that changed the picture."""

    def __init__(self, app: CompanionApp, luck: random.Random) -> None:
        self.app, self.luck = app, luck
        self.taps: list[Tap] = []
        self.pictures = 0
        self._drawing = 0.0
        self._often: Counter[object] = Counter()
        self._fingers = 0
        Window.bind(on_flip=self._drawn)

    def _drawn(self, *_: object) -> None:
        self.pictures += 1
        busy = time.process_time()
        glFinish()
        self._drawing += time.process_time() - busy

    def tap(self) -> None:
        """Touch down and up; only the time after up counts."""
        tap_guard.reset()
        self.app.stage.reveal.skip()
        part, area = self._aim()
        self._fingers += 1
        finger = Finger(self._fingers, area.cx, area.cy)
        EventLoop.post_dispatch_input("begin", finger)
        picture()
        before, told, drawn = self.pictures, _told(self.app), self._drawing
        start, busy = time.perf_counter(), time.process_time()
        EventLoop.post_dispatch_input("end", finger)
        picture()
        wall, cpu = (time.perf_counter() - start) * 1_000, (time.process_time() - busy) * 1_000
        # A tap that changes nothing would only lower the median.
        if self.pictures > before:
            self.taps.append(Tap(_kind(self.app, part, told), wall, cpu, (self._drawing - drawn) * 1_000))

    def _aim(self) -> tuple[Tappable, Area]:
        stage = self.app.stage
        root = stage.slip if stage.slip.shown else stage
        found = [part for part in root.walk(restrict=True) if isinstance(part, Tappable)]
        parts = [part for part in found if _takes_taps(part) and self._while_playing(part)]
        targets = [(part, area) for part in parts for area in part.targets() if area.w > 0]
        onward = [target for target in targets if target[0] is stage.front.primary]
        if onward and self.app.looking == "game" and self.luck.random() < ONWARD:
            targets = onward
        elif self.luck.random() < RARE:
            least = min(self._often[self._what(part)] for part, _ in targets)
            targets = [target for target in targets if self._often[self._what(target[0])] == least]
        target = self.luck.choice(targets)
        self._often[self._what(target[0])] += 1
        return target

    def _what(self, part: Tappable) -> object:
        """The kind of a target, as far as known before it is tapped."""
        stage, session = self.app.stage, self.app.session
        if part in stage.nav.buttons:
            return part.key
        return stage.name, type(part), stage.slip.shown, session is not None and session.page is not None

    def _while_playing(self, part: Tappable) -> bool:
        """False for settings other than the language, which would change later pictures, and for the doctor, which is
        no part of a game."""
        if isinstance(part, LampTap):
            return False
        if self.app.stage.name != "settings" or not isinstance(part, TapButton) or part.key is None:
            return True
        return isinstance(part.key, tuple) and part.key[0] == "language"


def _takes_taps(part: Tappable) -> bool:
    return part.shown and part.enabled and part.action is not None and part.width > 0


class Told(NamedTuple):
    """The state of the screen on which the kind of a tap depends."""

    screen: str
    rev: int | None
    slip: bool
    page: bool
    language: str


def _told(app: CompanionApp) -> Told:
    session = app.session
    rev, page = (session.rev, session.page is not None) if session is not None else (None, False)
    return Told(app.stage.name, rev, app.stage.slip.shown, page, app.settings.language)


def _kind(app: CompanionApp, part: Tappable, before: Told) -> str:
    """The kind of a tap: one of ``KINDS`` in ``ui.bench.report``."""
    now = _told(app)
    bar = part.key if part in app.stage.nav.buttons else None
    return next(
        kind
        for kind, so in (
            ("why", now.slip or before.slip),
            ("language", now.language != before.language),
            ("undo", bar == "undo"),
            ("turn", bar == "turn"),
            ("log", "log" in (before.screen, now.screen)),
            ("check", "places" in (before.screen, now.screen)),
            ("board", isinstance(part, BoardMap | PlaceRows)),
            ("page", before.page),
            ("answer", now.rev != before.rev),
            ("screen", now.screen != before.screen),
            ("open", True),
        )
        if so
    )


def picture() -> None:
    EventLoop.idle()
    while Window.canvas.needs_redraw:
        EventLoop.idle()
    glFinish()


class Measuring:
    """The app in its window, tapped at random."""

    def __init__(self, game: str, pack: str, rest: float) -> None:
        EventLoop.ensure_window()
        self.seconds = rest
        self.game = game
        self.luck = random.Random(1)
        self.app = CompanionApp(Library(None, pack=pack, seed="bench"), Settings(language="en", sleep=0))
        freeze()
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
