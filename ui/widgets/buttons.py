"""Buttons, game tiles, status lights, text and plain backgrounds, headings, progress bars."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import product
from typing import ClassVar, Literal

from kivy.clock import Clock, ClockEvent
from kivy.graphics.texture import Texture
from kivy.input import MotionEvent

from companion.core.learning import Known
from companion.core.texts import T, Words
from companion.scene.scene import Piece
from ui.base.language import say
from ui.layout.geometry import Area
from ui.look import icons, paint
from ui.look import text as type_
from ui.look import theme as t
from ui.look.theme import Look, Rgba, look
from ui.widgets.drawn import UNSET, Drawn, Tappable

Role = Literal["plain", "primary", "quiet", "chosen"]

TALLY = 4.8, 4.0, 3.3, 2.8
"""Font sizes (mm) of a counter's number on a button."""
LEAST_SIGN = 2.4
"""Minimum width (mm) of its icon."""
LOW = 0.55, 0.48, 0.62, 0.42, 0.36
"""Share of the upper line in a low button's height: the first that leaves room for the smaller line."""
FEW_COUNTERS = 2
"""Up to this many counters are aligned in columns across stacked buttons."""
LONG, TALL = 32, 15.0
"""A smaller line of more letters than ``LONG`` takes most of a button at least ``TALL`` mm high."""


class TapButton(Tappable):
    """A button with a label, a smaller line below it, and icons.

    ``role`` ``primary`` is the amber button, the next thing to do. ``icons`` are before the lower line; ``icon`` is
    before the label, or above it if ``stacked``; a ``picture`` replaces it. A ``tally`` of counters replaces the lower
    line. If ``key`` changes during a touch, the touch is cancelled; not if the ``picture`` comes.

    A long press calls ``long_pressed``, then ``released`` at its end, and is no tap.
    """

    LOOKS = Tappable.LOOKS | {"picture"}
    HOLD = 0.4
    """Seconds until a touch is a long press."""

    text: str = ""
    detail: str = ""
    icon: str = ""
    picture: Texture | None = None
    icons: Sequence[str] = ()
    tally: Sequence[Piece] = ()
    role: Role = "plain"
    size_mm: float = Look.BUTTON
    detail_mm: float = Look.SMALL
    align: paint.Align = "center"
    badge: str = ""
    stacked: bool = False
    long_pressed: Callable[[], object] | None = None
    released: Callable[[], object] | None = None

    @property
    def meaning(self) -> object:
        return self if self.rapid else (id(self) if self.key is None else self.key, self.text)

    def build(self) -> None:
        self._hold_timer: ClockEvent | None = None
        self._long = False

    def press(self, touch: MotionEvent) -> None:
        super().press(touch)
        if self.long_pressed is not None:
            self._hold_timer = Clock.schedule_once(self._hold_elapsed, self.HOLD)

    def _hold_elapsed(self, _dt: float) -> None:
        if self.pressed and self.long_pressed is not None:
            self._long = True
            self.long_pressed()

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is self:
            if self._hold_timer is not None:
                self._hold_timer.cancel()
            if self._long:
                self._long = self.pressed = False
                if self.released is not None:
                    self.released()
        return super().on_touch_up(touch)

    def paint_self(self, area: Area) -> None:
        fill, ink = self._colours()
        line = {"chosen": t.LAMP, "primary": None if self.enabled else t.EDGE}.get(self.role, t.EDGE)
        paint.box(area, fill, line=line, width=look.mm(0.55) if self.role == "chosen" else max(1, look.mm(0.22)))
        inner = area.inset(look.pad if self.align == "left" else look.mm(1.2), look.mm(0.8))
        if self.badge:
            self._paint_badge(area)
        if self.stacked:
            self._paint_stacked(area.inset(look.mm(0.2), look.mm(0.7)), ink)
            return
        if self.tally:
            upper = inner.cut_top(inner.h * 0.55)
            self._paint_tally(inner)
        elif self.detail or self.icons:
            upper = inner.cut_top(inner.h * self._share(inner))
            self._paint_lower(inner, ink)
        else:
            upper = inner
        self._paint_upper(upper, ink)

    def _colours(self) -> tuple[Rgba, Rgba]:
        if not self.enabled:
            return t.DUSK, t.GREY
        if self.role == "primary":
            return (t.AMBER_PRESSED if self.pressed else t.AMBER), t.ON_AMBER
        fill = t.STONE_PRESSED if self.pressed else (t.DUSK if self.role == "quiet" else t.STONE)
        return fill, t.PAPER

    def _share(self, inner: Area) -> float:
        """Share of the upper line in the height: the first at which both lines fit, else the label."""
        shares = (0.38, 0.48, 0.55) if inner.h >= look.mm(TALL) and len(self.detail) > LONG else LOW
        room = int(inner.w - (look.mm(6.6) + look.gap if self.icon else 0))
        most, least = look.text(self.size_mm), look.text(2.1 / max(1, look.scale))
        fits = [s for s in shares if type_.fit(self.text, "bold", most, least, room, int(inner.h * s), 3)[2]]
        for share in fits:
            lower = Area(inner.x, inner.y, inner.w, inner.h * (1 - share))
            if self._detail_fits(lower):
                return share
        return min(fits) if fits else shares[0]

    def fitting_mm(self, most_mm: float) -> float:
        """The largest font size up to ``most_mm`` at which the label fits in one line next to the icon."""
        inner = self.area.inset(look.mm(1.2), look.mm(0.8))
        if self.icon:
            inner.cut_left(min(inner.h, look.mm(6.6)), look.gap)
        return paint.fitting_mm(self.text, "bold", most_mm, inner, 1)

    def _paint_upper(self, area: Area, ink: Rgba) -> None:
        face = "heavy" if self.role == "primary" else "bold"
        if self.icon:
            side = min(area.h, look.mm(6.6))
            if self.text and self.align == "center":
                wide = type_.extents(self.text, look.text(self.size_mm), face)[0]
                area = area.copy()
                slack = max(0.0, area.w - side - look.gap - wide)
                area.x += slack / 2
                area.w -= slack
            spot = area.cut_left(side, look.gap) if self.text else area
            sign = Area(spot.x, spot.cy - side / 2, spot.w, side)
            if self.picture is not None:
                paint.picture(self.picture, sign)
            else:
                icons.draw(self.icon, sign, tint=ink)
        align = "left" if self.icon else self.align
        least = 2.1 / max(1, look.scale)
        paint.words(self.text, area, ink, self.size_mm, face=face, least=least, align=align, lines=3)

    def _paint_stacked(self, area: Area, ink: Rgba) -> None:
        text = area.cut_bottom(min(look.mm(4.0), area.h * 0.42))
        side = min(area.h, look.mm(5.4))
        icons.draw(self.icon, area.centred(side), tint=ink)
        # With large text, a word that does not fit may be as small as with normal text.
        paint.words(self.text, text, ink, 3.1, least=min(1.9, 1.9 / look.scale), align="center")

    def _paint_lower(self, area: Area, ink: Rgba) -> None:
        dim = t.ON_AMBER_DIM if self.role == "primary" else t.MIST
        gap, side, beside = look.mm(0.8), self._icon_side(area), self._beside_icons(area)
        if not self.detail or self._detail_fits(beside) or not self._detail_fits(area):
            if self.align == "center" and not self.detail:
                area.x += max(0.0, (area.w - len(self.icons) * (side + gap)) / 2)
            for name in self.icons:
                icons.draw(name, area.cut_left(side, gap), alpha=1 if self.enabled else 0.5)
            area = beside
        least = min(2.1, 2.0 / look.scale)
        paint.words(
            self.detail, area, dim, self.detail_mm, face="plain", least=least, align=self.align, lines=_lines(area),
        )  # fmt: skip

    def _paint_tally(self, area: Area) -> None:
        """Counters as icon and number, after the plain icons; if there is too little width, numbers shrink, then plain
        icons are dropped."""
        alpha = 1 if self.enabled else 0.5
        forms = product((self.icons, ()), TALLY)
        signs, size, side, gap = next(
            (one for one in (self._tally_form(area, *form) for form in forms) if one[2] >= look.mm(LEAST_SIGN)),
            self._tally_form(area, (), TALLY[-1]),
        )
        for name in signs:
            icons.draw(name, area.cut_left(side, gap).square(), alpha=alpha)
        if len(self.tally) <= FEW_COUNTERS and not self.icons:
            cells = area.columns(len(self.tally), gap)
        else:
            cells = [area.cut_left(side + gap + _wide(piece, size), gap) for piece in self.tally]
        for piece, cell in zip(self.tally, cells, strict=True):
            icons.draw(piece.icon, cell.cut_left(side, gap).square(), alpha=alpha)
            paint.words(str(piece.n), cell, t.PAPER_DIM, size, face="heavy", least=min(size, TALLY[-1]))

    def _tally_form(self, area: Area, signs: Sequence[str], size: float) -> tuple[Sequence[str], float, float, float]:
        """A layout with these plain icons and this number size (mm): the icons, size, icon width and gap."""
        gap, count = look.mm(0.8 if size == TALLY[0] else 0.4), len(self.tally)
        figures = sum(_wide(piece, size) for piece in self.tally)
        side = (area.w - figures - gap * (len(signs) + 2 * count)) / (len(signs) + count)
        return signs, size, min(area.h, look.mm(5), side), gap

    def _icon_side(self, area: Area) -> float:
        side = min(area.h, look.mm(4.6 if area.w > look.mm(34) else 3.6))
        return min(side, area.w * 0.42 / len(self.icons) - look.mm(0.8)) if self.detail and self.icons else side

    def _beside_icons(self, area: Area) -> Area:
        beside, gap = area.copy(), look.mm(0.8)
        beside.cut_left(len(self.icons) * (self._icon_side(area) + gap) + (gap if self.icons else 0))
        return beside

    def label_fits(self) -> bool:
        inner, icon = self.area.inset(look.pad if self.align == "left" else look.mm(1.2), look.mm(0.8)), 0.0
        if self.tally:
            inner.cut_bottom(inner.h * 0.45)
        elif self.detail or self.icons:
            inner.cut_bottom(inner.h * (1 - self._share(inner)))
        if self.icon:
            icon = min(inner.h, look.mm(6.6)) + look.gap
        px = look.text(self.size_mm)
        return type_.fit(self.text, "bold", px, px, int(inner.w - icon), int(inner.h), 3)[2]

    def detail_fits(self) -> bool:
        """True if the smaller line fits at its size, next to its icons or without them."""
        inner = self.area.inset(look.pad if self.align == "left" else look.mm(1.2), look.mm(0.8))
        inner.cut_top(inner.h * self._share(inner))
        px = look.text(self.detail_mm)
        rooms = (self._beside_icons(inner), inner)
        return any(type_.fit(self.detail, "plain", px, px, int(a.w), int(a.h), _lines(a))[2] for a in rooms)

    def _detail_fits(self, area: Area) -> bool:
        most, least = look.text(self.detail_mm), look.text(min(2.1, 2.1 / look.scale))
        return type_.fit(self.detail, "plain", most, least, int(area.w), int(area.h), _lines(area))[2]

    def _paint_badge(self, area: Area) -> None:
        r = look.mm(2.0)
        x, y = area.x + area.w - r * 0.9, area.y + area.h - r * 0.9
        paint.disc(x, y, r, t.AMBER)
        paint.words(self.badge, Area(x - r, y - r, 2 * r, 2 * r), t.ON_AMBER, 3.2, face="heavy", align="center")


class TextView(Drawn):
    """Text fitted into its area; ``size_mm``: maximum font size, ``lines``: maximum number of lines."""

    text: str = ""
    colour: Rgba = t.PAPER
    size_mm: float = Look.READ
    face: str = "bold"
    align: paint.Align = "left"
    valign: paint.Valign = "middle"
    lines: int = 1

    def fits(self, text: str) -> bool:
        most, least = look.text(self.size_mm), look.text(Look.LEAST)
        return type_.fit(text, self.face, most, min(most, least), int(self.width), int(self.height), self.lines)[2]

    def paint_self(self, area: Area) -> None:
        paint.words(
            self.text, area, self.colour, self.size_mm,
            face=self.face, align=self.align, valign=self.valign, lines=self.lines,
        )  # fmt: skip


class Light(Drawn):
    """A status light with a text, or an icon if there is no room: green is good, amber waits, red is bad. ``stacked``:
    the text is below, for narrow places."""

    COLOURS: ClassVar[dict[str, Rgba]] = {"good": t.GREEN, "wait": t.LAMP, "bad": t.ALERT, "off": t.GREY}

    text: str = ""
    icon: str = ""
    state: str = "off"
    stacked: bool = False

    def paint_self(self, area: Area) -> None:
        if not self.text and not self.icon:
            return
        r = look.mm(1.1)
        lamp = area.cut_top(look.mm(3.2)) if self.stacked else area.cut_left(2 * r, look.mm(1.2))
        colour = self.COLOURS[self.state]
        paint.glow(lamp.cx, lamp.cy, r * 2.6, t.faded(colour, 0.35))
        paint.disc(lamp.cx, lamp.cy, r, colour)
        if self.icon:
            side = min(area.h, area.w, look.mm(4.4))
            icons.draw(self.icon, Area(area.x, area.cy - side / 2, side, side), tint=t.MIST)
        size, lines = (Look.TINY, 1) if self.stacked else (Look.SMALL, 2)
        align: paint.Align = "center" if self.stacked else "left"
        least = min(2.6, 2.6 / look.scale)
        paint.words(self.text, area, t.PAPER_DIM, size, least=least, face="plain", align=align, lines=lines)


class Field(Drawn):
    """A plain background."""

    fill: Rgba = t.DUSK
    line: Rgba | None = None
    round: float = 0.0

    def paint_self(self, area: Area) -> None:
        if self.round or self.line:
            paint.box(area, self.fill, radius=look.mm(self.round), line=self.line, width=max(1, look.mm(0.22)))
        else:
            paint.rect(area, self.fill)


class IconView(Drawn):
    icon: str = ""
    tint: Rgba | None = None

    def paint_self(self, area: Area) -> None:
        if self.icon:
            icons.draw(self.icon, area, tint=self.tint)


def _wide(piece: Piece, size: float) -> int:
    return type_.extents(str(piece.n), look.text(size), "heavy")[0] + 1


def _lines(room: Area) -> int:
    """Maximum number of lines of the smaller text: three if they are large enough."""
    return 3 if room.h >= 3 * type_.line_height(look.text(2.9)) else 2


class GameTile(Tappable):
    """A game's picture with its name below."""

    icon: str = ""
    text: str = ""
    size_mm: float = 5.2

    def fitting_mm(self, most_mm: float, text: str) -> float:
        """The largest font size up to ``most_mm`` at which a name fits."""
        name = self._name(self.area.inset(look.mm(2)))
        return paint.fitting_mm(text, "bold", most_mm, name, 2)

    def _name(self, inner: Area) -> Area:
        return inner.cut_bottom(min(look.mm(14), inner.h * 0.36))

    def paint_self(self, area: Area) -> None:
        paint.box(area, t.STONE_PRESSED if self.pressed else t.STONE, radius=look.mm(2.6), line=t.EDGE)
        inner = area.inset(look.mm(2))
        name = self._name(inner)
        picture = inner.square()
        paint.glow(picture.cx, picture.cy, picture.w * 0.62, t.faded(t.AMBER, 0.10))
        icons.draw(self.icon, inner.inset(look.mm(1)))
        paint.words(self.text, name, t.PAPER, self.size_mm, least=3.0, align="center", lines=2)


def alike(buttons: Sequence[TapButton], most_mm: float) -> None:
    """Give adjacent buttons the same font size, up to ``most_mm``: the one that fits the longest label."""
    size = min(button.fitting_mm(most_mm) for button in buttons)
    for button in buttons:
        button.show(size_mm=size)


# The line above a title.

FIGURE = re.compile(r"\d+")
CAPITAL = 0.727
"""Height of the font's capitals and digits, in em."""
LEAST = 2.6
"""Font size (mm) of the text below which the large number is not worth it."""


class Heading(TextView):
    """A line whose first number, the round, is as large as the rest of the game's state, if there is room."""

    HIGH = 4.8
    """Minimum height (mm) for the large number."""

    large: bool = False
    """True while the number is large."""

    @staticmethod
    def gap(text: str) -> float:
        """Gap in pixels below the line, if it has a large number."""
        return look.mm(1.1) if FIGURE.search(text) else 0

    def paint_self(self, area: Area) -> None:
        found, large = FIGURE.search(self.text), look.text(self.figure_mm)
        self.large = found is not None and area.h >= large * CAPITAL and self._paint_parts(area, found, large)
        if not self.large:
            super().paint_self(area)

    @property
    def figure_mm(self) -> float:
        """Font size of the number: that of the state, independent of the text size setting."""
        return Look.STATE / look.scale

    def _paint_parts(self, area: Area, found: re.Match[str], large: int) -> bool:
        """Text, number and text on one line; False if the text would be too small."""
        before, figure, after = self.text[: found.start()].strip(), found[0], self.text[found.end() :].strip()
        wide = type_.extents(figure, large, "heavy")[0]
        px = look.text(self.size_mm)
        while px >= look.text(LEAST):
            gap = round(px * 0.3)
            left, right = (type_.extents(said, px, self.face)[0] + gap if said else 0 for said in (before, after))
            if left + wide + right <= area.w:
                break
            px -= 1
        else:
            return False
        size = px / look.text(10) * 10
        # Align the baselines of both sizes.
        low = Area(area.x, area.y - (large - px) * CAPITAL / 2, area.w, area.h)
        paint.words(before, Area(low.x, low.y, left, low.h), self.colour, size, face=self.face)
        place = Area(area.x + left, area.y, wide + 1, area.h)
        paint.words(figure, place, t.PAPER, self.figure_mm, face="heavy", least=self.figure_mm)
        paint.words(after, Area(place.x + wide + gap, low.y, right, low.h), self.colour, size, face=self.face)
        return True


# Progress bars.

BAR = 2.2
"""Height of the bar (mm)."""


class Progress(Drawn):
    """``at`` of ``length`` steps: green before, amber at, dark after the current one."""

    at: int = 0
    length: int = 0

    def paint_self(self, area: Area) -> None:
        cells = area.columns(max(1, self.length), look.mm(0.8))
        for step, cell in enumerate(cells):
            fill = t.GREEN if step < self.at else t.LAMP if step == self.at else t.SLOT
            strip = cell.inset(0, max(0.0, (cell.h - look.mm(2)) / 2))
            paint.box(strip, fill, radius=look.mm(0.8))


def known_words(known: Known) -> Words:
    return T("{known} of {printed} known", known=known.known, printed=known.printed)


class KnownBar(Drawn):
    """The text above the bar."""

    known: Known = UNSET

    def paint_self(self, area: Area) -> None:
        known = self.known
        middle = area.cy
        bar = Area(area.x, middle - look.mm(1.2 + BAR), area.w, look.mm(BAR))
        words = Area(area.x, middle - look.mm(0.4), area.w, area.h - (middle - look.mm(0.4) - area.y))
        paint.words(say(known_words(known)), words, t.PAPER, 4.2, valign="bottom")
        paint.box(bar, t.SLOT, radius=bar.h / 2)
        part = known.known / max(1, known.printed)
        if part > 0:
            paint.box(Area(bar.x, bar.y, max(bar.h, bar.w * part), bar.h), t.GREEN, radius=bar.h / 2)
