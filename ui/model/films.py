"""Makes the film of the running game in small slices, between frames. No kivy in here."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Protocol

from companion.lookback.film import Film, shoot
from companion.lookback.lookback import LookBack
from companion.table.table import Table

SLICE = 0.008
"""Seconds of work per slice, so that the screen stays responsive."""


class Timer(Protocol):
    """What ``Clock.schedule_interval`` returns."""

    def cancel(self) -> None: ...


class Films:
    """Makes one film at a time: of the last requested table, in its state at that time.

    ``again`` schedules a function before every frame until cancelled; ``made`` is called when a film is ready.
    """

    def __init__(self, again: Callable[[Callable[[float], None]], Timer], made: Callable[[], None]) -> None:
        self._again = again
        self._made = made
        self._of: tuple[Table, int] | None = None
        self._work: Iterator[Film | None] = iter(())
        self._film: Film | None = None
        self._clock: Timer | None = None

    def film(self, table: Table, look: LookBack) -> Film | None:
        """The film of ``table``; None until it is ready."""
        if self._of is None or self._of[0] is not table or self._of[1] != table.rev:
            self.forget()
            self._of, self._work = (table, table.rev), shoot(table, look)
            self._clock = self._again(self.work)
        return self._film

    def whole(self, table: Table, look: LookBack) -> Film | None:
        """The film of ``table``, completed at once."""
        self.film(table, look)
        while self._film is None and self._step():
            pass
        return self._film

    def work(self, _dt: float = 0) -> None:
        """Work for one slice."""
        end = time.monotonic() + SLICE
        while self._film is None and time.monotonic() < end and self._step():
            pass

    def forget(self) -> None:
        """Drop the film, when the game is left."""
        self._of = self._film = None
        self._work = iter(())
        self._rest()

    def _step(self) -> bool:
        """Do the next bit; False if there is none."""
        if self._of is None or self._of[0].rev != self._of[1]:
            self.forget()  # The game has gone on: the next request makes another film.
            return False
        try:
            self._film = next(self._work)
        except StopIteration:
            return False
        if self._film is not None:
            self._rest()
            self._made()
        return True

    def _rest(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None
