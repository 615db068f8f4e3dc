"""Seats and settings of the set-up (WIRE.md, Starting it)."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import wraps
from typing import Any, TypeVar, TypeVarTuple, Unpack

from msgspec import Struct

from companion.core.refusals import BadSetup
from companion.core.texts import T, Words

W = TypeVar("W")
Found = TypeVar("Found")
Names = TypeVarTuple("Names")


def once(work: Callable[[W, Unpack[Names]], Found]) -> Callable[[W, Unpack[Names]], Found]:
    """A function of a world and of names, worked out once for each, since a world does not change."""
    of = f"{work.__module__}.{work.__qualname__}"

    @wraps(work)
    def found(world: W, *names: *Names) -> Found:
        kept: dict[str, dict[Any, Found]] = world.__dict__
        try:
            return kept[of][names]
        except KeyError:
            said = kept.setdefault(of, {})[names] = work(world, *names)
            return said

    return found


class SetupChoice(Struct, frozen=True):
    """An option of the set-up."""

    key: str
    """Its key in ``--set KEY=VALUE``."""
    name: Words
    values: Sequence[tuple[str, Words]]
    default: str
    about: Mapping[str, Words] = {}
    """A one-line explanation of a value."""
    basic: bool = False
    """Shown on the first pages of the set-up; other options are house rules."""
    detail: Words | None = None


def numbers(*values: int) -> list[tuple[str, Words]]:
    """Numeric values named by themselves; 0 is named "Nothing"."""
    return [(str(value), value or T("Nothing")) for value in values]


class PlainWorld(Struct, frozen=True, dict=True):
    """The immutable part of a simple game: box, seats, and chosen options."""

    box: Any
    seats: tuple[str, ...]
    chosen: tuple[tuple[str, str], ...]
    partial: frozenset[str] = frozenset()
    """Partly known decks and bags: always empty."""

    @property
    def pack(self) -> Any:
        """The box, as in the worlds of games that have more to know."""
        return self.box

    def word(self, key: str) -> str:
        return dict(self.chosen)[key]

    def number(self, key: str) -> int:
        return int(self.word(key))


def plain_world(
    box: Any, seats: tuple[str, ...], choices: Sequence[SetupChoice], settings: Mapping[str, str]
) -> PlainWorld:
    """A world with the chosen or default value of each of ``choices``; raises ``BadSetup`` for an unknown key or
    value."""
    check_settings(settings, [choice.key for choice in choices], {c.key: [v for v, _ in c.values] for c in choices})
    return PlainWorld(box, seats, tuple((choice.key, settings.get(choice.key, choice.default)) for choice in choices))


def numbered_seats(most: int) -> list[tuple[str, Words]]:
    """Generic seats: ``player1`` to ``player{most}``."""
    return [(f"player{n}", T("Player {n}", n=n)) for n in range(1, most + 1)]


def named_seats(seats: Sequence[str], least: int, most: int) -> tuple[str, ...]:
    """Validate seat names: ``BadSetup`` unless there are ``least`` to ``most`` of them, unique and well-formed."""
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
    """Raise ``BadSetup`` for a key not in ``keys``, or a value not in its ``choices``, if it has any."""
    for key, value in settings.items():
        if key not in keys and not keys:
            raise BadSetup(T("There is no setting {key}: this game has none.", key=key))
        if key not in keys:
            raise BadSetup(T("There is no setting {key}. Allowed: {keys}.", key=key, keys=", ".join(keys)))
        values = choices.get(key)
        if values is not None and value not in values:
            raise BadSetup(T("{key} can be {values}, not {value}.", key=key, values=", ".join(values), value=value))
