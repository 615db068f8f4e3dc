"""Secrets on the screen: who may see them, and whether the others look away. No kivy in here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

IDLE = 20.0
"""Seconds without a tap until a secret question is hidden."""


class Timer(Protocol):
    """What ``Clock.schedule_once`` returns."""

    def cancel(self) -> None: ...


class Privacy:
    """Whose secrets are on the screen: ``seat`` looks at its own cards; ``opened`` answers its own question.

    ``back``: the screen to return to. ``later`` calls a function after some seconds; ``hidden`` is called when a
    question is hidden by timeout.
    """

    def __init__(self, later: Callable[[Callable[[float], None], float], Timer], hidden: Callable[[], None]) -> None:
        self.seat: str | None = None
        self.back = "game"
        self.opened: str | None = None
        self._later = later
        self._hidden = hidden
        self._timer: Timer | None = None

    def open(self, seat: str) -> None:
        """Show the question of ``seat`` until it is answered or times out."""
        self.opened = seat
        self.touched()

    def shut(self) -> None:
        """Hide it."""
        self.opened = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def hides(self, only: str | None) -> bool:
        """True if the question is for ``only``, who has not confirmed yet that nobody else is looking."""
        if self.opened is not None and only != self.opened:
            self.shut()
        return only is not None and self.opened != only

    def touched(self) -> None:
        """Restart the timeout after a tap."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self.opened is not None:
            self._timer = self._later(self._elapsed, IDLE)

    def _elapsed(self, _dt: float) -> None:
        self.shut()
        self._hidden()
