"""A wall without a broker, with a manual clock, served on localhost."""

from __future__ import annotations

import asyncio
import http.client
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlencode

from companion.wall.pages import BrowserView, WallFrame, WallPages
from companion.wall.server import WallSite
from companion.web.server import HttpServer
from tests.wall.tables import Told
from tests.web.tables import FORM


class Seen:
    """A wall and its pages; ``told`` are the tables' reports, ``come`` the answered calls for help."""

    def __init__(self) -> None:
        self.told = Told()
        self.pages = WallPages(self.told.wall, self.told.clock)
        self.come: list[str] = []
        self.site = WallSite(self.pages, self.come.append, now=lambda: self.told.now)
        self.listening = HttpServer(["127.0.0.1"], 0, 0)
        self.loop: asyncio.AbstractEventLoop | None = None
        """The event loop of the pages."""
        self.cookie = ""
        self.listening.open(self.site.app, "wall", limited=False, beside=self._note_loop)

    async def _note_loop(self) -> None:
        self.loop = asyncio.get_running_loop()

    @property
    def home(self) -> str:
        """Its address."""
        return self.listening.home

    def ask(self, method: str, path: str, body: bytes | None = None, language: str = "en") -> tuple[int, str]:
        """Send a request; returns the status and the body."""
        wire = http.client.HTTPConnection("127.0.0.1", self.listening.port, timeout=30)
        headers = {"accept-language": language, "cookie": self.cookie, "origin": self.home.rstrip("/")}
        if body is not None:
            headers["content-type"] = FORM
        wire.request(method, path, body, headers)
        answer = wire.getresponse()
        if answer.headers["set-cookie"]:
            self.cookie = answer.headers["set-cookie"].partition(";")[0]
        text = answer.read().decode()
        wire.close()
        return answer.status, text

    def get(self, path: str, language: str = "en") -> str:
        """The present page."""
        self.site.publish()
        return self.ask("GET", path, language=language)[1]

    def post(self, path: str, **sent: str) -> int:
        """Submit a form; returns the status."""
        return self.ask("POST", path, urlencode(sent).encode())[0]

    def frame(self, view: BrowserView) -> WallFrame:
        """The update that a browser with this view receives."""
        return self.pages.frame(view, self.told.now, self.pages.turning.page(self.told.now))


@contextmanager
def seeing() -> Iterator[Seen]:
    """The running wall, until the block ends."""
    made = Seen()
    try:
        yield made
    finally:
        made.site.close()
        made.listening.close()
