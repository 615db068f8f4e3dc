"""The movement engine (R-CG-39 to R-CG-51): moves, pushes and chains of pushes, as steps on the agenda.

A chain can stop anywhere to ask, at an accelerator or for an upgrade, and continues from there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from msgspec import structs

from companion.core.answers import Answer
from companion.core.texts import T
from companion.core.todo import tell
from companion.games.crash import answers as say
from companion.games.crash.asks import CollisionAsk, DirectionAsk
from companion.games.crash.content.effect_data import Brake, Deflect, Glide
from companion.games.crash.rules.hands import crash, mat, pick_up, set_saucer
from companion.games.crash.rules.passing import PassCrew
from companion.games.crash.rules.windows import Window, effects_of
from companion.games.crash.state import CGStep, State, board, crew_on, next_square, saucer_on, turn
from companion.games.crash.words import PATIENCE


def steered(s: State, saucer: str) -> bool:
    """R-CG-46, R-CG-47, G-CG-07: True if the player chooses the direction at an accelerator."""
    now = turn(s)
    own = s.world.options.steers_twin and s.world.seat_of[saucer] == now.who
    return saucer == now.saucer or own


class Go(CGStep, frozen=True, tag="go"):
    """R-CG-39: single steps in a direction, ``left`` of ``distance``; ``end`` if crew may be passed only now."""

    saucer: str
    dir: str
    distance: int
    left: int

    def run(self, s: State) -> None:
        left = self.left
        while left > 0:
            at = s.now.saucers[self.saucer].at
            if at is None:
                return
            square = next_square(s, at, self.dir)
            if square is None:
                crash(s, self.saucer)
                return
            if self._enter(s, square, left):
                return
            left -= 1
        if s.world.options.passes_at_end:
            s.agenda.append(PassCrew(self.saucer))

    def _enter(self, s: State, square: str, left: int) -> bool:
        """Enter a square; True if something must happen there before the move continues."""
        other = saucer_on(s, square, self.saucer)
        set_saucer(s, self.saucer, square, "R-CG-39")
        at_end = s.world.options.passes_at_end
        accelerator = square in board(s).accelerators
        if other is not None:
            passing: list[CGStep] = [] if at_end and accelerator else [PassCrew(self.saucer)]
            rest = AfterPush(self.saucer, self.dir, self.distance, 0, square)
            s.agenda += [rest, Collision(other, self.dir, self.distance), *passing]
            return True
        crew = crew_on(s, square)
        if crew is not None:
            pick_up(s, self.saucer, crew)
        if not accelerator and not (s.world.pair and not at_end):
            return False
        s.agenda.append(OnSquare(self.saucer, self.dir, self.distance, left, square))
        if not at_end:
            s.agenda.append(PassCrew(self.saucer))
        return True


class OnSquare(Window, frozen=True, tag="on_square"):
    """R-CG-44 to R-CG-47: a saucer has entered a square; an accelerator moves it by its whole distance again.

    ``left`` counts the steps left on entry. Whoever steers it chooses the new direction.
    """

    dir: str
    distance: int
    left: int
    square: str

    timing: ClassVar[str] = "movement"
    rule: ClassVar[str] = "R-CG-46"

    def asks(self, s: State) -> bool:
        return self.accelerated(s) and steered(s, self.saucer)

    def ask(self, s: State) -> DirectionAsk:
        return DirectionAsk(
            s.world.seat_of[self.saucer],
            self.rule,
            "direction",
            saucer=self.saucer,
            at=self.square,
            distance=self.distance,
        )

    def legal(self, s: State) -> Sequence[Answer]:
        ways = [say.Direction(direction) for direction in s.world.pack.directions]
        stop = [say.Stop()] if s.now.directions + 1 >= PATIENCE else []
        return [*ways, *self.uses(s), *stop]

    def accelerated(self, s: State) -> bool:
        """True if the saucer is still here and this is an accelerator."""
        return s.now.saucers[self.saucer].at == self.square and self.square in board(s).accelerators

    def take(self, s: State, answer: Answer) -> None:
        if isinstance(answer, say.Use):
            super().take(s, answer)
            return
        s.now.directions += 1
        if isinstance(answer, say.Direction):
            s.agenda.append(Go(self.saucer, answer.dir, self.distance, self.distance))
        else:
            s.agenda.append(Go(self.saucer, self.dir, self.distance, 0))

    def again(self, s: State, upgrade: str, direction: str | None) -> list[CGStep]:
        if any(isinstance(effect, Glide) for effect in effects_of(s, upgrade)):
            s.now.directions += 1
            return [Go(self.saucer, self.dir, self.distance, self.glided())]
        return [self]

    def glided(self) -> int:
        """The steps left if the accelerator is ignored."""
        return self.left - 1

    def run(self, s: State) -> None:
        left = self.distance if self.accelerated(s) else self.left - 1
        s.agenda.append(Go(self.saucer, self.dir, self.distance, left))


class AfterPush(OnSquare, frozen=True, tag="after_push"):
    """R-CG-41: the move is over, unless the collision was on an accelerator (G-CG-08)."""

    def glided(self) -> int:
        """After a collision the move ends."""
        return 0

    def run(self, s: State) -> None:
        if self.accelerated(s):
            s.agenda.append(Go(self.saucer, self.dir, self.distance, self.distance))


class Collision(Window, frozen=True, tag="collision"):
    """R-CG-42: a saucer is pushed; its upgrades may change direction and distance, for whatever it hits as well."""

    dir: str
    distance: int

    timing: ClassVar[str] = "collision"
    rule: ClassVar[str] = "R-CG-42"

    def asks(self, s: State) -> bool:
        return s.now.saucers[self.saucer].at is not None and super().asks(s)

    def ask(self, s: State) -> CollisionAsk:
        who = s.world.seat_of[self.saucer]
        return CollisionAsk(who, self.rule, self.timing, saucer=self.saucer, dir=self.dir, distance=self.distance)

    def ways(self, s: State, upgrade: str) -> Iterator[say.Use]:
        for effect in effects_of(s, upgrade):
            if isinstance(effect, Deflect):
                yield from (say.Use(upgrade, other) for other in s.world.pack.directions if other != self.dir)
                return
            if isinstance(effect, Brake) and self.distance <= effect.max:
                return
        yield say.Use(upgrade)

    def again(self, s: State, upgrade: str, direction: str | None) -> list[CGStep]:
        changed = self
        for effect in effects_of(s, upgrade):
            if isinstance(effect, Deflect):
                changed = structs.replace(changed, dir=direction)
            elif isinstance(effect, Brake):
                changed = structs.replace(changed, distance=effect.max)
        return [changed]

    def run(self, s: State) -> None:
        if s.now.saucers[self.saucer].at is not None:
            w = s.world
            name, direction = w.called(f"saucer:{self.saucer}"), w.word(self.dir)
            text = T("{saucer} is pushed: {n}, {direction}.", saucer=name, n=self.distance, direction=direction)
            tell(s, text, mat(self.saucer), "R-CG-42")
            s.agenda.append(Go(self.saucer, self.dir, self.distance, self.distance))
