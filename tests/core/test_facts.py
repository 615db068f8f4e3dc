"""Facts: how they are declared, which corrections are refused, and the counters that correct them."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from msgspec import Struct

from companion.core.answers import Pick
from companion.core.asks import Over
from companion.core.facts import Facts
from companion.core.refusals import Refused
from companion.core.state import State
from companion.scene.counters import Change, as_described, in_order, in_words, setter
from companion.scene.scene import Counter, Fix
from tests.tables import GAME, STOP
from tests.toygame import Box, S

# Corrections in the toy game: which changes are refused, and in which order.


@pytest.fixture
def state() -> S:
    """The wind has been picked; two blue and three red tokens are in the bag, a lamp is on the shelf."""
    state = GAME.rules.begin(Box(), ["ann"], {})
    GAME.rules.play(state, Pick("wind", "north"))
    state.take_todo()
    return state


def refused(state: S, *changes: Any) -> Refused:
    before = state.hash()
    with pytest.raises(Refused) as no:
        GAME.rules.correct(state, changes)
    assert state.hash() == before
    return no.value


def test_what_hands_must_do_is_the_difference_on_the_table(state):
    todo = GAME.rules.correct(state, [{"fact": "lamps", "value": 0}, {"fact": "shelf:red", "value": 2}])
    assert [(one.verb, one.piece, one.n) for one in todo] == [("remove", "lamp", 1), ("place", "token:red", 2)]
    assert state.now.bag == {"blue": 2, "red": 1}


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ("lamps", "malformed"),
        ({"fact": 3, "value": 1}, "malformed"),
        ({"fact": "lamps"}, "malformed"),
        ({"fact": "lamps", "value": 1, "seat": "ann"}, "malformed"),
        ({"fact": "lamps", "value": "many"}, "malformed"),
        ({"fact": "lamps", "value": True}, "malformed"),
        ({"fact": "moon", "value": 1}, "unknown"),
        ({"fact": "lamps:red", "value": 1}, "unknown"),
        ({"fact": "shelf", "value": 1}, "unknown"),
        ({"fact": "shelf:", "value": 1}, "unknown"),
        ({"fact": "shelf:green", "value": 1}, "unknown"),
        ({"fact": "lamps", "value": 10}, "illegal"),
        ({"fact": "shelf:red", "value": -1}, "illegal"),
        ({"fact": "shelf:red", "value": 2**53}, "illegal"),
        ({"fact": "shelf:red", "value": -(2**53)}, "illegal"),
    ],
)
def test_a_change_is_refused_with_nothing_changed(state, change, code):
    no = refused(state, {"fact": "lamps", "value": 5}, change)
    assert (no.code, no.rule) == (code, "R-GEN-04" if code == "illegal" else None)


def test_no_number_is_ever_set_that_a_state_could_not_hold(state):
    """Whatever a fact itself takes, in whatever part of its value."""
    facts: Facts[S] = Facts({})
    facts.fact("bags", list[dict[str, int]])(lambda s, value: s.now.bag.update(value[0]))
    facts.apply(state, {"fact": "bags", "value": [{"blue": 2**53 - 1}]})
    for n in (2**53, -(2**53), 10**25):
        with pytest.raises(Refused) as no:
            facts.apply(state, {"fact": "bags", "value": [{"blue": n}]})
        assert (no.value.code, no.value.rule) == ("illegal", "R-GEN-04")


def test_a_value_without_end_is_malformed(state):
    deep: Any = 10**25
    for _ in range(3000):
        deep = [deep]
    assert refused(state, {"fact": "lamps", "value": deep}).code == "malformed"


def test_an_empty_correction_is_malformed(state):
    assert refused(state).code == "malformed"


def test_the_first_change_that_is_refused_names_the_code(state):
    unknown, illegal = {"fact": "moon", "value": 1}, {"fact": "lamps", "value": 10}
    assert refused(state, illegal, unknown).code == "illegal"
    assert refused(state, unknown, illegal).code == "unknown"


def test_supplies_are_counted_after_the_last_change(state):
    assert refused(state, {"fact": "shelf:red", "value": 4}).code == "illegal"
    GAME.rules.correct(state, [{"fact": "shelf:red", "value": 4}, {"fact": "shelf:red", "value": 3}])
    assert state.now.bag == {"blue": 2}


def test_a_fact_can_have_its_time():
    state = GAME.rules.begin(Box(), ["ann"], {})
    no = refused(state, {"fact": "shelf:red", "value": 1})
    assert (no.code, no.rule) == ("illegal", "R-GEN-04")


def test_nothing_is_corrected_after_the_end(state):
    GAME.rules.play(state, STOP)
    assert isinstance(GAME.rules.ask(state), Over)
    assert refused(state, {"fact": "moon", "value": 1}).code == "over"


def test_a_fact_describes_what_it_can_be_and_nothing_else_is_taken():
    """The same description says what people are offered and what is refused."""
    facts: Facts[S] = Facts({})
    facts.fact("height", int, values=lambda s: range(2, 5))(lambda s, value: s.now.bag.update(blue=value))
    facts.fact("way", Literal["up", "down"] | None)(lambda s, value: None)
    facts.fact("open", bool, possible=lambda s: False)(lambda s, value: None)
    facts.fact("names", list[str])(lambda s, value: None)
    state = GAME.rules.begin(Box(), ["ann"], {})
    assert facts.values(state, "height") == range(2, 5)
    assert facts.values(state, "way") == ["up", "down", None]
    assert facts.values(state, "open") == ()
    assert facts.values(state, "names") is None
    facts.apply(state, {"fact": "height", "value": 4})
    with pytest.raises(Refused) as no:
        facts.apply(state, {"fact": "height", "value": 5})
    assert (no.value.code, no.value.rule) == ("illegal", "R-GEN-04")


# Numbers that a game declares as facts: where they are kept, and how they are set.


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


# Counters that correct: what a tap on them says.

SEATS = [("ann", "A", None), ("bob", "B", None), ("cal", "C", None)]
NAMES = ["first", "second", "third"]


def changes(counter: Counter, cell: int) -> list[Change] | None:
    tap = counter.cells[cell].tap
    return tap.changes if isinstance(tap, Fix) else None


def said(order: list[str]) -> list[Change]:
    return [{"fact": "order", "value": order}]


@pytest.mark.parametrize("now", [True, False])
def test_a_tap_on_what_holds_or_does_not_says_the_opposite(now: bool):
    facts = Facts[Any]({})
    facts.fact("played", bool, values=lambda s: [False, True])(lambda s, value: None)
    (counter,) = as_described(facts, None, "played", "Has played", "check", now)
    assert (counter.cells[0].on, changes(counter, 0)) == (now, [{"fact": "played", "value": not now}])


def test_players_in_an_order_change_places():
    first, _, third = in_order("order", NAMES, "disc", SEATS, ["ann", "bob", "cal"], setter("order"))
    assert changes(first, 0) is None
    assert changes(first, 2) == said(["cal", "bob", "ann"])
    assert changes(third, 1) == said(["ann", "cal", "bob"])


def test_an_order_with_ends_lets_players_out_and_one_more_in():
    first, second, third = in_order("order", NAMES, "disc", SEATS, ["ann", "bob"], setter("order"), ends=True)
    assert changes(first, 0) == said(["bob"])
    assert changes(second, 2) == said(["ann", "cal"])
    assert changes(third, 2) == said(["ann", "bob", "cal"])
    assert changes(third, 0) == said(["bob", "ann"])


def test_an_order_with_repeats_changes_one_place_only():
    first, *_ = in_order("order", NAMES, "disc", SEATS, ["ann", "bob", "ann"], setter("order"), once=False)
    assert changes(first, 1) == said(["bob", "bob", "ann"])


def test_values_in_words_say_which_holds():
    one = in_words("way", "Way", "arrow", [("up", True, said(["u"])), ("down", False, said(["d"]))])
    assert one.value == "up"
    assert (changes(one, 0), changes(one, 1)) == (None, said(["d"]))
    many = in_words("way", "Way", "arrow", [("up", True, said([])), ("down", False, said(["d"]))], many=True)
    assert changes(many, 0) == said([])
