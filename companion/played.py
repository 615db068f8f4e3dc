"""What a table says of a change, and of the changes before it."""

from __future__ import annotations

from msgspec import Struct

from companion.core.instructions import Instruction
from companion.core.texts import Words
from companion.history import Part
from companion.log import Source


class Played(Struct, frozen=True):
    """What a change did: the ``rev`` after it, and a part for each new entry of the log, in order."""

    rev: int
    parts: list[Part]

    @property
    def instructions(self) -> list[Instruction]:
        """Everything that hands must do, in order."""
        return [todo for part in self.parts for todo in part.instructions]


class Moment(Struct, frozen=True):
    """An answer or correction as a line of the undo list.

    ``rev`` is that of its entry, ``done`` False for what was undone and can be redone.
    """

    rev: int
    label: Words
    at: float
    source: Source
    done: bool
