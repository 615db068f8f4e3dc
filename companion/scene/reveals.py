"""What has just come to light and deserves a moment of its own: what it means, never how it is shown.

A game names it from an answer and what that has done; what hands must do for it stands in the lines all the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

from msgspec import Struct

from companion.core.instructions import Instruction
from companion.core.names import ident
from companion.core.texts import Words
from companion.scene.parts import Piece

Occasion: TypeAlias = Literal["card", "bids", "alert", "crew", "raid", "end"]
"""A card is turned up; bids that were secret are opened together; a marker climbs; the last member of a crew is found;
somebody takes from another one; the game is over."""


class Opened(Struct, frozen=True):
    """What is opened of one player: who that is, what lies there, the figure that counts, and whether it is ahead."""

    name: Words
    icon: str
    pieces: list[Piece] = []
    value: Words = ""
    ahead: bool = False


class Reveal(Struct, frozen=True):
    """``of`` says what has come to light, ``words`` say it in a line.

    ``opened`` are the players it is about: those who bid, as they sit, so that their order tells nothing before; or who
    takes, and from whom.
    ``pieces`` are what was taken or found, the last one last. A marker climbs from ``start`` to ``end`` of ``length``.
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
    """From where to where ``marker`` has climbed on its track; None if it has not, or has come down again."""
    moves = [todo for todo in instructions if todo.verb == "move" and todo.piece == marker]
    if not moves:
        return None
    start, end = int(ident(moves[0].source)), int(ident(moves[-1].to))
    return (start, end) if end > start else None
