"""Instructions for the people at the table, line by line or as a checklist."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from companion.scene.scene import Gain, Line
from ui.base.language import say
from ui.layout.geometry import Area
from ui.look import icons, paint
from ui.look import text as type_
from ui.look import theme as t
from ui.look.theme import Look, look
from ui.widgets.drawn import UNSET, Drawn, Tappable, no_action

TONES = {"normal": t.PAPER, "good": t.GREEN, "warn": t.LAMP, "quiet": t.MIST}
SIGNS = {"+": "plus", "−": "minus", "-": "minus", "→": "arrow"}

LARGE, SMALL = (4.2, 9.0), (3.2, 6.8)
"""Font size and minimum height of a line (mm)."""


def same_size(said: Sequence[tuple[str, Area]], most: float, least: float, lines: int) -> float:
    """The largest font size (mm, from ``most`` down to ``least``) at which each text fits into its area."""
    unit = look.panel.density * look.scale
    fits = (
        type_.fit(text, "bold", look.text(most), min(look.text(most), look.text(least)), int(a.w), int(a.h), lines)
        for text, a in said
    )
    return min((px / unit for px, _, _ in fits), default=most)


def numbered(lines: Sequence[Line]) -> list[int | None]:
    """The number of each instruction; None for lines that are only read."""
    count = 0
    found: list[int | None] = []
    for line in lines:
        count += not line.read
        found.append(None if line.read else count)
    return found


def _line_text(line: Line) -> str:
    """The text of an instruction, without the count if that is shown as a number."""
    return say(line.words if line.gain is None else line.gain.words)


class LineRow(Drawn):
    """One instruction: sign, icon, text."""

    line: Line = UNSET
    size_mm: float = Look.READ

    def paint_self(self, area: Area) -> None:
        line = self.line
        warn = line.tone == "warn"
        paint.box(area, t.DUSK, line=t.LAMP if warn else t.EDGE, width=max(1, look.mm(0.22)))
        inner, high = self._inner(area), min(self._inner(area).h, look.mm(8.5))
        if line.gain is not None:
            self._paint_gain(inner.cut_right(self._gain_wide(line), look.mm(1.2)), line, line.gain)
        elif line.sign and line.sign != line.icon:
            sign = inner.cut_left(look.mm(5.6), look.mm(1.2))
            icons.draw(SIGNS.get(line.sign, line.sign), Area(sign.x, sign.cy - look.mm(2.8), sign.w, look.mm(5.6)))
        icon = line.gain.figure if line.gain is not None else line.icon
        if icon:
            picture = inner.cut_left(look.mm(8), look.mm(2))
            icons.draw(icon, Area(picture.x, picture.cy - high / 2, picture.w, high))
        paint.words(_line_text(line), inner, TONES[line.tone], self.size_mm, least=2.9, lines=8)

    def _paint_gain(self, area: Area, line: Line, gain: Gain) -> None:
        """The count of gained or lost pieces, in large type on the right."""
        side = min(area.h, look.mm(8))
        icons.draw(gain.icon, area.cut_right(side, look.mm(0.6)))
        paint.words(f"{line.sign}{gain.n}", area, t.LAMP, Look.STATE, face="heavy", align="right")

    @staticmethod
    def _gain_wide(line: Line) -> float:
        figures = f"{line.sign}{line.gain.n}" if line.gain is not None else ""
        return type_.extents(figures, look.text(Look.STATE), "heavy")[0] + look.mm(8.8)

    def _inner(self, area: Area) -> Area:
        return area.inset(look.mm(1.6), look.mm(0.7))

    def room(self, line: Line) -> Area:
        inner = self._inner(self.area)
        if line.gain is not None:
            inner.cut_right(self._gain_wide(line), look.mm(1.2))
        elif line.sign and line.sign != line.icon:
            inner.cut_left(look.mm(5.6), look.mm(1.2))
        if line.icon:
            inner.cut_left(look.mm(8), look.mm(2))
        return inner


class LineList(Drawn):
    """Lines from top to bottom, as many as fit; ``capacity`` is their number, the rest goes to the next page."""

    lines: Sequence[Line] = ()
    first: int = 0

    def build(self) -> None:
        self._rows: list[LineRow] = []

    @property
    def capacity(self) -> int:
        """Number of lines that fit on this page, from ``first`` on."""
        return max(1, self.fitting(self.lines[self.first :], self.area))

    @classmethod
    def fitting(cls, lines: Sequence[Line], room: Area) -> int:
        """Number of these lines, from the first on, that fit into ``room``."""
        left, scale = room.h, cls._scale(lines, room)
        for count, line in enumerate(lines):
            left -= cls._high(line, scale, room.w)
            if left < 0:
                return count
            left -= look.gap
        return len(lines)

    @classmethod
    def least(cls, lines: Sequence[Line], width: float, scale: tuple[float, float] = SMALL) -> float:
        """Height in which all lines fit on one page."""
        return sum(cls._high(line, scale, width) + look.gap for line in lines) - look.gap

    @classmethod
    def _scale(cls, lines: Sequence[Line], room: Area) -> tuple[float, float]:
        """Large if all lines fit on one page like that, else small: fewer pages matter more."""
        return LARGE if cls.least(lines, room.w, LARGE) <= room.h else SMALL

    @staticmethod
    def _high(line: Line, scale: tuple[float, float], width: float) -> float:
        size, row = scale
        wrapped = type_.wrap(_line_text(line), look.text(size), "bold", max(10, int(width - look.mm(20))))
        return max(look.mm(row), len(wrapped) * type_.line_height(look.text(size)) + look.mm(size * 0.57))

    def paint_self(self, area: Area) -> None:
        scale = self._scale(self.lines[self.first :], area)
        lines = self.lines[self.first : self.first + self.capacity]
        spare = max(0.0, area.h - self.least(lines, area.w, scale))
        for row, line in zip(self.ensure(self._rows, LineRow, len(lines)), lines, strict=False):
            high = self._high(line, scale, area.w) + min(spare / len(lines), look.mm(3.4))
            row.place(area.cut_top(min(area.h, high), look.gap))
        rows = list(zip(self._rows, lines, strict=False))
        size = same_size([(_line_text(line), row.room(line)) for row, line in rows], Look.READ, 2.9, 8)
        for row, line in rows:
            row.show(line=line, size_mm=size)


class TickRow(Tappable):
    """A line of a checklist: number, text, checkbox; only the text if it is just read."""

    line: Line = UNSET
    number: int | None = 1
    size_mm: float = Look.READ
    ticked: bool = False
    next: bool = False

    def paint_self(self, area: Area) -> None:
        line = self.line
        if not line.read:
            self._paint_box(area)
        number, picture, inner, tick = self._cut(area, line)
        if not line.read:
            self._paint_number(number)
            self._paint_tick(tick)
        if line.icon:
            icons.draw(line.icon, picture, alpha=0.6 if self.ticked else 1)
        ink = t.MIST if self.ticked else TONES[line.tone] if line.read else t.PAPER
        paint.words(say(line.words), inner, ink, self.size_mm, least=TickList.LEAST, lines=3)

    @staticmethod
    def _cut(area: Area, line: Line) -> tuple[Area, Area, Area, Area]:
        """Areas of number, icon, text and checkbox. A line that is only read has its text aligned with the others, and
        extended over the checkbox."""
        inner = area.inset(look.mm(1.4), look.mm(0.5))
        number = inner.cut_left(look.mm(7), look.mm(1.2))
        tick = inner if line.read else inner.cut_right(look.mm(7), look.mm(1.2))
        side = min(inner.h, look.mm(7))
        picture = inner.cut_left(side, look.mm(1.4)) if line.icon else inner
        return number, Area(picture.x, picture.cy - side / 2, side, side), inner, tick

    @classmethod
    def room(cls, line: Line, area: Area) -> Area:
        return cls._cut(area, line)[2]

    def _paint_box(self, area: Area) -> None:
        fill = t.STONE_PRESSED if self.pressed else t.DUSK if self.ticked else t.STONE
        paint.box(
            area, fill, line=t.LAMP if self.next else t.EDGE, width=look.mm(0.6) if self.next else max(1, look.mm(0.22))
        )

    def _paint_number(self, number: Area) -> None:
        r = look.mm(3.5)
        paint.disc(number.cx, number.cy, r, t.GREEN if self.ticked else t.PAPER)
        paint.words(
            str(self.number), Area(number.cx - r, number.cy - r, 2 * r, 2 * r), t.INK, 4, face="heavy", align="center"
        )

    def _paint_tick(self, tick: Area) -> None:
        box = Area(tick.x, tick.cy - look.mm(3.4), look.mm(6.8), look.mm(6.8))
        paint.box(box, t.NIGHT, radius=look.mm(1.2), line=t.GREEN if self.ticked else t.GREY, width=look.mm(0.6))
        if self.ticked:
            icons.draw("check", box.inset(look.mm(0.8)), tint=t.GREEN)


class TickList(Drawn):
    """A page of a checklist; ``tap_line`` is called with the index of a line. With a ``second`` column next to it, both
    get the same width, so that all lines can be large."""

    ROW = 10.4
    LEAST, EASY = 1.9, 2.6
    """Smallest font sizes (mm) of all lines, and of those in two columns."""

    lines: Sequence[Line] = ()
    first: int = 0
    ticked: frozenset[int] = frozenset()
    second: Area | None = None
    tap_line: Callable[[int], None] = staticmethod(no_action)

    def build(self) -> None:
        self._rows: list[TickRow] = []

    @property
    def capacity(self) -> int:
        """Number of lines on a page."""
        return max(1, self._fit(self.height)) + (self._fit(self.second.h) if self.second is not None else 0)

    @classmethod
    def height_for(cls, n: int) -> float:
        """Height in pixels of ``n`` lines that are easy to read."""
        return n * (look.mm(cls.ROW * 1.2) + look.gap) - look.gap

    @classmethod
    def columns(cls, lines: Sequence[Line], area: Area) -> tuple[Area, Area | None]:
        """Areas for the lines: two if they do not fit one below the other, and each is easy to read in half the
        width."""
        n = len(lines)
        rows = -(-n // 2)
        if n <= cls._fit(area.h) or rows > cls._fit(area.h):
            return area, None
        first, second = area.copy().cut_top(min(area.h, cls.height_for(rows))).columns(2, look.gap)
        row = Area(first.x, first.y, first.w, look.mm(cls.ROW))
        px, least = look.text(Look.READ), look.text(cls.EASY)
        rooms = [(say(line.words), TickRow.room(line, row)) for line in lines]
        easy = all(type_.fit(words, "bold", px, least, int(room.w), int(room.h), 2)[2] for words, room in rooms)
        return (first, second) if easy else (area, None)

    @classmethod
    def _fit(cls, height: float) -> int:
        return int((height + look.gap) // (look.mm(cls.ROW) + look.gap))

    def _cells(self, area: Area) -> list[Area]:
        """A cell for each line of a page."""
        rows = max(1, self._fit(area.h))
        if self.second is None:
            return area.rows(rows, look.gap)
        wide = (self.second.x + self.second.w - area.x - look.gap) / 2
        cells = Area(area.x, area.y, wide, area.h).rows(rows, look.gap)
        n = self.capacity - rows
        # The same row height in both columns, if the lower column has room.
        high = min(cells[0].h, (self.second.h - look.gap * (n - 1)) / max(1, n))
        room = Area(area.x + wide + look.gap, self.second.y, wide, self.second.h)
        return cells + [room.cut_top(high, look.gap) for _ in range(n)]

    def _size(self, cells: Sequence[Area]) -> float:
        """One font size (mm) for all lines of all pages."""
        rooms = [(say(line.words), TickRow.room(line, cells[at % len(cells)])) for at, line in enumerate(self.lines)]
        return same_size(rooms, Look.READ, self.LEAST, 3)

    def paint_self(self, area: Area) -> None:
        count = self.capacity
        open_ = [i for i, line in enumerate(self.lines) if i not in self.ticked and not line.read]
        cells, numbers = self._cells(area), numbered(self.lines)
        size = self._size(cells)
        for slot, (row, cell) in enumerate(zip(self.ensure(self._rows, TickRow, count), cells, strict=False)):
            index = self.first + slot
            if index >= len(self.lines):
                row.hide()
                continue
            row.action = None if self.lines[index].read else partial(self.tap_line, index)
            row.rapid = True
            row.show(
                cell, line=self.lines[index], number=numbers[index], size_mm=size, ticked=index in self.ticked,
                next=bool(open_) and open_[0] == index,
            )  # fmt: skip


SIZE = 3.5


class TodoStrip(Tappable):
    """``lines`` side by side, or ``hint`` while there are none; a tap explains that, if there is an action."""

    MARK, LEAST = 4.6, 2.0
    """Width (mm) of the question mark, and smallest font size (mm)."""

    lines: Sequence[Line] = ()
    hint: str = ""

    def paint_self(self, area: Area) -> None:
        if self.action is not None:
            area = area.inset(0, look.mm(0.4))
            paint.box(area, t.STONE_PRESSED if self.pressed else t.DUSK, line=t.EDGE, width=max(1, look.mm(0.22)))
            area = area.inset(look.mm(1.2), 0)
            mark = area.cut_right(look.mm(self.MARK), look.gap)
            icons.draw("question", Area(mark.x, mark.cy - mark.w / 2, mark.w, mark.w).inset(mark.w * 0.1), tint=t.MIST)
        if not self.lines:
            paint.words(self.hint, area, t.MIST, SIZE, face="plain", least=2.0, lines=3)
            return
        side = min(area.h, look.mm(4.6))
        room = area.copy()
        for index, line in enumerate(self.lines):
            words = say(line.words)
            pictures = (side + look.mm(0.8)) * sum(map(bool, (self._sign(line), line.icon)))
            wide = pictures + type_.extents(words, look.text(SIZE), "bold")[0] + look.mm(4)
            if index and wide > room.w:
                paint.words("…", room, t.MIST, SIZE)
                return
            self._one(room.cut_left(min(wide, room.w)), line, words, side, new=index == 0)

    def _sign(self, line: Line) -> str:
        return SIGNS.get(line.sign, line.sign) if line.sign != line.icon else ""

    def _one(self, area: Area, line: Line, words: str, side: float, *, new: bool) -> None:
        names = [name for name in (self._sign(line), line.icon) if name]
        beside = area.w - len(names) * (side + look.mm(0.8))
        if type_.fit(words, "bold", look.text(SIZE), look.text(self.LEAST), int(beside), int(area.h), 3)[2]:
            for name in names:
                icons.draw(name, area.cut_left(side, look.mm(0.8)), alpha=1 if new else 0.6)
        paint.words(words, area, t.PAPER if new else t.MIST, SIZE, least=self.LEAST, lines=3)
