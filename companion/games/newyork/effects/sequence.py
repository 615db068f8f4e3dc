"""Applies the effects of a card in order, each once (wire section 6).

Each effect is implemented in the file of its subject and registered with ``does``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from companion.core.asks import DrawAsk
from companion.games.newyork.content.effect_data import AnyEffect, Effect
from companion.games.newyork.rules.police_deck import Location
from companion.games.newyork.state import NYStep, State, active, relatives

E = TypeVar("E", bound=Effect)
Deed = Callable[[State, Any, Sequence[str], str], None]

_DEEDS: dict[type[Effect], Deed] = {}


def does(kind: type[E]) -> Callable[[Callable[[State, E, Sequence[str], str], None]], Deed]:
    """A decorator that registers the function of an effect: ``deed(state, effect, target squares, rule)``."""

    def register(deed: Callable[[State, E, Sequence[str], str], None]) -> Deed:
        _DEEDS[kind] = deed
        return deed

    return register


def apply(s: State, effect: Effect, squares: Sequence[str], rule: str) -> None:
    """Apply an effect to its target squares, in order."""
    _DEEDS[type(effect)](s, effect, squares, rule)


class Effects(NYStep, frozen=True, tag="effects"):
    """The remaining effects of a card, with the card's rule."""

    effects: list[AnyEffect]
    rule: str

    def run(self, s: State) -> None:
        if not self.effects:
            return
        effect, rest = self.effects[0], self.effects[1:]
        if rest:
            s.agenda.append(Effects(rest, self.rule))
        target = getattr(effect, "at", None)
        if target == "random":
            s.agenda.append(EffectLocation(effect, self.rule))
        else:
            apply(s, effect, targets(s, target), self.rule)


class EffectLocation(Location, frozen=True, tag="effect_location"):
    """R-NYC-38: the random location of an effect; without one, the effect is skipped."""

    effect: AnyEffect
    rule: str

    def ask(self, s: State) -> DrawAsk:
        return DrawAsk(active(s), "R-NYC-38", "police", 1, "location")

    def found(self, s: State, square: str) -> None:
        apply(s, self.effect, [square], self.rule)


def targets(s: State, target: str | None) -> Sequence[str]:
    """The squares of a target; empty if it does not exist (wire section 6). Not for ``random``."""
    now = s.now
    if target is None:
        return []
    if target == "event":
        return [now.event.square] if now.event and now.event.square else []
    if target == "each_character":
        return [c.square for c in now.characters.values() if c.square is not None]
    if target == "challenge":
        return [task.square for task in now.tasks if task.id == "final" and task.square]
    if target == "here":
        seat = active(s)
        square = now.characters[seat].square if seat else None
        return [square] if square else []
    return [target]


def people(s: State, who: str) -> list[str]:
    """The seats of ``who``, in seat order (wire section 6)."""
    seat = active(s)
    if who == "all":
        return list(s.world.seats)
    if who == "active":
        return [seat] if seat else []
    if who == "here":
        if seat is None or s.now.characters[seat].square is None:
            return []
        together = {seat, *relatives(s, seat)}
        return [other for other in s.world.seats if other in together]
    return [who] if who in s.world.seats else []
