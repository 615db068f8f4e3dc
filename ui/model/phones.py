"""Phones and other browsers as the touchscreen sees them: off until switched on, off again when the game or box is
closed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from kivy.clock import Clock, ClockEvent

from companion.configuration import ConfigError
from companion.core.refusals import Refused
from companion.core.texts import T, Text
from companion.session.session import Session
from ui.model.navigation import Observer

if TYPE_CHECKING:
    from companion.packs.editing.box import OpenBox
    from companion.packs.editing.tables import Path as TablePath
    from companion.web.app import WebServer
    from companion.web.box.service import BoxInPlay, BoxService
    from companion.web.pairings import Pairings
    from companion.web.phones import Phone, PhoneRegistry
    from companion.web.service import JobQueue, TableService


NO_NETWORK = T("This machine is in no network. Connect it to the one that the phones are in.")
MISSING = T("Phones need more of the companion than is here. Install it with [web].")


RETRY = 2.0
"""Seconds after which phones are opened again where that was not possible after a restart."""
RETRIES = 150


class BrowserServer:
    """A server that phones and other browsers connect to, listening only while it is open. ``again`` is called when
    there is something new to show."""

    def __init__(self, again: Callable[[], object]) -> None:
        self._again = again
        self.journal: Path | None = None
        """Beside it those with access are kept for a restart; None: they are not."""
        self.addresses: list[str] = []
        """Addresses to listen on; empty: those in companion.toml, or all of this machine."""
        self.port: int | None = None
        """None: the usual one, or any free one if that is taken."""
        self._chosen = ""
        self._given = False
        """True if the addresses to listen at are given."""
        self._server: WebServer | None = None
        self.at_work = False
        """True while something is done for a phone: nobody has tapped for it here."""

    @property
    def registry(self) -> PhoneRegistry | None:
        """Who has access and who waits for it; None while it is closed."""
        return None

    def _serve(self, work: JobQueue, serve: Callable[[Sequence[str]], WebServer]) -> Text | None:
        """Start ``serve`` for ``work``, at the addresses that it is given; returns why that fails, None if it does
        not."""
        from companion.web import addresses  # noqa: PLC0415 - few play on phones
        from companion.web.server import NoServer  # noqa: PLC0415

        try:
            listen = self.addresses or addresses.settings().addresses
        except ConfigError as no:
            return no.text
        if not listen and not addresses.own_addresses():
            return NO_NETWORK
        self._given = bool(listen)
        work.wake = lambda: Clock.schedule_once(lambda _dt: self._do(work), 0)
        work.listeners.append(self._again)
        try:
            self._server = serve(listen)
        except NoServer as no:
            return no.text
        return None

    def _do(self, work: JobQueue) -> None:
        self.at_work = True
        try:
            work.run_waiting()
        finally:
            self.at_work = False

    @property
    def joins(self) -> Sequence[str]:
        """The URLs that phones can open now, the likeliest first; none while it is closed."""
        return [] if self._server is None else self._server.joins

    @property
    def join(self) -> str:
        """The one that is shown."""
        joins = self.joins
        return self._chosen if self._chosen in joins or not joins else joins[0]

    @property
    def code(self) -> list[list[bool]]:
        """The QR code of the one that is shown."""
        from companion.web.html import qr_squares  # noqa: PLC0415 - few play on phones

        return qr_squares(self.join) if self.joins else []

    @property
    def alone(self) -> bool:
        """True if only this machine itself can open it: the network has gone."""
        return not self._given and self.join.startswith("http://127.0.0.1:")

    def show(self, join: str) -> None:
        """Show this URL and its code, as long as it is one of this machine."""
        self._chosen = join

    def close(self) -> None:
        """Stop listening and forget everybody who had access."""
        server, self._server = self._server, None
        self._chosen = ""
        if server is not None:
            server.close()

    @property
    def registries(self) -> Sequence[PhoneRegistry]:
        """The lists of phones whose requests are answered on the screen."""
        return [] if self.registry is None else [self.registry]

    @property
    def returning(self) -> PhoneRegistry | None:
        """The first list with phones that had access before a restart of the screen and wait to get it back."""
        return next((one for one in self.registries if one.returning), None)

    def readmit(self, registry: PhoneRegistry, number: int, *, yes: bool) -> Text | None:
        """Let them come back, or not, if the question of this number is still open; returns why that fails, None if it
        does not."""
        try:
            registry.readmit(number, yes=yes, now=time.monotonic())
        except Refused as no:
            return no.text
        return None

    @property
    def asking(self) -> Phone | None:
        """The phone that has waited longest for consent; None if none waits."""
        now = time.monotonic()
        waiting = [
            (phone.request.since, phone)
            for registry in self.registries
            for phone in registry.waiting(now)
            if phone.request is not None
        ]
        return min(waiting, key=lambda one: one[0])[1] if waiting else None

    def answer(self, phone: Phone, number: int, *, yes: bool) -> Text | None:
        """Grant or refuse the request ``number`` of a phone; returns why that fails, None if it does not."""
        try:
            for registry in self.registries:
                if phone in registry.phones:
                    registry.answer(number, yes=yes, now=time.monotonic())
        except Refused as no:
            return no.text
        return None


class Phones(BrowserServer, Observer):
    """The phones of the running game."""

    _service: TableService | None = None
    _later: ClockEvent | None = None
    _opinions = False
    box: BoxInPlay | None = None
    """The box of the running game, if phones may ask to edit it."""

    @property
    def on(self) -> bool:
        return self._service is not None

    @property
    def registry(self) -> PhoneRegistry | None:
        """Which phone has which seat; None while it is off."""
        return None if self._service is None else self._service.registry

    @property
    def registries(self) -> Sequence[PhoneRegistry]:
        """Phones at the table, and phones that edit its box."""
        return [*super().registries, *([] if self.box is None else [self.box.registry])]

    def open(self, session: Session) -> Text | None:
        """Open for phones; returns why that fails, None if it does not."""
        try:
            from companion.web.app import WebServer  # noqa: PLC0415
            from companion.web.box.service import box_in_play  # noqa: PLC0415 - few play on phones
            from companion.web.service import TableService  # noqa: PLC0415
        except ImportError:
            return MISSING
        service = TableService(session, session.table.setup.seats, self._pairings(session))
        service.offer_opinions(offered=self._opinions)
        box = box_in_play(service, self.journal)
        if box is not None:
            box.listeners.append(self._again)
        no = self._serve(service, lambda listen: WebServer(service, listen, self.port, box=box))
        if no is None:
            self._service, self.box = service, box
        return no

    def offer_opinions(self, *, offered: bool) -> None:
        """Let people ask on phones what the companion would do, or not."""
        self._opinions = offered
        if self._service is not None:
            self._service.offer_opinions(offered=offered)

    def _pairings(self, session: Session) -> Pairings | None:
        from companion.web.pairings import Pairings  # noqa: PLC0415 - few play on phones

        game = session.table.game_id
        if self.journal is None or game is None:
            return None
        kept = Pairings(self.journal, game)
        # Here the screen is the table. A browser that was it before is not listed, and could not be sent away.
        kept.phones = [one for one in kept.phones if not one.table]
        return kept

    def serve(self, session: Session) -> None:
        """Open for the phones that this game had when the screen ended: they look for it."""
        kept = self._pairings(session)
        if (kept is not None and kept.phones) or self._had_editors(session):
            self._open_again(session, RETRIES)

    def _had_editors(self, session: Session) -> bool:
        """True if browsers edited the box of this game when the screen ended."""
        from companion.packs.loader import own_path  # noqa: PLC0415 - few play on phones
        from companion.web.pairings import Pairings  # noqa: PLC0415

        path = own_path(session.table.setup.pack)
        if self.journal is None or session.table.game_id is None or path is None:
            return False
        return any(not one.table for one in Pairings(self.journal, str(path), kind="editors").phones)

    def _open_again(self, session: Session, left: int) -> None:
        """Open, or try it again a little later: after the power was off, the network comes after the screen."""
        if not self.on and self.open(session) is not None and left:
            self._later = Clock.schedule_once(lambda _dt: self._open_again(session, left - 1), RETRY)

    def forget(self) -> None:
        """Stop listening for good: no phone comes back by itself."""
        if self._service is not None and self._service.pairings is not None:
            self._service.pairings.forget()
        if self.box is not None:
            self.box.forget()
        self.close()

    def close(self) -> None:
        """Stop listening, and pass what was entered about the box to the game."""
        if self._later is not None:
            self._later.cancel()
        box, self._service, self.box = self.box, None, None
        super().close()
        if box is not None:
            box.update_game()

    def changed(self, session: Session) -> None:
        if self._service is not None:
            self._service.changed()

    def leave(self, session: Session) -> None:
        self.forget()

    def holds(self, seat: str | None) -> bool:
        """True if a phone plays this seat."""
        return seat is not None and self.registry is not None and self.registry.holder(seat) is not None

    def elsewhere(self, seat: str | None) -> bool:
        """True if this seat's secret question is asked on its phone only."""
        return self.holds(seat) and self.registry is not None and self.registry.asked_here != seat

    def ask_here(self, seat: str | None) -> None:
        """Ask its secret question on the screen too, until the next one."""
        if self.registry is not None:
            self.registry.ask_here(seat)


class Browsers(BrowserServer):
    """The browsers that edit the open box."""

    service: BoxService | None = None
    """None while it is closed."""

    @property
    def registry(self) -> PhoneRegistry | None:
        """Who may edit it; None while it is closed."""
        return None if self.service is None else self.service.registry

    def open(self, box: OpenBox, left_out: Callable[[TablePath], Text | None]) -> Text | None:
        """Open for browsers, without the tables for which ``left_out`` has a reason; returns why that fails, None if it
        does not."""
        try:
            from companion.web.app import WebServer  # noqa: PLC0415
            from companion.web.box.service import BoxService  # noqa: PLC0415 - few change a box in a browser
        except ImportError:
            return MISSING
        service = BoxService(box, journal=self.journal, left_out=left_out)
        no = self._serve(service, lambda listen: WebServer(None, listen, self.port, box=service))
        if no is None:
            self.service = service
        return no

    def forget(self) -> None:
        """Stop for good: no browser comes back by itself."""
        if self.service is not None:
            self.service.forget()
        self.close()

    def close(self) -> None:
        self.service = None
        super().close()
