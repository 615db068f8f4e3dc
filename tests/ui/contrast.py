"""Finds every drawn text and its background, to check contrast."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from io import BytesIO
from math import hypot
from typing import Any

import pytest
from kivy.core.image import Image
from kivy.uix.widget import Widget

from companion.scene.icons import find
from ui.layout.geometry import Area
from ui.look import icons, paint
from ui.look import text as type_
from ui.look.theme import Look, Rgba
from ui.screens.stage import Stage
from ui.widgets.drawn import Drawn

Rgb = tuple[float, float, float]
SEEN = 0.6
"""Colours with less opacity are shadows, or faded because they are done."""


def contrast(one: Sequence[float], other: Sequence[float]) -> float:
    """The contrast of two colours as WCAG 2 defines it, from 1 to 21."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: Sequence[float]) -> float:
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour[:3])
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


@dataclass
class Fill:
    """A painted background."""

    area: Area
    colour: tuple[float, ...]
    round: bool = False

    def hides(self, line: Area) -> bool:
        """True if it covers the letters of ``line``."""
        return self.holds(line.x, line.cy) and self.holds(line.x + line.w, line.cy)

    def holds(self, x: float, y: float) -> bool:
        if self.round:
            return hypot(x - self.area.cx, y - self.area.cy) <= self.area.w / 2
        return self.area.holds(x, y)


@dataclass
class Text:
    """A drawn text, a point that it surely covers, and the boxes of its letters, line by line; ``whole`` unless it was
    shortened; ``px`` is the size of its letters in pixels."""

    said: str
    colour: tuple[float, ...]
    at: tuple[float, float]
    face: str = "bold"
    lines: list[Area] = field(default_factory=list)
    whole: bool = True
    px: int = 0

    @property
    def figure(self) -> bool:
        """True for a number by itself: the state of the game, read from far away."""
        return self.said.isdigit()


class Eyes:
    """Records drawing instructions while ``watching``."""

    def __init__(self) -> None:
        self._drawn: dict[int, list[Fill | Text]] = {}
        self._now: list[Fill | Text] = []

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Record everything drawn from here on, keeping the newest picture of each part."""
        with pytest.MonkeyPatch.context() as patch:
            self._patch(patch)
            yield

    def pairs(self, stage: Stage) -> Iterator[tuple[Text, Fill]]:
        """Each visible text with its background."""
        below = [Fill(Area(0, 0, *stage.size), tuple(stage._ground.rgba))]
        for part in stage.walk(restrict=True):
            for one in self._drawn.get(id(part), []) if getattr(part, "shown", False) else []:
                if isinstance(one, Fill):
                    below.append(one)
                elif one.colour[3] >= SEEN:
                    yield one, next(fill for fill in reversed(below) if fill.holds(*one.at))

    def drawn(self, part: Widget) -> Sequence[Fill | Text]:
        """The newest picture of a part."""
        return self._drawn.get(id(part), [])

    def texts(self, root: Widget) -> Iterator[Text]:
        """Each visible text of ``root`` and its parts."""
        found: list[Text] = []
        for part in root.walk(restrict=True):
            for one in self._drawn.get(id(part), []) if getattr(part, "shown", False) else []:
                if isinstance(one, Text) and one.colour[3] >= SEEN:
                    found.append(one)
                elif isinstance(one, Fill) and one.colour[3] == 1:
                    found = [text for text in found if not all(one.hides(line) for line in text.lines)]
        yield from found

    def _patch(self, patch: pytest.MonkeyPatch) -> None:
        real = {name: getattr(paint, name) for name in ("words", "box", "rect", "disc", "polygon")}
        paint_part = Drawn._paint

        def _paint(part: Drawn, dt: float = 0) -> None:
            outer, self._now = self._now, []
            paint_part(part, dt)
            self._drawn[id(part)], self._now = self._now, outer

        def fill(area: Area, colour: Sequence[float], *, round_: bool = False) -> None:
            if colour[3] >= SEEN:
                self._now.append(Fill(Area(*area), tuple(colour), round_))

        def words(said: str, area: Area, colour: Any, size: float = Look.READ, **more: Any) -> Any:
            if said and area.w > 0:
                lines, whole, px = _lines(said, area, size, **more)
                self._now.append(
                    Text(said, tuple(colour), _point(area, **more), more.get("face", "bold"), lines, whole, px)
                )
            return real["words"](said, area, colour, size, **more)

        def box(area: Area, colour: Any, **more: Any) -> None:
            fill(area, colour)
            real["box"](area, colour, **more)

        def rect(area: Area, colour: Any) -> None:
            fill(area, colour)
            real["rect"](area, colour)

        def disc(cx: float, cy: float, r: float, colour: Any) -> None:
            fill(Area(cx - r, cy - r, 2 * r, 2 * r), colour, round_=True)
            real["disc"](cx, cy, r, colour)

        def polygon(points: Sequence[float], colour: Any) -> None:
            xs, ys = points[::2], points[1::2]
            fill(Area(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)), colour)
            real["polygon"](points, colour)

        def draw(name: str, area: Area, **more: Any) -> None:
            alpha = more.get("alpha", 1.0)
            square = area.square()
            below = behind_letters(name, more.get("tint"))
            if below is not None and square.w > 0:
                fill(square, (*below, alpha))
            draw_icon(name, area, **more)

        patch.setattr(Drawn, "_paint", _paint)
        draw_icon = icons.draw
        patch.setattr(icons, "draw", draw)
        for name, patched in (("words", words), ("box", box), ("rect", rect), ("disc", disc), ("polygon", polygon)):
            patch.setattr(paint, name, patched)


def behind_letters(name: str, tint: Rgba | None) -> Rgb | None:
    """The colour of an icon where its letters stand, in its middle if it has none; None if nothing is drawn there."""
    icon, _ = find(name)
    x, y = (icon.lettering.x, icon.lettering.y) if icon.lettering else (50, 50)
    picture = icons.svg(icon, 100, 0, tint and icons.code(tint)).encode()
    r, g, b, alpha = Image(BytesIO(picture), ext="png", keep_data=True).read_pixel(round(x), round(y))
    return (r, g, b) if alpha == 1 else None


def _point(area: Area, align: str = "left", valign: str = "middle", **_: Any) -> tuple[float, float]:
    x = {"left": area.x + 2, "center": area.cx, "right": area.x + area.w - 2}[align]
    y = {"top": area.y + area.h - 3, "middle": area.cy, "bottom": area.y + 3}[valign]
    return x, y


LETTERS = 0.7
"""The height of a capital letter, as a share of the font size."""


def _lines(
    said: str,
    area: Area,
    size: float,
    *,
    face: str = "bold",
    least: float = Look.LEAST,
    align: str = "left",
    valign: str = "middle",
    lines: int = 1,
    **_: Any,
) -> tuple[list[Area], bool, int]:
    """The positions of letters by line as ``paint.words`` draws them, whether all fit, and their size in pixels."""
    px, broken, whole = paint.fitted(said, area, size, face, least, lines)
    step, high = type_.line_height(px), px * LETTERS
    total = step * len(broken)
    top = {"top": area.y + area.h, "middle": area.cy + total / 2, "bottom": area.y + total}[valign]
    found = []
    for n, line in enumerate(broken):
        wide = type_.extents(line, px, face)[0]
        x = {"left": area.x, "center": area.cx - wide / 2, "right": area.x + area.w - wide}[align]
        found.append(Area(x, top - n * step - step / 2 - high / 2, wide, high))
    return found, whole, px
