"""The addresses of the wall, and what is done at each. Anybody in the network may look; who was let in may answer."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import time
from collections.abc import AsyncIterator, Callable
from functools import cache
from hashlib import blake2s

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from companion.club.wall.pages import Frame, Pages, View, What
from companion.language import LANGUAGES
from companion.web.icons import address
from companion.web.serving.asking import form, language_of, no_picture, nothing, nothing_there, static

KEY = "wall"
"""The cookie of a browser that may answer."""
A_DAY = 86400
BEAT = 10.0
"""Seconds after which a browser that hears nothing else hears that the wall is there."""
MOST_LISTENING = 100
MOST_KEYS = 50
_VIEWS: dict[str, What] = {"": "wall", "results": "results", "table": "table"}


class Site:
    """The pages of one wall. ``come`` tells a table, by its id, that somebody comes."""

    def __init__(self, pages: Pages, come: Callable[[str], None], *, now: Callable[[], float] = time.monotonic) -> None:
        self._pages = pages
        self._come = come
        self._now = now
        self._shown = pages.turning.page(now())
        self._news = asyncio.Event()
        self._frames: dict[View, Frame] = {}
        self._keys: list[str] = []
        """Digests: what they open cannot be read out of them."""
        self._secret = secrets.token_urlsafe(24)
        self._listening = 0
        self.closing = False
        """True once nothing new is told to anybody any more."""
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
        """The path by which one browser is let in; another one as soon as it was."""
        return f"let-in/{self._secret}"

    def tell(self) -> None:
        """Something is new, or time has passed: browsers are told what has changed for them. In the loop's thread."""
        self._shown = self._pages.turning.page(self._now())
        self._frames.clear()
        news, self._news = self._news, asyncio.Event()
        news.set()

    def close(self) -> None:
        """Nobody is told anything any more."""
        self.closing = True
        self._news.set()

    # What is read.

    def _look(self, what: What) -> Callable[[Request], object]:
        async def look(request: Request) -> Response:
            view = self._view(request, what, request.path_params.get("table", ""))
            return HTMLResponse(self._pages.whole(view, self._frame(view), built()))

        return look

    async def _events(self, request: Request) -> Response:
        """The page at first, and whatever is new on it."""
        if self._listening >= MOST_LISTENING:
            return Response(status_code=503, headers={"retry-after": "5"})
        path = request.query_params.get("view", "/")
        name, _, table = path.removeprefix("/").partition("/")
        if name not in _VIEWS:
            return nothing()
        view = self._view(request, _VIEWS[name], table)
        return StreamingResponse(self._told(view), media_type="text/event-stream")

    async def _told(self, view: View) -> AsyncIterator[bytes]:
        self._listening += 1
        shown: Frame | None = None
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

    def _frame(self, view: View) -> Frame:
        """What all browsers with this view see until there is news."""
        frame = self._frames.get(view)
        if frame is None:
            frame = self._frames[view] = self._pages.frame(view, self._now(), self._shown)
        return frame

    def _view(self, request: Request, what: What, table: str) -> View:
        language = request.query_params.get("language", "")
        language = language if language in LANGUAGES else language_of(request)
        return View(what, table[:16], language, self._answers(request))

    # What is done.

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
    """Whether there is news within so long."""
    try:
        await asyncio.wait_for(news.wait(), seconds)
    except TimeoutError:
        return False
    return True


@cache
def built() -> str:
    """What tells whether a browser has the script and the looks of now."""
    return blake2s((address("wall.js") + address("wall.css")).encode(), digest_size=6).hexdigest()


def _event(name: str, text: str) -> bytes:
    lines = "".join(f"data: {line}\n" for line in text.splitlines())
    return f"event: {name}\n{lines}\n".encode()


def _digest(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()
