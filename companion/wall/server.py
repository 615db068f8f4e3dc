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
from collections.abc import AsyncGenerator, Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from hashlib import blake2s
from itertools import islice
from typing import NamedTuple

from starlette.responses import HTMLResponse, Response

from companion.club.link import BrokerLink, short_id
from companion.club.messages import TABLE_ID, HelpAnswer, encode, help_answer
from companion.club.settings import Club
from companion.core.texts import T, Text
from companion.language import LANGUAGES
from companion.wall.model import STUCK, Wall
from companion.wall.pages import BrowserView, WallFrame, WallPages, What
from companion.wall.tiles import hour
from companion.web.html import address
from companion.web.plain import plain_page
from companion.web.server import HttpServer
from companion.web.site import Broadcast, Call, Handler, Site, StreamLimit, application, event, nothing

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
        return self._link.problem

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
        self._link.close()

    # In the thread of the link.

    def up(self, link: BrokerLink) -> None:
        link.subscribe([f"{self._prefix}/+/{topic}" for topic in ("online", "alive", "state", "finished/+")])

    def heard(self, topic: str, payload: bytes, retained: bool) -> None:
        with suppress(queue.Full):
            self._queue.put(Delivery(topic, payload, retained, time.monotonic()), timeout=PATIENCE)

    def work(self, link: BrokerLink) -> None:
        with suppress(queue.Empty):
            while True:
                link.tell(help_answer(self._answers.get_nowait(), self._prefix), encode(HelpAnswer()))

    def taken(self) -> str | None:
        return f"wall-{short_id()}"


MOST_LISTENING = 100
"""Most pages that are told of news, besides those of browsers that may answer."""
MOST_PAGES = 20
"""Most of one address, or of one browser that may answer."""
MOST_KEYS = 50
"""Most browsers that may answer; the one that was let in longest ago loses that right first."""
_VIEWS: dict[str, What] = {"": "wall", "results": "results", "table": "table"}


class WallSite(Site):
    """The pages of one wall. ``come`` tells a table, by its id, that somebody comes."""

    COOKIE = "wall"

    def __init__(
        self, pages: WallPages, come: Callable[[str], None], *, now: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__()
        self.broadcast = Broadcast()
        self._pages = pages
        self._come = come
        self._now = now
        self._shown = pages.turning.page(now())
        self._frames: dict[BrowserView, WallFrame] = {}
        self._keys: list[str] = []
        """Digests of the keys of browsers that may answer."""
        self._secret = secrets.token_urlsafe(24)
        self.app = application(
            [
                self.get("/", self._page_of("wall")),
                self.get("/results", self._page_of("results")),
                self.get("/table/{table}", self._page_of("table")),
                self.get("/events", self._events),
                self.get("/let-in/{secret}", self._door),
                self.post("/let-in/{secret}", self._let_in),
                self.post("/come", self._promise),
            ]
        )

    @property
    def door(self) -> str:
        """The path by which one browser is let in. It changes when it is used."""
        return f"let-in/{self._secret}"

    def publish(self) -> None:
        """Tell browsers what has changed for them, because something is new or time has passed; in the loop's
        thread."""
        self._shown = self._pages.turning.page(self._now())
        self._frames.clear()
        self.broadcast.publish()

    def close(self) -> None:
        """Browsers get no more news; in any thread."""
        self.broadcast.close()

    def _page_of(self, what: What) -> Handler:
        async def page(call: Call) -> Response:
            view = self._view(call, what, call.names.get("table", ""))
            return HTMLResponse(self._pages.whole(view, self._frame(view), built()))

        return page

    async def _events(self, call: Call) -> Response:
        """The page at first, and whatever is new on it."""
        name, _, table = call.fields.get("view", "/").removeprefix("/").partition("/")
        if name not in _VIEWS:
            return nothing()
        view = self._view(call, _VIEWS[name], table)
        who = StreamLimit(call.key, MOST_PAGES)
        if not view.answers:
            who = StreamLimit(call.origin, MOST_PAGES, "looking", MOST_LISTENING)
        return self.broadcast.respond(who, lambda: self._news_for(view))

    def _news_for(self, view: BrowserView) -> AsyncGenerator[bytes, None]:
        shown: WallFrame | None = None

        async def update() -> bytes:
            nonlocal shown
            before, shown = shown, self._frame(view)
            if before is None:
                return event(built(), event="built") + event(shown.html, event="page")
            if shown.key != before.key:
                return event(shown.html, event="page")
            changed = [part for name, part in shown.parts.items() if part != before.parts.get(name)]
            return event("".join(changed), event="parts") if changed else b""

        return self.broadcast.events(update, lambda: event("yes", event="here"))

    def _frame(self, view: BrowserView) -> WallFrame:
        frame = self._frames.get(view)
        if frame is None:
            frame = self._frames[view] = self._pages.frame(view, self._now(), self._shown)
        return frame

    def _view(self, call: Call, what: What, table: str) -> BrowserView:
        language = call.request.query_params.get("language", "")
        spoken = language if language in LANGUAGES else call.language
        return BrowserView(what, table if TABLE_ID.fullmatch(table) else "", spoken, self._answers(call))

    def _answers(self, call: Call) -> bool:
        return bool(call.key) and _digest(call.key) in self._keys

    def _knows_secret(self, call: Call) -> bool:
        return secrets.compare_digest(call.names["secret"].encode(), self._secret.encode())

    async def _door(self, call: Call) -> Response:
        right = self._knows_secret(call)
        page = self._pages.door(self._view(call, "wall", "").language, call.request.url.path, built(), right=right)
        return HTMLResponse(page, 200 if right else 404)

    async def _let_in(self, call: Call) -> Response:
        if not self._knows_secret(call):
            return await self._door(call)
        self._secret = secrets.token_urlsafe(24)
        key = secrets.token_urlsafe(24)
        self._keys = [*self._keys, _digest(key)][-MOST_KEYS:]
        return self.forward(call, key)

    async def _promise(self, call: Call) -> Response:
        if not self._answers(call):
            return plain_page(403, call.language)
        self._come(call.fields.get("table", ""))
        self.publish()
        return self.forward(call, None)


@cache
def built() -> str:
    """A word that changes with the script and the style sheet of the wall."""
    return blake2s((address("wall.js") + address("wall.css")).encode(), digest_size=6).hexdigest()


def _digest(key: str) -> str:
    """Only digests of keys are kept: one who reads them gets no access."""
    return hashlib.sha256(key.encode()).hexdigest()


logger = logging.getLogger(__name__)

PORT = 8430
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
        self._listening = listening
        self._lost: float | None = None
        listening.open(self.site.app, "wall", limited=limited, beside=self._keep_up)

    @property
    def home(self) -> str:
        return self._listening.home

    @property
    def homes(self) -> Sequence[str]:
        """The addresses at which it is seen now, the likeliest first."""
        return self._listening.homes

    def when_moved(self, call: Callable[[], object]) -> None:
        """Have this called, in another thread, when there are other addresses."""
        self._listening.changed = call

    @property
    def door(self) -> str:
        """The address that gives one browser the right to answer calls for help."""
        return self.home + self.site.door

    def close(self) -> None:
        self.site.close()
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
        while not self.site.broadcast.closing:
            try:
                now = time.monotonic()
                for one in islice(self.hearing.messages(), AT_ONCE):
                    self.wall.hear(one.topic, one.payload, retained=one.retained, now=one.at)
                self.wall.check(now, there=self.hearing.trouble is None)
                self.pages.broken = self._broken(now)
                # Once a second without any message, too: time passes, pages turn.
                if self.wall.rev != rev or now - updated >= 1.0:
                    self.wall.forget(now)
                    self.pages.forget()
                    rev, updated = self.wall.rev, now
                    self.site.publish()
            except Exception:
                logger.exception("the wall has stumbled")
            await asyncio.sleep(TURN_EVERY)

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
