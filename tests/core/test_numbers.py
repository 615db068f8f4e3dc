"""Numbers that a game declares as facts: where they are kept, and how they are set."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from companion.core.facts import Facts
from companion.core.state import State


class Now(Struct):
    lamps: int
    points: dict[str, int]
    hand: dict[str, dict[str, int]]
    bag: dict[str, int]


def test_a_number_is_kept_in_the_field_of_its_name_by_what_chooses_it() -> None:
    seats, colours = ["ann", "ben"], ["red", "blue"]
    facts: Facts[Any] = Facts({"seat": lambda s: seats, "colour": lambda s: colours})
    facts.number("lamps", range(10))
    facts.number("points", range(100), "seat")
    facts.number("hand", range(10), "seat", "colour")
    facts.number("bag:colour", range(10))
    state = State(None, Now(0, {"ann": 1, "ben": 2}, {"ann": {"red": 1}, "ben": {}}, {"red": 3}), [])
    for change in (
        {"fact": "lamps", "value": 4},
        {"fact": "points", "seat": "ben", "value": 30},
        {"fact": "hand", "seat": "ben", "colour": "blue", "value": 5},
        {"fact": "bag:red", "value": 0},
        {"fact": "bag:blue", "value": 6},
    ):
        facts.apply(state, change)
    assert state.now == Now(4, {"ann": 1, "ben": 30}, {"ann": {"red": 1}, "ben": {"blue": 5}}, {"blue": 6})
    assert facts.now(state) == {
        "lamps": 4,
        "points": {"ann": 1, "ben": 30},
        "hand": {"ann": {"red": 1, "blue": 0}, "ben": {"red": 0, "blue": 5}},
        "bag:red": 0,
        "bag:blue": 6,
    }
