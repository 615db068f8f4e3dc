"""Who may know what: the shared screen and each seat (R-KR-13, R-KR-18, R-KR-28, R-KR-64, R-KR-72; WIRE.md 7)."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from companion.chance.dealer import Dealer
from companion.table.table import Table
from tests.games.krysis.box import GAME, Json
from tests.games.krysis.chaos import KrysisChaos
from tests.games.krysis.helpers import ALL, KrysisTable, change

OPTIONS = {"advanced": "on", "missions": "on"}


def text(view: Any) -> str:
    return json.dumps(view, sort_keys=True)


def alike_for_all_but(seat: str, one: KrysisTable, other: KrysisTable) -> None:
    """The two tables differ, and only ``seat`` can see it."""
    assert one.table.hash() != other.table.hash()
    for who in (None, *one.facts["seats"]):
        same = text(one.table.view(who)) == text(other.table.view(who))
        assert same == (who != seat), who


def pair(known: str = ALL, options: dict[str, str] | None = None, **how: Any) -> tuple[KrysisTable, KrysisTable]:
    return KrysisTable(3, known, options, **how), KrysisTable(3, known, options, **how)


def each(evenings: tuple[KrysisTable, KrysisTable], what: str, who: str | None = None) -> None:
    for evening in evenings:
        evening.until(what, who)


@pytest.mark.rule("R-KR-64")
def test_another_discard_of_the_squad():
    """Of the same deck; the decks can be counted."""
    one, other = pair(options=OPTIONS)
    one.say("discard", agent="a_f1")
    other.say("discard", agent="a_f4")
    alike_for_all_but("ann", one, other)
    for _ in range(5):
        for evening in (one, other):
            evening.say(
                "discard", agent=next(a["agent"] for a in evening.legal() if a["agent"] not in ("a_f1", "a_f4"))
            )
    alike_for_all_but("ann", one, other)


@pytest.mark.rule("R-KR-11")
def test_another_card_of_a_hand():
    one, other = pair()
    one.draw("a_f1")
    other.draw("a_f2")
    alike_for_all_but("ann", one, other)


@pytest.mark.rule("R-KR-12", "R-KR-13")
def test_another_relic():
    """In a camp, and carried home from there."""
    one, other = pair("home relics")
    one.draw("r01")
    other.draw("r05")
    alike_for_all_but("ann", one, other)
    for evening in (one, other):
        evening.draw("r02", "r03")
        evening.until("mine")
    alike_for_all_but("ann", one, other)
    for evening, relic in ((one, "r01"), (other, "r05")):
        evening.teams(ann="t1 t2 t3").until("turn", "ann").load("home", relics=[relic])
    alike_for_all_but("ann", one, other)


@pytest.mark.rule("R-KR-26")
def test_another_relic_that_is_looked_at_and_kept():
    """What is drawn is for one seat; what is thrown away for all."""
    one, other = pair("home relics")
    for evening, cards in ((one, ("r11", "r12")), (other, ("r11", "r10"))):
        evening.until("mine").say("mine", space="1b", option=1)
        evening.draw(*cards)
    seat = one.ask.who
    alike_for_all_but(seat, one, other)
    for evening in (one, other):
        evening.say("keep", relic=evening.legal()[1]["relic"] if evening is one else "r10")
    alike_for_all_but(seat, one, other)


@pytest.mark.rule("R-KR-18", "R-KR-19")
def test_another_bid():
    """Until all are open; at home it still lies."""
    for known in ("", "home"):
        one, other = pair(known)
        each((one, other), "bid")
        one.bid(red=1)
        other.bid(white=3)
        alike_for_all_but("ann", one, other)
        for evening in (one, other):
            evening.bid()
            evening.bid()
        assert text(one.table.view(None)) != text(other.table.view(None))


@pytest.mark.rule("R-KR-28")
def test_another_agent_face_down():
    for known in ("", "agents"):
        one, other = pair(known)
        each((one, other), "agent")
        one.say("play", agent=one.legal()[0]["agent"])
        other.say("play", agent=other.legal()[1]["agent"])
        alike_for_all_but("ann", one, other)


@pytest.mark.rule("R-KR-72")
def test_another_mission():
    one, other = pair("missions", {"missions": "on"})
    one.draw("red", "blue", "white")
    other.draw("red", "relics", "white")
    alike_for_all_but("ben", one, other)
    each((one, other), "turn")
    alike_for_all_but("ben", one, other)


@pytest.mark.rule("R-KR-14")
def test_another_home():
    """The bank can be counted, so what moves is within the seats: ben's and ann's homes."""
    one, other = pair("home")
    each((one, other), "turn")
    other.correct(change("home", 4, seat="ann", good="white"), change("home", 2, seat="ben", good="white"))
    for who, same in ((None, True), ("cat", True), ("ann", False), ("ben", False)):
        assert (text(one.table.view(who)) == text(other.table.view(who))) == same


@pytest.mark.rule("R-KR-68")
def test_what_a_spy_looks_at():
    """The camp's owner does not learn that the spy could have taken another one, but for what is gone."""
    one, other = pair("home relics", {"advanced": "on"})
    for evening, relic in ((one, "r09"), (other, "r10")):
        evening.teams(ann="spy t1 t2", ben="t1 t2 t3", cat="t1 t2 t3").until("turn", "ann")
        evening.camp("cat", ["r04", relic])
        evening.ability("a_spy", from_="cat")
    for who, same in ((None, True), ("ben", True), ("ann", False), ("cat", False)):
        assert (text(one.table.view(who)) == text(other.table.view(who))) == same


@pytest.mark.parametrize("seed", range(14))
def test_views_of_random_games(seed):
    """WIRE.md 7: the facts with one's own secrets and one's own home only; nothing secret anywhere else."""
    chaos, r = KrysisChaos(), Random(seed)
    data = chaos.random_box(r)
    seats = chaos.random_seats(r, data)
    settings = chaos.random_settings(r) | {"kr.home_ledger": r.choice(["off", "private", "private"])}
    chance = chaos.random_chance(r, settings, digital=seed % 2 == 0)
    table = Table(GAME, chaos.loaded(data), seats, settings, chance=chance, dealer=Dealer(str(seed)))
    for _ in range(chaos.longest):
        facts = table.facts()
        for seat in (None, *seats):
            assert table.view(seat) == _seen(facts, seat)
        if table.over:
            break
        _hidden_names_are_nowhere(facts, table.view(None))
        table.answer(chaos.random_answer(r, table))


def _seen(facts: Json, seat: str | None) -> Json:
    others = {f"home:{one}" for one in facts["seats"] if one != seat}
    return facts | {
        "you": seat,
        "secrets": {seat: facts["secrets"][seat]} if seat else {},
        "pieces": {at: there for at, there in facts["pieces"].items() if at not in others},
    }


def _hidden_names_are_nowhere(facts: Json, shared: Json) -> None:
    """No card that only one seat may see stands in the shared view."""
    names = set(text(shared).replace('"', " ").replace(",", " ").replace("]", " ").split())
    for secret in facts["secrets"].values():
        cards = [
            *(secret["hand"] or []),
            *(secret["box"] or []),
            *(secret["camp_relics"] or []),
            *(secret["drawn"] or []),
        ]
        cards += [*(secret["home_relics"] or []), *([secret["agent"]] if secret["agent"] else [])]
        assert not names & set(cards)
