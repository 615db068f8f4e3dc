"""Short animations over everything when something is revealed, such as bids that turn over together."""

from __future__ import annotations

from collections.abc import Callable

from kivy.clock import Clock, ClockEvent
from kivy.input import MotionEvent

from companion.scene.reveals import Opened, Reveal
from ui.base.language import say
from ui.layout.geometry import Area
from ui.look import icons, paint
from ui.look import theme as t
from ui.look.theme import look
from ui.model.reveals import Course, eased, part
from ui.widgets.board.board import paint_pieces
from ui.widgets.card import CardView
from ui.widgets.drawn import Drawn

FRAMES = 1 / 30
"""Seconds between frames."""
COUNT = 3
TURNED, OPEN = 0.5, 0.72
"""Progress of bids: the countdown ends and they start to turn, then they are open."""


class RevealView(Drawn):
    """Plays a ``Course`` once. Everything it shows is also on the screen below: a tap only skips it."""

    def build(self) -> None:
        self.shown = False
        self._course: Course | None = None
        self._seconds = 0.0
        self._card: CardView | None = None
        self._waits: Callable[[], bool] = bool
        self._clock: ClockEvent | None = None

    @property
    def playing(self) -> bool:
        """True while it plays, or waits for an animation below it."""
        return self._course is not None

    def play(self, course: Course, card: CardView | None, waits: Callable[[], bool] = bool) -> None:
        """Start; ``card``: the card on the screen, which turns over itself. It starts once ``waits`` returns False."""
        self.skip()
        self._course, self._seconds, self._card, self._waits = course, 0.0, card, waits
        self._clock = Clock.schedule_interval(self.advance, FRAMES)
        self._picture()

    def advance(self, seconds: float) -> None:
        """Advance by some seconds."""
        if self._course is None:
            return
        if not self._waits():
            self._seconds += seconds
        if self._seconds >= self._course.lasts:
            self.skip()
        else:
            self._picture()

    def skip(self) -> None:
        """Jump to the end."""
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None
        self._course = None
        if self._card is not None:
            self._card.show(turn=1.0, shown=self._card.shown)
            self._card = None
        self.hide()

    def skipped(self) -> bool:
        """Jump to the end; False if nothing of it is shown."""
        shown = self._now() is not None
        if shown:
            self.skip()
        return shown

    def _now(self) -> tuple[Reveal, float] | None:
        return None if self._course is None or self._waits() else self._course.at(self._seconds)

    def _picture(self) -> None:
        now = self._now()
        if self._card is not None:
            turn = now[1] if now is not None and now[0].of == "card" else 1.0
            self._card.show(turn=eased(turn), shown=self._card.shown)
        if now is None or now[0].of == "card":
            self.hide()
        else:
            self.show()
            self.redraw()

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """A tap skips the animation, and does nothing else."""
        return not touch.is_mouse_scrolling and self.skipped()

    # Drawing.

    def paint_self(self, area: Area) -> None:
        now = self._now()
        if now is None:
            return
        act, share = now
        paint.rect(area, t.faded(t.NIGHT, 0.95))
        room = area.inset(look.mm(6), area.h * 0.14)
        ink = t.ALERT if act.of in ("alert", "raid") else t.LAMP
        paint.glow(area.cx, area.cy, area.h * (0.3 + 0.4 * eased(share)), t.faded(ink, 0.3))
        words = room.cut_bottom(min(look.mm(20), room.h * 0.26), look.mm(3))
        paint.words(say(act.words), words, t.PAPER, 7.6, face="heavy", align="center", lines=2)
        {"bids": _bids, "alert": _alert, "crew": _crew, "raid": _raid}.get(act.of, _sign)(room, act, share)


def _sign(room: Area, act: Reveal, share: float) -> None:
    """An icon that grows."""
    side = min(room.w, room.h, look.mm(40)) * (0.35 + 0.65 * eased(part(share, 0, 0.7)))
    icons.draw(act.icon, Area(room.cx - side / 2, room.cy - side / 2, side, side), tint=t.LAMP)


def _alert(room: Area, act: Reveal, share: float) -> None:
    """The marker climbs its track step by step."""
    length = max(act.length, act.end)
    at = act.start + (act.end - act.start) * eased(part(share, 0.1, 0.8))
    figure = room.cut_top(room.h * 0.56)
    side = min(figure.h, look.mm(24))
    icons.draw(act.icon, Area(room.cx - side * 1.15, figure.cy - side / 2, side, side), tint=t.ALERT)
    number = Area(room.cx + side * 0.15, figure.cy - side / 2, side * 1.6, side)
    paint.words(str(round(at)), number, t.PAPER, 20, face="heavy")
    gap = look.mm(0.8)
    cells = Area(room.x, room.cy - look.mm(3), room.w, look.mm(6)).columns(length, gap)
    for n, cell in enumerate(cells, 1):
        lit = min(1.0, max(0.0, at - n + 1))
        paint.box(cell, t.STONE, radius=look.mm(1), line=t.EDGE, width=max(1, look.mm(0.2)))
        if lit:
            fill = t.ALERT if n > act.start else t.faded(t.ALERT, 0.55)
            paint.box(Area(cell.x, cell.y, cell.w * lit, cell.h), fill, radius=look.mm(1))


def _bids(room: Area, act: Reveal, share: float) -> None:
    """All bids are face down during a countdown from three, then all turn over at once."""
    turned = part(share, TURNED, OPEN)
    open_ = turned >= 0.5
    columns = room.w / len(act.opened) >= look.mm(26)
    gap = look.mm(2.5)
    cells = room.columns(len(act.opened), gap) if columns else room.rows(len(act.opened), gap)
    for cell, one in zip(cells, act.opened, strict=True):
        _paint_bid(cell, one, abs(1 - 2 * eased(turned)), open_=open_, flat=not columns)
    if not turned:
        left = str(COUNT - int(share / TURNED * COUNT))
        r = look.mm(11)
        paint.disc(room.cx, room.cy, r, t.AMBER)
        paint.words(left, Area(room.cx - r, room.cy - r, 2 * r, 2 * r), t.ON_AMBER, 15, face="heavy", align="center")


def _paint_bid(cell: Area, one: Opened, wide: float, *, open_: bool, flat: bool) -> None:
    """A bid's tile, ``wide`` as far as it is turned: the player, and once open, the bid."""
    if flat:
        face = Area(cell.x, cell.cy - cell.h * wide / 2, cell.w, cell.h * wide)
    else:
        face = Area(cell.cx - cell.w * wide / 2, cell.y, cell.w * wide, cell.h)
    if face.w < look.mm(2) or face.h < look.mm(2):
        return
    line = t.LAMP if open_ and one.ahead else t.EDGE
    paint.box(face, t.STONE if open_ else t.DUSK, radius=look.mm(2.4), line=line, width=look.mm(0.6))
    inner = face.inset(look.mm(1.6), look.mm(1.2))
    if flat:
        side = min(inner.h, look.mm(11))
        spot = inner.cut_left(side, look.mm(2))
        icons.draw(one.icon, Area(spot.x, spot.cy - side / 2, side, side))
        paint.words(say(one.name), inner.cut_left(inner.w * 0.36, look.mm(2)), t.PAPER, 5, least=1.6)
        value = inner.cut_right(look.mm(13), look.mm(1))
    else:
        side = min(inner.h * 0.3, inner.w, look.mm(13))
        spot = inner.cut_top(side, look.mm(1))
        icons.draw(one.icon, Area(spot.cx - side / 2, spot.y, side, side))
        name = inner.cut_top(look.mm(6), look.mm(1))
        paint.words(say(one.name), name, t.PAPER, 4.6, least=1.4, align="center", lines=2)
        value = inner.cut_top(inner.h * 0.5, look.mm(1))
    if not open_:
        paint.words("?", value, t.MIST, 10, face="heavy", align="center")
        return
    paint.words(say(one.value), value, t.PAPER, 10, face="heavy", align="center")
    paint_pieces(inner, one.pieces, align="center", most=6)


def _raid(room: Area, act: Reveal, share: float) -> None:
    """Goods move from the raided player to the raider."""
    left, way, right = room.columns(3, look.mm(2))
    for cell, one in zip((right, left), act.opened, strict=True):
        side = min(cell.w, cell.h * 0.66, look.mm(28))
        icons.draw(one.icon, Area(cell.cx - side / 2, cell.cy - side * 0.36, side, side))
        name = Area(cell.x, cell.cy - side * 0.36 - look.mm(8), cell.w, look.mm(7))
        paint.words(say(one.name), name, t.PAPER, 5, least=2.0, align="center")
    gone = eased(part(share, 0.1, 0.8))
    wide, high = way.w * 0.7, look.mm(11)
    place = Area(way.x + (way.w - wide) * gone, way.cy, wide, high)
    tip = way.x + look.mm(3) + (way.w - look.mm(6)) * gone
    paint.stroke((way.x, way.cy - look.mm(3), tip, way.cy - look.mm(3)), t.ALERT, look.mm(1))
    paint.polygon((tip + look.mm(3), way.cy - look.mm(3), tip, way.cy - look.mm(5), tip, way.cy - look.mm(1)), t.ALERT)
    paint_pieces(place, act.pieces, align="center", most=10)


def _crew(room: Area, act: Reveal, share: float) -> None:
    """The crew aboard, and the last member arriving."""
    if act.opened:
        side = min(room.h * 0.4, look.mm(22))
        spot = room.cut_top(side, look.mm(2))
        icons.draw(act.opened[0].icon, Area(spot.cx - side / 2, spot.y, side, side))
    n = max(1, len(act.pieces))
    side = min(room.h, room.w / n - look.mm(3), look.mm(22))
    left = room.cx - (side + look.mm(3)) * n / 2
    for index, piece in enumerate(act.pieces):
        x = left + index * (side + look.mm(3)) + look.mm(1.5)
        last = index == n - 1
        come = eased(part(share, 0.1, 0.75)) if last else 1.0
        if last:
            paint.glow(x + side / 2, room.cy, side * (0.4 + 0.7 * come), t.faded(t.AMBER, 0.5))
        icons.draw(
            piece.icon, Area(x, room.cy - side / 2 + (1 - come) * side * 1.2, side, side), alpha=0.2 + 0.8 * come
        )
