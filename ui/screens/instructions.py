"""What people have to do with the pieces: a card that was drawn, and a checklist with numbers on the map."""

from __future__ import annotations

from functools import partial

from kivy.input import MotionEvent

from companion.core.asks import DrawAsk
from companion.core.texts import P, T, Words
from companion.packs.pictures import BOARD
from companion.scene.scene import Card, Row, Scene
from companion.session.pages import Page
from ui.base.language import say
from ui.layout.geometry import Area
from ui.look import theme
from ui.look.theme import Shape, look
from ui.model.animation import moves_on
from ui.screens.base import GameScreen, cut_panel, primary_place
from ui.widgets.board import BoardMap
from ui.widgets.buttons import Field, TapButton, TextView
from ui.widgets.cards import CardView
from ui.widgets.frame import WhyMark
from ui.widgets.grid import GridMap
from ui.widgets.lines import LineList, TickList, numbered
from ui.widgets.places import PlaceRows


class InstructionScreen(GameScreen):
    """The base of both: shows a page, a part of its lines at a time if they do not fit."""

    todo: LineList | TickList
    _first = 0
    """Index of the first line shown."""

    def reset(self) -> None:
        self._first = 0

    def act(self) -> None:
        """Go to further lines, or confirm the page."""
        session, page = self.session, self.session.page
        if page is None:
            return
        following = self._first + self.todo.capacity
        if following < len(page.lines):
            self._pass(page, following)
            self._first = following
            self.host.refresh()
            return
        draws = self._draws_next()
        session.done()
        if draws:
            session.draw()

    def _pass(self, page: Page, following: int) -> None:
        """The lines before ``following`` have been read."""

    def _draws_next(self) -> bool:
        """True if the companion draws a card after this page, with nothing to decide in between."""
        session = self.session
        last = len(session.pages) == 1 and isinstance(session.table.ask, DrawAsk)
        return last and self._may_draw(session.pages[0]) and session.table.can_deal

    def _may_draw(self, page: Page) -> bool:
        """True if it may draw without being asked after this page."""
        return False


class RevealScreen(InstructionScreen):
    """Shows a page with a card."""

    nav = False

    def build(self) -> None:
        self.card = self.add(CardView())
        self.over = self.add(TextView(colour=theme.LAMP, size_mm=6.4, lines=2))
        self.todo = self.add(LineList())
        self.why = self.add(TapButton(size_mm=3.4, icon="question", role="quiet"))
        self.undo = self.add(TapButton(size_mm=3.8, icon="undo", role="quiet", action=self._undo))
        self.primary = self.add(TapButton(role="primary", size_mm=5.6, action=self.act))
        self._page: object = None

    @property
    def turned_up(self) -> CardView:
        return self.card

    def _arrange(self, card: Card, lines: int, *, pictured: bool) -> None:
        room = self.room.inset(look.pad, look.mm(2.4))
        primary = primary_place(self.room, look.panel.shape)
        long = len(say(card.text)) > 150
        if self.upright:
            card_area = room.cut_top(room.h * (0.6 if long or pictured or not lines else 0.46), look.mm(4))
        else:
            room.cut_left(primary.x - room.x)
            card_area = Area(self.room.x + look.mm(3.4), room.y, room.x - self.room.x - look.mm(7), room.h)
        self.card.place(card_area)
        foot = Area(primary.x, self.room.y + look.mm(1.2), primary.w, look.touch)
        if look.panel.shape == "wide":
            foot = Area(primary.x, primary.y + primary.h + look.gap, primary.w, look.touch)
        self.primary.place(primary)
        self.undo.place(foot.cut_right(look.mm(27), look.gap))
        self.why.place(foot)
        bottom = max(primary.y + primary.h, foot.y + foot.h) + look.gap
        room = Area(primary.x, bottom, primary.w, room.y + room.h - bottom)
        self.over.place(room.cut_top(look.mm(6.4), look.mm(1)))
        self.todo.place(room)

    def refresh(self) -> None:
        session = self.session
        page = session.page
        if page is None or page.card is None:
            return
        if page is not self._page:
            self._page, self._first = page, 0
        picture = self.host.pictures.of(page.shows)
        self._arrange(page.card, len(page.lines), pictured=self.host.pictures.has(page.shows))
        self.card.action = partial(self.host.slips.card, page.shows) if picture is not None else None
        self.card.show(card=page.card, picture=picture, key=(session.rev, id(page)))
        self.over.show(text=say(page.over if page.over is not None else session.scene.prompt.over).upper())
        self.todo.show(lines=page.lines, first=self._first)
        if self.ask_why(self.why, page.lines[self._first : self._first + self.todo.capacity]):
            self.why.show(text=say(T("Why?")), key=(id(page), self._first))
        self.undo.show(text=say(T("Undo")))
        left = len(page.lines) - self._first - self.todo.capacity
        if left > 0:
            text: Words = P("Next: {n} more", "Next: {n} more", left)
        elif self._draws_next():
            text = T("Done, draw the next one") if page.lines else T("Draw the next one")
        else:
            text = T("Done") if page.lines else T("Go on")
        green = self.host.inputs is not None and self.host.inputs.green
        or_press = say(T("or the green button")) if green else ""
        self.primary.show(text=say(text), detail=or_press, key=(session.rev, id(page), self._first), enabled=True)

    def _may_draw(self, page: Page) -> bool:
        """One more card of the same deck."""
        ask = self.session.table.ask
        return isinstance(ask, DrawAsk) and page.deck == ask.deck

    def _undo(self) -> None:
        self.session.undo()


# The checklist.


class CheckScreen(InstructionScreen):
    """Shows a page as a checklist. Ticks are only a help; the amber button confirms everything."""

    def build(self) -> None:
        self.band = self.add(Field())
        self.title = self.add(TextView(size_mm=6.4, face="heavy", lines=2))
        self.count = self.add(TextView(size_mm=4.4, align="right"))
        self.hint = self.add(TextView(size_mm=3.6, face="plain", colour=theme.MIST, lines=2))
        self.mark = self.add(WhyMark(centred=True))
        self.todo = self.add(TickList(tap_line=self._tick))
        self.grid = self.add(GridMap())
        self.map = self.add(BoardMap(plain=True))
        self.places = self.add(PlaceRows())
        self.primary = self.add(TapButton(role="primary", size_mm=5.0, action=self.act))
        self._page: object = None

    def arrange(self, room: Area, shape: Shape) -> None:
        upright = shape == "portrait"
        head = room.cut_top(look.mm(16 if upright else 10.4))
        self.band.place(head)
        count = look.mm(20 if upright else 30)
        mark = head.inset(look.mm(3), 0)
        mark.w -= count + look.gap
        self.mark.place(mark)
        head = head.inset(look.mm(3), look.mm(0.8))
        self.count.place(head.cut_right(count, look.gap))
        WhyMark.cut(head)
        self.title.place(head)
        body = room.inset(look.pad, look.gap)
        side = cut_panel(body, shape)
        self.primary.place(side.cut_bottom(look.primary, look.gap))
        self._picture = body.cut_bottom(body.h * 0.4, look.gap) if upright else side
        self._hint = side.cut_bottom(look.mm(5 if upright else 8.4), look.gap)
        self._body = body
        for part in (self.map, self.places, self.grid):
            part.place(self._picture)

    def refresh(self) -> None:
        session = self.session
        page = session.page
        if page is None:
            return
        if page is not self._page:
            self._page, self._first = page, 0
        numbers = numbered(page.lines)
        n = sum(number is not None for number in numbers)
        board = session.scene.board
        places = {line.spot for line in page.lines}
        rows = [row for row in session.scene.rows if any(box.id in places for box in row.boxes)]
        pictured = board is not None or session.scene.grid is not None or bool(rows)
        # Much is laid out before the first turn: half as many pages matter more than a small picture.
        pictured = pictured and page.title is None
        self.hint.show(text=say(T("Tick what is there. Tap a tick to remove it.")))
        self._place_list(pictured=pictured)
        at = {line.spot: n for line, n in zip(page.lines, numbers, strict=True) if line.spot and n is not None}
        done = frozenset(line.spot for i, line in enumerate(page.lines) if i in page.ticked and line.spot)
        self.band.show()
        self.title.show(text=say(page.title or page.over or T("Put these out")))
        self.count.show(text=say(T("{a} of {b}", a=len(page.ticked), b=n)))
        self.todo.show(lines=page.lines, first=self._first, ticked=frozenset(page.ticked))
        self.ask_why(self.mark, page.lines[self._first : self._first + self.todo.capacity])
        shown = board is not None and pictured
        ground = self.host.pictures.of(BOARD) if shown else None
        self.map.show(board=board, picture=ground, numbers=at, ticked=done, shown=shown)
        self._show_grid(page, session.scene if pictured else None, at, done)
        if rows and pictured and board is None and session.scene.grid is None:
            self._show_rows(page, rows)
        else:
            self.places.hide()
        rest = len(page.lines) - self._first - self.todo.capacity
        if rest > 0:
            text = P("Next: {n} more", "Next: {n} more", rest)
        elif self._draws_next():
            text = P("It is there: draw", "All {n} are there: draw", n)
        else:
            text = P("It is there", "All {n} are there", n)
        self.primary.show(text=say(text), key=(session.rev, id(page), self._first), enabled=True)

    def _show_grid(self, page: Page, scene: Scene | None, numbers: dict[str, int], done: frozenset[str]) -> None:
        """The board of squares with the lines' numbers; moves are animated, and stay as arrows."""
        if scene is None or scene.grid is None:
            self.grid.hide()
            return
        self.grid.lively = self.host.settings.animations
        moves, figures = moves_on(self.session, page.played), frozenset(board.icon for board in scene.boards)
        shown = {} if moves is not None else numbers
        self.grid.show(grid=scene.grid, numbers=shown, ticked=done, moves=moves, figures=figures)

    @property
    def moving(self) -> bool:
        return self.grid.playing

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """A tap during an animation skips it, and does nothing else."""
        return bool(self.grid.skipped() or super().on_touch_down(touch))

    def _place_list(self, *, pictured: bool) -> None:
        """Without a picture, the lines take its area as well."""
        body, hint = self._body.copy(), self._hint.copy()
        second = None if pictured or self.upright else self._picture.copy()
        if not pictured and self.upright:
            body.y, body.h = body.y - self._picture.h - look.gap, body.h + self._picture.h + look.gap
            hint.y = self._picture.y
        self.hint.place(hint)
        self.todo.show(body, second=second)
        if second is not None:
            self._widen(second, hint)

    def _widen(self, second: Area, hint: Area) -> None:
        """One more line in the second column matters more than the hint."""
        fits, high = self.todo.capacity, second.y + second.h - hint.y
        self.todo.show(second=Area(second.x, hint.y, second.w, high))
        if self.todo.capacity > fits:
            self.hint.hide()
        else:
            self.todo.show(second=second)

    def _show_rows(self, page: Page, rows: list[Row]) -> None:
        """The rows of boxes in use, with the lines' numbers."""
        numbers: dict[str, list[int]] = {}
        called = numbered(page.lines)
        for index, line in enumerate(page.lines):
            if line.spot and not line.read:
                numbers.setdefault(line.spot, []).append(index)
        self.places.show(
            rows=tuple(rows),
            numbers={spot: "·".join(str(called[i]) for i in found) for spot, found in numbers.items()},
            ticked=frozenset(spot for spot, found in numbers.items() if page.ticked.issuperset(found)),
        )

    def _pass(self, page: Page, following: int) -> None:
        page.ticked |= {index for index in range(following) if not page.lines[index].read}

    def _may_draw(self, page: Page) -> bool:
        """The card with which the first turn starts."""
        return page.title is not None

    def _tick(self, index: int) -> None:
        self.session.tick(index)
