"""A board of squares: its print, marks, pieces and their animation, tap targets."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import combinations
from typing import NamedTuple

from kivy.clock import Clock, ClockEvent
from kivy.input import MotionEvent

from companion.scene.scene import Grid, Square, column_name
from ui.layout.geometry import Area, Cell, Frame, frame
from ui.look import icons, paint
from ui.look import theme as t
from ui.look.theme import Rgba, look
from ui.model.animation import Moves, Point, Trail
from ui.widgets.drawn import UNSET, Drawn, TapAreas, no_action, tap_guard


class Printed(NamedTuple):
    """A square's print, and where it is drawn (x, y, side)."""

    at: tuple[float, float, float]
    column: int
    row: int
    tile: int
    sign: str
    label: str

    @classmethod
    def of(cls, square: Square, cell: Area) -> Printed:
        at = (cell.x, cell.y, cell.w)
        return cls(at, square.column, square.row, square.tile, square.sign or "", square.label)

    @property
    def cell(self) -> Area:
        x, y, side = self.at
        return Area(x, y, side, side)


class Ground(Drawn):
    """The print of all visible squares, with thick lines around every tile, and the names of columns and rows, each
    with the middle of where it is drawn and its height."""

    squares: tuple[Printed, ...] = ()
    names: tuple[tuple[str, float, float, float], ...] = ()

    def paint_self(self, area: Area) -> None:
        cells = [square.cell for square in self.squares]
        paint.rects(cells, t.SLOT)
        paint.rects([cell.inset(max(0.5, look.mm(0.09))) for cell in cells], t.DUSK)
        for square, cell in zip(self.squares, cells, strict=True):
            if square.sign:
                icons.draw(square.sign, cell.inset(cell.w * 0.12))
            if square.label:
                _paint_label(cell, square.label)
        paint.rects(self._edges(), t.EDGE)
        for name, x, y, high in self.names:
            size = min(look.LEAST, high / look.mm(1) / look.scale)
            paint.words(name, Area(x - high, y - high / 2, 2 * high, high), t.MIST, size, least=1.0, align="center")

    def _edges(self) -> list[Area]:
        """Borders of tiles; thin lines are the gaps between squares."""
        tiles = {(square.column, square.row): square.tile for square in self.squares}
        width = max(1.5, look.mm(0.4))
        found = []
        for square in self.squares:
            column, row = square.column, square.row
            x, y, w, h = square.cell
            for other, line in (
                ((column - 1, row), (x, y, x, y + h)),
                ((column, row - 1), (x, y + h, x + w, y + h)),
                ((column + 1, row), (x + w, y, x + w, y + h)),
                ((column, row + 1), (x, y, x + w, y)),
            ):
                if tiles.get(other) != square.tile:
                    thick, thin = max(line[2] - line[0], width), max(line[3] - line[1], width)
                    found.append(Area(line[0] - width / 2, line[1] - width / 2, thick, thin))
        return found


def _paint_label(cell: Area, label: str) -> None:
    """The label in a disc, which fills the square with large text."""
    r = cell.w * (0.46 if look.scale > 1 else 0.42)
    paint.disc(cell.cx, cell.cy, r, t.MIST)
    paint.disc(cell.cx, cell.cy, r - max(1.2, look.mm(0.3)), t.STONE)
    room = Area(cell.cx - r, cell.cy - r, r * 2, r * 2)
    paint.words(label, room, t.PAPER, r * 1.3 / look.mm(10) * 10 / look.scale, least=1.0, align="center")


class Mark(NamedTuple):
    """Marks of a square: its area (x, y, side), whether it is the current one, colour of its ring, number in a list (0:
    none) and whether that is ticked, and an icon."""

    at: tuple[float, float, float]
    here: bool
    ring: Rgba | None
    number: int
    ticked: bool
    sign: str


class Marks(Drawn):
    """Rings, list numbers and icons on squares."""

    marks: Sequence[Mark] = ()

    def paint_self(self, area: Area) -> None:
        for mark in self.marks:
            x, y, side = mark.at
            self._paint_mark(Area(x, y, side, side), mark)

    def _paint_mark(self, cell: Area, mark: Mark) -> None:
        if mark.here:
            paint.glow(cell.cx, cell.cy, cell.w * 1.05, t.faded(t.AMBER, 0.4))
        if mark.ring is not None:
            width = max(2.0, look.mm(0.6 if mark.here else 0.4))
            x, y, w, h = cell.inset(-width * 0.3)
            paint.stroke((x, y, x + w, y, x + w, y + h, x, y + h), mark.ring, width, close=True)
        if mark.number:
            paint.disc(cell.cx, cell.cy, cell.w * 0.44, t.GREEN if mark.ticked else t.PAPER)
            paint.words(str(mark.number), cell.inset(cell.w * 0.1), t.INK, 4.4, least=1.2, face="heavy", align="center")
        if mark.sign:
            icons.draw(mark.sign, Area(cell.x + cell.w * 0.5, cell.y + cell.h * 0.5, cell.w * 0.5, cell.h * 0.5))


# The whole board.

NAMES = 0.38
"""Height of the names of columns and rows, above and left of the board, in squares."""
MARGIN = 0.64
"""Margin for what is drawn at the four sides, in squares."""
LARGE, SMALL = 0.98, 0.74
"""Size of the players' own pieces, and of all others, in squares."""
FRAMES = 1 / 30
"""Seconds between frames of an animation."""
BACK = "back"


class Tokens(Drawn):
    """The layer of pieces above the squares, with the paths of moves."""

    grid: Grid = UNSET
    figures: frozenset[str] = frozenset()
    shown_frame: Frame = UNSET
    moves: Moves | None = None
    ghost: Moves | None = None
    seconds: float | None = None
    room: tuple[float, ...] = ()

    def paint_self(self, area: Area) -> None:
        board = Area(*self.room)
        moving = self.moves if self.seconds is not None else None
        hidden = moving.icons if moving is not None else frozenset()
        for square in self.grid.squares:
            if self.shown_frame.holds((square.column, square.row)):
                self._paint_square(board, square, hidden)
        if self.moves is not None and self.seconds is None and self.ghost is None:
            self._paint_trails(board, self.moves)
        if moving is not None and self.seconds is not None:
            for icon, point in moving.at(self.seconds).items():
                self._paint_piece(board, icon, point)
        if self.ghost is not None:
            self._paint_trails(board, self.ghost)
            for icon, point in self.ghost.at(self.ghost.lasts).items():
                self._paint_piece(board, icon, point, alpha=0.6)

    def _cell(self, board: Area, point: Point) -> Area:
        side = board.w / self.shown_frame.columns
        left = board.x + (point[0] - self.shown_frame.column) * side
        return Area(left, board.y + board.h - (point[1] - self.shown_frame.row + 1) * side, side, side)

    def _paint_square(self, board: Area, square: Square, hidden: frozenset[str]) -> None:
        pieces = [piece for piece in square.pieces if piece.icon not in hidden]
        for index, piece in enumerate(pieces):
            self._paint_piece(board, piece.icon, (square.column, square.row), aside=index)

    def _paint_piece(self, board: Area, icon: str, point: Point, *, alpha: float = 1.0, aside: int = 0) -> None:
        cell = self._cell(board, point)
        share = (LARGE if icon in self.figures else SMALL) * (0.56 if aside else 1)
        side = cell.w * share
        x, y = cell.cx - side / 2, cell.cy - side / 2
        if aside:
            x, y = cell.x + cell.w - side * 0.96, cell.y + side * (aside - 1)
        icons.draw(icon, Area(x, y, side, side), alpha=alpha)

    def _paint_trails(self, board: Area, moves: Moves) -> None:
        """The paths of all pieces, side by side where they overlap."""
        side = self._cell(board, (0, 0)).w
        for index, trail in enumerate(moves.trails):
            self._paint_trail(board, trail, side * (0.16 - 0.11 * (index % 4)))

    def _paint_trail(self, board: Area, trail: Trail, aside: float) -> None:
        colour = icons.hue(trail.icon)
        cells = [self._cell(board, point) for point in trail.points]
        line = [value for cell in cells for value in (cell.cx + aside, cell.cy + aside)]
        side = cells[0].w
        x, y, dx, dy = line[-2], line[-1], line[-2] - line[-4], line[-1] - line[-3]
        far = (dx * dx + dy * dy) ** 0.5 or 1.0
        dx, dy = dx / far, dy / far
        head, width = side * 0.32, max(2.0, side * 0.11)
        tip = 0.12 * side
        line[-2], line[-1] = x + dx * (tip - head), y + dy * (tip - head)
        paint.stroke(line, t.faded(t.NIGHT, 0.75), width * 2)
        paint.stroke(line, colour, width)
        left, bottom = x + dx * tip, y + dy * tip
        paint.polygon(
            [
                left, bottom,
                left - dx * head - dy * head * 0.62, bottom - dy * head + dx * head * 0.62,
                left - dx * head + dy * head * 0.62, bottom - dy * head - dx * head * 0.62,
            ],
            colour,
        )  # fmt: skip


class GridMap(TapAreas):
    """All squares, or a part of them if fingers need larger ones. ``tap_spot`` is called with the id of a tapped open
    square. With ``tap_spots`` there are no parts: it is called with all open squares that a finger covers, if they are
    several. ``lit``: highlight open ones. ``moves`` of the current page are animated once if ``lively``, and then stay
    as arrows. ``ghost``: the moves of a preview."""

    grid: Grid = UNSET
    figures: frozenset[str] = frozenset()
    open: frozenset[str] = frozenset()
    marked: frozenset[str] = frozenset()
    numbers: Mapping[str, int] = {}
    ticked: frozenset[str] = frozenset()
    signs: Mapping[str, str] = {}
    lit: bool = True
    lively: bool = False
    moves: Moves | None = None
    ghost: Moves | None = None
    tap_spot: Callable[[str], None] = staticmethod(no_action)
    tap_spots: Callable[[frozenset[str]], None] | None = None

    def build(self) -> None:
        super().build()
        self._part: int | None = None
        self._played: Moves | None = None
        self._clock: ClockEvent | None = None
        self._ground, self._over, self._tokens = self.add(Ground()), self.add(Marks()), self.add(Tokens())

    @classmethod
    def height_for(cls, grid: Grid, width: float) -> float:
        whole = _frame(grid)
        return width * (whole.rows + NAMES + 2 * MARGIN) / (whole.columns + NAMES + 2 * MARGIN)

    # Animation.

    @property
    def playing(self) -> bool:
        return self._clock is not None

    def changed(self) -> None:
        super().changed()
        if not self.shown:
            self.skip()
            self._part = None
        elif self.moves != self._played:
            self.skip()
            self._played = self.moves
            if self.moves is not None and self.lively:
                self._tokens.seconds = 0.0
                self._clock = Clock.schedule_interval(self.advance, FRAMES)

    def advance(self, seconds: float) -> None:
        if self._tokens.seconds is None or self.moves is None:
            return
        now = self._tokens.seconds + seconds
        if now >= self.moves.lasts:
            self.skip()
        else:
            self._tokens.seconds = now
            self._tokens.redraw()

    def skip(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None
        if self._tokens.seconds is not None:
            self._tokens.seconds = None
            self._tokens.redraw()

    def skipped(self) -> bool:
        """Jump to the end; False if nothing was moving."""
        playing = self.playing
        self.skip()
        if playing:
            tap_guard.arrive()
        return playing

    # Drawing.

    def paint_self(self, area: Area) -> None:
        grid = self.grid
        if not grid.squares:
            return
        shown, board = self._laid()
        here = [square for square in grid.squares if shown.holds((square.column, square.row))]
        if self._part is None:
            self._paint_sides(grid, board)
        else:
            back = self._back()
            paint.box(back, t.STONE, line=t.EDGE, width=max(1, look.mm(0.22)))
            icons.draw("back", back.inset(back.w * 0.25))
        for layer in (self._ground, self._over, self._tokens):
            layer.place(area)
        printed = tuple(Printed.of(square, self._place(square, shown, board)) for square in here)
        self._ground.show(squares=printed, names=self._names(shown, board))
        self._over.show(marks=self._marks(shown, board))
        self._tokens.show(
            grid=grid, figures=self.figures, shown_frame=shown, room=tuple(board), moves=self.moves, ghost=self.ghost
        )

    def _marks(self, shown: Frame, board: Area) -> tuple[Mark, ...]:
        found = []
        for square in self.grid.squares:
            one, marked = square.id, square.id in self.marked
            strong = square.here or marked
            if not shown.holds((square.column, square.row)):
                continue
            if strong or one in self.numbers or one in self.signs or (self.lit and one in self.open):
                cell = self._place(square, shown, board)
                ring = t.LAMP if strong else t.GREEN if self.lit and one in self.open else None
                number, sign = self.numbers.get(one, 0), self.signs.get(one, "")
                found.append(Mark((cell.x, cell.y, cell.w), square.here, ring, number, one in self.ticked, sign))
        return tuple(found)

    def _names(self, shown: Frame, board: Area) -> tuple[tuple[str, float, float, float], ...]:
        """The names of the visible columns and rows, above and left of the board; on a part of it inside the edge."""
        square = board.w / shown.columns
        high = square * NAMES
        out = -high if self._part is not None else high
        across = (
            (column_name(shown.column + n), board.x + (n + 0.5) * square, board.y + board.h + out / 2, high)
            for n in range(shown.columns)
        )
        down = (
            (str(shown.row + n + 1), board.x - out / 2, board.y + board.h - (n + 0.5) * square, high)
            for n in range(shown.rows)
        )
        return *across, *down

    def _paint_sides(self, grid: Grid, board: Area) -> None:
        """What is above, right of, below and left of the board, beyond the names of columns and rows."""
        whole = _frame(grid)
        side = board.w / whole.columns * MARGIN
        named = board.w / whole.columns * NAMES
        places = (
            (board.cx - side / 2, board.y + board.h + named),
            (board.x + board.w, board.cy - side / 2),
            (board.cx - side / 2, board.y - side),
            (board.x - named - side, board.cy - side / 2),
        )
        for piece, (x, y) in zip(grid.sides, places, strict=False):
            icons.draw(piece.icon, Area(x, y, side, side), tint=t.LAMP)

    # Layout.

    def _laid(self) -> tuple[Frame, Area]:
        """The visible part, and its area."""
        whole = _frame(self.grid)
        room = self.area
        if self._part is not None:
            shown = self._parts(whole)[self._part]
            room.cut_right(look.touch, look.gap)
            side = min(room.w / shown.columns, room.h / shown.rows)
        else:
            shown = whole
            margin = NAMES + 2 * MARGIN
            side = min(room.w / (whole.columns + margin), room.h / (whole.rows + margin))
            room.cut_left(side * NAMES)
            room.cut_top(side * NAMES)
        wide, high = side * shown.columns, side * shown.rows
        return shown, Area(room.cx - wide / 2, room.cy - high / 2, wide, high)

    def _place(self, square: Square, shown: Frame, board: Area) -> Area:
        side = board.w / shown.columns
        left = board.x + (square.column - shown.column) * side
        return Area(left, board.y + board.h - (square.row - shown.row + 1) * side, side, side)

    def _parts(self, whole: Frame) -> list[Frame]:
        """Parts of the board in which each square is large enough for a finger, left of the back button."""
        columns = max(1, int((self.width - look.touch - look.gap) // look.touch))
        return whole.parts(columns, max(1, int(self.height // look.touch)))

    def _back(self) -> Area:
        return Area(self.x + self.width - look.touch, self.y + self.height - look.touch, look.touch, look.touch)

    def cell(self, spot: str) -> Area | None:
        """Area of a square on the screen; None if it is not visible."""
        if self.grid is None:
            return None
        shown, board = self._laid()
        squares = (one for one in self.grid.squares if one.id == spot and shown.holds((one.column, one.row)))
        return next((self._place(square, shown, board) for square in squares), None)

    def targets(self) -> list[Area]:
        """Tap targets: open squares, or parts of the board to zoom into."""
        return [area for area, _ in self._targets()] if self.grid is not None else []

    def _targets(self) -> list[tuple[Area, str | int]]:
        found = [(cell, spot) for spot in sorted(self.open) if (cell := self.cell(spot)) is not None]
        least = look.touch
        if self._part is not None:
            return [*found, (self._back(), BACK)]
        apart = all(max(abs(a.cx - b.cx), abs(a.cy - b.cy)) >= least for (a, _), (b, _) in combinations(found, 2))
        if apart or self.tap_spots is not None:
            return [(_at_least(area, least), spot) for area, spot in found]
        whole, (_, board) = _frame(self.grid), self._laid()
        parts = self._parts(whole)
        across, down = len({part.column for part in parts}), len({part.row for part in parts})
        return [(area, index) for index, area in enumerate(board.grid(across, down))]

    def action_at(self, touch: MotionEvent) -> Callable[[], object] | None:
        if self.grid is None or not self.open:
            return None
        found = [what for area, what in self._targets() if area.holds(*touch.pos)]
        if self.tap_spots is not None and len(found) > 1:
            return partial(self.tap_spots, frozenset(map(str, found)))
        what = next(iter(found), None)
        if isinstance(what, int) or what == BACK:
            return partial(self._zoom, what if isinstance(what, int) else None)
        return None if what is None else partial(self.tap_spot, what)

    def _zoom(self, part: int | None) -> None:
        """Show a part of the board; None: all of it."""
        self._part = part
        self.redraw()


def _frame(grid: Grid) -> Frame:
    cells: list[Cell] = [(square.column, square.row) for square in grid.squares]
    return frame(cells)


def _at_least(area: Area, side: float) -> Area:
    side = max(side, area.w)
    return area.centred(side)
