"""The one interface of everything that can be pressed, rolled or read.

A source runs by itself after ``start`` and hands its events to a sink. A sink only puts them into a queue: it is
called in threads of drivers, where nothing may take long or fail.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, Protocol, TypeAlias, runtime_checkable

from msgspec import Struct

from companion.core.texts import Words
from companion.session.readings import DieRead

Action: TypeAlias = Literal["press", "hold", "release"]
HealthState: TypeAlias = Literal["ready", "reading", "waiting", "gone", "error"]


class Button(Struct, frozen=True, tag="button"):
    """A button was pressed, is being held, or was let go; ``at`` in seconds of a steady clock."""

    name: str
    action: Action
    at: float = 0.0


class Health(Struct, frozen=True):
    """How a source is: the state for a light, a sentence for people.

    ``ready`` and ``reading`` are good, ``waiting`` means nothing is attached yet, ``gone`` that it was there and is
    not any more, ``error`` that somebody has to do something.
    """

    state: HealthState
    text: Words


class HealthChange(Struct, frozen=True):
    """A source's health is another one now."""

    source: str
    health: Health


Event: TypeAlias = DieRead | Button | HealthChange
Sink: TypeAlias = Callable[[Event], None]


class Source(Protocol):
    """Where events come from. ``start`` and ``stop`` may be called again after each other."""

    @property
    def name(self) -> str: ...

    def start(self, sink: Sink) -> None:
        """Begin; returns at once. What is not there yet is waited for, and said in ``health``."""

    def stop(self) -> None:
        """End, let go of devices and threads. Nothing reaches the sink after it has returned."""

    def health(self) -> Health:
        """How it is now. May be asked at any time, from any thread."""


@runtime_checkable
class Acknowledging(Protocol):
    """A source that keeps its readings until it hears that they are safe."""

    def acknowledge(self, event: DieRead) -> None:
        """The reading is in the journal, or was not wanted: it need not be sent again. From any thread."""
