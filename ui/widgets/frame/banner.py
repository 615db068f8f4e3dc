"""The banner that says what went wrong, in one sentence, over everything else."""

from __future__ import annotations

from kivy.input import MotionEvent

from ui.layout.geometry import Area
from ui.look import icons, paint
from ui.look import theme as t
from ui.look.theme import Look, look
from ui.widgets.button import TapButton
from ui.widgets.drawn import Tappable


class Banner(Tappable):
    """A sentence; a tap puts it away. ``rule`` stands on the button ``why``, where it is a rule that says no."""

    text: str = ""
    rule: str = ""

    def build(self) -> None:
        self.why = self.add(TapButton())

    def paint_self(self, area: Area) -> None:
        paint.box(Area(area.x, area.y - look.mm(0.8), area.w, area.h), t.SHADE)
        paint.box(area, t.CARD, line=t.AMBER, width=look.mm(0.7))
        inner = area.inset(look.mm(2.4), look.mm(1.4))
        sign = inner.cut_left(look.mm(8), look.mm(2))
        icons.draw("alert", Area(sign.x, sign.cy - look.mm(4), sign.w, look.mm(8)))
        close = inner.cut_right(look.mm(6), look.mm(2))
        icons.draw("cross", Area(close.x, close.cy - look.mm(2.6), close.w, look.mm(5.2)), tint=t.ON_CARD_DIM)
        narrow = inner.w < look.mm(80)
        if self.rule:
            self.why.place(inner.cut_right(look.mm(22 if narrow else 34), look.gap))
        icon = "" if narrow else "question"
        self.why.show(text=self.rule, icon=icon, size_mm=Look.SMALL, shown=bool(self.rule))
        paint.words(self.text, inner, t.ON_CARD, Look.BUTTON, least=2.6, lines=3)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        return (self.shown and bool(self.why.on_touch_down(touch))) or super().on_touch_down(touch)


class Night(Tappable):
    """Darkness over the whole screen. The tap that wakes presses nothing."""

    def paint_self(self, area: Area) -> None:
        paint.rect(area, (0, 0, 0, 1))
        icons.draw("lamp", Area(area.cx - look.mm(4), area.cy - look.mm(4), look.mm(8), look.mm(8)), alpha=0.25)

    def takes(self, touch: object) -> bool:
        return self.shown

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if not self.shown:
            return False
        touch.grab(self)
        self.press(touch)
        return True
