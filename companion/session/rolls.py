"""The roll being entered, and what becomes of the readings of its dice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from companion.core.answers import Face
from companion.core.asks import Ask, RollAsk
from companion.session.late_readings import LateReadings
from companion.session.readings import DieRead
from companion.session.tray import CONFIDENT, DiceTray, Taken


class RollEntry:
    """The dice tray of an open roll, and the acknowledgement of readings."""

    def __init__(self) -> None:
        self.tray: DiceTray | None = None
        """The tray; None unless a roll is open."""
        self.confident = CONFIDENT
        """The confidence that a reading needs, for the next tray."""
        self.keep: Callable[[list[DieRead]], None] = lambda readings: None
        """Called with the readings of the next answer, right before it, so that both are saved atomically."""
        self.drop: Callable[[list[DieRead]], None] = lambda readings: None
        """Called with readings that are discarded."""
        self.given: list[tuple[int, list[DieRead]]] = []
        """Readings to acknowledge once the log is saved up to the rev."""
        self._late = LateReadings()

    def begin(self, ask: Ask, sides: Mapping[str, Sequence[Face]] | None) -> None:
        """Start with an empty tray for an open roll, with none for any other ask."""
        self.discard()
        self.tray = DiceTray(ask.dice, sides or {}, confident=self.confident) if isinstance(ask, RollAsk) else None

    def read(self, event: DieRead) -> Taken:
        """Pass a reading to the tray, unless it is late."""
        return self._late.take(event, self.tray, self.drop)

    def give(self, tray: DiceTray, answer: Callable[[], bool], rev: int) -> bool:
        """Answer the roll of the table at ``rev``; returns what ``answer`` returns.

        The readings of ``tray`` are saved with the answer, or acknowledged if that is refused.
        """
        readings, tray.readings = tray.readings, []
        self.keep(readings)
        taken = answer()
        if taken:
            self._late.given(tray)
        if readings:
            self.given.append((rev + 1 if taken else rev, readings))
        return taken

    def discard(self) -> None:
        """Drop the readings of the current tray."""
        if self.tray is not None and self.tray.readings:
            readings, self.tray.readings = self.tray.readings, []
            self.drop(readings)

    def close(self) -> None:
        """Drop all readings."""
        self.discard()
        given, self.given = self.given, []
        for _, readings in given:
            self.drop(readings)
