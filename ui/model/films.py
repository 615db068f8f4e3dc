"""The film of the game on the table, made bit by bit while other things are shown. No kivy in here."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Protocol

from companion.lookback.film import Film, shoot
from companion.lookback.lookback import LookBack
from companion.table.table import Table

SLICE = 0.008
"""Seconds of work at a time: the screen answers in between."""


class Timer(Protocol):
    """What ``Clock.schedule_interval`` gives."""

    def cancel(self) -> None: ...


class Films:
    """Makes one film at a time: of the table that was asked for last, as it stands then.

    ``again`` calls a function before every frame of the screen until it is cancelled; ``made`` is called when a film is
    there.
    """

    def __init__(self, again: Callable[[Callable[[float], None]], Timer], made: Callable[[], None]) -> None:
        self._again = again
        self._made = made
        self._of: tuple[Table, int] | None = None
        self._work: Iterator[Film | None] = iter(())
        self._film: Film | None = None
        self._clock: Timer | None = None

    def film(self, table: Table, look: LookBack) -> Film | None:
        """The film of ``table``; None while it is being made."""
        if self._of is None or self._of[0] is not table or self._of[1] != table.rev:
            self.forget()
            self._of, self._work = (table, table.rev), shoot(table, look)
            self._clock = self._again(self.work)
        return self._film

    def whole(self, table: Table, look: LookBack) -> Film | None:
        """The film of ``table``, all that is still to be made of it at once."""
        self.film(table, look)
        while self._film is None and self._step():
            pass
        return self._film

    def work(self, _dt: float = 0) -> None:
        """Make a bit of it."""
        end = time.monotonic() + SLICE
        while self._film is None and time.monotonic() < end and self._step():
            pass

    def forget(self) -> None:
        """The game is left."""
        self._of = self._film = None
        self._work = iter(())
        self._rest()

    def _step(self) -> bool:
        """The next bit; False when there is none."""
        if self._of is None or self._of[0].rev != self._of[1]:
            self.forget()  # The game has gone on: who looks again gets another film.
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
