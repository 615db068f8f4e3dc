"""Pages on which the owner's own cards stand, and those of the box of the running game, for pictures of them."""

from __future__ import annotations

import io
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple
from unittest.mock import patch

from companion.session.session import Session
from companion.web import views
from companion.web.phones import Phone
from tests.owner import Owner
from tests.packs.photographed import card
from tests.ui.photographs import photograph_all
from tests.web.chromium import Browser, Tab
from tests.web.recognised import drawing
from tests.web.tables import Served, key_of, serving
from tests.web.test_box_in_play import beside
from tests.web.test_card_pictures import cards_of, holding

AT = "/box/of/mine"
OUT_OF_SIGHT = "one.getBoundingClientRect().top > innerHeight"


class ShownOwn(NamedTuple):
    """A page of a phone that plays; ``open`` is a part of it that is opened first."""

    tab: Tab
    phone: Phone
    served: Served
    path: str = "/"
    open: str = ""

    def load(self, language: str, theme: str) -> None:
        """In a language and a light."""
        self.phone.language = language
        self.served.do(self.served.service.changed)
        self.tab.go(f"http://127.0.0.1:{self.served.server.port}{self.path}")
        self.tab.run(f"document.documentElement.dataset.theme = '{theme}'")
        if self.open:
            self.tab.run(f"document.querySelector('[data-key={self.open}]').open = true")
            self.tab.run(f"document.querySelector('[data-key={self.open}]').scrollIntoView()")
        self.tab.until("[...document.images].every((one) => one.complete || " + OUT_OF_SIGHT + ")")


def everything(browser: Browser) -> Iterator[tuple[str, ShownOwn]]:
    """Each of them by a name."""
    with tempfile.TemporaryDirectory() as folder, patch.object(views, "can_straighten", lambda: True):
        yield from _cards(browser, Path(folder))
        yield from _box(browser, Path(folder))


def _cards(browser: Browser, folder: Path) -> Iterator[tuple[str, ShownOwn]]:
    owner = Owner(folder / "hand" / "mine", game="krysis")
    _photograph(owner, "relics")
    session = holding(owner)
    seat = next(one for one in session.scene.secrets if cards_of(session, one))
    with serving(session) as served:
        yield "own cards in hand", _phone(browser, served, seat)
    owner = Owner(folder / "drawn" / "mine")
    _photograph(owner, "mafia_cards")
    session = drawing(owner)
    session.answer((session.table.legal() or [])[0])
    with serving(session) as served:
        yield "own card that came", _phone(browser, served, str(session.table.setup.seats[0]))
    owner = Owner(folder / "untold" / "mine", "mafia_cards", known=2)
    photo = photograph_all(owner, "mafia_cards")[2]
    session = drawing(owner)
    with serving(session) as served:
        phone = _phone(browser, served, str(session.table.ask.who))
        yield "own cards with a photo alone", phone._replace(open="photo-only")
        served.do(lambda: _open(session, photo))
        yield "own card with a photo alone", phone


def _open(session: Session, photo: str) -> None:
    session.learning.open(session.learning.nameless, photo)
    session.changed()


def _box(browser: Browser, folder: Path) -> Iterator[tuple[str, ShownOwn]]:
    owner = Owner(folder / "part" / "mine", "mafia_cards", known=5)
    with beside(owner) as served:
        phone = _phone(browser, served, served.service.session.table.setup.seats[0])
        yield "box in play door", phone._replace(path="/box")
        yield "box in play", _let_in(phone, AT)
    with beside(Owner(folder / "whole" / "mine")) as served:
        phone = _phone(browser, served, served.service.session.table.setup.seats[0])
        yield "box in play that was whole", _let_in(phone, AT)


def _let_in(phone: ShownOwn, path: str) -> ShownOwn:
    box = phone.served.server.table._box
    assert box is not None
    key, editor = phone.served.do(lambda: box.registry.request_access("", None, 0.0, "en", phone.phone))
    phone.served.do(lambda: box.registry.answer(editor.request_number, yes=True, now=0.0))
    address = f"http://127.0.0.1:{phone.served.server.port}/box"
    phone.tab.know("box", key, address)
    return phone._replace(phone=editor, path=path)


def _phone(browser: Browser, served: Served, seat: str) -> ShownOwn:
    key, phone = served.do(lambda: key_of(served.service, seat))
    tab, address = browser.tab(), f"http://127.0.0.1:{served.server.port}"
    tab.call("Network.clearBrowserCookies")
    tab.know("key", key, address)
    return ShownOwn(tab, phone, served)


def _photograph(owner: Owner, table: str) -> None:
    """A picture of each card of a table."""
    for row in owner.rows(table)[:40]:
        front = io.BytesIO()
        card(Random(row["id"])).convert("RGB").save(front, "JPEG")
        file = owner.path / "pictures" / f"{row['id']}.jpg"
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(front.getvalue())
