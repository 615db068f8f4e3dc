"""Typed answers, each a verb with fields, and how they are read from JSON.

Games add verbs of their own; outcomes of chance use those in this file (R-GEN-02).
"""

from __future__ import annotations

from collections.abc import Collection, Container, Mapping
from typing import Any, ClassVar, Final, TypeAlias

import msgspec
from msgspec import UNSET, Struct

from companion.core.refusals import Refused, known
from companion.core.texts import T, Words

Face: TypeAlias = str | int
"""The face of a die: a word or a number."""


class Answer(Struct, frozen=True, tag_field="do", forbid_unknown_fields=True, omit_defaults=True):
    """An answer to the open ask. On the wire the field ``do`` is the verb.

    Placeholders in its texts are filled from its fields, with the names people use. Of several alternative texts the
    first whose placeholders can all be filled is used.
    """

    label: ClassVar[Words | tuple[Words, ...]] = ""
    """Text of its button; by default the verb and its fields."""
    detail: ClassVar[Words | tuple[Words, ...]] = ""
    """A second line: its cost or effect."""
    logged: ClassVar[Words | tuple[Words, ...]] = ""
    """Text in the log; by default the label."""
    icon: ClassVar[str] = ""
    """An icon, or the name of something pictured, such as ``card:{card}``; or several with spaces between them."""
    group: ClassVar[str] = ""
    """The group of choices it stands in, such as ``raid:{camp}``; by default none."""
    place: ClassVar[str] = ""
    """The place of the table where it can be tapped, such as ``space:{space}``."""
    primary: ClassVar[bool] = False
    """It is the primary action."""
    closing: ClassVar[bool] = False
    """It ends the current activity."""
    draws: ClassVar[bool] = False
    """What the companion draws for it comes with it, without another tap."""
    template: ClassVar[bool] = False
    """It is listed incomplete, and filled in with a form before it is given (``Presenter.filled``)."""
    secret: ClassVar[tuple[str, ...] | None] = None
    """Its fields that only the asked seat may know, where the ask says ``only`` (``goods.relics``: a field of a field);
    None: all of them. Everybody else is shown the answer with null for them: its texts are filled from the others. An
    answer for which it is None, and which has no fields or no ``logged``, is secret as a whole."""
    fleeting: ClassVar[bool] = False
    """What it says is known only before it is given, as the item that is taken: the log keeps its text from then."""
    whose: ClassVar[str] = ""
    """The field with the seat that alone may know the secret ones, whoever is asked; empty: that of the ask."""


class Draw(Answer, frozen=True, tag="draw"):
    """A card drawn from a deck."""

    secret: ClassVar = ("card",)

    deck: str
    card: str


class Pull(Answer, frozen=True, tag="pull"):
    """A token pulled from a bag."""

    secret: ClassVar = ("token",)

    bag: str
    token: str


class DrawUnknown(Answer, frozen=True, tag="draw"):
    """A card drawn from a deck that the box does not contain yet."""

    label: ClassVar = T("A card that is not in the list")
    detail: ClassVar = T("We do what it says")
    logged: ClassVar = T("A card that was not known")
    icon: ClassVar = "card"
    secret: ClassVar = ("card",)

    deck: str
    card: None


class PullUnknown(Answer, frozen=True, tag="pull"):
    """A token pulled from a bag that the box does not contain yet."""

    label: ClassVar = T("A piece that is not in the list")
    detail: ClassVar = T("We do not say which")
    logged: ClassVar = T("A piece that was not known")
    icon: ClassVar = "bag"
    secret: ClassVar = ("token",)

    bag: str
    token: None


class Pick(Answer, frozen=True, tag="pick"):
    """A random choice among several things."""

    secret: ClassVar = ("one",)

    what: str
    one: str | int


class Roll(Answer, frozen=True, tag="roll"):
    """The faces of all dice of a roll, by die."""

    secret: ClassVar = ("faces",)

    faces: dict[str, Face]


# Answers from outside: types are checked first, then names, both before any rule (WIRE.md).

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
