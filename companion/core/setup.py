"""What every game asks of the seats and settings that a table begins with (WIRE, Starting it)."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from msgspec import Struct

from companion.core.refusals import BadSetup
from companion.core.texts import T, Words


class SetupChoice(Struct, frozen=True):
    """One thing to choose before a game begins."""

    key: str
    """What stands before the ``=`` of ``--set``."""
    name: Words
    values: Sequence[tuple[str, Words]]
    """What can be chosen, each with its words."""
    default: str
    about: Mapping[str, Words] = {}
    """What there is to know of a value before it is chosen, in a line."""
    basic: bool = False
    """It belongs on the first pages of a set-up; the others are house rules."""
    detail: Words | None = None


def numbers(*values: int) -> list[tuple[str, Words]]:
    """Values of a choice that are numbers, and say no more than that; 0 is nothing."""
    return [(str(value), value or T("Nothing")) for value in values]


class PlainWorld(Struct, frozen=True):
    """What never changes during a game that needs no more: its box, who plays, and what was chosen before it began."""

    box: Any
    seats: tuple[str, ...]
    chosen: tuple[tuple[str, str], ...]
    partial: frozenset[str] = frozenset()
    """Its decks and bags that are known in part; it has none."""

    def word(self, key: str) -> str:
        """What was chosen of the choice with that key."""
        return dict(self.chosen)[key]

    def number(self, key: str) -> int:
        """The same, where it is a number."""
        return int(self.word(key))


def plain_world(
    box: Any, seats: tuple[str, ...], choices: Sequence[SetupChoice], settings: Mapping[str, str]
) -> PlainWorld:
    """Box, seats, and what is set of each of ``choices``, else its default; ``BadSetup`` for a key or value there is
    not."""
    check_settings(settings, [choice.key for choice in choices], {c.key: [v for v, _ in c.values] for c in choices})
    return PlainWorld(box, seats, tuple((choice.key, settings.get(choice.key, choice.default)) for choice in choices))


def numbered_seats(most: int) -> list[tuple[str, Words]]:
    """Seats for people of whom no rule says who they are: ``player1`` to ``player`` and ``most``."""
    return [(f"player{n}", T("Player {n}", n=n)) for n in range(1, most + 1)]


def named_seats(seats: Sequence[str], least: int, most: int) -> tuple[str, ...]:
    """The seats as they were named; ``BadSetup`` unless there are from ``least`` to ``most``, each with a plain name of
    its own."""
    for seat in seats:
        if not re.fullmatch("[a-z][a-z0-9_]*", seat):
            raise BadSetup(
                T(
                    "{seat} cannot name a seat: use only lower-case letters, digits and _, with a letter first.",
                    seat=seat,
                )
            )
    if len(set(seats)) != len(seats):
        raise BadSetup(T("Each seat needs a name of its own."))
    if not least <= len(seats) <= most:
        raise BadSetup(T("From {least} to {most} players can play.", least=least, most=most))
    return tuple(seats)


def check_settings(settings: Mapping[str, str], keys: Collection[str], choices: Mapping[str, Sequence[str]]) -> None:
    """``BadSetup`` for a key not among ``keys``, and for a value not among its ``choices``, if it has any."""
    for key, value in settings.items():
        if key not in keys:
            raise BadSetup(T("There is no setting {key}. Allowed: {keys}.", key=key, keys=", ".join(keys)))
        values = choices.get(key)
        if values is not None and value not in values:
            raise BadSetup(T("{key} can be {values}, not {value}.", key=key, values=", ".join(values), value=value))
