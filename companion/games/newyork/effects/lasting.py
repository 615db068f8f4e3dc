"""Lasting effects, new tasks, and notes (wire sections 6 and 7)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core import todo
from companion.games.newyork.content.effect_data import Close, Forbid, Modify, Note, TaskEffect
from companion.games.newyork.effects.sequence import does
from companion.games.newyork.state import InForce, State, Task


@does(Modify)
def modify(s: State, effect: Modify, squares: Sequence[str], rule: str) -> None:
    """Add to a number of the rules for a while."""
    s.now.effects.append(InForce("modify", effect.until, effect.what, effect.n))


@does(Forbid)
def forbid(s: State, effect: Forbid, squares: Sequence[str], rule: str) -> None:
    """Forbid something for a while."""
    s.now.effects.append(InForce("forbid", effect.until, effect.what))


@does(Close)
def close(s: State, effect: Close, squares: Sequence[str], rule: str) -> None:
    """Close squares for a while: nobody can enter, raincoat or not."""
    s.now.effects += [InForce("close", effect.until, square=square) for square in squares]


@does(Note)
def note(s: State, effect: Note, squares: Sequence[str], rule: str) -> None:
    """A text that the table carries out."""
    todo.tell(s, effect.text, rule=rule)


@does(TaskEffect)
def task(s: State, effect: TaskEffect, squares: Sequence[str], rule: str) -> None:
    """Put a task in force, unless its target does not exist."""
    if effect.at is None or squares:
        square = next(iter(squares), None)
        add_task(
            s,
            Task(effect.id, square, effect.need, effect.text, effect.until, rule, [*effect.then],
                 [*effect.else_], effect.raw_then, effect.raw_else),
        )  # fmt: skip


def add_task(s: State, new: Task) -> None:
    """Append a task to the list, replacing one with the same id, and announce its text."""
    s.now.tasks = [old for old in s.now.tasks if old.id != new.id]
    s.now.tasks.append(new)
    todo.tell(s, new.text, f"square:{new.square}" if new.square else None, new.rule)
