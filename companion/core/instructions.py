"""Instructions for the people who move the pieces, and their effect on the table (R-GEN-10).

Pieces, places and everything else on a table have names of the form ``kind:id`` (WIRE.md, Instructions).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Literal, TypeAlias

from msgspec import Struct, field, structs

from companion.core.texts import Words


def split(name: str | None) -> tuple[str, str]:
    """Kind and id of a name; the id is empty without a colon, both are empty for None."""
    first, _, rest = (name or "").partition(":")
    return first, rest


def kind(name: str | None) -> str:
    """The part before the colon: ``token`` of ``token:energy``."""
    return split(name)[0]


def ident(name: str | None) -> str:
    """The part after the colon: ``energy`` of ``token:energy``."""
    return split(name)[1]


Verb: TypeAlias = Literal["place", "remove", "move", "flip", "shuffle", "tell"]
Pieces: TypeAlias = dict[str, dict[str, int]]
"""``{location: {piece: count}}``, without zero counts and empty locations. Names are ``kind:id``."""


class Instruction(Struct, frozen=True, omit_defaults=True):
    """One physical action (WIRE.md, Instructions). Fields that do not apply are None."""

    verb: Verb
    piece: str | None = None
    n: int | None = None
    at: str | None = None
    source: str | None = field(name="from", default=None)
    to: str | None = None
    who: str | None = None
    rule: str | None = None
    text: Words | None = None


def together(instructions: Iterable[Instruction]) -> list[Instruction]:
    """The same with what is alike said once: pieces that come to the same place, and texts."""
    found: list[Instruction] = []
    for todo in instructions:
        at = next((n for n, one in enumerate(found) if structs.replace(one, n=todo.n) == todo), None)
        if at is None:
            found.append(todo)
        elif todo.piece is not None:
            found[at] = structs.replace(todo, n=(found[at].n or 1) + (todo.n or 1))
    return found


def difference(before: Pieces, after: Pieces) -> list[Instruction]:
    """The instructions that turn ``before`` into ``after``: moves, then removals, then placements.

    Pieces are moved rather than removed and placed, to minimise the number of actions.
    """
    surplus: dict[str, list[list[str | int]]] = {}
    missing: dict[str, list[list[str | int]]] = {}
    for location in sorted(before.keys() | after.keys(), key=_as_counted):
        old, new = before.get(location, {}), after.get(location, {})
        if old == new:
            continue
        for piece in sorted(old.keys() | new.keys()):
            change = new.get(piece, 0) - old.get(piece, 0)
            if change:
                (missing if change > 0 else surplus).setdefault(piece, []).append([location, abs(change)])
    moves, removals, placements = [], [], []
    for piece in sorted(surplus.keys() | missing.keys()):
        have, want = surplus.get(piece, []), missing.get(piece, [])
        while have and want:
            count = min(int(have[-1][1]), int(want[-1][1]))
            moves.append(Instruction("move", piece, count, source=str(have[-1][0]), to=str(want[-1][0])))
            for side in (have, want):
                side[-1][1] = int(side[-1][1]) - count
                if not side[-1][1]:
                    side.pop()
        removals += [Instruction("remove", piece, int(n), at=str(place)) for place, n in have]
        placements += [Instruction("place", piece, int(n), at=str(place)) for place, n in want]
    return moves + removals + placements


def _as_counted(location: str) -> list[tuple[int, str]]:
    """The order of locations for people: space 5 of a track comes before space 11."""
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"([0-9]+)", location)]


def in_order(todo: Iterable[Instruction], steps: Sequence[Instruction]) -> list[Instruction]:
    """``todo`` in the order in which ``steps`` touch the same pieces: what lies on something comes after it.

    What no step touches comes last.
    """
    places: dict[tuple[str | None, str | None], int] = {}
    pieces: dict[str | None, int] = {}
    for at, step in enumerate(steps):
        pieces.setdefault(step.piece, at)
        for place in (step.at, step.source, step.to):
            places.setdefault((step.piece, place), at)

    def when(one: Instruction) -> int:
        ends = (one.at, one.to, one.source)
        found = [places[one.piece, place] for place in ends if place is not None and (one.piece, place) in places]
        return max(found, default=pieces.get(one.piece, len(steps)))

    return sorted(todo, key=when)


def put_piece(pieces: Pieces, at: str, piece: str, n: int = 1) -> None:
    """Add ``n`` of a piece to a location; nothing for 0."""
    if n:
        here = pieces.setdefault(at, {})
        here[piece] = here.get(piece, 0) + n


def placements(pieces: Pieces) -> list[Instruction]:
    lying = sorted((piece, at, n) for at, here in pieces.items() for piece, n in here.items())
    return [Instruction("place", piece, n, at=at) for piece, at, n in lying]


class Picture(Struct, frozen=True):
    """All pieces on the table, and which of them lie face down (``face_down``, in the same form)."""

    pieces: Pieces
    face_down: Pieces


def changes_between(before: Picture, after: Picture) -> list[Instruction]:
    """The instructions that turn ``before`` into ``after``, including flips.

    Pieces that move to another place get no flip instruction.
    """
    found = difference(before.pieces, after.pieces)
    for location in sorted(before.face_down.keys() | after.face_down.keys()):
        old, new = before.face_down.get(location, {}), after.face_down.get(location, {})
        here, then = before.pieces.get(location, {}), after.pieces.get(location, {})
        for piece in sorted(old.keys() | new.keys()):
            n = abs(new.get(piece, 0) - old.get(piece, 0))
            if n and here.get(piece) == then.get(piece):
                found.append(Instruction("flip", piece, n, at=location))
    return found
