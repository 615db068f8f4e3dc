"""``python -m ui.bench.broker_program GAME PACK SECONDS 0 WIDTH HEIGHT REST PORT``: measure taps with and without
publishing to a broker, alternately in one run. Prints JSON: milliseconds of taps without a broker, and with one."""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ui.bench.alternating import Alternating  # isort: skip - it prepares the window

from companion.club.membership import Membership
from companion.journal import Journal


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


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder, Journal(Path(folder) / "journal.db") as journal:
        config = Path(folder) / "companion.toml"
        config.write_text(f'[club]\nbroker = "127.0.0.1"\nport = {sys.argv[8]}\n')
        joined = Membership(journal, config)
        found = WithBroker(sys.argv[1], sys.argv[2], float(sys.argv[7]), joined).taps(float(sys.argv[3]))
        assert [one.well for one in joined.checks()][:1] == [True], joined.checks()
        joined.close()
    print(json.dumps(found))


if __name__ == "__main__":
    main()
