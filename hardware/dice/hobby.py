"""The plain line format for home-made readers, instead of DR1: one die per line, no checksum. Pure.

::

    red1 PHYS                a die by its name or colour, and the face that lies up
    red1 4                   ... or the number of its side, where no face is called so
    red1 4 985 crooked       ... with a confidence, and one of rolled, crooked, moved, rest
    17                       a face alone, where only dice of one colour or purpose have it
                             an empty line, now and then: the reader is there

Without a checksum errors cannot be detected, so each of these readings is shown to a person before it counts; the
confidence is ignored.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from msgspec import Struct

from companion.core.answers import Face
from companion.session.faces import colour_of, numbers_of

MAX_LINE = 64
_LINE = re.compile(r"(?:([a-z]{1,24}[0-9]{0,3})[ \t]+)?([A-Za-z0-9_-]{1,16})(?:[ \t]+[0-9]{1,4}(?:[ \t]+([a-z]+))?)?")
_STATES = frozenset({None, "rolled", "crooked"})


class Line(Struct, frozen=True):
    """A parsed line: ``die`` is a name or colour, None if missing; ``face`` is what it shows."""

    die: str | None
    face: str
    crooked: bool = False


class Side(Struct, frozen=True):
    """A die of the game and the number of its upper side, 0 if it has no such face."""

    die: str
    number: int
    sides: int


class Lines:
    """An incremental parser; buffers at most one line."""

    def __init__(self) -> None:
        self.alive = False
        """Whether a valid line has been received, even an empty one."""
        self._rest = b""

    def feed(self, data: bytes) -> list[Line]:
        """The lines completed by ``data``; invalid ones are skipped."""
        *lines, rest = (self._rest + data).split(b"\n")
        self._rest = rest[-MAX_LINE - 1 :]
        return [found for line in lines if (found := self._line(line)) is not None]

    def _line(self, line: bytes) -> Line | None:
        text = line.decode("latin-1").strip(" \t\r") if len(line) <= MAX_LINE else "?"
        match = _LINE.fullmatch(text)
        if match is None or match[3] not in _STATES:
            self.alive = self.alive or not text
            return None
        return Line(match[1], match[2], crooked=match[3] == "crooked")


def side_of(line: Line, dice: Mapping[str, Sequence[Face]], names: Mapping[str, str]) -> Side | None:
    """The die of the game that a line refers to, by the reader's ``names`` or its own name; None if there is none, or
    if it is ambiguous."""
    meant: dict[str, list[str]] = {}
    called = names.get(line.die, line.die) if line.die else None
    for die, printed in dice.items():
        sides = [str(side) for side in printed]
        if called in (die, colour_of(die)):
            meant[called] = sides
        elif called is None and line.face in sides:
            meant[colour_of(die)] = sides
    if len(meant) != 1:
        return None
    ((die, sides),) = meant.items()
    numbers = numbers_of(sides, line.face)
    if not numbers and line.face.isdigit() and int(line.face) <= len(sides):
        numbers = [int(line.face)]
    return Side(die, numbers[0] if numbers else 0, len(sides))
