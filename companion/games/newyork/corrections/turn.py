"""The facts of the current turn and of effects in force that can be corrected (wire/newyork.md section 11)."""

from __future__ import annotations

import re
from typing import Any, Literal

from msgspec import Struct, field

from companion.core.facts import limit
from companion.core.refusals import BadPack, Refused, known
from companion.core.texts import T
from companion.core.validation import Identifier, Name
from companion.games.newyork.content.effect_data import Forbidden, Modified, Until
from companion.games.newyork.content.effect_data import Text as PackText
from companion.games.newyork.content.effect_parsing import read_effects, read_need
from companion.games.newyork.corrections.facts import after_setup, fact
from companion.games.newyork.rules.rounds import NewRound, round_agenda
from companion.games.newyork.state import Die, InForce, NYStep, State, Task, Turn, turn
from companion.games.newyork.turn.turns import BeginTurn, NextTurn, fresh_turn, playing_agenda
from companion.games.newyork.words import FACES, RESULT_ITEMS, SIDES

MOST_CHANGE = 20


def in_turn(s: State) -> bool:
    """Only during a turn, in full mode."""
    return s.now.turn is not None and not s.world.options.light


class ModifyFact(Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="modify"):
    """``modify`` in force."""

    what: Modified
    n: int
    until: Until


class ForbidFact(Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="forbid"):
    """``forbid`` in force."""

    what: Forbidden
    until: Until


class CloseFact(Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="close"):
    """``close`` in force."""

    square: str
    until: Until


class TaskFact(Struct, frozen=True, forbid_unknown_fields=True):
    """A task in force, as facts show it."""

    id: Identifier
    square: str | None
    need: dict[str, Any]
    text: PackText
    then: list[dict[str, Any]]
    else_: list[dict[str, Any]] = field(name="else")
    until: Until
    rule: Name


def _closed_squares(s: State, value: list[ModifyFact | ForbidFact | CloseFact]) -> None:
    for one in value:
        if isinstance(one, CloseFact):
            known(one.square, s.world.neighbours)


@fact("effects", list[ModifyFact | ForbidFact | CloseFact], names=_closed_squares)
def _effects(s: State, value: list[ModifyFact | ForbidFact | CloseFact]) -> None:
    effects = []
    for one in value:
        if isinstance(one, CloseFact):
            effects.append(InForce("close", one.until, square=one.square))
        elif isinstance(one, ForbidFact):
            effects.append(InForce("forbid", one.until, one.what))
        else:
            limit(one.n != 0 and -MOST_CHANGE <= one.n <= MOST_CHANGE)
            effects.append(InForce("modify", one.until, one.what, one.n))
    s.now.effects = effects


def _task_squares(s: State, value: list[TaskFact]) -> None:
    for one in value:
        if one.square is not None:
            known(one.square, s.world.neighbours)


@fact("tasks", list[TaskFact], names=_task_squares)
def _tasks(s: State, value: list[TaskFact]) -> None:
    limit(len({one.id for one in value}) == len(value))
    s.now.tasks = [_task(s, one) for one in value]


def _task(s: State, one: TaskFact) -> Task:
    try:
        then = read_effects(one.then, s.world.neighbours, "then")
        otherwise = read_effects(one.else_, s.world.neighbours, "else")
        need = read_need(one.need)
    except BadPack as bad:
        raise Refused("malformed", T("This task cannot be read: {problem}", problem=bad.problems[0])) from None
    return Task(
        one.id,
        one.square,
        need,
        one.text,
        one.until,
        one.rule,
        then,
        otherwise,
        one.then,
        one.else_,
    )


def _number(name: str, most: int) -> None:
    @fact(name, int, possible=in_turn, values=lambda s: range(most + 1))
    def _set(s: State, value: int) -> None:
        setattr(turn(s), name, value)


for _name, _most in (("actions", 9), ("moves", 9), ("steps", 99), ("bikes", 20)):
    _number(_name, _most)


def _flag(name: str) -> None:
    @fact(name, bool, possible=in_turn)
    def _set(s: State, value: bool) -> None:
        setattr(turn(s), name, value)


for _name in ("extra_used", "fight_open", "free_subway"):
    _flag(_name)


def _squares(name: str) -> None:
    def names(s: State, value: list[str]) -> None:
        for square in value:
            known(square, s.world.neighbours)

    @fact(name, list[str], possible=in_turn, names=names)
    def _set(s: State, value: list[str]) -> None:
        setattr(turn(s), name, set(value))


for _name in ("ignored", "visited"):
    _squares(_name)


@fact("dealt", Literal["faced", "evaded"] | None, "square", possible=in_turn)
def _dealt(s: State, square: str, value: str | None) -> None:
    if value is None:
        turn(s).dealt.pop(square, None)
    else:
        turn(s).dealt[square] = value


class DieFact(Struct, frozen=True, forbid_unknown_fields=True):
    """A die of the pool."""

    face: str
    spent: bool


def _die_names(s: State, die: str, value: DieFact | None) -> None:
    _faces(die)
    if value is not None:
        known(value.face, FACES)


def _of_a_die(s: State, die: str) -> list[DieFact | None]:
    faces = dict.fromkeys(_faces(die))
    return [None, *(DieFact(face, spent) for face in faces for spent in (False, True))]


@fact("die", DieFact | None, "die", possible=in_turn, names=_die_names, values=_of_a_die)
def _die(s: State, die: str, value: DieFact | None) -> None:
    if value is None:
        turn(s).pool.pop(die, None)
        return
    turn(s).pool[die] = Die(value.face, value.spent)


def _faces(die: str) -> tuple[str, ...]:
    """The faces of a die, or of a result from an item."""
    result = re.fullmatch(r"(phone|mask|gloves)[1-9][0-9]?", die)
    if result:
        return (RESULT_ITEMS[result[1]],)
    known(die, SIDES)
    return SIDES[die]


class AtSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """A point in a seat's turn."""

    phase: Literal["turn", "play"]
    seat: str


def _phase_seat(s: State, value: str | AtSeat) -> None:
    if isinstance(value, AtSeat):
        known(value.seat, s.world.seats)


def _phases(s: State) -> list[str | AtSeat]:
    return ["police", "players", *(AtSeat(phase, seat) for seat in s.world.seats for phase in ("turn", "play"))]


@fact("phase", Literal["police", "players"] | AtSeat, possible=after_setup, names=_phase_seat, values=_phases)
def _phase(s: State, value: str | AtSeat) -> None:
    """Continue the game from that phase, replacing the agenda."""
    s.now.turn = None
    s.now.turn = begun_turn(s, value)
    s.now.phase = "police" if value == "police" else "players"
    s.agenda[:] = agenda_at(s, value)


def begun_turn(s: State, value: str | AtSeat) -> Turn | None:
    """The turn that a value of ``phase`` is in; None outside a turn."""
    if not isinstance(value, AtSeat) or value.phase == "turn":
        return None
    begun = fresh_turn(s, value.seat)
    begun.step = "play"
    return begun


def agenda_at(s: State, value: str | AtSeat) -> list[NYStep]:
    """The agenda at a value of ``phase``."""
    if value == "police":
        return round_agenda()
    agenda: list[NYStep] = [NewRound(), NextTurn()]
    if isinstance(value, AtSeat):
        if value.phase == "turn":
            agenda.append(BeginTurn(value.seat))
        else:
            agenda += reversed(playing_agenda(s, value.seat)[-2:])
    return agenda
