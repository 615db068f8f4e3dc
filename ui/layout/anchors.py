"""Finds what a hint points at, so that its bubble covers nothing in use."""

from __future__ import annotations

from companion.core.instructions import split
from companion.scene.scene import Choice
from ui.app.stage import Stage
from ui.layout.geometry import Area
from ui.look.theme import look
from ui.screens.base import Screen
from ui.widgets.drawn import Drawn, Tappable

SCREENS = {"players": "seats", "items": "sheet"}
"""The nav bar's screen for each topic of a hint, where the names differ."""


def find(stage: Stage, at: str, choices: list[Choice]) -> Area | None:
    """Where ``at`` (see ``Tip``) is on the screen; None if it is not visible."""
    front = stage.front
    kind, name = split(at)
    if kind == "about":
        screen = SCREENS.get(name, name)
        return next((_seen(button) for button in stage.nav.buttons if button.key == screen), None)
    part = front.anchor(at)
    return _seen(part) if part is not None else _choice(front, at, choices) or front.cell(at)


def taken(stage: Stage) -> list[Area]:
    """Everything that takes taps, with a small margin."""
    found: list[Area] = []
    for part in stage.walk(restrict=True):
        if part is stage.bubble or not isinstance(part, Tappable):
            continue
        if part.shown and part.enabled and part.action is not None and part.width > 0:
            found += part.targets()
    air = -look.mm(0.6)
    return [area.inset(air) for area in found]


def texts(stage: Stage) -> list[Area]:
    """Text being read, which a bubble should rather not cover."""
    return [area for area in map(_seen, stage.front.reading()) if area is not None]


def _seen(part: Drawn) -> Area | None:
    return part.area if part.shown and part.width > 0 else None


def _choice(front: Screen, at: str, choices: list[Choice]) -> Area | None:
    """The button of a group or an answer, else the board space where it can be given."""
    for button in front.choices():
        what = button.key[1] if button.shown and isinstance(button.key, tuple) else None
        if what == at or (isinstance(what, Choice) and _is(what, at)):
            return button.area
    if any(choice.primary and _is(choice, at) for choice in choices):
        return _seen(front.primary)
    spots = [choice.spot for choice in choices if choice.spot is not None and _is(choice, at)]
    return next((area for area in map(front.cell, spots) if area is not None), None)


def _is(choice: Choice, at: str) -> bool:
    return at in (choice.group, choice.answer.__struct_config__.tag)
