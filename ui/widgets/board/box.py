"""A box in a row of boxes: a space with its text and pieces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.scene.scene import Box
from ui.base.language import say
from ui.layout.geometry import Area
from ui.layout.rows import Laid
from ui.look import icons, paint
from ui.look import text as type_
from ui.look import theme as t
from ui.look.theme import Look, Rgba, look
from ui.widgets.board.board import paint_pieces, piece_side
from ui.widgets.drawn import Drawn

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
class Parts:
    """Areas of the parts of a large box without an icon."""

    label: Area
    corner: Area
    name: Area
    cells: Area
    pieces: Area
    note: Area | None


def pill(number: str) -> float:
    """Width in pixels of a list number."""
    return max(look.mm(5.6), type_.extents(number, look.text(4), "heavy")[0] + look.mm(2))


def inside(cell: Area) -> Area:
    """The area inside the frame."""
    return cell.inset(look.mm(MARGIN[0]), look.mm(MARGIN[1]))


def parts(inner: Area, box: Box, style: Style, number: str) -> Parts:
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
        return Parts(place, corner, inner, Area(0, 0, 0, 0), head, None)
    if not style.beside:
        name = inner.cut_top(type_.line_height(style.name) * style.lines * 1.02, look.mm(0.3))
    if box.note is not None and (not free or tall) and not number:
        spare = inner.h - (look.mm(PIECES_FIRST) if box.pieces else 0)
        high = note_height(style.notes)
        room = inner.cut_bottom(high, look.mm(0.3)) if 0 < high <= spare else None
    cells = inner.cut_top(inner.h * (0.5 if box.pieces else 1), look.mm(0.4)) if box.cells else Area(0, 0, 0, 0)
    return Parts(place, corner, name, cells, inner, room)


def style_of(laid: Laid, numbers: Mapping[str, str]) -> Style:
    """The common style of an open row."""
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


def _pieces_high(laid: Laid, style: Style, numbers: Mapping[str, str]) -> float:
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
    style: Style, boxes: Sequence[Box], names: Sequence[str], width: float, numbers: Mapping[str, str]
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
    sizes = (px for px in range(most, least, -1) if all(fits(name, px, width, lines) for name in names))
    return next(sizes, least)


def fits(name: str, px: int, width: float, lines: int) -> bool:
    """True if a name fits in ``lines`` lines of ``width`` pixels."""
    broken = type_.wrap(name, px, "bold", max(1, int(width)))
    return len(broken) <= lines and all(type_.extents(line, px, "bold")[0] <= width for line in broken)


class BoxView(Drawn):
    """One box: tappable, marked, numbered, ticked."""

    box: Box | None = None
    style: Style = Style()
    open: bool = False
    marked: bool = False
    number: str = ""
    ticked: bool = False

    def paint_self(self, area: Area) -> None:
        box = self.box
        if box is None:
            return
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

    def _paint_frame(self, area: Area, box: Box) -> None:
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

    def _paint_sign(self, inner: Area, box: Box) -> None:
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

    def _paint_plain(self, inner: Area, box: Box) -> None:
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

    def _paint_small(self, inner: Area, box: Box) -> None:
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

    def _paint_note(self, room: Area, box: Box) -> None:
        """The note, cut if necessary: its text is also shown elsewhere."""
        note, least = say(box.note), look.text(LEAST_NOTE)
        lines = max(1, round(room.h / type_.line_height(look.text(LINES_NOTE)))) if room.h > look.mm(NOTE * 1.4) else 1
        size = NOTE if lines == 1 else LINES_NOTE
        broken, whole = type_.fit(note, "plain", look.text(size), least, int(room.w), int(room.h), lines)[1:]
        said = note if whole else "\n".join(broken)
        paint.words(said, room, t.MIST, size, face="plain", least=LEAST_NOTE, align="center", lines=lines)

    def _paint_badge(self, sign: Area, box: Box) -> None:
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
