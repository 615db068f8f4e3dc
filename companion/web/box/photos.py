"""Photographing the cards of a deck with a phone, one after the other: each photo is straightened and kept at once."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import Scope

from companion.core.refusals import BadPack, Refused
from companion.core.texts import P, T, Words
from companion.packs.editing.box import OpenBox
from companion.packs.editing.tables import Table, new_id
from companion.packs.own import why_not
from companion.packs.photos.keeping import can_straighten, keep_picture, turn_picture
from companion.packs.photos.reading import PhotoReader
from companion.packs.pictures import FORMATS, photo_name, photographed, pictures_of, stem_of
from companion.web.box import pages
from companion.web.server import STATUS, Allowance, nothing, on_to

if TYPE_CHECKING:
    from companion.web.box.pages import PageRequest
    from companion.web.box.site import BoxSite

LONGEST = 12 * 1024 * 1024
"""Bytes of a photo."""
UPLOADS = Allowance(LONGEST, ("multipart/form-data",))
PATIENCE = 90.0
"""Seconds that a phone has to send one."""
MOST = 1000
"""So many pictures a box has at most."""
_UPLOAD = re.compile(r"/box/of/[^/]+/[^/]+/photos(/[^/]+)?")
BUSY = T("Another photo is being looked at just now. Try again in a moment.")


class CardPhoto(Struct, frozen=True):
    """A card on the page: its id, what it is called, and the address of its picture; empty if it has none."""

    id: str
    name: Words
    picture: str


def allowance(scope: Scope) -> Allowance | None:
    """What a photo may be, for the addresses that take one."""
    return UPLOADS if scope["method"] == "POST" and _UPLOAD.fullmatch(scope["path"]) else None


class PhotoPages:
    """The addresses under ``/box/of/BOX/TABLE/photos``. One photo is read at a time."""

    def __init__(self, site: BoxSite) -> None:
        self._site = site
        self._reading = False
        self._reader = PhotoReader()
        self._next: asyncio.Task[None] | None = None
        at = "/of/{box}/{table}/photos"
        self.routes: list[BaseRoute] = [
            *site.page(at, _list),
            Route(f"/box{at}", self._take, methods=["POST"]),
            *site.page(f"{at}/{{card}}", _card),
            Route(f"/box{at}/{{card}}", self._take, methods=["POST"]),
            Route(f"/box{at}/{{card}}/picture", site.for_insiders(_picture)),
            Route(f"/box{at}/{{card}}/turn", self._changing(turn_picture), methods=["POST"]),
            Route(f"/box{at}/{{card}}/away", self._changing(_take_away), methods=["POST"]),
        ]

    async def _take(self, request: Request) -> Response:
        """A photo: of the card that the address names, or of a further one."""
        check = await self._answer(request, _may_take)
        if check.status_code != 200:
            return check
        if self._reading:
            return await self._refused(request, BUSY, "stale")
        self._reading = True
        try:
            kind = request.headers.get("content-type", "")
            ready = asyncio.create_task(asyncio.to_thread(self._reader.prepare))
            body = await asyncio.wait_for(request.body(), PATIENCE)
            await ready
            read = await asyncio.to_thread(self._reader.read, body, kind)
            self._next = asyncio.create_task(asyncio.to_thread(self._reader.prepare))
            if read.refused is not None:
                return await self._refused(request, read.refused, "malformed")
            return await self._changed(request, lambda box, card: keep_picture(box, card, read.jpeg), read.straight)
        except (ClientDisconnect, TimeoutError):
            return Response(status_code=400)
        finally:
            self._reading = False

    def close(self) -> None:
        """Nobody photographs any more."""
        self._reader.close()

    def _changing(self, change: Callable[[Path, str], None]) -> Callable[[Request], Awaitable[Response]]:
        async def answer(request: Request) -> Response:
            return await self._changed(request, change)

        return answer

    async def _changed(self, request: Request, change: Callable[[Path, str], None], straight: bool = True) -> Response:
        """Change the picture of a card in the box, beside the thread in which people play: disks are slow."""
        wanted: list[tuple[Path, str]] = []

        def choose(asked: PageRequest) -> Response:
            _may_take(asked)
            wanted.append((asked.box.path, asked.named.get("card") or _new(asked.box, _table(asked))))
            return Response()

        check = await self._answer(request, choose)
        if not wanted:
            return check
        path, card = wanted[0]
        try:
            await asyncio.to_thread(change, path, card)
        except BadPack as bad:
            return await self._refused(request, T("The photo cannot be kept: {why}.", why=bad.problems[0].words))
        except OSError as no:
            return await self._refused(request, T("The photo cannot be kept: {why}.", why=why_not(no)))
        return await self._answer(request, lambda asked: on_to(_known(asked, card, straight=straight)))

    async def _refused(self, request: Request, told: Words, code: str = "illegal") -> Response:
        return await self._answer(request, lambda asked: HTMLResponse(_page(asked, told=told), STATUS[code]))

    async def _answer(self, request: Request, answer: Callable[[PageRequest], Response]) -> Response:
        return await self._site.for_insiders(answer)(Request(request.scope, _no_body))


async def _no_body() -> dict[str, Any]:
    """The form of a request whose body has been read already."""
    return {"type": "http.request", "body": b"", "more_body": False}


# The pages.


def _list(asked: PageRequest) -> str:
    return _page(asked)


def _page(asked: PageRequest, told: Words | None = None) -> str:
    """The cards with their photos, and those that have none yet; the next one can be taken."""
    box, table = asked.box, _table(asked)
    cards = _cards(box, table)
    there = [one for one in cards if one.picture]
    wanted = asked.named.get("card") or asked.sent.get("card", "")
    card = next((one for one in cards if one.id == wanted), None)
    missing = [one for one in cards if not one.picture]
    further = _further(asked, table)
    if card is None and not further and missing:
        card = missing[0]
    many = T("{n} of {printed} have a photo", n=len(there), printed=max(table.printed, len(cards)))
    return pages.inside(
        asked, "photos.html", box=box, table=table, name=box.called(table.path), here=_at(box, table), many=many,
        there=there, missing=missing, card=card, told=told, whole=not can_straighten(),
        new=further,
    )  # fmt: skip


def _card(asked: PageRequest) -> str:
    """The photo that was taken: the next one, or something else with this one."""
    box, table = asked.box, _table(asked)
    cards = _cards(box, table)
    card = next((one for one in cards if one.id == asked.named["card"]), None)
    if card is None:
        raise Refused("unknown", T("There is no such card in this box."))
    if not card.picture:
        return _page(asked)
    after = cards[cards.index(card) + 1 :]
    following = next((one for one in after if not one.picture), None)
    further = _further(asked, table)
    if following is None and not further:
        following = next((one for one in cards if not one.picture), None)
    last = following is None and not further
    lost = asked.sent.get("found") == "0" and can_straighten()
    found = T("No card was found in it, so all of the photo is kept.") if lost else None
    return pages.inside(
        asked, "photo.html", box=box, table=table, name=box.called(table.path), here=_at(box, table), card=card,
        following=following, last=last, found=found, whole=not can_straighten(),
    )  # fmt: skip


def _picture(asked: PageRequest) -> Response:
    """The picture of a card, as it lies in the box."""
    box, table = asked.box, _table(asked)
    file = pictures_of(box.path).get(asked.named["card"])
    if file is None or asked.named["card"] not in {one.id for one in _cards(box, table)}:
        return nothing()
    kind = f"image/{FORMATS[file.suffix.lower()].lower()}"
    return FileResponse(file, media_type=kind, headers={"cache-control": "private, max-age=31536000, immutable"})


def _cards(box: OpenBox, table: Table) -> Sequence[CardPhoto]:
    """All cards of a table: its rows, then those that have a photo alone."""
    pictures, rows = pictures_of(box.path), box.rows(table.path)
    names = {
        row["id"]: box.row_name(table.path, row, n) for n, row in enumerate(rows) if isinstance(row.get("id"), str)
    }
    names |= {id_: photo_name(id_) for id_ in photographed(table.name, pictures, names)}
    return [CardPhoto(id_, name, _seen(box, table, id_, pictures.get(id_))) for id_, name in names.items()]


def _seen(box: OpenBox, table: Table, id_: str, file: Path | None) -> str:
    """Where a picture is; at another address once it is another one, so that browsers may keep it."""
    try:
        return "" if file is None else f"{_at(box, table)}/{id_}/picture?{file.stat().st_mtime_ns}"
    except OSError:
        return ""


def _at(box: OpenBox, table: Table) -> str:
    return f"{pages.table_address(box, table)}/photos"


# What is done.


def _table(asked: PageRequest) -> Table:
    table = pages.table_of(asked)
    if asked.box.bundled:
        pages.changeable(asked)
    if not pages.can_have_pictures(asked.box, table):
        raise Refused("illegal", T("These have no pictures: only cards do."))
    return table


def _further(asked: PageRequest, table: Table) -> bool:
    """True where a card can be photographed of which nothing is known yet."""
    return asked.box.may_be_partial(table.path) and asked.desk.fixed(asked.box) is None


def _may_take(asked: PageRequest) -> Response:
    """Whether a photo is read at all; nothing is worked out for whoever may not."""
    table = _table(asked)
    card = asked.named.get("card")
    if card is None and not _further(asked, table):
        raise Refused("illegal", T("All of these are known already. Tap the one that you photograph."))
    if card is not None and card not in {one.id for one in _cards(asked.box, table)}:
        raise Refused("unknown", T("There is no such card in this box."))
    if len(pictures_of(asked.box.path)) >= MOST:
        raise Refused("illegal", P("No box has more than {n} picture.", "No box has more than {n} pictures.", MOST))
    return Response()


def _known(asked: PageRequest, card: str, *, straight: bool) -> str:
    """The box has as many cards as it has photos of at least; gives the page of the card."""
    box, table = asked.box, _table(asked)
    pictures = pictures_of(box.path)
    alone = len(photographed(table.name, pictures, {one["id"] for one in _with_ids(box, table)}))
    if alone > table.unknown and _further(asked, table):
        box.set_printed(table.path, table.known + alone)
    asked.desk.tell()
    there = card in pictures
    return f"{_at(box, table)}/{card}?found={int(straight)}" if there else _at(box, table)


def _new(box: OpenBox, table: Table) -> str:
    taken = {str(one["id"]) for one in _with_ids(box, table)} | pictures_of(box.path).keys()
    return new_id("", taken, stem_of(table.name))


def _with_ids(box: OpenBox, table: Table) -> list[dict[str, Any]]:
    return [row for row in box.rows(table.path) if isinstance(row.get("id"), str)]


def _take_away(box: Path, card: str) -> None:
    keep_picture(box, card, None)
