"""What every part of the screen has in common: it draws itself, and takes a tap or does not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.clock import Clock
from kivy.graphics import Canvas
from kivy.input import MotionEvent
from kivy.uix.widget import Widget

from ui.layout.geometry import Area


class Drawn(Widget):
    """Draws itself in ``paint_self``, at most once a frame, and only after something changed.

    Content is set through ``show``; what is equal to what is shown already costs nothing. Drawing goes to
    ``canvas.before``, which kivy leaves to the widget itself; ``canvas`` holds the children.
    """

    def __init__(self, **kwargs: Any) -> None:
        self._again = Clock.create_trigger(self._paint, -1)
        self.shown = True
        # A part may be made while another is drawn, and kivy puts whatever is made then into the open canvas as well:
        # it would be drawn twice, and once that canvas is cleared nobody would hear of it when it changes.
        with Canvas(noadd=True):
            super().__init__(size_hint=(None, None), **kwargs)
            self.canvas.before  # noqa: B018 - made when it is first asked for
        self.bind(pos=self.again, size=self.again)

    @property
    def area(self) -> Area:
        return Area(self.x, self.y, self.width, self.height)

    def place(self, area: Area) -> None:
        """Put it there, in whole pixels."""
        left, bottom = round(area.x), round(area.y)
        self.pos = (left, bottom)
        self.size = (max(0, round(area.x + area.w) - left), max(0, round(area.y + area.h) - bottom))

    def show(self, **content: Any) -> None:
        """Set attributes and draw again if one of them is another now; it becomes visible."""
        content["shown"] = content.get("shown", True)
        if any(getattr(self, name) != value for name, value in content.items()):
            for name, value in content.items():
                setattr(self, name, value)
            self.changed()
            self.again()

    def hide(self) -> None:
        """Draw nothing and take no tap, until the next ``show``."""
        if self.shown:
            self.shown = False
            self.changed()
            self.again()

    def changed(self) -> None:
        """Called before drawing when content is another; parts that remember touches forget them here."""

    def again(self, *_: object) -> None:
        """Draw again before the next frame."""
        self._again()

    def _paint(self, _dt: float = 0) -> None:
        self.canvas.before.clear()
        if self.shown and self.width > 0 and self.height > 0:
            with self.canvas.before:
                self.paint_self(self.area)
        if not self.shown:
            for part in self.children:
                part.hide()

    def paint_self(self, area: Area) -> None:
        """Draw into ``area``; called with the canvas open."""
        raise NotImplementedError


class Tappable(Drawn):
    """Calls ``action`` when it is tapped: pressed and let go on it, with the same content all the while.

    The second tap of a double tap does nothing, since the first one has changed what stands there; ``rapid`` is for
    buttons that may well be tapped twice in a quarter of a second.
    """

    def __init__(self, **kwargs: Any) -> None:
        self.action: Callable[[], None] | None = None
        self.enabled = True
        self.pressed = False
        self.rapid = False
        super().__init__(**kwargs)

    def changed(self) -> None:
        self.pressed = False

    def takes(self, touch: MotionEvent) -> bool:
        """True when a touch there is meant for it."""
        return self.shown and self.enabled and self.action is not None and self.collide_point(*touch.pos)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if touch.is_mouse_scrolling or not self.takes(touch):
            return False
        if touch.is_double_tap and not self.rapid:
            return True
        touch.grab(self)
        self.press(touch)
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        meant = self.pressed and self.takes(touch)
        self.pressed = False
        self.again()
        if meant:
            self.tapped(touch)
        return True

    def press(self, touch: MotionEvent) -> None:
        """A finger came down on it."""
        self.pressed = True
        self.again()

    def tapped(self, touch: MotionEvent) -> None:
        """The finger was let go on it."""
        if self.action is not None:
            self.action()
