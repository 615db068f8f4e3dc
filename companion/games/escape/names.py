"""Names of the seats of Escape Plan: colours, or any other name."""

from __future__ import annotations

from typing import Final

from companion.core.texts import SeatName, T, of_seat, own_name

SEATS: Final[dict[str, SeatName]] = {
    "red": of_seat("red", T("Red")),
    "yellow": of_seat("yellow", T("Yellow")),
    "green": of_seat("green", T("Green")),
    "blue": of_seat("blue", T("Blue")),
    "purple": of_seat("purple", T("Purple")),
}
"""The five player colours (R-EP-28), by seat."""


def seat_name(seat: str) -> SeatName:
    """The name of a seat: a colour in words, any other name capitalised."""
    return SEATS.get(seat) or own_name(seat)
