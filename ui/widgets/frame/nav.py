"""The nav bar of the running game: undo, destinations, last answer, status lights."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ui.layout.geometry import Area
from ui.look import paint
from ui.look import text as type_
from ui.look import theme as t
from ui.look.theme import look
from ui.widgets.button import Light, TapButton
from ui.widgets.drawn import Drawn, Tappable
from ui.widgets.timeline import EntryLine, EntryRow


class Lamp(NamedTuple):
    """A status light: icon, state (good, wait, bad, off), short label."""

    icon: str
    state: str
    text: str


class NavItem(NamedTuple):
    """A button of the nav bar: destination, label, icon, badge, whether it is the current one, action. Without a label
    it is small. ``kept``: it is never left out."""

    name: str
    text: str
    icon: str
    badge: str
    here: bool
    action: Callable[[], None]
    kept: bool = True


class LampTap(Tappable):
    """Tap target over the status lights."""

    def paint_self(self, area: Area) -> None:
        if self.pressed:
            paint.box(area, t.STONE_PRESSED)


class NavBar(Drawn):
    """Buttons, and status lights in the rest; ``upright`` is the rail on the left.

    Items not ``kept`` are left out if the others would be too small. On small screens ``last``, the last answer, is
    next to the buttons, since the table has no room for it; the lights are icons there.
    """

    SMALLEST = 3.2
    LAMPS = 28.5
    LAMPS_PORTRAIT = 9.6
    LAST = 24.0
    LAMP_UPRIGHT = 8.4
    LEAST = 10.3
    EDGES = 1.4
    """Padding (mm) of a button next to its label."""

    upright: bool = False
    entries: tuple[NavItem, ...] = ()
    lamps: tuple[Lamp, ...] = ()
    last: tuple[EntryRow, ...] = ()
    check_up: Callable[[], None] | None = None
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
            entries = tuple(entry for entry in entries if entry.kept)
            cells = self._cells(inner.copy(), entries)
        size = self._text_size(entries, cells)
        self.ensure(self.buttons, TapButton, len(entries))
        for button, entry, cell in zip(self.buttons, entries, cells, strict=False):
            button.place(cell)
            button.action = entry.action
            button.show(
                text=entry.text, icon=entry.icon, badge=entry.badge, role="chosen" if entry.here else "plain",
                key=entry.name, size_mm=size or self.SMALLEST, rapid=entry.name in ("undo", "redo"),
                stacked=size is None and bool(entry.text),
            )  # fmt: skip
        rest = self._rest(inner, cells)
        if self._with_last:
            self.latest.place(rest.cut_left(look.mm(self.LAST), look.gap))
            self.latest.show(rows=self.last, across=True)
        else:
            self.latest.hide()
        self._show_lamps(rest)

    def _roomy(self, entries: Sequence[NavItem], cells: list[Area]) -> bool:
        """True if every button is large enough for a finger and for its label below the icon."""
        if min((cell.h if self.upright else cell.w for cell in cells), default=look.touch) < look.mm(self.LEAST):
            return False
        widths = [type_.extents(entry.text, look.text(self.SMALLEST), "bold")[0] for entry in entries]
        return all(width <= cell.w - look.mm(self.EDGES) for width, cell in zip(widths, cells, strict=True))

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
            tight = any(entry.kept and not entry.text for entry in entries)
            gaps = look.gap * (len(entries) - tight)  # If space is tight, no gap above the lights.
            each = min((inner.h - lamps - least * small - gaps) / n, look.mm(16))
            return [inner.cut_top(each if entry.text else least, look.gap) for entry in entries]
        room = look.mm(self.LAMPS if look.panel.shape != "portrait" else self.LAMPS_PORTRAIT)
        if self._with_last:
            room = look.mm(self.LAST + self.LAMPS_PORTRAIT) + look.gap
        each = (inner.w - room - least * small - look.gap * len(entries)) / n
        return [inner.cut_left(each if entry.text else least, look.gap) for entry in entries]

    def _rest(self, inner: Area, cells: list[Area]) -> Area:
        """The rest of ``inner``, for the lights."""
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
            light.place(row)
            light.show(
                icon=lamp.icon if only_icons else "", state=lamp.state, text="" if only_icons else lamp.text,
                stacked=self.upright,
            )  # fmt: skip
