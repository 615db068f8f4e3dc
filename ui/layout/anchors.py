"""Where things are on the screen in front, for a hint that points at them and covers none of them."""

from __future__ import annotations

from typing import Any

from companion.scene.scene import Choice
from ui.app.stage import Stage
from ui.layout.geometry import Area
from ui.look.theme import look
from ui.widgets.drawn import Tappable

PARTS = {"primary": "primary", "dice": "pool", "pad": "pad", "form": "amounts"}
"""What is called by what it is for, and the part of a screen that is it."""


def find(stage: Stage, at: str, choices: list[Choice]) -> Area | None:
    """Where ``at`` (see ``Tip``) is on the screen now; None where it cannot be seen."""
    front = stage.front
    kind, _, name = at.partition(":")
    if at in PARTS:
        return _seen(getattr(front, PARTS[at], None))
    if kind == "bar":
        return next((_seen(button) for button in stage.nav.buttons if button.key == name), None)
    if kind == "track":
        bars = [bar for bar in getattr(front, "tracks", []) if bar.shown and bar.track.id == name]
        return bars[0].area if bars else None
    if at in ("clock", "order"):
        day = getattr(front, "day", None)
        return _seen(getattr(day, f"{at}_bar", None)) if day is not None and day.shown else None
    return _choice(front, at, choices) or _spot(front, at)


def taken(stage: Stage) -> list[Area]:
    """Everything that a finger could mean, each with a little air."""
    found: list[Area] = []
    for part in stage.walk(restrict=True):
        if part is stage.bubble or not isinstance(part, Tappable):
            continue
        if part.shown and part.enabled and part.action is not None and part.width > 0:
            found += targets(part)
    air = -look.mm(0.6)
    return [area.inset(air) for area in found]


def texts(stage: Stage) -> list[Area]:
    """What is being read just now, and should rather stay in sight."""
    parts = [_seen(getattr(stage.front, name, None)) for name in ("over", "title", "hint", "todo", "pool")]
    return [area for area in parts if area is not None]


def _seen(part: Any) -> Area | None:
    return part.area if part is not None and part.shown and part.width > 0 else None


def _choice(front: Any, at: str, choices: list[Choice]) -> Area | None:
    """The button of a group or of an answer, else a place of the board where it can be given."""
    panel = getattr(front, "panel", None)
    for button in panel.buttons if panel is not None and panel.shown else []:
        what = button.key[1] if button.shown and isinstance(button.key, tuple) else None
        if what == at or (isinstance(what, Choice) and _is(what, at)):
            return button.area
    primary = getattr(front, "primary", None)
    if any(choice.primary and _is(choice, at) for choice in choices):
        return _seen(primary)
    spots = [choice.spot for choice in choices if choice.spot is not None and _is(choice, at)]
    return next((area for area in (_spot(front, spot) for spot in spots) if area is not None), None)


def _is(choice: Choice, at: str) -> bool:
    return at in (choice.group, choice.answer.__struct_config__.tag)


def _spot(front: Any, spot: str) -> Area | None:
    for name in ("map", "grid", "places", "sides"):
        picture = getattr(front, name, None)
        cell = picture.cell(spot) if hasattr(picture, "cell") and picture.shown else None
        if cell is not None:
            return Area(*cell)
    return None


def targets(part: Any) -> list[Area]:
    """The areas of a part that take taps: some take them place by place."""
    if hasattr(part, "cells"):
        return list(part.cells())
    if hasattr(part, "open") and hasattr(part, "cell"):
        cells = [part.cell(one) for one in part.open]
        strips = [part.strip(row.id) for row in part.rows] if hasattr(part, "strip") else []
        return [cell for cell in (*cells, *strips) if cell is not None]
    return [part.area]
