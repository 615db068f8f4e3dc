"""States of a touchscreen with phones, and of a table in a club; no server runs."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from itertools import count

from companion.club.membership import COMING, Membership
from companion.packs.editing.box import OpenBox
from companion.packs.folder import read_content
from companion.packs.loader import BUNDLED
from companion.session.session import Session
from companion.web.box.service import BoxInPlay
from companion.web.pairings import Pairing
from companion.web.service import TableService
from tests.ui import moments
from tests.ui.gallery import settle
from tests.ui.hands import Hands
from ui.model.phones import NO_NETWORK

# Phones: one asks, one holds a seat.

JOIN = "http://192.168.178.120:8420/"


class SilentServer:
    """Listens nowhere, at an address that is always the same."""

    joins = (JOIN,)

    def close(self) -> None:
        pass


def let_in(hands: Hands, session: Session) -> TableService:
    """Admit phones, with fixed pairing words."""
    phones, service = hands.app.phones, TableService(session, session.table.setup.seats)
    number = count()

    def choose(words: Sequence[str]) -> str:
        return words[next(number) % len(words)]

    service.registry._choose = choose
    service.listeners.append(hands.app.refresh)
    phones._service, phones._server = service, SilentServer()
    return service


def on_phones(hands: Hands, game: str) -> Iterator[str]:
    """Off, on, a phone that asks, phones that play and watch; and a private question on a phone."""
    from tests.ui.states import put  # noqa: PLC0415 - it shows these among all others

    session = put(hands, next(moment for moment in moments.questions(game) if moment.table().ask.only))
    hands.app.go("phones")
    settle()
    yield f"{game} phones off"
    service = let_in(hands, session)
    hands.app.refresh()
    settle()
    yield f"{game} phones on"
    seats = session.table.setup.seats
    had = [("quiet robin", seats[:1], False), ("golden hedgehog", seats[1:3], False), ("velvet wren", [], True)]
    service.registry.restore(
        [Pairing(f"{n:064x}", words, "en", seats=held, watching=looks) for n, (words, held, looks) in enumerate(had)]
    )
    hands.app.refresh()
    settle()
    yield f"{game} phones come back"
    hands.screen.other.action()
    for one in service.registry.phones:
        service.registry.leave(one)
    settle()
    hands.app.phones._server.joins = ("http://127.0.0.1:8420/",)
    hands.app.refresh()
    settle()
    yield f"{game} phones without a network"
    hands.app.phones._server.joins = (JOIN,)
    hands.app.refresh()
    _, phone = service.registry.request_access("", session.table.ask.only, time.monotonic(), "en")
    settle()
    yield f"{game} phones asks"
    hands.screen.act()
    _, onlooker = service.registry.request_access("", None, time.monotonic(), "es")
    settle()
    hands.screen.act()
    settle()
    assert (phone.admitted, onlooker.admitted) == (True, True)
    yield f"{game} phones playing"
    yield from _at_the_box(hands, service, game)
    hands.app.go("game")
    settle()
    assert hands.root.name == "private"
    yield f"{game} private on a phone"
    hands.app.phones.close()
    hands.app.go("phones")
    hands.app.show_message(NO_NETWORK)
    settle()
    yield f"{game} phones refused"
    hands.app.dismiss()


def _at_the_box(hands: Hands, service: TableService, game: str) -> Iterator[str]:
    """The first phone asks whether it may change the box of the game, too, and then does."""
    table = service.session.table
    path = BUNDLED / str(table.game.rules.bundled_pack)
    hands.app.phones.box = box = BoxInPlay(OpenBox(table.game, path, read_content(path)), service)
    box.listeners.append(hands.app.refresh)
    first = service.registry.phones[0]
    box.registry.request_access("", None, time.monotonic(), first.language, first)
    settle()
    yield f"{game} phones asks for the box"
    hands.screen.act()
    settle()
    yield f"{game} phones at the box"


# A club: help can be called, is called, and is answered.


class Neighbours(Membership):
    """A club without a broker that records calls, and answers on request."""

    on = True
    calling = coming = False

    def __init__(self) -> None:
        super().__init__(None)

    def call(self) -> None:
        self.calling, self.coming = not self.calling, False


def in_a_club(hands: Hands, game: str) -> Iterator[str]:
    """A game with secrets, which has the longest menu."""
    from tests.ui.states import put  # noqa: PLC0415 - it shows these among all others

    own, club = hands.app.club, Neighbours()
    put(hands, next(moment for moment in moments.questions(game) if moment.table().scene().secrets))
    hands.app.club = club
    hands.app.go("menu")
    settle()
    yield f"{game} menu in a club"
    club.call()
    hands.app.refresh()
    settle()
    yield f"{game} menu help called"
    club.coming = True
    hands.app.show_message(COMING)
    settle()
    yield f"{game} menu somebody comes"
    hands.app.dismiss()
    hands.app.club = own
