"""Photographing the card that was drawn instead of looking for it in the list: the likeliest are offered, one tap
answers as any other answer does. Nothing of the photo is kept, and nothing leaves the machine.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Scope

from companion.core.refusals import BadSetup, Refused
from companion.core.texts import T, Words
from companion.web.actions import NOT_YOURS, act
from companion.web.box.service import BoxService
from companion.web.box.site import BoxSite
from companion.web.card_photos import CardRecognition, CardThumbnails
from companion.web.pages import KEY, HtmlPage, PageSource, TablePages, qr, set_look
from companion.web.phones import Phone, PhoneRegistry
from companion.web.server import STATUS, Allowance, HttpServer, Sent, application, form, language_of, nothing, on_to
from companion.web.service import Busy, TableService
from companion.web.views import SIDES, Viewer

# The addresses of the pages, and what is done at each. Whoever asks is known by the key in its cookie alone.
#

Result = TypeVar("Result")
BEAT = 10.0
"""Seconds after which a browser that hears nothing else hears that the server is there."""
LULL = 0.025
"""Seconds from a change of the table until browsers are told of it: the picture on a screen at the table comes first,
and what changes meanwhile comes with it."""
SOON = 1.0
"""Seconds after which a table that had too much to do is asked again what a browser sees."""
MOST_LISTENING = 200


class TableSite:
    """The pages of one table. ``join`` is the address that phones open."""

    def __init__(self, desk: TableService, join: str, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._desk = desk
        self._pages = TablePages(desk, join, clock)
        self._join = join
        self._clock = clock
        self._loop: asyncio.AbstractEventLoop | None = None
        self._news = asyncio.Event()
        self._listening: dict[object, tuple[str, str]] = {}
        """Keys and languages of the browsers that listen."""
        self._asked: tuple[asyncio.Event, asyncio.Task[dict[object, PageSource]]] | None = None
        """What all of them see, as it was asked for at the latest news."""
        self.photos = CardRecognition(desk.session, self._at_table, self._who, self._refusal)
        self._cards = CardThumbnails()
        self.closing = False
        """True once nothing new is told to anybody any more."""
        self.routes = [
            Route("/", self._home),
            Route("/table/{master}", self._master),
            Route("/events", self._events),
            Route("/join.svg", self._qr),
            Route("/card/{size}/{card}", self._card),
            Route("/table/{master}", self._become, methods=["POST"]),
            *(Route(f"/{name}", self._doing(name), methods=["POST"]) for name in _DEEDS if name != "do"),
            Route("/do/{verb}", self._doing("do"), methods=["POST"]),
            *self.photos.routes,
        ]
        desk.hearing.append(self._heard)

    # What is read.

    async def _home(self, request: Request) -> Response:
        self._listen()
        said, key = language_of(request), request.cookies.get(KEY, "")
        look = await self._at_table(lambda: self._pages.look(self._phone(key), said))
        return HTMLResponse(self._pages.made(look).text)

    async def _master(self, request: Request) -> Response:
        master = request.path_params["master"]
        right = await self._at_table(lambda: self._desk.sharing.is_master(master))
        page = self._pages.master(language_of(request), request.url.path, right=right)
        return HTMLResponse(page, 200 if right else 404)

    async def _qr(self, _: Request) -> Response:
        return Response(qr(self._join), media_type="image/svg+xml")

    async def _card(self, request: Request) -> Response:
        """The picture of a card, for who has it on its page."""
        key, card, size = request.cookies.get(KEY, ""), request.path_params["card"], request.path_params["size"]
        file = await self._at_table(lambda: self._picture(key, card))
        jpeg = b"" if file is None or size not in SIDES else await self._cards.jpeg(file, size)
        kept = {"cache-control": "private, max-age=31536000, immutable"}
        return Response(jpeg, media_type="image/jpeg", headers=kept) if jpeg else nothing()

    async def _events(self, request: Request) -> Response:
        """The version of the page, at first and now and then; and the page, whenever it is another."""
        self._listen()
        key, said = request.cookies.get(KEY, ""), language_of(request)
        known = await self._at_table(lambda: self._phone(key) is not None)
        if not known:
            return nothing()
        if len(self._listening) >= MOST_LISTENING:
            return Response(status_code=503, headers={"retry-after": "5"})
        return StreamingResponse(self._told(key, said), media_type="text/event-stream")

    async def _told(self, key: str, language: str) -> AsyncIterator[bytes]:
        me, shown = object(), ""
        self._listening[me] = key, language
        try:
            while not self.closing:
                news = self._news
                page = await self._page_of(me)
                if page is None:
                    await asyncio.sleep(SOON)
                    continue
                if page.version != shown:
                    yield page.event if shown else _version(page.version)
                    shown = page.version
                try:
                    await asyncio.wait_for(news.wait(), BEAT)
                except TimeoutError:
                    yield _version(shown)
        finally:
            del self._listening[me]

    async def _page_of(self, me: object) -> HtmlPage | None:
        """What a browser that listens sees now; the table is asked once for all of them. None: it is too busy."""
        news = self._news
        if self._asked is None or self._asked[0] is not news:
            self._asked = news, asyncio.ensure_future(self._looks(dict(self._listening)))
        try:
            looks = await asyncio.shield(self._asked[1])
            look = looks.get(me) or (await self._looks({me: self._listening[me]}))[me]
        except Busy:
            self._asked = None
            return None
        return self._pages.made(look)

    async def _looks(self, listening: dict[object, tuple[str, str]]) -> dict[object, PageSource]:
        def all_() -> dict[object, PageSource]:
            return {me: self._pages.look(self._phone(key), language) for me, (key, language) in listening.items()}

        return await self._at_table(all_)

    # What is done.

    async def _become(self, request: Request) -> Response:
        sent = await form(request)
        if sent is None:
            return Response(status_code=400)
        master, said, key = request.path_params["master"], language_of(request), request.cookies.get(KEY, "")
        try:
            key, _ = await self._at_table(lambda: self._desk.sharing.become_table(key, master, said))
        except Refused as no:
            return await self._refusal(key, said, no)
        return on_to("/", KEY, key)

    def _doing(self, name: str) -> Callable[[Request], Any]:
        async def do(request: Request) -> Response:
            sent = await form(request)
            if sent is None:
                return Response(status_code=400)
            if "verb" in request.path_params:
                sent["verb"] = request.path_params["verb"]
            key, said = request.cookies.get(KEY, ""), language_of(request)
            try:
                fresh = await self._at_table(lambda: _DEEDS[name](self, key, sent, said))
            except Refused as no:
                return await self._refusal(key, said, no)
            return on_to("/", KEY, fresh)

        return do

    async def _refusal(self, key: str, language: str, no: Refused) -> Response:
        told: Words = no.text
        look = await self._at_table(lambda: self._pages.look(self._phone(key), language, told))
        return HTMLResponse(self._pages.made(look).text, STATUS[no.code])

    def allows(self, scope: Scope) -> Allowance | None:
        """What a request may send where it is more than a small form: a photo, and only who has been let in."""
        phone = self._phone(Request(scope).cookies.get(KEY, ""))
        return self.photos.allowance(scope) if phone is not None and phone.inside else None

    # In the thread of the table.

    def _phone(self, key: str) -> Phone | None:
        return self._desk.sharing.phone(key)

    def _picture(self, key: str, card: str) -> Path | None:
        phone = self._phone(key)
        shown = phone is not None and phone.inside and card in phone.cards
        return self._desk.session.learning.photos.pictures.get(card) if shown else None

    def _known(self, key: str) -> Phone:
        phone = self._phone(key)
        if phone is None:
            raise Refused("unknown", T("The table does not know this phone. Choose a seat first."))
        phone.told = None
        return phone

    def _table(self, key: str) -> Phone:
        phone = self._known(key)
        if not phone.table:
            raise Refused("illegal", T("That is done at the table."))
        return phone

    def _who(self, key: str) -> tuple[Viewer, dict[str, Any]]:
        """Who has this key, and what its pages are filled with."""
        phone = self._known(key)
        if not phone.inside:
            raise Refused("illegal", NOT_YOURS)
        alone = self._desk.alone if phone.table else None
        viewer = Viewer(tuple(phone.seats), phone.table, alone)
        return viewer, self._pages.frame(phone, phone.language, None)

    def _do(self, key: str, sent: Sent, _: str) -> None:
        act(self._desk.session, self._who(key)[0], sent.get("verb", ""), sent)

    def _wish(self, key: str, sent: Sent, language: str) -> str:
        fresh, _ = self._desk.sharing.wish(key, sent.get("seat") or None, self._clock(), language)
        return fresh

    def _leave(self, key: str, sent: Sent, _: str) -> None:
        phone, seat = self._known(key), sent.get("seat") or None
        if seat is not None and seat not in phone.seats:
            raise Refused("unknown", NOT_YOURS)
        self._desk.sharing.leave(phone, seat)

    def _settings(self, key: str, sent: Sent, _: str) -> None:
        set_look(self._known(key), sent)

    def _admit(self, key: str, sent: Sent, _: str) -> None:
        self._table(key)
        sharing = self._of(sent)
        sharing.answer(self._other(sent, sharing), yes=sent.get("yes") == "1", now=self._clock())

    def _take_back(self, key: str, sent: Sent, _: str) -> None:
        self._table(key)
        self._desk.sharing.take_back(sent.get("seat", ""))

    def _send_away(self, key: str, sent: Sent, _: str) -> None:
        self._table(key)
        box = self._desk.box
        if box is not None and sent.get("box"):
            box.send_away(self._other(sent, box.sharing))
        else:
            self._desk.sharing.send_away(self._other(sent, self._desk.sharing))

    def _alone(self, key: str, sent: Sent, _: str) -> None:
        self._table(key)
        seat = sent.get("seat") or None
        if seat is not None and seat not in self._desk.session.scene.secrets:
            raise Refused("unknown", T("There is nothing to hide there."))
        self._desk.look_alone(seat)

    def _names(self, key: str, sent: Sent, _: str) -> None:
        self._table(key)
        table = self._desk.session.table
        names = dict(table.people)
        names |= {seat: sent[f"name.{n}"] for n, seat in enumerate(table.setup.seats) if f"name.{n}" in sent}
        try:
            table.name_people(names)
        except BadSetup as no:
            raise Refused("malformed", no.text) from no
        self._desk.changed()

    def _here(self, key: str, sent: Sent, _: str) -> None:
        self._table(key)
        self._desk.sharing.ask_here(self._desk.session.table.ask.only)

    def _of(self, sent: Sent) -> PhoneRegistry:
        """The phones of the table, or those that change its box."""
        box = self._desk.box
        return box.sharing if box is not None and sent.get("box") else self._desk.sharing

    def _other(self, sent: Sent, sharing: PhoneRegistry) -> Phone:
        number = sent.get("phone", "")
        phone = sharing.by_id(int(number)) if number.isascii() and number.isdecimal() and number[6:] == "" else None
        if phone is None:
            raise Refused("stale", T("That phone does not wait for an answer any more."))
        return phone

    # Between the threads.

    async def _at_table(self, work: Callable[[], Result]) -> Result:
        return await asyncio.wrap_future(self._desk.submit(work))

    def _listen(self) -> None:
        if self._loop is None:
            self._loop = asyncio.get_running_loop()

    def _heard(self) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._loop.call_later, 0 if self.closing else LULL, self._tell)

    def _tell(self) -> None:
        news, self._news = self._news, asyncio.Event()
        news.set()

    @property
    def master(self) -> str:
        """The address by which one browser becomes the table."""
        return f"{self._join}table/{self._desk.sharing.master}"

    def close(self) -> None:
        """Nobody is told anything any more; in any thread."""
        self.closing = True
        self._heard()


_DEEDS: dict[str, Callable[[TableSite, str, Sent, str], str | None]] = {
    "do": TableSite._do,
    "wish": TableSite._wish,
    "leave": TableSite._leave,
    "settings": TableSite._settings,
    "admit": TableSite._admit,
    "take-back": TableSite._take_back,
    "send-away": TableSite._send_away,
    "alone": TableSite._alone,
    "here": TableSite._here,
    "names": TableSite._names,
}


def _version(version: str) -> bytes:
    """A browser that has another page asks for this one."""
    return f"data: {version}\n\n".encode()


# The pages of one table, served while phones are let in.
#

PORT = 8420
"""Where phones come in, if no other program is there."""


class WebServer:
    """Serves pages until it is closed: those of a table, those of a box that is changed in browsers, or both."""

    def __init__(
        self,
        desk: TableService | None,
        addresses: Sequence[str] = (),
        port: int | None = None,
        *,
        box: BoxService | None = None,
        limited: bool = True,
    ) -> None:
        """``addresses`` and ``port`` as for ``Listening``, the usual port is ``PORT``; ``NoServer`` where that cannot
        be."""
        self._listening = HttpServer(addresses, port, PORT)
        self.addresses, self.port, self.join = self._listening.addresses, self._listening.port, self._listening.home
        self.table = None if desk is None else TableSite(desk, self.join)
        self.box = None if box is None else BoxSite(box, self.join, alone=desk is None)
        routes = [site.routes for site in (self.table, self.box) if site is not None]
        self._listening.open(application(*routes), "phones", limited=limited, allows=self._allows)

    def _allows(self, scope: Scope) -> Allowance:
        """What a request may send."""
        photo = None if self.table is None else self.table.allows(scope)
        return photo or (Allowance() if self.box is None else self.box.allows(scope))

    @property
    def site(self) -> TableSite:
        """The pages of the table. ``LookupError`` where only a box is served."""
        if self.table is None:
            raise LookupError("no table is served")
        return self.table

    @property
    def master(self) -> str:
        """The address by which one browser becomes the table or, where there is none, the one that changes the box."""
        site = self.table or self.box
        return "" if site is None else site.master

    def close(self) -> None:
        """Nothing listens any more when this is done."""
        if self.table is not None:
            self.table.close()
        self._listening.close()
        if self.table is not None:
            self.table.photos.close()
        if self.box is not None:
            self.box.close()
