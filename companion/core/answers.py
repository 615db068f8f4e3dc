"""Typed answers, each a verb with fields.

Games add verbs of their own; outcomes of chance use those in this file (R-GEN-02).
"""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from msgspec import Struct

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
    """An icon, or the name of something pictured, such as ``card:{card}``."""
    primary: ClassVar[bool] = False
    """It is the primary action."""
    closing: ClassVar[bool] = False
    """It ends the current activity."""
    template: ClassVar[bool] = False
    """It is listed incomplete, and filled in with a form before it is given (``Presenter.filled``)."""


class Draw(Answer, frozen=True, tag="draw"):
    """A card drawn from a deck."""

    deck: str
    card: str


class Pull(Answer, frozen=True, tag="pull"):
    """A token pulled from a bag."""

    bag: str
    token: str


class DrawUnknown(Answer, frozen=True, tag="draw"):
    """A card drawn from a deck that the box does not contain yet."""

    label: ClassVar = T("A card that is not in the list")
    detail: ClassVar = T("We do what it says")
    logged: ClassVar = T("A card that was not known")
    icon: ClassVar = "card"

    deck: str
    card: None


class PullUnknown(Answer, frozen=True, tag="pull"):
    """A token pulled from a bag that the box does not contain yet."""

    label: ClassVar = T("A piece that is not in the list")
    detail: ClassVar = T("We do what it says")
    logged: ClassVar = T("A piece that was not known")
    icon: ClassVar = "bag"

    bag: str
    token: None


class Pick(Answer, frozen=True, tag="pick"):
    """A random choice among several things."""

    what: str
    one: str | int


class Roll(Answer, frozen=True, tag="roll"):
    """The faces of all dice of a roll, by die."""

    faces: dict[str, Face]
