"""The screen's language, switchable at run time; dates and times in it, whatever the machine's locale."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import pairwise

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


# Initials to narrow down long lists, and short forms of names.

ARTICLES = frozenset({"The", "El", "La", "Los", "Las"})
MANY = 13
"""Lists of at least this length can be narrowed down by initial."""


def initials(names: Sequence[str], most: int) -> list[str]:
    """The initials of ``names`` in at most ``most`` alphabetical groups of similar size."""
    letters = sorted({name[:1].upper() for name in names})
    n = min(most, len(letters))
    cuts = [round(i * len(letters) / n) for i in range(n + 1)] if n else [0]
    return ["".join(letters[a:b]) for a, b in pairwise(cuts)]


def initials_label(group: str) -> str:
    """Label of a group: its first and last letter."""
    return group if len(group) < 3 else f"{group[0]}–{group[-1]}"


def short_names(names: Sequence[str]) -> dict[str, str]:
    """Each name as initials, with enough letters of its last word to make it unique."""
    found = {name: _short(name, 1) for name in names}
    for n in range(2, max(map(len, names), default=0) + 1):
        often = Counter(found.values())
        found |= {name: _short(name, n) for name, short in found.items() if often[short] > 1}
    return found


def _short(name: str, n: int) -> str:
    words = [word for word in name.split() if not word[:1].islower()] or [name]
    if words[0] in ARTICLES:
        words = words[1:] or words
    return "".join(word[:1] for word in words[:-1]) + words[-1][:n]
