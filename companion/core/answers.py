"""What the table says: typed answers, each a verb with its fields.

Every game adds its own verbs; chance speaks through the four in this file (R-GEN-02).
"""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from msgspec import Struct

from companion.core.texts import T, Words

Face: TypeAlias = str | int
"""What a side of a die shows: a word, or the number that is printed on it."""


class Answer(Struct, frozen=True, tag_field="do", forbid_unknown_fields=True, omit_defaults=True):
    """An answer to the open ask. On the wire the field ``do`` names the verb.

    The blanks of its words are filled with its fields, each as people call what it names. A blank alone (``"{card}"``)
    is called so itself. Of several words those are taken, the first ones, that have something for all their blanks.
    """

    label: ClassVar[Words | tuple[Words, ...]] = ""
    """What choosing it is called; by default the verb and its fields."""
    detail: ClassVar[Words | tuple[Words, ...]] = ""
    """A line below that: what it costs or brings."""
    logged: ClassVar[Words | tuple[Words, ...]] = ""
    """What the log says of it; by default the label."""
    icon: ClassVar[str] = ""
    """What pictures it: an icon, or a name like ``card:{card}`` of what is pictured."""
    primary: ClassVar[bool] = False
    """It is what there is to do now."""
    closing: ClassVar[bool] = False
    """It ends what one is doing."""
    template: ClassVar[bool] = False
    """It is listed with blanks, and filled in before it is said (``Presenter.filled``)."""


class Draw(Answer, frozen=True, tag="draw"):
    """The card that came from a deck."""

    deck: str
    card: str


class Pull(Answer, frozen=True, tag="pull"):
    """The token that came out of a bag."""

    bag: str
    token: str


class DrawUnknown(Answer, frozen=True, tag="draw"):
    """A card came from a deck, and it is one that the box does not know yet."""

    label: ClassVar = T("A card that is not in the list")
    detail: ClassVar = T("We do what it says")
    logged: ClassVar = T("A card that was not known")
    icon: ClassVar = "card"

    deck: str
    card: None


class PullUnknown(Answer, frozen=True, tag="pull"):
    """A token came out of a bag, and it is one that the box does not know yet."""

    label: ClassVar = T("A piece that is not in the list")
    detail: ClassVar = T("We do what it says")
    logged: ClassVar = T("A piece that was not known")
    icon: ClassVar = "bag"

    bag: str
    token: None


class Pick(Answer, frozen=True, tag="pick"):
    """Something chosen at random among several."""

    what: str
    one: str | int


class Roll(Answer, frozen=True, tag="roll"):
    """The faces of all dice asked for, by die."""

    faces: dict[str, Face]
