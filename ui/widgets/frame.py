"""What lies around and over every screen: nav bar, banner, hint bubble, the slip that explains, the dark overlay."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import hypot
from typing import ClassVar, NamedTuple, TypeAlias

from kivy.graphics import Color
from kivy.graphics.texture import Texture
from kivy.input import MotionEvent

from companion.core.texts import T
from ui.base.language import say
from ui.layout.geometry import Area
from ui.look import icons, paint, textures
from ui.look import text as type_
from ui.look import theme as t
from ui.look.theme import Look, Rgba, look
from ui.model.explanations import Note, Slip
from ui.model.history import EntryRow
from ui.widgets.buttons import Light, TapButton
from ui.widgets.drawn import UNSET, Drawn, Tappable, no_action
from ui.widgets.timeline import EntryLine


class Lamp(NamedTuple):
    """A status light: icon, state (good, wait, bad, off), short label."""

    icon: str
    state: str
    text: str


class NavItem(NamedTuple):
    """A button of the nav bar: destination, label, icon, badge, whether it is the current one, action. Without a label
    it is small. ``signed``: its icon is enough where there is no room for the label."""

    name: str
    text: str
    icon: str
    badge: str
    here: bool
    action: Callable[[], object]
    signed: bool = False
    enabled: bool = True


class LampTap(Tappable):
    """Tap target over the status lights."""

    def paint_self(self, area: Area) -> None:
        if self.pressed:
            paint.box(area, t.STONE_PRESSED)


class NavBar(Drawn):
    """Buttons, and status lights in the rest; ``upright`` is the rail on the left. Items that are ``signed`` lose their
    labels if the others would be too small. On small screens ``last``, the last answer, is next to the buttons, since
    the table has no room for it; the lights are icons there."""

    SMALLEST = 3.2
    LAMPS = 28.5
    LAMPS_PORTRAIT = 9.6
    LAST = 24.0
    LAMP_UPRIGHT = 8.4
    LEAST = 10.3
    TIGHT = 0.8
    """The gap (mm) between buttons where room is short."""
    EDGES = 1.4
    """Padding (mm) of a button next to its label."""

    upright: bool = False
    entries: tuple[NavItem, ...] = ()
    lamps: tuple[Lamp, ...] = ()
    last: tuple[EntryRow, ...] = ()
    check_up: Callable[[], object] | None = None
    """Action of a tap on labelled lights."""

    def build(self) -> None:
        self.more = self.add(LampTap())
        self.buttons: list[TapButton] = []
        self._lights: list[Light] = []
        self.latest = self.add(EntryLine())

    @property
    def _with_last(self) -> bool:
        return bool(self.last) and look.panel.shape == "landscape"

    def paint_self(self, area: Area) -> None:
        paint.rect(area, t.DUSK)
        inner = area.inset(look.mm(1.5) if self.upright else look.pad, look.mm(1.1))
        entries = self.entries
        cells = self._cells(inner.copy(), entries)
        if not self._roomy(entries, cells):
            # The sign says it, too.
            entries = tuple(entry._replace(text="") if entry.signed else entry for entry in entries)
            cells = self._cells(inner.copy(), entries)
        if not self._reached(cells):
            inner = area.inset(look.mm(1.5 if self.upright else self.TIGHT), look.mm(1.1))
            cells = self._equal_cells(inner.copy(), len(entries))
        size = self._text_size(entries, cells)
        for button, entry, cell in zip(
            self.ensure(self.buttons, TapButton, len(entries)), entries, cells, strict=False
        ):
            button.action = entry.action
            button.show(
                cell, text=entry.text, icon=entry.icon, badge=entry.badge, role="chosen" if entry.here else "plain",
                key=entry.name, size_mm=size or self.SMALLEST, rapid=entry.name in ("undo", "redo"),
                stacked=size is None and bool(entry.text), enabled=entry.enabled,
            )  # fmt: skip
        rest = self._rest(inner, cells)
        if self._with_last:
            self.latest.show(rest.cut_left(look.mm(self.LAST), look.gap), rows=self.last, across=True)
        else:
            self.latest.hide()
        self._show_lamps(rest)

    def _roomy(self, entries: Sequence[NavItem], cells: list[Area]) -> bool:
        """True if every button is large enough for a finger and for its label below the icon."""
        if not self._reached(cells):
            return False
        widths = [type_.extents(entry.text, look.text(self.SMALLEST), "bold")[0] for entry in entries]
        return all(width <= cell.w - look.mm(self.EDGES) for width, cell in zip(widths, cells, strict=True))

    def _reached(self, cells: list[Area]) -> bool:
        """True if every button is large enough for a finger."""
        return min((cell.h if self.upright else cell.w for cell in cells), default=look.touch) >= look.mm(self.LEAST)

    def _text_size(self, entries: Sequence[NavItem], cells: list[Area]) -> float | None:
        """The common font size (mm) at which every label fits next to its icon; None: labels go below."""
        if self.upright or look.panel.shape == "portrait" or not entries:
            return None
        room = cells[0].w - look.mm(2.4 + 6.6) - look.gap
        for size in (3.8, 3.6, 3.4, self.SMALLEST):
            if all(type_.extents(entry.text, look.text(size), "bold")[0] <= room for entry in entries):
                return size
        return None

    def _cells(self, inner: Area, entries: Sequence[NavItem]) -> list[Area]:
        """A cell for each item, cut off ``inner``; items without a label are small."""
        small = sum(not entry.text for entry in entries)
        n = max(1, len(entries) - small)
        least = look.mm(self.LEAST)
        if self.upright:
            lamps = look.mm(self.LAMP_UPRIGHT) * len(self.lamps)
            tight = small > 1
            gaps = look.gap * (len(entries) - tight)  # If space is tight, no gap above the lights.
            each = min((inner.h - lamps - least * small - gaps) / n, look.mm(16))
            return [inner.cut_top(each if entry.text else least, look.gap) for entry in entries]
        room = look.mm(self.LAMPS if look.panel.shape != "portrait" else self.LAMPS_PORTRAIT)
        if self._with_last:
            room = look.mm(self.LAST + self.LAMPS_PORTRAIT) + look.gap
        each = (inner.w - room - least * small - look.gap * len(entries)) / n
        return [inner.cut_left(each if entry.text else least, look.gap) for entry in entries]

    def _equal_cells(self, inner: Area, n: int) -> list[Area]:
        """A cell for each of ``n`` items, all of one size and close to each other."""
        gap = look.mm(self.TIGHT)
        if self.upright:
            room = inner.h - look.mm(self.LAMP_UPRIGHT) * len(self.lamps)
            return [inner.cut_top((room - gap * (n - 1)) / n, gap) for _ in range(n)]
        room = inner.w - look.mm(self.LAMP_UPRIGHT)
        return [inner.cut_left(room / n - gap, gap) for _ in range(n)]

    def _rest(self, inner: Area, cells: list[Area]) -> Area:
        if not cells or self.upright:
            return inner
        end = cells[-1].x + cells[-1].w + look.gap
        return Area(end, inner.y, inner.x + inner.w - end, inner.h)

    def _show_lamps(self, inner: Area) -> None:
        self.ensure(self._lights, Light, len(self.lamps))
        rows = inner.rows(max(1, len(self.lamps)))
        if self.upright:
            rows = [inner.cut_bottom(look.mm(self.LAMP_UPRIGHT)) for _ in self.lamps][::-1]
        only_icons = look.panel.shape == "portrait" or self._with_last
        self.more.place(Area(inner.x, rows[-1].y, inner.w, rows[0].y + rows[0].h - rows[-1].y))
        self.more.action = self.check_up
        self.more.show(shown=not only_icons and min(self.more.size) >= look.touch - 1)
        for light, lamp, row in zip(self._lights, self.lamps, rows, strict=False):
            light.show(
                row, icon=lamp.icon if only_icons else "", state=lamp.state, text="" if only_icons else lamp.text,
                stacked=self.upright,
            )  # fmt: skip


# The banner, and the overlay of sleep.


class Banner(Tappable):
    """A sentence; a tap closes it. For a rule's refusal, ``heading`` is its place in the rulebook, and a button asks
    why."""

    NARROW = 100.0
    """Width (mm) below which the heading has its own strip across the banner."""
    STRIP = 7.0

    text: str = ""
    heading: str = ""
    rule: str = ""

    def build(self) -> None:
        self.why = self.add(TapButton())

    def tall(self, wide: float) -> float:
        """Height in mm on a screen ``wide`` pixels wide."""
        return 18.0 + (self.STRIP if self.heading and wide < look.mm(self.NARROW) else 0)

    def paint_self(self, area: Area) -> None:
        paint.box(Area(area.x, area.y - look.mm(0.8), area.w, area.h), t.SHADE)
        paint.box(area, t.CARD, line=t.AMBER, width=look.mm(0.7))
        narrow = area.w < look.mm(self.NARROW)
        inner = area.inset(look.mm(2.4), look.mm(1.4))
        if self.heading and narrow:
            self._paint_rule(inner.cut_bottom(look.mm(self.STRIP)))
        sign = inner.cut_left(look.mm(8), look.mm(2))
        icons.draw("alert", Area(sign.x, sign.cy - look.mm(4), sign.w, look.mm(8)))
        close = inner.cut_right(look.mm(6), look.mm(2))
        icons.draw("cross", Area(close.x, close.cy - look.mm(2.6), close.w, look.mm(5.2)), tint=t.ON_CARD_DIM)
        if self.rule:
            self.why.place(inner.cut_right(look.mm(20 if narrow else 30), look.gap))
        self.why.show(text=say(T("Why?")), icon="" if narrow else "question", size_mm=Look.SMALL, shown=bool(self.rule))
        if self.heading and not narrow:
            self._paint_rule(inner.cut_bottom(look.mm(4.2)))
        paint.words(self.text, inner, t.ON_CARD, Look.BUTTON, least=2.6, lines=3)

    def _paint_rule(self, row: Area) -> None:
        """The rule's place in the rulebook."""
        paint.words(self.heading, row, t.ON_CARD_DIM, 3.4, least=2.6, lines=2)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        return (self.shown and bool(self.why.on_touch_down(touch))) or super().on_touch_down(touch)


class SleepOverlay(Tappable):
    """The dark overlay of sleep. The tap that wakes does nothing else."""

    def paint_self(self, area: Area) -> None:
        paint.rect(area, (0, 0, 0, 1))
        icons.draw("lamp", Area(area.cx - look.mm(4), area.cy - look.mm(4), look.mm(8), look.mm(8)), alpha=0.25)

    def takes(self, touch: object) -> bool:
        return self.shown

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if not self.shown:
            return False
        touch.grab(self)
        self.press(touch)
        return True


# The bubble of a hint.

SIZE, READ = 3.7, 3.9
"""Font sizes (mm) of the text and of its button."""
WIDTHS = (62.0, 50.0, 40.0, 32.0)
PAD = 2.0


class Bubble(Tappable):
    """``text`` near ``at``, with an arrow to it; None: without one. A tap anywhere on it closes it."""

    text: str = ""
    at: Area | None = None

    @staticmethod
    def sizes(text: str) -> list[tuple[float, float]]:
        """Possible sizes in pixels, widest first."""
        px = look.text(SIZE)
        found = []
        for width in WIDTHS:
            wide = look.mm(width)
            lines = len(type_.wrap(text, px, "plain", int(wide - 2 * look.mm(PAD))))
            found.append((wide, type_.line_height(px) * lines + look.mm(2 * PAD) + type_.line_height(look.text(READ))))
        return found

    def paint_self(self, area: Area) -> None:
        if self.at is not None:
            self._paint_arrow(area, self.at)
        paint.box(area, t.CARD, line=t.AMBER, width=look.mm(0.45))
        inner = area.inset(look.mm(PAD), look.mm(PAD * 0.8))
        foot = inner.cut_bottom(type_.line_height(look.text(READ)))
        paint.words(say(T("Got it")), foot, t.ON_CARD, READ, face="heavy", align="right")
        paint.words(self.text, inner, t.ON_CARD, SIZE, face="plain", least=2.6, lines=9)

    def _paint_arrow(self, area: Area, at: Area) -> None:
        """An arrow between the nearest points of bubble and target."""
        sx, sy, ex, ey = arrow(area, at)
        far = hypot(ex - sx, ey - sy)
        if far < 1:
            return
        ux, uy = (ex - sx) / far, (ey - sy) / far
        head = min(look.mm(3), far)
        bx, by = ex - ux * head, ey - uy * head
        paint.stroke((sx - ux, sy - uy, bx, by), t.AMBER, look.mm(0.7))
        side = head * 0.6
        paint.polygon((ex, ey, bx - uy * side, by + ux * side, bx + uy * side, by - ux * side), t.AMBER)


def arrow(area: Area, at: Area) -> tuple[float, float, float, float]:
    """Start and end of the arrow from a bubble to what it is about."""
    ex, ey = _nearest(area.cx, area.cy, at)
    return (*_nearest(ex, ey, area), ex, ey)


def _nearest(x: float, y: float, area: Area) -> tuple[float, float]:
    return min(max(x, area.x), area.x + area.w), min(max(y, area.y), area.y + area.h)


# The slip that explains, and the question mark that opens it.

NotePage: TypeAlias = list[tuple[Note, tuple[str, ...]]]
"""Notes with their lines on this page."""


class WhyMark(Tappable):
    """A question mark at the right end of a heading; the whole heading takes taps. It is in the first line, or
    ``centred`` next to a one-line heading. ``warns`` adds an exclamation mark: more is in force than is shown, and a
    tap tells it."""

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

    slip: Slip = UNSET
    picture: Texture | None = None
    """Photo of the slip's card; None if there is none yet."""
    first: int = 0
    done: Callable[[], object] = staticmethod(no_action)

    def build(self) -> None:
        self._pages: list[NotePage] = []
        self._size = self.SIZES[0]
        self.around = self.add(_Around(action=self.done))
        self.close = self.add(TapButton(action=self.done))
        self.further = self.add(TapButton(action=self._turn, rapid=True))

    def changed(self) -> None:
        self.first = 0

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if not self.shown:
            return False
        super().on_touch_down(touch)
        return True

    def paint_self(self, area: Area) -> None:
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
        self.around.show(area)
        self.close.show(foot.cut_bottom(look.primary), text=say(T("Close")), enabled=True, role="primary", size_mm=5.0)

    def _largest(self, area: Area) -> Area:
        body = area.inset(look.mm(4), look.mm(4))
        w, h = min(body.w, look.mm(150)), min(body.h, look.mm(104))
        return Area(round(body.cx - w / 2), round(body.cy - h / 2), w, h)

    def _buttons(self, area: Area, foot: Area) -> None:
        self.around.show(area)
        wide = min(look.mm(44), (foot.w - look.gap) / 2)
        self.close.show(foot.cut_right(wide, look.gap), text=say(T("Close")), enabled=True, role="primary", size_mm=5.0)
        pages = len(self._pages)
        more = say(T("More ({page}\u00a0of\u00a0{pages})", page=self.first % pages + 1, pages=pages))
        self.further.show(foot.cut_right(wide), text=more, shown=pages > 1, key=self.first)

    def _lay_out(self, room: Area) -> float:
        """Paginate the notes: one page in the largest size at which they fit, else several in the smallest. Returns the
        free height."""
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
        if room.w < look.mm(self.WIDE) or note.number:
            return 0.0
        heads = (other.head for other in self.slip.notes if not other.number)
        return max(type_.extents(head, self._head_px(), "bold")[0] for head in heads) + look.mm(4)

    def _head_px(self) -> int:
        return look.text(min(self._size, Look.BUTTON))

    def _head(self, note: Note, room: Area) -> tuple[str, ...]:
        """Lines of a heading above its text."""
        return type_.wrap(note.head, self._head_px(), "bold", int(room.w)) if note.head else ()

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
                paint.words(head, column.cut_top(step), t.LAMP, min(size, Look.BUTTON), least=2.6)
            for line in lines:
                paint.words(line, row.cut_top(step), t.PAPER, size, face="plain", least=size)

    def _turn(self) -> None:
        self.first += 1
        self.redraw()


def _cut(body: Area) -> tuple[Area, Area, Area]:
    """Areas of title, notes and buttons."""
    inner = body.inset(look.mm(4), look.mm(3))
    foot = inner.cut_bottom(look.primary, look.mm(2))
    return inner.cut_top(look.mm(7), look.mm(1.5)), inner, foot


class Ring(Drawn):
    """A blue ring between two dark ones, visible on any background."""

    LINES: tuple[tuple[Rgba, float], ...] = ((t.NIGHT, 0.4), (t.STORY, 0.9), (t.NIGHT, 0.4))
    """Colour and width (mm) of each, from the outside in."""
    BESIDE = 1.0
    """Distance to the target (mm)."""

    def paint_self(self, area: Area) -> None:
        radius = look.radius + look.mm(self.BESIDE)
        for colour, width in self.LINES:
            Color(*colour)
            textures.frame(area, max(1, min(radius, area.w / 2, area.h / 2)), look.mm(width))
            area, radius = area.inset(look.mm(width)), radius - look.mm(width)
