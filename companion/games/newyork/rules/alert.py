"""The alert track and the ends of the game (RULES 1.11, 1.12)."""

from __future__ import annotations

from companion.core import todo
from companion.core.steps.agenda import GameEnded
from companion.games.newyork.state import State


def raise_alert(s: State, n: int, rule: str) -> None:
    """R-NYC-107: ``n`` single steps; each is checked for police cars (R-NYC-108) and for the limit.

    Reaching the limit is remembered with the phase it happened in (R-NYC-110, R-NYC-111); at the limit
    further raises do nothing. In set-up it counts as police phase.
    """
    now = s.now
    start, caught = now.alert, []
    for _ in range(n):
        if now.alert >= now.limit:
            break
        now.alert += 1
        position = str(now.alert)
        if position in now.cars.alert:
            caught.append((position, now.cars.alert.pop(position)))
        if now.alert >= now.limit and now.limit_hit is None:
            now.limit_hit = "players" if now.phase == "players" else "police"
    todo.move(s, "marker:alert", f"alert:{start}", f"alert:{now.alert}", rule=rule)
    for position, cars in caught:
        now.cars.waiting += cars
        todo.move(s, "car", f"alert:{position}", "deck:police", cars, "R-NYC-108")


def lower_alert(s: State, n: int, rule: str) -> None:
    """The marker goes back ``n`` steps, to 0 at least; cars are not touched, a limit reached stays reached."""
    start = s.now.alert
    s.now.alert = max(0, start - n)
    todo.move(s, "marker:alert", f"alert:{start}", f"alert:{s.now.alert}", rule=rule)


def win(s: State) -> None:
    """R-NYC-113: the final challenge is fulfilled, the family has won at once."""
    _end(s, "win", "R-NYC-113")


def lose(s: State, rule: str) -> None:
    """R-NYC-110, R-NYC-111, R-NYC-112: the family has lost."""
    _end(s, "loss", rule)


def _end(s: State, outcome: str, rule: str) -> None:
    s.now.phase = "over"
    s.now.result = {"outcome": outcome, "rule": rule, "round": s.now.round}
    raise GameEnded
