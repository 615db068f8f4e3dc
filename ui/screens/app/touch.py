"""The touch check: tap four corners, one after the other."""

from __future__ import annotations

from kivy.input import MotionEvent

from companion.core.texts import T
from ui.base.language import say
from ui.device.display import Corners, Finding, TouchMapping
from ui.layout.geometry import Area
from ui.look import theme
from ui.look.theme import Shape, look
from ui.screens.base import Screen
from ui.widgets.buttons import TapButton, TextView
from ui.widgets.checks import Corner

MARK = 13.0
"""Size of a mark (mm)."""


class TouchScreen(Screen):
    """Every touch counts, wherever it arrives, except on the centre button: it is in the centre for every mapping of
    the axes."""

    nav = False

    def build(self) -> None:
        self._marks = [self.add(Corner()) for _ in range(4)]
        self.title = self.add(TextView(size_mm=6.4, face="heavy", align="center", lines=2))
        self.said = self.add(TextView(size_mm=4.2, face="plain", align="center", colour=theme.PAPER_DIM, lines=5))
        self.primary = self.add(TapButton(size_mm=5.0))
        self.again = self.add(TapButton(size_mm=4.4, action=self._once_more))
        self._corners = Corners()
        self._finding: Finding | None = None

    def reset(self) -> None:
        self._corners = Corners()
        self._finding = None

    def arrange(self, room: Area, shape: Shape) -> None:
        side, edge = look.mm(MARK), look.mm(2)
        left, right = room.x + edge, room.x + room.w - edge - side
        low, high = room.y + edge, room.y + room.h - edge - side
        for mark, (x, y) in zip(self._marks, ((left, high), (right, high), (right, low), (left, low)), strict=True):
            mark.place(Area(x, y, side, side))
        wide = min(room.w - look.mm(8), look.mm(110))
        self.primary.place(Area(room.cx - look.mm(22), room.cy - look.primary / 2, look.mm(44), look.primary))
        self.again.place(
            Area(room.cx - look.mm(22), room.cy - look.primary * 1.5 - look.mm(3), look.mm(44), look.touch)
        )
        above = Area(room.cx - wide / 2, room.cy + look.primary / 2 + look.mm(2), wide, look.mm(26))
        above.w, above.x = wide - look.mm(MARK), above.x + look.mm(MARK) / 2
        self.title.place(above.cut_top(look.mm(11), look.mm(1)))
        self.said.place(above)

    def refresh(self) -> None:
        asked, finding = self._corners.asked, self._finding
        for index, mark in enumerate(self._marks):
            mark.show(lit=index == asked, done=asked is None or index < asked)
        if finding is None:
            self.title.show(text=say(T("Tap the mark that is lit")))
            self.said.show(text=say(T("This shows the companion that every tap arrives where your finger is.")))
            self.primary.action = self._leave
            self.primary.show(text=say(T("Skip")), role="plain", key="skip")
            self.again.hide()
            return
        self.title.show(text=say(T("Well done") if finding.good else T("Something is not right")))
        self.said.show(text=say(finding.words))
        self.primary.action = self.act
        again = finding.mapping is not None
        self.primary.show(text=say(T("Check again") if again else T("Done")), role="primary", key=("found", again))
        self.again.show(text=say(T("Done") if again else T("Check again")), key=again)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if super().on_touch_down(touch):
            return True
        if self._finding is None and not touch.is_mouse_scrolling:
            self._corners.tap(touch.x / max(1, self.width), touch.y / max(1, self.height), touch.time_start)
            if self._corners.asked is None:
                self._look(self._corners)
            self.host.refresh()
        return True

    def _look(self, corners: Corners) -> None:
        self._finding = corners.finding()
        if self._finding.mapping is not None:
            settings = self.host.settings
            settings.touch = str(TouchMapping.named(settings.touch).then(self._finding.mapping))
            self.host.apply_settings()

    def _once_more(self) -> None:
        if self._finding is not None and self._finding.mapping is not None:
            self._leave()
        else:
            self._repeat()

    def _repeat(self) -> None:
        self.reset()
        self.host.refresh()

    def _leave(self) -> None:
        self.host.settings.checked = True
        self.host.apply_settings()
        self.host.go("game" if self.host.session is not None else "home")

    def act(self) -> None:
        """Finish, or check again after a correction."""
        if self._finding is None:
            return
        if self._finding.mapping is not None:
            self._repeat()
        else:
            self._leave()
