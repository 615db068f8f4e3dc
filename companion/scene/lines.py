"""Instructions as lines: which are joined, places in words, the check-list of the setup.

Each game brings its own words, as tables.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from typing import Generic, TypeVar

from msgspec import Struct, structs

from companion.core.instructions import Instruction, kind, split
from companion.core.texts import Words
from companion.scene.scene import Line

W = TypeVar("W")
"""What names are looked up in: the world of a game."""


SUPPLIES = ("bag", "beside", "deck", "discard", "display", "lost")
"""Kinds of places out of which things come one by one, however many went there."""


def merged(
    instructions: Iterable[Instruction], tracks: Container[str], apart: Container[str] = (), *, one_by_one: bool = False
) -> list[Instruction]:
    """Join equal pieces that go the same way, and the steps of a piece on a track.

    ``tracks`` are the kinds of pieces on tracks, ``apart`` verbs that are never joined. Instructions for the same piece
    keep their order, and nothing is joined with what comes before a text to read, which says why the next one comes.
    ``one_by_one``: nor are pieces of which one is taken away again, save from ``SUPPLIES``. A move that ends where it
    began is left out.
    """
    todos, done = list(instructions), list[Instruction]()
    taken = {(todo.piece, todo.at if todo.verb == "remove" else todo.source): n for n, todo in enumerate(todos)}
    text = 0
    for n, todo in enumerate(todos):
        if todo.verb == "tell":
            text = len(done)
        at = next((i for i in reversed(range(text, len(done))) if done[i].piece == todo.piece), None)
        if todo.piece is None or at is None or todo.verb in apart:
            done.append(todo)
            continue
        last = done[at]
        there = todo.at if todo.verb == "place" else todo.to
        counted = not one_by_one or there is None or kind(there) in SUPPLIES or taken.get((todo.piece, there), -1) < n
        if counted and todo.verb == last.verb and (todo.at, todo.source, todo.to) == (last.at, last.source, last.to):
            done[at] = structs.replace(last, n=(last.n or 1) + (todo.n or 1))
        elif kind(todo.piece) in tracks and todo.verb == last.verb == "move" and last.to == todo.source:
            done[at] = structs.replace(last, to=todo.to)
        else:
            done.append(todo)
    return [todo for todo in done if todo.verb != "move" or todo.source != todo.to]


class PlaceWords(Struct, Generic[W], frozen=True):
    """Places in words: ``fixed`` by their names, others by their kind."""

    fixed: Mapping[str, Words]
    kinds: Mapping[str, Callable[[W, str], Words]]

    def __call__(self, world: W, location: str | None) -> Words:
        if location is not None and location in self.fixed:
            return self.fixed[location]
        sort, name = split(location)
        return self.kinds[sort](world, name)


def sets_up(instructions: Iterable[Instruction], sort: str) -> bool:
    """True if pieces of this kind, which come out of the box only in the setup, are placed."""
    return any(todo.verb == "place" and kind(todo.piece) == sort for todo in instructions)


def setup_line(icon: str, words: Words, rule: str, sign: str = "+", deck: str | None = None) -> Line:
    """A line of the check-list of the setup."""
    return Line(sign, icon, words, None, rule, deck=deck)
