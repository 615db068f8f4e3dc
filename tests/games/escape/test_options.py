"""The settings of Escape Plan: what every value of each does (WIRE.md, "Start")."""

from __future__ import annotations

import pytest

from companion.core.refusals import BadSetup
from tests.games.escape.helpers import EscapeTable


@pytest.mark.rule("R-EP-37")
@pytest.mark.parametrize(("value", "asked"), [("hand", False), ("private", True)])
def test_plans(value, asked):
    evening = EscapeTable("ann ben", {"plans": value})
    drawn = []
    while evening.at != "patrol":
        if evening.at == "plans":
            drawn.append(evening.ask.who)
        evening.dull()
    assert drawn == (["ann", "ben"] if asked else [])
    assert all((own["plan"] is not None) == asked for own in evening.facts["secret"].values())


@pytest.mark.rule("R-EP-36")
@pytest.mark.parametrize(("value", "cash"), [("off", None), ("private", 9)])
def test_cash_ledger(value, cash):
    """G-EP-10."""
    evening = EscapeTable("ann", {"ep.cash_ledger": value})
    assert evening.facts["secret"]["ann"]["cash"] == cash


@pytest.mark.rule("R-EP-49")
@pytest.mark.parametrize(
    ("value", "offered"),
    [(None, "12"), ("1,2", "12"), ("1", "1"), ("0,3", "03"), ("2,2", "2"), ("1000", ""), ("0001", "1")],
)
def test_asset_notoriety(value, offered):
    """C-EP-05."""
    evening = EscapeTable("a0 a1 a2 a3", {} if value is None else {"ep.asset_notoriety": value}).until("day_change")
    evening.notoriety(a0=0, a1=1, a2=2, a3=3)
    evening.say("done")
    queue = evening.facts["queue"] if evening.at == "asset" else []
    assert sorted(queue) == [f"a{n}" for n in offered]


@pytest.mark.parametrize(
    "setting",
    [
        {"plans": "open"}, {"plans": ""}, {"ep.cash_ledger": "on"}, {"ep.asset_notoriety": ""},
        {"ep.asset_notoriety": "1,"}, {"ep.asset_notoriety": "-1"}, {"ep.asset_notoriety": "1, 2"},
        {"ep.asset_notoriety": "one"}, {"ep.asset_notoriety": "1\n"}, {"ep.weather": "rain"}, {"story": "tutorial"},
    ],
    ids=str,
)  # fmt: skip
def test_what_there_is_not_is_refused_in_one_sentence(setting):
    with pytest.raises(BadSetup) as refused:
        EscapeTable("ann", setting)
    assert "\n" not in str(refused.value).replace("1\n", "")
    assert next(iter(setting)) in str(refused.value)
