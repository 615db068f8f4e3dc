"""The screen's language, switchable at run time; dates and times in it, whatever the machine's locale."""

from __future__ import annotations

from datetime import datetime, timedelta

from companion.core.texts import T, Text
from companion.language import LANGUAGES, Language

__all__ = ["LANGUAGES", "Language", "language", "say", "sentence"]

language = Language()
say = language.say


def sentence(text: str) -> str:
    """The text with an initial capital."""
    return text[:1].upper() + text[1:]


# Dates and times.

DAYS = (T("Mon"), T("Tue"), T("Wed"), T("Thu"), T("Fri"), T("Sat"), T("Sun"))
MONTHS = (
    T("Jan"), T("Feb"), T("Mar"), T("Apr"), T("May"), T("Jun"),
    T("Jul"), T("Aug"), T("Sep"), T("Oct"), T("Nov"), T("Dec"),
)  # fmt: skip


def moment(at: float, now: float | None = None) -> Text:
    """The time ``at`` (seconds since 1970) in short, seen from ``now`` (None: the current time): "today 22:48", "Tue
    22:48" within the last week, "14 Nov 22:48" within half a year, else "14 Nov 2023"."""
    then = datetime.fromtimestamp(at)
    today = datetime.now() if now is None else datetime.fromtimestamp(now)
    back = today.date() - then.date()
    clock = f"{then:%H:%M}"
    if not back:
        return T("today {time}", time=clock)
    if back == timedelta(days=1):
        return T("yesterday {time}", time=clock)
    if timedelta() < back < timedelta(days=7):
        return T("{day} {time}", day=DAYS[then.weekday()], time=clock)
    date = T("{day} {month}", day=str(then.day), month=MONTHS[then.month - 1])
    if timedelta() < back < timedelta(days=180):
        return T("{date} {time}", date=date, time=clock)
    return T("{date} {year}", date=date, year=str(then.year))
