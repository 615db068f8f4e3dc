"""Phase 1: bids, the mine, relics that are drawn (R-KR-18 to R-KR-27; WIRE.md 5.2)."""

from __future__ import annotations

import pytest

from tests.games.krysis.box import COLOURS, RELICS, crystals, goods
from tests.games.krysis.helpers import KrysisTable, change


def mine(evening: KrysisTable, space: str, option: int = 0) -> None:
    evening.say("mine", space=space, option=option)


# Bids.


@pytest.mark.rule("R-KR-18", "R-KR-19")
def test_a_bid_is_secret_until_all_are_open():
    """Crystals stay at home until then."""
    evening = KrysisTable(2, "home").until("bid")
    evening.bid(red=1)
    facts = evening.facts
    assert (facts["given"], facts["bids"], facts["homes"]["red"]) == (["ann"], None, 2)
    assert evening.secret("ann")["bid"] == crystals(red=1)
    assert evening.table.view("ben")["secrets"].keys() == {"ben"}
    evening.bid()
    facts = evening.facts
    assert (facts["given"], facts["bids"]) == ([], {"ann": crystals(red=1), "ben": crystals()})
    assert evening.secret("ann")["bid"] is None
    assert evening.until("agent").facts["bids"]["ann"] == crystals(red=1)
    assert evening.until("bid", round=2).facts["bids"] is None


@pytest.mark.rule("R-KR-20")
def test_all_bids_are_paid():
    """Losing ones too, with no change."""
    evening = KrysisTable(2, "home").until("bid")
    bank = evening.facts["bank"]
    evening.bid(red=1, blue=2, white=3)
    evening.bid(white=1)
    assert evening.facts["bank"] == {colour: n + m for (colour, n), m in zip(bank.items(), (1, 2, 4), strict=True)}
    assert (evening.home_of("ann"), evening.home_of("ben")) == ((0, 0, 0, 0), (1, 2, 2, 0))


@pytest.mark.rule("R-KR-21", "R-KR-22")
@pytest.mark.parametrize(
    ("bids", "order"),
    [
        ([crystals(1), crystals(blue=1), crystals(white=1)], ["ann", "ben", "cat"]),
        ([crystals(white=3), crystals(blue=2), crystals()], ["ben", "ann", "cat"]),
        ([crystals(white=3), crystals(1), crystals(blue=1, white=1)], ["cat", "ben", "ann"]),
        ([crystals(), crystals(), crystals()], ["cat", "ben", "ann"]),
    ],
)
def test_the_most_valuable_bid_chooses_first(bids, order):
    """At a tie the miner that is ahead; ann's is on I, cat's on III."""
    evening = KrysisTable(3, "home").miners("ann", "ben", "cat")
    for bid in bids:
        evening.bid(**bid)
    assert (evening.facts["order"], evening.facts["done"], evening.facts["active"]) == (order, [], order[0])
    mine(evening, "1a")
    assert (evening.facts["done"], evening.facts["active"], evening.ask.who) == (order[:1], order[1], order[1])


def test_bids_without_ledgers_are_against_all_homes():
    """WIRE.md 5.2: less what was bid already; who can bid nothing is not asked (WIRE.md 3)."""
    evening = KrysisTable(3).until("bid")
    assert evening.legal() == [{"do": "bid", "crystals": None, "max": crystals(3, 6, 9)}]
    evening.bid(red=3, blue=5)
    assert evening.legal()[0]["max"] == crystals(0, 1, 9)
    evening.bid(blue=1, white=9)
    assert evening.at == "mine"
    assert evening.facts["bids"]["cat"] == crystals()
    assert evening.facts["homes"] == goods()


@pytest.mark.rule("R-KR-18")
def test_bids_with_a_ledger_are_against_the_own_home():
    evening = KrysisTable(2, "home").until("bid")
    assert evening.legal()[0]["max"] == crystals(1, 2, 3)
    evening.refuses("illegal", "R-KR-18", "bid", crystals=crystals(2))


# Spaces.


@pytest.mark.rule("R-KR-21", "R-KR-23", "R-KR-25")
def test_spaces_of_the_next_level():
    """Each free space with each of its options."""
    evening = KrysisTable(4).until("mine")
    assert evening.ask.level == 1
    every = [("1a", 0), ("1b", 0), ("1b", 1), ("1c", 0), ("1d", 0)]
    assert [(answer["space"], answer["option"]) for answer in evening.legal()] == every
    mine(evening, "1b")
    mine(evening, "1a")
    assert [answer["space"] for answer in evening.legal()] == ["1c", "1d"]
    mine(evening, "1d")
    assert evening.at == "agent"
    assert sorted(evening.facts["miners"].values()) == ["1a", "1b", "1c", "1d"]
    assert evening.until("mine", round=2).ask.level == 2


@pytest.mark.rule("R-KR-10", "R-KR-24", "R-KR-25")
def test_goods_of_a_space_come_into_the_camp():
    evening = KrysisTable(3).until("mine")
    for space, option, gained in (("1b", 0, (0, 0, 2)), ("1a", 0, (1, 0, 0)), ("1c", 0, (0, 2, 0))):
        seat = evening.ask.who
        before = evening.camp_of(seat)[:3]
        mine(evening, space, option)
        now = evening.camp_of(seat)[:3]
        assert tuple(n - m for n, m in zip(now, before, strict=True)) == gained


def test_a_short_bank_gives_what_it_has():
    """G-KR-13: of each colour, and no other instead."""
    evening = KrysisTable(2, spaces={"1a": [goods(3, 1)]}, printed=(5, 60, 60)).until("mine")
    evening.set("camp", 1, seat="ben", good="blue")
    red = evening.facts["bank"]["red"]
    seat, camp = evening.ask.who, evening.camp_of(evening.ask.who)
    assert red < 3
    mine(evening, "1a")
    assert evening.camp_of(seat)[:2] == (camp[0] + red, camp[1] + 1)
    assert evening.facts["bank"]["red"] == 0


# Relics.


def drawing(**made: object) -> KrysisTable:
    """A space is to be chosen; what is drawn is known."""
    return KrysisTable(2, "home relics", **made).until("mine")


def out_of_the_deck(evening: KrysisTable, deck: int, discard: int) -> tuple[list[str], list[str]]:
    """Only so many relics in deck and discard, the others in ben's home."""
    free = [answer for answer in RELICS if answer not in _in_camps(evening)]
    kept, thrown = free[:deck], free[deck : deck + discard]
    changes = [change("relic", "discard", relic=relic) for relic in thrown]
    changes += [change("relic", "home:ben", relic=relic) for relic in free[deck + discard :]]
    evening.correct(*changes)
    return kept, thrown


def _in_camps(evening: KrysisTable) -> list[str]:
    return [relic for seat in evening.facts["seats"] for relic in evening.secret(seat)["camp_relics"]]


@pytest.mark.rule("R-KR-26")
def test_of_two_relics_one_is_kept():
    """And the other one discarded, open for everybody to see."""
    evening = drawing()
    seat, n = evening.ask.who, evening.camp_of(evening.ask.who)[3]
    mine(evening, "1b", 1)
    assert (evening.ask.deck, evening.ask.rule, evening.ask.who) == ("relics", "R-KR-26", seat)
    assert evening.facts["pending"] == {"what": "relics", "who": seat, "drawn": 0, "symbols": 1}
    evening.draw("r11")
    assert (evening.secret(seat)["drawn"], evening.lies(f"drawn:{seat}")) == (["r11"], {"relic": 1})
    evening.draw("r12")
    assert evening.facts["pending"] == {"what": "relics", "who": seat, "drawn": 2, "symbols": 1}
    assert [answer["relic"] for answer in evening.legal()] == ["r11", "r12"]
    evening.say("keep", relic="r12")
    assert evening.camp_of(seat)[3] == n + 1
    assert "r12" in evening.secret(seat)["camp_relics"]
    assert evening.table.view(None)["relics"]["discarded"] == ["r11"]
    assert evening.facts["pending"] is None


@pytest.mark.rule("R-KR-26")
def test_two_symbols_one_after_the_other():
    evening = drawing(spaces={"1a": [goods(relics=2)]})
    mine(evening, "1a")
    for symbols, cards in ((2, ("r09", "r10")), (1, ("r11", "r12"))):
        assert evening.facts["pending"]["symbols"] == symbols
        evening.draw(*cards)
        evening.say("keep", relic=cards[0])
    assert evening.facts["relics"]["discarded"] == ["r10", "r12"]


@pytest.mark.rule("R-KR-27")
@pytest.mark.parametrize(
    ("deck", "discard", "asked", "left"),
    [
        (3, 2, [3, 2], (1, 3)),
        (1, 3, [1, 3], (2, 1)),
        (0, 3, [3, 2], (1, 1)),
        (0, 1, [1], (0, 0)),
        (1, 0, [1], (0, 0)),
        (1, 1, [1, 1], (0, 1)),
        (0, 0, [], (0, 0)),
    ],
)
def test_an_empty_deck_takes_the_discard_in(deck, discard, asked, left):
    """When a card is needed, not before; a single card that was drawn is kept."""
    evening = drawing()
    out_of_the_deck(evening, deck, discard)
    mine(evening, "1b", 1)
    seen = []
    while evening.at == "relics":
        seen.append(len(evening.legal()))
        evening.say(**evening.legal()[0])
    assert (evening.at == "keep") == (len(asked) == 2)
    if evening.at == "keep":
        evening.say(**evening.legal()[0])
    assert seen == asked
    relics = evening.facts["relics"]
    assert (relics["deck"], relics["discard"]) == left


def test_the_second_symbol_is_tried_all_the_same():
    """WIRE.md 5.2: with nothing left for the first one, or with what the first one threw away."""
    evening = drawing(spaces={"1a": [goods(relics=2)]})
    seat, (kept, _) = evening.ask.who, out_of_the_deck(evening, 2, 0)
    mine(evening, "1a")
    evening.draw(*kept)
    evening.say("keep", relic=kept[0])
    assert (evening.at, [answer["card"] for answer in evening.legal()]) == ("relics", [kept[1]])
    evening.draw(kept[1])
    assert set(kept) <= set(evening.secret(seat)["camp_relics"])


@pytest.mark.rule("R-KR-26", "R-KR-27")
@pytest.mark.parametrize(
    ("deck", "discard", "left"), [(5, 0, (3, 1)), (1, 3, (2, 1)), (0, 2, (0, 1)), (1, 0, (0, 0)), (0, 0, (0, 0))]
)
def test_unknown_relics_are_drawn_unseen(deck, discard, left):
    """One into the camp, one onto the discard, without a question."""
    evening = KrysisTable(2).until("mine")
    seat = evening.ask.who
    camps = sum(evening.camp_of(one)[3] for one in ("ann", "ben"))
    evening.correct(change("relics", discard, at="discard"), change("relics", 24 - camps - deck - discard, at="homes"))
    before = evening.camp_of(seat)[3]
    mine(evening, "1b", 1)
    relics = evening.facts["relics"]
    assert (relics["deck"], relics["discard"]) == left
    assert relics["discarded"] is None
    assert evening.camp_of(seat)[3] == before + (deck + discard > 0)


def test_the_order_is_gone_after_the_mine():
    """WIRE.md 6."""
    facts = KrysisTable(2).until("agent").facts
    assert (facts["phase"], facts["order"], facts["done"], facts["active"]) == ("team", None, [], None)
    assert all(facts["bids"][seat] == dict.fromkeys(COLOURS, 0) for seat in ("ann", "ben"))
