"""The interface of all input devices.

After ``start`` a source runs in the background and passes events to a sink. The sink must only enqueue them: it is
called in driver threads, where nothing may block or fail.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, Protocol, TypeAlias, runtime_checkable

from msgspec import Struct

from companion.core.texts import Words
from companion.table.log import DieRead, ReadingId

Action: TypeAlias = Literal["press", "hold", "release"]
HealthState: TypeAlias = Literal["ready", "reading", "waiting", "gone", "error"]


class Button(Struct, frozen=True):
    """A button was pressed, is held, or was released; ``at`` is monotonic time in seconds."""

    name: str
    action: Action
    at: float = 0.0


class Health(Struct, frozen=True):
    """The health of a source: a state, and a sentence for people.

    ``ready`` and ``reading``: working; ``waiting``: not attached yet; ``gone``: unplugged; ``error``: needs attention.
    """

    state: HealthState
    text: Words


class HealthChange(Struct, frozen=True):
    """The health of a source has changed."""

    source: str
    health: Health


Event: TypeAlias = DieRead | Button | HealthChange
Sink: TypeAlias = Callable[[Event], None]


class Source(Protocol):
    """A source of events. It can be restarted after ``stop``."""

    @property
    def name(self) -> str: ...

    def start(self, sink: Sink) -> None:
        """Start in the background. A missing device is waited for; see ``health``."""

    def stop(self) -> None:
        """Stop, and release devices and threads. The sink is not called after this returns."""

    def health(self) -> Health:
        """The current health. Thread-safe."""


@runtime_checkable
class Acknowledging(Protocol):
    """A source that keeps readings until they are acknowledged."""

    def acknowledge(self, event: DieRead) -> None:
        """Mark a reading as saved or not needed, so that it is not sent again. Thread-safe."""

    def tell_face(self, origin: ReadingId, face: int) -> None:
        """Tell a reader that learns from it which side people say was up (1 to the number of sides). Thread-safe."""
