"""Functions that add an instruction to those of the answer being played, one per verb.

A rule that changes pieces adds its instruction in the same place, so that both stay in sync (R-GEN-10).
"""

from __future__ import annotations

from typing import Any

from companion.core.instructions import Instruction
from companion.core.state import State
from companion.core.texts import Words


def place(s: State[Any, Any], piece: str, at: str, n: int = 1, rule: str | None = None) -> None:
    """Place ``n`` of a piece from the supply; nothing for 0."""
    if n:
        s.todo.append(Instruction("place", piece, n, at=at, rule=rule))


def remove(s: State[Any, Any], piece: str, at: str, n: int = 1, rule: str | None = None) -> None:
    """Return ``n`` of a piece to the supply; nothing for 0."""
    if n:
        s.todo.append(Instruction("remove", piece, n, at=at, rule=rule))


def move(s: State[Any, Any], piece: str, source: str, to: str, n: int = 1, rule: str | None = None) -> None:
    """Move ``n`` of a piece; nothing for 0 or if both places are the same."""
    if n and source != to:
        s.todo.append(Instruction("move", piece, n, source=source, to=to, rule=rule))


def flip(s: State[Any, Any], piece: str, at: str, n: int = 1, rule: str | None = None) -> None:
    """Flip ``n`` of a piece in place."""
    s.todo.append(Instruction("flip", piece, n, at=at, rule=rule))


def tell(
    s: State[Any, Any], text: Words | None, at: str | None = None, rule: str | None = None, who: str | None = None
) -> None:
    """Read a text aloud; nothing without a text."""
    if text:
        s.todo.append(Instruction("tell", at=at, who=who, rule=rule, text=text))


def shuffle(s: State[Any, Any], deck: str, rule: str) -> None:
    """Shuffle a deck."""
    s.todo.append(Instruction("shuffle", at=f"deck:{deck}", rule=rule))
