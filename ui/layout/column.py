"""Sharing the height of a column: what must be there, what may go first, what grows. No kivy in here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ui.layout.geometry import Area


@dataclass(frozen=True)
class Wish:
    """A part of a column would be higher: by the first of ``heights`` for which there is room, or not at all."""

    part: str
    heights: tuple[float, ...]
    partly: bool = False
    """It takes as much as there is, up to the first height."""


def share(room: Area, least: Mapping[str, float], wishes: Iterable[Wish], grows: str) -> dict[str, Area]:
    """Where each part of ``least`` stands in ``room``, from top to bottom.

    Each has its least height; then wishes are granted in their order, so that what is wished for last goes first; what
    nobody wants goes to ``grows``. Where the room is less than the least of all, ``grows`` is shortened before the
    others, and these from the last to the first.
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
    """True when every part has at least this height."""
    return sum(least.values()) <= room.h
