"""A panel of options: few and large buttons, as far as there is room, with pages if there are too many."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from kivy.graphics.texture import Texture

from companion.core.texts import T
from companion.scene.menu import MenuItem
from companion.scene.scene import Piece
from ui.base.language import say
from ui.layout.geometry import Area
from ui.look import text as type_
from ui.look.theme import Look, look
from ui.widgets.buttons import LONG, Role, TapButton, TextView
from ui.widgets.drawn import Drawn


@dataclass(frozen=True)
class Option:
    """An option: label, smaller line, icons, action. ``stays``: it is on every page. ``tally``: counters instead of the
    smaller line."""

    label: str
    action: Callable[[], object] = field(compare=False)
    detail: str = ""
    icons: tuple[str, ...] = ()
    icon: str = ""
    tally: tuple[Piece, ...] = ()
    role: Role = "plain"
    key: object = None
    rapid: bool = False
    stays: bool = False
    enabled: bool = True
    picture: Texture | None = None
    """Photo of the card it is about, instead of the icon."""
    long_pressed: Callable[[], object] | None = field(default=None, compare=False)
    released: Callable[[], object] | None = field(default=None, compare=False)

    @property
    def tall(self) -> bool:
        return bool(self.detail or self.icons or self.tally)


def option(item: MenuItem, action: Callable[[], object], rev: int) -> Option:
    """An ``MenuItem`` as an option; a single icon without a detail goes before the label."""
    key = (rev, item.choice or item.group)
    if len(item.icons) == 1 and item.detail is None:
        return Option(say(item.label), action, icon=item.icons[0], key=key, stays=item.closing)
    if item.tally:
        return Option(say(item.label), action, icons=item.icons, tally=item.tally, key=key, stays=item.closing)
    return Option(say(item.label), action, say(item.detail), item.icons, key=key, stays=item.closing)


@dataclass(frozen=True)
class SentenceWord:
    """Words of a sentence; those with an action can be tapped. ``open``: they are still to be said."""

    text: str
    action: Callable[[], object] | None = field(default=None, compare=False)
    key: object = None
    open: bool = False


class Sentence(Drawn):
    """A sentence that is edited by tapping its words: they stand one after the other, in as many lines as it takes."""

    SIZE = 4.2
    PAD = 3.0

    words: tuple[SentenceWord, ...] = ()

    def build(self) -> None:
        self.buttons: list[TapButton] = []
        self.texts: list[TextView] = []

    def height_in(self, width: float) -> float:
        """The height that it takes in this width."""
        lines = 1 + max((line for line, _, _ in self._places(width)), default=0)
        return lines * (look.touch + look.gap) - look.gap

    def _places(self, width: float) -> list[tuple[int, float, float]]:
        """Line, left end and width of each word."""
        found: list[tuple[int, float, float]] = []
        line, x = 0, 0.0
        for word in self.words:
            beside = 2 * look.mm(self.PAD) if word.action else look.mm(0.6)
            wide = type_.extents(word.text, look.text(self.SIZE), "bold")[0] + beside
            wide = min(width, max(wide, look.touch if word.action else 0))
            if x and x + wide > width:
                line, x = line + 1, 0.0
            found.append((line, x, wide))
            x += wide + look.gap
        return found

    def paint_self(self, area: Area) -> None:
        places = list(zip(self.words, self._places(area.w), strict=True))
        self.ensure(self.buttons, TapButton, sum(word.action is not None for word in self.words))
        self.ensure(self.texts, TextView, sum(word.action is None for word in self.words))
        buttons, texts = iter(self.buttons), iter(self.texts)
        for word, (line, x, wide) in places:
            top = area.y + area.h - line * (look.touch + look.gap)
            cell = Area(area.x + x, top - look.touch, wide, look.touch)
            if word.action is None:
                next(texts).show(cell, text=word.text, size_mm=self.SIZE)
                continue
            button = next(buttons)
            button.action = word.action
            role: Role = "chosen" if word.open else "plain"
            button.show(cell, text=word.text, key=word.key, size_mm=self.SIZE, role=role)


class ChoicePanel(Drawn):
    """Options in one or two columns, ``in_a_row``, or ``across`` columns. Buttons are reused."""

    TALL = 13.4
    SNUG = 10.4
    TOLD = SNUG, 13.8, 19.8
    """Heights (mm) for one, two and three readable smaller lines."""
    NARROWEST = 25.0
    HIGHEST, HIGHEST_LONG = 17.0, 22.0
    SIZES = (4.5, 4.2, 3.9, 3.6, 3.4)
    FEW = 3
    SMALLER = (3.2, 3.0, 2.8, 2.6, 2.4)
    DETAILS = (Look.SMALL, 3.3, 3.0, 2.7, 2.4, 2.1)

    options: tuple[Option, ...] = ()
    page: int = 0
    two_wide: bool = True
    in_a_row: bool = False
    across: int = 0

    def build(self) -> None:
        self.buttons: list[TapButton] = []

    def paint_self(self, area: Area) -> None:
        cells = self._cells(area, self.options)
        turning = len(cells) < len(self.options)
        last = [option for option in self.options if option.stays]
        shown = [option for option in self.options if not option.stays]
        if turning:
            room = max(1, len(cells) - len(last) - 1)
            pages = -(-len(shown) // room)
            page = self.page % pages
            shown = shown[page * room : (page + 1) * room]
            more, *ends = cells[len(cells) - len(last) - 1 :]
            placed = [*zip(shown, cells, strict=False), *zip(last, ends, strict=True)]
        else:
            placed = list(zip([*shown, *last], cells, strict=False))
        size = self._text_size(placed)
        self.ensure(self.buttons, TapButton, len(placed) + turning)
        for button, (option, cell) in zip(self.buttons, placed, strict=False):
            button.action, button.long_pressed, button.released = option.action, option.long_pressed, option.released
            button.show(
                cell, text=option.label, detail=option.detail, icons=option.icons, icon=option.icon, role=option.role,
                align="left" if option.tall else "center", rapid=option.rapid, key=option.key, size_mm=size,
                enabled=option.enabled, tally=option.tally, picture=option.picture,
            )  # fmt: skip
        if size == self.SIZES[-1]:
            self._same_labels(self.buttons[: len(placed)])
        self._same_details(self.buttons[: len(placed)])
        if turning:
            self._show_more(self.buttons[len(placed)], more, page + 1, pages)

    def _show_more(self, button: TapButton, cell: Area, page: int, pages: int) -> None:
        button.action, button.long_pressed = self._turn, None
        text = say(T("More ({page}\u00a0of\u00a0{pages})", page=page, pages=pages))
        button.show(
            cell, text=text, detail="", icons=(), icon="", tally=(), role="quiet", align="center", rapid=True, key=None,
            enabled=True, size_mm=Look.BUTTON, picture=None,
        )  # fmt: skip

    def _text_size(self, placed: list[tuple[Option, Area]]) -> float:
        """One font size (mm) for all labels of the page."""

        def broken(size: float) -> list[tuple[int, tuple[str, ...], bool]]:
            px, found = look.text(size), []
            for option, cell in placed:
                room = cell.w - look.mm(4.6) - (look.mm(6.6) + look.gap if option.icon else 0)
                most = 1 if option.tall else 2
                found.append(type_.fit(option.label, "bold", px, px, int(room), most * type_.line_height(px), most))
            return found

        most = type_.largest(self.SIZES, lambda size: all(whole for _, _, whole in broken(size)))
        smaller = (size for size in self.SIZES if most * type_.KEPT <= size <= most)
        return next((size for size in smaller if not any(type_.stray(lines) for _, lines, _ in broken(size))), most)

    def _same_labels(self, buttons: Sequence[TapButton]) -> None:
        """One font size for labels too long for ``SIZES``: the largest at which all fit."""

        def fits(size: float) -> bool:
            for button in buttons:
                button.show(size_mm=size)
            return all(button.label_fits() for button in buttons)

        type_.largest((self.SIZES[-1], *self.SMALLER), fits)

    def _same_details(self, buttons: Sequence[TapButton]) -> None:
        """One font size for all smaller lines of the page: the largest at which all fit."""
        detailed = [button for button in buttons if button.detail]

        def fits(size: float) -> bool:
            for button in detailed:
                button.show(detail_mm=size)
            return all(button.detail_fits() for button in detailed)

        type_.largest(self.DETAILS, fits)

    def _turn(self) -> None:
        self.page += 1
        self.redraw()

    def _cells(self, area: Area, options: Sequence[Option]) -> list[Area]:
        """A cell for each option, or as many as fit."""
        gap = look.gap
        if self.in_a_row:
            return area.columns(max(1, len(options)), gap)
        if self.across:
            return area.grid(self.across, max(1, -(-len(options) // self.across)), gap)[: len(options)]
        mixed = self._mixed(area, gap, options)
        if mixed is not None or not options:
            return mixed or []
        crowded = any(option.detail and option.icons for option in options)
        least = self.SNUG if crowded else look.TOUCH
        for columns in self._columns(area, gap, options):
            for height in (self.TALL, least):
                rows = max(1, int((area.h + gap) // (look.mm(height) + gap)))
                if rows * columns >= len(options):
                    rows = -(-len(options) // columns)
                    each = min((area.h - gap * (rows - 1)) / rows, look.mm(self.HIGHEST))
                    top = area.copy().cut_top(each * rows + gap * (rows - 1))
                    return top.grid(columns, rows, gap)
        # However low it is: the options that stay, a button to turn the page, and one more.
        staying = sum(option.stays for option in options)
        fewest = min(len(options), staying + 2)
        rows = max(-(-fewest // columns), int((area.h + gap) // (look.mm(least) + gap)))
        return area.grid(columns, rows, gap)

    def fits(self, options: Sequence[Option]) -> bool:
        return len(self._cells(self.area, options)) >= len(options)

    @staticmethod
    def least(options: Sequence[Option], tall: float = SNUG, columns: int = 2) -> float:
        """Height in which these options fit on one page; ``tall``: height (mm) of those with two lines."""
        each = look.mm(tall if any(one.tall for one in options) else look.TOUCH)
        return -(-len(options) // columns) * (each + look.gap) - look.gap

    @classmethod
    def told(cls, options: Sequence[Option], width: float) -> float:
        """Height in which all smaller lines of these options are easy to read, in one column."""
        px, high = look.text(2.9), 0.0
        for one in options:
            room = width - 2 * look.pad - len(one.icons) * look.mm(5.4)
            lines = len(type_.wrap(one.detail, px, "plain", int(room)))
            high += (look.mm(cls.TOLD[min(lines, 3) - 1]) if one.tall else look.touch) + look.gap
        return high - look.gap

    @classmethod
    def long(cls, options: Sequence[Option]) -> bool:
        """True if there are few options, and one has a long smaller line."""
        return len(options) <= cls.FEW and any(len(option.detail) > LONG for option in options)

    def narrow(self, options: Sequence[Option], width: float) -> int:
        """Maximum number of columns for these options."""
        return self._columns(Area(0, 0, width, 0), look.gap, options)[-1]

    def _columns(self, area: Area, gap: float, options: Sequence[Option]) -> tuple[int, ...]:
        """Numbers of columns to try, widest cells first."""
        if area.w >= look.mm(110):
            return (4,) if any(len(o.label) < 16 for o in options) else (3,)
        if not self.two_wide or area.w < look.mm(44):
            return (1,)
        if self.wordy(options, area.w):
            return 1, 2
        narrow = (area.w - 2 * gap) / 3
        return (2, 3) if narrow >= look.mm(self.NARROWEST) and all(self._fits(o, narrow) for o in options) else (2,)

    def wordy(self, options: Sequence[Option], width: float) -> bool:
        """True if there are few options, and a label does not fit in two columns at its smallest size."""
        half = (width - look.gap) / 2
        return self.two_wide and len(options) <= self.FEW and not all(self._fits(option, half) for option in options)

    def _fits(self, option: Option, width: float) -> bool:
        """True if the label fits on two lines at its smallest size in a cell of this width."""
        px = look.text(self.SIZES[-1])
        room = width - look.mm(4.6) - (look.mm(6.6) + look.gap if option.icon else 0)
        broken = type_.wrap(option.label, px, "bold", int(room))
        return len(broken) <= 2 and all(type_.extents(line, px, "bold")[0] <= room for line in broken)

    def _mixed(self, area: Area, gap: float, options: Sequence[Option]) -> list[Area] | None:
        """Options with details across the full width, short ones in pairs; None if that needs more height."""
        pairs = self.two_wide and area.w >= look.mm(44) and not self.wordy(options, area.w)
        rows: list[list[int]] = []
        for index, option in enumerate(options):
            pair = rows and pairs and not option.tall and len(rows[-1]) == 1 and not options[rows[-1][0]].tall
            if pair:
                rows[-1].append(index)
            else:
                rows.append([index])
        long = [len(options[row[0]].detail) > LONG for row in rows]
        # Long texts get more room across the full width, even if it is low.
        high = self.SNUG if all(long) else self.TALL
        least = [look.mm(high) if options[row[0]].tall else look.touch for row in rows]
        spare = area.h - sum(least) - gap * (len(rows) - 1)
        if spare < 0 or area.w >= look.mm(110):
            return None
        for index in range(len(rows)):
            if long[index]:
                # Long texts get spare height first.
                more = min(spare / sum(long), look.mm(self.HIGHEST_LONG) - least[index])
                least[index] += more
        spare = area.h - sum(least) - gap * (len(rows) - 1)
        room = area.copy()
        cells: list[Area] = []
        for row, height in zip(rows, least, strict=True):
            strip = room.cut_top(max(height, min(height + spare / len(rows), look.mm(self.HIGHEST))), gap)
            cells += strip.columns(len(row), gap)
        return cells
