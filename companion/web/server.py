"""Serves pages over HTTP in a thread of its own, to browsers at its own addresses only."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Mapping, MutableMapping, Sequence
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias
from urllib.parse import parse_qsl

import uvicorn
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from companion.core.instructions import kind
from companion.core.refusals import UserFacingError
from companion.core.texts import Say, T, Words
from companion.language import LANGUAGES, Language
from companion.scene.scene import Piece
from companion.table.people import isolated
from companion.web.icons import address, files, icon
from companion.web.service import Busy

# Between two threads: what the server wants is done where the table lives, or the box that is changed.
#


# Templates, filled in for whoever reads them: in their language, with everything escaped that is not ours.
#

COMMON = Path(__file__).parent / "templates"
"""Those of the table on phones, of which others use parts."""


@cache
def say_in(language: str) -> Say:
    """Says words in ``language``."""
    return Language(language).say


_say: ContextVar[Say] = ContextVar("say")
"""Says what stands on the page that is being filled in."""


def _said(words: Words | None) -> str:
    return _say.get()(words)


class Templates:
    """The templates of some pages: those in ``folder``, then the common ones; ``words`` are what they say, by the names
    that they use."""

    def __init__(self, words: Mapping[str, Words], folder: Path = COMMON) -> None:
        self._words = words
        self._folders = list(dict.fromkeys((folder, COMMON)))
        self._made: dict[str, Environment] = {}

    def filled(self, name: str, language: str, /, people: Mapping[str, str] | None = None, **about: Any) -> str:
        """A template of the language, filled in; ``people`` are called by their names, by seat."""
        made = self._made.get(language)
        if made is None:
            made = self._made[language] = self._environment(say_in(language))
        before = _say.set(Language(language, isolated(people or {})).say)
        try:
            return made.get_template(name).render(about, people=people or {})
        finally:
            _say.reset(before)

    def _environment(self, say: Say) -> Environment:
        made = Environment(
            loader=FileSystemLoader(self._folders),
            autoescape=True,
            auto_reload=False,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        made.filters["say"] = _said
        made.filters["counted"] = _counted
        made.globals["w"] = {name: say(words) for name, words in self._words.items()}
        made.globals["icon"] = lambda name, more="": Markup(icon(name or "", more))
        made.globals["file"] = address
        return made


def _counted(one: Piece, all_: Sequence[Piece]) -> bool:
    """Whether one piece is shown with its number: as soon as others of its sort are."""
    return any(other.n != 1 for other in all_ if kind(other.icon) == kind(one.icon))


# Who may speak to the server at all: its own addresses, its own pages, no more than a person could tap.
#
# It stands before everything else, and what it lets through is still nobody until a key says otherwise.
#

LONGEST_BODY = 8192
"""Bytes of a form: the longest one there is has less than half as many."""
LONGEST_HEADERS = 8192
LONGEST_PATH = 256
BURST, A_SECOND = 80.0, 20.0
"""So many requests may come at once from one address, and so many a second from then on."""
FOLLOWED = 512
"""Of so many addresses it is known how often they came; the one that came longest ago is forgotten first."""
FORM = "application/x-www-form-urlencoded"


class Allowance(NamedTuple):
    """What a request may send: so many bytes at most, of these kinds."""

    longest: int = LONGEST_BODY
    kinds: Collection[str] = (FORM,)


Allows: TypeAlias = Callable[[Scope], Allowance]
METHODS = ("GET", "HEAD", "POST")

HEADERS: Final = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    # Not "no-referrer": browsers would then hide from us that a form was sent by our own page.
    "referrer-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}


class Guard:
    """The server's door. ``hosts`` are the addresses by which it may be called, as ``192.168.1.5:8420``; ``allows``
    says of a request whether it may send more than a small form, for who has been let in."""

    def __init__(
        self,
        app: ASGIApp,
        hosts: Collection[str],
        *,
        clock: Callable[[], float] = time.monotonic,
        limited: bool = True,
        allows: Allows | None = None,
    ) -> None:
        self._app = app
        self._hosts = frozenset(hosts)
        self._clock = clock
        self._limited = limited
        self._allows = allows or (lambda _: Allowance())
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        status = self._status(scope)
        if status is not None:
            await _with_headers(PlainTextResponse("", status))(scope, receive, send)
            return
        await _with_headers(self._app)(scope, _limited(receive, self._allows(scope).longest), send)

    def _status(self, scope: Scope) -> int | None:
        """Why a request goes no further; None: it may."""
        headers = Headers(scope=scope)
        if headers.get("host", "").lower() not in self._hosts:
            return 421
        if scope["method"] not in METHODS:
            return 405
        if sum(len(name) + len(value) for name, value in scope["headers"]) > LONGEST_HEADERS:
            return 431
        if len(scope["raw_path"] or b"") + len(scope["query_string"]) > LONGEST_PATH:
            return 414
        if self._limited and not self._has_room(scope):
            return 429
        return _foreign(scope, headers, self._allows(scope))

    def _has_room(self, scope: Scope) -> bool:
        address = scope["client"][0] if scope.get("client") else ""
        now = self._clock()
        left, at = self._left.pop(address, (BURST, now))
        left = min(BURST, left + (now - at) * A_SECOND)
        self._left[address] = (left - 1 if left >= 1 else left), now
        while len(self._left) > FOLLOWED:
            self._left.popitem(last=False)
        return left >= 1


def _foreign(scope: Scope, headers: Headers, allowed: Allowance) -> int | None:
    """Refuse what another site has made a browser send, and bodies that are no form of ours."""
    site = headers.get("sec-fetch-site", "none")
    if scope["method"] != "POST":
        opened = headers.get("sec-fetch-mode", "navigate") == "navigate"
        return None if site in ("none", "same-origin") or opened else 403
    if headers.get("origin", "").lower() != f"http://{headers['host'].lower()}" or site not in ("none", "same-origin"):
        return 403
    length = headers.get("content-length", "")
    if not length.isascii() or not length.isdecimal():
        return 411
    if int(length[:9]) > allowed.longest or len(length) > 9:
        return 413
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    return None if kind in allowed.kinds else 415


def _limited(receive: Receive, longest: int) -> Receive:
    """No more of a body than its length has said, whatever is sent."""
    taken = 0

    async def less() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken > longest:
            return {"type": "http.disconnect"}
        return message

    return less


def _with_headers(app: ASGIApp) -> ASGIApp:
    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        async def more(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                headers.setdefault("cache-control", "no-store")
            await send(message)

        await app(scope, receive, more)

    return answer


# A server in a thread of its own: it listens only while it is on, and only where it was told to.
#

MOST_CONNECTIONS = 300
LATEST = 5.0
"""Seconds that the server has to start or to stop."""
ALONE = "127.0.0.1"
"""The address of a machine to itself."""


class NoServer(UserFacingError):
    """Nobody can be served: one sentence that says why."""


def own_address() -> str:
    """The address of this machine in the network around it; ``ALONE`` where there is none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: it only shows by which way something would be.
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return ALONE


class HttpServer:
    """Places at which pages can be asked for, taken before there are any: ``open`` serves them, ``close`` ends it."""

    def __init__(self, addresses: Sequence[str], port: int | None, usual: int) -> None:
        """``addresses`` are where it listens, by default in the network around this machine; ``port`` 0 is any that is
        free, None ``usual`` or, where that is taken, any. ``NoServer`` where that cannot be."""
        self.addresses = list(addresses) or [own_address()]
        self._sockets = _taken(self.addresses, _free(self.addresses, usual) if port is None else port)
        self.port: int = self._sockets[0].getsockname()[1]
        self.home = f"http://{_written(self.addresses[0])}:{self.port}/"
        """The address that a browser opens."""
        self._server: uvicorn.Server | None = None
        self._thread: threading.Thread | None = None

    def open(
        self,
        app: ASGIApp,
        name: str,
        *,
        limited: bool = True,
        allows: Allows | None = None,
        beside: Callable[[], Awaitable[object]] | None = None,
    ) -> None:
        """Serve ``app`` from now on, in a thread called ``name``; ``limited``: no more than people could tap, and
        ``allows`` as for ``Guard``. ``beside`` runs in the same loop, and should end when the server is to close."""
        hosts = {f"{_written(address)}:{self.port}" for address in self.addresses}
        config = uvicorn.Config(
            Guard(app, hosts, limited=limited, allows=allows),
            log_config=None,
            log_level="critical",
            access_log=False,
            lifespan="off",
            ws="none",
            server_header=False,
            limit_concurrency=MOST_CONNECTIONS,
            timeout_keep_alive=15,
            timeout_graceful_shutdown=1,
            h11_max_incomplete_event_size=16384,
            proxy_headers=False,
        )
        self._server = server = uvicorn.Server(config)

        async def serve() -> None:
            await asyncio.gather(server.serve(self._sockets), *([] if beside is None else [beside()]))

        self._thread = threading.Thread(target=lambda: asyncio.run(serve()), name=name, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Nothing listens any more when this is done."""
        if self._server is not None and self._thread is not None:
            self._server.should_exit = True
            self._thread.join(LATEST)
        for one in self._sockets:
            one.close()


def _written(address: str) -> str:
    """An address as it stands before a port."""
    return f"[{address}]" if ":" in address else address.lower()


def _free(addresses: Sequence[str], port: int) -> int:
    try:
        for address in addresses:
            _bound(address, port).close()
    except OSError:
        return 0
    return port


def _taken(addresses: Sequence[str], port: int) -> list[socket.socket]:
    made: list[socket.socket] = []
    try:
        for address in addresses:
            made.append(_bound(address, port if not made or port else made[0].getsockname()[1]))
    except OSError as no:
        for one in made:
            one.close()
        why = no.strerror or str(no)
        raise NoServer(
            T("Pages cannot be shown at {address}, port {n}: {why}.", address=address, n=port, why=why)
        ) from no
    return made


def _bound(address: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind((address, port))
        made.listen(128)
    except OSError:
        made.close()
        raise
    return made


# What browsers ask for, read without trust, and the answers that are the same for all pages.
#

A_DAY = 86400
MOST_FIELDS = 200
STATUS = {"stale": 409, "illegal": 409, "nothing": 409, "over": 409, "unknown": 404, "malformed": 400}
"""What stands at the head of an answer that refuses something, by the code of the refusal."""
Sent = dict[str, str]
_KINDS = {"svg": "image/svg+xml", "css": "text/css", "js": "text/javascript"}


def application(*routes: Sequence[BaseRoute]) -> Starlette:
    """These pages, with the files that they need."""
    return Starlette(
        routes=[
            *(route for some in routes for route in some),
            Route("/favicon.ico", no_picture),
            Route("/static/{file}", static),
        ],
        exception_handlers={404: nothing_there, 405: nothing_there, Busy: busy},
    )


async def form(request: Request, most: int = MOST_FIELDS) -> Sent | None:
    """What a form sends, by name; None for what is no form, or has more than ``most`` fields."""
    try:
        body = await request.body()
        return dict(parse_qsl(body.decode(), keep_blank_values=True, strict_parsing=bool(body), max_num_fields=most))
    except (ClientDisconnect, ValueError):
        return None


def language_of(request: Request) -> str:
    """The language that a browser asks for first, of those that there are; English for any other."""
    for part in request.headers.get("accept-language", "")[:200].split(","):
        code = part.strip()[:2].lower()
        if code in LANGUAGES:
            return code
    return "en"


async def static(request: Request) -> Response:
    """A file of the pages, by its name; browsers may keep it, its address is another one when it is another."""
    name = request.path_params["file"]
    if name not in files():
        return nothing()
    kept = {"cache-control": "public, max-age=31536000, immutable"}
    return Response(files()[name], media_type=_KINDS[name.rpartition(".")[2]], headers=kept)


async def no_picture(_: Request) -> Response:
    """Browsers ask for an icon; pages have none."""
    return Response(status_code=204)


def nothing() -> Response:
    """There is no such page."""
    return Response(status_code=404)


def on_to(address: str, name: str = "", key: str | None = None, path: str = "/") -> Response:
    """Go to another page; with the cookie ``name``, for the pages under ``path``, where there is a new ``key``."""
    answer = RedirectResponse(address, 303)
    if key:
        answer.set_cookie(name, key, max_age=A_DAY, path=path, httponly=True, samesite="strict")
    return answer


async def busy(_: Request, __: Exception) -> Response:
    """Too much waits already: try again soon."""
    return Response(status_code=503, headers={"retry-after": "1"})


async def nothing_there(_: Request, __: Exception) -> Response:
    """The same, for addresses that nobody serves."""
    return nothing()
