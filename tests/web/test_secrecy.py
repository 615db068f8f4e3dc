"""No byte of a page tells another seat's secret: the pages of two games that differ only in it are equal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import copy
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from companion.core.asks import is_chance
from companion.packs.pictures import pictures_of
from companion.session import learning
from companion.session.session import Session
from companion.table.table import Table
from companion.web.pages import PageSource, TablePages
from companion.web.phones import Phone
from companion.web.service import TableService
from tests import daily
from tests.daily import mixed, share
from tests.games.chaos import new_game
from tests.games.crash.chaos import CrashChaos
from tests.games.escape.helpers import EscapeTable
from tests.games.krysis.test_secrecy import Secretive, twins
from tests.games.newyork.chaos import NewYorkChaos
from tests.games.thousand.chaos import ThousandChaos
from tests.web.tables import phone_of, unnumbered

JOIN = "http://127.0.0.1:8420/"


@pytest.fixture(autouse=True)
def box(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A picture of each card, in a folder by game, which is listed once: the tables of thousands of pages have it."""
    folder = tmp_path_factory.mktemp("photographed")
    monkeypatch.setattr(learning, "pictures_of", lambda box, _: _pictures(box))
    monkeypatch.setitem(globals(), "BOXES", folder)
    yield
    _pictures.cache_clear()


BOXES = Path()
_pictures = cache(pictures_of)


def photographed(table: Table) -> Path:
    """A folder in which each card of the box has a picture."""
    box = BOXES / table.game.name
    if not box.exists():
        (box / "pictures").mkdir(parents=True)
        for id_ in ids(table.box.data):
            (box / "pictures" / f"{id_}.jpg").touch()
    return box


def ids(data: object) -> set[str]:
    """All ids in a box."""
    inner = data.values() if isinstance(data, Mapping) else data if isinstance(data, list) else ()
    own = {data["id"]} if isinstance(data, Mapping) and isinstance(data.get("id"), str) else set()
    return own.union(*(ids(one) for one in inner))


@dataclass(frozen=True)
class Seen:
    """What one viewer gets: what the page is made from, the page, and its pictures."""

    made: TablePages
    source: PageSource
    cards: list[str]

    @cached_property
    def said(self) -> bytes:
        """All that the page is made from, in order. Pages of which it is the same are equal: templates know nothing
        else."""
        return msgspec.json.encode((self.source, self.cards), enc_hook=repr)

    @cached_property
    def page(self) -> str:
        text = self.made.made(self.source).text
        # A stranger's forms have a random number; those of phones are counted, and must not differ.
        return (unnumbered(text) if self.source.about["phone"] is None else text) + repr(self.cards)


def pages(table: Table, confirmed: int) -> dict[str, Seen]:
    """Every page that there is of this table, by who looks: each seat, somebody who looks on, the table, a stranger."""
    session = Session(table, confirmed=confirmed)
    session.token = "same"  # It is random, and on every page.
    session.learning.photos.look_into(photographed(table))
    service = TableService(session, table.setup.seats)
    made = TablePages(service, lambda: [JOIN])
    viewers: dict[str, Phone | None] = {"stranger": None}
    service.registry._choose = lambda words: words[len(service.registry.phones)]
    for language in ("en", "es"):
        viewers[f"onlooker {language}"] = phone_of(service, language=language)
    viewers["table"] = phone_of(service, table=True)
    viewers |= {seat: phone_of(service, seat) for seat in table.setup.seats}
    return {
        who: Seen(made, made.source(phone, "en"), sorted(phone.cards) if phone else [])
        for who, phone in viewers.items()
    }


def all_pages(table: Table) -> dict[str, Seen]:
    """With what hands have to do on them, and with what is asked once they have done it."""
    waiting = pages(table, max(0, table.rev - 3))
    return {f"{who} later": page for who, page in pages(table, table.rev).items()} | waiting


def told(before: dict[str, Seen], after: dict[str, Seen], *, whole: bool = True) -> set[str]:
    """Whose pages are another. Not ``whole``: only those are made that might be."""
    return {
        who.removesuffix(" later")
        for who, seen in before.items()
        if (whole or seen.said != after[who].said) and seen.page != after[who].page
    }


def twin_table(table: Table, state: Any) -> Table:
    """The table as it would be with another state."""
    other = copy(table)
    other.history = copy(table.history)
    other.history.state = state
    other.history._look_again()
    return other


@pytest.mark.parametrize(("seed", "digital"), mixed(range(share(6)), [False, True]))
def test_another_secret_changes_no_page_of_anybody_else(seed: int, digital: bool) -> None:
    """Krysis: another hand, agent, bid, home, mission, other relics; drawn here, or by hand at the table."""
    chaos, r = Secretive(), Random(seed)
    table, _ = new_game(chaos, r, digital=digital)
    met: set[str] = set()
    pictures = 0
    alone: set[str] = set()
    for _ in range(160 if daily.everything else 80):
        if table.over or table.state.now.phase == "scoring":
            break
        table.answer(chaos.random_answer(r, table))
        ask = table.ask
        picked = ask.only is not None and is_chance(ask)
        if picked:
            alone.add(str(getattr(ask, "deck", getattr(ask, "what", ""))))
        looked_at = r.random() < (0.2 if daily.everything else 0.1)
        if table.over or table.state.now.phase in ("scoring", "over") or not (picked or looked_at):
            continue
        before, seat = all_pages(table), r.choice(table.setup.seats)
        for name, state in twins(table.state, seat, r):
            twin = twin_table(table, state)
            # The first of each kind is compared as all of its pages.
            whole = name not in met
            met.add(name)
            pictures += whole and sum(seen.page.count("/card/") for seen in before.values())
            allowed = {seat} | ({str(ask.who)} if getattr(ask, "choice", "") == "spy" else set())
            if name == "home":
                # It is spread otherwise between this seat and another one: what all have together is public.
                allowed |= {next(one for one in table.setup.seats if one != seat)}
            assert told(before, all_pages(twin), whole=whole) <= allowed, (name, ask)
    assert met
    assert pictures
    assert digital or alone


def escape_pairs() -> Iterator[tuple[str, str, EscapeTable, EscapeTable]]:
    """What differs, whose it is, and two games of Escape Plan that are otherwise the same."""
    secret = {"plans": "private", "ep.cash_ledger": "private"}

    def dealt(plans: str) -> EscapeTable:
        evening = EscapeTable("ann ben cat", secret).until("plans")
        evening.draw(*plans.split())
        return evening.until("turn")

    yield "plan", "ben", dealt("p1 p2 p3"), dealt("p1 p9 p3")
    one, other = dealt("p1 p2 p3"), dealt("p1 p2 p3")
    one.say("cash", seat="ben", by=1)
    other.say("cash", seat="ben", by=-5)
    yield "cash", "ben", one, other
    one, other = EscapeTable("ann ben cat", secret).until("plans"), EscapeTable("ann ben cat", secret).until("plans")
    one.draw("p1")
    other.draw("p2")
    yield "plan that was just drawn", "ann", one, other


def test_escape_plans_and_cash_are_on_no_page_of_anybody_else() -> None:
    """Two real games, each played to here; also while others still draw their plans by hand."""
    for what, seat, one, other in escape_pairs():
        changed = told(all_pages(one.table), all_pages(other.table))
        assert changed == {seat}, what


def test_what_a_seat_has_is_on_its_own_page() -> None:
    """The test above could be passed by pages that show nothing."""
    evening = EscapeTable("ann ben", {"plans": "private", "ep.cash_ledger": "private"}).until("plans")
    evening.draw("p1", "p2")
    found = pages(evening.until("turn").table, evening.table.rev)
    assert "For your eyes only" in found["ann"].page
    assert not [who for who in ("table", "onlooker en", "stranger") if "For your eyes only" in found[who].page]


@pytest.mark.parametrize("chaos", [NewYorkChaos(), CrashChaos(), ThousandChaos()], ids=lambda one: one.game.name)
def test_where_nothing_is_secret_no_page_hides_anything(chaos: Any) -> None:
    """Games in which everybody may see everything."""
    for seed in range(share(8)):
        r = Random(seed)
        table, _ = new_game(chaos, r)
        for _ in range(min(chaos.longest, 60)):
            if table.over:
                break
            table.answer(chaos.random_answer(r, table))
        assert not table.scene().secrets
        found = [seen.page for seen in all_pages(table).values()]
        assert not [page for page in found if "For your eyes only" in page or "one pair of eyes" in page]
