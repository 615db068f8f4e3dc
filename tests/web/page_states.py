"""Every page in each of its states, for golden texts and pictures."""

from __future__ import annotations

import io
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch
from urllib.parse import urlencode

from companion.bench import play_on
from companion.chance.playing import Thinker, Trials
from companion.chance.thinking import Dilemma, Thought
from companion.games.registry import load_game
from companion.packs import loader
from companion.packs.editing.box import OpenBox
from companion.packs.folder import read_content
from companion.packs.loader import new_box
from companion.packs.photos.keeping import keep_picture
from companion.packs.photos.reading import CardNamer, NamedCard
from companion.session.session import Session
from companion.table.table import Table
from companion.web import views
from companion.web.phones import Phone
from companion.web.views import Viewer
from tests.owner import Owner
from tests.packs.photographed import card
from tests.ui.photographs import photograph_all
from tests.web.boxes import Editor, Lent, bundled, lending, own_box
from tests.web.cameras import opened
from tests.web.chromium import Browser, Tab
from tests.web.fields import Forms
from tests.web.golden import LAPTOP, PHONE, Gallery
from tests.web.recognised import CARDS, drawing, photographed_box, taken
from tests.web.tables import Served, key_of, serving, session_of
from tests.web.test_box_in_play import beside
from tests.web.test_card_pictures import cards_of, holding

JOIN = "http://192.168.178.120:8420/"
OUT_OF_SIGHT = "one.getBoundingClientRect().top > innerHeight"
GOLDEN = Path(__file__).parent / "golden"


@dataclass(frozen=True)
class Shown:
    """A page in a tab. ``phone`` is its client, None for an unknown one; ``changed`` makes its pages anew. ``photo`` is
    uploaded, and ``open`` a part of it that is opened."""

    tab: Tab
    address: str
    phone: Phone | None = None
    changed: Callable[[], object] = lambda: None
    photo: Path | None = None
    open: str = ""

    def load(self, language: str, theme: str) -> None:
        """Load it in a language and colour scheme."""
        tab = self.tab
        tab.speak(language)
        if self.phone is not None:
            self.phone.language = language
            self.changed()
        tab.go(self.address)
        if self.photo is not None:
            tab.choose(self.photo)
            tab.until("document.querySelectorAll('.likely').length === 3")
        tab.run(f"document.documentElement.dataset.theme = '{theme}'")
        if self.open:
            tab.run(f"document.querySelector('[data-key={self.open}]').open = true")
            tab.run(f"document.querySelector('[data-key={self.open}]').scrollIntoView()")
        tab.until("[...document.images].every((one) => one.complete || " + OUT_OF_SIGHT + ")")


# The table.


class Place:
    """A table on phones, and a browser for its pages."""

    def __init__(self, browser: Browser, served: Served) -> None:
        self.served, self.service = served, served.service
        self._tab = browser.tab()
        site = served.server.table
        site.homes = lambda: [JOIN]
        self.service.registry._choose = lambda words: words[len(self.service.registry.phones)]
        self._home = f"http://127.0.0.1:{served.server.port}"

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
        return Shown(self._tab, self._home + path)

    def _with_key(self, key: str, phone: Phone) -> Shown:
        shown = replace(self.stranger(), phone=phone, changed=lambda: self.served.do(self.service.changed))
        shown.tab.know("key", key, shown.address)
        return shown


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


class ToldMind:
    """Thinks until it is told what it has thought."""

    last: ToldMind

    def __init__(self, heard: Callable[[int, Thought | None], None]) -> None:
        self._heard = heard
        ToldMind.last = self

    def think(self, dilemma: Dilemma) -> None:
        self._number = dilemma.number

    def hurry(self) -> None:
        """Nobody hurries it."""

    def close(self) -> None:
        """There is nothing to end."""

    def tell(self, table: Table) -> None:
        """Have three answers told, with chances that are made up."""
        found = Thinker(table.game, Random(1)).think(table.state, lambda _: 1.0)
        made_up = zip(found, (62.0, 55.0, 0.2), strict=False)
        self._heard(self._number, [Trials(trials.answer, 100, won=won) for trials, won in made_up])


def _opinion_on_a_phone(browser: Browser) -> Iterator[tuple[str, Shown]]:
    session = _at_a_choice("crash")
    with serving(session) as served:
        seat = str(session.table.ask.who)
        page = Place(browser, served).front(seat)
        served.do(lambda: served.service.offer_opinions(offered=True))
        yield "opinion offered", page
        served.do(lambda: _ask_opinion(served, Viewer((seat,))))
        yield "opinion thought out", page
        served.do(lambda: ToldMind.last.tell(session.table))
        yield "opinion", page


def _opinion_at_the_table(browser: Browser) -> Iterator[tuple[str, Shown]]:
    session = _at_a_choice("newyork")
    with serving(session) as served:
        page = Place(browser, served).front(table=True)
        served.do(lambda: served.service.offer_opinions(offered=True))
        served.do(lambda: _ask_opinion(served, Viewer(table=True)))
        served.do(lambda: ToldMind.last.tell(session.table))
        yield "opinion for everybody", page


def _at_a_choice(name: str) -> Session:
    """A game at a question of which there is an opinion."""
    session = session_of(name, 3)
    play_on(session, 60, Random(1))
    while session.pages or session.opinions.why_not is not None:
        session.done() if session.pages else play_on(session, session.rev + 1, Random(1))
    return session


def _ask_opinion(served: Served, viewer: Viewer) -> None:
    served.service.opinions.mind = ToldMind
    served.service.opinions.ask(viewer)
    served.service.renew()


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


# Boxes.


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

    def page(self, path: str, key: str = "", phone: Phone | None = None) -> Shown:
        """A page for the client with that key."""
        self._tab.call("Network.clearBrowserCookies")
        address = f"http://127.0.0.1:{self._lent.server.port}"
        if key:
            self._tab.know("box", key, f"{address}/box")
        return Shown(self._tab, address + path, phone)

    def inside(self, path: str, *, first: bool = False) -> Shown:
        """A page for an admitted client; ``first``: the one that admits others."""
        registry = self._lent.service.registry
        if not self.editor.key:
            self.editor.key, phone = registry.become_table("", registry.master, "en")
        else:
            phone = registry.phones[0]
        phone.table, phone.watching = first, True
        return self.page(path, self.editor.key, phone)


def _box_doors(browser: Browser) -> Iterator[tuple[str, Shown]]:
    with lending(own_box("newyork", "Our Manhattan")) as lent:
        lent.server.box.homes = lambda: [JOIN]
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


# Photos.

PHOTOS = "/box/of/mine/mafia_cards/photos"


def _photos(browser: Browser) -> Iterator[tuple[str, Shown]]:
    """The pages on which cards are photographed."""
    with tempfile.TemporaryDirectory() as folder:
        owner = Owner(Path(folder) / "mine", "mafia_cards", known=3)
        with lending(opened(owner)) as lent:
            tab, address = browser.tab(), f"http://127.0.0.1:{lent.server.port}"
            key, phone = lent.service.registry.request_access("", None, 0.0, "en")
            lent.service.registry.answer(phone.request_number, yes=True, now=0.0)
            tab.know("box", key, f"{address}/box")
            first = lent.box.rows(("mafia_cards",))[0]["id"]
            yield "photographs to take", Shown(tab, f"{address}{PHOTOS}", phone)
            yield "photograph of a known card", Shown(tab, f"{address}{PHOTOS}?card={first}", phone)
            for n in range(1, 6):
                front = io.BytesIO()
                card(Random(n)).convert("RGB").save(front, "JPEG")
                keep_picture(owner.path, f"mafia_card_{n}", front.getvalue())
            yield "photograph", Shown(tab, f"{address}{PHOTOS}/mafia_card_2?found=1", phone)
            yield "photograph without a card", Shown(tab, f"{address}{PHOTOS}/mafia_card_3?found=0", phone)
            yield "photographs", Shown(tab, f"{address}{PHOTOS}", phone)


def _recognised(browser: Browser) -> Iterator[tuple[str, Shown]]:
    """The pages for photographing a drawn card; the candidates are fixed."""
    with tempfile.TemporaryDirectory() as folder:
        owner = photographed_box(Path(folder) / "mine")
        photo = Path(folder) / "photo.jpg"
        photo.write_bytes(taken(1))
        session, ids = drawing(owner), [row["id"] for row in owner.rows("mafia_cards")][:CARDS]
        named = NamedCard([ids[1], ids[4], ids[0]])
        with serving(session) as served, patch.object(CardNamer, "name", lambda *_: named):
            key, phone = served.do(lambda: key_of(served.service, str(session.table.ask.who)))
            tab, address = browser.tab(), f"http://127.0.0.1:{served.server.port}"
            tab.know("key", key, address)
            shown = Shown(tab, address, phone, lambda: served.do(served.service.changed))
            yield "recognised card asked for", shown
            yield "recognised card to photograph", replace(shown, address=f"{address}/photo")
            yield "recognised cards", replace(shown, address=f"{address}/photo", photo=photo)


# The owner's own cards, and the box of the running game.


def _own(browser: Browser) -> Iterator[tuple[str, Shown]]:
    with tempfile.TemporaryDirectory() as folder, patch.object(views, "can_straighten", lambda: True):
        yield from _own_cards(browser, Path(folder))
        yield from _in_play(browser, Path(folder))


def _own_cards(browser: Browser, folder: Path) -> Iterator[tuple[str, Shown]]:
    owner = Owner(folder / "hand" / "mine", game="krysis")
    _photograph(owner, "relics")
    session = holding(owner)
    seat = next(one for one in session.scene.secrets if cards_of(session, one))
    with serving(session) as served:
        yield "own cards in hand", replace(_phone(browser, served, seat), open=f"own-{seat}")
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
        yield "own cards with a photo alone", replace(phone, open="photo-only")
        served.do(lambda: _open(session, photo))
        yield "own card with a photo alone", phone


def _open(session: Session, photo: str) -> None:
    session.learning.open(session.learning.nameless, photo)
    session.changed()


def _in_play(browser: Browser, folder: Path) -> Iterator[tuple[str, Shown]]:
    owner = Owner(folder / "part" / "mine", "mafia_cards", known=5)
    with beside(owner) as served:
        phone = _phone(browser, served, served.service.session.table.setup.seats[0])
        yield "box in play door", replace(phone, address=f"{phone.address}/box")
        yield "box in play", _let_in(served, phone)
    with beside(Owner(folder / "whole" / "mine")) as served:
        phone = _phone(browser, served, served.service.session.table.setup.seats[0])
        yield "box in play that was whole", _let_in(served, phone)


def _let_in(served: Served, shown: Shown) -> Shown:
    """The box itself, in a browser that may change it."""
    box = served.server.table._box
    assert box is not None
    key, editor = served.do(lambda: box.registry.request_access("", None, 0.0, "en", shown.phone))
    served.do(lambda: box.registry.answer(editor.request_number, yes=True, now=0.0))
    shown.tab.know("box", key, f"{shown.address}/box")
    return replace(shown, phone=editor, address=f"{shown.address}/box/of/mine")


def _phone(browser: Browser, served: Served, seat: str) -> Shown:
    key, phone = served.do(lambda: key_of(served.service, seat))
    tab, address = browser.tab(), f"http://127.0.0.1:{served.server.port}"
    tab.know("key", key, address)
    return Shown(tab, address, phone, lambda: served.do(served.service.changed))


def _photograph(owner: Owner, table: str) -> None:
    """A picture of each card of a table."""
    for row in owner.rows(table)[:40]:
        front = io.BytesIO()
        card(Random(row["id"])).convert("RGB").save(front, "JPEG")
        file = owner.path / "pictures" / f"{row['id']}.jpg"
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(front.getvalue())


# Together.


def _one_after_the_other(*parts: Callable[[Browser], Iterator[tuple[str, Shown]]], on_a_shelf: bool = False) -> Any:
    def states(browser: Browser) -> Iterator[tuple[str, Shown]]:
        for part in parts:
            with shelf() if on_a_shelf else nullcontext():
                yield from part(browser)

    return states


GALLERIES = {
    "table": Gallery(
        GOLDEN / "table.txt",
        _one_after_the_other(
            _coming_in,
            _in_secret,
            _dice_and_cards,
            _own_board,
            _squares,
            _opinion_on_a_phone,
            _opinion_at_the_table,
            _over,
        ),
        pictures={"dice": (PHONE, "night"), "map": (LAPTOP, "daylight")},
    ),
    "boxes": Gallery(GOLDEN / "boxes.txt", _one_after_the_other(_box_doors, _lists, _forms, _laying, on_a_shelf=True)),
    "cards": Gallery(
        GOLDEN / "cards.txt",
        _one_after_the_other(_photos, _recognised, _own),
        pictures={"own cards in hand": (PHONE, "contrast")},
    ),
}
