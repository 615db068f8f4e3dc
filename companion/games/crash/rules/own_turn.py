"""Upgrades at the start and end of a player's turn: a saucer moves, pushes or is placed again (R-CG-68)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from companion.games.crash import answers as say
from companion.games.crash.content.effect_data import AnyEffect, Move, Push, Relocate
from companion.games.crash.rules.hands import lift_saucer
from companion.games.crash.rules.movement import Collision, Go
from companion.games.crash.rules.placing import PlaceByDie
from companion.games.crash.rules.reporting import Report
from companion.games.crash.rules.windows import RULE, Effects, Window, effects_of
from companion.games.crash.state import CGStep, State, next_square, saucer_on


class OwnTurn(Window, frozen=True):
    """A window in which a saucer may also move, push and be placed again."""

    def carry_out(self, upgrade: str, direction: str | None) -> CGStep:
        return MovingEffects(self.saucer, upgrade, direction)

    def ways(self, s: State, upgrade: str) -> Iterator[say.Use]:
        moving = next((e for e in effects_of(s, upgrade) if isinstance(e, Move | Push | Relocate)), None)
        at = s.now.saucers[self.saucer].at
        if moving is None or (at is not None and (s.world.light or isinstance(moving, Relocate))):
            yield say.Use(upgrade)
        elif at is not None:
            for direction in s.world.pack.directions:
                if isinstance(moving, Move) or neighbour(s, at, direction) is not None:
                    yield say.Use(upgrade, direction)


def neighbour(s: State, at: str, direction: str) -> str | None:
    """The saucer on the next square."""
    square = next_square(s, at, direction)
    return None if square is None else saucer_on(s, square)


class StartOfTurn(OwnTurn, frozen=True, tag="start_of_turn"):
    """R-CG-32."""

    timing: ClassVar[str] = "start_of_turn"
    rule: ClassVar[str] = "R-CG-32"


class MovingEffects(Effects, frozen=True, tag="moving_effects"):
    """Effects of which one may move saucers."""

    def moving(self, s: State, effect: AnyEffect) -> list[CGStep]:
        at = s.now.saucers[self.saucer].at
        if at is None:
            return []
        if isinstance(effect, Relocate):
            lift_saucer(s, self.saucer, RULE)
            return [PlaceByDie(f"saucer:{self.saucer}", s.world.seat_of[self.saucer], RULE, self.saucer)]
        s.now.directions = 0
        if s.world.light:
            return [Report()]
        assert self.direction is not None
        if isinstance(effect, Move):
            return [Go(self.saucer, self.direction, effect.distance, effect.distance)]
        other = neighbour(s, at, self.direction)
        if isinstance(effect, Push) and other is not None:
            return [Collision(other, self.direction, effect.distance)]
        return []
