"""``python -m ui.bench.in_a_club GAME PACK SECONDS 0 WIDTH HEIGHT REST PORT``: measure taps with and without publishing
to a broker, alternately in one run. Prints JSON: milliseconds of taps without a broker, and with one."""

from __future__ import annotations

import json
import sys
import tempfile
import time
from pathlib import Path

from ui.bench.measure import MIDDLE, Measuring  # isort: skip - it prepares the window

from companion.club.membership import Membership
from companion.journal import Journal

STRETCH = 40
"""Taps in each block, with a broker or without."""
LEAST = 160
"""Minimum number of taps, both together."""


class Telling(Measuring):
    """The app in its window, tapped at random, in a club in every other block."""

    def tap_by_turns(self, seconds: float, joined: Membership) -> tuple[list[float], list[float]]:
        """Tap for ``seconds``; returns the milliseconds of taps without a broker, and with one."""
        end = time.monotonic() + seconds
        alone = self.app.club
        found: tuple[list[float], list[float]] = [], []
        while time.monotonic() < end or sum(map(len, found)) < LEAST:
            start = self.luck.randrange(MIDDLE)
            for which, club in enumerate((alone, joined)):
                self.app.club = club
                self.begin(start)
                before = len(self.tapping.taps)
                for _ in range(STRETCH):
                    if self.app.session is not None and self.app.session.mode != "over":
                        self.tapping.tap()
                    if self.app.looking == "menu":
                        self.app.go("game")
                found[which].extend(tap.wall for tap in self.tapping.taps[before:])
        return found


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder, Journal(Path(folder) / "journal.db") as journal:
        config = Path(folder) / "companion.toml"
        config.write_text(f'[club]\nbroker = "127.0.0.1"\nport = {sys.argv[8]}\n')
        joined = Membership(journal, config)
        found = Telling(sys.argv[1], sys.argv[2], float(sys.argv[7])).tap_by_turns(float(sys.argv[3]), joined)
        assert [one.well for one in joined.checks()][:1] == [True], joined.checks()
        joined.close()
    print(json.dumps(found))


if __name__ == "__main__":
    main()
