"""The base classes of all widgets: drawing, taps, and the protection against stray taps."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar, dataclass_transform

from kivy.clock import Clock
from kivy.graphics import Canvas
from kivy.input import MotionEvent
from kivy.uix.widget import Widget

from ui.layout.geometry import Area
from ui.look import paint
from ui.look import theme as t
from ui.look.theme import look


class TapGuard:
    """Remembers the last effective tap, and tells which targets it blocks: what appears under the finger takes no tap
    for a moment, so that the second of two quick taps cannot trigger something new. The moment begins when the picture
    after the tap is drawn; until then nothing in its place takes another, except what is ``rapid``."""

    DEAD = 0.4
    """Seconds during which something else in its place takes no tap."""
    NEAR = 3.0
    """Distance (mm) that counts as the same place."""

    def __init__(self) -> None:
        self.now = time.monotonic
        self._next_frame = Clock.create_trigger(lambda _dt: self._drawn())
        self.reset()

    def reset(self) -> None:
        self._at, self._x, self._y = float("-inf"), 0.0, 0.0
        self._meaning: object = None
        self._everywhere = self._unseen = False

    def record(self, x: float, y: float, meaning: object) -> None:
        """Record a tap at (x, y) on something with this meaning."""
        self._x, self._y, self._meaning, self._everywhere = x, y, meaning, False
        self._begin()

    def arrive(self) -> None:
        """Something came up that nobody here has tapped for: for a moment nothing takes a tap, wherever it is."""
        self._meaning, self._everywhere = None, True
        self._begin()

    def _begin(self) -> None:
        self._at, self._unseen = self.now(), True
        self._next_frame()

    def _drawn(self) -> None:
        if self._unseen:
            self._at, self._unseen = self.now(), False

    def turn(self, width: float, height: float) -> None:
        """The picture was turned round: the finger is where it was."""
        self._x, self._y = width - self._x, height - self._y

    @property
    def active(self) -> bool:
        return self._unseen or self.remaining > 0

    @property
    def remaining(self) -> float:
        """Seconds until nothing is blocked."""
        return self._at + self.DEAD - self.now()

    def blocked(self, targets: Iterable[Area], meaning: object, *, rapid: bool = False) -> list[Area]:
        """Those of ``targets`` at its place that mean something else, or are not drawn yet."""
        same = meaning == self._meaning and not self._everywhere and (rapid or not self._unseen)
        if not self.active or same:
            return []
        if self._everywhere:
            return [one for one in targets if one.w > 0]
        near = look.mm(self.NEAR)
        return [one for one in targets if one.w > 0 and one.inset(-near).holds(self._x, self._y)]

    def blocks_key(self, meaning: object) -> bool:
        """True while a key must not trigger something with this meaning, since something else was tapped a moment ago,
        anywhere."""
        return self.active and (self._everywhere or meaning != self._meaning)

    def hits(self, area: Area, x: float, y: float) -> bool:
        """True if a touch at (x, y) is on ``area``, or close to it."""
        return area.inset(-look.mm(self.NEAR)).holds(x, y)


tap_guard = TapGuard()
"""Shared: there is one screen."""


PartT = TypeVar("PartT", bound="Drawn")

UNSET: Any = object()
"""The default of content without which a widget draws nothing. It reads as None."""


class Composed(Widget):
    """A widget made of parts with explicit positions."""

    def __init__(self) -> None:
        super().__init__(size_hint=(None, None))

    def add(self, part: PartT) -> PartT:
        self.add_widget(part)
        return part

    def ensure(self, parts: list[PartT], kind: Callable[[], PartT], n: int) -> list[PartT]:
        """Extend ``parts`` to ``n``, and hide the rest; returns the first ``n``."""
        while len(parts) < n:
            parts.append(self.add(kind()))
        hide(*parts[n:])
        return parts[:n]


@dataclass_transform(kw_only_default=True)
class Drawn(Composed):
    """Draws itself in ``paint_self``, at most once a frame, and only after a change. A subclass declares its content as
    class attributes with defaults. Values are passed to the constructor, and later to ``show``; equal values cost
    nothing. Drawing goes to ``canvas.before``, which kivy leaves to the widget; ``canvas`` holds the children."""

    LOOKS = frozenset({"shown", "size_mm", "detail_mm"})
    """How it is drawn: with other values of these it says the same."""

    shown: bool = True
    _required: tuple[str, ...] = ()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        unset = [name for name, value in vars(cls).items() if value is UNSET]
        cls._required = (*cls._required, *unset)
        for name in unset:
            setattr(cls, name, None)

    def __init__(self, **content: object) -> None:
        self._redraw = Clock.create_trigger(self._paint, -1)
        # A widget may be created while another one draws, and kivy would add it to the open canvas: it would be drawn
        # twice, and the copy would miss later changes.
        with Canvas(noadd=True):
            super().__init__()
            self.canvas.before  # noqa: B018 - made when it is first asked for
        for name, value in content.items():
            setattr(self, name, value)
        self.build()
        self.bind(pos=self.redraw, size=self.redraw)

    def build(self) -> None:
        """Called once on creation: create parts and internal state."""

    @property
    def area(self) -> Area:
        return Area(self.x, self.y, self.width, self.height)

    def place(self, area: Area) -> None:
        """Set position and size, rounded to whole pixels."""
        left, bottom = round(area.x), round(area.y)
        self.pos = (left, bottom)
        self.size = (max(0, round(area.x + area.w) - left), max(0, round(area.y + area.h) - bottom))

    def show(self, at: Area | None = None, /, **content: object) -> None:
        """Set position, if it is given, and content, and make it visible; redraw if anything changed."""
        if at is not None:
            self.place(at)
        content["shown"] = content.get("shown", True)
        different = [name for name, value in content.items() if getattr(self, name) != value]
        for name in different:
            setattr(self, name, content[name])
        if not different:
            return
        if not self.shown or not self.LOOKS.issuperset(different):
            self.changed()
        elif "shown" in different:
            self.returned()
        self.redraw()

    def hide(self) -> None:
        """Draw nothing and take no taps, until the next ``show``."""
        if self.shown:
            self.shown = False
            self.changed()
            self.redraw()

    def changed(self) -> None:
        """Called when it is hidden, or says something else, before drawing; subclasses forget touches here."""

    def returned(self) -> None:
        """Called when it was hidden and is shown with the same content."""

    def redraw(self, *_: object) -> None:
        """Schedule a redraw before the next frame."""
        self._redraw()

    def _paint(self, _dt: float = 0) -> None:
        self.canvas.before.clear()
        if self.shown and self.width > 0 and self.height > 0:
            if all(getattr(self, name) is not None for name in self._required):
                with self.canvas.before:
                    self.paint_self(self.area)
        else:
            for part in self.children:
                if isinstance(part, Drawn):
                    part.hide()

    def paint_self(self, area: Area) -> None:
        """Draw into ``area``; called with the canvas open."""
        raise NotImplementedError


def hide(*parts: Drawn) -> None:
    """Hide all ``parts``."""
    for part in parts:
        part.hide()


def place_row(area: Area, gap: float, *parts: Drawn) -> None:
    """Place ``parts`` side by side in ``area``."""
    for part, cell in zip(parts, area.columns(len(parts), gap), strict=True):
        part.place(cell)


def redraw_all(root: Widget) -> None:
    for part in root.walk(restrict=True):
        if isinstance(part, Drawn):
            part.redraw()


class Tappable(Drawn):
    """Calls ``action`` on a tap: touch down and up on it, with unchanged content. ``key``: what it stands for. If
    something else was tapped here a moment ago, it takes no tap yet and is dimmed (``tap_guard``). The second tap of a
    double tap is ignored, unless it is ``rapid``: made for fast repeated taps, whatever it stands for by then."""

    DIM = 0.62

    action: Callable[[], object] | None = None
    key: object = None
    enabled: bool = True
    pressed: bool = False
    rapid: bool = False
    _blocked: Sequence[Area] = ()
    _held: bool = False

    def changed(self) -> None:
        # Hidden and back before a frame is drawn, it is still under the finger: that is how screens are laid out.
        self._held, self.pressed = self.pressed and not self.shown, False

    def returned(self) -> None:
        self.pressed, self._held = self._held, False

    def takes(self, touch: MotionEvent) -> bool:
        """True if it handles this touch."""
        return self.shown and self.enabled and self.action is not None and self.collide_point(*touch.pos)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if touch.is_mouse_scrolling or not self.takes(touch):
            return False
        if (touch.is_double_tap and not self.rapid) or self._too_soon(touch):
            return True
        touch.grab(self)
        self.press(touch)
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        meant = self.pressed and self.takes(touch)
        self.pressed = self._held = False
        self.redraw()
        if meant:
            tap_guard.record(*touch.pos, self.meaning)
            self.tapped(touch)
        return True

    @property
    def meaning(self) -> object:
        """Identity of a tap: as long as it is the same, taps may be fast."""
        return self if self.rapid or self.key is None else self.key

    def blocked(self) -> list[Area]:
        """Areas that take no tap yet."""
        if not (tap_guard.active and self.enabled):
            return []
        return tap_guard.blocked(self.targets(), self.meaning, rapid=self.rapid)

    def _too_soon(self, touch: MotionEvent) -> bool:
        return any(tap_guard.hits(area, *touch.pos) for area in self.blocked())

    def _paint(self, _dt: float = 0) -> None:
        super()._paint(_dt)
        self._held = False
        if self._blocked:
            self.canvas.after.clear()
        self._blocked = self.blocked() if self.shown and self.action is not None else []
        if self._blocked:
            with self.canvas.after:
                for area in self._blocked:
                    paint.box(area, t.faded(t.NIGHT, self.DIM))
            Clock.schedule_once(self.redraw, max(0, tap_guard.remaining))

    def targets(self) -> list[Area]:
        return [self.area]

    def press(self, touch: MotionEvent) -> None:
        """Called on touch down."""
        self.pressed = True
        self.redraw()

    def tapped(self, touch: MotionEvent) -> None:
        """Called on a tap."""
        if self.action is not None:
            self.action()


class TapAreas(Tappable):
    """A widget with several tap targets."""

    def build(self) -> None:
        self.action = no_action

    def action_at(self, touch: MotionEvent) -> Callable[[], object] | None:
        """The action of a tap there; None if that is no target."""
        raise NotImplementedError

    def takes(self, touch: MotionEvent) -> bool:
        return self.shown and self.action_at(touch) is not None

    def tapped(self, touch: MotionEvent) -> None:
        action = self.action_at(touch)
        if action is not None:
            action()


def no_action(*_: object) -> None:
    """The default of callbacks, and the action of widgets that handle taps or holds themselves."""
