"""The addresses below ``/box``, where boxes are edited. A browser is known by the key in its cookie alone."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route
from starlette.types import Scope

from companion.core.refusals import Refused
from companion.core.texts import T, Text
from companion.packs.content import content_hash
from companion.packs.editing.box import SQUARES
from companion.packs.editing.tables import COUNT
from companion.web.box import drawings, pages, photos, rows
from companion.web.box.pages import PageRequest
from companion.web.box.service import BoxService
from companion.web.phones import Phone
from companion.web.server import Allowance
from companion.web.site import STATUS, TABLE_COOKIE, UPLOADS, Call, PhoneSite, key_of, redirect

LONGEST_FORM = 131_072
"""Bytes of a form of a browser with access: all lines of the longest card, in two languages."""
MOST_LINES = 3000
"""Most fields of such a form."""
HELD = T("What you typed is kept: it stands here again as soon as they have said yes.")
PHOTOS = "/of/{box}/{table}/photos"

Answer: TypeAlias = Callable[[PageRequest], Response]
PageMaker: TypeAlias = Callable[[PageRequest], str]
"""Makes a page; raises ``Refused`` if there is none."""
Change: TypeAlias = Callable[[PageRequest], str]
"""Changes something and returns the address of the page that shows it; raises ``Refused``."""


class BoxSite(PhoneSite):
    """The pages of the boxes of one service. ``alone``: the server at ``homes`` has no other pages."""

    COOKIE = "box"
    HOME = "/box"
    MASTER = "/box/master"
    STRANGER = T("You may not change this box. Ask for it first.")
    TABLE_ONLY = T("Only the browser that was opened first says who may come in.")

    def __init__(self, service: BoxService, homes: Callable[[], Sequence[str]], *, alone: bool) -> None:
        super().__init__(service, service.registry, homes)
        self._service = service
        self._alone = alone
        self._photos = photos.PhotoPages(self.admitted)
        self._held: dict[int, tuple[Change, Call]] = {}
        """The latest form of each browser that waits since a restart, by its id, and what it is to do."""
        self.routes += [
            self.page("/asks", pages.requests),
            self.page("/of/{box}", pages.box),
            self.page("/of/{box}/-", rows.page),
            self.change("/of/{box}/-", rows.save, held=True),
            self.change("/of/{box}/undo", undo),
            self.change("/of/{box}/keep", save_again),
            self.change("/of/{box}/copy", copy_box),
            self.page(PHOTOS, photos.cards_page),
            self.upload(self.HOME + PHOTOS, self._photos.take),
            self.page(f"{PHOTOS}/{{card}}", self._photos.card_page),
            self.upload(f"{self.HOME}{PHOTOS}/{{card}}", self._photos.take),
            self.get(f"{self.HOME}{PHOTOS}/{{card}}/picture", lambda call: self.admitted(call, photos.picture)),
            self.post(f"{self.HOME}{PHOTOS}/{{card}}/turn", self._photos.turn),
            self.post(f"{self.HOME}{PHOTOS}/{{card}}/away", self._photos.remove),
            self.post(f"{self.HOME}{PHOTOS}/{{card}}/told", self._photos.tell),
            self.page("/of/{box}/{table}", _table),
            self.change("/of/{box}/board.squares/do/{do}", drawings.change_board),
            self.change("/of/{box}/{table}/printed", set_printed),
            self.change("/of/{box}/{table}/counts", set_counts),
            self.change("/of/{box}/{table}/do/{do}", drawings.change_slots),
            self.page("/of/{box}/{table}/{n}", _row),
            self.change("/of/{box}/{table}/{n}", _save_row, held=True),
            self.change("/of/{box}/{table}/{n}/copy", rows.duplicate),
            self.change("/of/{box}/{table}/{n}/take", rows.take),
            self.change("/of/{box}/{table}/{n}/put", drawings.put_sign),
        ]
        if alone:
            self.routes.append(Route("/", _to_boxes))

    @property
    def join(self) -> str:
        return self.homes()[0] if self._alone else super().join

    def allows(self, scope: Scope) -> Allowance:
        """What a request may send: more than a small form only from a phone with access."""
        if not scope["path"].startswith(f"{self.HOME}/of/"):
            return Allowance()
        phone = self.registry.phone(key_of(Request(scope), self.COOKIE))
        if phone is not None and phone.former is not None and not photos.is_upload(scope):
            return Allowance(LONGEST_FORM)
        if phone is None or not phone.admitted:
            return Allowance(stranger=True)
        return UPLOADS if photos.is_upload(scope) else Allowance(LONGEST_FORM)

    def close(self) -> None:
        self._photos.close()

    def page(self, path: str, make: PageMaker) -> Route:
        return self.get(self.HOME + path, lambda call: self.admitted(call, lambda request: HTMLResponse(make(request))))

    def change(self, path: str, do: Change, *, held: bool = False) -> Route:
        """A form below ``/box`` that changes something, for phones with access. If it is to be ``held``, it is kept for
        a browser that had access before a restart, until it has it again."""

        async def answer(call: Call) -> Response:
            hold = (lambda phone: self._held.update({phone.id: (do, call)})) if held else None
            return await self.admitted(call, lambda request: redirect(do(request)), hold)

        return self.post(self.HOME + path, answer, MOST_LINES)

    async def admitted(self, call: Call, answer: Answer, hold: Callable[[Phone], object] | None = None) -> Response:
        """The answer to a phone with access, in the thread of the box. All others get the entrance and nothing else,
        whether there is such an address or not; what one sends that waits since a restart is kept by ``hold``."""

        def respond() -> Response:
            phone = self.registry.phone(call.key)
            if phone is not None and phone.former is not None:
                return HTMLResponse(self._waiting(call, phone, hold), 403)
            if phone is None or not phone.admitted:
                return HTMLResponse(self._entrance(phone, call.language, self.STRANGER), 403)
            self.registry.waiting(time.monotonic())
            request = PageRequest(self._service, phone, call.fields, call.names)
            try:
                return answer(request)
            except Refused as no:
                return HTMLResponse(pages.refusal(request, no.text), STATUS[no.code])

        return await self._jobs.result(respond)

    async def refusal(self, call: Call, no: Refused) -> Response:
        page = await self._jobs.result(lambda: self._entrance(self.registry.phone(call.key), call.language, no.text))
        return HTMLResponse(page, STATUS[no.code])

    def master_page(self, language: str, address: str, *, right: bool) -> str:
        return pages.master(language, address, right=right)

    async def _home(self, call: Call) -> Response:
        def respond() -> Response:
            phone = self.registry.phone(call.key)
            if phone is not None and phone.admitted and phone.id in self._held:
                return redirect(self._go_on(phone))
            return HTMLResponse(self._home_page(call))

        return await self._jobs.result(respond)

    # In the thread of the box.

    def _waiting(self, call: Call, phone: Phone, hold: Callable[[Phone], object] | None) -> str:
        """The page of a phone that waits since a restart; then it goes on where it was."""
        url = call.request.url
        if call.request.method != "POST":
            return self._entrance(phone, call.language, here=url.path + (f"?{url.query}" if url.query else ""))
        if hold is not None:
            hold(phone)
        return self._entrance(phone, call.language, HELD if hold is not None else None)

    def _go_on(self, phone: Phone) -> str:
        """The address of the page with what a phone has sent while it waited. Nothing of that is saved yet: the box may
        be another one by now."""
        do, call = self._held.pop(phone.id)
        fields = {**call.fields, "do": rows.AGAIN}
        try:
            return do(PageRequest(self._service, phone, fields, call.names))
        except Refused as no:
            phone.message = no.text
            return self.HOME

    def _home_page(self, call: Call) -> str:
        phone = self.registry.phone(call.key)
        self.registry.waiting(time.monotonic())
        if phone is None or not phone.admitted:
            at_table = self._phone_at_table(call)
            known = None if at_table is None else replace(at_table, request=None, message=None)
            return self._entrance(phone or known, call.language)
        return pages.home(PageRequest(self._service, phone, {}, {}), self.join)

    def _entrance(self, phone: Phone | None, language: str, message: Text | None = None, here: str = HOME) -> str:
        return pages.entrance(phone, language, message, beside=self.registry.beside is not None, here=here)

    def _phone_at_table(self, call: Call) -> Phone | None:
        """The same phone at the table beside the box, if it has access there."""
        beside = self.registry.beside
        phone = None if beside is None else beside.phone(key_of(call.request, TABLE_COOKIE))
        return phone if phone is not None and phone.admitted else None

    def _request_access(self, call: Call) -> str:
        """A phone that has access to the table keeps its words; the table itself gets access at once."""
        like, now = self._phone_at_table(call), time.monotonic()
        key, phone = self.registry.request_access(call.key, None, now, call.language, like, call.origin)
        if like is not None and like.table and phone.request is not None:
            self.registry.answer(phone.request_number, yes=True, now=now)
        return key

    def send_away(self, call: Call, phone: Phone) -> None:
        self._service.send_away(phone)


async def _to_boxes(_: Request) -> Response:
    return redirect(BoxSite.HOME)


# What is done with a box as a whole.


def undo(request: PageRequest) -> str:
    """Undo the last change, unless there has been another one since the page was made; the list that was open is
    shown again."""
    box = pages.editable(request)
    if request.fields.get("moment") != request.service.moment(box):
        raise Refused("stale", T("Somebody else has changed the box meanwhile. Look at it again first."))
    if not box.can_undo:
        raise Refused("nothing", T("There is nothing to take back."))
    box.undo()
    request.service.notify()
    at = next((table for table in box.tables() if table.name == request.fields.get("list")), None)
    shown = at is not None and request.service.hidden(at.path) is None
    return pages.table_address(box, at) if at is not None and shown else pages.box_address(box)


def save_again(request: PageRequest) -> str:
    box = pages.editable(request)
    box.keep()
    request.service.notify()
    return pages.box_address(box)


def copy_box(request: PageRequest) -> str:
    """A copy of the box, which can be edited here too."""
    return pages.box_address(request.service.copy(request.box, request.fields.get("name", "")[:80]))


def set_printed(request: PageRequest) -> str:
    """Set how many pieces of a table are in the box, known or not."""
    box, table = pages.editable(request), pages.table_of(request)
    n = request.fields.get("n", "").strip()
    if not (n.isascii() and n.isdecimal() and len(n) <= 4) or not box.may_be_partial(table.path):
        raise Refused("malformed", T("Type a number from {low} to {high}.", low=table.known, high=9999))
    if int(n) < table.known:
        raise Refused("illegal", T("{known} of them are known already: type that number or a larger one.",
                                   known=table.known))  # fmt: skip
    box.set_printed(table.path, int(n))
    request.service.notify()
    return pages.table_address(box, table)


def set_counts(request: PageRequest) -> str:
    """Set how many pieces of each kind a table has."""
    box, table = pages.editable(request), pages.table_of(request)
    kinds = box.kinds(table.path)
    if request.fields.get("seen") != content_hash(box.rows(table.path)):
        raise Refused("stale", T("Somebody else has changed it meanwhile. Look at it again first."))
    numbers = [pages.digits(request.fields.get(f"n{at}", "").strip(), 2) for at in range(len(kinds))]
    if not kinds or None in numbers:
        raise Refused("malformed", T("Type a number from {low} to {high}.", low=0, high=99))
    for kind, n in zip(kinds, numbers, strict=True):
        if n is not None and n != kind[COUNT]:
            box.count(table.path, kind, n)
    request.service.notify()
    return pages.table_address(box, table)


# Tables and rows that are drawn have pages of their own.


def _table(request: PageRequest) -> str:
    """A table as a list, or as the board that its rows make up."""
    box, path = request.box, pages.table_of(request).path
    free = request.service.fixed(box) is None
    if path == SQUARES and free:
        return drawings.board_page(request)
    return drawings.slots_page(request) if box.is_laid(path) and free else pages.entries(request)


def _row(request: PageRequest) -> str:
    """A row as a form, or as a tile that is drawn."""
    drawn = request.box.is_drawn(pages.table_of(request).path)
    return drawings.tile_page(request) if drawn else rows.page(request, drawings.city(rows.row_of(request)))


def _save_row(request: PageRequest) -> str:
    drawn = request.box.is_drawn(pages.table_of(request).path)
    return drawings.save_tile(request) if drawn else rows.save(request)
