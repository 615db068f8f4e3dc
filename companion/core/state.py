"""The state of a game in progress."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Generic, Self, TypeVar, TypeVarTuple, Unpack

import msgspec

from companion.core.answers import Answer
from companion.core.instructions import Instruction
from companion.core.refusals import Refused
from companion.core.steps.agenda import GameEnded, Step

World = TypeVar("World")
Now = TypeVar("Now", bound=msgspec.Struct)
Found = TypeVar("Found")
About = TypeVarTuple("About")

_encode = msgspec.msgpack.Encoder().encode
_encode_sorted = msgspec.msgpack.Encoder(order="deterministic").encode

UNKNOWN: Any = object()
"""Cache miss; None is a valid value."""


@cache
def _decoder(kind: type[Any]) -> msgspec.msgpack.Decoder[Any]:
    return msgspec.msgpack.Decoder(kind)


class State(Generic[World, Now]):
    """The state of a game: ``world`` is immutable, ``now`` and ``agenda`` are everything mutable.

    ``world`` is computed once from pack, seats and options. ``now`` is a plain struct; ``agenda`` is the stack of
    immutable steps still to do, its top last. So a state can be copied and hashed at any time, even in the middle of a
    card. ``todo`` collects the instructions of the answer being played.
    """

    __slots__ = ("_found", "_listed", "agenda", "now", "parts", "todo", "world")

    def __init__(self, world: World, now: Now, agenda: list[Step[Any]]) -> None:
        self.world = world
        self.now = now
        self.agenda = agenda
        self.todo: list[Instruction] = []
        self._listed: tuple[Step[Any], Sequence[Answer] | None] | None = None
        self._found: dict[Any, Any] = {}
        self.parts: dict[type[Answer], Any] = {}
        """The answers of a ``CachingStep``, some of which stay the same after an answer."""

    def listed(self, step: Step[Any]) -> Sequence[Answer] | None:
        """The legal answers of ``step`` (``Step.legal``), cached until something changes."""
        if self._listed is None or self._listed[0] is not step:
            self._listed = step, step.legal(self)
        return self._listed[1]

    def cached(self, work: Callable[[Self, Unpack[About]], Found], *about: *About) -> Found:
        """The result of ``work``, cached until something changes: for asking and listing, never while playing."""
        part = work, *about
        found: Found = self._found.get(part, UNKNOWN)
        if found is UNKNOWN:
            found = self._found[part] = work(self, *about)
        return found

    def play(self, answer: Answer) -> None:
        """Apply ``answer`` to the step that asks, then settle. Raises ``Refused`` with nothing changed."""
        step = self.agenda.pop()
        kept = step.kept(self, answer)
        try:
            step.play(self, answer)
        except Refused:
            self.agenda.append(step)
            raise
        except GameEnded:
            self.agenda.clear()
        self.parts = kept
        self.settle()

    def settle(self) -> None:
        """Run steps from the top of the agenda until one asks, or none is left."""
        agenda = self.agenda
        self._listed, self._found = None, {}
        try:
            while agenda and not agenda[-1].asks(self):
                agenda.pop().run(self)
                self._listed, self._found, self.parts = None, {}, {}
        except GameEnded:
            agenda.clear()

    def invalidate(self) -> None:
        """Clear the caches, because what is known about the box has changed."""
        self._listed, self._found, self.parts = None, {}, {}

    def take_todo(self) -> list[Instruction]:
        """Return the collected instructions and start a new list."""
        todo, self.todo = self.todo, []
        return todo

    def copy(self) -> Self:
        """An independent copy that shares only the immutable world. The order of dicts is preserved."""
        return type(self)(self.world, _decoder(type(self.now)).decode(_encode(self.now)), list(self.agenda))

    def replace_with(self, other: Self) -> None:
        """Take over the contents of ``other``, which must not be used any more."""
        self.now, self.agenda, self.parts = other.now, other.agenda, other.parts
        self._listed, self._found = other._listed, other._found

    def hash(self) -> str:
        """A hash of everything mutable, equal for equal states."""
        return hashlib.blake2b(_encode_sorted([self.now, self.agenda]), digest_size=16).hexdigest()
