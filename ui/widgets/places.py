"""Rows of boxes, one for each place of the table: which are open and which collapse to a line, each box, and its tap
targets. How the room is shared out depends only on how much there is to see (``Row.size``), for any scene.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from kivy.input import MotionEvent

from companion.scene.scene import FACT, Row, RowPlace
from ui.base.language import say
from ui.layout.geometry import Area
from ui.look import icons, paint
from ui.look import text as type_
from ui.look import theme as t
from ui.look.theme import Look, Rgba, look
from ui.widgets.board import paint_pieces, piece_side
from ui.widgets.drawn import UNSET, Drawn, TapAreas, no_action

HEADING = 4.4
"""Height of a heading (mm)."""
STRIP = 10.4
"""Height of a collapsed row, enough for a finger (mm)."""
LEAST = {"large": 14.0, "small": 10.3}
"""Minimum height of a box (mm)."""
EASY = 19.0
"""A small row stays open only while large boxes have at least this height (mm)."""
MOST = {"large": 27.0, "small": 12.5}
NARROWEST = {"large": 14.5, "small": 19.5}
MOST_OF_ONE = 38.0
"""Maximum height of large boxes (mm) if they are all in one line."""
ALONE_MOST = 22.0
ALONE_NARROWEST = 25.0


ABREAST, WITH_COUNT = 20.0, 24.0
"""If all rows are collapsed, they stand side by side where each has this width (mm), and tell their number of boxes
where each has that."""


@dataclass(frozen=True)
class RowLayout:
    """Layout of a row: its heading and a cell for each box, or a ``strip`` instead of both if it is collapsed. A row
    opened alone has its strip above the cells, to go back; an idle one has only a heading."""

    row: Row
    heading: Area | None = None
    cells: list[Area] = field(default_factory=list)
    strip: Area | None = None


FEW = 4
"""So many numbers of a collapsed row are told instead of how many there are."""


def in_short(row: Row) -> str:
    """What stands at the end of a collapsed row: its numbers if it shows few, otherwise how many boxes there are."""
    numbers = [say(box.label) for box in row.boxes if box.id.startswith(FACT) and box.label]
    few = len(numbers) == len(row.boxes) <= FEW
    return " · ".join(numbers) if few else str(len(row.boxes))


def lay(
    rows: Sequence[Row], area: Area, opened: str | None = None, open_: frozenset[str] = frozenset()
) -> list[RowLayout]:
    """Lay out rows in ``area`` (pixels) from top to bottom. ``opened``: id of a row that gets all the room. ``open_``:
    boxes that can be tapped. Rows without boxes are left out."""
    rows = [row for row in rows if row.boxes]
    alone = next((row for row in rows if row.id == opened), None)
    if alone is not None:
        return [_lay_alone(alone, area.copy())]
    idle = [row for row in rows if is_idle(row, open_)]
    busy = [row for row in rows if row not in idle]
    rest = area.copy()
    rest.h -= (look.mm(HEADING) + look.gap) * len(idle)
    shut = closed(busy, rest)
    room = area.copy()
    if len(shut) == len(busy) and len(rows) * look.mm(ABREAST) <= area.w:
        line = room.cut_top(min(look.mm(STRIP), room.h))
        return [
            RowLayout(row, strip=cell)
            for row, cell in zip(rows, line.columns(max(1, len(rows)), look.gap), strict=False)
        ]
    heights = _heights(busy, rest, shut)
    laid: list[RowLayout] = []
    for row in rows:
        if row in idle:
            laid.append(RowLayout(row, room.cut_top(look.mm(HEADING), look.gap)))
            continue
        if row.id in shut:
            laid.append(RowLayout(row, strip=room.cut_top(look.mm(STRIP), look.gap)))
            continue
        heading = room.cut_top(look.mm(HEADING))
        lines, columns = _grid(row, area.w)
        block = room.cut_top(heights[row.id] * lines + look.gap * (lines - 1), look.gap)
        laid.append(RowLayout(row, heading, block.grid(columns, lines, look.gap)[: len(row.boxes)]))
    return laid


def is_idle(row: Row, open_: frozenset[str]) -> bool:
    """True if all boxes of the row are empty and none can be tapped."""
    return all(box.state == "quiet" and not box.pieces and box.id not in open_ for box in row.boxes)


def closed(rows: Sequence[Row], area: Area) -> set[str]:
    """Ids of the rows to collapse: small ones first, from last to first, until the others fit."""
    rows = [row for row in rows if row.boxes]
    shut: set[str] = set()
    for row in [row for size in ("small", "large") for row in reversed(rows) if row.size == size]:
        easy = any(other.size == "small" and other.id not in shut for other in rows)
        if _least(rows, area, shut, easy=easy) <= area.h:
            break
        shut.add(row.id)
    return shut


def needed(rows: Sequence[Row], width: float) -> float:
    """Height in pixels at which all rows show well."""
    rows = [row for row in rows if row.boxes]
    heights = [look.mm(HEADING) + _block(row, width, look.mm(_most(rows, row.size, width))) for row in rows]
    return sum(heights) + look.gap * max(0, len(rows) - 1)


def closed_height(rows: Sequence[Row], width: float) -> float:
    """Height in pixels of all rows collapsed: side by side, or one below the other if there is too little width."""
    n = len([row for row in rows if row.boxes])
    lines = 1 if n * look.mm(ABREAST) <= width else n
    return lines * (look.mm(STRIP) + look.gap) - look.gap


def _most(rows: Sequence[Row], size: str, width: float) -> float:
    """Maximum height (mm) of boxes of this size among these rows."""
    lines = sum(_grid(row, width)[0] for row in rows if row.size == size)
    return MOST_OF_ONE if size == "large" and lines == 1 else MOST[size]


def _lay_alone(row: Row, room: Area) -> RowLayout:
    strip = room.cut_top(look.mm(STRIP), look.gap)
    lines, columns = _grid(row, room.w, alone=True)
    high = min(look.mm(ALONE_MOST), (room.h - look.gap * (lines - 1)) / lines)
    block = room.cut_top(high * lines + look.gap * (lines - 1))
    return RowLayout(row, cells=block.grid(columns, lines, look.gap)[: len(row.boxes)], strip=strip)


def _grid(row: Row, width: float, *, alone: bool = False) -> tuple[int, int]:
    """Number of lines and columns for the row's boxes."""
    n = len(row.boxes)
    narrowest = look.mm(ALONE_NARROWEST if alone else NARROWEST[row.size])
    most = max(1, int((width + look.gap) // (narrowest + look.gap)))
    lines = -(-n // most)
    return lines, -(-n // lines)


def _block(row: Row, width: float, height: float) -> float:
    lines, _ = _grid(row, width)
    return lines * height + (lines - 1) * look.gap


def _least(rows: Sequence[Row], area: Area, shut: set[str], *, easy: bool) -> float:
    total = look.gap * (len(rows) - 1)
    for row in rows:
        least = EASY if easy and row.size == "large" else LEAST[row.size]
        total += look.mm(STRIP) if row.id in shut else look.mm(HEADING) + _block(row, area.w, look.mm(least))
    return total


def _heights(rows: Sequence[Row], area: Area, shut: set[str]) -> dict[str, float]:
    """Height of the boxes of each open row: the minimum, plus equal shares of the rest, large boxes first."""
    open_ = [row for row in rows if row.id not in shut]
    spare = area.h - look.gap * (len(rows) - 1) - look.mm(STRIP) * len(shut) - look.mm(HEADING) * len(open_)
    heights = {row.id: float(look.mm(LEAST[row.size])) for row in open_}
    spare -= sum(_block(row, area.w, heights[row.id]) for row in open_)
    for size in ("large", "small"):
        group = [row for row in open_ if row.size == size]
        lines = sum(_grid(row, area.w)[0] for row in group)
        if lines and spare > 0:
            more = min(spare / lines, look.mm(_most(group, size, area.w)) - look.mm(LEAST[size]))
            spare -= more * lines
            for row in group:
                heights[row.id] += more
    return heights


# One box.

FILLS = {"normal": t.STONE, "alarm": t.ALARMED, "good": t.AT_EASE, "quiet": t.DUSK}
SIZES = (3.4, 2.0)
"""Largest and smallest font size (mm) for names; the whole row uses the largest at which all fit."""
LABEL = 6.2
"""Font size (mm) of the label, if the box is high enough."""
LOW_LABEL = 4.4
"""The same above a name of two lines, so that pieces stay large."""
ONE_LINE = 2.6
"""Smallest font size (mm) of a name in one line, before two lines are used."""
PIECES = (4.4, 8.4)
"""Smallest and largest size (mm) of pieces common to a row; a full box may use smaller ones."""
PIECES_FIRST = 6.0
"""Height (mm) reserved for pieces before a note gets any room."""
NOTE, LEAST_NOTE = 2.9, 2.0
"""Largest and smallest font size (mm) of a note."""
LINES_NOTE = 2.7
"""Largest font size (mm) of a note with several lines."""
EASY_NOTES = (2.7, 2.3)
"""Preferred font sizes (mm), for which a note may take another line."""
TALL = 24.0
"""Boxes of this height (mm) have a three-line note at the bottom."""
MARGIN = (0.9, 0.8)


@dataclass(frozen=True)
class Style:
    """Sizes common to the boxes of a row: label (mm), name (pixels), pieces (mm). ``beside``: names are next to the
    labels, else below them in ``lines`` lines; ``notes``: lines of notes. ``sign``: small boxes show their icons.
    ``inline``: pieces are next to the label, if names leave too little room below."""

    large: bool = True
    label: float = LABEL
    name: int = 0
    beside: bool = True
    lines: int = 2
    notes: int = 1
    sign: bool = True
    inline: bool = False
    pieces: float = PIECES[1]


@dataclass(frozen=True)
class BoxParts:
    """Areas of the parts of a large box without an icon."""

    label: Area
    corner: Area
    name: Area
    cells: Area
    pieces: Area
    note: Area | None


def pill(number: str) -> float:
    return max(look.mm(5.6), type_.extents(number, look.text(4), "heavy")[0] + look.mm(2))


def inside(cell: Area) -> Area:
    return cell.inset(look.mm(MARGIN[0]), look.mm(MARGIN[1]))


def parts(inner: Area, box: RowPlace, style: Style, number: str) -> BoxParts:
    """Lay out a large box: label and corner on top, the name next to or below, then cards and pieces, then the note.
    The note goes into the corner if it is free, else to the bottom if pieces leave room; with a number there is
    none."""
    inner = inner.copy()
    room = None
    free = not (number or box.badge or style.beside)
    tall = inner.h >= look.mm(TALL)
    high = look.text(style.label) * 1.05
    head = inner.cut_top(high, look.mm(0.3))
    label = say(box.label)
    wide = type_.extents(label, look.text(style.label), "heavy")[0] + look.mm(1) if label else 0
    place = head.cut_left(min(wide, head.w))
    corner = Area(head.x + head.w, head.y, 0, head.h)
    if number:
        corner = head.cut_right(pill(number), look.mm(0.5))
    elif box.badge:
        corner = head.cut_right(high, look.mm(0.5))
    elif free and box.note is not None and not tall:
        room = head
    name = head
    if style.inline:
        return BoxParts(place, corner, inner, Area(0, 0, 0, 0), head, None)
    if not style.beside:
        name = inner.cut_top(type_.line_height(style.name) * style.lines * 1.02, look.mm(0.3))
    if box.note is not None and (not free or tall) and not number:
        spare = inner.h - (look.mm(PIECES_FIRST) if box.pieces else 0)
        high = note_height(style.notes)
        room = inner.cut_bottom(high, look.mm(0.3)) if 0 < high <= spare else None
    cells = inner.cut_top(inner.h * (0.5 if box.pieces else 1), look.mm(0.4)) if box.cells else Area(0, 0, 0, 0)
    return BoxParts(place, corner, name, cells, inner, room)


def style_of(laid: RowLayout, numbers: Mapping[str, str]) -> Style:
    row, cell = laid.row, laid.cells[0]
    names = [say(box.name) for box in row.boxes]
    width = cell.w - look.mm(3.2)
    if row.size == "small":
        beside = width - (look.mm(7.4) if any(box.icon for box in row.boxes) else 0)
        needed = any(box.badge or say(box.label) for box in row.boxes)
        sign = needed or all(fits(name, look.text(2.4), beside, 2) for name in names)
        return Style(large=False, sign=sign, name=_size(names, beside if sign else width, 2))
    label = min(LABEL, max(3.4, cell.h * 0.3 / look.mm(10) * 10 / look.scale))
    notes = [say(box.note) for box in row.boxes if box.note is not None]
    style = Style(label=label, notes=_note_lines(notes, inside(cell)))
    style = _with_names(style, row.boxes, names, width, numbers)
    side = _pieces_high(laid, style, numbers)
    if side < PIECES[0] and not style.beside and not any(box.cells for box in row.boxes):
        inline = replace(style, inline=True, notes=0)
        if _pieces_high(laid, inline, numbers) > side:
            style, side = inline, _pieces_high(laid, inline, numbers)
    return replace(style, pieces=min(PIECES[1], max(PIECES[0], side)))


def _pieces_high(laid: RowLayout, style: Style, numbers: Mapping[str, str]) -> float:
    """Height (mm) of the smallest piece in the boxes of a row."""
    rooms = [
        piece_side(parts(inside(one), box, style, numbers.get(box.id, "")).pieces, box.pieces, PIECES[1])
        for box, one in zip(laid.row.boxes, laid.cells, strict=True)
        if box.pieces and box.icon is None
    ]
    return min(rooms, default=look.mm(PIECES[1])) / look.mm(10) * 10


def note_height(lines: int) -> float:
    """Height in pixels of a note with ``lines`` lines."""
    return look.mm(NOTE * 1.12) * lines if lines < 2 else type_.line_height(look.text(LINES_NOTE)) * lines


def _note_lines(notes: Sequence[str], inner: Area) -> int:
    """Number of lines in which all notes of a row fit; 0 if two (three in a tall box) are not enough."""
    width = inner.w
    for px in map(look.text, (*EASY_NOTES, LEAST_NOTE)):
        for lines in (1, 2, 3) if inner.h >= look.mm(TALL) else (1, 2):
            if all(type_.fit(note, "plain", px, px, int(width), int(note_height(lines)), lines)[2] for note in notes):
                return lines
    return 0


def _with_names(
    style: Style, boxes: Sequence[RowPlace], names: Sequence[str], width: float, numbers: Mapping[str, str]
) -> Style:
    """Names next to the labels if all fit, else below in one line, else in two."""
    sign = look.text(style.label) * 1.05 + look.mm(0.6)
    rooms = [
        width
        - (type_.extents(say(box.label), look.text(style.label), "heavy")[0] + look.mm(1.2))
        - (pill(numbers[box.id]) if box.id in numbers else sign if box.badge else 0)
        for box in boxes
    ]
    least = look.text(2.6)
    if all(fits(name, least, room, 2) for name, room in zip(names, rooms, strict=True)):
        return replace(style, name=_size(names, min(rooms), 2))
    lines = 1 if all(fits(name, look.text(ONE_LINE), width, 1) for name in names) else 2
    label = style.label if lines == 1 else min(style.label, LOW_LABEL)
    name = min(_size(names, width, lines), look.text(2.8))
    return replace(style, beside=False, lines=lines, label=label, name=name)


def _size(names: Sequence[str], width: float, lines: int) -> int:
    most, least = map(look.text, SIZES)
    sizes: list[int] = [*range(most, least, -1), least]
    return type_.largest(sizes, lambda px: all(fits(name, px, width, lines) for name in names))


def fits(name: str, px: int, width: float, lines: int) -> bool:
    """True if a name fits in ``lines`` lines of ``width`` pixels."""
    broken = type_.wrap(name, px, "bold", max(1, int(width)))
    return len(broken) <= lines and all(type_.extents(line, px, "bold")[0] <= width for line in broken)


class BoxView(Drawn):
    """One box: tappable, marked, numbered, ticked."""

    box: RowPlace = UNSET
    style: Style = Style()
    open: bool = False
    marked: bool = False
    number: str = ""
    ticked: bool = False

    def paint_self(self, area: Area) -> None:
        box = self.box
        self._paint_frame(area, box)
        inner = inside(area)
        if self.style.large and box.icon is not None:
            self._paint_sign(inner, box)
        elif self.style.large:
            self._paint_plain(inner, box)
        else:
            self._paint_small(inner, box)
        if self.number:
            self._paint_number(area)

    def _paint_frame(self, area: Area, box: RowPlace) -> None:
        edges: list[Rgba] = []
        if self.marked:
            paint.glow(area.cx, area.cy, area.w * 0.72, t.faded(t.AMBER, 0.22))
            edges.append(t.LAMP)
        elif self.open:
            edges.append(t.GREEN)
        if box.state == "alarm":
            edges.append(t.ALERT)
        fill = FILLS[box.state]
        if not edges:
            paint.box(area, fill, radius=look.mm(1.6), line=t.EDGE, width=max(1, look.mm(0.22)))
            return
        for edge in edges:
            paint.box(area, edge, radius=look.mm(1.6))
            area = area.inset(look.mm(0.5))
        paint.box(area, fill, radius=look.mm(1.3))

    def _paint_sign(self, inner: Area, box: RowPlace) -> None:
        """Icon on the left with the label inside it (if it is a frame) or below; cards and pieces next to it; the note
        below."""
        if box.note is not None and inner.h > look.mm(9):
            lines = (self.style.notes or 2) if inner.h > look.mm(17.5) else 1
            self._paint_note(inner.cut_bottom(note_height(lines), look.mm(0.3)), box)
        side = min(inner.h, inner.w * (0.52 if box.cells or box.pieces else 1), look.mm(17))
        room = inner.cut_left(side, look.mm(1.0)) if box.cells or box.pieces else inner.copy()
        icon, said = box.icon or "", say(box.label)
        if said and not icons.framing(icon):
            below = room.cut_bottom(min(room.h * 0.36, look.mm(Look.STATE)))
            paint.words(said, below, t.PAPER, Look.STATE, face="heavy", least=2.4, align="center")
        sign = room.square()
        icons.draw(icon, sign)
        if said and icons.framing(icon):
            label = sign.inset(sign.w * 0.27)
            label.y -= sign.w * 0.035
            paint.words(said, label, t.PAPER, 8.5, face="heavy", least=2.4, align="center")
        if box.cells:
            high = inner.h if not box.pieces else inner.h * 0.56
            paint_cells(inner.cut_top(high, look.mm(0.4)), box.cells)
        if box.pieces:
            paint_pieces(inner, box.pieces, align="center", most=7)
        self._paint_badge(sign, box)

    def _paint_plain(self, inner: Area, box: RowPlace) -> None:
        """Label and name on top, then pieces and note."""
        style = self.style
        cut = parts(inner, box, style, self.number)
        label, name, ink = say(box.label), say(box.name), t.PAPER_DIM if box.state == "quiet" else t.PAPER
        if label:
            paint.words(label, cut.label, ink, style.label, face="heavy", least=2.0)
        if box.badge and not self.number:
            icons.draw(box.badge, cut.corner)
        if name != label:
            size = style.name / look.text(10) * 10
            paint.words(name, cut.name, t.PAPER_DIM, size, least=1.8, lines=style.lines)
        if cut.note is not None:
            self._paint_note(cut.note, box)
        if box.cells:
            paint_cells(cut.cells, box.cells)
        paint_pieces(cut.pieces, box.pieces, align="center", most=style.pieces)

    def _paint_small(self, inner: Area, box: RowPlace) -> None:
        """Icon or label on the left, then the name, pieces on the right."""
        side = min(inner.h, look.mm(6.4))
        label = say(box.label)
        if box.icon is not None and self.style.sign:
            place = inner.cut_left(side, look.mm(0.9))
            sign = Area(place.x, place.cy - side / 2, side, side)
            icons.draw(box.icon, sign)
            if label and icons.framing(box.icon):
                paint.words(label, sign.inset(side * 0.24), t.PAPER, 4, face="heavy", least=1.4, align="center")
            elif label:
                wide = type_.extents(label, look.text(4), "heavy")[0] + look.mm(0.6)
                paint.words(label, inner.cut_left(wide, look.mm(0.4)), t.PAPER, 4, face="heavy", least=1.9)
            self._paint_badge(sign, box)
        elif label and label != say(box.name):
            wide = min(inner.w * 0.4, type_.extents(label, look.text(4.4), "heavy")[0] + look.mm(1.2))
            paint.words(label, inner.cut_left(wide), t.PAPER, 4.4, face="heavy", least=2.0)
        if box.pieces:
            share = 0.5 if say(box.name) else 1
            paint_pieces(inner.cut_right(min(inner.w * share, side * len(box.pieces)), look.mm(0.4)), box.pieces)
        if box.note is not None and inner.h > look.mm(12):
            self._paint_note(inner.cut_bottom(note_height(1), look.mm(0.3)), box)
        ink = t.PAPER_DIM if box.state == "quiet" else t.PAPER
        paint.words(say(box.name), inner, ink, self.style.name / look.text(10) * 10, least=1.8, lines=2)

    def _paint_note(self, room: Area, box: RowPlace) -> None:
        """The note, cut if necessary: its text is also shown elsewhere."""
        note, least = say(box.note), look.text(LEAST_NOTE)
        lines = max(1, round(room.h / type_.line_height(look.text(LINES_NOTE)))) if room.h > look.mm(NOTE * 1.4) else 1
        size = NOTE if lines == 1 else LINES_NOTE
        broken, whole = type_.fit(note, "plain", look.text(size), least, int(room.w), int(room.h), lines)[1:]
        said = note if whole else "\n".join(broken)
        paint.words(said, room, t.MIST, size, face="plain", least=LEAST_NOTE, align="center", lines=lines)

    def _paint_badge(self, sign: Area, box: RowPlace) -> None:
        if box.badge:
            side = sign.w * 0.42
            icons.draw(box.badge, Area(sign.x + sign.w - side * 0.8, sign.y + sign.h - side * 0.9, side, side))

    def _paint_number(self, area: Area) -> None:
        high, wide = min(area.h * 0.5, look.mm(5.6)), min(area.w, pill(self.number))
        place = Area(area.x + area.w - wide, area.y + area.h - high, wide, high)
        paint.box(place, t.GREEN if self.ticked else t.PAPER, radius=high / 2)
        paint.words(self.number, place.inset(look.mm(0.6), 0), t.INK, 4, face="heavy", least=2, align="center")


def paint_cells(area: Area, cells: Sequence[str | None]) -> None:
    """Card slots side by side, filled or empty."""
    gap = look.mm(0.8)
    high = min(area.h, look.mm(12), (area.w - gap * (len(cells) - 1)) / len(cells) * 1.55)
    wide = high / 1.5
    x = area.cx - (wide * len(cells) + gap * (len(cells) - 1)) / 2
    for name in cells:
        place = Area(x, area.cy - high / 2, wide, high)
        if name is None:
            paint.box(place, t.NIGHT, radius=look.mm(0.7), line=t.EDGE, width=max(1, look.mm(0.3)))
        else:
            icons.draw(name, Area(place.cx - high / 2, place.y, high, high))
        x += wide + gap


# All rows.


class PlaceRows(TapAreas):
    """All rows. ``tap_spot`` is called with the id of a tapped open box; ``tap_row`` with the id of a tapped collapsed
    row, or "" to show all rows again. ``lit``: highlight open boxes."""

    rows: tuple[Row, ...] = ()
    open: frozenset[str] = frozenset()
    marked: frozenset[str] = frozenset()
    numbers: Mapping[str, str] = {}
    ticked: frozenset[str] = frozenset()
    opened: str | None = None
    lit: bool = True
    tap_spot: Callable[[str], None] = staticmethod(no_action)
    tap_row: Callable[[str], None] | None = None

    def build(self) -> None:
        super().build()
        self._views: list[BoxView] = []
        self._laid: list[RowLayout] = []

    def paint_self(self, area: Area) -> None:
        self._laid = lay(self.rows, area, self.opened, self.open)
        self.ensure(self._views, BoxView, sum(len(laid.cells) for laid in self._laid))
        views = iter(self._views)
        for laid in self._laid:
            if laid.strip is not None:
                self._paint_strip(laid)
            if laid.heading is not None:
                empty = [] if laid.cells else list(dict.fromkeys(say(box.name) for box in laid.row.boxes))
                self._paint_name(laid.heading.copy(), laid.row, empty)
            if laid.cells:
                self._show_boxes(laid, views)

    def _show_boxes(self, laid: RowLayout, views: Iterator[BoxView]) -> None:
        style = style_of(laid, self.numbers)
        for box, cell, view in zip(laid.row.boxes, laid.cells, views, strict=False):
            view.show(
                cell, box=box, style=style, open=self.lit and box.id in self.open, marked=box.id in self.marked,
                number=self.numbers.get(box.id, ""), ticked=box.id in self.ticked,
            )  # fmt: skip

    def _paint_strip(self, laid: RowLayout) -> None:
        """A collapsed row in one line (name, contents, count, arrow), or the strip that closes a row opened alone."""
        row, alone = laid.row, bool(laid.cells)
        ids = {box.id for box in row.boxes}
        strong = not alone and bool(ids & (self.marked | self.open))
        edge = t.EDGE if not strong else t.LAMP if ids & self.marked else t.GREEN
        width = look.mm(0.6) if strong else max(1, look.mm(0.22))
        area = laid.strip or self.area
        paint.box(area, t.DUSK, radius=look.mm(1.6), line=edge, width=width)
        inner = area.inset(look.mm(1.8), look.mm(0.8))
        sign = inner.cut_right(look.mm(4.2), look.mm(1))
        icons.draw("up" if alone else "down", Area(sign.x, sign.cy - sign.w / 2, sign.w, sign.w))
        if area.w < look.mm(WITH_COUNT):
            self._paint_name(inner, row, [])
            return
        count = in_short(row)
        figure = inner.cut_right(type_.extents(count, look.text(4.6), "heavy")[0] + 2, look.mm(1.4))
        paint.words(count, figure, t.PAPER, 4.6, face="heavy")
        self._paint_name(inner, row, [] if alone else [say(box.name) for box in row.boxes])

    def _paint_name(self, area: Area, row: Row, names: list[str]) -> None:
        """The name of a row, then the text after its colon or ``names``, as far as they fit."""
        name, _, more = say(row.name).partition(": ")
        name, names = name.upper(), [] if more else names
        more = more or " · ".join(names)
        wide = min(area.w, type_.extents(name, look.text(3.4), "bold")[0] + look.mm(0.6))
        paint.words(name, area.cut_left(wide, look.mm(1.6)), t.LAMP, 3.4, least=2.0)
        if more and area.w > look.mm(12):
            ink, face = t.PAPER_DIM, "plain"
            if not names:
                paint.words(more, area, ink, 2.9, face=face, least=2.0, lines=2)
            else:
                paint.words(type_.elided(more, look.text(2.9), face, area.w - 2), area, ink, 2.9, face=face)

    def cell(self, spot: str) -> Area | None:
        """Area of a box on the screen, once drawn; None if its row is collapsed."""
        return next(
            (
                cell
                for laid in self._laid
                for box, cell in zip(laid.row.boxes, laid.cells, strict=False)
                if box.id == spot
            ),
            None,
        )

    def strip(self, row: str) -> Area | None:
        return next((laid.strip for laid in self._laid if laid.row.id == row), None)

    def targets(self) -> list[Area]:
        areas = (*map(self.cell, self.open), *(self.strip(row.id) for row in self.rows))
        return [area for area in areas if area is not None]

    def action_at(self, touch: MotionEvent) -> Callable[[], object] | None:
        """The action of a tap on an open box or a strip, or None."""
        for laid in self._laid:
            if laid.strip is not None and laid.strip.holds(*touch.pos) and self.tap_row is not None:
                return partial(self.tap_row, "" if laid.cells else laid.row.id)
            for box, cell in zip(laid.row.boxes, laid.cells, strict=False):
                if box.id in self.open and cell.holds(*touch.pos):
                    return partial(self.tap_spot, box.id)
        return None
