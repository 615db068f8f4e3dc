"""The banner: what went wrong, in one sentence, over everything else."""

from __future__ import annotations

from kivy.input import MotionEvent

from companion.core.texts import T
from ui.base.language import say
from ui.layout.geometry import Area
from ui.look import icons, paint
from ui.look import text as type_
from ui.look import theme as t
from ui.look.theme import Look, look
from ui.widgets.button import TapButton
from ui.widgets.drawn import Tappable


class Banner(Tappable):
    """A sentence; a tap closes it. For a rule's refusal, ``heading`` is its place in the rulebook and ``rule`` its
    number, and a button asks why."""

    NARROW = 100.0
    """Width (mm) below which the heading has its own strip across the banner."""
    STRIP = 7.0
    NUMBER = 2.8

    text: str = ""
    heading: str = ""
    rule: str = ""

    def build(self) -> None:
        self.why = self.add(TapButton())

    def tall(self, wide: float) -> float:
        """Height in mm on a screen ``wide`` pixels wide."""
        return 18.0 + (self.STRIP if self.heading and wide < look.mm(self.NARROW) else 0)

    def paint_self(self, area: Area) -> None:
        paint.box(Area(area.x, area.y - look.mm(0.8), area.w, area.h), t.SHADE)
        paint.box(area, t.CARD, line=t.AMBER, width=look.mm(0.7))
        narrow = area.w < look.mm(self.NARROW)
        inner = area.inset(look.mm(2.4), look.mm(1.4))
        if self.heading and narrow:
            self._paint_rule(inner.cut_bottom(look.mm(self.STRIP)))
        sign = inner.cut_left(look.mm(8), look.mm(2))
        icons.draw("alert", Area(sign.x, sign.cy - look.mm(4), sign.w, look.mm(8)))
        close = inner.cut_right(look.mm(6), look.mm(2))
        icons.draw("cross", Area(close.x, close.cy - look.mm(2.6), close.w, look.mm(5.2)), tint=t.ON_CARD_DIM)
        if self.rule:
            self.why.place(inner.cut_right(look.mm(20 if narrow else 30), look.gap))
        self.why.show(text=say(T("Why?")), icon="" if narrow else "question", size_mm=Look.SMALL, shown=bool(self.rule))
        if self.heading and not narrow:
            self._paint_rule(inner.cut_bottom(look.mm(4.2)))
        paint.words(self.text, inner, t.ON_CARD, Look.BUTTON, least=2.6, lines=3)

    def _paint_rule(self, row: Area) -> None:
        """The rule's place in the rulebook, then its number in small type."""
        number = type_.extents(self.rule, look.text(self.NUMBER), "plain")[0] + look.mm(1)
        wide = min(type_.extents(self.heading, look.text(3.4), "bold")[0] + look.mm(1), row.w - number - look.gap)
        place = row.cut_left(wide, look.gap)
        paint.words(self.heading, place, t.ON_CARD_DIM, 3.4, least=2.6, lines=2)
        paint.words(self.rule, row, t.ON_CARD_DIM, self.NUMBER, face="plain", least=2.6)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        return (self.shown and bool(self.why.on_touch_down(touch))) or super().on_touch_down(touch)


class SleepOverlay(Tappable):
    """The dark overlay of sleep. The tap that wakes does nothing else."""

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
