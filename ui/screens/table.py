"""The table: tracks or the day, board or rows of places, and what is to be done now."""

from __future__ import annotations

from collections.abc import Callable

from companion.core.asks import DrawAsk
from companion.core.scenes import Choice, Scene
from companion.core.texts import P, T
from ui import text as type_
from ui.flow import Page
from ui.geometry import Area
from ui.options import Item, Options
from ui.placing import STRIP, closed, needed
from ui.screens.base import Screen, cut_panel, load, say
from ui.theme import Shape, look
from ui.widgets.choices import ChoicePanel, Option, option
from ui.widgets.day import DayHead
from ui.widgets.notice import Notice

load(__file__)

AMBER = {"role": "primary", "icon": ""}


class TableScreen(Screen):
    """The running game. ``where`` is the group or the place whose variants are open, if any; ``row`` is the row of
    places that people look at alone."""

    MAP = 0.42
    """How much of the height of upright glass the map takes."""
    ROWS = 0.5
    """How much of what the head leaves rows of places take."""
    PANEL = 52.0
    """What stays for what is to be done below a map on upright glass (mm)."""

    def build(self) -> None:
        self.where: tuple[str, str] | None = None
        self.row: str | None = None
        self._first = 0
        self._seen: tuple[int, int] | None = None
        self._panel_room = Area(0, 0, 0, 0)
        self._hint_fits = True
        self.tracks = [self.track0, self.track1, self.track2]
        self.map.tap_spot = self.tap_spot
        self.places.tap_spot = self.tap_spot
        self.places.tap_row = self._tap_row
        self.day.order_bar.tap_seat = self._tap_seat
        self._to_story = lambda: self.host.go("story")
        self.pool.tap_die = self._tap_die

    def reset(self) -> None:
        self.where = None
        self.row = None
        self._first = 0

    # Where things stand.

    def arrange(self, room: Area, shape: Shape) -> None:
        self._room, self._shape = room, shape

    def _arrange(self, scene: Scene) -> None:
        room, shape = self._room.copy(), self._shape
        upright = shape == "portrait"
        self.day.place(room.cut_top(DayHead.height_for(scene.clock, scene.order, stacked=upright)))
        self._arrange_tracks(room, scene, shape)
        body = room.inset(look.pad, look.gap)
        if not self._pictured(scene):
            panel = body
        elif upright:
            high = min(needed(scene.rows, body.w), body.h * self.ROWS)
            if scene.board is not None:
                high = look.panel.height * self.MAP + (look.mm(STRIP) + look.gap if scene.rows else 0)
                high = min(high, body.h - look.mm(self.PANEL))
            self._arrange_picture(body.cut_top(high, look.gap), scene)
            panel = body
        else:
            panel = cut_panel(body, shape)
            self._arrange_picture(body, scene)
        self._arrange_panel(panel, scene, shape)

    def _arrange_tracks(self, room: Area, scene: Scene, shape: Shape) -> None:
        """Tracks at the head, with what is in force beside or below them."""
        upright, n = shape == "portrait", min(len(scene.tracks), len(self.tracks))
        rows = look.mm(7.4 if upright else 6.9) * n + (look.mm(1.2) if n else 0)
        below = look.mm(Notice.LINE) * min(2, len(scene.notices)) + look.gap if n and upright and scene.notices else 0
        top = room.cut_top(rows + below)
        self.band.place(top)
        inner = top.inset(look.pad, look.mm(0.6))
        if n and scene.notices:
            self.notice.place(top)
            self.notice.room = inner.cut_bottom(below) if upright else cut_panel(inner, shape)
        for bar, row in zip(self.tracks, inner.rows(max(1, n)), strict=False):
            bar.place(row)

    def _arrange_picture(self, picture: Area, scene: Scene) -> None:
        """The map, the rows, or the map above the rows, which are lines then; one that is opened covers the map."""
        if scene.board is not None and scene.rows and not self.row:
            self.places.place(picture.cut_bottom(look.mm(STRIP), look.gap))
        else:
            self.places.place(picture)
        self.map.place(picture)

    def _pictured(self, scene: Scene) -> bool:
        """True when something stands beside what is to be done."""
        return scene.board is not None or any(row.boxes for row in scene.rows)

    def _arrange_panel(self, panel: Area, scene: Scene, shape: Shape) -> None:
        column = panel.copy() if self._pictured(scene) else cut_panel(panel.copy(), shape)
        self.primary.place(column.cut_bottom(look.primary))
        panel.cut_bottom(look.primary, look.gap)
        tight = self._tight(scene)
        self.over.place(panel.cut_top(look.mm(4.6)))
        title = self._title(scene)
        if title:
            small = shape == "portrait" and self.flow.mode == "choose"
            self._arrange_title(panel, title, tight=tight or small)
        hint = self._hint(scene)
        self._hint_fits = not tight or self._hint_room(panel, scene)
        if hint and self._hint_fits:
            wide = not tight and type_.extents(hint, look.text(3.4), "plain")[0] > panel.w
            self.hint.place(panel.cut_top(look.mm(8.6 if wide else 4.2) * look.scale, look.mm(0.6)))
        if tight:
            self.pool.place(self._pool_room(panel, scene))
        if scene.notices and not scene.tracks:
            self._arrange_notes(panel, scene)
        self._panel_room = panel

    def _arrange_notes(self, panel: Area, scene: Scene) -> None:
        """What is in force stands above the amber button, as much of it as what is to be done leaves room for."""
        texts = tuple(map(say, scene.notices))
        count = len(self._panel_options(self._options)) if self.flow.mode == "choose" else 0
        rows = -(-count // 2)
        needed = rows * (look.mm(ChoicePanel.TALL) + look.gap) if self.flow.page is None else panel.h
        free = max(Notice.step(), panel.h - needed)
        high = min(Notice.height_of(texts, panel.w), free // Notice.step() * Notice.step())
        self.notice.place(panel.cut_bottom(high, look.gap))
        self.notice.room = self.notice.area

    def _pool_room(self, panel: Area, scene: Scene) -> Area:
        rows = 1 if len(scene.dice) * look.mm(10) <= panel.w else 2
        each = 12.4 if self._shape == "portrait" and rows == 1 else 10.3
        return panel.cut_top(look.mm(each) * rows, look.mm(1.2))

    def _hint_room(self, panel: Area, scene: Scene) -> bool:
        """True when a line more costs no page: where dice lie on the table, choices come first."""
        options = self._options
        panel = panel.copy()
        panel.cut_top(look.mm(4.8) * look.scale)
        self._pool_room(panel, scene)
        if options.primary is None and self.where is None:
            panel.h += look.primary + look.gap
        return self.panel.holds(len(options.top()), panel)

    def _arrange_title(self, panel: Area, title: str, *, tight: bool) -> None:
        self.title.size_mm = 4.2 if tight else 6.4
        wide = not tight and type_.extents(title, look.text(4.6), "heavy")[0] > panel.w
        height = 4.8 if tight else 11.4 if wide else 7.6
        self.title.place(panel.cut_top(look.mm(height * look.scale), look.mm(0.5)))

    def _pool_shown(self, scene: Scene) -> bool:
        return bool(scene.dice) and self.flow.mode == "choose"

    def _over(self, scene: Scene) -> str:
        page = self.flow.page
        over = scene.prompt.over if page is None or page.over is None else page.over
        return say(over).upper() if page is None or page.title is not None else say(scene.prompt.over).upper()

    def _title(self, scene: Scene) -> str:
        page = self.flow.page
        if page is not None:
            return say(page.title if page.title is not None else page.over)
        if self.where is not None and self.where[0] == "spot":
            boxes = (box for row in scene.rows for box in row.boxes)
            return next((say(box.name) for box in boxes if box.id == self.where[1]), say(scene.prompt.title))
        return self._paying() if self.flow.chosen else say(scene.prompt.title)

    def _tight(self, scene: Scene) -> bool:
        """True where dice and choices need the height, so that heading and title share a line."""
        return self._pool_shown(scene)

    # What they say.

    def refresh(self) -> None:
        flow = self.host.flow
        if flow is None:
            return
        if (id(flow), flow.rev) != self._seen:
            self._seen = id(flow), flow.rev
            self.reset()
        scene = flow.scene
        self._options = Options(scene, flow.paid)
        self._arrange(scene)
        self.band.show()
        self.notice.action = self._to_story if scene.tracks else None
        self.notice.show(texts=tuple(map(say, scene.notices)), enabled=bool(scene.notices), whole=not scene.tracks)
        self._show_day(scene)
        self._show_tracks(scene)
        self.over.show(text=self._over(scene))
        self.title.show(text=self._title(scene))
        self.hint.show(text=self._hint(scene) if self._hint_fits else "")
        if flow.mode == "choose":
            self._show_choices(scene)
        else:
            self.pool.hide()
            self.panel.hide()
            self._show_map(scene, frozenset())
            if flow.page is not None:
                self._show_page(flow.page)
            else:
                self._show_deal()

    def _show_day(self, scene: Scene) -> None:
        if scene.clock is None and scene.order is None:
            self.day.hide()
            return
        boards = frozenset(board.seat for board in scene.boards if board.seat is not None)
        stacked = self._shape == "portrait"
        self.day.show(clock=scene.clock, order=scene.order, open=boards, stacked=stacked, lang=self.lang)

    def _show_tracks(self, scene: Scene) -> None:
        for index, bar in enumerate(self.tracks):
            if index < len(scene.tracks):
                stacked = self._shape == "portrait"
                bar.show(track=scene.tracks[index], stacked=stacked, lang=self.lang)
            else:
                bar.hide()

    def _show_map(self, scene: Scene, open_: frozenset[str]) -> None:
        page = self.flow.page
        marked = frozenset(line.spot for line in page.lines if line.spot) if page is not None else frozenset()
        more = {"open": open_, "marked": marked, "numbers": {}, "ticked": frozenset(), "lang": self.lang}
        if scene.board is None or (scene.rows and self.row):
            self.map.hide()
        else:
            self.map.show(board=scene.board, plain=False, **more)
        if scene.rows:
            self.places.show(rows=tuple(scene.rows), opened=self._opened(scene, open_), **more)
        else:
            self.places.hide()

    def _opened(self, scene: Scene, open_: frozenset[str]) -> str | None:
        """The row that people look at alone: the one they tapped, or the only one with anything to do, if closed."""
        if self.row is not None or self.flow.mode != "choose" or scene.board is not None:
            return self.row or None
        only = [row.id for row in scene.rows if any(box.id in open_ for box in row.boxes)]
        alone = len(only) == 1 and all(choice.spot in open_ for choice in scene.choices)
        return only[0] if alone and only[0] in closed(scene.rows, self.places.area) else None

    def _hint(self, scene: Scene) -> str:
        flow = self.flow
        if flow.page is not None or (self.where is not None and self.where[0] == "spot" and not scene.dice):
            return ""
        if self._tight(scene):
            return self._on_map() if self.where is None else ""
        return say(scene.prompt.hint)

    def _on_map(self) -> str:
        """What can be done by tapping the map alone."""
        groups = [self._options.group(name) for name in self._options.on_map]
        return " · ".join(say(T("{what}: {how}", what=one.label, how=one.detail or "")) for one in groups)

    def _paying(self) -> str:
        n = len(self.flow.chosen)
        return say(P("Pay with this die: for what?", "Pay with {n} dice: for what?", n))

    def _show_page(self, page: Page) -> None:
        flow = self.flow
        room = self._panel_room.copy()
        self.todo.place(room)
        if self._first >= len(page.lines):
            self._first = 0
        self.todo.show(lines=page.lines, first=self._first, lang=self.lang)
        spare = self.todo.spare
        if page.rule and spare > look.mm(4.4):
            self.why.place(Area(room.x, room.y, room.w, look.mm(4.2)))
            self.why.show(text=say(T("Why? {rule}", rule=page.rule)))
        else:
            self.why.hide()
        left = len(page.lines) - self._first - self.todo.capacity
        self.primary.action = self.act
        text = P("Next: {n} more", "Next: {n} more", left) if left > 0 else T("Done")
        self.primary.show(
            text=say(text), detail="", key=(flow.rev, len(flow.pages), self._first), enabled=True, **AMBER
        )

    def _show_deal(self) -> None:
        flow = self.flow
        self.todo.hide()
        self.why.hide()
        self.primary.action = self.act
        text = T("Draw") if isinstance(flow.table.ask, DrawAsk) else T("Draw lots")
        self.primary.show(text=say(text), detail="", key=(flow.rev, "deal"), enabled=True, **AMBER)

    def _show_choices(self, scene: Scene) -> None:
        flow = self.flow
        options = self._options
        group = self.where[1] if self.where and self.where[0] == "group" else None
        self.todo.hide()
        self.why.hide()
        self._show_map(scene, options.open_spots(group))
        self.pool.show(dice=list(scene.dice), chosen=flow.chosen, choosable=options.pays, shown=bool(scene.dice))
        primary = options.primary
        room = self._panel_room.copy()
        if self.where is not None:
            self.primary.action = self._back
            self.primary.show(text=say(T("Back")), detail="", icon="back", role="quiet", key=self.where, enabled=True)
        elif primary is not None:
            self.primary.action = self._take(primary, flow.rev)
            self.primary.show(text=say(primary.label), detail=say(primary.detail), key=flow.rev, enabled=True, **AMBER)
        else:
            self.primary.hide()
            room.y -= look.primary + look.gap
            room.h += look.primary + look.gap
        self.panel.place(room)
        self.panel.show(options=tuple(self._panel_options(options)), lang=self.lang)

    def _panel_options(self, options: Options) -> list[Option]:
        if self.where is None:
            return [self._option(item) for item in options.top()]
        kind, name = self.where
        items = options.within(name) if kind == "group" else [options.single(c) for c in options.at(name)]
        return [self._option(item) for item in items]

    def _option(self, item: Item) -> Option:
        rev = self.flow.rev
        action = self._take(item.choice, rev) if item.choice is not None else self._open(item.group or "")
        return option(item, action, rev)

    # What taps do.

    def act(self) -> None:
        """The primary thing: the amber button, and the green one on the table."""
        flow = self.flow
        if flow.mode == "lines" and flow.page is not None:
            following = self._first + self.todo.capacity
            if following < len(flow.page.lines):
                self._first = following
                self.host.refresh()
            else:
                self._first = 0
                flow.done()
        elif flow.mode == "deal":
            flow.draw()
        elif flow.mode == "choose":
            primary = Options(flow.scene, flow.paid).primary
            if primary is not None:
                flow.choose(primary)

    def tap_spot(self, spot: str) -> None:
        """A place of the board was tapped: what can be done there, at once if it is one thing only."""
        flow = self.flow
        group = self.where[1] if self.where and self.where[0] == "group" else None
        choices = Options(flow.scene, flow.paid).at(spot, group)
        if len(choices) == 1:
            flow.choose(choices[0])
        elif choices:
            self._look_at(("spot", spot))

    def _tap_row(self, row: str) -> None:
        """A row that was one line is seen whole; tapped again, or after something else, all rows are seen."""
        self.row = row
        self.host.refresh()

    def _tap_seat(self, seat: str) -> None:
        self.host.look_at_seat(seat)

    def _tap_die(self, die: str) -> None:
        self.flow.choose_die(die)

    def _take(self, choice: Choice, rev: int) -> Callable[[], None]:
        return lambda: self.flow.choose(choice, rev)

    def _open(self, group: str) -> Callable[[], None]:
        return lambda: self._look_at(("group", group))

    def _back(self) -> None:
        self._look_at(None)

    def _look_at(self, where: tuple[str, str] | None) -> None:
        self.where = where
        self.panel.page = 0
        self.host.refresh()
