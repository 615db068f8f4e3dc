"""Texture atlas of icons: each is drawn once in its size and colour, then shown pixel on pixel as a textured box."""

from __future__ import annotations

from typing import TypeAlias

from kivy.clock import Clock
from kivy.graphics import (
    Canvas,
    ClearBuffers,
    ClearColor,
    Color,
    Fbo,
    PopMatrix,
    PushMatrix,
    Rectangle,
    RenderContext,
    Translate,
)
from kivy.graphics.opengl import (
    GL_ONE,
    GL_ONE_MINUS_SRC_ALPHA,
    GL_SRC_ALPHA,
    GL_ZERO,
    glBlendFuncSeparate,
)
from kivy.graphics.texture import Texture

from ui.layout.geometry import Area
from ui.look.icons import pen
from ui.look.textures import crisp
from ui.look.theme import Rgba, look

SIDE = 512
"""Pixels of a sheet's side; it takes one megabyte."""
MOST = 6
"""Maximum number of sheets."""
LARGEST = 160
"""Larger icons (in pixels) are drawn each time: few of them are on a screen."""
BEYOND = 0.05
"""How far drawings overhang their area, as a share of its side, besides two pixels for smooth edges."""

STRAIGHT = """$HEADER$
void main(void) {
    vec4 seen = texture2D(texture0, tex_coord0);
    gl_FragColor = seen.a > 0.0 ? vec4(seen.rgb / seen.a, seen.a) : vec4(0.0);
}
"""
"""Reverts premultiplied alpha, which drawing on a transparent background gives."""

Key: TypeAlias = tuple[object, ...]


class Sheet:
    """A texture with many icons."""

    def __init__(self) -> None:
        self.fbo = Fbo(size=(SIDE, SIDE))
        self.icons: dict[Key, Texture] = {}
        crisp(self.fbo.texture)
        self._x = self._y = self._high = 0

    def room(self, side: int) -> Area | None:
        """A free square of ``side`` pixels; None if the sheet is full."""
        if self._x + side > SIDE:
            self._x, self._y, self._high = 0, self._y + self._high, 0
        if self._y + side > SIDE:
            return None
        found = Area(self._x, self._y, side, side)
        self._x += side
        self._high = max(self._high, side)
        return found


class Sheets:
    """The newest sheets, up to ``MOST``. A dropped sheet lives on as long as a canvas uses it.

    Icons requested during a frame are drawn together at its end.
    """

    def __init__(self) -> None:
        self.sheets: list[Sheet] = []
        self._easel: Fbo | None = None
        self._straight: RenderContext | None = None
        self._new: list[Area] = []
        self._nowhere = Canvas()
        self._soon = Clock.create_trigger(lambda _dt: self.finish(), -1)

    def __call__(self, name: str, side: int, tint: Rgba | None, alpha: float) -> Texture:
        """The icon's texture, with ``margin(side)`` pixels around it."""
        key = (name, side, tint and tuple(tint), alpha, look.theme, look.scale, look.panel)
        for sheet in reversed(self.sheets):
            if key in sheet.icons:
                return sheet.icons[key]
        edge = margin(side)
        place = self._room(side + 2 * edge)
        assert self._easel is not None
        with self._easel:
            # Translated by the matrix, so that rounding is the same anywhere on a sheet.
            PushMatrix()
            Translate(place.x, place.y)
            pen.strokes(name, Area(edge, edge, side, side), tint=tint, alpha=alpha)
            PopMatrix()
        self._new.append(place)
        self._soon()
        made = self.sheets[-1].icons[key] = _part(self.sheets[-1].fbo, place)
        return made

    def __len__(self) -> int:
        """Number of cached textures: the sheets, and the icons on them."""
        return sum(1 + len(sheet.icons) for sheet in self.sheets)

    def _room(self, side: int) -> Area:
        place = self.sheets[-1].room(side) if self.sheets else None
        if place is None:
            self.finish()
            with self._nowhere:
                if self._easel is None:
                    self._easel = _easel()
                    self._straight = RenderContext(fs=STRAIGHT, use_parent_projection=True)
                self.sheets.append(Sheet())
            self._nowhere.clear()
            del self.sheets[:-MOST]
            place = self.sheets[-1].room(side)
        assert place is not None
        return place

    def finish(self) -> None:
        """Draw the requested icons."""
        if self._easel is None or self._straight is None or not self._new:
            return
        glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA)
        # Faded lines create instructions while drawn, which would end up in an open canvas.
        with self._nowhere:
            self._easel.draw()
        self._nowhere.clear()
        glBlendFuncSeparate(GL_ONE, GL_ZERO, GL_ONE, GL_ZERO)
        sheet = self.sheets[-1].fbo
        sheet.add(self._straight)
        with self._straight:
            Color(1, 1, 1, 1)
            for place in self._new:
                Rectangle(texture=_part(self._easel, place), pos=(place.x, place.y), size=(place.w, place.h))
        sheet.draw()
        self._straight.clear()
        sheet.clear()
        glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE)
        self._easel.clear()
        _wipe(self._easel)
        self._new.clear()


def _easel() -> Fbo:
    made = Fbo(size=(SIDE, SIDE))
    crisp(made.texture)
    _wipe(made)
    return made


def _part(fbo: Fbo, place: Area) -> Texture:
    return fbo.texture.get_region(place.x, place.y, place.w, place.h)


def _wipe(easel: Fbo) -> None:
    with easel:
        ClearColor(0, 0, 0, 0)
        ClearBuffers()


sheets = Sheets()


def margin(side: int) -> int:
    """Margin in pixels around an icon of ``side`` pixels."""
    return 2 + round(side * BEYOND)


def draw(name: str, area: Area, *, tint: Rgba | None = None, alpha: float = 1.0) -> None:
    """Draw an icon, centred in ``area``; ``tint`` colours one-colour icons, ``alpha`` fades all."""
    square = area.square()
    side = round(square.w)
    left, bottom = round(square.cx - side / 2), round(square.cy - side / 2)
    if not 0 < side <= LARGEST:
        pen.strokes(name, area, tint=tint, alpha=alpha)
        return
    made = sheets(name, side, tint, alpha)
    edge = margin(side)
    Color(1, 1, 1, 1)
    Rectangle(texture=made, pos=(left - edge, bottom - edge), size=made.size)
