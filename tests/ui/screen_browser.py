"""A browser beside the screen."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any

from tests.ui.hands import Hands
from tests.web.tables import Client


class ScreenBrowser(Client):
    """Runs the screen while the browser waits for a response from the address ``join``."""

    def __init__(self, hands: Hands, join: str, cookie: str = "key") -> None:
        self._hands = hands
        self.port = int(join.rpartition(":")[2].strip("/"))
        self.COOKIE = cookie
        self.key, self.language = "", "en"

    def ask(self, *about: Any, **headers: Any) -> tuple[int, dict[str, str], bytes]:
        with ThreadPoolExecutor(1) as beside:
            found = beside.submit(super().ask, *about, **headers)
            while not found.done():
                self._hands.look()
                wait([found], 0.003)
            return found.result()
