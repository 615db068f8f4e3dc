"""Moving: steps, the extra step, free trips (RULES 1.7)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from companion.core.answers import Answer
from companion.core.refusals import Refused
from companion.core.texts import T
from companion.games.newyork.answers import Extra, Ride, Walk
from companion.games.newyork.rules import hands
from companion.games.newyork.rules.alert import raise_alert
from companion.games.newyork.state import NYVerb, State, closed, forbidden, guarded, here, modified, shut, stuck, turn

STEPS = 2

walk, extra = cache(Walk), cache(Extra)
"""The answers for walking to a square, cached."""


def ways(s: State) -> list[str]:
    """Where one step can go now, sorted (R-NYC-59 to R-NYC-62)."""
    square = here(s)
    if stuck(s, square):
        return []
    reach = s.world.neighbours[square] if forbidden(s, "subway") else s.world.reach[square]
    barred = shut(s)
    return [to for to in reach if to not in barred]


def trips(s: State) -> list[str]:
    """Where the subway can go from here now, sorted (R-NYC-61)."""
    square = here(s)
    if square not in s.world.stations or stuck(s, square) or forbidden(s, "subway"):
        return []
    return sorted(s.world.stations - shut(s) - {square})


def check_reach(s: State, to: str) -> None:
    """R-NYC-59, R-NYC-61: adjacent, or both are stations and the subway runs (R-NYC-37)."""
    square = here(s)
    if to not in s.world.reach[square]:
        raise Refused("illegal", T("{square} is more than one step away.", square=name(s, to)), "R-NYC-59")
    if to not in s.world.neighbours[square] and forbidden(s, "subway"):
        raise Refused("illegal", T("The subway is not running."), "R-NYC-37")


def check_trip(s: State, to: str) -> None:
    """R-NYC-120: both are stations, and the subway runs (R-NYC-37)."""
    stations = s.world.stations
    if here(s) not in stations or to not in stations or to == here(s):
        raise Refused("illegal", T("The subway goes from station to station."), "R-NYC-120")
    if forbidden(s, "subway"):
        raise Refused("illegal", T("The subway is not running."), "R-NYC-37")


def check_free(s: State, to: str) -> None:
    """R-NYC-62: mafia here lets go. R-NYC-60: no police, no FBI there. R-NYC-37: nothing closes it."""
    if stuck(s, here(s)):
        raise Refused("illegal", T("The mafia here must be dealt with before you leave."), "R-NYC-62")
    if guarded(s, to):
        raise Refused("illegal", T("The police or the FBI are on {square}.", square=name(s, to)), "R-NYC-60")
    if closed(s, to):
        raise Refused("illegal", T("{square} is closed.", square=name(s, to)), "R-NYC-37")


def name(s: State, square: str) -> dict[str, str] | str:
    """The name of a square for people."""
    return s.world.names.get(square, square)


def go(s: State, to: str, rule: str) -> None:
    """The active figure goes to a square, which counts as visited (R-NYC-74)."""
    hands.set_figure(s, turn(s).seat, to, rule)
    turn(s).visited.add(to)


class Stepping(NYVerb[Walk]):
    """R-NYC-59, R-NYC-66: one step; with none left it begins a move action of two (and what adds to it)."""

    def options(self, s: State) -> Iterable[Answer]:
        now = turn(s)
        return map(walk, s.cached(ways)) if now.steps or now.actions else ()

    def check(self, s: State, answer: Walk) -> None:
        check_reach(s, answer.to)
        if not turn(s).steps and not turn(s).actions:
            raise Refused("illegal", T("There are no steps and no actions left."), "R-NYC-59")
        check_free(s, answer.to)

    def do(self, s: State, answer: Walk) -> None:
        now = turn(s)
        if not now.steps:
            now.actions -= 1
            now.moves += 1
            now.steps = max(1, STEPS + now.bikes + modified(s, "steps"))
        now.steps -= 1
        go(s, answer.to, "R-NYC-59")


class ExtraStep(NYVerb[Extra]):
    """R-NYC-63, R-NYC-104: once a turn one step more, for alert +1 (and what effects add)."""

    def options(self, s: State) -> Iterable[Answer]:
        return () if turn(s).extra_used or forbidden(s, "extra_step") else map(extra, s.cached(ways))

    def check(self, s: State, answer: Extra) -> None:
        check_reach(s, answer.to)
        if forbidden(s, "extra_step"):
            raise Refused("illegal", T("There is no extra step this round."), "R-NYC-37")
        if turn(s).extra_used:
            raise Refused("illegal", T("The extra step of this turn has been taken already."), "R-NYC-63")
        check_free(s, answer.to)

    def do(self, s: State, answer: Extra) -> None:
        turn(s).extra_used = True
        raise_alert(s, max(0, 1 + modified(s, "extra_step_alert")), "R-NYC-104")
        go(s, answer.to, "R-NYC-63")


class Riding(NYVerb[Ride]):
    """R-NYC-120, G-NYC-24: after a newspaper, with ``nyc.newspaper_trips=all``, every trip is free."""

    def options(self, s: State) -> Iterable[Answer]:
        return [Ride(to) for to in trips(s)] if turn(s).free_subway else []

    def check(self, s: State, answer: Ride) -> None:
        if not turn(s).free_subway:
            raise Refused("illegal", T("No newspaper pays for this trip."), "R-NYC-120")
        check_trip(s, answer.to)
        check_free(s, answer.to)

    def do(self, s: State, answer: Ride) -> None:
        go(s, answer.to, "R-NYC-120")
