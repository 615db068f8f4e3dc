"""What browsers ask for, read without trust, and the answers that are the same for all pages."""

from __future__ import annotations

from urllib.parse import parse_qsl

from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, Response

from companion.language import LANGUAGES
from companion.web.icons import STATIC

MOST_FIELDS = 200
_KINDS = {".svg": "image/svg+xml", ".css": "text/css", ".js": "text/javascript"}


async def form(request: Request) -> dict[str, str] | None:
    """What a form sends, by name; None for what is no form."""
    try:
        body = await request.body()
        return dict(
            parse_qsl(body.decode(), keep_blank_values=True, strict_parsing=bool(body), max_num_fields=MOST_FIELDS)
        )
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


async def nothing_there(_: Request, __: Exception) -> Response:
    """The same, for addresses that nobody serves."""
    return nothing()
