"""What the table notes during a day (R-EP-80 to R-EP-84): everything can be noted, nothing is played by itself."""

from __future__ import annotations

import pytest

from tests.games.escape.box import BUSINESS, CONTACTS, Json
from tests.games.escape.helpers import EscapeTable

SEATS = "ann ben"
TRACKING = {"adjust", "stock", "officer", "pull_officer", "gang", "discard", "refill", "reshuffle", "cash", "escape"}


@pytest.fixture
def evening() -> EscapeTable:
    """Ben's turn on day 1: ann comes after him."""
    return EscapeTable(SEATS).set_up().until("turn")


def adjust(evening: EscapeTable, what: str, *by: int, seat: str = "ann") -> None:
    for step in by:
        evening.say("adjust", seat=seat, what=what, by=step)


def adjustable(evening: EscapeTable, what: str, seat: str = "ann") -> list[int]:
    return [a["by"] for a in evening.legal("adjust") if (a["seat"], a["what"]) == (seat, what)]


COUNTERS = [
    ("notoriety", 0, 1, "notoriety:0", "notoriety:1", "notoriety:ann"),
    ("wounds", 0, 1, "green:ann", "wounds:ann", "wound:cube"),
    ("gangs", 0, 1, "gangs:ann", "board:gangs", "gang_marker:ann"),
    ("asset:badge2", False, True, "locked:ann", "unlocked:ann", "asset:badge2"),
    ("equipment", 0, 1, "board:stock", "player:ann", "equipment:tile"),
    ("gas", 0, 1, "board:stock", "player:ann", "gas:can"),
    ("handcuffs", 0, 1, "board:stock", "player:ann", "handcuffs:card"),
    ("key:gold", 0, 1, "board:stock", "player:ann", "key:gold"),
    ("locker:tall", 0, 1, "board:stock", "player:ann", "locker:tall"),
]


@pytest.mark.rule("R-EP-83")
@pytest.mark.parametrize(
    ("what", "before", "after", "source", "to", "piece"), COUNTERS, ids=[row[0] for row in COUNTERS]
)
def test_a_counter_goes_up_and_down_by_one_and_a_piece_goes_with_it(evening, what, before, after, source, to, piece):
    """Also when it is another's turn."""
    lay, there = evening.lies(source).get(piece, 0), evening.lies(to).get(piece, 0)
    assert (evening.ask.who, evening.player("ann")[what]) == ("ben", before)
    assert adjustable(evening, what) == [1]
    evening.refuses("illegal", "R-EP-83", "adjust", seat="ann", what=what, by=-1)
    adjust(evening, what, 1)
    assert (evening.ask.who, evening.player("ann")[what]) == ("ben", after)
    assert (evening.lies(source).get(piece, 0), evening.lies(to).get(piece, 0)) == (lay - 1, there + 1)
    assert -1 in adjustable(evening, what)
    adjust(evening, what, -1)
    assert evening.player("ann")[what] == before


@pytest.mark.rule("R-EP-81", "R-EP-83")
@pytest.mark.parametrize(("what", "most"), [("notoriety", 10), ("gangs", 2), ("gas", 6), ("key:white", 3)])
def test_the_end_of_a_counter(evening, what, most):
    """The track of the pack, or what there is in the stock."""
    adjust(evening, what, *[1] * most)
    assert adjustable(evening, what) == [-1]
    evening.refuses("illegal", "R-EP-83", "adjust", seat="ann", what=what, by=1)


@pytest.mark.rule("R-EP-81")
def test_a_notoriety_track_without_an_end_goes_to_99():
    """WIRE.md, "Counters of a seat"."""
    evening = EscapeTable("ann", notoriety=(3, None)).until("turn")
    evening.set("notoriety", 98, seat="ann")
    adjust(evening, "notoriety", 1)
    evening.refuses("illegal", "R-EP-83", "adjust", seat="ann", what="notoriety", by=1)
    evening.set("notoriety", 0, seat="ann")
    evening.refuses("illegal", "R-EP-83", "adjust", seat="ann", what="notoriety", by=-1)


@pytest.mark.rule("R-EP-82", "R-EP-48")
def test_cubes_free_the_highest_and_cover_the_lowest(evening):
    assert adjustable(evening, "cubes") == [-1]
    evening.refuses("illegal", "R-EP-83", "adjust", seat="ann", what="cubes", by=1)
    adjust(evening, "cubes", -1, -1)
    assert (evening.player("ann")["cubes"], evening.player("ann")["income"]) == ([0, 1, 2, 3, 4, 5, 6], 7)
    assert evening.lies("income:ann.8") == {}
    evening.set("cubes", [0, 1, 4], seat="ann")
    adjust(evening, "cubes", 1)
    assert evening.player("ann")["cubes"] == [0, 1, 2, 4]
    adjust(evening, "cubes", -1, -1, -1, -1)
    assert evening.player("ann")["income"] == 0
    evening.refuses("illegal", "R-EP-83", "adjust", seat="ann", what="cubes", by=-1)


@pytest.mark.rule("R-EP-83")
@pytest.mark.parametrize("flag", ["first_aid", "rest", "asset:extra", "asset:card3"])
def test_a_flag_is_set_and_cleared_and_not_twice(evening, flag):
    start = evening.player("ann")[flag]
    way = -1 if start else 1
    for by in (way, -way):
        evening.refuses("illegal", "R-EP-83", "adjust", seat="ann", what=flag, by=-by)
        adjust(evening, flag, by)
        assert evening.player("ann")[flag] is (by > 0)


@pytest.mark.rule("R-EP-80")
def test_a_fourth_wound_offers_handcuffs_and_the_counter_stays(evening):
    adjust(evening, "wounds", 1, 1, 1, 1)
    assert (evening.at, evening.ask.who, evening.ask.rule) == ("handcuffs", "ann", "R-EP-80")
    assert [answer["take"] for answer in evening.legal()] == [True, False]
    evening.refuses("illegal", "R-EP-80", "move")
    evening.say("handcuffs", take=True)
    assert (evening.player("ann")["wounds"], evening.player("ann")["handcuffs"]) == (3, 1)
    assert (evening.at, evening.ask.who) == ("turn", "ben")
    adjust(evening, "wounds", 1)
    evening.say("handcuffs", take=False)
    assert (evening.player("ann")["wounds"], evening.player("ann")["handcuffs"]) == (3, 1)


@pytest.mark.rule("R-EP-80")
def test_without_handcuffs_in_the_stock_there_is_no_fourth_wound(evening):
    adjust(evening, "wounds", 1, 1, 1, 1)
    evening.set("stock", 0, what="handcuffs")
    assert evening.legal() == [{"do": "handcuffs", "take": False}]
    evening.refuses("illegal", "R-EP-80", "handcuffs", take=True)
    evening.say("handcuffs", take=False)
    assert adjustable(evening, "wounds") == [-1]
    evening.refuses("illegal", "R-EP-83", "adjust", seat="ann", what="wounds", by=1)


# The table.


@pytest.mark.rule("R-EP-84")
def test_pieces_leave_the_game_and_come_back(evening):
    """What leaves is in the box."""
    assert {answer["by"] for answer in evening.legal("stock")} == {-1}
    for _ in range(6):
        evening.say("stock", what="gas", by=-1)
    evening.refuses("illegal", "R-EP-84", "stock", what="gas", by=-1)
    assert (evening.facts["stock"]["gas"], evening.facts["box"]["gas"]) == (0, 6)
    assert "gas:can" not in evening.lies("board:stock")
    evening.refuses("illegal", "R-EP-83", "adjust", seat="ann", what="gas", by=1)
    evening.say("stock", what="gas", by=1)
    assert evening.facts["stock"]["gas"] == 1
    evening.say("stock", what="fixers", by=-1)
    evening.refuses("illegal", "R-EP-84", "stock", what="key:gold", by=1)


@pytest.mark.rule("R-EP-84")
def test_officers_come_and_go(evening):
    """On any tile that is to be seen, a certain one or a random one."""
    evening.say("officer", tile="hospital", type="grey", by=1)
    assert evening.facts["officers"]["hospital"] == {"grey": 1}
    evening.say("pull_officer", tile="hospital")
    assert (evening.at, evening.ask.tile, evening.ask.rule, evening.ask.who) == (
        "officers",
        "hospital",
        "R-EP-84",
        None,
    )
    evening.pull("grey")
    assert evening.facts["officers"]["hospital"] == {"grey": 2}, "nothing is returned"
    evening.say("officer", tile="hospital", type="grey", by=-1)
    evening.refuses("illegal", "R-EP-84", "officer", tile="hospital", type="red", by=-1)
    hidden = next(tile for tile in ("a2", "a3") if tile not in evening.facts["display"].values())
    evening.refuses("illegal", "R-EP-84", "officer", tile=hidden, type="red", by=1)
    evening.refuses("illegal", "R-EP-84", "pull_officer", tile=hidden)
    tiles = {answer["tile"] for answer in evening.legal("pull_officer")}
    assert tiles == {*evening.facts["city"], *evening.facts["display"].values()}


@pytest.mark.rule("R-EP-84")
def test_an_empty_bag_gives_no_officer(evening):
    """G-EP-07."""
    bag = evening.facts["bag"]
    evening.correct(*({"fact": "officers", "tile": "hospital", "type": kind, "value": n} for kind, n in bag.items()))
    assert evening.legal("pull_officer") == []
    evening.refuses("illegal", "R-EP-84", "pull_officer", tile="hospital")
    evening.refuses("illegal", "R-EP-84", "officer", tile="hospital", type="red", by=1)


@pytest.mark.rule("R-EP-84")
def test_gang_members_come_and_go_on_the_board_only(evening):
    evening.say("gang", tile="a1", by=1)
    evening.say("gang", tile="headquarters", by=-1)
    assert evening.facts["gang"] == {"board": 6, "tiles": {"a1": 1, "headquarters": 1}, "box": 0}
    evening.refuses("illegal", "R-EP-84", "gang", tile="hospital", by=-1)
    evening.refuses("illegal", "R-EP-84", "gang", tile=evening.facts["display"]["A"], by=1)
    for _ in range(6):
        evening.say("gang", tile="b1", by=1)
    evening.refuses("illegal", "R-EP-84", "gang", tile="b1", by=1)


def shown(evening: EscapeTable) -> Json:
    found: Json = evening.facts["contacts"]
    return found


@pytest.mark.rule("R-EP-84")
def test_contacts_are_taken_discarded_and_turned_up(evening):
    """Refilled on request only."""
    first, second = shown(evening)["display"][:2]
    evening.say("take", card=first)
    assert evening.player("ben")["contacts"] == [first]
    evening.refuses("illegal", "R-EP-79", "take", card=first)
    evening.say("discard", card=second)
    evening.say("discard", card=first)
    assert evening.lies("contacts:discard") == {f"contact:{first}": 1, f"contact:{second}": 1}
    evening.refuses("illegal", "R-EP-84", "discard", card=first)
    assert len(shown(evening)["display"]) == 5

    evening.say("refill")
    assert (evening.at, evening.ask.rule, evening.ask.who) == ("contacts", "R-EP-84", None)
    assert not {answer["card"] for answer in evening.legal()} & {first, second}
    evening.draw("c30", "c31")
    assert (evening.at, len(shown(evening)["display"])) == ("turn", 7)
    evening.refuses("illegal", "R-EP-84", "refill")

    evening.say("draw_contact")
    assert (evening.at, evening.ask.who, evening.ask.rule) == ("contacts", "ben", "R-EP-84")
    evening.draw("c32")
    assert evening.player("ben")["contacts"] == ["c32"]
    played = evening.say("reshuffle")
    assert [todo.at for todo in played.instructions if todo.verb == "shuffle"] == ["deck:contacts"]
    assert (shown(evening)["discard"], shown(evening)["deck"]) == ([], 24)
    evening.refuses("illegal", "R-EP-84", "reshuffle")


def test_contacts_are_listed_in_order(evening):
    """WIRE.md, "Facts": sorted, however they came there."""
    cards = shown(evening)["display"]
    for verb in ("take", "discard"):
        for card in cards[2:0:-1]:
            evening.say(verb, card=card)
        held = evening.player("ben")["contacts"] if verb == "take" else shown(evening)["discard"]
        assert held == cards[1:3]


@pytest.mark.rule("R-EP-84")
def test_an_empty_contact_deck_gives_nothing(evening):
    away = [card for card in CONTACTS if card not in shown(evening)["display"]]
    evening.correct(*({"fact": "contact", "card": card, "value": "discard"} for card in away))
    for verb, rule in (("draw_contact", "R-EP-79"), ("refill", "R-EP-84")):
        assert evening.legal(verb) == []
        evening.refuses("illegal", rule, verb)
    evening.set("contact", "deck", card=away[0])
    evening.say("discard", card=shown(evening)["display"][0])
    evening.say("discard", card=shown(evening)["display"][0])
    evening.say("refill")
    evening.draw(away[0])
    assert (evening.at, len(shown(evening)["display"])) == ("turn", 6)


@pytest.mark.rule("R-EP-83", "R-EP-84", "R-EP-85")
@pytest.mark.parametrize("where", ["turn", "extra", "day_change"])
def test_tracking_is_possible_between_all_turns(where):
    evening = EscapeTable(SEATS, {"ep.cash_ledger": "private"}).set_up().until("turn").until(where, day=3)
    evening.say("discard", card=shown(evening)["display"][0])
    evening.say("stock", what="gas", by=-1)
    listed = {answer["do"] for answer in evening.legal()}
    assert listed > TRACKING
    own = {"turn": {"move", "rest", "take", "draw_contact"}, "extra": {"extra"}, "day_change": {"done"}}
    assert listed - TRACKING == own[where]
    asked, hash_then = evening.ask, evening.table.hash()
    evening.say("adjust", seat="ann", what="notoriety", by=1)
    assert evening.ask == asked
    assert evening.table.hash() != hash_then
    if where != "turn":
        evening.refuses("illegal", asked.rule, "take", card=shown(evening)["display"][0])
        evening.refuses("illegal", asked.rule, "move")


@pytest.mark.parametrize("where", ["patrol", "tile", "asset", "line"])
def test_tracking_waits_while_something_else_is_asked(where):
    evening = EscapeTable(SEATS).set_up()
    if where == "asset":
        evening.notoriety(ann=1)
    evening.until("day_change", day=3 if where == "line" else 1)
    if where == "line":
        evening.say("escape", seat="ann")
    evening.say("done")
    evening.until(where, day=2)
    rule = {"patrol": "R-EP-50", "tile": "R-EP-59", "asset": "R-EP-49", "line": "R-EP-92"}[where]
    evening.refuses("illegal", rule, "adjust", seat="ann", what="notoriety", by=1)
    evening.refuses("illegal", rule, "move")


@pytest.mark.rule("R-EP-84")
def test_business_tiles_can_be_put_right_at_any_time(evening):
    """Which are still available."""
    assert set(evening.lies("board:business")) == {f"business:{name}" for name in BUSINESS}
    evening.set("business", "tile:hospital", business="b4")
    assert evening.lies("tile:hospital") == {"business:b4": 1}


@pytest.mark.rule("R-EP-36")
def test_the_ledger_changes_by_one_and_five():
    """G-EP-10: it may be below 0, then it is wrong; nobody else sees it."""
    evening = EscapeTable(SEATS, {"ep.cash_ledger": "private"}).set_up().until("turn")
    assert [answer["by"] for answer in evening.legal("cash") if answer["seat"] == "ann"] == [-5, -1, 1, 5]
    for by in (-5, -5, 1):
        played = evening.say("cash", seat="ann", by=by)
        assert played.instructions == []
    assert evening.facts["secret"]["ann"]["cash"] == 0
    for by in (0, 2, -3, 10):
        evening.refuses("illegal", "R-EP-36", "cash", seat="ann", by=by)
    evening.set("cash", 998, seat="ann")
    assert [answer["by"] for answer in evening.legal("cash") if answer["seat"] == "ann"] == [-5, -1, 1]
    evening.refuses("illegal", "R-EP-36", "cash", seat="ann", by=5)
    evening.set("cash", -999, seat="ann")
    evening.refuses("illegal", "R-EP-36", "cash", seat="ann", by=-1)


@pytest.mark.rule("R-EP-36")
def test_without_a_ledger_money_stays_behind_the_screens(evening):
    assert evening.legal("cash") == []
    evening.refuses("illegal", "R-EP-36", "cash", seat="ann", by=1)


@pytest.mark.rule("R-EP-83", "R-EP-84")
@pytest.mark.parametrize("by", [0, 2, -2])
def test_counters_change_by_one_only(evening, by):
    evening.refuses("illegal", "R-EP-83", "adjust", seat="ann", what="notoriety", by=by)
    evening.refuses("illegal", "R-EP-84", "stock", what="gas", by=by)
    evening.refuses("illegal", "R-EP-84", "officer", tile="hospital", type="red", by=by)
    evening.refuses("illegal", "R-EP-84", "gang", tile="hospital", by=by)
