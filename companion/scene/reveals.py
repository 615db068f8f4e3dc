"""Reveals: events that a front end may animate, independent of how.

A game derives them from an answer and its effects. The instructions for hands do not depend on them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

from msgspec import Struct

from companion.core.instructions import Instruction, ident
from companion.core.texts import Words
from companion.scene.parts import Piece

Occasion: TypeAlias = Literal["card", "bids", "alert", "crew", "raid", "end"]
"""A card is turned up; secret bids are opened; a marker climbs; the last member of a crew is found; a player takes from
another; the game is over."""


class Opened(Struct, frozen=True):
    """What is revealed of one player: the pieces, the figure that counts, and whether it leads."""

    name: Words
    icon: str
    pieces: list[Piece] = []
    value: Words = ""
    ahead: bool = False


class Reveal(Struct, frozen=True):
    """``of`` is the kind of event, ``words`` describe it in a line.

    ``opened`` are the players involved: the bidders in seating order, which reveals nothing; or who takes, and from
    whom. ``pieces`` are what was taken or found, the latest last. A marker climbs from ``start`` to ``end`` of
    ``length``.
    """

    of: Occasion
    words: Words
    icon: str = ""
    opened: list[Opened] = []
    pieces: list[Piece] = []
    start: int = 0
    end: int = 0
    length: int = 0


def climbed(instructions: Iterable[Instruction], marker: str) -> tuple[int, int] | None:
    """The start and end of a marker's climb on its track; None if it has not climbed."""
    moves = [todo for todo in instructions if todo.verb == "move" and todo.piece == marker]
    if not moves:
        return None
    start, end = int(ident(moves[0].source)), int(ident(moves[-1].to))
    return (start, end) if end > start else None
