"""``python -m ui.bench.phones_program GAME PACK SECONDS 0 WIDTH HEIGHT REST``: measure taps with and without fifty
phones watching, alternately in one run. Prints JSON: milliseconds of taps without phones, and with them."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from ui.bench.alternating import Alternating  # isort: skip - it prepares the window

from kivy.base import EventLoop

from companion.bench.phone_clients.crowd import Crowd, let_in


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
        if session is None or phones.open(session) is not None or phones.sharing is None:
            return None
        crowd = Crowd(int(phones.join.rpartition(":")[2].strip("/")), let_in(phones.sharing))
        self.app.go("game")
        crowd.arrive(EventLoop.idle)
        return crowd


if __name__ == "__main__":
    print(json.dumps(WithPhones(sys.argv[1], sys.argv[2], float(sys.argv[7])).taps(float(sys.argv[3]))))
