"""The focus ring, for keys, an encoder or a game controller.

Kivy's ``FocusBehavior`` focuses widgets, but most targets here are none: board spaces, dice, players. So the ring moves
between tap targets (``Tappable.targets``), and confirming dispatches a touch there: every rule for touches holds for
keys.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot
from typing import NamedTuple

from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.input import MotionEvent
from kivy.uix.widget import Widget

from ui.layout.geometry import Area, bounds, reading_order
from ui.look.theme import look
from ui.screens.base import Host
from ui.screens.stage import Stage
from ui.widgets.buttons import TapButton
from ui.widgets.drawn import Tappable, tap_guard
from ui.widgets.frame import Ring, WhyMark
from ui.widgets.grid import GridMap
from ui.widgets.head import Notice
from ui.widgets.lines import TodoStrip
from ui.widgets.seats import HoldButton


class KeyTouch(MotionEvent):
    """The synthetic touch of a key press."""

    def __init__(self, x: float, y: float) -> None:
        super().__init__("key", 0, (x, y))
        self.is_touch = True
        self.type_id = "touch"
        self.profile = ["pos"]
        self.aim(x, y)

    def aim(self, x: float, y: float) -> None:
        """Move it to (x, y) in the picture, which may be rotated in its window."""
        self.x, self.y = self.pos = x, y
        across, up = x / max(1, Window.width - 1), y / max(1, Window.height - 1)
        self.sx, self.sy = (1 - across, 1 - up) if Window.rotation == 180 else (across, up)


class FocusTarget(NamedTuple):
    """A tap target: a widget, its area, and which one of how many it is there."""

    part: Tappable
    area: Area
    nth: int
    of: int

    def same_target(self, other: FocusTarget) -> bool:
        """True if ``other`` is the same target, possibly at another position."""
        same = (self.part, self.part.meaning, self.nth, self.of)
        return same == (other.part, other.part.meaning, other.nth, other.of)

    @property
    def identity(self) -> object:
        """Equal as long as confirming does the same thing."""
        return self.part, self.part.meaning, *map(round, self.area)

    def distance(self, other: FocusTarget) -> float:
        """Distance to ``other``; targets of the same widget are always nearer."""
        apart = hypot(self.area.cx - other.area.cx, self.area.cy - other.area.cy)
        return apart + (0 if self.part is other.part else look.panel.width + look.panel.height)


class Focus:
    """Moves the focus ring on ``stage``. It appears with the first key and goes with the next touch. On a new question
    it starts on the amber button, then goes in reading order through the question's targets, and last through the nav
    bar. A target that appeared under the ring takes no key for a moment, as with a finger (``tap_guard``). The ring
    never starts on what one player alone may see."""

    WHOLE = 0.6
    """A target larger than this share of the screen is skipped: it is the backdrop of a slip."""

    def __init__(self, host: Host, stage: Stage) -> None:
        self._host = host
        self._stage = stage
        self._on: FocusTarget | None = None
        self._aimed: object = None
        self._asked: object = None
        self._finger: KeyTouch | None = None
        self._pressed = False
        """A key was pressed and its effect is not drawn yet."""
        following = Clock.create_trigger(lambda _dt: self.follow())
        self.follow_soon = Clock.create_trigger(lambda _dt: following())
        """Call ``follow`` after the next frame: widgets filled now get their places when drawn."""

    @property
    def shown(self) -> bool:
        return self._on is not None

    @property
    def on(self) -> FocusTarget | None:
        return self._on

    def hide(self) -> None:
        """Hide the ring, when the screen is touched."""
        self._on = None
        self._stage.ring.hide()

    def move(self, steps: int) -> None:
        """Move by ``steps`` targets; the first call only shows the ring."""
        spots = self.spots()
        here = self._here(spots)
        if here is None:
            self._appear(spots)
            return
        self._put(spots[(spots.index(here) + steps) % len(spots)])
        self._aimed = self._on and self._on.identity

    def press(self) -> None:
        """Put a finger down on the target; if there is no ring yet, only show it."""
        spots = self.spots()
        here = self._here(spots)
        if here is None:
            self._appear(spots)
        elif self._finger is None and self._takes(here):
            self._aimed = here.identity
            self._press(here)

    def _takes(self, spot: FocusTarget) -> bool:
        """False if the target moved there just now, or the last press has not taken effect yet."""
        return (spot.part.rapid or not self._pressed) and (spot.identity == self._aimed or not tap_guard.active)

    def release(self) -> None:
        finger, self._finger = self._finger, None
        if finger is not None:
            EventLoop.post_dispatch_input("end", finger)
            self.follow_soon()

    def back(self) -> None:
        """Go back one step in navigation; answers are not undone."""
        host = self._host
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
        """The screen may have changed: stay on the target, or start anew."""
        self._pressed = False
        if self._on is not None:
            self._here(self.spots())

    def _appear(self, spots: Sequence[FocusTarget]) -> None:
        self._asked = self._question()
        if spots:
            self._put(self._first(spots))
            self._aimed = self._on and self._on.identity

    def _here(self, spots: Sequence[FocusTarget]) -> FocusTarget | None:
        """The target in focus now, after following changes; None if there is none."""
        if self._on is None:
            return None
        if not spots:
            self._stage.ring.hide()
            return None
        asked, self._asked = self._asked, self._question()
        kept = next((spot for spot in spots if spot.identity == self._on.identity), None)
        # After a resize the same targets have other positions.
        kept = kept or next((spot for spot in spots if spot.same_target(self._on)), None)
        if asked != self._asked and not (kept is not None and kept.part.rapid):
            self._put(self._first(spots))
        else:
            self._put(kept or min(spots, key=self._on.distance))
        return self._on

    def _first(self, spots: Sequence[FocusTarget]) -> FocusTarget:
        """The amber button if it is first, else the first choice."""
        answering = self._stage.front.answering()
        answer = next((spot for spot in spots if spot.part in answering), spots[0])
        return spots[0] if _amber(spots[0].part) else answer

    def _put(self, spot: FocusTarget) -> None:
        self._on = spot
        beside = look.mm(Ring.BESIDE)
        glass = Area(0, 0, *self._stage.size)
        left, bottom = max(glass.x, spot.area.x - beside), max(glass.y, spot.area.y - beside)
        right = min(glass.x + glass.w, spot.area.x + spot.area.w + beside)
        top = min(glass.y + glass.h, spot.area.y + spot.area.h + beside)
        self._stage.ring.show(Area(left, bottom, right - left, top - bottom))

    def _press(self, spot: FocusTarget) -> None:
        self._finger, self._pressed = KeyTouch(spot.area.cx, spot.area.cy), True
        EventLoop.post_dispatch_input("begin", self._finger)
        self.follow_soon()

    def _question(self) -> object:
        """Changes whenever people are asked something else."""
        stage, session = self._stage, self._host.session
        table = None if session is None else (session.token, session.rev, len(session.pages), session.mode)
        return stage.name, table, stage.slip.shown, stage.banner.shown

    # Finding targets.

    def spots(self) -> list[FocusTarget]:
        """All tap targets in focus order."""
        stage = self._stage
        if stage.sleep_overlay.shown or stage.reveal.shown:
            return []
        if stage.slip.shown:
            return self._in_order(stage.slip, self._taking(stage.slip))
        taking = self._taking(stage)
        asked = [spot for root in (stage.banner, stage.bubble, stage.front) for spot in self._in_order(root, taking)]
        spots = sorted(asked, key=lambda spot: self._rank(spot.part)) + self._in_order(stage.nav, taking)
        return sorted(spots, key=lambda spot: isinstance(spot.part, HoldButton))

    def _rank(self, part: Tappable) -> int:
        """The amber button first; explanations after answers."""
        if part is self._stage.front.primary and _amber(part):
            return 0
        return 2 if isinstance(part, (WhyMark, Notice, TodoStrip)) or _needless(part) else 1

    def _taking(self, root: Widget) -> list[FocusTarget]:
        """Targets of ``root`` whose centre no other widget covers."""
        parts = list(_in_front(root))
        glass = Area(0, 0, *self._stage.size)
        touch = KeyTouch(0, 0)

        def taken(spot: FocusTarget) -> bool:
            touch.aim(spot.area.cx, spot.area.cy)
            return next((part for part in parts if part.takes(touch)), None) is spot.part

        spots = [
            FocusTarget(part, area, nth, len(areas))
            for part, areas in ((part, part.targets()) for part in parts)
            for nth, area in enumerate(areas)
            if glass.holds(area.cx, area.cy)
        ]
        return [
            spot for spot in spots if 0 < spot.area.w * spot.area.h < glass.w * glass.h * self.WHOLE and taken(spot)
        ]

    @staticmethod
    def _in_order(root: Widget, spots: Sequence[FocusTarget]) -> list[FocusTarget]:
        """Those of ``root`` in reading order, its children one after the other."""
        inside = [(root,), *(tuple(_in_front(child)) for child in root.children)]
        blocks = [block for parts in inside if (block := [spot for spot in spots if spot.part in parts])]
        read = reading_order(blocks, lambda block: bounds([spot.area for spot in block]))
        return [spot for block in read for spot in reading_order(block, lambda spot: spot.area)]


def _in_front(root: Widget) -> Iterator[Tappable]:
    """Every tappable widget in ``root``, in the order touches are dispatched."""
    for child in root.children:
        yield from _in_front(child)
    if isinstance(root, Tappable) and root.shown and root.enabled and root.action is not None:
        yield root


def _leads_back(part: Tappable) -> bool:
    return isinstance(part, TapButton) and part.icon == "back" and bool(part.text) and not part.rapid


def _needless(part: Tappable) -> bool:
    """True for squares whose answers are on a pad as well, where keys find them sooner."""
    return isinstance(part, GridMap) and part.tap_spots is not None


def _amber(part: Tappable) -> bool:
    return isinstance(part, TapButton) and part.role == "primary" and not isinstance(part, HoldButton)
