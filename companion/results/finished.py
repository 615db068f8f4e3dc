"""A game that is over, as it is kept for ever and told to other tables."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

Name: TypeAlias = Annotated[str, Meta(max_length=80)]
Said: TypeAlias = dict[Annotated[str, Meta(max_length=8)], Name]
"""Words by language (``en``, ``es``)."""
Moment: TypeAlias = Annotated[str, Meta(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")]
"""A time in UTC, as the clock of the table had it."""
Outcome: TypeAlias = Literal["won", "lost", "decided", "drawn", "unknown"]
"""All together have ``won`` or ``lost``; or it is ``decided`` between the players, or ``drawn``: nobody won.
``unknown``: the game cannot be played again to its end, because its box or its rules are others now."""


class Player(Struct, frozen=True, omit_defaults=True):
    """Who sat in a seat."""

    seat: Name
    """As the code calls it: ``red``."""
    said: Said
    """As people call it."""
    name: Name = ""
    """Of the person; empty where nobody said it."""
    won: bool = False
    """Alone or with others; with all of them where they play together."""
    points: int | None = None
    """None where the game counts none."""


class Finished(Struct, frozen=True, kw_only=True):
    """A game that is over. Times are those of its first and its last entry."""

    id: Annotated[str, Meta(min_length=1, max_length=64)]
    """Given at random when it began: no other game has it, on any table."""
    table: Name = ""
    """The name of the table that it was collected from; empty for a game that was played here."""
    table_id: Name = ""
    """By which that table is known where two have one name."""
    game: Name
    """Its rulebook, as the code calls it."""
    title: Said
    box: Name = ""
    """The id of the box, empty for a game without one."""
    box_name: Said = {}
    story: Name = ""
    """The id of the story, in a game that has several to choose from."""
    story_name: Said = {}
    started: Moment
    ended: Moment
    seconds: Annotated[int, Meta(ge=0)]
    """How long it was played, without long pauses."""
    outcome: Outcome
    players: Annotated[list[Player], Meta(max_length=32)]
    """In the order in which they sat."""
