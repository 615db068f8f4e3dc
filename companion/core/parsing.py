"""Answers from outside: read as a type first, then looked at for names that do not exist, before any rule (WIRE)."""

from __future__ import annotations

from collections.abc import Collection, Container, Mapping
from typing import Any, Final

import msgspec
from msgspec import UNSET

from companion.core.answers import Answer, DrawUnknown, PullUnknown
from companion.core.refusals import Refused, known
from companion.core.texts import T

BEYOND: Final = 2**53
"""Whole numbers of JSON are the same in every reader below this (RFC 8259, section 6), and sums of them fit a state."""
DEEPEST: Final = 32
"""So many lists and objects inside each other are more than any answer has."""
TOO_LARGE: Final = T("That number is too large to be counted on a table.")


def countable(raw: object) -> bool:
    """True if all whole numbers in a JSON value are nearer to 0 than 2^53. ``Refused`` ``malformed`` for a deep one."""
    level, found = [raw], True
    for _ in range(DEEPEST):
        found = found and not any(isinstance(one, int) and abs(one) >= BEYOND for one in level)
        inside = [one.values() if isinstance(one, Mapping) else one for one in level if isinstance(one, Mapping | list)]
        level = [one for several in inside for one in several]
    if level:
        raise Refused("malformed", T("That is nested too deeply to be read."))
    return found


def read_answer(raw: object, kind: Any) -> Any:
    """A JSON value as ``kind``, the union of a game's answers.

    ``Refused`` ``malformed`` if it is none of them, ``illegal`` if it is one with a number that no table has.
    """
    in_range = countable(raw)
    try:
        answer = msgspec.convert(raw, _nameless(raw) or kind)
    except msgspec.ValidationError as error:
        raise Refused("malformed", T("This answer cannot be read: {problem}.", problem=str(error))) from None
    if not in_range:
        raise Refused("illegal", TOO_LARGE)
    return answer


def _nameless(raw: object) -> Any:
    """The type of a draw or pull of something that is not known: it names nothing."""
    if isinstance(raw, Mapping):
        if raw.get("do") == "draw" and raw.get("card", "") is None:
            return DrawUnknown
        if raw.get("do") == "pull" and raw.get("token", "") is None:
            return PullUnknown
    return None


def check_nameless(answer: Answer, places: Container[str], partial: Container[str]) -> None:
    """Refuse a draw or pull without a name from a deck or bag that is not there, or of which all is known.

    ``places`` are the decks and bags of the game, ``partial`` those that are known in part.
    """
    if isinstance(answer, DrawUnknown | PullUnknown):
        place = answer.deck if isinstance(answer, DrawUnknown) else answer.bag
        known(place, places)
        if place not in partial:
            raise Refused("malformed", T("All that is in there is known: say which one it is."))


def check_kind(value: str | int, sides: Collection[str | int]) -> None:
    """Refuse ``malformed`` a word where ``sides`` (one or more) are numbers, or a number where they are words."""
    if not any(type(side) is type(value) for side in sides):
        raise Refused("malformed", T("{value} is of the wrong kind here.", value=value))


def check_side(value: str | int, sides: Collection[str | int]) -> None:
    """Refuse a value that none of ``sides`` is: ``malformed`` if it is of another kind, else ``unknown``."""
    check_kind(value, sides)
    known(value, sides)


def check_fields(answer: Answer, names: Mapping[str, Container[str]]) -> None:
    """Refuse ``unknown`` if a field of the answer names something that does not exist.

    ``names`` says for each field that holds a name, or several, what there is. A field that is left out or null
    names nothing.
    """
    for field in answer.__struct_fields__:
        value = getattr(answer, field)
        if field not in names or value is UNSET or value is None:
            continue
        for name in (value,) if isinstance(value, str) else value:
            known(name, names[field])
