"""``python -m tests.bench.window GAME PACK SECONDS phones|broker|thinking|signals WIDTH HEIGHT REST NUMBER``

Measure the screen while something else goes on, and print for each measure the milliseconds of wall time and CPU time
as JSON. ``phones``: taps with and without fifty phones watching, alternately in one run. ``broker``: the same with and
without publishing to the broker at port NUMBER. ``thinking``: the same with and without the companion thinking all the
time. ``signals``: readings and presses, at least NUMBER of each; a reading
goes all the way: the simulated reader's line, the serial port, the tray, the picture; a press counts from the end of
its debounce time. REST: seconds for preloading before the first.
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from threading import Timer

from ui.bench.program import MIDDLE, Measuring, picture  # isort: skip - it prepares the window

from kivy.base import EventLoop
from kivy.core.window import Window
from kivy.graphics.opengl import glFinish

from companion.bench import go_on
from companion.chance.dealer import Dealer, parted
from companion.chance.playing import decides, is_free
from companion.chance.thinking import Dilemma, ThinkingProcess, Thought, packed
from companion.club.membership import Membership
from companion.journal import Journal
from companion.packs.loader import load_pack
from companion.table.companions import settings_with_companions
from companion.table.table import Table
from hardware.config import ButtonsConfig, Config, ReaderConfig
from hardware.inputs import Button
from tests.bench.crowd import Crowd, let_in
from ui.app.app import CompanionApp
from ui.base.settings import Settings
from ui.device import display
from ui.device.inputs import Inputs
from ui.model.library import Library
from ui.widgets.drawn import tap_guard

BLOCK = 40
"""Taps in each block, with something else going on or without."""
LEAST = 160
"""Minimum number of taps, both together."""
CONFIG = Config(reader=ReaderConfig(port="simulated"), buttons=ButtonsConfig(gpio="mock"))
EARLY = 20
"""Answers before the decision that is thought about."""
FRAME = 1 / 60
"""Seconds between frames while there is something to draw."""
PATIENCE = 5.0
"""Timeout in seconds."""


class Alternating(Measuring):
    """The app in its window, tapped at random; subclasses say what goes on in every other block."""

    def block(self, start: int, *, on: bool) -> AbstractContextManager[None]:
        """Begin a game of ``start`` answers; inside the context, it goes on if ``on``."""
        raise NotImplementedError

    def measure(self, seconds: float) -> dict[str, list[tuple[float, float]]]:
        """Tap for ``seconds``: the times of taps without it (``alone``), and with it (``tap``)."""
        end = time.monotonic() + seconds
        found: dict[str, list[tuple[float, float]]] = {"alone": [], "tap": []}
        while time.monotonic() < end or sum(map(len, found.values())) < LEAST:
            start = self.luck.randrange(MIDDLE)
            for times, on in zip(found.values(), (False, True), strict=True):
                with self.block(start, on=on):
                    before = len(self.tapping.taps)
                    for _ in range(BLOCK):
                        self._tap()
                    times.extend((tap.wall, tap.cpu) for tap in self.tapping.taps[before:])
        return found

    def _tap(self) -> None:
        """A tap in a game; leaves the menu and the page about phones."""
        if self.app.session is not None and self.app.session.mode != "over":
            self.tapping.tap()
        if self.app.looking in ("phones", "menu"):
            self.app.go("game")


class WithPhones(Alternating):
    """Phones are connected in every other block."""

    @contextmanager
    def block(self, start: int, *, on: bool) -> Iterator[None]:
        self.begin(start)
        crowd = self._phones() if on else None
        yield
        self.app.phones.close()
        if crowd is not None:
            crowd.close()

    def _phones(self) -> Crowd | None:
        """Connect fifty phones, one seat each, the others watching."""
        phones, session = self.app.phones, self.app.session
        phones.addresses, phones.port = ["127.0.0.1"], 0
        if session is None or phones.open(session) is not None or phones.registry is None:
            return None
        crowd = Crowd(int(phones.join.rpartition(":")[2].strip("/")), let_in(phones.registry))
        self.app.go("game")
        crowd.arrive(EventLoop.idle)
        return crowd


class WithBroker(Alternating):
    """The table is in the club ``joined`` in every other block."""

    def __init__(self, game: str, pack: str, rest: float, joined: Membership) -> None:
        super().__init__(game, pack, rest)
        self._clubs = self.app.club, joined

    @contextmanager
    def block(self, start: int, *, on: bool) -> Iterator[None]:
        self.app.club = self._clubs[on]
        self.begin(start)
        yield


class WithThinking(Alternating):
    """The companion thinks in every other block, about one decision again and again."""

    def __init__(self, game: str, pack: str, rest: float) -> None:
        super().__init__(game, pack, rest)
        self.thoughts = 0
        """How often it was thought out."""
        rules, box = self.app.library.game(game), load_pack(self.app.library.game(game), pack)
        seats = [seat for seat, _ in rules.rules.seats(box.pack)][:2]
        chosen, chance = parted(settings_with_companions(rules, {}))
        table = Table(rules, box, seats, chosen, chance=chance, dealer=Dealer("bench"), auto=False)
        while table.rev < EARLY or not is_free(table.legal()) or decides(table.ask) is None:
            if table.ask.chance:
                table.deal()
            else:
                table.answer(rules.player.advise(table.state, table.legal() or [], self.luck.random))
        self._dilemma = Dilemma(
            1, "strong", game, table.box.data, seats, table.setup.settings, packed(table.state), "bench"
        )  # fmt: skip

    @contextmanager
    def block(self, start: int, *, on: bool) -> Iterator[None]:
        self.begin(start)
        ended = threading.Event()
        mind = self._busy(ended) if on else None
        yield
        ended.set()
        if mind is not None:
            mind.close()

    def _busy(self, ended: threading.Event) -> ThinkingProcess:
        def heard(_: int, thought: Thought | None) -> None:
            self.thoughts += thought is not None
            if not ended.is_set():
                mind.think(self._dilemma)

        mind = ThinkingProcess(heard)
        mind.think(self._dilemma)
        return mind


class Listening:
    """The app in its window, with a simulated reader and simulated buttons."""

    def __init__(self, game: str, pack: str) -> None:
        EventLoop.ensure_window()
        self.game = game
        self.luck = random.Random(1)
        display.freeze()
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


def with_phones(
    game: str, pack: str, seconds: float, rest: float, _number: int
) -> dict[str, list[tuple[float, float]]]:
    return WithPhones(game, pack, rest).measure(seconds)


def with_broker(game: str, pack: str, seconds: float, rest: float, port: int) -> dict[str, list[tuple[float, float]]]:
    with tempfile.TemporaryDirectory() as folder, Journal(Path(folder) / "journal.db") as journal:
        config = Path(folder) / "companion.toml"
        config.write_text(f'[club]\nbroker = "127.0.0.1"\nport = {port}\n')
        joined = Membership(journal, config)
        found = WithBroker(game, pack, rest, joined).measure(seconds)
        assert [one.well for one in joined.checks()][:1] == [True], joined.checks()
        joined.close()
    return found


def with_thinking(
    game: str, pack: str, seconds: float, rest: float, _number: int
) -> dict[str, list[tuple[float, float]]]:
    measuring = WithThinking(game, pack, rest)
    found = measuring.measure(seconds)
    assert measuring.thoughts, "nothing was thought"
    return found


def with_signals(game: str, pack: str, seconds: float, rest: float, least: int) -> dict[str, list[tuple[float, float]]]:
    listening = Listening(game, pack)
    end = time.monotonic() + rest
    while time.monotonic() < end:
        EventLoop.idle()
    listening.listen(seconds, least)
    listening.inputs.stop()
    return {"reading": listening.readings, "press": listening.presses}


if __name__ == "__main__":
    game, pack, seconds, meanwhile, _, _, rest, number = sys.argv[1:]
    measure = {"phones": with_phones, "broker": with_broker, "thinking": with_thinking,
               "signals": with_signals}[meanwhile]  # fmt: skip
    print(json.dumps(measure(game, pack, float(seconds), float(rest), int(number))))
