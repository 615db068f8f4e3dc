"""What only one player may see, and who has said that nobody else looks. No kivy in here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

IDLE = 20.0
"""Seconds without a tap after which a question for one seat hides itself."""


class Timer(Protocol):
    """What ``Clock.schedule_once`` gives."""

    def cancel(self) -> None: ...


class Privacy:
    """Whose secret is on the screen. ``seat`` looks at what is its own; ``opened`` is asked a question of its own.

    ``back`` is the screen from which somebody came to look.

    ``later`` calls a function after so many seconds; ``hidden`` is called when a question hides itself.
    """

    def __init__(self, later: Callable[[Callable[[float], None], float], Timer], hidden: Callable[[], None]) -> None:
        self.seat: str | None = None
        self.back = "game"
        self.opened: str | None = None
        self._later = later
        self._hidden = hidden
        self._timer: Timer | None = None

    def open(self, seat: str) -> None:
        """Only ``seat`` looks: its question is shown until it is answered, or nobody has tapped for a while."""
        self.opened = seat
        self.touched()

    def shut(self) -> None:
        """Hide it again."""
        self.opened = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def hides(self, only: str | None) -> bool:
        """True when the question is for ``only``, who has not said yet that nobody else looks."""
        if self.opened is not None and only != self.opened:
            self.shut()
        return only is not None and self.opened != only

    def touched(self) -> None:
        """Somebody is there: it stays open."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self.opened is not None:
            self._timer = self._later(self._elapsed, IDLE)

    def _elapsed(self, _dt: float) -> None:
        self.shut()
        self._hidden()
