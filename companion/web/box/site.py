"""What is done with a box as a whole: taking back, saving again, copying, and how many cards there are of a deck."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Any, TypeAlias, TypeVar

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import Scope

from companion.core.refusals import Refused
from companion.core.texts import T, Words
from companion.packs.editing.box import SQUARES
from companion.web.box import drawings, pages, rows
from companion.web.box.pages import PageRequest
from companion.web.box.photos import PhotoPages
from companion.web.box.photos import allowance as photo_allowance
from companion.web.box.service import BoxService
from companion.web.pages import KEY as TABLE_KEY
from companion.web.pages import qr, set_look
from companion.web.phones import Phone
from companion.web.server import STATUS, Allowance, Sent, form, language_of, on_to


def undo(asked: PageRequest) -> str:
    """Take back the last change, unless there has been another one since the page was made."""
    box = pages.changeable(asked)
    if asked.sent.get("moment") != asked.desk.moment(box):
        raise Refused("stale", T("Somebody else has changed the box meanwhile. Look at it again first."))
    if not box.can_undo:
        raise Refused("nothing", T("There is nothing to take back."))
    box.undo()
    asked.desk.tell()
    return pages.box_address(box)


def keep(asked: PageRequest) -> str:
    """Try again to save it."""
    box = pages.changeable(asked)
    box.keep()
    asked.desk.tell()
    return pages.box_address(box)


def duplicate(asked: PageRequest) -> str:
    """A copy of it, which may be changed here, too."""
    return pages.box_address(asked.desk.copy(asked.box, asked.sent.get("name", "")[:80]))


def count(asked: PageRequest) -> str:
    """So many things of a table are in the box, known or not."""
    box, table = pages.changeable(asked), pages.table_of(asked)
    n = asked.sent.get("n", "").strip()
    if not (n.isascii() and n.isdecimal() and len(n) <= 4) or not box.may_be_partial(table.path):
        raise Refused("malformed", T("Type a number from {low} to {high}.", low=table.known, high=9999))
    if int(n) < table.known:
        raise Refused("illegal", T("{known} of them are known already: type that number or a larger one.",
                                   known=table.known))  # fmt: skip
    box.set_printed(table.path, int(n))
    asked.desk.tell()
    return pages.table_address(box, table)


# The addresses under ``/box``, and what is done at each. Whoever asks is known by the key in its cookie alone.
#

Result = TypeVar("Result")
KEY = "box"
"""The cookie. It is sent to these pages only, and opens no seat at a table."""
HOME = "/box"
LONGEST = 131_072
"""Bytes of a form, for who has been let in: all lines of the longest card, in two languages."""
MOST_FIELDS = 3000
NO_WAY_IN = T("You may not change this box. Ask for it first.")


PageMaker: TypeAlias = Callable[[PageRequest], str]
"""Makes a page; raises ``Refused`` where there is none."""
Deed: TypeAlias = Callable[[PageRequest], str]
"""Does what was asked for, and gives the address of the page that shows it; raises ``Refused``."""


class BoxSite:
    """The pages of the boxes of one desk. ``join`` is the address of the server; ``alone``: it has no other pages."""

    def __init__(
        self, desk: BoxService, join: str, *, alone: bool, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._desk = desk
        self._clock = clock
        self.join = join if alone else f"{join}box"
        """What browsers open."""
        self._at = join
        self._photographing = PhotoPages(self)
        self.routes: list[BaseRoute] = [
            Route(HOME, self._home),
            Route(f"{HOME}/join.svg", self._qr),
            Route(f"{HOME}/master/{{master}}", self._master),
            Route(f"{HOME}/master/{{master}}", self._become, methods=["POST"]),
            Route(f"{HOME}/wish", self._wish, methods=["POST"]),
            *(Route(f"{HOME}/{name}", self._doing(name), methods=["POST"]) for name in _DEEDS),
            *self.page("/asks", pages.asks),
            *self.page("/of/{box}", pages.box),
            *self.page("/of/{box}/-", rows.page),
            *self.deed("/of/{box}/-", rows.save),
            *self.deed("/of/{box}/undo", undo),
            *self.deed("/of/{box}/keep", keep),
            *self.deed("/of/{box}/copy", duplicate),
            *self._photographing.routes,
            *self.page("/of/{box}/{table}", _listing),
            *self.deed("/of/{box}/board.squares/do/{do}", drawings.change_board),
            *self.deed("/of/{box}/{table}/printed", count),
            *self.deed("/of/{box}/{table}/do/{do}", drawings.change_slots),
            *self.page("/of/{box}/{table}/{n}", _row),
            *self.deed("/of/{box}/{table}/{n}", _save),
            *self.deed("/of/{box}/{table}/{n}/copy", rows.duplicate),
            *self.deed("/of/{box}/{table}/{n}/take", rows.take),
            *self.deed("/of/{box}/{table}/{n}/put", drawings.put),
        ]
        if alone:
            self.routes.append(Route("/", _to_boxes))

    @property
    def master(self) -> str:
        """The address by which one browser may change the box, and says who else may."""
        return f"{self._at}box/master/{self._desk.sharing.master}"

    def allows(self, scope: Scope) -> Allowance:
        """What a request may send: more than a small form only who has been let in."""
        key = Request(scope).cookies.get(KEY, "")
        phone = self._desk.sharing.phone(key) if scope["path"].startswith(f"{HOME}/of/") else None
        if phone is None or not phone.inside:
            return Allowance()
        return photo_allowance(scope) or Allowance(LONGEST)

    def close(self) -> None:
        """Nobody changes a box any more."""
        self._photographing.close()

    # What further pages are made with.

    def page(self, path: str, make: PageMaker) -> list[BaseRoute]:
        """A page at ``/box`` and ``path``, for who has been let in."""

        def answer(asked: PageRequest) -> Response:
            return HTMLResponse(make(asked))

        return [Route(HOME + path, self.for_insiders(answer))]

    def deed(self, path: str, do: Deed) -> list[BaseRoute]:
        """Something that a form at ``/box`` and ``path`` does, for who has been let in."""

        def answer(asked: PageRequest) -> Response:
            return on_to(do(asked))

        return [Route(HOME + path, self.for_insiders(answer), methods=["POST"])]

    def for_insiders(self, answer: Callable[[PageRequest], Response]) -> Callable[[Request], Awaitable[Response]]:
        """Answers who has been let in, in the thread of the box; all others see the door, and nothing else."""

        async def handle(request: Request) -> Response:
            sent = await form(request, MOST_FIELDS) if request.method == "POST" else dict(request.query_params)
            if sent is None:
                return Response(status_code=400)
            key, said, named = request.cookies.get(KEY, ""), language_of(request), request.path_params
            return await self._at_box(lambda: self._answered(key, said, sent, named, answer))

        return handle

    def _answered(
        self, key: str, language: str, sent: Sent, named: Mapping[str, str], answer: Callable[[PageRequest], Response]
    ) -> Response:
        phone = self._desk.sharing.phone(key)
        if phone is None or not phone.inside:
            return HTMLResponse(self._door(phone, language, NO_WAY_IN), 403)
        self._desk.sharing.wishes(self._clock())
        asked = PageRequest(self._desk, phone, sent, named)
        try:
            return answer(asked)
        except Refused as no:
            return HTMLResponse(pages.refusal(asked, no.text), STATUS[no.code])

    # Coming in.

    async def _home(self, request: Request) -> Response:
        key, said = request.cookies.get(KEY, ""), language_of(request)
        at_table = request.cookies.get(TABLE_KEY, "")
        return await self._at_box(lambda: self._at_home(key, at_table, said))

    def _door(self, phone: Phone | None, language: str, told: Words | None = None) -> str:
        return pages.door(phone, language, told, beside=self._desk.sharing.beside is not None)

    def _at_home(self, key: str, at_table: str, language: str) -> Response:
        phone = self._desk.sharing.phone(key)
        self._desk.sharing.wishes(self._clock())
        if phone is None or not phone.inside:
            there = self._at_the_table(at_table)
            known = None if there is None else replace(there, wish=None, told=None)
            return HTMLResponse(self._door(phone or known, language))
        return HTMLResponse(pages.home(PageRequest(self._desk, phone, {}, {}), self.join))

    async def _qr(self, _: Request) -> Response:
        return Response(qr(self.join), media_type="image/svg+xml")

    async def _master(self, request: Request) -> Response:
        master, said = request.path_params["master"], language_of(request)
        right = await self._at_box(lambda: self._desk.sharing.is_master(master))
        return HTMLResponse(pages.master(said, request.url.path, right=right), 200 if right else 404)

    async def _become(self, request: Request) -> Response:
        master, said, key = request.path_params["master"], language_of(request), request.cookies.get(KEY, "")
        return await self._done(key, said, lambda: self._desk.sharing.become_table(key, master, said)[0])

    def _doing(self, name: str) -> Callable[[Request], Any]:
        async def do(request: Request) -> Response:
            sent = await form(request)
            if sent is None:
                return Response(status_code=400)
            key, said = request.cookies.get(KEY, ""), language_of(request)
            return await self._done(key, said, lambda: _DEEDS[name](self, key, sent, said))

        return do

    async def _done(self, key: str, language: str, work: Callable[[], str | None]) -> Response:
        def do() -> Response:
            try:
                return on_to(HOME, KEY, work(), HOME)
            except Refused as no:
                phone = self._desk.sharing.phone(key)
                return HTMLResponse(self._door(phone, language, no.text), STATUS[no.code])

        return await self._at_box(do)

    async def _wish(self, request: Request) -> Response:
        at_table, key, said = request.cookies.get(TABLE_KEY, ""), request.cookies.get(KEY, ""), language_of(request)
        return await self._done(key, said, lambda: self._wished(key, at_table, said))

    def _at_the_table(self, key: str) -> Phone | None:
        """The phone that has been let in with that key to the table beside the box."""
        beside = self._desk.sharing.beside
        there = None if beside is None else beside.phone(key)
        return there if there is not None and there.inside else None

    def _wished(self, key: str, at_table: str, language: str) -> str:
        """Somebody wants to come in: known by the words that it has at the table, if it has been let in there. The
        browser that is the table itself need not ask."""
        sharing, now, like = self._desk.sharing, self._clock(), self._at_the_table(at_table)
        key, phone = sharing.wish(key, None, now, language, like)
        if like is not None and like.table:
            sharing.answer(phone, yes=True, now=now)
        return key

    def _leave(self, key: str, _: Sent, __: str) -> None:
        self._desk.sharing.leave(self._known(key))

    def _settings(self, key: str, sent: Sent, _: str) -> None:
        set_look(self._known(key), sent)

    def _admit(self, key: str, sent: Sent, _: str) -> None:
        self._table(key)
        self._desk.sharing.answer(self._other(sent), yes=sent.get("yes") == "1", now=self._clock())

    def _send_away(self, key: str, sent: Sent, _: str) -> None:
        self._table(key)
        self._desk.send_away(self._other(sent))

    def _known(self, key: str) -> Phone:
        phone = self._desk.sharing.phone(key)
        if phone is None:
            raise Refused("unknown", NO_WAY_IN)
        phone.told = None
        return phone

    def _table(self, key: str) -> None:
        if not self._known(key).table:
            raise Refused("illegal", T("Only the browser that was opened first says who may come in."))

    def _other(self, sent: Sent) -> Phone:
        phone = next((one for one in self._desk.sharing.phones if str(one.id) == sent.get("phone")), None)
        if phone is None:
            raise Refused("stale", T("That phone does not wait for an answer any more."))
        return phone

    async def _at_box(self, work: Callable[[], Result]) -> Result:
        return await asyncio.wrap_future(self._desk.submit(work))


_DEEDS: dict[str, Callable[[BoxSite, str, Sent, str], str | None]] = {
    "leave": BoxSite._leave,
    "settings": BoxSite._settings,
    "admit": BoxSite._admit,
    "send-away": BoxSite._send_away,
}


def _listing(asked: PageRequest) -> str:
    """A table: as a list, or as the board that its rows make up."""
    box, path = asked.box, pages.table_of(asked).path
    free = asked.desk.fixed(box) is None
    if path == SQUARES and free:
        return drawings.board_page(asked)
    return drawings.slots_page(asked) if box.is_laid(path) and free else pages.entries(asked)


def _row(asked: PageRequest) -> str:
    """A row: as a form, or as a tile that is drawn."""
    drawn = asked.box.is_drawn(pages.table_of(asked).path)
    return drawings.tile_page(asked) if drawn else rows.page(asked, drawings.city(rows.row_of(asked)))


def _save(asked: PageRequest) -> str:
    """The same, saved."""
    drawn = asked.box.is_drawn(pages.table_of(asked).path)
    return drawings.save_tile(asked) if drawn else rows.save(asked)


async def _to_boxes(_: Request) -> Response:
    return RedirectResponse(HOME, 303)
