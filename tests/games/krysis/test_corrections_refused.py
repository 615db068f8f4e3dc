"""Corrections that are refused: for their form, for their names, or because it cannot be (WIRE.md 10)."""

from __future__ import annotations

import pytest

from tests.games.krysis.helpers import KrysisTable, change, second_turn


@pytest.fixture
def public() -> KrysisTable:
    """The second turn of three; nothing is known."""
    return second_turn(KrysisTable(3))


UNKNOWN = [
    change("weather", 1), change("round", 2), change("bank", 2, good="red"), change("bids", {}), change("vp:x", 1),
    change("vp", 1, seat="dan"), change("camp", 1, seat="dan", good="red"),
    change("camp", 1, seat="ann", good="relics"),
    change("home", 1, good="green"), change("relics", 1, at="deck"), change("relics", 1, at="up:ann"),
    change("relics", 1, at="camp:dan"), change("relics", 1, at="home:ann"), change("relics", 1, at="camp"),
    change("relic", "deck", relic="r25"), change("relic", "deck", relic="?"), change("relic", "camp:dan", relic="r01"),
    change("relic", "box", relic="r01"), change("relic", "home:ann", relic="r01"),
    change("relic", "drawn:ann", relic="r01"),
    change("miner", "9a", seat="ann"), change("miner", "1a", seat="dan"), change("agent", "hand", agent="a_f1"),
    change("agent", "nowhere", agent="a_f1"), change("agent", "team", agent="f1"),
    change("mission", "green", seat="ann"),
    change("mission", "red", seat="dan"), change("order", ["ann", "ben", "dan"]),
]  # fmt: skip


@pytest.mark.parametrize("wrong", UNKNOWN, ids=str)
def test_names_that_do_not_exist_are_unknown(public, wrong):
    public.refuses_correction("unknown", wrong)


MALFORMED = [
    {}, {"fact": 3, "value": 1}, {"value": 1}, {"fact": "vp", "seat": "ann"}, change("vp", 1),
    change("vp", True, seat="ann"),
    change("vp", "1", seat="ann"), change("vp", 1.5, seat="ann"), change("vp", None, seat="dan"),
    change("vp", 1, seat=1),
    change("vp", 1, seat="ann", good="red"), change("camp", 1, seat="ann"), change("camp", "1", seat="dan", good="red"),
    change("home", 1), change("home", 1, good="red", seat="ann"), change("relics", [], at="discard"),
    change("relics", 1),
    change("relic", 1, relic="r25"), change("relic", "deck"), change("relic", None, relic="r01"),
    change("miner", 1, seat="ann"), change("miner", "1a"), change("agent", None, agent="a_f1"), change("agent", "team"),
    change("mission", 1, seat="ann"), change("mission", "red"), change("order", "ann"), change("order", [1, "dan"]),
    change("order", [], seat="ann"), change("vp", -1, seat="dan"), change("camp", -1, seat="ann", good="red"),
    change("home", -1, good="green"), change("relics", -1, at="nowhere"),
    change("order", [10**20]),
]  # fmt: skip


@pytest.mark.parametrize("wrong", MALFORMED, ids=str)
def test_forms_that_do_not_fit_are_malformed(public, wrong):
    public.refuses_correction("malformed", wrong)


ILLEGAL = [
    change("vp", 10_000, seat="ann"), change("vp", 10**20, seat="ann"), change("home", 126, good="red"),
    change("camp", 126, seat="ann", good="red"), change("camp", 10**20, seat="ann", good="red"),
    change("relics", 25, at="discard"), change("relics", 10**20, at="discard"), change("mission", "red", seat="ann"),
]  # fmt: skip


@pytest.mark.parametrize("wrong", ILLEGAL, ids=str)
def test_what_cannot_be_is_illegal(public, wrong):
    """R-GEN-04."""
    public.refuses_correction("illegal", wrong)
