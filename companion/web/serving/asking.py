"""What browsers ask for, read without trust, and the answers that are the same for all pages."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import parse_qsl

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from companion.language import LANGUAGES
from companion.web.icons import STATIC
from companion.web.serving.work import Busy

A_DAY = 86400
MOST_FIELDS = 200
STATUS = {"stale": 409, "illegal": 409, "nothing": 409, "over": 409, "unknown": 404, "malformed": 400}
"""What stands at the head of an answer that refuses something, by the code of the refusal."""
Sent = dict[str, str]
_KINDS = {".svg": "image/svg+xml", ".css": "text/css", ".js": "text/javascript"}


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
    file = STATIC / request.path_params["file"]
    if file.suffix not in _KINDS or not file.is_file() or file.parent != STATIC:
        return nothing()
    kept = {"cache-control": "public, max-age=31536000, immutable"}
    return FileResponse(file, media_type=_KINDS[file.suffix], headers=kept)


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
