"""Pictures of the owner's cards on phones, and photos that answer which card was drawn.

A photo only proposes cards: one tap on the right one answers, as any other answer does. Nothing of the photo is kept,
and nothing leaves the machine.
"""

from __future__ import annotations

import asyncio
import io
from collections import OrderedDict
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from msgspec import Struct
from starlette.requests import ClientDisconnect
from starlette.responses import FileResponse, HTMLResponse, Response

from companion.core.refusals import Refused
from companion.core.texts import Words
from companion.packs.photos.naming import CardNamer
from companion.packs.pictures import decoded, media_type
from companion.session.session import Session
from companion.web.actions import STALE
from companion.web.pages import TEMPLATES
from companion.web.service import JobQueue
from companion.web.site import BUSY_PHOTO, STATUS, Call, nothing, photo_body
from companion.web.views import SIDES, CardOption, Viewer, answers, modified, moment, recognisable

QUALITY = 82
"""JPEG quality of pictures on pages."""
MOST_KEPT = 80
"""Most pictures that are kept; the one that was asked for longest ago goes first."""


class CardThumbnails:
    """Scales pictures of cards down, one at a time in a thread of its own, and keeps the latest."""

    def __init__(self) -> None:
        self._made: OrderedDict[tuple[Path, int | None, int], bytes] = OrderedDict()
        self._one = asyncio.Lock()

    async def jpeg(self, file: Path, size: str) -> bytes:
        """A picture as a JPEG of that size; empty if it cannot be read."""
        about = file, modified(file), SIDES[size]
        async with self._one:
            if about not in self._made:
                self._made[about] = await asyncio.to_thread(_scaled_down, file, SIDES[size])
            self._made.move_to_end(about)
            while len(self._made) > MOST_KEPT:
                self._made.popitem(last=False)
            return self._made[about]


def _scaled_down(file: Path, side: int) -> bytes:
    from PIL import Image  # noqa: PLC0415 - few boxes have pictures

    picture = decoded(file, side)
    if picture is None:
        return b""
    paper = Image.new("RGBA", picture.size, "white")
    paper.alpha_composite(picture)
    made = io.BytesIO()
    paper.convert("RGB").save(made, "JPEG", quality=QUALITY)
    return made.getvalue()


class PhotoQuestion(Struct, frozen=True):
    """A question that a photo can answer: the possible cards, and the pictures of all cards of the deck, wherever they
    are; ``values`` is what the page is filled with."""

    options: Mapping[str, CardOption]
    pictures: Mapping[str, Path]
    values: dict[str, Any]


Caller: TypeAlias = Callable[[Call], tuple[Viewer, dict[str, Any]]]
"""Whose page the caller has, and the values of its pages; ``Refused`` if it has no access. In the table's thread."""


class CardRecognition:
    """The pages on which the drawn card is photographed. One photo is looked at at a time."""

    def __init__(self, session: Session, jobs: JobQueue, caller: Caller) -> None:
        self._session = session
        self._jobs = jobs
        self._caller = caller
        self._looking = False
        self._namer = CardNamer()
        self._next: asyncio.Task[None] | None = None

    def close(self) -> None:
        """No further photo comes."""
        self._namer.close()

    async def page(self, call: Call) -> Response:
        """The page on which the card is photographed."""
        asked = await self._question(call)
        self._next = asyncio.create_task(asyncio.to_thread(self._namer.prepare))
        return self._filled(asked)

    async def take(self, call: Call) -> Response:
        """A photo was sent: the page with the likeliest cards."""
        asked = await self._question(call)
        if self._looking:
            return self._filled(asked, message=BUSY_PHOTO, code="stale")
        self._looking = True
        try:
            body, kind = await photo_body(call)
            named = await asyncio.to_thread(self._namer.name, body, kind, asked.pictures, list(asked.options))
        except (ClientDisconnect, TimeoutError):
            return Response(status_code=400)
        finally:
            self._looking = False
        if named.refused is not None:
            return self._filled(asked, message=named.refused, code="malformed")
        likely = [asked.options[card] for card in named.cards]
        by_choice = {(one.n, one.photo): one for one in reversed(likely)}
        return self._filled(asked, found=[one for one in likely if one is by_choice[one.n, one.photo]])

    async def picture(self, call: Call) -> Response:
        """The picture of a possible card, as it is in the box."""
        asked, card = await self._question(call), call.names["card"]
        file = asked.pictures.get(card) if card in asked.options else None
        return nothing() if file is None else FileResponse(file, media_type=media_type(file))

    async def _question(self, call: Call) -> PhotoQuestion:
        """The question to the caller. ``Refused`` if a photo cannot answer it, or it is for somebody else."""

        def asked() -> PhotoQuestion:
            viewer, values = self._caller(call)
            session = self._session
            may_answer = session.page is None and answers(session, viewer)
            options, pictures = recognisable(session) if may_answer else ({}, {})
            if not options:
                raise Refused("stale", STALE)
            return PhotoQuestion(
                options, pictures, {**values, "moment": moment(session), "prompt": session.scene.prompt}
            )

        return await self._jobs.result(asked)

    def _filled(
        self,
        asked: PhotoQuestion,
        *,
        found: list[CardOption] | None = None,
        message: Words | None = None,
        code: str = "",
    ) -> Response:
        values = {**asked.values, "found": found or [], "message": message}
        return HTMLResponse(TEMPLATES.filled("photo.html", asked.values["language"], **values), STATUS.get(code, 200))
