"""Typed commands for taps on counters, cells and cards of players' boards."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.texts import Say
from companion.scene.scene import Counter, Holding, Private, SeatBoard, Tap


def tap_on(board: SeatBoard | Private, typed: Sequence[str], say: Say) -> Tap | None:
    """Parse ``typed`` as a tap on ``board``; None if invalid.

    The number of a listed counter or card is followed by + or − (+ is optional), the label of a cell, or the number of
    one of the card's actions (optional if there is one). ``say`` translates labels.
    """
    more = board.holdings if isinstance(board, SeatBoard) else board.fixes
    things: list[Counter | Holding] = [*board.counters, *more]
    if not typed or not typed[0].isdecimal() or not 1 <= int(typed[0]) <= len(things):
        return None
    thing, which = things[int(typed[0]) - 1], " ".join(typed[1:]) or None
    return _offer(thing, which) if isinstance(thing, Holding) else _count(thing, which, say)


def _count(counter: Counter, which: str | None, say: Say) -> Tap | None:
    named = [cell for cell in counter.cells if which is not None and say(cell.label).lower() == which.lower()]
    if named:
        return named[0].tap
    if which is None and len(counter.cells) == 1:
        return counter.cells[0].tap
    if which in (None, "+"):
        return counter.more
    return counter.less if which in ("-", "−") else None


def _offer(holding: Holding, which: str | None) -> Tap | None:
    if which is None:
        return holding.taps[0][1] if len(holding.taps) == 1 else None
    if not which.isdecimal() or not 1 <= int(which) <= len(holding.taps):
        return None
    return holding.taps[int(which) - 1][1]
