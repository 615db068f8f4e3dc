"""What is drawn on the screen, read from its canvas: every text, icon, line and fill, in drawing order.

A canvas holds rectangles, meshes and lines. What a texture stands for is told by marks, which the drawing functions of
``ui.look`` leave in the canvas while ``marked`` or ``sketched``. All else is read as it is.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache, cached_property, wraps
from inspect import signature
from math import inf
from typing import Any
from zlib import crc32

import pytest
from kivy.graphics import (
    BindTexture,
    ClearBuffers,
    ClearColor,
    Color,
    Mesh,
    PopMatrix,
    PushMatrix,
    Rectangle,
    Scale,
    SmoothEllipse,
    SmoothLine,
)
from kivy.graphics.instructions import Instruction, InstructionGroup
from kivy.graphics.texture import Texture
from kivy.graphics.vertex_instructions import AntiAliasingLine
from kivy.uix.widget import Widget

from ui.layout.geometry import Area
from ui.look import icons, paint, text, textures, theme
from ui.look.theme import Rgba, Role, look

Ink = tuple[float, ...]
Points = tuple[float, ...]
CAPITAL = 0.7
"""The height of a capital letter, as a share of the font size."""
MOST_POINTS = 6
"""Of a shape with more points only a checksum is written."""


@dataclass(frozen=True, kw_only=True)
class Item:
    """Something drawn. ``area``: its box in the window, in pixels; ``what``: the name of an icon, or more about a
    shape."""

    kind: str
    area: Area
    colour: Ink = ()
    what: str = ""
    points: Points = ()

    @cached_property
    def bounds(self) -> tuple[float, float, float, float]:
        """Left, bottom, right and top of what it covers; the ground is everywhere."""
        if self.kind == "ground":
            return -inf, -inf, inf, inf
        area = _around(self.points) if self.kind == "rects" else self.area
        return area.x, area.y, area.x + area.w, area.y + area.h


@dataclass(frozen=True, kw_only=True)
class Words(Item):
    """A text of letters of ``px`` pixels. ``lines``: each line as it is drawn, with its box; ``whole``: nothing was cut
    off."""

    said: str
    px: int
    face: str
    whole: bool
    lines: tuple[tuple[str, Area], ...]

    @cached_property
    def capitals(self) -> list[Area]:
        """The boxes of the capitals, line by line."""
        high = self.px * CAPITAL
        return [Area(area.x, area.cy - high / 2, area.w, high) for _, area in self.lines]


# Marks.


class Mark(Instruction):  # type: ignore[misc]
    """Draws nothing. The instructions up to the next mark without an item draw ``item``."""

    def __init__(self, item: Item | None = None) -> None:
        super().__init__()
        self.item = item


def _words(said: str, area: Area, size: float, face: str, least: float, lines: int, **_: Any) -> Item | None:
    if not said or area.w <= 0:
        return None
    px, broken, whole = paint.fitted(said, area, size, face, least, lines)
    written = tuple((line, area) for line in broken)
    return Words(kind="text", area=area, said=said, px=px, face=face, whole=whole, lines=written)


def _box(area: Area, fill: Rgba, radius: float | None, line: Rgba | None, width: float) -> Item:
    corner = look.radius if radius is None else radius
    edge = [] if line is None else ["edge", mm(width), colour_name(tuple(line))]
    what = [*([f"round {mm(corner)}"] if corner >= 1 else []), *edge]
    return Item(kind="box", area=area.copy(), colour=tuple(fill), what=" ".join(what))


def _frame(area: Area, radius: float, width: float) -> Item:
    return Item(kind="frame", area=area.copy(), what=f"round {mm(radius)} {mm(width)}")


def _shadow(area: Area, fill: Rgba, radius: float) -> Item:
    return Item(kind="shadow", area=area.copy(), colour=tuple(fill), what=f"round {mm(radius)}")


def _disc(cx: float, cy: float, r: float, fill: Rgba) -> Item:
    return Item(kind="oval", area=Area(cx - r, cy - r, 2 * r, 2 * r), colour=tuple(fill))


def _polygon(points: Points, fill: Rgba) -> Item:
    return Item(kind="shape", area=_around(points), colour=tuple(fill), points=tuple(points))


def _glow(cx: float, cy: float, r: float, colour: Rgba) -> Item:
    return Item(kind="glow", area=Area(cx - r, cy - r, 2 * r, 2 * r), colour=tuple(colour))


def _icon(name: str, area: Area, tint: Rgba | None, alpha: float) -> Item:
    what = name if alpha == 1 else f"{name} faded {alpha:.2f}"
    return Item(kind="icon", area=area.square(), colour=tuple(tint or ()), what=what)


def _row(name: str, area: Area, side: float) -> Item:
    return Item(kind="icons", area=area.copy(), what=f"{name} each {mm(side)}")


MARKED: list[tuple[Any, str, Callable[..., Item | None]]] = [
    (paint, "words", _words),
    (paint, "box", _box),
    (paint, "shadow", _shadow),
    (paint, "disc", _disc),
    (paint, "polygon", _polygon),
    (paint, "glow", _glow),
    (textures, "frame", _frame),
    (icons, "draw", _icon),
    (icons, "row", _row),
]
"""Drawing functions, and what a call of each of them draws."""


@contextmanager
def marked() -> Iterator[None]:
    """The drawing functions leave marks in what is drawn meanwhile, so that it can be read."""
    with pytest.MonkeyPatch.context() as patch:
        for module, name, item in MARKED:
            patch.setattr(module, name, _marking(getattr(module, name), item))
        yield


def _marking(draw: Callable[..., Any], item: Callable[..., Item | None]) -> Callable[..., Any]:
    names = tuple(signature(draw).parameters)
    defaults = {name: one.default for name, one in signature(draw).parameters.items() if one.default is not one.empty}

    @wraps(draw)
    def drawn(*args: Any, **kwargs: Any) -> Any:
        meant = item(**{**defaults, **dict(zip(names, args, strict=False)), **kwargs})
        if meant is None:
            return draw(*args, **kwargs)
        Mark(meant)
        done = draw(*args, **kwargs) if meant.kind not in _left_out else None
        Mark()
        return done

    return drawn


_left_out: set[str] = set()
"""Kinds of which only marks are drawn."""


@contextmanager
def sketched() -> Iterator[None]:
    """Draw ``marked``, without pictures of letters and icons, which take most of the time, and with a colour of its own
    for each role (``colour_name``). What is drawn meanwhile can be read, and not be looked at."""
    blank = Texture.create(size=(1, 1))
    _inks()  # Before they are others.

    def texture(said: str, px: int, face: str) -> Texture:
        return blank.get_region(0, 0, *text.extents(said, px, face))

    with marked(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(text, "texture", texture)
        for n, role in enumerate(_roles().values()):
            patch.setattr(role, "inks", (_code(n),) * len(role.inks))
        _left_out.update(("icon", "icons"))
        try:
            yield
        finally:
            _left_out.clear()


# Colours.


def _code(n: int) -> Ink:
    return (n / 255, 77 / 255, 13 / 255, 1.0)


@cache
def _roles() -> dict[str, Role]:
    """All colour roles by name."""
    found: dict[int, tuple[str, Role]] = {}
    modules = [theme, *(one for name, one in sorted(sys.modules.items()) if name.startswith("ui.look."))]
    for module in modules:
        for name, value in vars(module).items():
            named = enumerate(value) if isinstance(value, list | tuple) else [("", value)]
            for at, one in named:
                if isinstance(one, Role):
                    found.setdefault(id(one), (f"{name.lower().replace('_', '-')}{at}", one))
    return dict(found.values())


@cache
def colour_name(ink: Ink) -> str:
    """The role of a colour while ``sketched``, or its code; and how opaque it is."""
    found = _role(ink)
    name = found[0] if found else "#" + "".join(f"{round(part * 255):02x}" for part in ink[:3])
    return name if ink[3] >= 0.995 else f"{name}/{ink[3]:.2f}"


def inks(ink: Ink) -> list[Ink]:
    """What a colour is in each theme."""
    found = _role(ink)
    return [(*own[:3], ink[3]) for own in _inks()[found[0]]] if found else [ink] * len(theme.THEMES)


@cache
def _inks() -> dict[str, tuple[Ink, ...]]:
    return {name: role.inks for name, role in _roles().items()}


def _role(ink: Ink) -> tuple[str, Role] | None:
    n = round(ink[0] * 255)
    return list(_roles().items())[n] if n < len(_roles()) and _bytes(ink) == _bytes(_code(n)) else None


def _bytes(ink: Ink) -> list[int]:
    """Red, green and blue."""
    return [round(part * 255) for part in ink[:3]]


# Reading a canvas.


def items(root: Widget) -> list[Item]:
    """Everything that the canvas of ``root`` draws, from back to front."""
    return list(_Reader().read(root.canvas))


class _Reader:
    """Goes through the instructions of a canvas as the renderer does."""

    def __init__(self) -> None:
        self._colour: Ink = (1.0, 1.0, 1.0, 1.0)
        self._marks: list[Item | None] = []
        """The item that is being drawn, and items within it."""
        self._lines: list[Area] = []
        """Boxes of the lines of the text that is being drawn."""
        self._across: list[tuple[float, float]] = [(1.0, 0.0)]
        """Factor and offset of all x."""

    def read(self, instruction: Instruction) -> Iterator[Item]:
        match instruction:
            case InstructionGroup():
                for child in instruction.children:
                    yield from self.read(child)
            case Mark(item=None):
                drawn = self._marks.pop()
                if not self._marks:
                    yield self._whole(drawn)
            case Mark():
                self._marks.append(instruction.item)
                self._lines = []
            case ClearColor():
                # Its ``rgba`` mixes up green and blue.
                colour = (instruction.r, instruction.g, instruction.b, instruction.a)
                yield Item(kind="ground", area=Area(0, 0, 0, 0), colour=colour)
            case Rectangle() if self._marks and self._marks[-1].kind == "text":
                self._lines.append(self._seen(Area(*instruction.pos, *instruction.size)))
            case Rectangle() | Mesh() | SmoothEllipse() | SmoothLine():
                if not self._marks:
                    yield self._plain(instruction)
            case _:
                self._set(instruction)

    def _set(self, instruction: Instruction) -> None:
        """Apply what does not draw."""
        match instruction:
            case Color():
                self._colour = tuple(instruction.rgba)
            case PushMatrix():
                self._across.append(self._across[-1])
            case Scale(y=1.0):
                factor, offset = self._across[-1]
                origin = instruction.origin[0]
                self._across[-1] = factor * instruction.x, offset + factor * origin * (1 - instruction.x)
            case PopMatrix():
                self._across.pop()
            case BindTexture() | ClearBuffers() | AntiAliasingLine():
                pass
            case _:
                raise NotImplementedError(instruction)

    def _whole(self, drawn: Item) -> Item:
        """The item that was drawn."""
        if isinstance(drawn, Words):
            lines = tuple((line, area) for (line, _), area in zip(drawn.lines, self._lines, strict=True))
            corners = [end for area in self._lines for end in (area.x, area.y, area.x + area.w, area.y + area.h)]
            return replace(drawn, colour=self._colour, area=_around(corners), lines=lines)
        own = drawn.colour or (self._colour if drawn.kind == "frame" else ())
        return replace(drawn, colour=own, area=self._seen(drawn.area))

    def _plain(self, drawn: Instruction) -> Item:
        """What no mark tells about."""
        if isinstance(drawn, Rectangle):
            plain = drawn.texture is _plain_texture()
            kind, what = ("rect", "") if plain else ("picture", "{}×{}".format(*drawn.texture.size))
            area = Area(*drawn.pos, *drawn.size)
            return Item(kind=kind, area=self._seen(area), colour=self._colour, what=what)
        if isinstance(drawn, SmoothLine):
            points = tuple(drawn.points)
            kind, what = "line", f"width {mm(2 * drawn.width)}" + (" closed" if drawn.close else "")
        elif isinstance(drawn, Mesh):
            points = tuple(value for n, value in enumerate(drawn.vertices) if n % 4 < 2)
            kind, what = "rects", ""
        else:
            raise NotImplementedError(drawn)
        return Item(kind=kind, area=self._seen(_around(points)), colour=self._colour, what=what, points=points)

    def _seen(self, area: Area) -> Area:
        factor, offset = self._across[-1]
        return Area(area.x * factor + offset, area.y, area.w * factor, area.h)


@cache
def _plain_texture() -> Texture:
    return Rectangle(noadd=True).texture


def _around(points: Sequence[float]) -> Area:
    """The box around points (x, y, x, y …)."""
    xs, ys = points[::2], points[1::2]
    return Area(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


# As text.


def mm(pixels: float) -> str:
    """Pixels as millimetres."""
    return f"{pixels / look.panel.density + 0.0:.1f}".replace("-0.0", "0.0")


def written(drawn: Sequence[Item], height: float) -> list[str]:
    """The items as lines of text: kind, left, top, width and height in millimetres, colour, and what it is."""
    return [_line(one, height) for one in drawn]


def _line(one: Item, height: float) -> str:
    if one.kind == "ground":
        return f"ground {colour_name(one.colour)}"
    area = one.area
    parts = [one.kind, f"{mm(area.x)},{mm(height - area.y - area.h)}", f"{mm(area.w)}×{mm(area.h)}"]
    if one.colour:
        parts.append(colour_name(one.colour))
    if one.points:
        ends = [mm(value - area.x if n % 2 == 0 else area.y + area.h - value) for n, value in enumerate(one.points)]
        pairs = [f"{x},{y}" for x, y in zip(ends[::2], ends[1::2], strict=True)]
        short = len(pairs) <= MOST_POINTS
        parts += pairs if short else [f"{len(pairs)} points {crc32(' '.join(pairs).encode()):08x}"]
    if isinstance(one, Words):
        parts += [mm(one.px), one.face, json.dumps("\n".join(line for line, _ in one.lines), ensure_ascii=False)]
        parts += [] if one.whole else ["cut"]
    return " ".join([*parts, *([one.what] if one.what else [])])
