"""The pieces on a table after hands have followed the instructions."""

from __future__ import annotations

from collections.abc import Iterable

from companion.core.instructions import Instruction, Pieces


def apply_instructions(pieces: Pieces, instructions: Iterable[Instruction]) -> Pieces:
    """Apply ``instructions`` to ``pieces`` (in place).

    Raises ValueError if a piece is not where it is taken from: table and core disagree.
    """
    for todo in instructions:
        if todo.piece is None:
            continue
        count = todo.n or 1
        if todo.verb == "place":
            _add(pieces, todo.at, todo.piece, count)
        elif todo.verb == "remove":
            _add(pieces, todo.at, todo.piece, -count)
        elif todo.verb == "move":
            _add(pieces, todo.source, todo.piece, -count)
            _add(pieces, todo.to, todo.piece, count)
    return pieces


def _add(pieces: Pieces, location: str | None, piece: str, count: int) -> None:
    if location is None:
        raise ValueError(f"an instruction for {piece} names no place")
    here = pieces.setdefault(location, {})
    total = here.get(piece, 0) + count
    if total < 0:
        raise ValueError(f"{location} has no {piece} to take away")
    if total:
        here[piece] = total
    else:
        here.pop(piece, None)
        if not here:
            del pieces[location]
