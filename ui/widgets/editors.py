"""Editors that are drawn on: a board's layout, a board of squares, a city tile."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, hypot
from typing import NamedTuple, TypeAlias

from kivy.graphics.texture import Texture
from kivy.input import MotionEvent

from companion.packs.editing.board import BoardDraft, DraftSquare, name_of_square, number_of_square
from ui.base.language import say
from ui.layout.geometry import Area
from ui.look import icons, paint
from ui.look import theme as t
from ui.look.theme import look
from ui.widgets.drawn import UNSET, Drawn, no_action

WIDE, HIGH = 21.0, 10.5
"""Size of a space (mm) on a plain ground."""
ROUND = 8.4
"""Its diameter on a picture of the board, of which it hides little."""
MANY = 12
"""With more spaces than this, they are smaller."""
FAR = 2.5
"""Distance (mm) from which a touch is a drag."""
SHAKY = 6.0
"""A drag over free ground that is shorter (mm) was meant as a tap."""
SAMPLE = 1.2
"""Distance (mm) at which a swipe is looked at for spaces below it."""


class Sketch(Drawn):
    """The spaces of a draft, on its picture if there is one. ``put`` is called for a tap on the background, ``tapped``
    for one on a space; ``swiped`` with the spaces under a swipe, and ``moved`` once a drag has taken a space to free
    ground. While people are ``ticking``, a finger does nothing but tap spaces."""

    draft: BoardDraft = UNSET
    chosen: str = ""
    version: int = 0
    """Changes whenever the draft changes."""
    picture: Texture | None = None
    ticking: bool = False
    put: Callable[[float, float], None] = staticmethod(no_action)
    tapped: Callable[[str], None] = staticmethod(no_action)
    swiped: Callable[[list[str]], None] = staticmethod(no_action)
    moved: Callable[[], None] = staticmethod(no_action)

    def build(self) -> None:
        self._trail: list[tuple[float, float]] | None = None
        self._passed: list[str] = []
        self._drags = False

    def paint_self(self, area: Area) -> None:
        paint.box(area, t.INK, line=t.EDGE, width=1)
        if self.picture is not None:
            paint.picture(self.picture, area)
        draft = self.draft
        spots = {id_: self._spot(square.x, square.y) for id_, square in draft.squares.items()}
        for id_, square in draft.squares.items():
            for other in sorted(square.joined):
                if id_ < other:
                    self._path([(spots[one].cx, spots[one].cy) for one in (id_, other)], t.MIST)
        if self._drags and self._trail:
            self._path([*((spots[one].cx, spots[one].cy) for one in self._passed), self._trail[-1]], t.LAMP)
        for id_, square in draft.squares.items():
            self._space(spots[id_], square, here=id_ == self.chosen or id_ in self._passed)

    def _path(self, points: Sequence[tuple[float, float]], colour: t.Rgba) -> None:
        if len(points) > 1:
            flat = [value for point in points for value in point]
            if self.picture is not None:
                paint.stroke(flat, t.INK, look.mm(1.7))
            paint.stroke(flat, colour, look.mm(0.9))

    def _space(self, spot: Area, square: DraftSquare, *, here: bool) -> None:
        lit = here or (self.ticking and square.station)
        line, width = t.LAMP if lit else t.EDGE, look.mm(0.6 if lit else 0.25)
        fill = t.STONE_PRESSED if here else t.STONE
        name, number = say(square.name), number_of_square(square.id)
        if self.picture is None:
            paint.box(spot, fill, line=line, width=width)
            said = name or number or say(name_of_square(square.id))
            size, inner = (3.2 if name else 4.4), spot.inset(look.mm(0.6))
            paint.words(said, inner, t.PAPER, size, least=1.8, align="center", lines=2)
        else:
            paint.box(spot, fill, radius=spot.h / 2, line=line, width=width)
            paint.words(number, spot.inset(look.mm(1)), t.PAPER, 4.2, least=2, face="heavy", align="center")
            if name:
                below = Area(spot.cx - look.mm(9), spot.y - look.mm(3.6), look.mm(18), look.mm(3.6))
                paint.box(below, t.faded(t.INK, 0.8), radius=look.mm(0.6))
                paint.words(name, below.inset(look.mm(0.4), 0), t.PAPER, 2.8, least=1.8, align="center")
        if square.station:
            side = look.mm(3.8)
            icons.draw("station", Area(spot.x + spot.w - side * 0.7, spot.y + spot.h - side * 0.7, side, side))

    def _spot(self, x: float, y: float) -> Area:
        """Box of a space at that position (0 to 1): inside the area, or with its centre there on the picture."""
        w, h = self._square()
        ground = self._ground()
        return Area(ground.x + x * ground.w - w / 2, ground.y + (1 - y) * ground.h - h / 2, w, h)

    def _square(self) -> tuple[float, float]:
        if self.picture is not None:
            return look.mm(ROUND), look.mm(ROUND)
        many = len(self.draft.squares) > MANY
        return min(look.mm(WIDE), self.width / 4.7), look.mm(HIGH * (0.78 if many else 1))

    def _ground(self) -> Area:
        """Where the centres of spaces can lie."""
        if self.picture is not None:
            return paint.scaled(self.picture, self.area)
        w, h = self._square()
        return Area(self.x + w / 2, self.y + h / 2, max(1.0, self.width - w), max(1.0, self.height - h))

    def _place(self, x: float, y: float) -> tuple[float, float]:
        """Position (0 to 1) of a space centred at that pixel."""
        ground = self._ground()
        return (x - ground.x) / ground.w, 1 - (y - ground.y) / ground.h

    def spot(self, id_: str) -> Area:
        square = self.draft.squares[id_]
        return self._spot(square.x, square.y)

    def _at(self, x: float, y: float, *, passing: bool = False) -> str:
        """The nearest space there; empty if there is none. Who is ``passing`` must come near its centre."""
        spots = {id_: self._spot(one.x, one.y) for id_, one in self.draft.squares.items()}
        w, h = self._square()
        edge = (w * 0.2, h * 0.1) if passing else (-look.mm(0.8), -look.mm(0.8))
        found = [id_ for id_, spot in spots.items() if spot.inset(*edge).holds(x, y)]
        return min(found, key=lambda id_: hypot(spots[id_].cx - x, spots[id_].cy - y), default="")

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if not self.shown or not self.area.holds(touch.x, touch.y) or self._trail is not None:
            return bool(super().on_touch_down(touch))
        touch.grab(self)
        held = self._at(touch.x, touch.y)
        self._trail, self._passed, self._drags = [(touch.x, touch.y)], [held] if held else [], False
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self or self._trail is None:
            return False
        if not self._drags and self._far(touch) < look.mm(FAR):
            return True
        self._drags = True
        self._pass(touch.x, touch.y)
        self.redraw()
        return True

    def _far(self, touch: MotionEvent) -> float:
        """How far a finger is from where it began."""
        x, y = (self._trail or [touch.pos])[0]
        return hypot(touch.x - x, touch.y - y)

    def _pass(self, x: float, y: float) -> None:
        """Note the spaces between the last point and this one: a quick finger is seen at few points."""
        trail = self._trail or [(x, y)]
        from_x, from_y = trail[-1]
        steps = max(1, ceil(hypot(x - from_x, y - from_y) / look.mm(SAMPLE)))
        for step in range(1, steps + 1):
            here = from_x + (x - from_x) * step / steps, from_y + (y - from_y) * step / steps
            found = self._at(*here, passing=True)
            if found and self._passed[-1:] != [found]:
                self._passed.append(found)
        trail.append((x, y))

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        ended = self._at(touch.x, touch.y)
        if self._drags:
            self._pass(touch.x, touch.y)
            self._passed += [ended] if ended and self._passed[-1:] != [ended] else []
        passed, drags, far = self._passed, self._drags, self._far(touch)
        self._trail, self._passed, self._drags = None, [], False
        self.redraw()
        inside = self.area.holds(touch.x, touch.y)
        if self.ticking:
            if passed and not drags:
                self.tapped(passed[0])
        elif len(passed) > 1:
            self.swiped(passed)
        elif passed and drags and inside and not ended:
            self.draft.lift()
            self.draft.move(passed[0], *self._place(touch.x, touch.y))
            self.moved()
        elif passed:
            self.tapped(passed[0])
        elif inside and far < look.mm(SHAKY):
            self.put(*self._place(touch.x, touch.y))
        return True


# A board of squares.

Place = tuple[int, int]


class Block(NamedTuple):
    """A rectangle of squares with a label."""

    x: int
    y: int
    w: int
    h: int
    label: str = ""
    chosen: bool = False
    wrong: bool = False


class Plan(Drawn):
    """A grid of ``columns`` by ``rows`` squares, each with a symbol or a number, and blocks on top. ``tapped`` is
    called with a tapped square; ``dragged`` with the first and the current square of a drag, and ``dropped`` at its
    end."""

    columns: int = 1
    rows: int = 1
    signs: Sequence[tuple[Place, str]] = ()
    labels: Sequence[tuple[Place, str]] = ()
    blocks: Sequence[Block] = ()
    tapped: Callable[[Place], None] = staticmethod(no_action)
    dragged: Callable[[Place, Place], None] = staticmethod(no_action)
    dropped: Callable[[], None] = staticmethod(no_action)

    def build(self) -> None:
        self._from: Place | None = None
        self._to: Place | None = None

    def ground(self) -> Area:
        """Area of the grid: as large as fits, centred."""
        side = min(self.width / max(1, self.columns), self.height / max(1, self.rows), look.mm(14))
        w, h = side * self.columns, side * self.rows
        return Area(self.x + (self.width - w) / 2, self.y + (self.height - h) / 2, w, h)

    def spot(self, place: Place) -> Area:
        return self._block(Block(*place, 1, 1))

    def _block(self, block: Block) -> Area:
        ground = self.ground()
        side = ground.w / max(1, self.columns)
        top = ground.y + ground.h - block.y * side
        return Area(ground.x + block.x * side, top - block.h * side, block.w * side, block.h * side)

    def paint_self(self, area: Area) -> None:
        ground = self.ground()
        side = ground.w / max(1, self.columns)
        cells = ground.grid(self.columns, self.rows)
        paint.rects(cells, t.EDGE)
        paint.rects([cell.inset(max(0.5, look.mm(0.09))) for cell in cells], t.DUSK)
        for block in self.blocks:
            line = t.ALERT if block.wrong else t.LAMP if block.chosen else t.EDGE
            place = self._block(block).inset(max(1, side * 0.06))
            fill = t.STONE_PRESSED if block.chosen else t.STONE
            paint.box(place, fill, line=line, width=look.mm(0.6 if block.chosen or block.wrong else 0.3))
            paint.words(block.label, place.inset(side * 0.1), t.PAPER, 4.4, least=1.6, align="center")
        for at, sign in self.signs:
            icons.draw(sign, self.spot(at).inset(side * 0.14))
        for at, label in self.labels:
            cell = self.spot(at)
            paint.disc(cell.cx, cell.cy, side * 0.38, t.MIST)
            paint.disc(cell.cx, cell.cy, side * 0.34, t.STONE)
            paint.words(label, cell.inset(side * 0.16), t.PAPER, 5.0, least=1.2, face="heavy", align="center")

    def _at(self, touch: MotionEvent) -> Place | None:
        ground = self.ground()
        if not ground.holds(touch.x, touch.y):
            return None
        side = ground.w / max(1, self.columns)
        x, y = int((touch.x - ground.x) // side), int((ground.y + ground.h - touch.y) // side)
        return min(x, self.columns - 1), min(y, self.rows - 1)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        place = self._at(touch) if self.shown and self._from is None else None
        if place is None:
            return bool(super().on_touch_down(touch))
        touch.grab(self)
        self._from, self._to = place, None
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self or self._from is None:
            return False
        place = self._at(touch)
        if place is not None and place not in (self._to, self._from if self._to is None else None):
            self._to = place
            self.dragged(self._from, place)
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        began, ended, self._from, self._to = self._from, self._to, None, None
        if ended is not None:
            self.dropped()
        elif began is not None:
            self.tapped(began)
        return True


# A city tile.

STRIP = 0.2
"""Depth of the edges, as a share of the tile's side."""
FAR_MM = 3.0
"""Distance (mm) from which a touch is a drag."""
Held: TypeAlias = str | int
"""What is dragged: a symbol, or the land at a side of the tile."""


class LandTile(Drawn):
    """The tile, and next to it (below it in portrait) the ``signs`` to place. ``dropped`` is called with a sign and the
    nearest side of the tile, 0 (top) to 3 (left); ``moved`` with the side whose land was dragged and its new side,
    None: off the tile; ``taken`` with a tapped sign."""

    signs: Sequence[tuple[str, str, str]] = ()
    """Id, icon and label of each."""
    chosen: str = ""
    edges: Sequence[str | None] = ()
    """The land at each of the four sides, as an icon."""
    things: Sequence[str] = ()
    """Symbols printed in the middle."""
    dropped: Callable[[str, int], None] = staticmethod(no_action)
    moved: Callable[[int, int | None], None] = staticmethod(no_action)
    taken: Callable[[str], None] = staticmethod(no_action)

    def build(self) -> None:
        self._held: Held | None = None
        self._began: tuple[float, float] = (0, 0)
        self._at: tuple[float, float] | None = None

    # Layout.

    def tile(self) -> Area:
        """The tile's area: as large a square as fits."""
        upright = look.panel.shape == "portrait"
        side = min(self.width, self.height * 0.55) if upright else min(self.height, self.width * 0.5)
        top = self.y + self.height - side
        x = self.x + (self.width - side) / 2 if upright else self.x
        return Area(x, top if upright else self.y + (self.height - side) / 2, side, side)

    def cell(self, sign: str) -> Area:
        return self._cells()[[one for one, _, _ in self.signs].index(sign)]

    def spot(self, side: int) -> Area:
        """The edge of the tile at that side; 4: its middle."""
        room = self.tile()
        deep = room.w * STRIP
        if side == len(self.edges):
            return room.inset(deep)
        strip = (room.cut_top, room.cut_right, room.cut_bottom, room.cut_left)[side](deep)
        return strip.inset(deep, 0) if side in (0, 2) else strip.inset(0, deep)

    def _cells(self) -> list[Area]:
        tile, upright = self.tile(), look.panel.shape == "portrait"
        gap = look.gap * 2
        if upright:
            room = Area(self.x, self.y, self.width, max(0, self.height - tile.h - gap))
            return room.grid(4, 3, look.gap)
        room = Area(self.x + tile.w + gap, self.y, max(0, self.width - tile.w - gap), self.height)
        return room.grid(3, 4, look.gap)

    def _side_at(self, x: float, y: float) -> int | None:
        """The nearest side of the tile; None outside it."""
        tile = self.tile()
        if not tile.holds(x, y):
            return None
        across, up = (x - tile.cx) / tile.w, (y - tile.cy) / tile.h
        if abs(across) > abs(up):
            return 1 if across > 0 else 3
        return 0 if up > 0 else 2

    # Drawing.

    def paint_self(self, area: Area) -> None:
        tile = self.tile()
        paint.box(tile, t.STONE, radius=look.mm(1.6), line=t.EDGE, width=look.mm(0.4))
        for side, land in enumerate(self.edges):
            place = self.spot(side).inset(look.mm(0.6))
            paint.box(place, t.DUSK, radius=look.mm(0.8), line=t.EDGE, width=look.mm(0.25))
            if land is not None and self._held != side:
                deep = min(place.w, place.h)
                n = max(1, int(max(place.w, place.h) // deep))
                for cell in place.columns(n) if place.w > place.h else place.rows(n):
                    icons.draw(land, _square(cell.cx, cell.cy, deep))
        pictures = {sign: icon for sign, icon, _ in self.signs}
        for place, thing in zip(self._places(), self.things, strict=False):
            icons.draw(pictures[thing], place)
        for (sign, icon, name), cell in zip(self.signs, self._cells(), strict=True):
            lit = sign == self.chosen
            fill, line = (t.STONE_PRESSED, t.LAMP) if lit else (t.STONE, t.EDGE)
            paint.box(cell, fill, radius=look.mm(1.0), line=line, width=look.mm(0.55 if lit else 0.3))
            inner = cell.inset(look.mm(0.8))
            picture = inner.cut_top(inner.h * 0.58)
            icons.draw(icon, _square(picture.cx, picture.cy, min(picture.w, picture.h)))
            paint.words(name, inner, t.PAPER, 3.4, least=2.0, align="center", lines=2)
        held = self._held
        icon_held = self.edges[held] if isinstance(held, int) else pictures.get(held or "")
        if self._at is not None and icon_held:
            icons.draw(icon_held, _square(*self._at, look.mm(12)))

    def _places(self) -> list[Area]:
        """Areas of the symbols in the middle of the tile."""
        room = self.spot(len(self.edges)).inset(look.mm(0.8))
        columns = 1 if len(self.things) <= 1 else 2
        rows = max(1, -(-len(self.things) // columns))
        cells = room.grid(columns, rows, look.gap)
        return [_square(cell.cx, cell.cy, min(cell.w, cell.h)) for cell in cells]

    # Touch.

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if not self.shown or self._held is not None:
            return bool(super().on_touch_down(touch))
        held = self._taken_at(touch.x, touch.y)
        if held is None and self._side_at(touch.x, touch.y) is None:
            return bool(super().on_touch_down(touch))
        touch.grab(self)
        self._held, self._began = ("" if held is None else held), (touch.x, touch.y)
        return True

    def _taken_at(self, x: float, y: float) -> Held | None:
        """What a drag from there takes: a sign, or land of the tile."""
        for (sign, _, _), cell in zip(self.signs, self._cells(), strict=True):
            if cell.holds(x, y):
                return sign
        for side, land in enumerate(self.edges):
            if land is not None and self.spot(side).holds(x, y):
                return side
        return None

    def on_touch_move(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return False
        far = max(abs(touch.x - self._began[0]), abs(touch.y - self._began[1])) > look.mm(FAR_MM)
        if far or self._at is not None:
            self._at = touch.x, touch.y
            self.redraw()
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        held, at, self._held, self._at = self._held, self._at, None, None
        self.redraw()
        if at is None:
            self._tapped(held)
        elif isinstance(held, int):
            self.moved(held, self._side_at(*at))
        elif held and (side := self._side_at(*at)) is not None:
            self.dropped(held, side)
        return True

    def _tapped(self, held: Held | None) -> None:
        if isinstance(held, str) and held:
            self.taken(held)
            return
        side = held if isinstance(held, int) else self._side_at(*self._began)
        if self.chosen and side is not None:
            self.dropped(self.chosen, side)


def _square(x: float, y: float, side: float) -> Area:
    return Area(x - side / 2, y - side / 2, side, side)
