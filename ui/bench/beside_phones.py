"""``python -m ui.bench.beside_phones GAME PACK SECONDS 0 WIDTH HEIGHT REST``: measure taps with and without fifty
phones watching, alternately in one run. Prints JSON: milliseconds of taps without phones, and with them."""

from __future__ import annotations

import json
import sys
import time

from ui.bench.measure import MIDDLE, Measuring  # isort: skip - it prepares the window

from kivy.base import EventLoop

from companion.bench.phone_clients.crowd import Crowd, let_in

STRETCH = 40
"""Taps in each block, with phones or without."""
LEAST = 160
"""Minimum number of taps, both together."""


class Beside(Measuring):
    """The app in its window, tapped at random, with phones in every other block."""

    def tap_by_turns(self, seconds: float) -> tuple[list[float], list[float]]:
        """Tap for ``seconds``; returns the milliseconds of taps without phones, and with them."""
        end = time.monotonic() + seconds
        found: tuple[list[float], list[float]] = [], []
        while time.monotonic() < end or sum(map(len, found)) < LEAST:
            start = self.luck.randrange(MIDDLE)
            for which in (0, 1):
                self.begin(start)
                crowd = self._phones() if which else None
                before = len(self.tapping.taps)
                for _ in range(STRETCH):
                    self._tap()
                found[which].extend(tap.wall for tap in self.tapping.taps[before:])
                self.app.phones.close()
                if crowd is not None:
                    crowd.close()
        return found

    def _tap(self) -> None:
        """A tap in a game; leaves the page about phones and the menu."""
        if self.app.session is not None and self.app.session.mode != "over":
            self.tapping.tap()
        if self.app.looking in ("phones", "menu"):
            self.app.go("game")

    def _phones(self) -> Crowd | None:
        """Connect fifty phones, one seat each, the others watching."""
        phones, session = self.app.phones, self.app.session
        phones.addresses, phones.port = ["127.0.0.1"], 0
        if session is None or phones.open(session) is not None or phones.sharing is None:
            return None
        crowd = Crowd(int(phones.join.rpartition(":")[2].strip("/")), let_in(phones.sharing))
        self.app.go("game")
        crowd.arrive(EventLoop.idle)
        return crowd


if __name__ == "__main__":
    print(json.dumps(Beside(sys.argv[1], sys.argv[2], float(sys.argv[7])).tap_by_turns(float(sys.argv[3]))))
