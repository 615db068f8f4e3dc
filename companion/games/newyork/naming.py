"""Which names an answer may use: a name that does not exist is ``unknown`` before any rule looks at it (wire 4)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import UNSET

from companion.core.answers import Draw, Pick, Pull, Roll
from companion.core.refusals import Refused
from companion.core.texts import T
from companion.games.newyork.answers import AnyAnswer, Fulfil
from companion.games.newyork.state import State
from companion.games.newyork.words import COLOURS, FACES, ITEMS, SIDES

BAGS = ("info", "items", *(f"reserve:{colour}" for colour in COLOURS))


def check_names(s: State, answer: AnyAnswer) -> None:
    """Refuse ``unknown`` if the answer names something that does not exist at this table."""
    for name, known in _names(s, answer):
        if name not in known:
            raise Refused("unknown", T("There is no {name} at this table.", name=name))


def _names(s: State, answer: AnyAnswer) -> Iterable[tuple[str, Any]]:
    """Every name that the answer uses, with those that exist."""
    if isinstance(answer, Draw):
        yield answer.deck, s.world.decks
        yield answer.card, s.world.decks[answer.deck]
    elif isinstance(answer, Pull):
        yield answer.bag, BAGS
        yield answer.token, ITEMS if answer.bag == "items" else s.world.tokens
    elif isinstance(answer, Pick):
        yield answer.what, ("square",)
        yield answer.one, s.world.neighbours
    elif isinstance(answer, Roll):
        for die, face in answer.faces.items():
            yield die, SIDES
            yield face, FACES
    else:
        yield from _fields(s, answer)


def _fields(s: State, answer: AnyAnswer) -> Iterable[tuple[str, Any]]:
    """The names in the fields of a decision; what a field names is the same in every verb."""
    pool = s.now.turn.pool if s.now.turn else {}
    known: dict[str, Any] = {
        "square": s.world.neighbours,
        "to": s.world.neighbours,
        "from_": s.world.neighbours,
        "seat": s.world.seats,
        "colour": COLOURS,
        "item": ITEMS,
        "send": ITEMS,
        "token": s.world.tokens,
        "die": pool,
    }
    for field in answer.__struct_fields__:
        value = getattr(answer, field)
        if value is UNSET:
            continue
        if field in known:
            yield value, known[field]
        elif field in ("with_", "dice"):
            for die in value:
                yield die, pool
    if isinstance(answer, Fulfil):
        yield answer.task, {task.id for task in s.now.tasks}
        for held in answer.items or ():
            yield held.item, ITEMS
