"""Distributes the height of a column among its parts. No kivy in here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ui.layout.geometry import Area


@dataclass(frozen=True)
class Wish:
    """A part of a column wants to be higher: by the first of ``heights`` that fits, or not at all."""

    part: str
    heights: tuple[float, ...]
    partly: bool = False
    """Take whatever is free, up to the first height."""


def share(room: Area, least: Mapping[str, float], wishes: Iterable[Wish], grows: str) -> dict[str, Area]:
    """Lay out the parts of ``least`` in ``room``, from top to bottom.

    Each gets its least height; then wishes are granted in order, and the rest goes to ``grows``. If there is less room
    than the sum of all least heights, ``grows`` shrinks first, then the others from last to first.
    """
    heights = dict(least)
    left = room.h - sum(heights.values())
    for part in (grows, *reversed(heights)):
        short = min(heights[part], max(0.0, -left))
        heights[part] -= short
        left += short
    for wish in wishes:
        now = heights[wish.part]
        granted = [min(high, now + left) if wish.partly else high for high in wish.heights]
        heights[wish.part] = next((high for high in granted if now <= high <= now + left), now)
        left -= heights[wish.part] - now
    heights[grows] += max(0.0, left)
    rest = room.copy()
    return {part: rest.cut_top(high) for part, high in heights.items()}


def fits(room: Area, least: Mapping[str, float]) -> bool:
    """True if the least heights fit."""
    return sum(least.values()) <= room.h
