"""The server of the wall: it takes the messages of a club, and shows its tables in browsers until it is closed.

Anybody in the network may look. A browser with the key may answer a call for help; that is the one message it sends.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import queue
import secrets
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from hashlib import blake2s
from itertools import islice
from typing import NamedTuple

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from companion.club.link import BrokerLink, short_id
from companion.club.messages import HelpAnswer, encode, help_answer
from companion.club.settings import Club
from companion.core.texts import T, Text
from companion.language import LANGUAGES
from companion.wall.model import STUCK, Wall
from companion.wall.pages import BrowserView, WallFrame, WallPages, What
from companion.wall.tiles import hour
from companion.web.icons import address
from companion.web.server import HttpServer, form, language_of, no_picture, nothing, nothing_there, static

MOST_WAITING = 5000
"""Messages that can wait to be read; more wait in the broker."""
PATIENCE = 5.0
"""Seconds after which a message that finds the queue full is dropped: the same table soon sends another."""


class Delivery(NamedTuple):
    """A message, ``at`` in seconds of the monotonic clock; ``retained``: it was published before the wall listened."""

    topic: str
    payload: bytes
    retained: bool
    at: float


class ClubListener:
    """Listens to all tables of a club until it is closed."""

    def __init__(self, club: Club) -> None:
        self._prefix = club.prefix
        self._queue: queue.Queue[Delivery] = queue.Queue(MOST_WAITING)
        self._answers: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._link = BrokerLink(club, f"wall-{short_id()}", self)
        self._link.start()

    @property
    def trouble(self) -> Text | None:
        """Why the broker is not there, or what it refuses; None while all is well."""
        return self._link.trouble or self._link.refusal

    def messages(self) -> Iterator[Delivery]:
        """The messages that are waiting, the oldest first."""
        with suppress(queue.Empty):
            while True:
                yield self._queue.get_nowait()

    def come(self, table: str) -> None:
        """Tell a table that help is coming. From any thread; returns at once."""
        self._answers.put(table)
        self._link.wake()

    def close(self) -> None:
        """Stop listening."""
        self._link.close()

    # In the thread of the link.

    def up(self, link: BrokerLink) -> None:
        link.subscribe([f"{self._prefix}/+/{topic}" for topic in ("online", "state", "finished/+")])

    def heard(self, topic: str, payload: bytes, retained: bool) -> None:
        with suppress(queue.Full):
            self._queue.put(Delivery(topic, payload, retained, time.monotonic()), timeout=PATIENCE)

    def work(self, link: BrokerLink) -> None:
        with suppress(queue.Empty):
            while True:
                link.tell(help_answer(self._answers.get_nowait(), self._prefix), encode(HelpAnswer()))

    def taken(self) -> str | None:
        return f"wall-{short_id()}"


KEY = "wall"
"""The name of the cookie of a browser that may answer."""
A_DAY = 86400
BEAT = 10.0
"""Seconds between signs of life on a quiet stream."""
MOST_LISTENING = 100
MOST_KEYS = 50
_VIEWS: dict[str, What] = {"": "wall", "results": "results", "table": "table"}


class WallSite:
    """The pages of one wall. ``come`` tells a table, by its id, that help is coming."""

    def __init__(
        self, pages: WallPages, come: Callable[[str], None], *, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._pages = pages
        self._come = come
        self._now = now
        self._shown = pages.turning.page(now())
        self._news = asyncio.Event()
        self._frames: dict[BrowserView, WallFrame] = {}
        self._keys: list[str] = []
        """Digests of the keys."""
        self._secret = secrets.token_urlsafe(24)
        self._listening = 0
        self.closing = False
        """True once the streams are ending."""
        self.app = Starlette(
            routes=[
                Route("/", self._look("wall")),
                Route("/results", self._look("results")),
                Route("/table/{table}", self._look("table")),
                Route("/events", self._events),
                Route("/let-in/{secret}", self._door),
                Route("/let-in/{secret}", self._let_in, methods=["POST"]),
                Route("/come", self._answer, methods=["POST"]),
                Route("/favicon.ico", no_picture),
                Route("/static/{file}", static),
            ],
            exception_handlers={404: nothing_there, 405: nothing_there},
        )

    @property
    def door(self) -> str:
        """The path that gives one browser the right to answer; it works once."""
        return f"let-in/{self._secret}"

    def tell(self) -> None:
        """Send every browser what has changed for it. In the thread of the loop."""
        self._shown = self._pages.turning.page(self._now())
        self._frames.clear()
        news, self._news = self._news, asyncio.Event()
        news.set()

    def close(self) -> None:
        """End all streams."""
        self.closing = True
        self._news.set()

    # Pages.

    def _look(self, what: What) -> Callable[[Request], object]:
        async def look(request: Request) -> Response:
            view = self._view(request, what, request.path_params.get("table", ""))
            return HTMLResponse(self._pages.whole(view, self._frame(view), built()))

        return look

    async def _events(self, request: Request) -> Response:
        """A stream of server-sent events: the page at first, then its changes."""
        if self._listening >= MOST_LISTENING:
            return Response(status_code=503, headers={"retry-after": "5"})
        path = request.query_params.get("view", "/")
        name, _, table = path.removeprefix("/").partition("/")
        if name not in _VIEWS:
            return nothing()
        view = self._view(request, _VIEWS[name], table)
        return StreamingResponse(self._stream(view), media_type="text/event-stream")

    async def _stream(self, view: BrowserView) -> AsyncIterator[bytes]:
        self._listening += 1
        shown: WallFrame | None = None
        try:
            yield _event("built", built())
            while not self.closing:
                news, frame = self._news, self._frame(view)
                if shown is None or frame.key != shown.key:
                    yield _event("page", frame.html)
                else:
                    changed = [part for name, part in frame.parts.items() if part != shown.parts.get(name)]
                    if changed:
                        yield _event("parts", "".join(changed))
                shown = frame
                if not await _within(news, BEAT):
                    yield _event("here", "yes")
        finally:
            self._listening -= 1

    def _frame(self, view: BrowserView) -> WallFrame:
        """The content for all browsers with this view, until there is news."""
        frame = self._frames.get(view)
        if frame is None:
            frame = self._frames[view] = self._pages.frame(view, self._now(), self._shown)
        return frame

    def _view(self, request: Request, what: What, table: str) -> BrowserView:
        language = request.query_params.get("language", "")
        language = language if language in LANGUAGES else language_of(request)
        return BrowserView(what, table[:16], language, self._answers(request))

    # Actions.

    def _answers(self, request: Request) -> bool:
        key = request.cookies.get(KEY, "")
        return bool(key) and _digest(key) in self._keys

    async def _door(self, request: Request) -> Response:
        right = secrets.compare_digest(request.path_params["secret"].encode(), self._secret.encode())
        language = self._view(request, "wall", "").language
        page = self._pages.door(language, request.url.path, built(), right=right)
        return HTMLResponse(page, 200 if right else 404)

    async def _let_in(self, request: Request) -> Response:
        if not secrets.compare_digest(request.path_params["secret"].encode(), self._secret.encode()):
            return await self._door(request)
        self._secret = secrets.token_urlsafe(24)
        key = secrets.token_urlsafe(24)
        self._keys = [*self._keys, _digest(key)][-MOST_KEYS:]
        answer = RedirectResponse("/", 303)
        answer.set_cookie(KEY, key, max_age=A_DAY, path="/", httponly=True, samesite="strict")
        return answer

    async def _answer(self, request: Request) -> Response:
        sent = await form(request)
        if sent is None:
            return Response(status_code=400)
        if not self._answers(request):
            return Response(status_code=403)
        self._come(sent.get("table", ""))
        self.tell()
        return RedirectResponse("/", 303)


async def _within(news: asyncio.Event, seconds: float) -> bool:
    """True if there is news within that time."""
    try:
        await asyncio.wait_for(news.wait(), seconds)
    except TimeoutError:
        return False
    return True


@cache
def built() -> str:
    """Identifies the current script and styles, so that a browser with older ones reloads."""
    return blake2s((address("wall.js") + address("wall.css")).encode(), digest_size=6).hexdigest()


def _event(name: str, text: str) -> bytes:
    lines = "".join(f"data: {line}\n" for line in text.splitlines())
    return f"event: {name}\n{lines}\n".encode()


def _digest(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()


logger = logging.getLogger(__name__)

PORT = 8430
"""The usual port."""
TURN_EVERY = 0.2
"""Seconds between two looks at the queue."""
AT_ONCE = 1000
"""Messages taken before browsers are updated."""
SOON = 3.0
"""Seconds for which the broker may be away before the wall says so."""


class WallServer:
    """The wall as it runs, in threads of its own, until it is closed.

    ``addresses`` and ``port`` are those of ``HttpServer``; ``stuck`` is the number of seconds after which an open
    question makes a table stuck. Raises ``NoServer`` if it cannot listen.
    """

    def __init__(
        self,
        club: Club,
        addresses: Sequence[str] = (),
        port: int | None = None,
        *,
        stuck: float = STUCK,
        limited: bool = True,
    ) -> None:
        listening = HttpServer(addresses, port, PORT)
        self.wall = Wall(time.time, prefix=club.prefix, stuck=stuck)
        self.pages = WallPages(self.wall, time.time)
        self.site = WallSite(self.pages, self._come)
        self.hearing = ClubListener(club)
        self.home = listening.home
        self._listening = listening
        self._lost: float | None = None
        listening.open(self.site.app, "wall", limited=limited, beside=self._keep_up)

    @property
    def door(self) -> str:
        """The address that gives one browser the right to answer calls for help."""
        return self.home + self.site.door

    def close(self) -> None:
        """Stop listening and serving."""
        self.site.closing = True
        self._listening.close()
        self.hearing.close()

    # In the thread of the pages.

    def _come(self, table: str) -> None:
        found = self.wall.tables.get(table)
        if found is not None and found.help is not None and not found.awaited:
            found.coming = True
            found.rev += 1
            self.wall.rev += 1
            self.hearing.come(table)

    async def _keep_up(self) -> None:
        updated, rev = 0.0, -1
        while not self.site.closing:
            try:
                now = time.monotonic()
                for one in islice(self.hearing.messages(), AT_ONCE):
                    self.wall.hear(one.topic, one.payload, retained=one.retained, now=one.at)
                self.pages.broken = self._broken(now)
                # Once a second without any message, too: time passes, pages turn.
                if self.wall.rev != rev or now - updated >= 1.0:
                    self.wall.forget(now)
                    self.pages.forget()
                    rev, updated = self.wall.rev, now
                    self.site.tell()
            except Exception:
                logger.exception("the wall has stumbled")
            await asyncio.sleep(TURN_EVERY)
        self.site.close()

    def _broken(self, now: float) -> Text | None:
        why = self.hearing.trouble
        if why is None:
            self._lost = None
            return None
        self._lost = now if self._lost is None else self._lost
        if now - self._lost < SOON:
            return None
        since = hour(time.time() - (now - self._lost))
        return T("{why} Since {time} nothing new is shown.", why=why, time=since)
