"""The one interface of everything that can be pressed, rolled or read.

A source runs by itself after ``start`` and hands its events to a sink. A sink only puts them into a queue: it is
called in threads of drivers, where nothing may take long or fail.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, Protocol, TypeAlias, runtime_checkable

from msgspec import Struct

from companion.core.texts import Words
from companion.table.log import Source as AnswerSource

Action: TypeAlias = Literal["press", "hold", "release"]
HealthState: TypeAlias = Literal["ready", "reading", "waiting", "gone", "error"]


class ReadingId(Struct, frozen=True, order=True):
    """What makes a reading of a serial reader unique for ever (DR1): its serial number, its start, its count."""

    serial: str
    boot_id: str
    seq: int


class DieRead(Struct, frozen=True, tag="die", omit_defaults=True):
    """A die that was rolled and has come to rest.

    ``die`` is the name that the configuration or the reader gives it, ``colour`` its colour. ``number`` is the side
    that lies up, 1 to ``sides``, 0 for unknown; ``confidence`` is 0 to 1000. ``throw`` tells readings of one throw
    from those of the next, None if the source cannot. ``at`` is in seconds of a steady clock. ``origin`` is there
    when the source wants to hear that the reading is safe.
    """

    source: AnswerSource
    die: str
    colour: str
    number: int
    sides: int | None = None
    confidence: int = 1000
    crooked: bool = False
    throw: str | None = None
    at: float = 0.0
    origin: ReadingId | None = None


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
