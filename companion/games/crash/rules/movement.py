"""The movement engine (R-CG-39 to R-CG-51): moves, pushes and chains of pushes, as steps on the agenda.

A chain can stop anywhere to ask, at an accelerator or for an upgrade, and continues from there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, TypeVar

from msgspec import UNSET, structs

from companion.core.answers import Answer, Face
from companion.core.instructions import split
from companion.core.steps.chance import RollStep
from companion.core.steps.listed import ListedStep
from companion.core.texts import T, Words
from companion.core.todo import tell
from companion.games.crash import answers as say
from companion.games.crash.answers import CollisionAsk, DirectionAsk, LandingAsk, PlacementAsk, SaucerAsk
from companion.games.crash.content import (
    LIGHT,
    NUMBER_CARD,
    PATIENCE,
    SITES,
    AnyEffect,
    BoostDistance,
    Brake,
    CardDistance,
    Deflect,
    Farther,
    Ghost,
    Glide,
    MoveEffect,
    Push,
    Range,
    Relocate,
    RerollEffect,
    Shift,
)
from companion.games.crash.rules.pieces import (
    PASSING_RULE,
    PassCrew,
    crash,
    exchangeable,
    hand_over,
    lift_saucer,
    mat,
    pick_up,
    put_out,
    set_saucer,
)
from companion.games.crash.rules.upgrades import (
    EFFECTS,
    USING_RULE,
    UpgradeEffects,
    Whenever,
    Window,
    does,
    effects_of,
    passive,
    price_of,
    ready,
    windows,
)
from companion.games.crash.state import (
    CGStep,
    State,
    UpgradeInUse,
    active,
    any_free_site,
    board,
    colour_of,
    crew_on,
    free_site,
    next_square,
    saucer_on,
    turn,
)

P = TypeVar("P", bound=CGStep)


def steered(s: State, saucer: str) -> bool:
    """R-CG-46, R-CG-47, G-CG-07: True if the player chooses the direction at an accelerator."""
    now = turn(s)
    own = s.world.options.steers_twin and s.world.seat_of[saucer] == now.who
    return saucer == now.saucer or own


def first_stop(s: State, saucer: str, direction: str, distance: int) -> str | None:
    """R-CG-39 to R-CG-44: the square on which a move of a steered saucer ends, or is first interrupted by a collision
    or an accelerator; None beyond the edge."""
    at = s.now.saucers[saucer].at
    accelerators = board(s).accelerators
    for _ in range(distance):
        at = None if at is None else next_square(s, at, direction)
        if at is None or at in accelerators or saucer_on(s, at, saucer) is not None:
            break
    return at


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
            other = saucer_on(s, square, self.saucer)
            if other is not None and self._flies_through(s):
                if left == 1:
                    break
                s.now.flown = True
                set_saucer(s, self.saucer, square, "R-CG-39")
            elif self._enter(s, square, left, other):
                return
            left -= 1
        if s.world.options.passes_at_end:
            s.agenda.append(PassCrew(self.saucer))

    def _flies_through(self, s: State) -> bool:
        """True for the first saucer in the way of one that flies through it."""
        return s.now.flown is not True and any(self.distance >= one.distance for one in passive(s, self.saucer, Ghost))

    def _enter(self, s: State, square: str, left: int, other: str | None) -> bool:
        """Enter a square, of another saucer or not; True if something must happen there before the move continues."""
        set_saucer(s, self.saucer, square, "R-CG-39")
        at_end = s.world.options.passes_at_end
        accelerator = square in board(s).accelerators
        if other is not None:
            passing: list[CGStep] = [] if at_end and accelerator else [PassCrew(self.saucer)]
            rest = AfterPush(self.saucer, self.dir, self.distance, 0, square)
            hit = windows(s, Hit, [self.saucer], other)
            s.agenda += [rest, Collision(other, self.dir, self.distance), *hit, *passing]
            return True
        crew, seen = crew_on(s, square), []
        if crew is not None:
            pick_up(s, self.saucer, crew)
            seen = windows(s, PickedUp, [self.saucer])
        if not accelerator and not (s.world.pair and not at_end) and not seen:
            return False
        s.agenda.append(OnSquare(self.saucer, self.dir, self.distance, left, square))
        if accelerator:
            s.agenda += windows(s, RivalAccelerator, rivals(s, self.saucer), self.saucer)
        if not at_end:
            s.agenda.append(PassCrew(self.saucer))
        s.agenda += seen
        return True


class Hit(Whenever, frozen=True, tag="hit"):
    """R-CG-41: the saucer has run into another one, which has not been pushed yet."""

    timing: ClassVar[str] = "hit"


class PickedUp(Whenever, frozen=True, tag="picked_up"):
    """R-CG-49: the saucer has picked up crew."""

    timing: ClassVar[str] = "pick_up"


class RivalAccelerator(Whenever, frozen=True, tag="rival_accelerator"):
    """R-CG-44: another player's saucer has entered an accelerator."""

    timing: ClassVar[str] = "rival_accelerator"


def rivals(s: State, saucer: str) -> Iterator[str]:
    """The saucers of the other players on the board, clockwise from that player."""
    seat = s.world.seat_of[saucer]
    for one in s.world.saucers_from(seat):
        if s.world.seat_of[one] != seat and s.now.saucers[one].at:
            yield one


def begin_move(s: State) -> None:
    """A card, a boost or an upgrade moves a saucer."""
    s.now.directions, s.now.flown = 0, UNSET


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
        if isinstance(answer, say.UseUpgrade):
            super().take(s, answer)
            return
        s.now.directions += 1
        if isinstance(answer, say.Direction):
            s.agenda.append(Go(self.saucer, answer.dir, self.distance, self.distance))
        else:
            s.agenda.append(Go(self.saucer, self.dir, self.distance, 0))

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

    def ways(self, s: State, upgrade: str) -> Iterator[say.UseUpgrade]:
        for effect in effects_of(s, upgrade):
            if isinstance(effect, Deflect):
                yield from (say.UseUpgrade(upgrade, other) for other in self.turns(s, effect))
                return
            if isinstance(effect, Brake) and self.distance <= effect.max:
                return
        yield say.UseUpgrade(upgrade)

    def turns(self, s: State, effect: Deflect) -> list[str]:
        """The directions in which the push can be deflected."""
        back = s.now.markers[(s.now.markers.index(self.dir) + 2) % 4]
        return [one for one in s.world.pack.directions if one != self.dir and not (effect.not_back and one == back)]

    def carry_out(self, s: State, upgrade: str, direction: str | None) -> CGStep:
        return UpgradeEffects(self.saucer, upgrade, direction)

    def run(self, s: State) -> None:
        if s.now.saucers[self.saucer].at is not None:
            w = s.world
            name, direction = w.called(f"saucer:{self.saucer}"), w.word(self.dir)
            text = T("{saucer} is pushed: {n}, {direction}.", saucer=name, n=self.distance, direction=direction)
            tell(s, text, mat(self.saucer), "R-CG-42")
            s.agenda.append(Go(self.saucer, self.dir, self.distance, self.distance))


# Placement by die (R-CG-60), with the upgrades used before a piece is placed.

PLACEMENT_DIE = "placement"


class PlaceByDie(RollStep[State], frozen=True, tag="place_by_die"):
    """R-CG-60: the die gives the crash site from which the first free one is searched.

    Not asked if a correction has placed the piece already, or nothing is free: then it stays where it is. ``window`` is
    the saucer whose upgrades may be used before the piece is placed.
    """

    piece: str
    who: str
    rule: str
    window: str | None = None

    def asks(self, s: State) -> bool:
        return waits(s, self.piece) and any_free_site(s)

    def ask(self, s: State) -> PlacementAsk:
        return PlacementAsk(self.who, self.rule, [PLACEMENT_DIE], piece=self.piece)

    def dice(self, s: State) -> list[str]:
        return [PLACEMENT_DIE]

    def rolled(self, s: State, faces: Mapping[str, Face]) -> None:
        face = int(faces[PLACEMENT_DIE])
        if self.window is None:
            put_down(s, self.piece, face, self.rule)
        else:
            s.agenda.append(LandByDie(self.window, self.piece, self.who, self.rule, face))


class LandByDie(Window, frozen=True, tag="land"):
    """A piece is placed where the die says, unless an upgrade re-rolls the die."""

    piece: str
    who: str
    placed_by: str
    face: int

    timing: ClassVar[str] = "placement"
    rule: ClassVar[str] = "R-CG-60"

    def asks(self, s: State) -> bool:
        return super().asks(s) and waits(s, self.piece) and any_free_site(s)

    def ask(self, s: State) -> LandingAsk:
        site = self.face if s.world.light else free_site(s, self.face)
        assert site is not None
        who = s.world.seat_of[self.saucer]
        return LandingAsk(who, self.rule, self.timing, saucer=self.saucer, piece=self.piece, site=site)

    def run(self, s: State) -> None:
        if waits(s, self.piece):
            put_down(s, self.piece, self.face, self.placed_by)


def put_down(s: State, piece: str, face: int, rule: str) -> None:
    """Place a piece on the first free crash site, starting at ``face``; where none is free it stays where it is."""
    site = face if s.world.light else free_site(s, face)
    if site is None:
        return
    if s.world.light:
        tell(s, T("To site {site}, or the next one that is free.", site=site), rule="R-CG-60")
    elif site != face:
        tell(s, T("Site {face} is taken: site {site}.", face=face, site=site), rule="R-CG-60")
    kind, name = split(piece)
    put = set_saucer if kind == "saucer" else put_out
    put(s, name, LIGHT if s.world.light else board(s).sites[site], rule)


def waits(s: State, piece: str) -> bool:
    """True for a saucer off the board, or lost crew."""
    kind, name = split(piece)
    return s.now.saucers[name].at is None if kind == "saucer" else name in s.now.lost


# Light mode: the table reports what happened in a move (WIRE.md, "Light").


BY_HAND: Mapping[str, Callable[[Words, Words], Words]] = {
    OnSquare.timing: lambda saucer, upgrade: T(
        "{saucer} may use {upgrade} on an accelerator.", saucer=saucer, upgrade=upgrade
    ),
    Collision.timing: lambda saucer, upgrade: T(
        "{saucer} may use {upgrade} when it is pushed.", saucer=saucer, upgrade=upgrade
    ),
    Hit.timing: lambda saucer, upgrade: T(
        "{saucer} may use {upgrade} when it hits another saucer.", saucer=saucer, upgrade=upgrade
    ),
    RivalAccelerator.timing: lambda saucer, upgrade: T(
        "{saucer} may use {upgrade} when another saucer enters an accelerator.", saucer=saucer, upgrade=upgrade
    ),
}
"""What hands look after in flight."""


def fly_by_hand(s: State, card: str | None = None) -> CGStep:
    """R-CG-39: hands fly, and then report. They are told of the upgrades that are not asked about on the way: those for
    accelerators and pushes, and what lets this card go farther."""
    w, (who, moving) = s.world, active(s)
    costs = False
    name = w.called(f"saucer:{moving}")
    for effect in passive(s, moving, Range) if card == NUMBER_CARD else ():
        tell(s, T("{saucer}: card 0-5 goes as far as {n}.", saucer=name, n=effect.max))
    if card is not None and card != NUMBER_CARD and farther(s, moving, card):
        flies = int(card) + farther(s, moving, card)
        tell(s, T("{saucer}: card {card} flies {n} squares.", saucer=name, card=card, n=flies))
    for n in (ghost.distance for ghost in passive(s, moving, Ghost)):
        tell(s, T("{saucer} flies through the first saucer in its way from {n} squares on.", saucer=name, n=n))
    for saucer in w.saucers_from(who):
        on_board = s.now.saucers[saucer].at is not None
        steering = ready(s, saucer, OnSquare.timing) if on_board and steered(s, saucer) else []
        whose = w.called(f"saucer:{saucer}")
        for timing, told in BY_HAND.items() if on_board else ():
            for upgrade in ready(s, saucer, timing) if timing != OnSquare.timing else steering:
                what = w.called(f"upgrade:{upgrade}")
                tell(s, told(whose, what), mat(saucer), USING_RULE)
                costs = costs or any(price_of(effects_of(s, upgrade)))
    if costs:
        tell(s, T("What an upgrade costs comes off the mat, and off its counter under Players."), rule=USING_RULE)
    return ReportMove()


def farther(s: State, saucer: str, card: str) -> int:
    """How many squares farther card 2 or 3 flies, by upgrades; less far below 0."""
    used = {} if s.now.turn is None or s.now.turn.farther is UNSET else s.now.turn.farther
    always = sum(effect.n for effect in passive(s, saucer, CardDistance) if effect.card == card)
    return always + used.get(card, 0)


class ReportMove(ListedStep[State], frozen=True, tag="report"):
    """R-CG-39: what happened in the move, one thing after the other."""

    def ask(self, s: State) -> SaucerAsk:
        who, saucer = active(s)
        return SaucerAsk(who, "R-CG-39", "report", saucer=saucer)

    def legal(self, s: State) -> Sequence[Answer]:
        return [*self._happened(s), say.Finished()]

    def _happened(self, s: State) -> Iterator[Answer]:
        there = [name for name, saucer in s.now.saucers.items() if saucer.at is not None]
        for saucer in there:
            yield from (say.Picked(saucer, crew) for crew in s.now.out)
            yield say.Crashed(saucer)
        for pair in s.world.saucers_of.values():
            if s.world.pair and set(pair) <= set(there):
                yield from map(say.TakeCrew, exchangeable(s, pair[0]))

    def take(self, s: State, answer: Answer) -> None:
        if isinstance(answer, say.Finished):
            return
        s.agenda.append(self)
        if isinstance(answer, say.Picked):
            s.agenda += windows(s, PickedUp, [answer.saucer])
            pick_up(s, answer.saucer, answer.crew)
        elif isinstance(answer, say.Crashed):
            crash(s, answer.saucer)
        elif isinstance(answer, say.TakeCrew):
            hand_over(s, answer.crew, colour_of(answer.crew), PASSING_RULE)


# Upgrades at the start and end of a player's turn: a saucer moves, pushes or is placed again (R-CG-68).


class OwnTurn(Window, frozen=True):
    """A window in which a saucer may also move, push and be placed again."""

    def carry_out(self, s: State, upgrade: str, direction: str | None) -> CGStep:
        return MovingEffects(self.saucer, upgrade, direction)

    def ways(self, s: State, upgrade: str) -> Iterator[say.UseUpgrade]:
        moving = next((e for e in effects_of(s, upgrade) if isinstance(e, MoveEffect | Push | Relocate)), None)
        at = s.now.saucers[self.saucer].at
        if moving is None or (at is not None and (s.world.light or isinstance(moving, Relocate))):
            yield say.UseUpgrade(upgrade)
        elif at is not None:
            yield from (say.UseUpgrade(upgrade, direction) for direction in ways(s, at, moving))


def ways(s: State, at: str, effect: MoveEffect | Push | Relocate) -> list[str]:
    """The directions of a move or a push from a square: a push needs a neighbour."""
    every = s.world.pack.directions
    return [one for one in every if isinstance(effect, MoveEffect) or neighbour(s, at, one) is not None]


def neighbour(s: State, at: str, direction: str) -> str | None:
    """The saucer on the next square."""
    square = next_square(s, at, direction)
    return None if square is None else saucer_on(s, square)


class StartOfTurn(OwnTurn, frozen=True, tag="start_of_turn"):
    """R-CG-32."""

    timing: ClassVar[str] = "start_of_turn"
    rule: ClassVar[str] = "R-CG-32"


class MovingEffects(UpgradeEffects, frozen=True, tag="moving_effects"):
    """The effects of an upgrade used in the own turn."""


class Steer(ListedStep[State], frozen=True, tag="steer"):
    """The direction of an effect, where it was not chosen with the card."""

    doing: UpgradeInUse
    effect: AnyEffect
    among: tuple[str, ...]

    def ask(self, s: State) -> SaucerAsk:
        return SaucerAsk(s.world.seat_of[self.doing.owner], USING_RULE, "way", saucer=self.doing.saucer)

    def legal(self, s: State) -> Sequence[Answer]:
        return [say.UseUpgrade(self.doing.upgrade, direction) for direction in self.among]

    def take(self, s: State, answer: say.UseUpgrade) -> None:
        one: Any = structs.replace(self.effect, who=self.doing.saucer) if hasattr(self.effect, "who") else self.effect
        EFFECTS.do(s, one, structs.replace(self.doing, direction=answer.dir))


@does(MoveEffect)
@does(Push)
def steer(s: State, doing: UpgradeInUse, effect: MoveEffect | Push) -> list[CGStep]:
    """A saucer moves, or pushes its neighbour; hands do it where the board is not tracked."""
    at, way, distance = s.now.saucers[doing.saucer].at, doing.direction, effect.distance
    if at is None:
        return []
    begin_move(s)
    if s.world.light:
        return [fly_by_hand(s)]
    if way is None:
        among = ways(s, at, effect)
        return [Steer(doing, effect, tuple(among))] if among else []
    if isinstance(effect, MoveEffect):
        return [Go(doing.saucer, way, distance, distance)]
    other = neighbour(s, at, way)
    return [] if other is None else [Collision(other, way, distance)]


@does(Relocate)
def place_again(s: State, doing: UpgradeInUse, effect: Relocate) -> list[CGStep]:
    if s.now.saucers[doing.saucer].at is None:
        return []
    lift_saucer(s, doing.saucer, USING_RULE)
    return [PlaceByDie(f"saucer:{doing.saucer}", s.world.seat_of[doing.saucer], USING_RULE, doing.saucer)]


# Effects that change what is under way: the step that waits below.


def waiting(s: State, kind: type[P]) -> tuple[int, P] | None:
    """The uppermost step of a kind that waits, and its place in the agenda."""
    found = ((n, step) for n, step in reversed(list(enumerate(s.agenda))) if isinstance(step, kind))
    return next(found, None)


def instead(s: State, kind: type[P], other: Callable[[P], CGStep]) -> None:
    """Another step takes the place of the one of a kind that waits."""
    found = waiting(s, kind)
    if found is not None:
        place, step = found
        s.agenda[place] = other(step)


@does(Glide)
def ignore_accelerator(s: State, doing: UpgradeInUse, effect: Glide) -> None:
    if waiting(s, OnSquare) is not None:
        s.now.directions += 1
    instead(s, OnSquare, lambda step: Go(step.saucer, step.dir, step.distance, step.glided()))


@does(Deflect)
def deflect_push(s: State, doing: UpgradeInUse, effect: Deflect) -> list[CGStep]:
    found, way = waiting(s, Collision), doing.direction
    if found is not None and way is None:
        return [Steer(doing, effect, tuple(found[1].turns(s, effect)))]
    instead(s, Collision, lambda step: structs.replace(step, dir=way))
    return []


@does(Brake)
def brake_push(s: State, doing: UpgradeInUse, effect: Brake) -> None:
    instead(s, Collision, lambda step: structs.replace(step, distance=min(step.distance, effect.max)))


@does(Farther)
def push_farther(s: State, doing: UpgradeInUse, effect: Farther) -> None:
    instead(s, Collision, lambda step: structs.replace(step, distance=max(0, step.distance + effect.n)))


@does(CardDistance)
def card_farther(s: State, doing: UpgradeInUse, effect: CardDistance) -> None:
    """For the rest of this turn."""
    now = turn(s)
    before = {} if now.farther is UNSET else now.farther
    now.farther = {**before, effect.card: before.get(effect.card, 0) + effect.n}


def boosts(s: State, doing: UpgradeInUse, effect: BoostDistance) -> bool:
    """True for a booster that moves the saucer; others are spent for something else."""
    return waiting(s, Go if not s.world.light else ReportMove) is not None


@does(BoostDistance, boosts)
def boost_farther(s: State, doing: UpgradeInUse, effect: BoostDistance) -> None:
    found = waiting(s, Go)
    if found is None:
        EFFECTS.by_hand(s, effect, doing)
        return
    distance = max(0, found[1].distance + effect.n)
    instead(s, Go, lambda step: structs.replace(step, distance=distance, left=distance))


@does(RerollEffect)
def roll_again(s: State, doing: UpgradeInUse, effect: RerollEffect) -> None:
    instead(s, LandByDie, lambda step: PlaceByDie(step.piece, step.who, step.placed_by, step.saucer))


@does(Shift)
def shift_die(s: State, doing: UpgradeInUse, effect: Shift) -> None:
    instead(s, LandByDie, lambda step: structs.replace(step, face=(step.face - 1 + effect.n) % SITES + 1))
