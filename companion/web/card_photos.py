"""?"""

from __future__ import annotations

import asyncio
import io
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import Route
from starlette.types import Scope

from companion.core.refusals import Refused
from companion.core.texts import Words
from companion.packs.photos.naming import CardNamer
from companion.packs.pictures import FORMATS, decoded
from companion.session.session import Session
from companion.web.actions import STALE
from companion.web.box.photos import BUSY, PATIENCE, UPLOADS
from companion.web.pages import KEY, TEMPLATES
from companion.web.server import STATUS, Allowance, language_of, nothing
from companion.web.views import SIDES, CardOption, Viewer, _stamp, answers, moment, recognisable

QUALITY = 82


MOST = 80
"""So many are kept; the one that was asked for longest ago goes first."""


class CardThumbnails:
    """Makes pictures of cards smaller, one at a time, in a thread of its own, and keeps the last ones."""

    def __init__(self) -> None:
        self._made: OrderedDict[tuple[Path, int | None, int], bytes] = OrderedDict()
        self._one = asyncio.Lock()

    async def jpeg(self, file: Path, size: str) -> bytes:
        """The picture in ``file`` as a JPEG of that size; empty if there is none that can be read."""
        about = file, _stamp(file), SIDES[size]
        async with self._one:
            if about not in self._made:
                self._made[about] = await asyncio.to_thread(_smaller, file, SIDES[size])
            self._made.move_to_end(about)
            while len(self._made) > MOST:
                self._made.popitem(last=False)
            return self._made[about]


def _smaller(file: Path, side: int) -> bytes:
    from PIL import Image  # noqa: PLC0415 - few boxes have pictures

    picture = decoded(file, side)
    if picture is None:
        return b""
    paper = Image.new("RGBA", picture.size, "white")
    paper.alpha_composite(picture)
    made = io.BytesIO()
    paper.convert("RGB").save(made, "JPEG", quality=QUALITY)
    return made.getvalue()


AT = "/photo"


class PhotoQuestion(Struct, frozen=True):
    """A question that a photo can answer: what can be said, by the ids of the cards, and the pictures of all cards of
    the deck, those that are elsewhere, too; ``look`` is what the page is filled with."""

    offered: Mapping[str, CardOption]
    pictures: Mapping[str, Path]
    look: dict[str, Any]


Deciding = Callable[[str], tuple[Viewer, dict[str, Any]]]
"""Who has this key, and what its pages are filled with; ``Refused`` if it is nobody."""


class CardRecognition:
    """The pages under ``/photo``. ``at_table`` does something where the table lives, ``who`` says whose a key is,
    ``refusal`` is the page for who may not. One photo is looked at at a time."""

    def __init__(
        self,
        session: Session,
        at_table: Callable[[Callable[[], Any]], Awaitable[Any]],
        who: Deciding,
        refusal: Callable[[str, str, Refused], Awaitable[Response]],
    ) -> None:
        self._session, self._at_table, self._who = session, at_table, who
        self._refusal = refusal
        self._looking = False
        self._namer = CardNamer()
        self._next: asyncio.Task[None] | None = None
        self.routes = [
            Route(AT, self._page),
            Route(AT, self._take, methods=["POST"]),
            Route(f"{AT}/{{card}}", self._picture),
        ]

    @staticmethod
    def allowance(scope: Scope) -> Allowance | None:
        """What a photo may be, for the address that takes one."""
        return UPLOADS if scope["method"] == "POST" and scope["path"] == AT else None

    def close(self) -> None:
        """No further photo comes."""
        self._namer.close()

    async def _page(self, request: Request) -> Response:
        async def shown(asking: PhotoQuestion) -> Response:
            self._next = asyncio.create_task(asyncio.to_thread(self._namer.prepare))
            return self._filled(asking)

        return await self._answered(request, shown)

    async def _take(self, request: Request) -> Response:
        """A photo: the cards that it can be."""
        return await self._answered(request, lambda asking: self._named(request, asking))

    async def _named(self, request: Request, asking: PhotoQuestion) -> Response:
        if self._looking:
            return self._filled(asking, told=BUSY, code="stale")
        self._looking = True
        try:
            body = await asyncio.wait_for(request.body(), PATIENCE)
            kind = request.headers.get("content-type", "")
            named = await asyncio.to_thread(self._namer.name, body, kind, asking.pictures, list(asking.offered))
        except (ClientDisconnect, TimeoutError):
            return Response(status_code=400)
        finally:
            self._looking = False
        if named.refused is not None:
            return self._filled(asking, told=named.refused, code="malformed")
        likely = [asking.offered[card] for card in named.cards]
        by_choice = {(one.n, one.photo): one for one in reversed(likely)}
        found = [one for one in likely if one is by_choice[one.n, one.photo]]
        return self._filled(asking, found=found)

    async def _picture(self, request: Request) -> Response:
        """The picture of a card that can be the one, as it lies in the box."""
        card = request.path_params["card"]

        async def shown(asking: PhotoQuestion) -> Response:
            file = asking.pictures.get(card) if card in asking.offered else None
            if file is None:
                return nothing()
            return FileResponse(file, media_type=f"image/{FORMATS[file.suffix.lower()].lower()}")

        return await self._answered(request, shown)

    async def _answered(self, request: Request, answer: Callable[[PhotoQuestion], Awaitable[Response]]) -> Response:
        key = request.cookies.get(KEY, "")
        try:
            asking: PhotoQuestion = await self._at_table(lambda: self._asking(key))
        except Refused as no:
            return await self._refusal(key, language_of(request), no)
        return await answer(asking)

    def _asking(self, key: str) -> PhotoQuestion:
        """What is asked of this phone now; ``Refused`` where a photo is no answer to it, or not this phone's to give.
        In the thread of the table."""
        viewer, look = self._who(key)
        session = self._session
        offered, pictures = recognisable(session) if self._may_answer(viewer) else ({}, {})
        if not offered:
            raise Refused("stale", STALE)
        return PhotoQuestion(offered, pictures, {**look, "moment": moment(session), "prompt": session.scene.prompt})

    def _may_answer(self, viewer: Viewer) -> bool:
        return self._session.page is None and answers(self._session, viewer)

    def _filled(
        self, asking: PhotoQuestion, *, found: list[CardOption] | None = None, told: Words | None = None, code: str = ""
    ) -> Response:
        about = {**asking.look, "found": found or [], "told": told}
        return HTMLResponse(TEMPLATES.filled("photo.html", asking.look["language"], **about), STATUS.get(code, 200))
