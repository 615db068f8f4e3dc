"""Widgets of the private screen: hold button, "look away" signs, cover, countdown."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kivy.input import MotionEvent

from ui.layout.geometry import Area
from ui.look import icons, paint
from ui.look import theme as t
from ui.look.theme import look
from ui.widgets.button import TapButton
from ui.widgets.drawn import Drawn, no_action


class HoldButton(TapButton):
    """Calls ``held`` with True on touch down, and with False on touch up, wherever that is. ``slid`` is called with
    every touch move, and the touch up."""

    held: Callable[[bool], None] | None = None
    slid: Callable[[MotionEvent], None] | None = None
    rapid: bool = True

    def build(self) -> None:
        super().build()
        self.action = no_action

    def press(self, touch: MotionEvent) -> None:
        super().press(touch)
        if self.held is not None:
            self.held(True)

    def on_touch_move(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return False
        if self.slid is not None:
            self.slid(touch)
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is self:
            if self.slid is not None:
                self.slid(touch)
            if self.held is not None:
                self.held(False)
        return super().on_touch_up(touch)


class LookAway(Drawn):
    """The discs of the players who must look away, each with a crossed-out eye."""

    discs: Sequence[str] = ()

    def paint_self(self, area: Area) -> None:
        if not self.discs:
            return
        each = min(area.w / len(self.discs), look.mm(21))
        side = min(area.h, each * 0.44)
        for index, disc in enumerate(self.discs):
            left = area.x + index * each
            icons.draw(disc, Area(left, area.cy - side / 2, side, side))
            icons.draw("eye:shut", Area(left + side * 1.04, area.cy - side / 2, side, side), tint=t.MIST)


class Cover(Drawn):
    """Covers a secret."""

    def paint_self(self, area: Area) -> None:
        paint.box(area, t.DUSK, radius=look.mm(3), line=t.EDGE, width=max(1, look.mm(0.3)))
        side = min(area.w, area.h) * 0.42
        icons.draw("eye:shut", Area(area.cx - side / 2, area.cy - side / 2, side, side), tint=t.STONE_PRESSED)


class Countdown(Drawn):
    """Bars for what is ``left`` of ``length`` (0: no bars), after a text."""

    text: str = ""
    left: int = 0
    length: int = 1

    def paint_self(self, area: Area) -> None:
        room = area.copy()
        bars = room.cut_right(min(room.w * 0.5, look.mm(3) * self.length), look.gap if self.length else 0)
        paint.words(self.text, room, t.MIST, 4.2, face="plain", least=2.4, lines=2)
        for index, bar in enumerate(bars.columns(max(1, self.length), look.mm(0.7))[: self.length]):
            high = min(bar.h, look.mm(4.6))
            paint.box(
                Area(bar.x, bar.cy - high / 2, bar.w, high), t.SUN if index < self.left else t.SLOT, radius=look.mm(0.5)
            )
