"""Collecting info and items, and giving items (RULES 1.8, 1.9)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from companion.core.answers import Answer
from companion.core.refusals import Refused
from companion.core.texts import T
from companion.games.newyork.answers import Collect, Dice, Give, Take
from companion.games.newyork.rules import hands
from companion.games.newyork.rules.story import story_step
from companion.games.newyork.state import NYVerb, State, here, relatives, turn, undealt
from companion.games.newyork.turn.payments import (
    check_equal,
    check_payment,
    info_cost,
    item_cost,
    pay,
    paying,
)
from companion.games.newyork.words import TYPE_OF_COLOUR, TYPES, colour_of


def gate_open(s: State) -> bool:
    """C-NYC-02: with ``nyc.mafia_gate=no_interact`` undealt mafia here stops collecting, taking and giving."""
    return s.world.options.mafia_gate != "no_interact" or not undealt(s, here(s))


def check_gate(s: State) -> None:
    """R-NYC-62: refuse while the gate is shut."""
    if not gate_open(s):
        raise Refused("illegal", T("The mafia here must be dealt with first."), "R-NYC-62")


def info_payments(s: State, square: str) -> Sequence[tuple[str, Dice]]:
    """Each info token of a square with each listed way to pay for it."""
    tokens = s.now.info.squares.get(square)
    if not tokens:
        return ()
    return [
        (token, dice)
        for token in sorted(tokens)
        for dice in s.cached(paying, TYPE_OF_COLOUR[colour_of(token)], info_cost(s, token))
    ]


def check_info(s: State, square: str, token: str, dice: Dice) -> None:
    """R-NYC-70: the token lies on the square, and the results of its type pay it."""
    if token not in s.now.info.squares.get(square, {}):
        raise Refused("illegal", T("No such info token lies there."), "R-NYC-70")
    check_payment(s, dice, {TYPE_OF_COLOUR[colour_of(token)]: info_cost(s, token)}, "R-NYC-70")


def collect_info(s: State, square: str, token: str, dice: Dice) -> None:
    """R-NYC-70, R-NYC-93: pay, take the token off, and the story marker goes on."""
    pay(s, dice)
    hands.take_info(s, square, token, "R-NYC-70")
    story_step(s)


def item_payments(s: State, square: str) -> Collection[Dice]:
    """Each listed way to pay for the item of a square."""
    return s.cached(_paying_item) if square in s.now.items.squares else ()


def _paying_item(s: State) -> Collection[Dice]:
    """Each listed way to pay for an item: for each type, doubles once."""
    cost = item_cost(s)
    return dict.fromkeys(dice for kind in TYPES for dice in s.cached(paying, kind, cost))


def check_item(s: State, square: str, dice: Dice) -> None:
    """R-NYC-72: an item lies on the square, and equal results pay it."""
    if square not in s.now.items.squares:
        raise Refused("illegal", T("No item lies there."), "R-NYC-72")
    check_equal(s, dice, item_cost(s), "R-NYC-72")


def take_item(s: State, square: str, dice: Dice) -> None:
    """R-NYC-72: pay, and the item goes to the hand."""
    pay(s, dice)
    hands.take_item(s, square, turn(s).seat, "R-NYC-72")


class Collecting(NYVerb[Collect]):
    """R-NYC-70, R-NYC-71: collect an info token here."""

    def options(self, s: State) -> Iterable[Answer]:
        found = info_payments(s, here(s))
        return [Collect(token, dice) for token, dice in found] if found and gate_open(s) else ()

    def check(self, s: State, answer: Collect) -> None:
        check_gate(s)
        check_info(s, here(s), answer.token, answer.with_)

    def do(self, s: State, answer: Collect) -> None:
        collect_info(s, here(s), answer.token, answer.with_)


class Taking(NYVerb[Take]):
    """R-NYC-72: collect the item here."""

    def options(self, s: State) -> Iterable[Answer]:
        found = item_payments(s, here(s))
        return map(Take, found) if found and gate_open(s) else ()

    def check(self, s: State, answer: Take) -> None:
        check_gate(s)
        check_item(s, here(s), answer.with_)

    def do(self, s: State, answer: Take) -> None:
        take_item(s, here(s), answer.with_)


class Giving(NYVerb[Give]):
    """R-NYC-83, R-NYC-84: give an own item to a relative here; it stays as it lies."""

    def options(self, s: State) -> Iterable[Answer]:
        own = turn(s).seat
        hand = s.now.characters[own]
        family = relatives(s, own) if hand.ready or hand.used else ()
        if not family or not gate_open(s):
            return ()
        held = [(item, False) for item in sorted(hand.ready)] + [(item, True) for item in sorted(hand.used)]
        return [Give(item, used, seat) for item, used in held for seat in family]

    def check(self, s: State, answer: Give) -> None:
        check_gate(s)
        if answer.seat not in relatives(s, turn(s).seat):
            raise Refused("illegal", T("Items can be given only to a relative on the same square."), "R-NYC-83")
        hand = s.now.characters[turn(s).seat]
        if answer.item not in (hand.used if answer.used else hand.ready):
            raise Refused("illegal", T("This item is not in your hand."), "R-NYC-83")

    def do(self, s: State, answer: Give) -> None:
        hands.give_item(s, answer.item, answer.used, turn(s).seat, answer.seat, "R-NYC-83")
