"""The actions of a turn as the rulebook lists them, each with its counter (R-EP-79 to R-EP-84).

Everything else is counted on the players' boards (``OTHERWISE``).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from msgspec import structs

from companion.core.answers import Answer
from companion.core.asks import Ask, ChooseAsk
from companion.core.texts import T, Text, Words
from companion.games.escape.answers import Adjust
from companion.games.escape.presenter.words.labels import COUNTERS, counter_icon, counter_name, money
from companion.games.escape.rules.tracking import adjust
from companion.games.escape.state import Player, State
from companion.games.escape.words import GANG_MARKERS, WOUNDS
from companion.scene.scene import Choice, Group, Piece

SHOP, POLICE, PEOPLE = "shop", "police", "contacts"
OTHERWISE = T("Something else happened")


class _Action(NamedTuple):
    """An action: its counter and the change ``by``, its label and group, and the counter in words."""

    what: str
    by: int
    label: Text
    group: str | None
    now: Callable[[Player], Words]


_ACTIONS = (
    _Action("cubes", -1, T("Recover money"), None, lambda p: T("cube {n} · {money}", n=p.cubes[-1], money=_left(p))),
    _Action("equipment", 1, T("Buy equipment"), SHOP, lambda p: T("{n} now", n=p.held.get("equipment", 0))),
    _Action("gangs", 1, T("Hire a gang"), PEOPLE, lambda p: T("{n} of {most}", n=p.gangs, most=GANG_MARKERS)),
    _Action("notoriety", 1, T("Notoriety + 1"), POLICE, lambda p: T("{n} now", n=p.notoriety)),
    _Action("wounds", 1, T("A wound"), POLICE, lambda p: T("{n} of {most}", n=p.wounds, most=WOUNDS)),
)


def _left(p: Player) -> Words:
    """R-EP-48: the income after the highest cube is removed."""
    return money(structs.replace(p, cubes=p.cubes[:-1]).income)


def is_turn(ask: Ask) -> bool:
    """True during a player's turn (R-EP-79)."""
    return isinstance(ask, ChooseAsk) and ask.choice == "turn"


def actions(s: State, ask: Ask, answers: Collection[Answer]) -> list[Choice]:
    """The rulebook actions available to the active player; empty outside a turn."""
    if not is_turn(ask) or ask.who is None:
        return []
    legal, p = frozenset(answers), s.now.players[ask.who]
    lockers = [
        _Action(what, 1, T("Open: {locker}", locker=counter_name(s.world, what)), SHOP, _held(what))
        for what in s.world.printed
        if what.startswith("locker:")
    ]
    every = sorted([*_ACTIONS, *lockers], key=lambda one: (SHOP, PEOPLE, POLICE, None).index(one.group))
    found = ((one, adjust(ask.who, one.what, one.by)) for one in every)
    return [
        Choice(answer, one.label, one.now(p), [counter_icon(one.what)], one.group, counts=True)
        for one, answer in found
        if answer in legal
    ]


def _held(what: str) -> Callable[[Player], Words]:
    return lambda p: T("{n} now", n=p.held.get(what, 0))


def _tally(what: str, n: int) -> Piece:
    return Piece(counter_icon(what), COUNTERS[what][0], n)


def group(s: State, name: str, choices: Sequence[Choice]) -> Group | None:
    """The group with that name, if one of its ``choices`` is such an action, with its counters in words."""
    seats = (one.answer.seat for one in choices if one.counts and isinstance(one.answer, Adjust))
    seat = next(seats, None)
    if seat is None:
        return None
    p = s.now.players[seat]
    equipment = p.held.get("equipment", 0)
    lockers = sum(n for what, n in p.held.items() if what.startswith("locker:"))
    contacts = len(p.contacts)
    shown = {
        SHOP: (
            T("Visit a shop"),
            T("equipment {n}, lockers {m}", n=equipment, m=lockers),
            [_tally("equipment", equipment), Piece("locker", T("Lockers"), lockers)],
        ),
        PEOPLE: (
            T("Gang or contact"),
            T("gangs {n}, contacts {m}", n=p.gangs, m=contacts),
            [_tally("gangs", p.gangs), Piece("contact", T("Contacts"), contacts)],
        ),
        POLICE: (
            T("The police"),
            T("notoriety {n}, wounds {m}", n=p.notoriety, m=p.wounds),
            [_tally("notoriety", p.notoriety), _tally("wounds", p.wounds)],
        ),
    }
    label, detail, tally = shown[name]
    return Group(name, label, detail, tally=tally)
