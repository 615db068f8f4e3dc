"""Counters that correct: what a tap on them says."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.facts import Facts
from companion.scene.counters import Change, as_described, in_order, in_words, setter
from companion.scene.scene import Counter, Fix

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
