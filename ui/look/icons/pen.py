"""Drawing icons, and the registry of their names."""

from __future__ import annotations

from collections.abc import Callable

from companion.core.instructions import kind
from ui.layout.geometry import Area
from ui.look import paint
from ui.look.theme import INK, LAMP, PAPER, Rgba, look

LEGIBLE = 8
"""Letters of fewer pixels in height are left out."""


class Pen:
    """Draws on a square of 100 by 100, origin bottom left, scaled to its area on the screen."""

    def __init__(self, area: Area, tint: Rgba | None, alpha: float) -> None:
        self.area = area.square()
        self.unit = self.area.w / 100
        self.tint = tint
        self.alpha = alpha

    def inside(self, area: Area, tint: Rgba | None) -> Pen:
        """A pen for a part of this square."""
        return Pen(area, tint, self.alpha)

    def colour(self, own: Rgba) -> Rgba:
        """The colour itself or the requested tint, faded as requested."""
        r, g, b, a = own
        return (r, g, b, a * self.alpha)

    def main(self, own: Rgba = PAPER) -> Rgba:
        """The colour of a one-colour sign: the tint if there is one."""
        return self.colour(self.tint or own)

    def at(self, *points: float) -> list[float]:
        ends = (self.area.x, self.area.y)
        return [ends[i % 2] + value * self.unit for i, value in enumerate(points)]

    def poly(self, fill: Rgba, *points: float) -> None:
        paint.polygon(self.at(*points), fill)

    def line(self, fill: Rgba, width: float, *points: float, close: bool = False) -> None:
        paint.stroke(self.at(*points), fill, width * self.unit, close=close)

    def disc(self, fill: Rgba, x: float, y: float, r: float) -> None:
        x, y = self.at(x, y)
        paint.disc(x, y, r * self.unit, fill)

    def oval(self, fill: Rgba, x: float, y: float, rx: float, ry: float) -> None:
        x, y = self.at(x, y)
        paint.oval(x, y, rx * self.unit, ry * self.unit, fill)

    def box(self, fill: Rgba, x: float, y: float, w: float, h: float, r: float = 0) -> None:
        x, y = self.at(x, y)
        paint.box(Area(x, y, w * self.unit, h * self.unit), fill, radius=r * self.unit)

    def letters(self, fill: Rgba, text: str, x: float, y: float, w: float, h: float) -> None:
        if h * self.unit < LEGIBLE:
            return
        x, y = self.at(x, y)
        size = h * self.unit / look.mm(10) * 10 / look.scale
        paint.words(text, Area(x, y, w * self.unit, h * self.unit), fill, size, face="heavy", least=1.0, align="center")


Drawing = Callable[[Pen, str], None]
_drawings: dict[str, Drawing] = {}


def icon(*names: str) -> Callable[[Drawing], Drawing]:
    """Register a drawing under its names; a name ending in ``:`` matches every ``kind:id`` of that kind."""

    def register(drawing: Drawing) -> Drawing:
        for name in names:
            _drawings[name] = drawing
        return drawing

    return register


_hues: dict[str, Callable[[str], Rgba]] = {}


def coloured(kind: str) -> Callable[[Callable[[str], Rgba]], Callable[[str], Rgba]]:
    """Register the function for the colour of the pieces ``kind:…``."""

    def register(colour: Callable[[str], Rgba]) -> Callable[[str], Rgba]:
        _hues[kind] = colour
        return colour

    return register


def hue(name: str) -> Rgba:
    """Colour of a piece; the lamp colour if it has none."""
    found = _hues.get(kind(name))
    return found(name) if found is not None else LAMP


def _find(name: str) -> Drawing | None:
    if name in _drawings or ":" not in name:
        return _drawings.get(name)
    return _drawings.get(kind(name) + ":") or _drawings.get(kind(name))


def known(name: str) -> bool:
    """True if this name, or its kind, has a drawing."""
    return _find(name) is not None


def own(name: str) -> bool:
    """True if exactly this name has a drawing, not only its kind."""
    return name in _drawings


def strokes(name: str, area: Area, *, tint: Rgba | None = None, alpha: float = 1.0) -> None:
    """Draw an icon from its shapes, centred in ``area``; looks the same as ``icons.draw``."""
    drawn(Pen(area, tint, alpha), name)


def registered() -> list[str]:
    """Names of all drawings; one ending in ``:`` matches every ``kind:id`` of that kind."""
    return list(_drawings)


def drawn(pen: Pen, name: str) -> None:
    drawing = _find(name)
    if drawing is not None:
        drawing(pen, name)
        return
    pen.disc(pen.main(), 50, 50, 42)
    pen.letters(pen.colour(INK), name.rpartition(":")[2][:1].upper(), 10, 22, 80, 56)


def _load() -> None:
    from ui.look.icons import (  # noqa: F401, PLC0415 - they register themselves
        around,
        city,
        day,
        faces,
        games,
        goods,
        items,
        mine,
        people,
        pieces,
        signs,
        space,
    )


_load()
