"""Invariants after a correction (R-GEN-04; wire/newyork.md section 11).

A correction triggers no rules: no car is caught, no card revealed, no loss.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.core.facts import limit
from companion.core.piles import UNKNOWN, merged
from companion.games.newyork.corrections import turn as _turn_facts  # noqa: F401  (registers its facts)
from companion.games.newyork.corrections.facts import FACTS
from companion.games.newyork.state import State
from companion.games.newyork.words import CARS, COLOURS, FBI, MAFIA, TOKENS

__all__ = ["FACTS", "balance", "keep_going"]

MOST_CALM_FBI = 2
"""With more FBI on the board, the game may end soon (R-NYC-112)."""


def balance(s: State) -> None:
    """R-GEN-04: recompute the supplies; no more pieces can be out than are printed."""
    now = s.now
    now.mafia_reserve = MAFIA - sum(now.mafia.values())
    limit(now.mafia_reserve >= 0)
    limit(len(now.fbi) < FBI)
    cars = now.cars
    cars.supply = CARS - cars.beside - cars.waiting - sum(cars.squares.values()) - sum(cars.alert.values())
    limit(cars.supply >= 0)
    info = now.info
    info.reserve = _rest(s.world.tokens, [info.bag, info.kept, *info.squares.values()], info.reserve)
    on_squares = [{item: 1} for item in now.items.squares.values()]
    in_hands = [hand for character in now.characters.values() for hand in (character.ready, character.used)]
    now.items.supply = _rest(s.world.items, [now.items.box, *on_squares, *in_hands], now.items.supply)
    limit(sum(sum(names.values()) for names in now.tokens.values()) <= TOKENS)
    for seat, character in now.characters.items():
        limit(all(character.lost.get(colour, 0) <= s.world.dice[seat][colour] for colour in COLOURS))
        limit(character.wounds <= s.world.own_dice(seat))


def _rest(printed: Mapping[str, int], out: Sequence[Mapping[str, int]], supply: Mapping[str, int]) -> dict[str, int]:
    """The supply that remains when these pieces are out; unknown pieces stay in it."""
    used = merged(out)
    used.pop(UNKNOWN, None)
    limit(all(n <= printed.get(kind, 0) for kind, n in used.items()))
    left = {kind: n - used.get(kind, 0) for kind, n in printed.items() if n > used.get(kind, 0)}
    return {**left, UNKNOWN: supply[UNKNOWN]} if UNKNOWN in supply else left


def keep_going(s: State) -> list[dict[str, Any]]:
    """Corrections that postpone a loss: a low alert, no FBI."""
    calm: list[dict[str, Any]] = []
    if s.now.alert > s.now.limit // 2:
        calm.append({"fact": "alert", "value": 0})
    if len(s.now.fbi) > MOST_CALM_FBI:
        calm += [{"fact": "fbi", "square": square, "value": 0} for square in sorted(s.now.fbi)]
    return calm
