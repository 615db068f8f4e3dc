"""Every page for editing a box, for screenshots."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from companion.games.registry import load_game
from companion.packs import loader
from companion.packs.editing.box import OpenBox
from companion.packs.folder import read_content
from companion.packs.loader import new_box
from companion.web.phones import Phone
from tests.web.boxes import Editor, Lent, bundled, lending, own_box
from tests.web.chromium import Browser
from tests.web.fields import Forms
from tests.web.page_states import JOIN, Shown


class BoxShown(Shown):
    """A page of a box in a tab."""

    def load(self, language: str, theme: str) -> None:
        self.tab.speak(language)
        if self.phone is not None:
            self.phone.language = language
        self.tab.go(self.address)
        self.tab.run(f"document.documentElement.dataset.theme = '{theme}'")


@contextmanager
def shelf() -> Iterator[None]:
    """A temporary folder for the owner's boxes."""
    before = loader.user_folder
    with tempfile.TemporaryDirectory() as folder:
        loader.user_folder = lambda: Path(folder)
        try:
            yield
        finally:
            loader.user_folder = before


class Front:
    """A browser for pages of a box."""

    def __init__(self, browser: Browser, lent: Lent) -> None:
        self._lent = lent
        self._tab = browser.tab()
        lent.service.registry._choose = lambda words: words[len(lent.service.registry.phones)]
        self.editor = Editor(lent)

    def page(self, path: str, key: str = "", phone: Phone | None = None) -> BoxShown:
        """A page for the client with that key."""
        self._tab.call("Network.clearBrowserCookies")
        address = f"http://127.0.0.1:{self._lent.server.port}"
        if key:
            self._tab.know("box", key, f"{address}/box")
        served: Any = self._lent
        return BoxShown(self._tab, phone, served, address + path)

    def inside(self, path: str, *, first: bool = False) -> BoxShown:
        """A page for an admitted client; ``first``: the one that admits others."""
        registry = self._lent.service.registry
        if not self.editor.key:
            self.editor.key, phone = registry.become_table("", registry.master, "en")
        else:
            phone = registry.phones[0]
        phone.table, phone.watching = first, True
        return self.page(path, self.editor.key, phone)


def boxes(browser: Browser) -> Iterator[tuple[str, Shown]]:
    """Each page with a name."""
    for states in (_coming_in, _lists, _forms, _laying):
        with shelf():
            yield from states(browser)


def _coming_in(browser: Browser) -> Iterator[tuple[str, Shown]]:
    with lending(own_box("newyork", "Our Manhattan")) as lent:
        lent.server.box.join = JOIN
        front = Front(browser, lent)
        yield "box door", front.page("/box")
        key, phone = lent.service.registry.request_access("", None, time.monotonic(), "en")
        yield "box two words", front.page("/box", key, phone)
        yield "box address", front.page(f"/box/master/{lent.service.registry.master}")
        yield "box asked", front.inside("/box", first=True)
        lent.service.registry.answer(phone.request_number, yes=True, now=0.0)
        yield "box shared", front.inside("/box", first=True)


def _lists(browser: Browser) -> Iterator[tuple[str, Shown]]:
    path = bundled("krysis")
    with lending(OpenBox(load_game("krysis"), path, read_content(path), bundled=True)) as lent:
        yield "box that stays", Front(browser, lent).inside("/box/of/deepvein")
    path = new_box(load_game("newyork"), "Our box")
    with lending(OpenBox(load_game("newyork"), path, read_content(path))) as lent:
        front = Front(browser, lent)
        yield "box with what is missing", front.inside("/box/of/our_box")
        yield "box list without a card", front.inside("/box/of/our_box/mafia_cards")
    with lending(own_box("escape", "Lantern")) as lent:
        front = Front(browser, lent)
        yield "box list", front.inside("/box/of/lantern/contacts?q=a")
        yield "box city tile", front.inside("/box/of/lantern/city_tiles/0")


def _forms(browser: Browser) -> Iterator[tuple[str, Shown]]:
    with lending(own_box("newyork", "Our Manhattan")) as lent:
        front = Front(browser, lent)
        yield "box about", front.inside("/box/of/our_manhattan/-")
        yield "box card", front.inside("/box/of/our_manhattan/police_cards/0?saved=1")
        address = "/box/of/our_manhattan/police_cards/new"
        form = Forms(front.editor.page(address)).to(address)
        sent = urlencode({**form.fields, "f.event.title@en": "Night shift", "do": "next"}).encode()
        refused = front.editor.ask("POST", address, sent)[1]["location"]
        yield "box card refused", front.inside(refused)
        yield "box nothing there", front.inside("/box/of/our_manhattan/items/99")


def _laying(browser: Browser) -> Iterator[tuple[str, Shown]]:
    with lending(own_box("newyork", "Our Manhattan")) as lent:
        front = Front(browser, lent)
        yield "box board", front.inside("/box/of/our_manhattan/board.squares")
        yield "box square", front.inside("/box/of/our_manhattan/board.squares?square=grand_central")
    with lending(own_box("crash", "Junction")) as lent:
        front = Front(browser, lent)
        yield "box tile", front.inside("/box/of/junction/tiles/0")
        yield "box places", front.inside("/box/of/junction/layouts.5?slot=2")
