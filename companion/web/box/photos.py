"""Photographing the cards of a deck with a phone, one after the other. Each photo is straightened and kept at once."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from msgspec import Struct
from starlette.requests import ClientDisconnect
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.types import Scope

from companion.core.refusals import BadPack, Refused
from companion.core.texts import P, T, Words
from companion.packs.content import why_not
from companion.packs.editing.box import SQUARES, OpenBox
from companion.packs.editing.proposals import CardProposal, propose
from companion.packs.editing.row_editor import ID
from companion.packs.editing.tables import BoxTable
from companion.packs.photos.background import PrintedCards
from companion.packs.photos.keeping import can_straighten, keep_picture, turn_picture
from companion.packs.photos.printed import not_readable
from companion.packs.photos.reading import PhotoReader
from companion.packs.pictures import BOARD, media_type, picture_size, pictures_of
from companion.web.box import pages
from companion.web.box.pages import PageRequest
from companion.web.box.rows import EditedRow, draft_address
from companion.web.plain import plain_page
from companion.web.site import BUSY_PHOTO, KEPT, STATUS, Call, nothing, photo_body, redirect
from companion.web.views import modified

MOST_PICTURES = 1000
"""Most pictures of a box."""
_UPLOAD = re.compile(r"/box/of/[^/]+/[^/]+/photos(/[^/]+)?")


class CardPhoto(Struct, frozen=True):
    """A card on a page: its id, its name, and the address of its picture; empty if it has none."""

    id: str
    name: Words
    picture: str


def is_upload(scope: Scope) -> bool:
    return scope["method"] == "POST" and _UPLOAD.fullmatch(scope["path"]) is not None


class PhotoPages:
    """Takes, turns and removes photos. ``admitted`` answers a phone with access, in the thread of the box. One photo is
    read at a time."""

    def __init__(self, admitted: Callable[[Call, Callable[[PageRequest], Response]], Awaitable[Response]]) -> None:
        self._admitted = admitted
        self._reading = False
        self._reader = PhotoReader()
        self._printed = PrintedCards()
        self._next: asyncio.Task[None] | None = None

    def close(self) -> None:
        """No further photo comes."""
        self._reader.close()
        self._printed.close()

    async def take(self, call: Call) -> Response:
        """A photo was sent: of the card that the address names, or of a further one."""
        check = await self._admitted(call, _may_take)
        if check.status_code != 200:
            return check
        if self._reading:
            return await self._refused(call, BUSY_PHOTO, "stale")
        self._reading = True
        try:
            ready = asyncio.create_task(asyncio.to_thread(self._reader.prepare))
            body, kind = await photo_body(call)
            await ready
            board = call.names.get("card") == BOARD
            read = await asyncio.to_thread(self._reader.read, body, kind, board=board)
            self._next = asyncio.create_task(asyncio.to_thread(self._reader.prepare))
            if read.refused is not None:
                return await self._refused(call, read.refused, "malformed")
            return await self._changed(call, lambda box, card: keep_picture(box, card, read.jpeg), read.straight)
        except ClientDisconnect:
            return plain_page(408, call.language)
        finally:
            self._reading = False

    def card_page(self, request: PageRequest) -> str:
        """The photo of a card, what is read on it, and what can be done next."""
        return card_page(request, self._proposal(request))

    async def tell(self, call: Call) -> Response:
        """The form of a card of which there is only a photo, with what is printed on it."""
        return await self._admitted(call, lambda request: redirect(told(request, self._proposal(request))))

    def _proposal(self, request: PageRequest) -> CardProposal:
        box, file = request.box, pictures_of(request.box.path).get(request.names["card"])
        return propose(self._printed.of(file, box.languages), box.game.rules.sheets, request.phone.language)

    async def turn(self, call: Call) -> Response:
        return await self._changed(call, turn_picture)

    async def remove(self, call: Call) -> Response:
        return await self._changed(call, lambda box, card: keep_picture(box, card, None))

    async def _changed(self, call: Call, change: Callable[[Path, str], None], straight: bool = True) -> Response:
        """Change the picture of a card, but not in the thread in which people play: disks are slow."""
        wanted: list[tuple[Path, str]] = []

        def choose(request: PageRequest) -> Response:
            _may_take(request)
            card = request.names.get("card") or request.box.new_photo(_table(request).path)
            wanted.append((request.box.path, card))
            return Response()

        check = await self._admitted(call, choose)
        if not wanted:
            return check
        path, card = wanted[0]
        try:
            await asyncio.to_thread(change, path, card)
        except BadPack as bad:
            return await self._refused(call, T("The photo cannot be kept: {why}.", why=bad.problems[0].words))
        except OSError as no:
            return await self._refused(call, T("The photo cannot be kept: {why}.", why=why_not(no)))
        return await self._admitted(call, lambda request: redirect(_kept(request, card, straight=straight)))

    async def _refused(self, call: Call, message: Words, code: str = "illegal") -> Response:
        return await self._admitted(call, lambda request: HTMLResponse(cards_page(request, message), STATUS[code]))


def cards_page(request: PageRequest, message: Words | None = None) -> str:
    """The cards with photos, those without, and the next one to photograph."""
    box, table = request.box, _table(request)
    cards = _cards(box, table)
    there = [one for one in cards if one.picture]
    wanted = request.names.get("card") or request.fields.get("card", "")
    card = next((one for one in cards if one.id == wanted), None)
    missing = [one for one in cards if not one.picture]
    further = _further(request, table)
    if card is None and not further and missing:
        card = missing[0]
    all_ = len(cards) if table.path == SQUARES else max(table.printed, len(cards))
    many = T("{n} of {printed} have a photo", n=len(there), printed=all_)
    return pages.rendered(
        request, "photos.html", box=box, table=table, name=box.called(table.path), here=_at(box, table), many=many,
        there=there, missing=missing, card=card, message=message, whole=not can_straighten(),
        new=further, unread=not_readable(),
    )  # fmt: skip


def told(request: PageRequest, proposal: CardProposal) -> str:
    """The address of the form of a card of which there is only a photo. Refused, ``unknown``: there is none."""
    box, table, card = request.box, _table(request), request.names["card"]
    pages.editable(request)
    if card not in box.untold(table.path):
        raise Refused("unknown", T("There is no such card in this box."))
    editor = box.row_editor(table.path, called=card)
    proposal.take(editor)
    return draft_address(request, EditedRow(box, table.name, table.path, None), {ID: card, **editor.form.row}, None)


def card_page(request: PageRequest, proposal: CardProposal) -> str:
    """The photo of a card, with what is read on it, and what can be done next."""
    box, table = request.box, _table(request)
    cards = _cards(box, table)
    card = next((one for one in cards if one.id == request.names["card"]), None)
    if card is None:
        raise Refused("unknown", T("There is no such card in this box."))
    if not card.picture:
        return cards_page(request)
    after = cards[cards.index(card) + 1 :]
    following = next((one for one in after if not one.picture), None)
    further = _further(request, table)
    if following is None and not further:
        following = next((one for one in cards if not one.picture), None)
    last = following is None and not further
    lost = request.fields.get("found") == "0" and can_straighten()
    found = T("No card was found in it, so all of the photo is kept.") if lost else None
    return pages.rendered(
        request, "photo.html", box=box, table=table, name=box.called(table.path), here=_at(box, table), card=card,
        following=following, last=last, found=found, whole=not can_straighten(), proposal=proposal,
        untold=card.id in box.untold(table.path) and request.service.fixed(box) is None,
    )  # fmt: skip


def picture(request: PageRequest) -> Response:
    box, table = request.box, _table(request)
    file = pictures_of(box.path).get(request.names["card"])
    if file is None or request.names["card"] not in {one.id for one in _cards(box, table)}:
        return nothing()
    return FileResponse(file, media_type=media_type(file), headers=KEPT)


def _cards(box: OpenBox, table: BoxTable) -> Sequence[CardPhoto]:
    """All cards of a table: its rows, then those of which there is only a photo."""
    pictures = pictures_of(box.path)
    names = {BOARD: box.called(SQUARES)} if table.path == SQUARES else box.card_names(table, pictures)
    return [CardPhoto(id_, name, _picture_address(box, table, id_, pictures.get(id_))) for id_, name in names.items()]


def board_picture(box: OpenBox) -> tuple[str, float]:
    """The address of the picture of the board, and how high it is for its width; empty without one."""
    file = pictures_of(box.path).get(BOARD)
    size = None if file is None else picture_size(file)
    if size is None:
        return "", 0
    return _picture_address(box, box.table(SQUARES), BOARD, file), size[1] / size[0]


def _picture_address(box: OpenBox, table: BoxTable, id_: str, file: Path | None) -> str:
    """The address of a picture; empty without one. It changes with the picture, so that browsers may keep it."""
    stamp = None if file is None else modified(file)
    return "" if stamp is None else f"{_at(box, table)}/{id_}/picture?{stamp}"


def _at(box: OpenBox, table: BoxTable) -> str:
    return f"{pages.table_address(box, table)}/photos"


def _table(request: PageRequest) -> BoxTable:
    table = pages.table_of(request)
    if request.box.bundled:
        pages.editable(request)
    if not request.box.can_have_pictures(table.path):
        raise Refused("illegal", T("These have no pictures: only cards do."))
    return table


def _further(request: PageRequest, table: BoxTable) -> bool:
    """True if a card can be photographed of which nothing is known yet."""
    return request.box.may_be_partial(table.path) and request.service.fixed(request.box) is None


def _may_take(request: PageRequest) -> Response:
    """Whether a photo is read at all. Refused, ``illegal`` or ``unknown``: there is no such card to photograph."""
    table = _table(request)
    card = request.names.get("card")
    if card is None and not _further(request, table):
        raise Refused("illegal", T("All of these are known already. Tap the one that you photograph."))
    if card is not None and card not in {one.id for one in _cards(request.box, table)}:
        raise Refused("unknown", T("There is no such card in this box."))
    if len(pictures_of(request.box.path)) >= MOST_PICTURES:
        most = P("No box has more than {n} picture.", "No box has more than {n} pictures.", MOST_PICTURES)
        raise Refused("illegal", most)
    return Response()


def _kept(request: PageRequest, card: str, *, straight: bool) -> str:
    """The address of a card's page after a change. A box has at least as many cards as photos."""
    box, table = request.box, _table(request)
    pictures = pictures_of(box.path)
    if _further(request, table):
        box.count_photos(table.path)
    request.service.notify()
    if card == BOARD:
        return f"{pages.table_address(box, table)}#board"
    there = card in pictures
    return f"{_at(box, table)}/{card}?found={int(straight)}" if there else _at(box, table)
