"""The doctor's results, and widgets to test the hardware by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar, NamedTuple

from kivy.graphics.texture import Texture
from kivy.input import MotionEvent

from companion.core.texts import T
from companion.doctor import Check
from ui.base.language import say, sentence
from ui.layout.geometry import Area
from ui.look import icons, paint
from ui.look import text as type_
from ui.look import theme as t
from ui.look.theme import Rgba, look
from ui.widgets.drawn import UNSET, Drawn, Tappable, no_action
from ui.widgets.rows import Paged

NAME, TEXT = 4.0, 3.5
"""Font sizes (mm)."""
SIGN, ROW_EDGE, ABOVE = 5.2, 1.8, 0.9
"""Width of the icon, padding left and right, padding above and below (mm)."""
BETWEEN = 1.0
"""Gap between rows (mm)."""
TWO = 100.0
"""Width (mm) from which there are two columns."""
MOST = 1.25
"""Maximum stretch of a row's height."""
LONG = 30
"""Maximum letters of a word, such as a port's name, before it is shortened."""


class Found(NamedTuple):
    """One result: state (well, wrong, wait), name, sentence."""

    state: str
    name: str
    text: str


class FoundGroup(NamedTuple):
    """Results side by side, and the height in pixels that they need."""

    found: Sequence[Found]
    high: float


class FoundRow(Drawn):
    found: Found = UNSET

    def paint_self(self, area: Area) -> None:
        found = self.found
        wrong = found.state == "wrong"
        width = look.mm(0.55) if wrong else max(1, look.mm(0.22))
        paint.box(area, t.ALARMED if wrong else t.DUSK, line=t.ALERT if wrong else t.EDGE, width=width)
        inner = area.inset(look.mm(ROW_EDGE), 0)
        self._paint_sign(inner.cut_left(look.mm(SIGN), look.mm(ROW_EDGE)), found.state)
        name, text = _heights(found, inner.w)
        inner = inner.inset(0, max(0.0, inner.h - name - text) / 2)
        paint.words(found.name, inner.cut_top(name), t.PAPER, NAME, least=2.6, lines=2)
        ink = t.PAPER if wrong else t.PAPER_DIM
        paint.words(found.text, inner, ink, TEXT, face="plain", least=2.6, lines=8)

    def _paint_sign(self, area: Area, state: str) -> None:
        side = min(area.h, area.w)
        spot = Area(area.x, area.cy - side / 2, side, side)
        if state == "wrong":
            paint.disc(spot.cx, spot.cy, side / 2, t.ALERT)
            paint.words("!", spot, t.INK, 4.6, face="heavy", align="center")
        else:
            icons.draw("check" if state == "well" else "timer", spot, tint=t.GREEN if state == "well" else t.MIST)


def _heights(found: Found, width: float) -> tuple[float, float]:
    name, text = look.text(NAME), look.text(TEXT)
    return (
        len(type_.wrap(found.name, name, "bold", int(width))) * type_.line_height(name),
        len(type_.wrap(found.text, text, "plain", int(width))) * type_.line_height(text),
    )


def _high(found: Found, width: float) -> float:
    """Height of a result in a column of this width."""
    return sum(_heights(found, width - look.mm(ROW_EDGE) * 3 - look.mm(SIGN))) + look.mm(ABOVE) * 2


class FoundList(Paged):
    """All results, paginated if necessary; the arrows are in ``foot``."""

    checks: tuple[Check, ...] = ()
    looking: bool = False

    def build(self) -> None:
        super().build()
        self.rows: list[FoundRow] = []

    def paint_self(self, area: Area) -> None:
        columns, gap = 2 if area.w >= look.mm(TWO) else 1, look.mm(BETWEEN)
        pages = self._pages(area.h, columns, (area.w - gap * (columns - 1)) / columns)
        # If there are fewer pages for a moment, such as during rotation, keep the selected page.
        there = min(self.page, len(pages) - 1)
        self.show_arrows(self.foot if len(pages) > 1 else None, there, len(pages))
        shown = pages[there]
        high = sum(one.high for one in shown)
        more = min(MOST, (area.h - gap * (len(shown) - 1)) / max(1.0, high))
        self.ensure(self.rows, FoundRow, sum(len(one.found) for one in shown))
        rows = iter(self.rows)
        for one in shown:
            cells = area.cut_top(one.high * more, gap).columns(columns, gap)
            for found, cell in zip(one.found, cells, strict=False):
                row = next(rows)
                row.show(cell, found=found)

    def _pages(self, height: float, columns: int, width: float) -> list[list[FoundGroup]]:
        """Results for each page; those side by side have the height of the highest."""
        found = [
            Found("well" if one.well else "wrong", sentence(say(one.name)), _shortened(say(one.text)))
            for one in self.checks
        ]
        if self.looking:
            found.append(Found("wait", say(T("Looking …")), say(T("Some things take a moment."))))
        pages: list[list[FoundGroup]] = [[]]
        left = height
        for at in range(0, len(found), columns):
            some = found[at : at + columns]
            high = max(_high(one, width) for one in some)
            if high > left and pages[-1]:
                pages.append([])
                left = height
            pages[-1].append(FoundGroup(some, high))
            left -= high + look.mm(BETWEEN)
        return pages


def _shortened(text: str) -> str:
    """Cut the middle out of words that are too long; the report has them whole."""
    half = LONG // 2
    return " ".join(word if len(word) <= LONG else f"{word[:half]}…{word[-half:]}" for word in text.split(" "))


def wrong(checks: Sequence[Check]) -> int:
    return sum(not check.well for check in checks)


# Testing the hardware by hand.

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


class FingerDots(Drawn):
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

    picture: Texture = UNSET

    def paint_self(self, area: Area) -> None:
        paint.box(area, t.DUSK, line=t.AMBER if self.pressed else t.EDGE, width=max(1, look.mm(0.22)))
        inner = area.inset(look.mm(EDGE), look.mm(EDGE))
        words = inner.cut_bottom(type_.line_height(look.text(CAPTION)), look.mm(EDGE / 2))
        paint.words(
            say(T("What the camera reader sees")), words, t.MIST, CAPTION, face="plain", least=2.6, align="center"
        )
        paint.picture(self.picture, inner)
