"""Parsing and validation of answers from outside: types first, then names, both before any rule (WIRE)."""

from __future__ import annotations

from collections.abc import Collection, Container, Mapping
from typing import Any, Final

import msgspec
from msgspec import UNSET

from companion.core.answers import Answer, DrawUnknown, PullUnknown
from companion.core.refusals import Refused, known
from companion.core.texts import T

BEYOND: Final = 2**53
"""JSON integers below this are portable (RFC 8259, section 6), and sums of them fit a state."""
DEEPEST: Final = 32
"""Nesting limit, deeper than any answer."""
TOO_LARGE: Final = T("That number is too large to be counted on a table.")


def countable(raw: object) -> bool:
    """True if all integers in a JSON value are below 2^53 in magnitude. Deeper nesting is refused as ``malformed``."""
    level, found = [raw], True
    for _ in range(DEEPEST):
        found = found and not any(isinstance(one, int) and abs(one) >= BEYOND for one in level)
        inside = [one.values() if isinstance(one, Mapping) else one for one in level if isinstance(one, Mapping | list)]
        level = [one for several in inside for one in several]
    if level:
        raise Refused("malformed", T("That is nested too deeply to be read."))
    return found


def read_answer(raw: object, kind: Any) -> Any:
    """A JSON value converted to ``kind``, the union of a game's answers.

    Refused: ``malformed`` if it does not fit, ``illegal`` if it contains a number out of range.
    """
    in_range = countable(raw)
    try:
        answer = msgspec.convert(raw, _unknown_type(raw) or kind)
    except msgspec.ValidationError as error:
        raise Refused("malformed", T("This answer cannot be read: {problem}.", problem=str(error))) from None
    if not in_range:
        raise Refused("illegal", TOO_LARGE)
    return answer


def _unknown_type(raw: object) -> Any:
    """The type of a draw or pull of an unknown item; None for anything else."""
    if isinstance(raw, Mapping):
        if raw.get("do") == "draw" and raw.get("card", "") is None:
            return DrawUnknown
        if raw.get("do") == "pull" and raw.get("token", "") is None:
            return PullUnknown
    return None


def check_unknown(answer: Answer, places: Container[str], partial: Container[str]) -> None:
    """Refuse the draw or pull of an unknown item unless its deck or bag exists and is only partly known.

    ``places`` are the decks and bags of the game, ``partial`` those that are partly known.
    """
    if isinstance(answer, DrawUnknown | PullUnknown):
        place = answer.deck if isinstance(answer, DrawUnknown) else answer.bag
        known(place, places)
        if place not in partial:
            raise Refused("malformed", T("All that is in there is known: say which one it is."))


def check_kind(value: str | int, sides: Collection[str | int]) -> None:
    """Refuse as ``malformed`` a word if ``sides`` (not empty) are numbers, or a number if they are words."""
    if not any(type(side) is type(value) for side in sides):
        raise Refused("malformed", T("{value} is of the wrong kind here.", value=value))


def check_side(value: str | int, sides: Collection[str | int]) -> None:
    """Refuse a value that is not in ``sides``: ``malformed`` if it has another type, else ``unknown``."""
    check_kind(value, sides)
    known(value, sides)


def check_fields(answer: Answer, names: Mapping[str, Container[str]]) -> None:
    """Refuse as ``unknown`` an answer with a name that does not exist.

    ``names`` has the valid names for each field that holds one or several. Omitted and null fields are skipped.
    """
    for field in answer.__struct_fields__:
        value = getattr(answer, field)
        if field not in names or value is UNSET or value is None:
            continue
        for name in (value,) if isinstance(value, str) else value:
            known(name, names[field])
