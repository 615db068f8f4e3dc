"""The page with one sentence that a browser gets when there is no other page for it, and its language."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, Response
from starlette.types import Scope

from companion.core.texts import T, Text
from companion.language import LANGUAGES
from companion.web.html import Templates

_NOT_OURS = T("Your browser has sent something that these pages do not send. Nothing was changed.")
_WAIT = T("That was too much at once. Wait a moment, then load the page again.")
SENTENCES: Mapping[int, Text] = MappingProxyType(
    {
        400: _NOT_OURS,
        401: T("This phone has no access to that any more, so nothing was kept. Ask for it on the first page."),
        403: T("That came from another site, so nothing was done."),
        404: T("There is no such page here."),
        405: _NOT_OURS,
        408: T("What you sent did not arrive as a whole. Nothing was changed; try again."),
        411: _NOT_OURS,
        413: T("That is too large to be sent here. Nothing was changed."),
        414: _NOT_OURS,
        415: _NOT_OURS,
        421: T("The table does not answer to that name. Use this address:"),
        429: _WAIT,
        431: _NOT_OURS,
        500: T("Something has gone wrong here. Go back and try again; the game is saved."),
        503: _WAIT,
    }
)
"""By HTTP status."""

TEMPLATES = Templates({"first_page": T("To the first page")})


def plain_page(status: int, language: str, home: str = "/", **headers: str) -> Response:
    """The page for an HTTP status, with a link to ``home``."""
    if status == 408:
        # The rest of what was to be sent is not waited for.
        headers["connection"] = "close"
    return HTMLResponse(_text(status, language, home), status, headers)


@lru_cache(64)
def _text(status: int, language: str, home: str) -> str:
    return TEMPLATES.filled("plain.html", language, sentence=SENTENCES[status], home=home, language=language)


def language_of(scope: Scope) -> str:
    """The first language that a browser asks for, of those that there are; English for any other."""
    for part in Headers(scope=scope).get("accept-language", "")[:200].split(","):
        code = part.strip()[:2].lower()
        if code in LANGUAGES:
            return code
    return "en"
