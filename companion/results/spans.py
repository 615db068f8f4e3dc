"""From when to when results are counted: an evening, a year. Times are those of the machine's own clock and zone."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Final

from companion.results.ending import moment

MORNING: Final = timedelta(hours=6)
"""So long after midnight an evening still goes on."""


def evening(now: datetime) -> str:
    """When the evening (or the day) has begun of which ``now`` is a part, as ``Finished.ended`` is written."""
    return start_of((now - MORNING).date(), MORNING)


def year(now: datetime) -> str:
    """When this year has begun."""
    return start_of(date(now.year, 1, 1))


def start_of(day: date, later: timedelta = timedelta()) -> str:
    """When that day begins here, or so much later, as ``Finished.ended`` is written."""
    return moment((datetime(day.year, day.month, day.day) + later).timestamp())
