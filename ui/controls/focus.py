"""The focus ring: what a key, an encoder or a game controller would press, for whoever does not touch the glass.

Kivy's own ``FocusBehavior`` gives the focus to widgets. Most of what can be pressed here is none: squares of a board,
dice, players. So the ring goes from one place that takes a tap to the next (``Tappable.targets``), and confirming puts
a finger there: whatever holds for a finger holds for a key.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot
from typing import TYPE_CHECKING, NamedTuple

from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics import Color
from kivy.input import MotionEvent
from kivy.uix.widget import Widget

from ui.layout.geometry import Area
from ui.layout.order import bounds, reading_order
from ui.look import boxes
from ui.look import theme as t
from ui.look.theme import Rgba, look
from ui.widgets.button import TapButton
from ui.widgets.drawn import Drawn, Tappable
from ui.widgets.lasttap import last_tap
from ui.widgets.notice import Notice
from ui.widgets.player.alone import HoldButton
from ui.widgets.strip import TodoStrip
from ui.widgets.why import WhyMark

if TYPE_CHECKING:
    from ui.app.stage import Stage


class Ring(Drawn):
    """A blue ring around something, between two dark ones, so that it is seen on whatever lies there."""

    LINES: tuple[tuple[Rgba, float], ...] = ((t.NIGHT, 0.4), (t.STORY, 0.9), (t.NIGHT, 0.4))
    """Colour and width (mm) of each, from the outside in."""
    BESIDE = 1.0
    """By so many millimetres it is larger than what it is around."""

    def paint_self(self, area: Area) -> None:
        radius = look.radius + look.mm(self.BESIDE)
        for colour, width in self.LINES:
            Color(*colour)
            boxes.frame(area, max(1, min(radius, area.w / 2, area.h / 2)), look.mm(width))
            area, radius = area.inset(look.mm(width)), radius - look.mm(width)


class KeyTouch(MotionEvent):
    """The finger of somebody who presses a key, at a place of the window."""

    def __init__(self, x: float, y: float) -> None:
        super().__init__("key", 0, (x, y))
        self.is_touch = True
        self.type_id = "touch"
        self.profile = ["pos"]
        self.aim(x, y)

    def aim(self, x: float, y: float) -> None:
        """Point there; ``x`` and ``y`` are those of the picture, which may be turned round in its window."""
        self.x, self.y = self.pos = x, y
        across, up = x / max(1, Window.width - 1), y / max(1, Window.height - 1)
        self.sx, self.sy = (1 - across, 1 - up) if Window.rotation == 180 else (across, up)


class Spot(NamedTuple):
    """A place that takes a tap, and the part whose place it is: which one of how many."""

    part: Tappable
    area: Area
    nth: int
    of: int

    def moved(self, other: Spot) -> bool:
        """Whether the other is the same place, though it may be elsewhere on the glass."""
        same = (self.part, self.part.meaning, self.nth, self.of)
        return same == (other.part, other.part.meaning, other.nth, other.of)

    @property
    def identity(self) -> object:
        """The same as long as confirming it does the same."""
        return self.part, self.part.meaning, *map(round, self.area)

    def far(self, other: Spot) -> float:
        """How far apart two are; those of one part are always nearer."""
        apart = hypot(self.area.cx - other.area.cx, self.area.cy - other.area.cy)
        return apart + (0 if self.part is other.part else look.panel.width + look.panel.height)


class Focus:
    """Where the ring is on ``stage``. It is seen once a key was used, and gone with the next touch of the glass.

    A new question has it on the amber button; further on it goes in reading order through what is asked, and through
    the bar at last. What came under the ring by itself takes no key for as long as a finger would have to wait
    (``last_tap``). What one player alone may see is never where it begins: whoever wants to see it goes there.
    """

    WHOLE = 0.6
    """What takes more than this share of the glass is no place to go to: it is what lies around a slip."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._on: Spot | None = None
        self._aimed: object = None
        self._asked: object = None
        self._finger: KeyTouch | None = None
        self._pressed = False
        """Something was pressed, and its effect is not on the screen yet."""
        following = Clock.create_trigger(lambda _dt: self.follow())
        self.follow_soon = Clock.create_trigger(lambda _dt: following())
        """Once everything stands where it is now: what is filled now finds its place only when it is drawn."""

    @property
    def shown(self) -> bool:
        """True while there is a ring."""
        return self._on is not None

    @property
    def on(self) -> Spot | None:
        """What the ring is around."""
        return self._on

    def hide(self) -> None:
        """Somebody touches the glass."""
        self._on = None
        self._stage.ring.hide()

    def move(self, steps: int) -> None:
        """So many places on, or back; the first time it only appears."""
        spots = self.spots()
        here = self._here(spots)
        if here is None:
            self._appear(spots)
            return
        self._put(spots[(spots.index(here) + steps) % len(spots)])
        self._aimed = self._on and self._on.identity

    def press(self) -> None:
        """Put a finger where the ring is; where there is none yet, it appears and nothing is pressed."""
        spots = self.spots()
        here = self._here(spots)
        if here is None:
            self._appear(spots)
        elif self._finger is None and self._takes(here):
            self._aimed = here.identity
            self._press(here)

    def _takes(self, spot: Spot) -> bool:
        """True unless it came there by itself just now, or the last press has yet to show what it did."""
        return (spot.part.rapid or not self._pressed) and (spot.identity == self._aimed or not last_tap.fresh)

    def release(self) -> None:
        """Lift it."""
        finger, self._finger = self._finger, None
        if finger is not None:
            EventLoop.post_dispatch_input("end", finger)
            self.follow_soon()

    def back(self) -> None:
        """One step back the way people came; nothing is taken back."""
        host = self._stage.host
        if host.slips.close() or self._stage.reveal.skipped():
            return
        if self._stage.banner.shown:
            host.dismiss()
            return
        known = self._stage.front.way_back
        way = next((spot for spot in self.spots() if spot.part is known or _leads_back(spot.part)), None)
        if way is not None:
            self._press(way)
            self.release()
        elif host.session is not None and host.looking != "game":
            host.go("game")

    def follow(self) -> None:
        """What stands on the screen may be something else now: stay at what was chosen, or begin anew."""
        self._pressed = False
        if self._on is not None:
            self._here(self.spots())

    def _appear(self, spots: Sequence[Spot]) -> None:
        self._asked = self._question()
        if spots:
            self._put(self._first(spots))
            self._aimed = self._on and self._on.identity

    def _here(self, spots: Sequence[Spot]) -> Spot | None:
        """Where the ring is, after it has been put right; None where there is none."""
        if self._on is None:
            return None
        if not spots:
            self._stage.ring.hide()
            return None
        asked, self._asked = self._asked, self._question()
        kept = next((spot for spot in spots if spot.identity == self._on.identity), None)
        # Where the glass is another, what is still there stands elsewhere.
        kept = kept or next((spot for spot in spots if spot.moved(self._on)), None)
        if asked != self._asked and not (kept is not None and kept.part.rapid):
            self._put(self._first(spots))
        else:
            self._put(kept or min(spots, key=self._on.far))
        return self._on

    def _first(self, spots: Sequence[Spot]) -> Spot:
        """Where it begins: on the amber button, else on the first choice."""
        answering = self._stage.front.answering()
        answer = next((spot for spot in spots if spot.part in answering), spots[0])
        return spots[0] if _amber(spots[0].part) else answer

    def _put(self, spot: Spot) -> None:
        self._on = spot
        beside = look.mm(Ring.BESIDE)
        glass = Area(0, 0, *self._stage.size)
        left, bottom = max(glass.x, spot.area.x - beside), max(glass.y, spot.area.y - beside)
        right = min(glass.x + glass.w, spot.area.x + spot.area.w + beside)
        top = min(glass.y + glass.h, spot.area.y + spot.area.h + beside)
        self._stage.ring.place(Area(left, bottom, right - left, top - bottom))
        self._stage.ring.show()

    def _press(self, spot: Spot) -> None:
        self._finger, self._pressed = KeyTouch(spot.area.cx, spot.area.cy), True
        EventLoop.post_dispatch_input("begin", self._finger)
        self.follow_soon()

    def _question(self) -> object:
        """Another one whenever people have something else to think about."""
        stage, session = self._stage, self._stage.host.session
        table = None if session is None else (id(session), session.rev, len(session.pages), session.mode)
        return stage.name, table, stage.slip.shown, stage.banner.shown

    # What there is to go to.

    def spots(self) -> list[Spot]:
        """All places that take a tap, in the order in which the ring goes through them."""
        stage = self._stage
        if stage.night.shown or stage.reveal.shown:
            return []
        if stage.slip.shown:
            return self._in_order(stage.slip, self._taking(stage.slip))
        taking = self._taking(stage)
        asked = [spot for root in (stage.banner, stage.bubble, stage.front) for spot in self._in_order(root, taking)]
        spots = sorted(asked, key=lambda spot: self._rank(spot.part)) + self._in_order(stage.nav, taking)
        return sorted(spots, key=lambda spot: isinstance(spot.part, HoldButton))

    def _rank(self, part: Tappable) -> int:
        """Amber comes first; what only explains comes after what answers."""
        if part is self._stage.front.primary and _amber(part):
            return 0
        return 2 if isinstance(part, (WhyMark, Notice, TodoStrip)) else 1

    def _taking(self, root: Widget) -> list[Spot]:
        """Places whose middle no other part hides from a finger."""
        parts = list(_in_front(root))
        glass = Area(0, 0, *self._stage.size)
        touch = KeyTouch(0, 0)

        def taken(spot: Spot) -> bool:
            touch.aim(spot.area.cx, spot.area.cy)
            return next((part for part in parts if part.takes(touch)), None) is spot.part

        spots = [
            Spot(part, area, nth, len(areas))
            for part, areas in ((part, part.targets()) for part in parts)
            for nth, area in enumerate(areas)
            if glass.holds(area.cx, area.cy)
        ]
        return [
            spot for spot in spots if 0 < spot.area.w * spot.area.h < glass.w * glass.h * self.WHOLE and taken(spot)
        ]

    @staticmethod
    def _in_order(root: Widget, spots: Sequence[Spot]) -> list[Spot]:
        """Those of ``root``: each of its own parts in reading order, and what is in each as well."""
        inside = [(root,), *(tuple(_in_front(child)) for child in root.children)]
        blocks = [block for parts in inside if (block := [spot for spot in spots if spot.part in parts])]
        read = reading_order(blocks, lambda block: bounds([spot.area for spot in block]))
        return [spot for block in read for spot in reading_order(block, lambda spot: spot.area)]


def _in_front(root: Widget) -> Iterator[Tappable]:
    """Everything in ``root`` that can be tapped, in the order in which a finger reaches it."""
    for child in root.children:
        yield from _in_front(child)
    if isinstance(root, Tappable) and root.shown and root.enabled and root.action is not None:
        yield root


def _leads_back(part: Tappable) -> bool:
    return isinstance(part, TapButton) and part.icon == "back" and bool(part.text) and not part.rapid


def _amber(part: Tappable) -> bool:
    return isinstance(part, TapButton) and part.role == "primary" and not isinstance(part, HoldButton)
