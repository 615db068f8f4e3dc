"""A wall without a broker, with a clock that is set by hand, at a real address of this machine."""

from __future__ import annotations

import asyncio
import http.client
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlencode

from companion.club.wall.pages import Frame, Pages, View
from companion.club.wall.site import Site
from companion.web.serving.listening import Listening
from tests.club.wall.tables import Told
from tests.web.tables import FORM


class Seen:
    """A wall and its pages; ``told`` is what tables tell it, ``come`` whom somebody goes to."""

    def __init__(self) -> None:
        self.told = Told()
        self.pages = Pages(self.told.wall, self.told.clock)
        self.come: list[str] = []
        self.site = Site(self.pages, self.come.append, now=lambda: self.told.now)
        self.listening = Listening(["127.0.0.1"], 0, 0)
        self.loop: asyncio.AbstractEventLoop | None = None
        """That of the pages."""
        self.cookie = ""
        self.listening.open(self.site.app, "wall", limited=False, beside=self._note_loop)

    async def _note_loop(self) -> None:
        self.loop = asyncio.get_running_loop()

    @property
    def home(self) -> str:
        """Its address."""
        return self.listening.home

    def ask(self, method: str, path: str, body: bytes | None = None, language: str = "en") -> tuple[int, str]:
        """A request as a browser makes it: the status, and what came."""
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
        """A page as it is now."""
        self.site.tell()
        return self.ask("GET", path, language=language)[1]

    def post(self, path: str, **sent: str) -> int:
        """The status of a form that was sent."""
        return self.ask("POST", path, urlencode(sent).encode())[0]

    def frame(self, view: View) -> Frame:
        """What a browser with this view is told."""
        return self.pages.frame(view, self.told.now, self.pages.turning.page(self.told.now))


@contextmanager
def seeing() -> Iterator[Seen]:
    """The wall, until the block ends."""
    made = Seen()
    try:
        yield made
    finally:
        made.site.close()
        made.listening.close()
