"""The question mark next to a heading, and the slip that explains it."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, TypeAlias

from kivy.graphics.texture import Texture
from kivy.input import MotionEvent

from companion.core.texts import T
from ui.base.language import say
from ui.layout.geometry import Area
from ui.look import icons, paint
from ui.look import text as type_
from ui.look import theme as t
from ui.look.theme import Look, look
from ui.model.explanations import Note, Slip
from ui.widgets.button import TapButton
from ui.widgets.drawn import Drawn, Tappable

NotePage: TypeAlias = list[tuple[Note, tuple[str, ...]]]
"""Notes with their lines on this page."""


class WhyMark(Tappable):
    """A question mark at the right end of a heading; the whole heading takes taps.

    It is in the first line, or ``centred`` next to a one-line heading. ``warns`` adds an exclamation mark: more is in
    force than is shown, and a tap tells it.
    """

    SIDE = 4.6

    centred: bool = False
    warns: bool = False

    def build(self) -> None:
        self._top = 0.0

    @classmethod
    def cut(cls, line: Area, warns: bool = False) -> None:
        """Reserve space for the mark at the end of its line."""
        line.w -= look.mm(cls.SIDE) * (2 if warns else 1) + look.gap

    def place(self, area: Area) -> None:
        """At least as high as a finger needs, extended upwards: what is below may be a tap target."""
        super().place(Area(area.x, area.y, area.w, max(area.h, look.touch)))
        self._top = area.y + area.h

    def paint_self(self, area: Area) -> None:
        side = look.mm(self.SIDE)
        x, y, r = area.x + area.w - side / 2, area.cy if self.centred else self._top - side / 2, side / 2
        paint.disc(x, y, r, t.LAMP if self.pressed else t.MIST)
        inner = r - max(1, look.mm(0.3))
        paint.disc(x, y, inner, t.NIGHT)
        icons.draw("question", Area(x - inner, y - inner, 2 * inner, 2 * inner).inset(inner * 0.3), tint=t.PAPER)
        if self.warns:
            x -= side + max(1, look.mm(0.4))
            paint.disc(x, y, r, t.LAMP)
            paint.words("!", Area(x - r, y - r, side, side), t.INK, 3.9, face="heavy", align="center")


class _Around(Tappable):
    """The backdrop of the slip: a tap closes it. The slip draws the shade."""

    def paint_self(self, area: Area) -> None:
        """The slip draws everything."""


class SlipView(Drawn):
    """A slip over everything: notes in pages and "Close"; or a card in full size. ``done`` is called to close it. While
    it is open, nothing below takes taps."""

    SIZES: ClassVar[tuple[float, ...]] = (6.0, 5.0, 4.4)
    LOWEST = 44.0
    APART = 1.8
    WIDE = 90.0
    """Width (mm) from which headings are next to their text, else above; those of rules are always above."""
    NUMBER = 3.0
    """Font size of a rule's number after its heading."""

    slip: Slip | None = None
    picture: Texture | None = None
    """Photo of the slip's card; None if there is none yet."""
    first: int = 0
    done: Callable[[], object] | None = None

    def build(self) -> None:
        self._pages: list[NotePage] = []
        self._size = self.SIZES[0]
        self.around = self.add(_Around(action=self._close))
        self.close = self.add(TapButton(action=self._close))
        self.further = self.add(TapButton(action=self._turn, rapid=True))

    def changed(self) -> None:
        self.first = 0

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if not self.shown:
            return False
        super().on_touch_down(touch)
        return True

    def paint_self(self, area: Area) -> None:
        if self.slip is None:
            return
        if self.slip.card:
            self._card(area)
            return
        body = self._largest(area)
        left = self._lay_out(_cut(body.copy())[1])
        body = body.inset(0, round(min(left, body.h - look.mm(self.LOWEST)) / 2))
        paint.around(area, body.inset(look.radius), t.SHADE)
        paint.box(body, t.DUSK, line=t.LAMP, width=look.mm(0.6))
        title, notes, foot = _cut(body)
        paint.words(self.slip.title, title, t.LAMP, 5.4, face="heavy")
        self._buttons(area, foot)
        self._notes(notes, self._pages[self.first % len(self._pages)])

    def _card(self, area: Area) -> None:
        """The card as large as possible, with the button next to or below it."""
        paint.rect(area, t.faded(t.NIGHT, 0.97))
        body = area.inset(look.mm(2), look.mm(2))
        upright = look.panel.shape == "portrait"
        foot = body.cut_bottom(look.primary, look.gap) if upright else body.cut_right(look.mm(32), look.gap)
        if self.picture is not None:
            paint.picture(self.picture, body)
        self.further.hide()
        self.around.place(area)
        self.around.show()
        self.close.place(foot.cut_bottom(look.primary))
        self.close.show(text=say(T("Close")), enabled=True, role="primary", size_mm=5.0)

    def _largest(self, area: Area) -> Area:
        """The largest area that is easy to read, centred."""
        body = area.inset(look.mm(4), look.mm(4))
        w, h = min(body.w, look.mm(150)), min(body.h, look.mm(104))
        return Area(round(body.cx - w / 2), round(body.cy - h / 2), w, h)

    def _buttons(self, area: Area, foot: Area) -> None:
        self.around.place(area)
        self.around.show()
        wide = min(look.mm(44), (foot.w - look.gap) / 2)
        self.close.place(foot.cut_right(wide, look.gap))
        self.close.show(text=say(T("Close")), enabled=True, role="primary", size_mm=5.0)
        self.further.place(foot.cut_right(wide))
        pages = len(self._pages)
        more = say(T("More ({page} of {pages})", page=self.first % pages + 1, pages=pages))
        self.further.show(text=more, shown=pages > 1, key=self.first)

    def _lay_out(self, room: Area) -> float:
        """Paginate the notes: one page in the largest size at which they fit, else several in the smallest. Returns the
        free height."""
        assert self.slip is not None
        for size in self.SIZES:
            self._size = size
            self._pages, left = self._fill(self.slip.notes, room)
            if len(self._pages) == 1:
                return max(0.0, left)
        return 0.0

    def _fill(self, notes: tuple[Note, ...], room: Area) -> tuple[list[NotePage], float]:
        px = look.text(self._size)
        step = type_.line_height(px)
        pages: list[NotePage] = [[]]
        left = room.h
        for note in notes:
            beside = self._beside(note, room)
            above = step * (bool(note.over) + (0 if beside else len(self._head(note, room))))
            lines = type_.wrap(note.text, px, "plain", int(room.w - beside))
            while lines:
                fits = int((left - above) // step)
                whole = above + len(lines) * step <= room.h
                if fits < (len(lines) if whole else min(2, len(lines))) and pages[-1]:
                    pages.append([])
                    left = room.h
                    continue
                taken, lines = lines[: max(1, fits)], lines[max(1, fits) :]
                pages[-1].append((note, taken))
                left -= above + len(taken) * step + look.mm(self.APART)
        return pages, left

    def _beside(self, note: Note, room: Area) -> float:
        """Width of headings next to their text; 0 if they are above."""
        if room.w < look.mm(self.WIDE) or note.number or self.slip is None:
            return 0.0
        heads = (other.head for other in self.slip.notes if not other.number)
        return max(type_.extents(head, self._head_px(), "bold")[0] for head in heads) + look.mm(4)

    def _head_px(self) -> int:
        return look.text(min(self._size, Look.BUTTON))

    def _head(self, note: Note, room: Area) -> tuple[str, ...]:
        """Lines of a heading above its text; the last leaves room for the number."""
        wide = type_.extents(note.number, look.text(self.NUMBER), "plain")[0] + look.mm(2) if note.number else 0
        return type_.wrap(note.head, self._head_px(), "bold", int(room.w - wide))

    def _notes(self, room: Area, page: NotePage) -> None:
        size = self._size
        step = type_.line_height(look.text(size))
        for note, lines in page:
            if note.over:
                paint.words(note.over, room.cut_top(step), t.PAPER, size, least=2.6)
            beside = self._beside(note, room)
            heads = (note.head,) if beside else self._head(note, room)
            row = room.cut_top((len(lines) + (0 if beside else len(heads))) * step, look.mm(self.APART))
            column = row.cut_left(beside) if beside else row
            for head in heads:
                self._paint_head(head, note.number if head is heads[-1] else "", column.cut_top(step))
            for line in lines:
                paint.words(line, row.cut_top(step), t.PAPER, size, face="plain", least=size)

    def _paint_head(self, head: str, number: str, line: Area) -> None:
        paint.words(head, line, t.LAMP, min(self._size, Look.BUTTON), least=2.6)
        if number:
            line.cut_left(type_.extents(head, self._head_px(), "bold")[0] + (look.mm(2) if head else 0))
            paint.words(number, line, t.MIST, self.NUMBER, face="plain", least=2.6)

    def _turn(self) -> None:
        self.first += 1
        self.redraw()

    def _close(self) -> None:
        if self.done is not None:
            self.done()


def _cut(body: Area) -> tuple[Area, Area, Area]:
    """Areas of title, notes and buttons."""
    inner = body.inset(look.mm(4), look.mm(3))
    foot = inner.cut_bottom(look.primary, look.mm(2))
    return inner.cut_top(look.mm(7), look.mm(1.5)), inner, foot
