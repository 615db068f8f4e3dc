"""Validates the names in an answer: an unknown name is refused before any rule applies (wire 4)."""

from __future__ import annotations

from companion.core.answers import Draw, Pick, Pull, Roll, check_fields, check_kind, check_unknown
from companion.core.refusals import known
from companion.games.newyork.answers import AnyAnswer, Fulfil
from companion.games.newyork.state import State
from companion.games.newyork.words import COLOURS, FACES, ITEMS, SIDES

BAGS = ("info", "items", *(f"reserve:{colour}" for colour in COLOURS))


def check_names(s: State, answer: AnyAnswer) -> None:
    """Refuse ``unknown`` if the answer names something that does not exist at this table.

    A chance answer can hold a number or a word by its type; a number is not a name here, and is refused as
    ``malformed``.
    """
    check_unknown(answer, (*s.world.decks, *BAGS), s.world.partial)
    if isinstance(answer, Draw):
        known(answer.deck, s.world.decks)
        known(answer.card, s.world.decks[answer.deck])
    elif isinstance(answer, Pull):
        known(answer.bag, BAGS)
        known(answer.token, ITEMS if answer.bag == "items" else s.world.tokens)
    elif isinstance(answer, Pick):
        check_kind(answer.one, s.world.neighbours)
        known(answer.what, ("square",))
        known(answer.one, s.world.neighbours)
    elif isinstance(answer, Roll):
        for face in answer.faces.values():
            check_kind(face, FACES)
        for die, face in answer.faces.items():
            known(die, SIDES)
            known(face, FACES)
    else:
        _check_decision(s, answer)


def _check_decision(s: State, answer: AnyAnswer) -> None:
    """Fields have the same meaning in every verb."""
    pool = s.now.turn.pool if s.now.turn else {}
    check_fields(
        answer,
        {
            "square": s.world.neighbours,
            "to": s.world.neighbours,
            "from_": s.world.neighbours,
            "seat": s.world.seats,
            "colour": COLOURS,
            "item": ITEMS,
            "send": ITEMS,
            "token": s.world.tokens,
            "die": pool,
            "with_": pool,
            "dice": pool,
        },
    )
    if isinstance(answer, Fulfil):
        known(answer.task, {task.id for task in s.now.tasks})
        for held in answer.items or ():
            known(held.item, ITEMS)
