"""Telling hands what to do: one function a verb, each adds an instruction to those of the answer being played.

A rule that changes pieces says so in the same breath, so that the instructions cannot drift from the state (R-GEN-10).
"""

from __future__ import annotations

from typing import Any

from companion.core.instructions import Instruction
from companion.core.state import State
from companion.core.texts import Words


def place(s: State[Any, Any], piece: str, at: str, n: int = 1, rule: str | None = None) -> None:
    """``n`` of a piece come from their supply; nothing for 0."""
    if n:
        s.todo.append(Instruction("place", piece, n, at=at, rule=rule))


def remove(s: State[Any, Any], piece: str, at: str, n: int = 1, rule: str | None = None) -> None:
    """``n`` of a piece go back to their supply; nothing for 0."""
    if n:
        s.todo.append(Instruction("remove", piece, n, at=at, rule=rule))


def move(s: State[Any, Any], piece: str, source: str, to: str, n: int = 1, rule: str | None = None) -> None:
    """``n`` of a piece go from one place to another; nothing for 0, or where they already lie."""
    if n and source != to:
        s.todo.append(Instruction("move", piece, n, source=source, to=to, rule=rule))


def flip(s: State[Any, Any], piece: str, at: str, n: int = 1, rule: str | None = None) -> None:
    """``n`` of a piece are turned over where they lie."""
    s.todo.append(Instruction("flip", piece, n, at=at, rule=rule))


def tell(
    s: State[Any, Any], text: Words | None, at: str | None = None, rule: str | None = None, who: str | None = None
) -> None:
    """Read this aloud; nothing where there is no text."""
    if text:
        s.todo.append(Instruction("tell", at=at, who=who, rule=rule, text=text))


def shuffle(s: State[Any, Any], deck: str, rule: str) -> None:
    """A deck is shuffled."""
    s.todo.append(Instruction("shuffle", at=f"deck:{deck}", rule=rule))
