"""Dates are short, clear, and in the language of the table, whatever the machine speaks."""

from __future__ import annotations

from datetime import datetime

import pytest

from companion.core.texts import Text
from companion.language import LANGUAGES, Language
from ui.base.language import DAYS, MONTHS, moment

NOW = datetime(2026, 3, 4, 21, 30).timestamp()


def said(at: datetime, language: str) -> str:
    return Language(language).say(moment(at.timestamp(), NOW))


@pytest.mark.parametrize(
    ("at", "english", "spanish"),
    [
        (datetime(2026, 3, 4, 9, 5), "today 09:05", "hoy 09:05"),
        (datetime(2026, 3, 3, 23, 59), "yesterday 23:59", "ayer 23:59"),
        (datetime(2026, 2, 28, 20, 0), "Sat 20:00", "sáb 20:00"),
        (datetime(2026, 2, 25, 20, 0), "25 Feb 20:00", "25 feb 20:00"),
        (datetime(2026, 1, 2, 20, 0), "2 Jan 20:00", "2 ene 20:00"),
        (datetime(2025, 8, 31, 20, 0), "31 Aug 2025", "31 ago 2025"),
    ],
)
def test_the_older_the_less_of_the_clock(at: datetime, english: str, spanish: str) -> None:
    assert said(at, "en") == english
    assert said(at, "es") == spanish


def test_a_clock_that_was_set_back_makes_no_yesterday_of_tomorrow() -> None:
    assert said(datetime(2026, 3, 5, 9, 0), "en") == "5 Mar 2026"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("names", [DAYS, MONTHS], ids=["days", "months"])
def test_no_two_days_or_months_are_called_the_same(names: tuple[Text, ...], language: str) -> None:
    assert len({Language(language).say(name) for name in names}) == len(names)
