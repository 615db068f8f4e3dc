"""Names of the seats of Escape Plan: colours, or any other name."""

from __future__ import annotations

from typing import Final

from companion.core.texts import T, Words, own_name

SEATS: Final[dict[str, Words]] = {
    "red": T("Red"),
    "yellow": T("Yellow"),
    "green": T("Green"),
    "blue": T("Blue"),
    "purple": T("Purple"),
}
"""The five player colours (R-EP-28), by seat."""


def seat_name(seat: str) -> Words:
    """The name of a seat: a colour in words, any other name capitalised."""
    return SEATS.get(seat) or own_name(seat)
