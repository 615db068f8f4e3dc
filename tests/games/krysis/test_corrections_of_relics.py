"""Corrections of relics, known and unknown, wherever they lie (WIRE.md 10)."""

from __future__ import annotations

import pytest

from tests.games.krysis.helpers import ALL, KrysisTable, change


def second(evening: KrysisTable) -> str:
    seat: str = evening.ask.who
    return seat


@pytest.mark.rule("R-KR-02")
def test_counts_of_unknown_relics_are_against_the_deck(public):
    public.correct(*(change("relics", 0, at=f"camp:{seat}") for seat in ("ann", "ben", "cat")))
    public.correct(
        change("relics", 5, at="camp:cat"), change("relics", 4, at="homes"), change("relics", 3, at="discard")
    )
    assert public.facts["relics"] == {"deck": 12, "discard": 3, "discarded": None}
    public.refuses_correction("illegal", change("relics", 16, at="discard"))
    public.refuses_correction("illegal", change("relics", 10**9, at="discard"))
    public.correct(change("relics", 15, at="discard"))
    public.correct(change("relics", 20, at="camp:ann"), change("relics", 0, at="discard"),
    change("relics", 0, at="homes"),
                   change("relics", 0, at="camp:cat"))  # fmt: skip
    assert public.facts["relics"]["deck"] == 4


@pytest.mark.rule("R-KR-34", "R-KR-35")
def test_an_unknown_relic_is_turned_up_out_of_the_deck(public):
    """For the active seat, or one that is done and has not left."""
    seat, last = second(public), public.facts["order"][2]
    first = public.facts["order"][0]
    deck = public.facts["relics"]["deck"]
    public.set("relic", f"up:{seat}", relic="r01")
    public.set("relic", f"up:{seat}", relic="r20")
    assert public.facts["camps"][seat]["up"] == ["r01", "r20"]
    assert public.facts["relics"]["deck"] == deck - 2
    public.refuses_correction("illegal", change("relic", f"up:{seat}", relic="r02"), rule="R-KR-35")
    public.refuses_correction("illegal", change("relic", f"up:{seat}", relic="r13"), rule="R-KR-35")
    public.refuses_correction("illegal", change("relic", f"up:{last}", relic="r02"), rule="R-KR-34")
    public.set("relic", f"up:{first}", relic="r02")
    public.refuses_correction("illegal", change("relic", "discard", relic="r07"))
    public.set("relic", "discard", relic="r02")
    public.set("relic", f"camp:{seat}", relic="r01")
    public.set("relic", "homes", relic="r20")
    assert public.facts["camps"][seat]["up"] == []
    assert public.facts["relics"]["deck"] == deck - 3


@pytest.mark.rule("R-KR-34", "R-KR-50")
def test_nothing_is_turned_up_in_a_deserted_camp(public):
    seat = second(public)
    public.load("home")
    public.refuses_correction("illegal", change("relic", f"up:{seat}", relic="r01"), rule="R-KR-34")


def test_a_known_relic_goes_wherever_it_really_is(knowing):
    """Each place, from each place."""
    seat = second(knowing)
    relic = next(relic for relic in ("r10", "r11") if relic not in knowing.secret(seat)["camp_relics"])
    for place in (
        "camp:ann",
        "home:ben",
        "discard",
        f"up:{seat}",
        "deck",
        "camp:cat",
        "camp:cat",
        f"up:{seat}",
        "home:cat",
    ):
        knowing.set("relic", place, relic=relic)
    assert relic in knowing.secret("cat")["home_relics"]
    knowing.refuses_correction("illegal", change("relics", 3, at="discard"))


def test_relics_are_not_corrected_while_they_are_on_their_way():
    """WIRE.md 10: not in the setup, not while drawn, picked or spied, not once homes are told."""
    moved = change("relic", "discard", relic="r24")
    evening = KrysisTable(2, ALL, {"advanced": "on"})
    evening.until("miner").refuses_correction("illegal", moved)
    evening.until("mine")
    evening.correct(moved)
    evening.say("mine", space="1b", option=1)
    evening.refuses_correction("illegal", moved)
    evening.draw(*[answer["card"] for answer in evening.legal()[:2]])
    evening.refuses_correction("illegal", moved)

    evening = (
        KrysisTable(2, "home relics", {"advanced": "on"}).teams(ann="spy t1 t2", ben="t1 t2 t3").until("turn", "ann")
    )
    evening.camp("ben", ["r01", "r02", "r03"]).ability("a_spy", from_="ben")
    evening.refuses_correction("illegal", moved)
    evening.say("steal", relic="r01")
    evening.load("home")
    evening.until("turn", "ann", round=2).correct(moved)

    evening = KrysisTable(2).until("home", "ann")
    evening.set("relics", 1, at="discard")
    evening.declare()
    evening.refuses_correction("illegal", change("relics", 2, at="discard"))
