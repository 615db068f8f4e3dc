"""The addresses of a table's pages, and the server for a table and its box.

A browser is known by the key in its cookie alone.
"""

from __future__ import annotations

import asyncio
import io
import time
from collections import OrderedDict, deque
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import aclosing, suppress
from copy import copy
from pathlib import Path
from typing import Any, TypeAlias

from msgspec import Struct
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import BaseRoute
from starlette.types import Scope

from companion.core.refusals import BadSetup, Refused
from companion.core.texts import T, Words
from companion.packs.photos.reading import CardNamer
from companion.packs.pictures import decoded, media_type
from companion.session.session import Session
from companion.table.companions import PERSON
from companion.table.people import names_by_seat
from companion.web.actions import NOT_YOURS, STALE, act
from companion.web.box.service import BoxService
from companion.web.box.site import BoxSite
from companion.web.pages import TEMPLATES, HtmlPage, PageSource, TablePages
from companion.web.phones import MOST_REQUESTS, Phone, PhoneRegistry
from companion.web.plain import plain_page
from companion.web.server import Allowance, HttpServer
from companion.web.service import Busy, JobQueue, TableService
from companion.web.site import (
    BUSY_PHOTO,
    KEPT,
    STATUS,
    UPLOADS,
    Broadcast,
    Call,
    PhoneSite,
    StreamLimit,
    application,
    event,
    key_of,
    named,
    nothing,
    photo_body,
)
from companion.web.views import SIDES, CardOption, Viewer, answers, modified, moment, recognisable

# Pictures of the owner's cards, and photos that answer which card was drawn.
#
# A photo only proposes cards: one tap on the right one answers, as any other answer does. Nothing of the photo is kept,
# and nothing leaves the machine.

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
        except ClientDisconnect:
            return plain_page(408, call.language)
        finally:
            self._looking = False
        if named.refused is not None:
            return self._filled(asked, message=named.refused, code="malformed")
        likely = [asked.options[card] for card in named.cards]
        by_choice = {(one.n, one.photo): one for one in reversed(likely)}
        return self._filled(asked, found=[one for one in likely if one is by_choice[one.n, one.photo]])

    async def picture(self, call: Call) -> Response:
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
                options,
                pictures,
                {**values, "once": "", "moment": moment(session, viewer), "prompt": session.scene.prompt},
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


# The addresses of a table's pages.

PHOTO = "/photo"
LULL = 0.025
"""Seconds from a change of the table until browsers are told: a screen at the table draws first, and further changes
in the meantime are told together."""
MOST_LISTENING = 200
"""Most pages that are told of news, of all phones that play or look on together."""
MOST_PAGES = 3
"""Of these, most of one phone, and most of the table, for which there is always room."""
ASKING_ROOM, ASKING_OF_ONE = 24, MOST_REQUESTS
"""The same for phones that wait for consent: of all together, and of one address."""
MOST_ACTED = 100
PORT = 8420
"""The usual port for phones."""


class TableSite(PhoneSite):
    """The pages of one table; ``box`` is the box of its game, if phones may ask to edit it."""

    STRANGER = T("The table does not know this phone. Choose a seat first.")
    TABLE_ONLY = T("That is done at the table.")

    def __init__(
        self, service: TableService, homes: Callable[[], Sequence[str]], *, box: BoxService | None = None
    ) -> None:
        super().__init__(service, service.registry, homes)
        self._service = service
        self._box = box
        self._pages = TablePages(service, lambda: self.joins, box)
        self._listening: dict[object, Call] = {}
        """The browsers that listen, each by its first request."""
        self._acted: deque[tuple[str, str, Mapping[str, str]]] = deque(maxlen=MOST_ACTED)
        """The latest answers that were taken from phones: the key, the verb, and what was sent."""
        self._latest: tuple[asyncio.Event, asyncio.Task[dict[object, PageSource]]] | None = None
        """What all of them see, as it was asked for at the latest news."""
        self.broadcast = Broadcast()
        self.photos = CardRecognition(service.session, service, self._caller)
        self._thumbnails = CardThumbnails()
        self.routes += [
            self.get("/events", self._events),
            self.get("/card/{size}/{card}", self._card),
            self.get(PHOTO, self.photos.page),
            self.upload(PHOTO, self.photos.take),
            self.get(f"{PHOTO}/{{card}}", self.photos.picture),
            self.action("/do/{verb}", self._act),
            self.action("/take-back", self._take_back),
            self.action("/alone", self._look_alone),
            self.action("/here", self._ask_here),
            self.action("/names", self._name_people),
            self.action("/opinion", self._ask_opinion),
        ]
        service.listeners.append(lambda: self.broadcast.publish_soon(LULL))

    def allows(self, scope: Scope) -> Allowance | None:
        """What a request may send if it is more than a small form: a photo, from a phone with access."""
        if scope["method"] != "POST" or scope["path"] != PHOTO:
            return None
        phone = self.registry.phone(key_of(Request(scope), self.COOKIE))
        return UPLOADS if phone is not None and phone.admitted else Allowance(stranger=True)

    def close(self) -> None:
        """Browsers get no more news, and nothing is thought for them."""
        self._service.opinions.close()
        self.broadcast.close()

    # Pages.

    async def _home(self, call: Call) -> Response:
        return HTMLResponse((await self._page(call)).text)

    async def refusal(self, call: Call, no: Refused) -> Response:
        return HTMLResponse((await self._page(call, no)).text, STATUS[no.code])

    async def _page(self, call: Call, no: Refused | None = None) -> HtmlPage:
        message = None if no is None else no.text
        source = await self._jobs.result(
            lambda: self._pages.source(self.registry.phone(call.key), call.language, message)
        )
        return self._pages.made(source)

    def master_page(self, language: str, address: str, *, right: bool) -> str:
        return self._pages.master(language, address, right=right)

    async def _card(self, call: Call) -> Response:
        card, size = call.names["card"], call.names["size"]
        file = await self._jobs.result(lambda: self._picture(call.key, card))
        jpeg = b"" if file is None or size not in SIDES else await self._thumbnails.jpeg(file, size)
        return Response(jpeg, media_type="image/jpeg", headers=KEPT) if jpeg else nothing()

    # News.

    async def _events(self, call: Call) -> Response:
        """At first and now and then the version of the page; the page itself whenever it has changed."""
        phone = await self._jobs.result(lambda: copy(self.registry.phone(call.key)))
        if phone is None:
            return nothing()
        who = StreamLimit(("phone", phone.id), MOST_PAGES, "phones", MOST_LISTENING)
        if phone.table:
            who = StreamLimit("table", MOST_PAGES)
        elif not phone.admitted:
            who = StreamLimit(("asking", call.origin), ASKING_OF_ONE, "asking", ASKING_ROOM)
        return self.broadcast.respond(who, lambda: self._news_for(call))

    async def _news_for(self, call: Call) -> AsyncGenerator[bytes, None]:
        me, shown = object(), ""

        async def update() -> bytes:
            nonlocal shown
            page = await self._latest_page(me)
            before, shown = shown, page.version
            return b"" if before == shown else page.event if before else event(shown)

        self._listening[me] = call
        try:
            async with aclosing(self.broadcast.events(update, lambda: event(shown))) as events:
                async for news in events:
                    yield news
                    # Whoever has left has got the entrance now, and nothing more.
                    if self.registry.phone(call.key) is None:
                        break
        finally:
            del self._listening[me]

    async def _latest_page(self, me: object) -> HtmlPage:
        """What a browser that listens sees now. The table is asked once for all of them."""
        news = self.broadcast.news
        if self._latest is None or self._latest[0] is not news:
            self._latest = news, asyncio.ensure_future(self._sources(dict(self._listening)))
        try:
            sources = await asyncio.shield(self._latest[1])
            source = sources.get(me) or (await self._sources({me: self._listening[me]}))[me]
        except Busy:
            self._latest = None
            raise
        return self._pages.made(source)

    async def _sources(self, listening: dict[object, Call]) -> dict[object, PageSource]:
        def all_sources() -> dict[object, PageSource]:
            return {
                me: self._pages.source(self.registry.phone(call.key), call.language) for me, call in listening.items()
            }

        return await self._jobs.result(all_sources)

    # In the table's thread.

    def _picture(self, key: str, card: str) -> Path | None:
        phone = self.registry.phone(key)
        shown = phone is not None and phone.admitted and card in phone.cards
        return self._service.session.learning.photos.pictures.get(card) if shown else None

    def _caller(self, call: Call) -> tuple[Viewer, dict[str, Any]]:
        phone = self._known(call)
        if not phone.admitted:
            raise Refused("illegal", NOT_YOURS)
        return self._pages.viewer(phone), self._pages.values(phone, phone.language, None)

    def _act(self, call: Call) -> None:
        session, sent = self._service.session, (call.key, call.names["verb"], call.fields)
        viewer = self._caller(call)[0]
        if sent in self._acted and call.fields.get("moment") != moment(session, viewer):
            return  # The second tap on a button: it has been answered by the first.
        act(session, viewer, call.names["verb"], call.fields)
        self._acted.append(sent)

    def _request_access(self, call: Call) -> str:
        seat = call.fields.get("seat") or None
        return self.registry.request_access(call.key, seat, time.monotonic(), call.language, address=call.origin)[0]

    def _leave(self, call: Call) -> None:
        phone, seat = self._known(call), call.fields.get("seat") or None
        if seat is not None and seat not in phone.seats:
            raise Refused("unknown", NOT_YOURS)
        self.registry.leave(phone, seat)

    def _take_back(self, call: Call) -> None:
        self._require_table(call)
        self.registry.take_back(call.fields.get("seat", ""), named(call, self.registry))

    def send_away(self, call: Call, phone: Phone) -> None:
        if self._box is not None and call.fields.get("box"):
            self._box.send_away(phone)
        else:
            super().send_away(call, phone)

    def _look_alone(self, call: Call) -> None:
        self._require_table(call)
        seat = call.fields.get("seat") or None
        if seat is not None and seat not in self._service.session.scene.secrets:
            raise Refused("unknown", T("There is nothing to hide there."))
        self._service.look_alone(seat)

    def _ask_here(self, call: Call) -> None:
        self._require_table(call)
        only = self._service.session.only
        if call.fields.get("seat") != only:
            raise Refused("stale", STALE)
        self.registry.ask_here(only)

    def _ask_opinion(self, call: Call) -> None:
        viewer = self._caller(call)[0]
        if call.fields.get("moment") != moment(self._service.session, viewer):
            raise Refused("stale", STALE)
        if self._service.opinions.shown(viewer) is None:
            raise Refused("illegal", NOT_YOURS)
        self._service.opinions.ask(viewer)
        self._service.renew()

    def _change_settings(self, call: Call) -> None:
        super()._change_settings(call)
        offered = call.fields.get("opinions")
        if offered is not None and self._known(call).table:
            self._service.offer_opinions(offered=offered == "1")

    def _name_people(self, call: Call) -> None:
        self._require_table(call)
        session, fields = self._service.session, call.fields
        table, before = session.table, dict(session.table.companions)
        seats = [*enumerate(table.setup.seats)]
        levels = {seat: fields.get(f"plays.{n}", before.get(seat, PERSON)) for n, seat in seats}
        # A seat of the companion has a name of its own, and loses it again.
        people = [(n, seat) for n, seat in seats if seat not in before and levels[seat] == PERSON]
        names = {seat: fields.get(f"name.{n}", table.people.get(seat, "")) for n, seat in people}
        try:
            names_by_seat(table.setup.seats, names)
            if levels != {seat: before.get(seat, PERSON) for _, seat in seats}:
                session.seat_companions(levels)
            table.name_people(names)
        except BadSetup as no:
            raise Refused("malformed", no.text) from no
        self._service.changed()

    def _registry_of(self, call: Call) -> PhoneRegistry:
        return self._box.registry if self._box is not None and call.fields.get("box") else self.registry


class WebServer:
    """Serves a table, a box that is edited in browsers, or both, until it is closed."""

    def __init__(
        self,
        table: TableService | None,
        addresses: Sequence[str] = (),
        port: int | None = None,
        *,
        box: BoxService | None = None,
        limited: bool = True,
    ) -> None:
        """``addresses`` and ``port`` as for ``HttpServer``; the usual port is where phones look for the table after a
        restart, or ``PORT``. Raises ``NoServer``."""
        kept = [one.pairings.port for one in (table, box) if one is not None and one.pairings is not None]
        known = next((one for one in kept if one), None)
        self._http = HttpServer(addresses, port, known or PORT)
        self.port = self._http.port
        for one in (table, box):
            if one is not None:
                one.port = self.port
        self.table = None if table is None else TableSite(table, lambda: self.joins, box=box)
        self.box = None if box is None else BoxSite(box, lambda: self.joins, alone=table is None)
        self._jobs: TableService | BoxService | None = table or box
        self._http.changed = self._show_addresses
        routes: list[Sequence[BaseRoute]] = [site.routes for site in (self.table, self.box) if site is not None]
        self._http.open(application(*routes), "phones", limited=limited, allows=self._allows)

    def _show_addresses(self) -> None:
        """Show the addresses of now on pages and on the screen, in their thread."""
        if self._jobs is not None:
            with suppress(Busy):
                self._jobs.submit(self._jobs.renew)

    @property
    def joins(self) -> Sequence[str]:
        """The addresses that phones can open now, the likeliest first."""
        return self._http.homes

    @property
    def join(self) -> str:
        return self.joins[0]

    def _allows(self, scope: Scope) -> Allowance:
        photo = None if self.table is None else self.table.allows(scope)
        return photo or (Allowance() if self.box is None else self.box.allows(scope))

    @property
    def master(self) -> str:
        """The address by which one browser becomes the table or, without one, the one that admits others to the box."""
        site = self.table or self.box
        return "" if site is None else site.master

    def close(self) -> None:
        if self.table is not None:
            self.table.close()
        self._http.close()
        if self.table is not None:
            self.table.photos.close()
        if self.box is not None:
            self.box.close()
