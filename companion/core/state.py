"""A game in progress."""

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
"""What has not been worked out yet; None can be what was found."""


@cache
def _decoder(kind: type[Any]) -> msgspec.msgpack.Decoder[Any]:
    return msgspec.msgpack.Decoder(kind)


class State(Generic[World, Now]):
    """A game in progress: ``world`` never changes, ``now`` and ``agenda`` are everything that does.

    ``world`` is worked out once from pack, seats and options. ``now`` is a plain record; ``agenda`` is the stack
    of steps still to do, its top last, and steps never change. So a state can be copied and hashed at any moment,
    also in the middle of a card. ``todo`` collects the instructions of the answer that is just being played.
    """

    __slots__ = ("_listed", "agenda", "now", "parts", "todo", "world")

    def __init__(self, world: World, now: Now, agenda: list[Step[Any]]) -> None:
        self.world = world
        self.now = now
        self.agenda = agenda
        self.todo: list[Instruction] = []
        self._listed: tuple[Step[Any], Sequence[Answer] | None] | None = None
        self.parts: dict[Any, Any] = {}
        """What has been worked out and still holds: by ``cached``, and the answers that a ``CachingStep`` keeps."""

    def listed(self, step: Step[Any]) -> Sequence[Answer] | None:
        """What ``step`` lists (``Step.legal``), worked out once until something changes."""
        if self._listed is None or self._listed[0] is not step:
            self._listed = step, step.legal(self)
        return self._listed[1]

    def cached(self, work: Callable[[Self, Unpack[About]], Found], *about: *About) -> Found:
        """What ``work`` finds, worked out once until something changes: for listing and asking, never while playing."""
        part = work, *about
        found: Found = self.parts.get(part, UNKNOWN)
        if found is UNKNOWN:
            found = self.parts[part] = work(self, *about)
        return found

    def play(self, answer: Answer) -> None:
        """Give ``answer`` to the step that asks, and settle. ``Refused`` leaves everything as it was."""
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
        """Run the top of the agenda until it asks something, or nothing is left."""
        agenda = self.agenda
        self._listed = None
        try:
            while agenda and not agenda[-1].asks(self):
                agenda.pop().run(self)
                self._listed, self.parts = None, {}
        except GameEnded:
            agenda.clear()

    def invalidate(self) -> None:
        """What is known has changed, and nothing else: what was worked out from it holds no longer."""
        self._listed, self.parts = None, {}

    def take_todo(self) -> list[Instruction]:
        """Hand over what hands must do, and begin a new list."""
        todo, self.todo = self.todo, []
        return todo

    def copy(self) -> Self:
        """An independent state that shares only the unchanging world; what stood in an order still does."""
        return type(self)(self.world, _decoder(type(self.now)).decode(_encode(self.now)), list(self.agenda))

    def replace_with(self, other: Self) -> None:
        """Stand as ``other`` does, which is used no more."""
        self.now, self.agenda, self._listed, self.parts = other.now, other.agenda, other._listed, other.parts

    def hash(self) -> str:
        """A fingerprint of all that can change: the same for two tables that stand alike."""
        return hashlib.blake2b(_encode_sorted([self.now, self.agenda]), digest_size=16).hexdigest()
