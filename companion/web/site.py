"""What all sites share: requests read without trust, the cookie with a browser's key, refusals, and news for browsers.

``Site`` is the base of the pages of a table, of boxes and of a wall; ``PhoneSite`` of those that phones ask to use.
"""

from __future__ import annotations

import asyncio
import time
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import AsyncGenerator, Awaitable, Callable, Hashable, Mapping, Sequence
from contextlib import aclosing, suppress
from copy import copy
from hashlib import sha256
from typing import NamedTuple, TypeAlias
from urllib.parse import parse_qsl

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import Receive, Scope, Send

from companion.core.refusals import Refused
from companion.core.texts import T, Text
from companion.language import LANGUAGES
from companion.scene.palette import THEMES
from companion.web.actions import whole_number
from companion.web.connections import origin
from companion.web.html import files, qr
from companion.web.phones import NOT_WAITING, REQUEST_LIFETIME, Phone, PhoneRegistry
from companion.web.plain import language_of, plain_page
from companion.web.server import Allowance
from companion.web.service import Busy, JobQueue

Fields: TypeAlias = dict[str, str]
"""What a browser sends, by name."""

TABLE_COOKIE = "key"
"""The cookie of the pages of a table, as in ``cookie_name``."""
A_DAY = 86400
MOST_FIELDS = 200
"""Most fields of a form."""
MOST_ANSWERED = 400
"""Most forms that are remembered with their responses; the one that was sent longest ago goes first."""
STATUS = {"stale": 409, "illegal": 409, "nothing": 409, "over": 409, "unknown": 404, "malformed": 400}
"""The HTTP status of a refusal, by its code."""
BEAT = 3.0
"""Seconds without news after which a browser that listens gets a sign of life: pages miss it after 8."""
BUSY_WAIT = 1.0
"""Seconds after which a busy queue is asked again."""
UPLOADS = Allowance(12 * 1024 * 1024, ("multipart/form-data",), 90.0)
"""What the form with a photo may be, and in how many seconds a phone has to send it."""
BUSY_PHOTO = T("Another photo is being looked at just now. Try again in a moment.")
_TYPES = {"svg": "image/svg+xml", "css": "text/css", "js": "text/javascript"}


class Call(NamedTuple):
    """A request of a browser. Nothing in it is trusted."""

    key: str
    """The key in the site's cookie; empty without one."""
    language: str
    """The first language that the browser asks for, of those that there are; English for any other."""
    fields: Fields
    """The fields of a form that is sent, otherwise those of the query."""
    names: Mapping[str, str]
    """The variable parts of the address."""
    request: Request

    @property
    def origin(self) -> str:
        """Where the request comes from, as in ``connections.origin``."""
        return origin(self.request.client.host if self.request.client else "")


Handler: TypeAlias = Callable[[Call], Awaitable[Response]]


class Site:
    """Pages and forms at addresses. ``COOKIE`` is the cookie with a browser's key, as in ``cookie_name``; it is sent to
    pages below ``HOME``."""

    COOKIE = TABLE_COOKIE
    HOME = "/"

    def __init__(self) -> None:
        self._answered: OrderedDict[bytes, asyncio.Future[Response | None]] = OrderedDict()
        """The latest forms that were sent, by ``_fingerprint``, and their responses; None for one that failed."""

    async def refusal(self, call: Call, no: Refused) -> Response:
        """The response to a request that is refused."""
        return plain_page(STATUS[no.code], call.language)

    def get(self, path: str, handler: Handler) -> Route:
        async def answer(request: Request) -> Response:
            return await self._handled(handler, self._call(request, dict(request.query_params)))

        return Route(path, answer)

    def post(self, path: str, handler: Handler, most: int = MOST_FIELDS) -> Route:
        """A form with at most so many fields; anything else gets status 400."""

        async def answer(request: Request) -> Response:
            fields = await _form(request, most)
            if isinstance(fields, int):
                return plain_page(fields, language_of(request.scope))
            call = self._call(request, fields)
            return await self._answered_once(call, lambda: self._handled(handler, call))

        return Route(path, answer, methods=["POST"])

    def upload(self, path: str, handler: Handler) -> Route:
        """A file; the handler reads the body itself."""

        async def answer(request: Request) -> Response:
            call = self._call(request, {})
            return await self._answered_once(call, lambda: self._handled(handler, call))

        return Route(path, answer, methods=["POST"])

    async def _answered_once(self, call: Call, answer: Callable[[], Awaitable[Response]]) -> Response:
        """The response to a form. If it comes again, as by a second tap, nothing is done, and the response is the
        first one again."""
        form = _fingerprint(call)
        if form is None:
            return await answer()
        before = self._answered.get(form)
        if before is not None:
            response = await asyncio.shield(before)
            if response is not None:
                return _again(response)
        first = self._answered[form] = asyncio.get_running_loop().create_future()
        while len(self._answered) > MOST_ANSWERED:
            self._answered.popitem(last=False)
        response = None
        try:
            response = await answer()
        finally:
            good = response is not None and response.status_code < 400
            first.set_result(response if good else None)
        return response

    async def _handled(self, handler: Handler, call: Call) -> Response:
        try:
            return await handler(call)
        except Refused as no:
            return await self.refusal(call, no)

    def _call(self, request: Request, fields: Fields) -> Call:
        key = key_of(request, self.COOKIE)
        return Call(key, language_of(request.scope), fields, request.path_params, request)

    def forward(self, call: Call, key: str | None) -> Response:
        """Redirect to the first page, with a cookie if the browser has a new key."""
        answer = redirect(self.HOME)
        if key:
            name = cookie_name(call.request, self.COOKIE)
            answer.set_cookie(name, key, max_age=A_DAY, path=self.HOME, httponly=True, samesite="strict")
        return answer


def _fingerprint(call: Call) -> bytes | None:
    """What tells a form that was sent from all others; None without the number of its page."""
    request = call.request
    once = call.fields.get("once", request.query_params.get("once", ""))
    # A phone's own numbers are counted, and mean nothing without its key: a browser that has lost it must not get the
    # response to another one. Other numbers are on one page in the world, perhaps on one that gave the browser its key.
    if not once or (once.isdecimal() and not call.key):
        return None
    whose = call.key if once.isdecimal() else ""
    sent = [whose, once, request.url.path, request.headers.get("content-length", ""), sorted(call.fields.items())]
    return sha256(repr(sent).encode()).digest()


def _again(response: Response) -> Response:
    """A copy of a response, since a response is used up when it is sent."""
    found = copy(response)
    found.raw_headers = list(response.raw_headers)
    return found


def cookie_name(request: Request, name: str) -> str:
    """The name of a cookie as browsers get it: with the port, because a browser keeps one cookie of a name for all
    ports of a machine, and there may be two tables on it."""
    return f"{name}-{request.scope['server'][1]}"


def key_of(request: Request, name: str) -> str:
    """The key in a cookie of this server; empty without one."""
    return request.cookies.get(cookie_name(request, name), "")


def redirect(address: str) -> Response:
    return RedirectResponse(address, 303)


async def _form(request: Request, most: int) -> Fields | int:
    """The fields of a form. The status for anything else, for more than ``most`` fields, and for what does not arrive
    as a whole."""
    try:
        body = await request.body()
        return dict(parse_qsl(body.decode(), keep_blank_values=True, strict_parsing=bool(body), max_num_fields=most))
    except ClientDisconnect:
        return 408
    except ValueError:
        return 400


async def photo_body(call: Call) -> tuple[bytes, str]:
    """The body of the form with a photo, and its content type. Raises ``ClientDisconnect`` if it does not arrive."""
    return await call.request.body(), call.request.headers.get("content-type", "")


# Sites that phones ask to use.


class PhoneSite(Site, ABC):
    """The pages of a service for phones that were admitted: its entrance, consent, and settings.

    ``homes`` returns the addresses of the server, the likeliest first. What phones do happens in the thread of
    ``jobs``.
    """

    MASTER = "/table"
    """The path of the page by which one browser becomes the table."""
    STRANGER: Text
    """What a phone without access is refused with."""
    TABLE_ONLY: Text
    """What others than the table are refused with."""

    def __init__(self, jobs: JobQueue, registry: PhoneRegistry, homes: Callable[[], Sequence[str]]) -> None:
        super().__init__()
        self.registry = registry
        self.homes = homes
        self._jobs = jobs
        prefix = self.HOME.rstrip("/")
        self.routes: list[BaseRoute] = [
            self.get(self.HOME, self._home),
            self.get(f"{prefix}/join.svg", self._qr),
            self.get(f"{self.MASTER}/{{master}}", self._master),
            self.action(f"{self.MASTER}/{{master}}", self._become_table),
            self.post(f"{prefix}/wish", self._wish),
            self.action(f"{prefix}/leave", self._leave),
            self.action(f"{prefix}/settings", self._change_settings),
            self.action(f"{prefix}/admit", self._admit),
            self.action(f"{prefix}/readmit", self._readmit),
            self.action(f"{prefix}/send-away", self._send_away),
        ]

    @property
    def joins(self) -> Sequence[str]:
        """The addresses that phones can open, the likeliest first."""
        return [one.rstrip("/") + self.HOME for one in self.homes()]

    @property
    def join(self) -> str:
        return self.joins[0]

    @property
    def master(self) -> str:
        """The address by which one browser becomes the table."""
        return f"{self.homes()[0].rstrip('/')}{self.MASTER}/{self.registry.master}"

    def action(self, path: str, do: Callable[[Call], str | None]) -> Route:
        """A form that changes something and leads back home. ``do`` runs in the thread of ``jobs`` and returns a new
        key for the cookie, or None."""

        return self.post(path, self._doing(do))

    def _doing(self, do: Callable[[Call], str | None]) -> Handler:
        def counted(call: Call) -> str | None:
            key = do(call)
            phone = self.registry.phone(key or call.key)
            if phone is not None and "once" in call.fields:
                phone.forms += 1
            return key

        async def answer(call: Call) -> Response:
            return self.forward(call, await self._jobs.result(lambda: counted(call)))

        return answer

    async def _wish(self, call: Call) -> Response:
        """Ask for access. A phone that nobody answers is told so, and the question is asked no more."""
        response = await self._doing(self._request_access)(call)
        asyncio.get_running_loop().call_later(REQUEST_LIFETIME + 1, self._expire)
        return response

    def _expire(self) -> None:
        with suppress(Busy):
            self._jobs.submit(lambda: self.registry.expire(time.monotonic()))

    @abstractmethod
    async def _home(self, call: Call) -> Response:
        """The first page."""

    @abstractmethod
    def master_page(self, language: str, address: str, *, right: bool) -> str:
        """The page by which a browser becomes the table; ``right`` is False for an outdated address."""

    async def _qr(self, call: Call) -> Response:
        at = whole_number(call.fields.get("n")) or 0
        joins = self.joins
        join = joins[at] if 0 < at < len(joins) else joins[0]
        return Response(qr(join), media_type="image/svg+xml")

    async def _master(self, call: Call) -> Response:
        right = await self._jobs.result(lambda: self.registry.is_master(call.names["master"]))
        return HTMLResponse(self.master_page(call.language, call.request.url.path, right=right), 200 if right else 404)

    # In the thread of the jobs.

    def _become_table(self, call: Call) -> str:
        return self.registry.become_table(call.key, call.names["master"], call.language)[0]

    @abstractmethod
    def _request_access(self, call: Call) -> str:
        """Ask for access; returns the key."""

    def _leave(self, call: Call) -> None:
        self.registry.leave(self._known(call))

    def _change_settings(self, call: Call) -> None:
        phone, language, theme = self._known(call), call.fields.get("language"), call.fields.get("theme")
        if language in LANGUAGES:
            phone.language = language
        if theme in ("", *THEMES):
            phone.theme = theme

    def _admit(self, call: Call) -> None:
        self._require_table(call)
        registry = self._registry_of(call)
        number = whole_number(call.fields.get("request"))
        registry.answer(number or 0, yes=call.fields.get("yes") == "1", now=time.monotonic())

    def _readmit(self, call: Call) -> None:
        self._require_table(call)
        number = whole_number(call.fields.get("returning")) or 0
        self._registry_of(call).readmit(number, yes=call.fields.get("yes") == "1", now=time.monotonic())

    def _send_away(self, call: Call) -> None:
        self._require_table(call)
        self.send_away(call, named(call, self._registry_of(call)))

    def send_away(self, call: Call, phone: Phone) -> None:
        self.registry.send_away(phone)

    def _registry_of(self, call: Call) -> PhoneRegistry:
        return self.registry

    def _known(self, call: Call) -> Phone:
        """The phone that calls, whose message is done with. Refused, ``unknown``: it has no access."""
        phone = self.registry.phone(call.key)
        if phone is None:
            raise Refused("unknown", self.STRANGER)
        phone.message = None
        return phone

    def _require_table(self, call: Call) -> None:
        if not self._known(call).table:
            raise Refused("illegal", self.TABLE_ONLY)


def named(call: Call, registry: PhoneRegistry) -> Phone:
    phone = registry.by_id(call.fields.get("phone", ""))
    if phone is None:
        raise Refused("stale", NOT_WAITING)
    return phone


# News for browsers.


class StreamLimit(NamedTuple):
    """Who listens, and how many may: a further stream of the same ``owner`` takes the place of its oldest; a group that
    has no room for another owner's gets no more."""

    owner: Hashable
    each: int
    """Most streams of this owner."""
    group: str = ""
    room: int | None = None
    """Most streams of the group; None: there is always room."""


class Stream(Response):
    """The response to a browser that listens. It is counted before anything is answered; status 503 if there is no
    room."""

    def __init__(
        self, broadcast: Broadcast, who: StreamLimit, events: Callable[[], AsyncGenerator[bytes, None]]
    ) -> None:
        super().__init__(media_type="text/event-stream", headers={"connection": "close"})
        del self.headers["content-length"]
        self.who = who
        self.end = asyncio.Event()
        """Set when another stream takes its place."""
        self._broadcast = broadcast
        self._events = events

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not self._broadcast.admit(self):
            await plain_page(503, language_of(scope), **{"retry-after": "5"})(scope, receive, send)
            return
        parts: list[asyncio.Future[object]] = []
        try:
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            parts += [asyncio.ensure_future(one) for one in (self._tell(send), _gone(receive), self.end.wait())]
            await asyncio.wait(parts, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._broadcast.dismiss(self)
            for part in parts:
                part.cancel()
            ended = await asyncio.gather(*parts, return_exceptions=True)
        for problem in ended:
            if isinstance(problem, Exception):
                raise problem
        await send({"type": "http.response.body", "body": b""})

    async def _tell(self, send: Send) -> None:
        async with aclosing(self._events()) as events:
            async for news in events:
                await send({"type": "http.response.body", "body": news, "more_body": True})


async def _gone(receive: Receive) -> None:
    """Ends when the browser has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass


class Broadcast:
    """Tells browsers by server-sent events what is new."""

    def __init__(self) -> None:
        self.closing = False
        """True once nobody gets news any more."""
        self.news = asyncio.Event()
        """Set at the next news; each has an event of its own."""
        self._streams: list[Stream] = []
        self._loop: asyncio.AbstractEventLoop | None = None

    def respond(self, who: StreamLimit, events: Callable[[], AsyncGenerator[bytes, None]]) -> Response:
        """The response to a browser that listens."""
        return Stream(self, who, events)

    def admit(self, stream: Stream) -> bool:
        """Count a stream, in place of the oldest of the same owner if that has as many as it may; False if its group
        has no room."""
        who = stream.who
        own = [one for one in self._streams if one.who.owner == who.owner]
        if len(own) >= who.each:
            own[0].end.set()
            self.dismiss(own[0])
        elif who.room is not None and sum(one.who.group == who.group for one in self._streams) >= who.room:
            return False
        self._streams.append(stream)
        return True

    def dismiss(self, stream: Stream) -> None:
        """Count a stream no more."""
        self._streams = [one for one in self._streams if one is not stream]

    async def events(
        self, update: Callable[[], Awaitable[bytes]], beat: Callable[[], bytes]
    ) -> AsyncGenerator[bytes, None]:
        """At first and after each news what ``update`` returns, unless it is empty; without news for a while, ``beat``.

        If ``update`` raises ``Busy``, it is called again later.
        """
        self._loop = asyncio.get_running_loop()
        while not self.closing:
            news = self.news
            try:
                event = await update()
            except Busy:
                await asyncio.sleep(BUSY_WAIT)
                continue
            if event:
                yield event
            try:
                await asyncio.wait_for(news.wait(), BEAT)
            except TimeoutError:
                yield beat()

    def publish(self) -> None:
        """There is news; in the loop's thread."""
        news, self.news = self.news, asyncio.Event()
        news.set()

    def publish_soon(self, seconds: float) -> None:
        """The same in so many seconds, from any thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._loop.call_later, seconds, self.publish)

    def close(self) -> None:
        """Nobody gets news any more; in any thread."""
        self.closing = True
        self.publish_soon(0)


def event(text: str, **about: str) -> bytes:
    head = "".join(f"{name}: {value}\n" for name, value in about.items())
    return (head + "".join(f"data: {line}\n" for line in text.splitlines()) + "\n").encode()


# The application around the sites.


def application(*routes: Sequence[BaseRoute]) -> Starlette:
    """The application with these routes, and the files that pages need."""

    async def nothing_there(request: Request, __: Exception) -> Response:
        return plain_page(404, language_of(request.scope))

    async def busy(request: Request, __: Exception) -> Response:
        return plain_page(503, language_of(request.scope), **{"retry-after": "1"})

    async def wrong(request: Request, __: Exception) -> Response:
        return plain_page(500, language_of(request.scope))

    async def no_icon(_: Request) -> Response:
        return Response(status_code=204)

    return Starlette(
        routes=[
            *(route for some in routes for route in some),
            Route("/favicon.ico", no_icon),
            Route("/static/{file}", _static),
        ],
        exception_handlers={404: nothing_there, 405: nothing_there, 500: wrong, Busy: busy},
    )


async def _static(request: Request) -> Response:
    """A file of the pages. Browsers may keep it, because its address changes with its content."""
    name = request.path_params["file"]
    if name not in files():
        return nothing()
    return Response(files()[name], media_type=_TYPES[name.rpartition(".")[2]], headers=KEPT_BY_ALL)


KEPT = {"cache-control": "private, max-age=31536000, immutable"}
"""For pictures that only this browser may keep."""
KEPT_BY_ALL = {"cache-control": "public, max-age=31536000, immutable"}


def nothing() -> Response:
    """There is no such file, or nothing to listen to."""
    return Response(status_code=404)
