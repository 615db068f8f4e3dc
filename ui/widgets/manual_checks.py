"""Widgets to test the hardware: a dot under each finger, marks in the corners, a lamp for each button, the camera's
view."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ClassVar

from kivy.graphics.texture import Texture
from kivy.input import MotionEvent

from companion.core.texts import T
from ui.base.language import say
from ui.layout.geometry import Area
from ui.look import icons, paint
from ui.look import text as type_
from ui.look import theme as t
from ui.look.theme import Rgba, look
from ui.widgets.drawn import Drawn, Tappable, no_action

DOT = 8.0
"""Radius of a dot (mm), visible around the finger."""

CAPTION = 3.5
LAMP, EDGE = 2.0, 1.1
"""Radius of a button's lamp, and padding around it (mm)."""
SIZES = (3.8, 3.6, 3.4, 3.2, 3.0, 2.8, 2.6, 2.5, 2.4, 2.3)


def lamp_letters(words: Iterable[str], width: float) -> float:
    """One font size (mm) for the labels of all buttons of this width (pixels)."""
    room = width - look.gap - look.mm(LAMP * 2 + EDGE * 3)
    for size in SIZES:
        if all(type_.extents(word, look.text(size), "bold")[0] <= room for word in words):
            return size
    return SIZES[-1]


class Fingers(Drawn):
    """A dot under each finger; it takes no touches."""

    points: tuple[tuple[float, float], ...] = ()

    def paint_self(self, area: Area) -> None:
        for x, y in self.points:
            paint.disc(x, y, look.mm(DOT), t.faded(t.LAMP, 0.3))
            paint.disc(x, y, look.mm(DOT * 0.35), t.faded(t.LAMP, 0.5))


class Corner(Drawn):
    """A mark in a corner of the screen: highlighted when it is to be tapped, ticked when done."""

    lit: bool = False
    done: bool = False

    def paint_self(self, area: Area) -> None:
        r = min(area.w, area.h) / 2
        if self.lit:
            paint.glow(area.cx, area.cy, r * 1.5, t.faded(t.AMBER, 0.35))
        paint.disc(area.cx, area.cy, r, t.AMBER if self.lit else t.EDGE)
        paint.disc(area.cx, area.cy, r - look.mm(0.6), t.NIGHT)
        if self.done:
            icons.draw("check", Area(area.cx - r * 0.5, area.cy - r * 0.5, r, r), tint=t.GREEN)
        elif self.lit:
            paint.disc(area.cx, area.cy, r * 0.3, t.AMBER)


class ButtonLamp(Tappable):
    """A button of the panel, or its light: ``lit`` while pressed. A simulated one can be pressed; ``pushed`` is called
    on touch down and touch up."""

    COLOURS: ClassVar[dict[str, Rgba]] = {
        "green": t.GREEN, "red": t.ALERT, "white": t.ink("#f4efe4"), "black": t.ink("#10151f"), "light": t.LAMP,
    }  # fmt: skip

    name: str = ""
    text: str = ""
    lit: bool = False
    size_mm: float = SIZES[0]
    pushed: Callable[[bool], None] | None = None

    def build(self) -> None:
        self.rapid = True
        self.action = no_action

    def takes(self, touch: MotionEvent) -> bool:
        return self.pushed is not None and super().takes(touch)

    def press(self, touch: MotionEvent) -> None:
        super().press(touch)
        if self.pushed is not None:
            self.pushed(True)

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is self and self.pushed is not None:
            self.pushed(False)
        return super().on_touch_up(touch)

    def paint_self(self, area: Area) -> None:
        fill = t.STONE_PRESSED if self.lit else t.STONE if self.pushed is not None else t.DUSK
        line, width = (t.LAMP, look.mm(0.7)) if self.lit else (t.EDGE, max(1, look.mm(0.22)))
        paint.box(area, fill, line=line, width=width)
        inner = area.inset(look.mm(EDGE), look.mm(0.8))
        r = look.mm(LAMP)
        spot = inner.cut_left(2 * r, look.mm(EDGE))
        colour = self.COLOURS.get(self.name, t.GREY)
        if self.lit:
            paint.glow(spot.cx, spot.cy, r * 2.4, t.faded(t.LAMP, 0.8))
        paint.disc(spot.cx, spot.cy, r, t.MIST)
        paint.disc(spot.cx, spot.cy, r - max(1, look.mm(0.3)), colour if self.lit or self.name != "light" else t.DUSK)
        paint.words(self.text, inner, t.PAPER, self.size_mm, least=SIZES[-1])


class CameraView(Tappable):
    """The camera reader's view with a caption."""

    picture: Texture | None = None

    def paint_self(self, area: Area) -> None:
        if self.picture is None:
            return
        paint.box(area, t.DUSK, line=t.AMBER if self.pressed else t.EDGE, width=max(1, look.mm(0.22)))
        inner = area.inset(look.mm(EDGE), look.mm(EDGE))
        words = inner.cut_bottom(type_.line_height(look.text(CAPTION)), look.mm(EDGE / 2))
        paint.words(
            say(T("What the camera reader sees")), words, t.MIST, CAPTION, face="plain", least=2.6, align="center"
        )
        paint.picture(self.picture, inner)
