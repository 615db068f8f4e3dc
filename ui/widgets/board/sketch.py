"""Editor of a board's layout: spaces and links."""

from __future__ import annotations

from collections.abc import Callable

from kivy.input import MotionEvent

from companion.packs.editing.board import BoardDraft
from ui.base.language import say
from ui.layout.geometry import Area
from ui.look import icons, paint
from ui.look import theme as t
from ui.look.theme import look
from ui.widgets.drawn import Drawn

WIDE, HIGH = 21.0, 10.5
"""Size of a space (mm)."""
MANY = 12
"""With more spaces than this, they are smaller."""
FAR = 2.5
"""Distance (mm) from which a touch is a drag."""


class Sketch(Drawn):
    """The spaces of a draft. ``put`` is called for a tap on the background, ``tapped`` for one on a space; a drag moves
    a space, then ``moved`` is called."""

    draft: BoardDraft | None = None
    chosen: str = ""
    version: int = 0
    """Changes whenever the draft changes."""
    put: Callable[[float, float], None] | None = None
    tapped: Callable[[str], None] | None = None
    moved: Callable[[], None] | None = None

    def build(self) -> None:
        self._held = ""
        self._from = (0.0, 0.0)
        self._drags = False

    def paint_self(self, area: Area) -> None:
        paint.box(area, t.INK, line=t.EDGE, width=1)
        draft = self.draft
        if draft is None:
            return
        spots = {id_: self._spot(square.x, square.y) for id_, square in draft.squares.items()}
        for id_, square in draft.squares.items():
            for other in square.joined:
                if id_ < other:
                    one, two = spots[id_], spots[other]
                    paint.stroke([one.cx, one.cy, two.cx, two.cy], t.MIST, look.mm(0.9))
        for id_, square in draft.squares.items():
            here = id_ == self.chosen
            paint.box(
                spots[id_], t.STONE_PRESSED if here else t.STONE, line=t.LAMP if here else t.EDGE,
                width=look.mm(0.6 if here else 0.25),
            )  # fmt: skip
            name = say(square.name) or say(id_.replace("_", " "))
            paint.words(name, spots[id_].inset(look.mm(0.6)), t.PAPER, 3.2, least=1.8, align="center", lines=2)
            if square.station:
                spot = spots[id_]
                side = look.mm(3.8)
                icons.draw("station", Area(spot.x + spot.w - side * 0.7, spot.y + spot.h - side * 0.7, side, side))

    def _spot(self, x: float, y: float) -> Area:
        """Box of a space at that position (0 to 1)."""
        w, h = self._square()
        return Area(self.x + x * (self.width - w), self.y + (1 - y) * (self.height - h), w, h)

    def _square(self) -> tuple[float, float]:
        """Width and height of a space in pixels."""
        many = self.draft is not None and len(self.draft.squares) > MANY
        return min(look.mm(WIDE), self.width / 4.7), look.mm(HIGH * (0.78 if many else 1))

    def _place(self, x: float, y: float) -> tuple[float, float]:
        """Position (0 to 1) of a space centred at that pixel."""
        w, h = self._square()
        across, up = max(1.0, self.width - w), max(1.0, self.height - h)
        return (x - self.x - w / 2) / across, 1 - (y - self.y - h / 2) / up

    def spot(self, id_: str) -> Area:
        """Area of a space."""
        square = self.draft.squares[id_] if self.draft is not None else None
        return self._spot(square.x, square.y) if square is not None else self.area

    def _at(self, x: float, y: float) -> str:
        """The topmost space there; empty if there is none."""
        if self.draft is None:
            return ""
        found = [id_ for id_, one in self.draft.squares.items() if self._spot(one.x, one.y).holds(x, y)]
        return found[-1] if found else ""

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if not self.shown or not self.area.holds(touch.x, touch.y) or self._held:
            return bool(super().on_touch_down(touch))
        touch.grab(self)
        self._held, self._from, self._drags = self._at(touch.x, touch.y), (touch.x, touch.y), False
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self or not self._held or self.draft is None:
            return False
        if not self._drags:
            far = max(abs(touch.x - self._from[0]), abs(touch.y - self._from[1]))
            if far < look.mm(FAR):
                return True
            self._drags = True
            self.draft.lift()
        self.draft.move(self._held, *self._place(touch.x, touch.y))
        self.redraw()
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        held, drags = self._held, self._drags
        self._held, self._drags = "", False
        if drags:
            if self.moved is not None:
                self.moved()
        elif held:
            if self.tapped is not None:
                self.tapped(held)
        elif self.put is not None and self.area.holds(touch.x, touch.y):
            self.put(*self._place(touch.x, touch.y))
        return True
