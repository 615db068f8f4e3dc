"""Every page, for screenshots."""

from __future__ import annotations

import time
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from companion.bench import play_on
from companion.session.session import Session
from companion.web.phones import Phone
from tests.web import own_card_states, photo_states, recognised_states
from tests.web.chromium import Browser, Tab
from tests.web.photo_states import ShownPhotos
from tests.web.tables import Served, key_of, serving, session_of

JOIN = "http://192.168.178.120:8420/"


class Shown(NamedTuple):
    """A page in a tab; ``phone`` is its client, None for an unknown one."""

    tab: Tab
    phone: Phone | None
    served: Served
    address: str

    def load(self, language: str, theme: str) -> None:
        """Load it in a language and colour scheme."""
        self.tab.speak(language)
        if self.phone is not None:
            self.phone.language = language
            self.served.do(self.served.service.changed)
        self.tab.go(self.address)
        self.tab.run(f"document.documentElement.dataset.theme = '{theme}'")


class Place:
    """A table on phones, and a browser for its pages."""

    def __init__(self, browser: Browser, served: Served) -> None:
        self.served, self.service = served, served.service
        self._tab = browser.tab()
        site = served.server.table
        site.join = site._pages._join = JOIN
        self.service.registry._choose = lambda words: words[len(self.service.registry.phones)]

    def front(self, *seats: str, table: bool = False) -> Shown:
        """The page of a phone with these seats, of a spectator, or of the table."""
        return self._with_key(*self.served.do(lambda: key_of(self.service, *seats, table=table)))

    def wishing(self, seat: str) -> Shown:
        """The page of a phone that waits to be admitted."""
        return self._with_key(
            *self.served.do(lambda: self.service.registry.request_access("", seat, time.monotonic(), "en"))
        )

    def stranger(self, path: str = "/") -> Shown:
        """The page of an unknown client."""
        self._tab.call("Network.clearBrowserCookies")
        return Shown(self._tab, None, self.served, f"http://127.0.0.1:{self.served.server.port}{path}")

    def _with_key(self, key: str, phone: Phone) -> Shown:
        shown = self.stranger()._replace(phone=phone)
        shown.tab.know("key", key, shown.address)
        return shown


def everything(browser: Browser) -> Iterator[tuple[str, Shown | ShownPhotos]]:
    """Each page with a name."""
    from tests.web.box_page_states import boxes  # noqa: PLC0415 - it shows them with what is here

    for states in (_coming_in, _in_secret, _dice_and_cards, _own_board, _squares, _over, boxes):
        yield from states(browser)
    yield from photo_states.everything(browser)
    yield from recognised_states.everything(browser)
    yield from own_card_states.everything(browser)


def _coming_in(browser: Browser) -> Iterator[tuple[str, Shown]]:
    session = session_of("krysis", 3)
    with serving(session) as served:
        place = Place(browser, served)
        first, second, _ = session.table.setup.seats
        yield "door", place.stranger()
        yield "two words", place.wishing(first)
        yield "address of the table", place.stranger(f"/table/{served.service.registry.master}")
        yield "no address of the table", place.stranger("/table/old")
        table = place.front(table=True)
        yield "table asked by a phone", table
        refused = place.front(second)
        served.do(lambda: served.service.registry.take_back(second))
        yield "door after a seat was taken back", refused


def _in_secret(browser: Browser) -> Iterator[tuple[str, Shown]]:
    session = session_of("krysis", 3)
    session.done()
    with serving(session) as served:
        place, seat = Place(browser, served), str(session.table.ask.only)
        yield "secret at the table", place.front(table=True)
        served.do(lambda: served.service.look_alone(seat))
        yield "secret for one pair of eyes", place.front(table=True)
        served.do(lambda: served.service.look_alone(None))
        yield "secret on a phone", place.front(seat)
        yield "secret of another", place.front(next(one for one in session.table.setup.seats if one != seat))
        yield "secret is on a phone", place.front(table=True)


def _dice_and_cards(browser: Browser) -> Iterator[tuple[str, Shown]]:
    session = session_of("newyork", 2)
    until(session, "check")
    with serving(session) as served:
        place = Place(browser, served)
        yield "to do", place.front(session.table.setup.seats[0])
        served.do(lambda: until(session, "roll"))
        yield "dice", place.front(table=True)
        served.do(lambda: until(session, "choose"))
        served.do(lambda: served.service.registry.take_back(session.table.setup.seats[0]))
        yield "choices", place.front(str(session.table.ask.who))
        yield "map", place.front(table=True)
        yield "looking on", place.front()


def _own_board(browser: Browser) -> Iterator[tuple[str, Shown]]:
    session = session_of("escape", 3)
    play_on(session, 40, Random(1))
    with serving(session) as served:
        seats = session.table.setup.seats
        page = Place(browser, served).front(seats[0])
        yield "own board", page
        served.do(lambda: session.table.name_people(dict(zip(seats, ("Anna", "אנה", "Мария"), strict=True))))
        yield "own board by name", page


def _squares(browser: Browser) -> Iterator[tuple[str, Shown]]:
    session = session_of("crash", 3)
    play_on(session, 60, Random(1))
    with serving(session) as served:
        yield "squares", Place(browser, served).front(table=True)


def _over(browser: Browser) -> Iterator[tuple[str, Shown]]:
    session = session_of("thousand", 3)
    play_on(session, 10_000, Random(1))
    with serving(session) as served:
        yield "over", Place(browser, served).front()


def until(session: Session, mode: str) -> None:
    """Play sensibly until this is shown."""
    luck = Random(1)
    while session.mode != mode:
        play_on(session, session.rev + 1, luck) if not session.pages else session.done()
