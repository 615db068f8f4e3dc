"""What is refused: the codes, their order, and that `rule` stands only with `illegal` and `over` (WIRE.md, "Refusals").

The rule of every condition stands with what it belongs to: ``place`` in test_city, tracking in test_tracking, ...
"""

from __future__ import annotations

import pytest

from companion.core.refusals import Refused
from tests.games.escape.helpers import EscapeTable


@pytest.fixture
def evening() -> EscapeTable:
    """Ben's turn; ann and cat sit there too."""
    return EscapeTable("ann ben cat", {"ep.cash_ledger": "private"}).set_up().until("turn")


MALFORMED = [
    None, 3, "move", [], {}, {"do": 3}, {"do": "dance"}, {"do": "Move"}, {"seat": "ann"},
    {"do": "move", "now": True}, {"do": "unlock"}, {"do": "unlock", "asset": 1}, {"do": "place"},
    {"do": "place", "tile": "nowhere", "business": None}, {"do": "place", "tile": "a1", "safe_house": 3},
    {"do": "take"}, {"do": "take", "card": ["c01"]}, {"do": "extra"}, {"do": "extra", "seats": "nobody"},
    {"do": "extra", "seats": ["nobody", 1]}, {"do": "handcuffs"}, {"do": "handcuffs", "take": 1},
    {"do": "handcuffs", "take": "yes"}, {"do": "value"}, {"do": "value", "value": True}, {"do": "value", "value": "9"},
    {"do": "value", "value": 1.5}, {"do": "winner"}, {"do": "winner", "seat": None}, {"do": "share", "with": "ann"},
    {"do": "adjust", "seat": "nobody", "what": "wounds"}, {"do": "adjust", "seat": "ann", "what": "wounds", "by": True},
    {"do": "adjust", "seat": "ann", "what": "wounds", "by": "1"}, {"do": "stock", "what": "nothing", "by": None},
    {"do": "officer", "tile": "nowhere", "type": "red"}, {"do": "pull_officer"}, {"do": "gang", "tile": "a1"},
    {"do": "discard"}, {"do": "refill", "n": 2}, {"do": "cash", "seat": "nobody"}, {"do": "escape"},
    {"do": "escape", "seat": "nobody", "exit": "1"}, {"do": "draw", "deck": "patrol"},
    {"do": "draw", "deck": "patrol", "card": 1}, {"do": "pull", "bag": "officers"}, {"do": "roll", "faces": {}},
    {"do": "pick", "what": "tile", "one": "a1"},
]  # fmt: skip


@pytest.mark.parametrize("answer", MALFORMED, ids=str)
def test_malformed_comes_before_unknown(evening, answer):
    evening.refuses_raw("malformed", None, answer)


UNKNOWN = [
    {"do": "unlock", "asset": "badge4"},
    {"do": "place", "tile": "nowhere"},
    {"do": "place", "tile": "a2", "business": "b7"},
    {"do": "place", "tile": "a2", "safe_house": "h4"},
    {"do": "take", "card": "c33"},
    {"do": "discard", "card": "p1"},
    {"do": "extra", "seats": ["ann", "nobody"]},
    {"do": "winner", "seat": "nobody"},
    {"do": "adjust", "seat": "nobody", "what": "wounds", "by": 7},
    {"do": "adjust", "seat": "ann", "what": "fixers", "by": 1},
    {"do": "adjust", "seat": "ann", "what": "key:red", "by": 1},
    {"do": "adjust", "seat": "ann", "what": "asset:badge4", "by": 1},
    {"do": "adjust", "seat": "ann", "what": "cash", "by": 1},
    {"do": "stock", "what": "wounds", "by": 1},
    {"do": "stock", "what": "locker:round", "by": 1},
    {"do": "officer", "tile": "nowhere", "type": "red", "by": 1},
    {"do": "officer", "tile": "a1", "type": "green", "by": 1},
    {"do": "pull_officer", "tile": "nowhere"},
    {"do": "gang", "tile": "nowhere", "by": 1},
    {"do": "cash", "seat": "nobody", "by": 3},
    {"do": "escape", "seat": "nobody"},
    {"do": "draw", "deck": "stack:E", "card": "a1"},
    {"do": "draw", "deck": "stacks", "card": "a1"},
    {"do": "draw", "deck": "stack:A", "card": "b1"},
    {"do": "draw", "deck": "patrol", "card": "4"},
    {"do": "draw", "deck": "contacts", "card": "p1"},
    {"do": "draw", "deck": "plans", "card": "c01"},
    {"do": "pull", "bag": "gang", "token": "red"},
    {"do": "pull", "bag": "officers", "token": "green"},
]


@pytest.mark.parametrize("answer", UNKNOWN, ids=str)
def test_unknown_comes_before_the_rules(evening, answer):
    evening.refuses_raw("unknown", None, answer)


NOT_NOW = [
    {"do": "unlock", "asset": "badge1"}, {"do": "pass"}, {"do": "place", "tile": "a2"}, {"do": "done"},
    {"do": "extra", "seats": []}, {"do": "handcuffs", "take": True}, {"do": "value", "value": 9999},
    {"do": "winner", "seat": "ann"}, {"do": "share"}, {"do": "draw", "deck": "patrol", "card": "1"},
    {"do": "draw", "deck": "plans", "card": "p1"}, {"do": "pull", "bag": "officers", "token": "red"},
]  # fmt: skip


@pytest.mark.parametrize("answer", NOT_NOW, ids=str)
def test_a_verb_that_is_no_answer_has_the_rule_of_the_ask(evening, answer):
    evening.refuses_raw("illegal", "R-EP-79", answer)


ASKS = [
    ("stack:B", 1, "R-EP-14", {"do": "draw", "deck": "stack:A", "card": "a2"}),
    ("officers", 1, "R-EP-17", {"do": "draw", "deck": "stack:A", "card": "a2"}),
    ("contacts", 1, "R-EP-25", {"do": "pull", "bag": "officers", "token": "red"}),
    ("plans", 1, "R-EP-37", {"do": "draw", "deck": "contacts", "card": "c32"}),
    ("patrol", 1, "R-EP-50", {"do": "draw", "deck": "plans", "card": "p9"}),
    ("tile", 1, "R-EP-59", {"do": "draw", "deck": "patrol", "card": "3"}),
    ("stack:C", 2, "R-EP-69", {"do": "move"}),
    ("extra", 1, "R-EP-78", {"do": "done"}),
    ("day_change", 1, "R-EP-85", {"do": "extra", "seats": []}),
    ("asset", 2, "R-EP-49", {"do": "place", "tile": "a2"}),
    ("officers", 2, "R-EP-69", {"do": "pass"}),
]


@pytest.mark.parametrize(("what", "day", "rule", "answer"), ASKS, ids=[f"{row[0]} {row[1]}" for row in ASKS])
def test_every_ask_refuses_other_answers_with_its_rule(what, day, rule, answer):
    evening = EscapeTable("ann ben", {"plans": "private"})
    if day == 2:
        evening.until("day_change")
        evening.notoriety(ann=1)
    evening.until(what, day)
    assert evening.ask.rule == rule
    evening.refuses_raw("illegal", rule, answer)


@pytest.mark.rule("R-EP-89")
def test_over_comes_first():
    evening = EscapeTable("ann").until("over", day=3)
    for answer in ({"do": "move"}, {"do": "dance"}, {"do": "escape", "seat": "nobody"}, "nonsense", None):
        evening.refuses_raw("over", "R-EP-89", answer)


def test_a_seat_that_is_not_there_sees_nothing(evening):
    with pytest.raises(Refused) as refused:
        evening.table.view("nobody")
    assert refused.value.code == "unknown"
