"""The picture half of the table: day or tracks at the top, the board, rows of boxes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kivy.input import MotionEvent
from msgspec.structs import replace

from companion.core.answers import Answer
from companion.packs.pictures import BOARD
from companion.scene.scene import Choice, Line, Order, Row, Scene
from companion.session.pages import Page
from ui.base.language import say
from ui.layout.geometry import Area
from ui.look.theme import Shape, look
from ui.model.animation import Preview, moves_on
from ui.screens.base import GameScreen, cut_panel
from ui.widgets.board import BoardMap
from ui.widgets.buttons import Field
from ui.widgets.counters import SideBySide
from ui.widgets.drawn import Drawn, hide
from ui.widgets.grid import GridMap
from ui.widgets.head import DayHead, Notice, TrackRows
from ui.widgets.lines import TickList
from ui.widgets.places import PlaceRows, closed, closed_height, needed


class PictureScreen(GameScreen):
    """A screen that shows what is on the table. ``row``: the row of boxes opened alone, "" once it was closed."""

    MAP = 0.42
    """Share of the board in the height in portrait."""
    PANEL = 51.0
    """Height (mm) of the panel below the picture in portrait."""
    PANEL_BELOW_ROWS, PANEL_BELOW_PLACES = 57.0, 62.0
    """The same below rows of boxes, which can be lower than a board."""
    PANEL_BELOW_GRID = 60.5
    """The same below a board of squares, which may have a pad."""
    ROWS = 15.5
    """Minimum width (mm) for rows next to a board of squares."""

    def build(self) -> None:
        self.band = self.add(Field())
        self.tracks = self.add(TrackRows())
        self.notice = self.add(Notice())
        self.day = self.add(DayHead())
        self.map = self.add(BoardMap(tap_spot=self.tap_spot))
        self.grid = self.add(GridMap(tap_spot=self.tap_spot))
        self.sides = self.add(SideBySide(tap_spot=self.tap_spot))
        self.places = self.add(PlaceRows(tap_spot=self.tap_spot, tap_row=self._tap_row))
        self.checklist = self.add(TickList(tap_line=self._tick))
        self.row: str | None = None
        self._beside = False
        self._preview = Preview()
        self._cut_short = False
        self._first = 0
        """The first line shown of a list that does not fit."""
        self.day.order_bar.tap_seat = self._tap_seat
        self._to_story = lambda: self.host.go("story")

    def reset(self) -> None:
        self.row, self._first = None, 0
        self._preview.forget()

    def pictures(self) -> Sequence[Drawn]:
        return self.map, self.grid, self.sides, self.places, self.checklist

    def tap_spot(self, spot: str) -> None:
        """A space was tapped."""

    @property
    def page(self) -> Page | None:
        """The page whose places are marked and whose moves are shown."""
        return self.session.page

    @property
    def numbers(self) -> Mapping[str, int]:
        """The places that have a number."""
        return {}

    def _arrange_all(self, scene: Scene) -> Area:
        """Lay out the picture; returns the area of the panel."""
        room, shape = self.room, look.panel.shape
        upright = shape == "portrait"
        high = DayHead.height_for(scene.clock, _order(scene), stacked=upright)
        if self._reading:
            self.day.place(room.cut_top(high))
            self._arrange_tracks(room, scene, shape)
            return room.inset(look.pad, look.gap)
        if scene.grid is not None and not upright:
            return self._arrange_tall(room, high, scene)
        self.day.place(room.cut_top(high))
        self._arrange_tracks(room, scene, shape)
        body = room.inset(look.pad, look.gap)
        if not self._pictured(scene):
            return body
        if not upright:
            panel = cut_panel(body, shape)
            self._arrange_picture(body, scene)
            return panel
        strip = closed_height(scene.rows, body.w) + look.gap if scene.rows else 0
        if scene.grid is not None:
            high, stays = GridMap.height_for(scene.grid, body.w) + strip, self.PANEL_BELOW_GRID
        elif scene.sides:
            high, stays = SideBySide.height_for(len(scene.sides)) + strip, self.PANEL_BELOW_ROWS
        elif scene.board is not None:
            high, stays = look.panel.height * self.MAP + strip, self.PANEL
        elif scene.checklist:
            high, stays = TickList.height_for(len(scene.checklist)) + strip, self.PANEL
        else:
            high, stays = needed(scene.rows, body.w), self.PANEL_BELOW_PLACES
        self._arrange_picture(body.cut_top(min(high, body.h - look.mm(stays)), look.gap), scene)
        return body

    def _arrange_tall(self, room: Area, high: float, scene: Scene) -> Area:
        """A board of squares uses the full height in landscape, for larger squares; the turn order is above the
        panel."""
        self._arrange_tracks(Area(room.x, room.y + room.h, room.w, 0), scene, look.panel.shape)
        body = room.inset(look.pad, look.gap)
        panel = cut_panel(body, look.panel.shape)
        self._arrange_picture(body, scene)
        column = Area(panel.x - look.pad, room.y, room.x + room.w - panel.x + look.pad, room.h)
        self.day.place(column.cut_top(high))
        panel.h = column.y + column.h - look.gap - panel.y
        return panel

    def _arrange_tracks(self, room: Area, scene: Scene, shape: Shape) -> None:
        """Tracks at the top, notices next to or below them."""
        upright, n = shape == "portrait", TrackRows.deep(len(scene.tracks))
        rows = look.mm(7.4 if upright else 6.9) * n + (look.mm(1.2) if n else 0)
        below = look.mm(Notice.LINE) * min(2, len(scene.notices)) + look.gap if n and upright and scene.notices else 0
        top = room.cut_top(rows + below)
        self.band.place(top)
        inner = top.inset(look.pad, look.mm(0.6))
        if n and scene.notices:
            self.notice.place(top)
            self.notice.room = inner.cut_bottom(below) if upright else cut_panel(inner, shape)
        self.tracks.place(inner)

    def _arrange_picture(self, picture: Area, scene: Scene) -> None:
        """The board, the rows, or the board above collapsed rows; an opened row covers the board."""
        lines = bool(scene.rows) and self._mapped(scene) and not self.row
        beside = self._free_beside(picture, scene)
        self._beside = lines and beside > 0
        if self._beside:
            self.places.place(picture.cut_left(min(beside, look.mm(40)), look.gap))
        else:
            high = closed_height(scene.rows, picture.w)
            self.places.place(picture.cut_bottom(high, look.gap) if lines else picture)
        for part in (self.map, self.grid, self.sides):
            part.place(picture)
        first, second = TickList.columns(_lines(scene), picture)
        self.checklist.show(first, second=second, shown=self.checklist.shown)

    def _free_beside(self, picture: Area, scene: Scene) -> float:
        """Width for rows next to a board of squares; 0 if its squares are larger with the rows below it."""
        if scene.grid is None:
            return 0
        share = GridMap.height_for(scene.grid, 1.0)
        below = min(picture.h - closed_height(scene.rows, picture.w) - look.gap, picture.w * share)
        high = min(picture.h, (picture.w - look.mm(self.ROWS) - look.gap) * share)
        return picture.w - high / share - look.gap if high >= below else 0

    @property
    def _reading(self) -> bool:
        """True while long texts to choose from need the whole width, and the picture is away."""
        return False

    def _pictured(self, scene: Scene) -> bool:
        """True if there is a picture next to the panel."""
        if self._reading:
            return False
        return self._mapped(scene) or any(row.boxes for row in scene.rows)

    def _mapped(self, scene: Scene) -> bool:
        """True if there is a board, players side by side, or a checklist, next to which rows go."""
        return scene.board is not None or scene.grid is not None or bool(scene.sides) or bool(scene.checklist)

    def _show_head(self, scene: Scene) -> None:
        """The tracks or the day, and notices."""
        self.band.show()
        self.notice.action = self._to_story if scene.tracks else self.host.slips.force if self._cut_short else None
        self.notice.show(texts=tuple(map(say, scene.notices)), enabled=bool(scene.notices), whole=not scene.tracks)
        self._show_day(scene)
        self._show_tracks(scene)

    def _show_day(self, scene: Scene) -> None:
        order = _order(scene)
        shown = scene.clock is not None or order is not None
        boards = frozenset(board.seat for board in scene.boards if board.seat is not None)
        stacked = self.upright
        self.day.show(clock=scene.clock, order=order, open=boards, stacked=stacked, shown=shown)

    def _show_tracks(self, scene: Scene) -> None:
        rows, stacked = TrackRows.deep(len(scene.tracks)), self.upright
        self.tracks.show(tracks=tuple(scene.tracks), rows=rows, stacked=stacked)

    def _show_map(self, scene: Scene, open_: frozenset[str]) -> None:
        if self._reading:
            hide(self.map, self.grid, self.sides, self.places, self.checklist)
            return
        page, rev = self.page, self.session.rev
        for part in (self.map, self.grid, self.places, *self.sides.views):
            part.key = rev  # After each answer, the same space means something else.
        marked = frozenset(line.spot for line in page.lines if line.spot) if page is not None else self._chosen_spots()
        more = {"open": open_, "marked": marked, "ticked": frozenset()}
        self._show_grid(scene, open_, marked)
        upright = self.upright
        self.sides.show(
            sides=tuple(scene.sides), open=open_, upright=upright,
            shown=bool(scene.sides) and not (scene.rows and self.row),
        )  # fmt: skip
        mapped = scene.board is not None and not (scene.rows and self.row)
        ground = self.host.pictures.of(BOARD) if mapped else None
        numbers = self.numbers
        self.map.show(board=scene.board, picture=ground, plain=False, shown=mapped, numbers=numbers, **more)
        self._show_checklist(scene)
        rows = [_signs(row) for row in scene.rows] if self._beside else scene.rows
        self.places.show(
            rows=tuple(rows), opened=self._opened(scene, open_), shown=bool(rows),
            numbers={spot: str(n) for spot, n in numbers.items()}, **more,
        )  # fmt: skip

    def _chosen_spots(self) -> frozenset[str]:
        """The squares among whose choices people decide."""
        return frozenset()

    def _show_checklist(self, scene: Scene) -> None:
        """The lines to tick, in place of the board."""
        lines = _lines(scene)
        ticked = frozenset(n for n, cell in enumerate(scene.checklist) if cell.on)
        shown = bool(lines) and not (scene.rows and self.row)
        self.checklist.show(lines=lines, first=self._first if self.page is None else 0, ticked=ticked, shown=shown)

    def _show_grid(self, scene: Scene, open_: frozenset[str], marked: frozenset[str]) -> None:
        """The board of squares; moves of the page are animated, if that is switched on."""
        if scene.grid is None or (scene.rows and self.row):
            self.grid.hide()
            return
        page, session = self.page, self.session
        played = page.played if page is not None else session.in_hand_played
        self.grid.lively = self.host.settings.animations
        self.grid.show(
            grid=scene.grid, open=open_, marked=marked, moves=moves_on(session, played),
            ghost=self._preview.moves, figures=frozenset(board.icon for board in scene.boards), numbers=self.numbers,
        )  # fmt: skip

    def _show_preview(self, answer: Answer | None) -> None:
        """Preview an answer during a long press; None: it has ended."""
        self._preview.update(self.session, answer)
        self.grid.show(ghost=self._preview.moves, shown=self.grid.shown)
        self._show_words(self.session.scene)

    def _show_words(self, scene: Scene) -> None:
        """Show the instruction, or the preview."""

    @property
    def moving(self) -> bool:
        return self.grid.playing

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """A tap during an animation skips it, and does nothing else if there is a page to read."""
        return bool((self.grid.skipped() and self.page is not None) or super().on_touch_down(touch))

    def _opened(self, scene: Scene, open_: frozenset[str]) -> str | None:
        """The row opened alone: the tapped one, or the only one with choices, if it is collapsed."""
        if self.row is not None or self.session.mode != "choose" or self._mapped(scene):
            return self.row or None
        only = [row.id for row in scene.rows if any(box.id in open_ for box in row.boxes)]
        alone = len(only) == 1 and all(choice.spot in open_ for choice in scene.choices)
        return only[0] if alone and only[0] in closed(scene.rows, self.places.area) else None

    def _tick(self, index: int) -> None:
        cells = self.session.scene.checklist
        cell = cells[index] if index < len(cells) else None
        if cell is None or cell.tap is None or self.page is not None:
            return
        if isinstance(cell.tap, Answer):
            self.session.choose(Choice(cell.tap, cell.label))
        else:
            self.host.apply_tap(cell.tap)

    def _tap_row(self, row: str) -> None:
        """Open a collapsed row alone; tapped again, show all rows."""
        self.row = row
        self.host.refresh()

    def _tap_seat(self, seat: str) -> None:
        self.host.look_at_seat(seat)


def _order(scene: Scene) -> Order | None:
    """The turn order, unless players side by side already show it."""
    stand = [(side.seat, side.figure) for side in scene.sides]
    return None if scene.order is None or stand == [(one.seat, one.value) for one in scene.order.seats] else scene.order


def _lines(scene: Scene) -> tuple[Line, ...]:
    """The lines to tick."""
    return tuple(Line("", "", cell.label) for cell in scene.checklist)


def _signs(row: Row) -> Row:
    """A compact row: for boxes with icons, these and the pieces suffice."""
    boxes = [replace(box, label="", name="") if box.icon is not None else box for box in row.boxes]
    return replace(row, boxes=boxes, size="small")
