"""The end of the game, and what the sensible player enters on its score sheet (R-EP-86 to R-EP-92)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.escape.box import GAME, Json
from tests.games.escape.helpers import EscapeTable, line

# The final result (R-EP-42, R-EP-88 to R-EP-92; WIRE.md, "Result").

LEDGER = {"ep.cash_ledger": "private"}


def end(escaped: str, *changes: Json, seats: str = "ann ben cat", settings: Json | None = None, **box) -> EscapeTable:
    """The end of day 3, with these escapes in order and these corrections."""
    evening = EscapeTable(seats, settings, **box).set_up().until("day_change", day=3)
    for seat in escaped.split():
        evening.say("escape", seat=seat)
    if changes:
        evening.correct(*changes)
    evening.say("done")
    return evening


def enter(evening: EscapeTable, *values: int) -> None:
    for value in values:
        evening.say("value", value=value)


def ranking(evening: EscapeTable) -> list[tuple[str, int, int, int]]:
    return [(row["seat"], row["rank"], row["total"], row["escape"]) for row in evening.ask.result["ranking"]]


@pytest.mark.rule("R-EP-41", "R-EP-88")
def test_who_does_not_escape_is_arrested():
    """No points, cannot win; nobody is asked anything."""
    evening = end("", seats="ann ben")
    assert evening.ask.result == {"winner": [], "ranking": [], "arrested": ["ann", "ben"]}
    assert evening.facts["result"] == evening.ask.result
    assert (evening.facts["phase"], evening.facts["queue"]) == ("over", [])


@pytest.mark.rule("R-EP-90", "R-EP-92", "R-EP-89", "R-EP-42")
def test_the_escaped_enter_one_total_where_the_pack_has_no_score_sheet():
    """In escape order; the highest total wins."""
    evening = end("cat ann")
    assert (evening.ask.who, evening.ask.line, evening.ask.rule) == ("cat", "total", "R-EP-92")
    assert evening.facts["queue"] == ["cat", "ann"]
    assert [answer["value"] for answer in evening.legal()] == list(range(-50, 250))
    enter(evening, 17)
    assert evening.ask.who == "ann"
    enter(evening, 30)
    assert ranking(evening) == [("ann", 1, 30, 2), ("cat", 2, 17, 1)]
    assert evening.ask.result["winner"] == ["ann"]
    assert evening.ask.result["arrested"] == ["ben"]


@pytest.mark.rule("R-EP-92")
@pytest.mark.parametrize("value", [-51, 250, 1000])
def test_a_value_out_of_range(value):
    evening = end("ann")
    evening.refuses("illegal", "R-EP-92", "value", value=value)
    evening.refuses("malformed", None, "value", value=True)


SHEET = [
    line("loot", "free"),
    line("fines", "free", -1),
    line("fame", "notoriety", table=[0, 1, 3]),
    line("cuffs", "handcuffs", -1, per_unit=4),
]


@pytest.mark.rule("R-EP-90", "R-EP-92")
def test_open_lines_are_asked_seat_by_seat_in_the_order_of_the_pack():
    """Everything else is counted."""
    evening = end(
        "ben ann",
        {"fact": "notoriety", "seat": "ben", "value": 2},
        {"fact": "handcuffs", "seat": "ben", "value": 2},
        scoring=SHEET,
    )
    asked = []
    for value in (10, 3, 20, 5):
        asked.append((evening.ask.who, evening.ask.line))
        enter(evening, value)
    assert asked == [("ben", "loot"), ("ben", "fines"), ("ann", "loot"), ("ann", "fines")]
    assert ranking(evening) == [("ann", 1, 20 - 5 + 0 - 0, 2), ("ben", 2, 10 - 3 + 3 - 8, 1)]
    assert evening.facts["secret"]["ben"]["lines"] == {"loot": 10, "fines": 3}


ANN = {"seat": "ann"}
COUNTED = [
    ("notoriety", [{"fact": "notoriety", "value": 4, **ANN}], 4),
    ("wounds", [{"fact": "wounds", "value": 2, **ANN}], 2),
    ("handcuffs", [{"fact": "handcuffs", "value": 5, **ANN}], 5),
    ("cubes", [{"fact": "cubes", "value": [0, 7], **ANN}], 2),
    ("gangs", [{"fact": "gangs", "value": 1, **ANN}], 1),
    ("equipment", [{"fact": "equipment", "value": 3, **ANN}], 3),
    ("gas", [{"fact": "gas", "value": 6, **ANN}], 6),
    ("keys", [{"fact": "key:gold", "value": 2, **ANN}, {"fact": "key:black", "value": 1, **ANN}], 3),
    ("lockers", [{"fact": "locker:tall", "value": 2, **ANN}, {"fact": "locker:flat", "value": 4, **ANN}], 6),
    ("assets", [{"fact": "asset:badge1", "value": True, **ANN}, {"fact": "asset:card1", "value": True, **ANN}], 3),
    ("contacts", [{"fact": "contact", "card": card, "value": "player:ann"} for card in ("c08", "c32")], 2),
    ("cash", [{"fact": "cash", "value": 12, **ANN}], 12),
    ("cash", [{"fact": "cash", "value": 0, **ANN}], 0),
]


@pytest.mark.rule("R-EP-90")
@pytest.mark.parametrize(("source", "changes", "count"), COUNTED, ids=[row[0] for row in COUNTED])
def test_every_source_is_counted_when_the_game_ends(source, changes, count):
    """WIRE.md, "Pack": by unit, and by a table that is cut to its ends."""
    by_unit, cut, short = (
        line("u", source, per_unit=7),
        line("t", source, -1, table=[1, 2]),
        line("s", source, table=[9]),
    )
    evening = end("ann", *changes, seats="ann ben", settings=LEDGER, scoring=[by_unit, cut, short])
    assert ranking(evening) == [("ann", 1, 7 * count - (2 if count else 1) + 9, 1)]
    nothing = end("ben", *changes, seats="ann ben", settings=LEDGER, scoring=[by_unit])
    rest = {"cubes": 9, "assets": 1, "cash": 27}.get(source, 0)
    assert ranking(nothing) == [("ben", 1, 7 * rest, 1)]


@pytest.mark.rule("R-EP-90")
def test_a_table_gives_the_value_of_the_count_between_its_ends():
    for wounds, value in ((0, 5), (1, 8), (2, -1), (3, -1)):
        change = {"fact": "wounds", "seat": "ann", "value": wounds}
        evening = end("ann", change, scoring=[line("hurt", "wounds", table=[5, 8, -1])])
        assert ranking(evening)[0][2] == value


@pytest.mark.rule("R-EP-92")
@pytest.mark.parametrize(("ledger", "asked"), [("off", ["purse", "rest"]), ("private", ["rest"])])
def test_cash_is_asked_only_where_there_is_no_ledger(ledger, asked):
    """G-EP-10; WIRE.md, "Result"."""
    sheet = [line("purse", "cash", per_unit=2), line("rest", "free")]
    evening = end("ann", seats="ann", settings={"ep.cash_ledger": ledger}, scoring=sheet)
    lines = []
    while evening.at == "line":
        lines.append(evening.ask.line)
        enter(evening, 40)
    assert lines == asked
    assert ranking(evening)[0][2] == (80 if ledger == "off" else 27 * 2 + 40)


def test_entered_cash_is_the_value_itself():
    """WIRE.md, "Result": the value entered, not the count."""
    evening = end("ann", scoring=[line("purse", "cash", -1, per_unit=2)])
    enter(evening, 40)
    assert ranking(evening)[0][2] == -40


def test_a_ledger_below_zero_counts_from_the_end_of_the_table():
    change = {"fact": "cash", "seat": "ann", "value": -8}
    sheet = [line("purse", "cash", table=[3, 4]), line("more", "cash", per_unit=1)]
    assert ranking(end("ann", change, settings=LEDGER, scoring=sheet))[0][2] == 3 - 8


@pytest.mark.rule("R-EP-92")
def test_a_score_sheet_without_open_lines_asks_nothing():
    evening = end("ben ann", {"fact": "gas", "seat": "ann", "value": 1}, scoring=[line("cans", "gas", per_unit=3)])
    assert ranking(evening) == [("ann", 1, 3, 2), ("ben", 2, 0, 1)]


def tied(escaped: str, *values: int) -> EscapeTable:
    evening = end(escaped, seats="ann ben cat dan")
    enter(evening, *values)
    return evening


@pytest.mark.rule("R-EP-91")
def test_a_tie_that_is_named():
    """Who lost it comes after, those below keep their rank."""
    evening = tied("dan cat ann", 20, 20, 7)
    assert (evening.at, evening.ask.among, evening.ask.who, evening.ask.rule) == (
        "tie",
        ["dan", "cat"],
        None,
        "R-EP-91",
    )
    assert evening.legal() == [
        {"do": "winner", "seat": "dan"}, {"do": "winner", "seat": "cat"}, {"do": "share"},
    ]  # fmt: skip
    evening.refuses("illegal", "R-EP-91", "winner", seat="ann")
    evening.refuses("illegal", "R-EP-91", "move")
    evening.say("winner", seat="cat")
    assert evening.ask.result["winner"] == ["cat"]
    assert ranking(evening) == [("cat", 1, 20, 2), ("dan", 2, 20, 1), ("ann", 3, 7, 3)]


@pytest.mark.rule("R-EP-91")
def test_a_tie_that_is_shared():
    """Winners in seat order, the ranking in escape order."""
    evening = tied("dan cat ann", 20, 20, 20)
    evening.say("share")
    assert evening.ask.result["winner"] == ["ann", "cat", "dan"]
    assert ranking(evening) == [("dan", 1, 20, 1), ("cat", 1, 20, 2), ("ann", 1, 20, 3)]


@pytest.mark.rule("R-EP-91")
def test_a_tie_of_three_that_is_named():
    """Rank 1 + number of higher totals, and 1 more for those who lost the named tie."""
    evening = tied("dan cat ann ben", 20, 20, 20, 3)
    evening.say("winner", seat="ann")
    assert ranking(evening) == [("ann", 1, 20, 3), ("dan", 2, 20, 1), ("cat", 2, 20, 2), ("ben", 4, 3, 4)]


@pytest.mark.rule("R-EP-91")
def test_a_tie_below_the_first_is_not_asked():
    """Only if two or more share the highest total."""
    evening = tied("dan cat ann", 20, 7, 7)
    assert ranking(evening) == [("dan", 1, 20, 1), ("cat", 2, 7, 2), ("ann", 2, 7, 3)]


def test_a_correction_can_break_a_tie():
    evening = end("ann ben", scoring=[line("loot", "free"), line("cans", "gas", per_unit=1)])
    enter(evening, 5, 5)
    assert evening.at == "tie"
    evening.set("gas", 1, seat="ben")
    assert evening.ask.result["winner"] == ["ben"]
    evening.undo()
    assert evening.ask.among == ["ann", "ben"]


def test_after_the_end_there_is_only_undo():
    evening = end("")
    evening.refuses("over", "R-EP-89", "move")
    evening.refuses("over", "R-EP-89", "dance")
    evening.refuses_correction("over", {"fact": "notoriety", "seat": "ann", "value": 1})
    evening.undo()
    assert evening.at == "day_change"


# The sensible player.


def entered(luck: float, **pack: Any) -> int:
    """What it enters on the first line that is asked at the end."""
    evening = EscapeTable("ann ben", **pack).until("turn", day=3)
    evening.say("escape", seat="ann")
    evening.until("line")
    return GAME.player.advise(evening.table.state, evening.table.legal() or (), lambda: luck).value


@pytest.mark.parametrize("luck", [0.0, 0.5, 0.999])
def test_it_enters_what_could_stand_on_a_score_sheet(luck: float) -> None:
    """R-EP-92: no line is less than nothing, and a total is more than any one line."""
    assert 0 <= entered(luck, scoring=[line("loot", "free")]) <= 30 < entered(luck) <= 120
