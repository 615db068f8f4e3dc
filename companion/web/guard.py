"""Who may speak to the server at all: its own addresses, its own pages, no more than a person could tap.

It stands before everything else, and what it lets through is still nobody until a key says otherwise.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Collection, MutableMapping
from typing import Any, Final, NamedTuple, TypeAlias

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

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
