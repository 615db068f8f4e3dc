"""Serves pages over HTTP in a thread of its own, to browsers at its own addresses only."""

from __future__ import annotations

import asyncio
import errno
import ipaddress
import socket
import threading
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Mapping, MutableMapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

import uvicorn
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from companion.core.refusals import UserFacingError
from companion.core.texts import T, listed
from companion.web.addresses import ALONE, NetworkNews, UnknownDevice, own_addresses, resolved
from companion.web.connections import REQUEST_SECONDS, LimitedProtocol, in_a_line, log_in_lines, logger, origin
from companion.web.plain import language_of, plain_page

LONGEST_BODY = 8192
"""Bytes of a form; the longest form has less than half as many."""
LONGEST_HEADERS = 8192
LONGEST_PATH = 256
BURST, A_SECOND = 80.0, 20.0
"""Requests that one address may send at once, and per second from then on."""
FOLLOWED = 512
"""Most addresses whose requests are counted; the one that was seen longest ago is forgotten first."""
FORM = "application/x-www-form-urlencoded"


class Allowance(NamedTuple):
    """What a request may send: the most bytes, the content types, and in how many seconds."""

    longest: int = LONGEST_BODY
    kinds: Collection[str] = (FORM,)
    seconds: float = REQUEST_SECONDS
    stranger: bool = False
    """True if more may be sent there, but not by who sends this."""


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
    """Rejects requests before the application sees them: those that were sent to another name than the address at which
    they arrived or one of ``names``, or come from pages of other sites, those that are too large, and, if ``limited``,
    more than people can tap. The browser gets a page that says so.

    What passes has no access yet. ``allows`` says what a request may send if that is more than a small form.
    """

    def __init__(
        self,
        app: ASGIApp,
        names: Collection[str],
        *,
        limited: bool = True,
        allows: Allows | None = None,
    ) -> None:
        self._app = app
        self._names = frozenset(names)
        self._limited = limited
        self._allows = allows or (lambda _: Allowance())
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        status = self._status(scope)
        if status is not None:
            home = _arrived_at(scope) if status == 421 else "/"
            await _with_headers(plain_page(status, language_of(scope), home))(scope, receive, send)
            return
        try:
            await _with_headers(self._app)(scope, _limited(receive, self._allows(scope)), send)
        except Exception as problem:
            # The browser has its page that says so: here is why.
            logger.error("%s %.120r has failed: %s", scope["method"], scope["path"], in_a_line(problem))

    def _status(self, scope: Scope) -> int | None:
        """The status with which a request is rejected; None if it passes."""
        headers = Headers(scope=scope)
        if not self._is_own(headers.get("host", ""), scope):
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

    def _is_own(self, host: str, scope: Scope) -> bool:
        """True for the address at which a request has arrived, and for names that no other site can lead here: those of
        this machine."""
        address, port = scope["server"]
        name, _, its_port = host.lower().rpartition(":") if host[-1:].isdigit() else (host.lower(), "", "")
        if (its_port or "80") != str(port):
            return False
        name = name.removesuffix(".")
        return name == _in_url(address) or name in self._names or (name == "localhost" and _is_loopback(address))

    def _has_room(self, scope: Scope) -> bool:
        address = origin(scope["client"][0] if scope.get("client") else "")
        now = time.monotonic()
        left, at = self._left.pop(address, (BURST, now))
        left = min(BURST, left + (now - at) * A_SECOND)
        self._left[address] = (left - 1 if left >= 1 else left), now
        while len(self._left) > FOLLOWED:
            self._left.popitem(last=False)
        return left >= 1


def _foreign(scope: Scope, headers: Headers, allowed: Allowance) -> int | None:
    """The status for what another site has made a browser send, and for bodies that are none of our forms."""
    site = headers.get("sec-fetch-site", "none")
    if scope["method"] != "POST":
        opened = headers.get("sec-fetch-mode", "navigate") == "navigate"
        return None if site in ("none", "same-origin") or opened else 403
    own = f"http://{headers['host'].lower()}"
    # Firefox before 70 names the page of a form, but not its origin.
    said = headers.get("origin", own if headers.get("referer", "").lower().startswith(f"{own}/") else "")
    if said.lower() != own or site not in ("none", "same-origin"):
        return 403
    length = headers.get("content-length", "")
    if not length.isascii() or not length.isdecimal():
        return 411
    if int(length[:9]) > allowed.longest or len(length) > 9:
        return 401 if allowed.stranger else 413
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    return None if kind in allowed.kinds else 401 if allowed.stranger else 415


def _limited(receive: Receive, allowed: Allowance) -> Receive:
    """Receives at most as many bytes of a body as are allowed, whatever its length was said to be, and not for longer
    than is allowed. Beyond that, and after a pause as long as a small form may take, it is as if the browser had gone:
    a phone that has lost the network must not keep others from sending a photo."""
    taken, whole = 0, False
    end: float | None = None

    async def less() -> Message:
        nonlocal taken, whole, end
        if whole:
            return await receive()
        end = time.monotonic() + allowed.seconds if end is None else end
        try:
            left = min(end - time.monotonic(), REQUEST_SECONDS)
            message = await asyncio.wait_for(receive(), max(0.0, left))
        except TimeoutError:
            return {"type": "http.disconnect"}
        whole = not message.get("more_body", False)
        taken += len(message.get("body", b""))
        return {"type": "http.disconnect"} if taken > allowed.longest else message

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


def _arrived_at(scope: Scope) -> str:
    """The URL of the address at which a request has arrived, whatever name it was sent to."""
    address, port = scope["server"]
    return f"http://{_in_url(address)}:{port}/"


def _is_loopback(address: str) -> bool:
    return ipaddress.ip_address(_in_url(address).strip("[]").partition("%")[0]).is_loopback


def own_names() -> set[str]:
    """The names by which other machines in the network may know this one."""
    name = socket.gethostname().lower()
    label = name.partition(".")[0]
    return {name, label, f"{label}.local"} - {"", ".local"}


STOP_WITHIN = 5.0
"""Seconds that the server has to stop."""


class NoServer(UserFacingError):
    """Pages cannot be served; the text says why."""


class HttpServer:
    """A server that listens as soon as it is made; ``open`` serves an application, ``close`` ends it.

    While it is open it follows the addresses of this machine: it listens at those that come, and no more at those that
    go. Whoever is connected stays connected.
    """

    def __init__(self, addresses: Sequence[str], port: int | None, usual: int) -> None:
        """Listen at ``addresses`` (or at those of the network devices that are named), by default at all that this
        machine has in its networks, and at ``ALONE``. ``port`` 0 is any free one; None is the ``usual`` one or, if that
        is taken, any. Raises ``NoServer``."""
        self._given = list(addresses)
        try:
            found = self._wanted()
        except UnknownDevice as no:
            raise NoServer(no.text) from no
        if not found:
            raise NoServer(
                T(
                    "The network device {name} has no address yet. Connect it to the network that the phones are in.",
                    name=self._given[0],
                )
            )
        port = _free(found, usual) if port is None else port
        self._sockets = _taken(found, port) if self._given else _taken_as_possible(found, port)
        self.port: int = next(iter(self._sockets.values())).getsockname()[1]
        self.homes: Sequence[str] = self._shown(found)
        """The addresses that a browser can open, the likeliest first."""
        self.changed: Callable[[], object] = lambda: None
        """Called in the thread of the server when there are others."""
        self._server: uvicorn.Server | None = None
        self._thread: threading.Thread | None = None

    @property
    def home(self) -> str:
        return self.homes[0]

    def _wanted(self) -> list[str]:
        """The addresses to listen at now. Raises ``UnknownDevice``."""
        return resolved(self._given) if self._given else [*(one.address for one in own_addresses()), ALONE]

    def _shown(self, found: Sequence[str]) -> list[str]:
        """What people can open, of the addresses that are ``found``."""
        taken = [one for one in found if one in self._sockets]
        shown = [one for one in taken if self._given or one != ALONE] or taken or [ALONE]
        return [f"http://{_in_url(one)}:{self.port}/" for one in _without_wildcards(shown)]

    def open(
        self,
        app: ASGIApp,
        name: str,
        *,
        limited: bool = True,
        allows: Allows | None = None,
        beside: Callable[[], Awaitable[object]] | None = None,
    ) -> None:
        """Serve ``app`` from now on in a thread called ``name``; ``limited`` and ``allows`` as for ``Guard``.
        ``beside`` runs in the same event loop, and must end when the server is to close."""
        log_in_lines()
        config = uvicorn.Config(
            Guard(app, own_names(), limited=limited, allows=allows), http=LimitedProtocol, log_config=None,
            log_level="warning", access_log=False, lifespan="off", ws="none", server_header=False,
            timeout_keep_alive=15, timeout_graceful_shutdown=1, h11_max_incomplete_event_size=16384,
            proxy_headers=False,
        )  # fmt: skip
        self._server = server = uvicorn.Server(config)

        async def serve() -> None:
            following = asyncio.ensure_future(self._follow(server))
            try:
                await asyncio.gather(
                    server.serve(list(self._sockets.values())), *([] if beside is None else [beside()])
                )
            finally:
                following.cancel()
                await asyncio.gather(following, return_exceptions=True)

        self._thread = threading.Thread(target=lambda: asyncio.run(serve()), name=name, daemon=True)
        self._thread.start()

    def close(self) -> None:
        if self._server is not None and self._thread is not None:
            self._server.should_exit = True
            self._thread.join(STOP_WITHIN)
        for one in self._sockets.values():
            one.close()

    # In the thread of the server.

    async def _follow(self, server: uvicorn.Server) -> None:
        """Listen at the addresses that come, and no more at those that go."""
        while not server.started:
            await asyncio.sleep(0.01)
        listening = dict(zip(self._sockets, server.servers, strict=True))
        news = NetworkNews()
        try:
            while True:
                try:
                    await self._listen(server, listening, await asyncio.to_thread(self._wanted))
                except UnknownDevice:
                    # It was there, such as an adapter that was pulled out, and may come back.
                    pass
                except Exception as problem:
                    logger.error("the addresses of this machine are not followed: %s", in_a_line(problem))
                await news.wait()
        finally:
            news.close()

    async def _listen(
        self, server: uvicorn.Server, listening: dict[str, asyncio.base_events.Server], found: Sequence[str]
    ) -> None:
        for one in [one for one in self._sockets if one not in found]:
            server.servers.remove(listening[one])
            listening.pop(one).close()
            self._sockets.pop(one).close()
        for one in found:
            if one in self._sockets:
                continue
            try:
                sock = _bound(one, self.port)
            except OSError as no:
                logger.warning("pages cannot be shown at %s, port %d: %s", one, self.port, no.strerror or no)
                continue
            self._sockets[one] = sock
            listening[one] = await asyncio.get_running_loop().create_server(
                lambda: LimitedProtocol(
                    config=server.config, server_state=server.server_state, app_state=server.lifespan.state
                ),
                sock=sock,
            )
            server.servers.append(listening[one])
        homes = self._shown(found)
        if homes != self.homes:
            self.homes = homes
            self.changed()


def _in_url(address: str) -> str:
    """An address as it is written in a URL. A socket for all addresses of IPv6 has those of IPv4 in the form of
    IPv6."""
    address = address.removeprefix("::ffff:") if "." in address else address
    return f"[{address}]" if ":" in address else address.lower()


def _free(addresses: Sequence[str], port: int) -> int:
    try:
        for address in addresses:
            _bound(address, port).close()
    except OSError:
        return 0
    return port


def _taken(addresses: Sequence[str], port: int) -> dict[str, socket.socket]:
    made: dict[str, socket.socket] = {}
    try:
        for address in addresses:
            made[address] = _bound(address, port or _port_of(made))
    except OSError as no:
        for one in made.values():
            one.close()
        if no.errno == errno.EADDRNOTAVAIL:
            have = listed([one.address for one in own_addresses()] or [ALONE])
            raise NoServer(
                T("{address} is no address of this machine. It has: {addresses}.", address=address, addresses=have)
            ) from no
        why = no.strerror or str(no)
        raise NoServer(
            T("Pages cannot be shown at {address}, port {n}: {why}.", address=address, n=port, why=why)
        ) from no
    return made


def _taken_as_possible(addresses: Sequence[str], port: int) -> dict[str, socket.socket]:
    """The same; an address that has gone meanwhile is left out, as long as there is another one."""
    made: dict[str, socket.socket] = {}
    for address in addresses:
        try:
            made |= _taken([address], port or _port_of(made))
        except NoServer:
            if not made and address == addresses[-1]:
                raise
    return made


def _port_of(made: Mapping[str, socket.socket]) -> int:
    """The port of those that were made; 0 before the first."""
    return next((int(one.getsockname()[1]) for one in made.values()), 0)


def _without_wildcards(addresses: Sequence[str]) -> list[str]:
    """What people can open: in the place of "all addresses" those of this machine."""
    if not any(ipaddress.ip_address(one).is_unspecified for one in addresses):
        return list(addresses)
    return [one.address for one in own_addresses()] or [ALONE]


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
