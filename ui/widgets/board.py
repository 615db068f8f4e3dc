"""Boards as maps: spaces, links, pieces, tap targets, and the stakes of a space under a long press; a city of tiles."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial

from kivy.graphics.texture import Texture
from kivy.input import MotionEvent
from msgspec.structs import replace

from companion.core.instructions import ident
from companion.core.texts import T, Words
from companion.packs.editing.board import number_of_square, usual_names
from companion.scene.scene import Board, MapTile, Piece, Spot, Stake, Stakes
from ui.base.language import say, short_names
from ui.layout.geometry import LARGEST, LEAST, Area, Cell, Frame, beside, frame, sides
from ui.look import icons, paint
from ui.look import text as type_
from ui.look import theme as t
from ui.look.theme import look
from ui.widgets.buttons import TapButton
from ui.widgets.drawn import UNSET, Drawn, TapAreas, Tappable, no_action

NAME_FACE = "bold"
NAME_SIZES = (4.0, 3.8, 3.6, 3.4, 3.2, 3.0, 2.8, 2.6)
"""Font sizes (mm) for names: the whole board uses the first at which all fit. At the last one, a name that is still too
long has more lines, and its words are broken."""
NAME_LINES = 3
SEEN = 2.5
"""Size (mm) below which nothing is drawn on a board: it could not be seen across the table."""
ROOMY = (14.0, 11.5)
"""Width and height (mm) that a space needs for its name and what lies on it. If spaces would be smaller where they are
on the board, they are put in rows."""
NAME_SHARE = 0.5
"""Maximum share of a space's height for its name; more with large text."""
BETWEEN, EDGE = 1.1, 0.3
"""Gap between spaces, and padding inside (mm)."""
BADGE = 3.8
"""Size (mm) of the badge in the upper right corner."""
ALMOST = 0.055
"""Coordinates that differ by less than this are put in one row or column."""


@lru_cache(maxsize=16)
def spot_size(places: tuple[tuple[float, float], ...], w: float, h: float, gap: float) -> tuple[float, float]:
    """The best box size (width, height) that fits at every place in ``w`` by ``h`` pixels, with ``gap`` between boxes.
    It favours boxes 1.75 times as wide as high, and higher ones, which hold more."""
    best, best_score = (w / 6, h / 8), 0.0
    for step in range(8, 60):
        bh = h * step / 120
        low, high = 0.0, w
        for _ in range(12):
            middle = (low + high) / 2
            if _apart(places, w, h, middle, bh, gap):
                low = middle
            else:
                high = middle
        bw = min(low, bh * 3.2)
        score = min(bw / 1.75, bh) + 0.08 * min(bw, bh * 2.6) + 0.3 * min(bh, bw * 0.8) + 0.1 * min(bh, bw * 0.95)
        if low > 0 and score > best_score:
            best, best_score = (bw, bh), score
    return best


def _apart(places: Sequence[tuple[float, float]], w: float, h: float, bw: float, bh: float, gap: float) -> bool:
    for i, (x, y) in enumerate(places):
        for other_x, other_y in places[:i]:
            if abs(x - other_x) * (w - bw) < bw + gap and abs(y - other_y) * (h - bh) < bh + gap:
                return False
    return True


def aligned(values: Sequence[float]) -> list[float]:
    """Snap nearly equal coordinates to the same line, so that boxes form rows and columns."""
    lines: list[list[float]] = []
    for value in sorted(values):
        if lines and value - lines[-1][0] <= ALMOST:
            lines[-1].append(value)
        else:
            lines.append([value])
    middle = {value: (line[0] + line[-1]) / 2 for line in lines for value in line}
    return [middle[value] for value in values]


def stretched(spots: Sequence[Spot]) -> tuple[tuple[float, float], ...]:
    """Aligned positions of the spaces, stretched to all four edges."""
    xs, ys = aligned([s.x for s in spots]), aligned([s.y for s in spots])
    wide, high = (max(xs) - min(xs)) or 1.0, (max(ys) - min(ys)) or 1.0
    return tuple(((x - min(xs)) / wide, (y - min(ys)) / high) for x, y in zip(xs, ys, strict=True))


ON_PICTURE = 17.0, 10.5
"""Most width and height (mm) of a space on a picture of the board, of which it hides what is below it."""
LEAST_ON_PICTURE = 9.0, 6.5
"""Least width and height (mm) of such a space: its number and a row of pieces can be seen across the table."""


def size_on_picture(places: Sequence[tuple[float, float]], w: float, h: float, gap: float) -> tuple[float, float]:
    """The box size (width, height) for spaces with their centres at these places of a picture of that size."""
    bw, bh = map(look.mm, ON_PICTURE)
    for one, (x, y) in enumerate(places):
        for other_x, other_y in places[:one]:
            far = max(abs(x - other_x) * w / (bw + gap), abs(y - other_y) * h / (bh + gap))
            if 0 < far < 1:
                bw, bh = bw * far, bh * far
    return bw, bh


def numbered(spot: Spot) -> Spot:
    """A space with its number alone, if that is all it is called by."""
    number = number_of_square(ident(spot.id))
    return replace(spot, name=number) if number and say(spot.name) in usual_names(ident(spot.id)) else spot


def in_rows(places: Sequence[tuple[float, float]], w: float, h: float) -> tuple[tuple[float, float], ...]:
    """Positions in rows that keep above and below, left and right as far as possible; for spaces that lie so close to
    each other that their names would not fit."""
    count = len(places)
    columns = min(range(1, count + 1), key=lambda n: abs((w / n) / (h / -(-count // n)) - 1.3))
    rows = -(-count // columns)
    by_height = sorted(range(count), key=lambda n: (places[n][1], places[n][0]))
    found = [(0.0, 0.0)] * count
    for row in range(rows):
        here = sorted(by_height[row * count // rows : (row + 1) * count // rows], key=lambda n: places[n][0])
        for column, n in enumerate(here):
            share = column / (columns - 1) if columns > 1 else 0.5
            aside = (columns - len(here)) / (2 * (columns - 1)) if columns > 1 else 0.0
            found[n] = share + aside, row / (rows - 1) if rows > 1 else 0.5
    return tuple(found)


class SpotView(Drawn):
    """One space: name, pieces, and its state: tappable, marked, numbered, current."""

    spot: Spot = UNSET
    open: bool = False
    marked: bool = False
    number: int = 0
    ticked: bool = False
    plain: bool = False
    size_px: int = 0
    fill: t.Rgba = t.STONE

    def paint_self(self, area: Area) -> None:
        spot = self.spot
        edge = t.LAMP if spot.here or self.marked else t.GREEN if self.open else t.EDGE
        strong = spot.here or self.open or self.marked
        if spot.here or self.marked:
            paint.glow(area.cx, area.cy, area.w * 0.72, t.faded(t.AMBER, 0.22))
        width = look.mm(0.75) if strong else max(1, look.mm(0.22))
        fill = t.POLICE_DEEP if spot.blocked else self.fill
        paint.box(area, fill, radius=look.mm(1.7), line=edge, width=width)
        if self.number:
            self._paint_number(area)
        elif not self.plain:
            self._paint_inside(area.inset(look.mm(EDGE), look.mm(EDGE)), spot)
        if spot.badge and not self.plain:
            side = min(look.mm(BADGE), area.h * 0.44)
            icons.draw(spot.badge, Area(area.x + area.w - side * 0.55, area.y + area.h - side * 0.6, side, side))

    def _paint_inside(self, inner: Area, spot: Spot) -> None:
        name = say(spot.name)
        beside = inner.copy()
        if spot.badge:
            beside.cut_right(look.mm(BADGE * 0.4))
        if spot.pieces:
            beside.cut_bottom(pieces_high(spot.pieces, inner.w))
        beside = beside.inset(-look.mm(EDGE / 2), 0)
        px, broken = broken_name(name, self.size_px, beside.w, beside.h)
        high = min(beside.h, type_.line_height(px) * len(broken))
        room = beside.cut_top(high) if spot.pieces else beside
        paint.words("\n".join(broken), room, t.PAPER, px / look.text(1000) * 1000, least=1.6, align="center", lines=9)
        if spot.pieces:
            inner.cut_top(high)
            paint_pieces(inner, spot.pieces, align="center", most=7.0, rows=ROWS)

    def _paint_number(self, area: Area) -> None:
        r = min(area.h * 0.38, look.mm(3.6))
        paint.disc(area.cx, area.cy, r, t.GREEN if self.ticked else t.PAPER)
        circle = Area(area.cx - r, area.cy - r, 2 * r, 2 * r)
        paint.words(str(self.number), circle.inset(r * 0.3, 0), t.INK, 4.4, face="heavy", align="center")


def name_size(names: Sequence[tuple[str, float]], h: float) -> int:
    """Font size in pixels at which all names fit their widths, and the upper part of a box ``h`` high, in two lines."""
    high = h * NAME_SHARE * look.scale
    sizes = [look.text(size) for size in NAME_SIZES]
    return type_.largest(sizes, lambda px: all(_name_fits(name, px, w, high) for name, w in names))


def _name_fits(name: str, px: int, w: float, h: float) -> bool:
    broken = type_.wrap(name, px, NAME_FACE, w)
    high = len(broken) * type_.line_height(px)
    return len(broken) <= 2 and high <= h and all(type_.extents(line, px, NAME_FACE)[0] <= w for line in broken)


def broken_name(name: str, px: int, w: float, h: float) -> tuple[int, Sequence[str]]:
    """Font size in pixels, from ``px`` down, and lines of a name: in two lines if it fits; else in three, at last with
    its long words broken."""
    least = min(px, look.mm(SEEN))
    for most in (2, NAME_LINES):
        for size in range(px, round(least) - 1, -1):
            lines = type_.wrap(name, size, NAME_FACE, w)
            wide = max(type_.extents(line, size, NAME_FACE)[0] for line in lines)
            if len(lines) <= most and wide <= w and len(lines) * type_.line_height(size) <= h + size * 0.3:
                return size, lines
    return round(least), type_.hyphenated(name, round(least), NAME_FACE, w)


def pieces_high(pieces: Sequence[Piece], w: float) -> float:
    """Height in pixels that the pieces need at least on a space of that width, to be seen across the table."""
    cells, least = _stacks(pieces), look.mm(SEEN)
    return next((rows * least for rows in range(1, ROWS + 1) if _widest(cells, rows) * least <= w), ROWS * least)


ROWS = 3
"""Rows of pieces at most."""


def paint_pieces(area: Area, pieces: Sequence[Piece], *, align: str = "left", most: float = 5.0, rows: int = 2) -> None:
    """At most ``rows`` rows of stacks: up to two pieces as icons, more as an icon with a number; at most ``most`` mm
    high. Face-down pieces are faded."""
    for row, strip in zip(*_rows_of(_stacks(pieces), area, look.mm(most), rows), strict=True):
        side = _side(row, strip, look.mm(most))
        x = strip.x + (strip.w - _row_width(row) * side) / 2 if align == "center" else strip.x
        for name, count, used in row:
            icons.draw(name, Area(x, strip.cy - side / 2, side, side), alpha=0.35 if used else 1)
            x += side
            if count:
                place = Area(x, strip.cy - side / 2, side * 0.7, side)
                paint.words(count, place, t.PAPER, 3.4, least=min(SEEN, 3.4), face="heavy")
                x += side * 0.7
            x += side * 0.16


def piece_side(area: Area, pieces: Sequence[Piece], most: float) -> float:
    """Height in pixels of the smallest piece that ``paint_pieces`` draws there."""
    found = zip(*_rows_of(_stacks(pieces), area, look.mm(most)), strict=True)
    return min((_side(row, strip, look.mm(most)) for row, strip in found if row), default=look.mm(most))


Stack = tuple[str, str, bool]


def _stacks(pieces: Sequence[Piece]) -> list[Stack]:
    cells: list[Stack] = []
    for piece in pieces:
        if piece.n <= 2:
            cells += [(piece.icon, "", piece.face_down)] * piece.n
        else:
            cells.append((piece.icon, str(piece.n), piece.face_down))
    return cells


def _side(row: Sequence[Stack], strip: Area, most: float) -> float:
    return min(strip.h, most, strip.w / max(_row_width(row), 1))


def _row_width(row: Sequence[Stack]) -> float:
    """Width of a row of stacks, in icon sizes."""
    return sum(1.7 if count else 1.0 for _, count, _ in row) + 0.16 * max(0, len(row) - 1)


def _rows_of(cells: list[Stack], area: Area, most: float, rows: int = 2) -> tuple[list[Sequence[Stack]], list[Area]]:
    """The stacks in as many rows as make them largest, up to ``rows``."""
    sides = [min(area.h / n, most, area.w / max(1.0, _widest(cells, n))) for n in range(1, rows + 1)]
    best = 1 if len(cells) < 3 else sides.index(max(sides)) + 1
    return _in_rows(cells, best), area.rows(best)


def _in_rows(cells: Sequence[Stack], rows: int) -> list[Sequence[Stack]]:
    each = -(-len(cells) // rows)
    return [cells[row * each : (row + 1) * each] for row in range(rows)]


def _widest(cells: Sequence[Stack], rows: int) -> float:
    return max(map(_row_width, _in_rows(cells, rows)))


class BoardMap(TapAreas):
    """The whole board, on its ``picture`` if there is one. ``tap_spot`` is called with the id of a tapped open space;
    ``lit``: highlight open ones."""

    board: Board = UNSET
    open: frozenset[str] = frozenset()
    marked: frozenset[str] = frozenset()
    numbers: Mapping[str, int] = {}
    ticked: frozenset[str] = frozenset()
    plain: bool = False
    lit: bool = True
    picture: Texture | None = None
    tap_spot: Callable[[str], None] = staticmethod(no_action)

    def build(self) -> None:
        super().build()
        self._views: list[SpotView] = []
        self._cells: dict[str, Area] = {}

    def paint_self(self, area: Area) -> None:
        spots = [numbered(spot) for spot in self.board.spots]
        self.ensure(self._views, SpotView, len(spots))
        picture = self.picture if self._arrange(area, spots) else None
        if picture is not None:
            paint.picture(picture, area)
        some = next(iter(self._cells.values()), area)
        room = some.inset(look.mm(EDGE), look.mm(EDGE))
        names = [(say(spot.name), room.w - (look.mm(BADGE * 0.4) if spot.badge else 0)) for spot in spots]
        size = name_size(names, room.h)
        spots = _called(spots, room, size)
        width = look.mm(0.9)
        for one, other in self.board.links:
            if one in self._cells and other in self._cells:
                a, b = self._cells[one], self._cells[other]
                if picture is None:
                    paint.stroke((a.cx, a.cy, b.cx, b.cy), t.EDGE, width)
        for view, spot in zip(self._views, spots, strict=False):
            view.place(self._cells[spot.id])
            view.show(
                spot=spot, open=self.lit and spot.id in self.open, marked=spot.id in self.marked, plain=self.plain,
                number=self.numbers.get(spot.id, 0), ticked=spot.id in self.ticked,
                size_px=size, fill=t.STONE if picture is None else t.faded(t.STONE, 0.8),
            )  # fmt: skip

    def _arrange(self, area: Area, spots: Sequence[Spot]) -> bool:
        """Place the spaces. True if they lie on the picture: not if it is too small for what stands on them."""
        self._cells = {}
        if not spots:
            return True
        if self.picture is not None:
            ground, centres = paint.scaled(self.picture, area), [(spot.x, spot.y) for spot in spots]
            bw, bh = size_on_picture(centres, ground.w, ground.h, look.mm(BETWEEN))
            for spot, (x, y) in zip(spots, centres, strict=True):
                cx, cy = ground.x + x * ground.w, ground.y + (1 - y) * ground.h
                self._cells[spot.id] = Area(cx - bw / 2, cy - bh / 2, bw, bh)
            if bw >= look.mm(LEAST_ON_PICTURE[0]) and bh >= look.mm(LEAST_ON_PICTURE[1]):
                return True
        inner = area.inset(look.mm(1), look.mm(1.4))
        places = stretched(spots)
        bw, bh = spot_size(places, inner.w, inner.h, look.mm(BETWEEN))
        if not self.board.drawn and (bw < look.mm(ROOMY[0]) or bh < look.mm(ROOMY[1])):
            places = in_rows(places, inner.w, inner.h)
            bw, bh = spot_size(places, inner.w, inner.h, look.mm(BETWEEN))
        for spot, (x, y) in zip(spots, places, strict=True):
            left, bottom = inner.x + x * (inner.w - bw), inner.y + (1 - y) * (inner.h - bh)
            self._cells[spot.id] = Area(left, bottom, bw, bh)
        return False

    def cell(self, spot: str) -> Area | None:
        """Area of a space on the screen, once drawn."""
        return self._cells.get(spot)

    def targets(self) -> list[Area]:
        return [cell for cell in map(self.cell, self.open) if cell is not None]

    def under(self, x: float, y: float) -> str | None:
        """The open space hit by a touch at (x, y): targets are at least 10 mm, the nearest wins."""
        best, best_far = None, 1.0
        for spot in self.open:
            cell = self._cells.get(spot)
            if cell is None:
                continue
            far = max(abs(x - cell.cx) / max(cell.w, look.touch), abs(y - cell.cy) / max(cell.h, look.touch)) * 2
            if far <= best_far:
                best, best_far = spot, far
        return best

    def action_at(self, touch: MotionEvent) -> Callable[[], object] | None:
        spot = self.under(*touch.pos)
        return None if spot is None else partial(self.tap_spot, spot)


def _called(spots: Sequence[Spot], room: Area, size: int) -> list[Spot]:
    """The spaces, those whose name is too long for their ``room`` with their number, or a short name."""
    short = short_names([say(spot.name) for spot in spots])
    found = []
    for spot in spots:
        wide = room.w + look.mm(EDGE) - (look.mm(BADGE * 0.4) if spot.badge else 0)
        high = room.h - (pieces_high(spot.pieces, room.w) if spot.pieces else 0)
        px, lines = broken_name(say(spot.name), size, wide, high)
        fits = len(lines) * type_.line_height(px) <= high + px * 0.3
        brief = number_of_square(ident(spot.id)) or short[say(spot.name)]
        found.append(spot if fits else replace(spot, name=brief))
    return found


# The stakes of a space.

TITLE, LINE, STAKES_HEADING, SHARE = 5.4, 3.9, 0.84, 11.5
"""Font sizes (mm) of title and lines, heading size relative to a line, and width (mm) of the probability."""
STAKES_BELOW, STAKES_BETWEEN = 0.5, 1.4
"""Space below a line, and below a section (mm)."""
SMALLEST = 2.3
CERTAIN = 0.995
"""Probabilities above this, or below its complement, are shown as > 99% and < 1%."""


class StakesView(Drawn):
    """Shows ``stakes``; takes no taps, since the finger is elsewhere."""

    stakes: Stakes = UNSET

    def paint_self(self, area: Area) -> None:
        stakes = self.stakes
        paint.box(area, t.CARD, radius=look.mm(2), line=t.AMBER, width=look.mm(0.5))
        inner = area.inset(look.mm(2.6), look.mm(1.8))
        title = inner.cut_top(min(look.mm(8), inner.h * 0.16), look.mm(0.6))
        paint.words(say(stakes.name), title, t.ON_CARD, TITLE, face="heavy", least=3)
        parts: list[tuple[Words, Sequence[Stake]]] = [
            (T("What it costs"), stakes.cost),
            (T("What can go wrong"), stakes.risk),
            (T("What can be won"), stakes.chance),
            (T("If you do this"), stakes.follows),
        ]
        shown = [(head, lines) for head, lines in parts if lines]
        size = _fitting(shown, inner)
        for head, lines in shown:
            heading = inner.cut_top(_high(size * STAKES_HEADING))
            paint.words(say(head).upper(), heading, t.ON_CARD_DIM, size * STAKES_HEADING, least=1.8)
            for one in lines:
                _paint_line(inner.cut_top(_tall(one, size, inner.w), look.mm(STAKES_BELOW)), one, size)
            inner.cut_top(look.mm(STAKES_BETWEEN))


def _high(size: float) -> float:
    return type_.line_height(look.text(size))


def _words_wide(one: Stake, width: float) -> float:
    return width - (look.mm(SHARE) + look.gap if one.share is not None else 0)


def _tall(one: Stake, size: float, width: float) -> float:
    lines = len(type_.wrap(say(one.words), look.text(size), "plain", int(_words_wide(one, width))))
    return max(1, lines) * _high(size)


def _fitting(shown: Sequence[tuple[Words, Sequence[Stake]]], room: Area) -> float:
    """The largest font size at which everything fits."""
    size, least = LINE, SMALLEST / max(1, look.scale)
    while size > least:
        lines = sum(_tall(one, size, room.w) + look.mm(STAKES_BELOW) for _, part in shown for one in part)
        if lines + len(shown) * (_high(size * STAKES_HEADING) + look.mm(STAKES_BETWEEN)) <= room.h:
            break
        size -= 0.1
    return size


def _paint_line(place: Area, one: Stake, size: float) -> None:
    """The text, and its probability with a bar below."""
    if one.share is not None:
        share = place.cut_right(look.mm(SHARE), look.gap)
        bar = share.cut_bottom(look.mm(0.7), look.mm(0.2))
        paint.rect(bar, t.CARD_EDGE)
        paint.rect(Area(bar.x, bar.y, bar.w * one.share, bar.h), t.ON_CARD)
        paint.words(percent(one.share), share, t.ON_CARD, size, face="heavy", least=2, align="right")
    paint.words(say(one.words), place, t.ON_CARD, size, face="plain", least=2, lines=9)


def percent(share: float) -> str:
    """A probability in whole per cent; 0% and 100% only if exact."""
    if share in (0, 1):
        return f"{share:.0%}"
    if share > CERTAIN:
        return "> 99%"
    return "< 1%" if share < 1 - CERTAIN else f"{share:.0%}"


# A city of tiles: edges, pieces, free cells for the next tile.

STRIP = 0.13
"""Depth of a tile's edges, as a share of its side."""
SMALL = 12.5
"""Inner size (mm) from which a tile shows its full name, and icons next to pieces."""


class TileView(Tappable):
    """One tile, rotated as on the table. ``marked``: viewed or being placed; ``bare``: without its pieces; ``short``:
    its name for small tiles."""

    tile: MapTile = UNSET
    short: str = ""
    turns: int = 0
    marked: bool = False
    bare: bool = False
    rapid: bool = True

    def paint_self(self, area: Area) -> None:
        tile = self.tile
        area = area.inset(max(1, look.mm(0.25)))
        fill = t.STONE_PRESSED if self.pressed else t.POLICE_DEEP if tile.blocked else t.STONE
        line = t.LAMP if self.marked else t.ALERT if tile.blocked else t.EDGE
        paint.box(area, fill, radius=look.mm(1.2), line=line, width=look.mm(0.8 if self.marked else 0.4))
        inner = area.inset(look.mm(0.8))
        deep = inner.w * STRIP
        if any(edge is not None for edge in tile.edges):
            self._paint_edges(inner, deep, tile)
            inner = inner.inset(deep)
        self._paint_inside(inner.inset(look.mm(0.4)), tile)

    def _paint_edges(self, area: Area, deep: float, tile: MapTile) -> None:
        for side, edges in enumerate(sides(tile.edges, self.turns)):
            room = area.copy()
            strip = (room.cut_top, room.cut_right, room.cut_bottom, room.cut_left)[side](deep)
            strip = strip.inset(deep, 0) if side in (0, 2) else strip.inset(0, deep)
            parts = strip.columns(max(1, len(edges))) if side in (0, 2) else strip.rows(max(1, len(edges)))
            # Clockwise, the bottom runs leftwards and the left side upwards.
            for edge, part in zip(edges if side < 2 else edges[::-1], parts, strict=False):
                if edge is not None:
                    icons.row(edge, part, deep)

    def _paint_inside(self, inner: Area, tile: MapTile) -> None:
        name = say(tile.name)
        large = inner.w > look.mm(SMALL)
        signs, pieces = (tile.signs if large else []), ([] if self.bare else tile.pieces)
        head = inner.cut_top(inner.h * (1 if not signs and not pieces else 0.3 if large else 0.46))
        if large:
            paint.words(name, head, t.PAPER, 3.6, least=1.7, align="center", lines=2)
        else:
            paint.words(self.short, head, t.PAPER, 4.2, face="heavy", least=1.8, align="center")
        if signs:
            room = inner.cut_top(inner.h * (0.5 if pieces else 1))
            side = min(room.h, room.w / len(signs), look.mm(8))
            left = room.cx - side * len(signs) / 2
            for index, sign in enumerate(signs):
                icons.draw(sign, Area(left + index * side, room.cy - side / 2, side, side).inset(side * 0.06))
        paint_pieces(inner, pieces, align="center", most=6.0)


class FreeCell(Tappable):
    """A cell where a tile can be placed; ``near``: it is next to another tile."""

    near: bool = False
    rapid: bool = True

    def paint_self(self, area: Area) -> None:
        inner = area.inset(max(1, look.mm(0.5)))
        fill = t.STONE_PRESSED if self.pressed else t.SLOT if self.near else t.NIGHT
        line = t.GREEN if self.near else t.EDGE
        paint.box(inner, fill, radius=look.mm(1.2), line=line, width=look.mm(0.6 if self.near else 0.25))
        if self.near:
            side = min(inner.w, look.mm(5))
            icons.draw("plus", inner.centred(side), tint=t.GREEN)


class CityMap(Drawn):
    """Tiles at their ``places`` (column, row, quarter turns). ``laying``: free cells can be tapped, too. ``tap_tile``
    is called with the id of a tile, ``tap_cell`` with the column and row of a free cell. A city with too many cells for
    a finger is shown in parts: first the part with the newly ``marked`` tile; a button leads to the others."""

    tiles: Sequence[MapTile] = ()
    places: Mapping[str, tuple[int, int, int]] = {}
    marked: str | None = None
    laying: bool = False
    tap_tile: Callable[[str], None] = staticmethod(no_action)
    tap_cell: Callable[[Cell], None] = staticmethod(no_action)

    def build(self) -> None:
        self.views: list[TileView] = []
        self.free: list[FreeCell] = []
        self._part = 0
        self._last: Cell | None = None
        self.further = self.add(TapButton(action=self._turn, rapid=True))

    def _cut(self, whole: Frame, area: Area, marked: Cell | None) -> Frame:
        """The part of the city to show: all of it, the selected part, or the one with the newly marked tile. The button
        for other parts is cut off ``area``."""
        least = LEAST * look.panel.density
        parts = whole.parts(max(1, int(area.w / least)), max(1, int(area.h / least)))
        if len(parts) > 1:
            self.further.place(area.cut_bottom(look.touch, look.gap))
            parts = whole.parts(max(1, int(area.w / least)), max(1, int(area.h / least)))
            at = self._part % len(parts)
            if marked is not None and marked != self._last and not parts[at].holds(marked):
                at = next(n for n, one in enumerate(parts) if one.holds(marked))
            self._part, self._last = at, marked
            text = T("Further parts of the city ({part} of {parts})", part=at + 1, parts=len(parts))
            self.further.show(text=say(text), icon="forward", role="quiet", size_mm=3.8)
            return parts[at]
        self.further.hide()
        return parts[0]

    def _turn(self) -> None:
        self._part += 1
        self.redraw()

    def paint_self(self, area: Area) -> None:
        laid = [tile for tile in self.tiles if tile.id in self.places]
        cells = {tile.id: self.places[tile.id][:2] for tile in laid}
        others = {cell for tile, cell in cells.items() if tile != self.marked or not self.laying}
        whole = frame(others or set(cells.values()), 1 if self.laying else 0)
        shown = self._cut(whole, area, cells.get(self.marked or ""))
        laid = [tile for tile in laid if shown.holds(cells[tile.id])]
        largest = look.mm(LARGEST)
        short = short_names([say(tile.name) for tile in self.tiles])
        for view, tile in zip(self.ensure(self.views, TileView, len(laid)), laid, strict=False):
            view.place(shown.place(cells[tile.id], area, largest))
            view.action = partial(self.tap_tile, tile.id)
            view.show(
                tile=tile, short=short[say(tile.name)], turns=self.places[tile.id][2], marked=tile.id == self.marked,
                key=tile.id, bare=self.laying,
            )  # fmt: skip
        free = [cell for cell in shown.cells() if cell not in cells.values()] if self.laying else []
        near = beside(others) if others else frozenset(free)
        for square, cell in zip(self.ensure(self.free, FreeCell, len(free)), free, strict=False):
            square.action = partial(self.tap_cell, cell)
            square.show(shown.place(cell, area, largest), near=cell in near, key=cell)


# What a tile holds.


class Contents(Drawn):
    """Icons without text (``signs``), then each of ``pieces`` with icon, number and name, in two columns."""

    LINE = 6.2

    signs: Sequence[str] = ()
    pieces: Sequence[Piece] = ()

    def needs(self) -> float:
        rows = (1 if self.signs else 0) + -(-len(self.pieces) // 2)
        return look.mm(self.LINE) * rows

    def paint_self(self, area: Area) -> None:
        high = look.mm(self.LINE)
        if self.signs:
            strip = area.cut_top(min(high, area.h))
            for sign in self.signs:
                icons.draw(sign, strip.cut_left(strip.h, look.mm(1.2)).inset(look.mm(0.3)))
        rows = -(-len(self.pieces) // 2)
        if not rows:
            return
        area = area.cut_top(min(area.h, high * rows))
        for piece, cell in zip(self.pieces, area.grid(2, rows, look.mm(0.6)), strict=False):
            picture = cell.cut_left(min(cell.h, high), look.mm(1.2))
            icons.draw(piece.icon, picture.inset(look.mm(0.3)))
            text = f"{piece.n} × {say(piece.name)}" if piece.n > 1 else say(piece.name)
            paint.words(text, cell, t.PAPER, 3.6, least=1.9, lines=2)
