"""The table check: compare each place with the table, tap what differs, then say who is right."""

from __future__ import annotations

from functools import partial

from msgspec import structs

from companion.core.refusals import Refused
from companion.core.texts import P, T, Words
from companion.packs.pictures import BOARD
from companion.scene.scene import Counter, Fix, Line, Piece, Place, Scene, SeatBoard
from companion.table.check import Draft, Weighed, changed, differences, differs
from ui.base.language import say
from ui.layout.geometry import Area
from ui.look import theme
from ui.look.theme import Shape, look
from ui.model.library import sketch_of
from ui.screens.base import GameScreen, cut_panel
from ui.widgets.board import BoardMap, CityMap
from ui.widgets.buttons import TapButton, TextView
from ui.widgets.choices import ChoicePanel, Option
from ui.widgets.counters import Which, tap_of
from ui.widgets.drawn import hide
from ui.widgets.frame import WhyMark
from ui.widgets.grid import GridMap
from ui.widgets.lines import LineList
from ui.widgets.places import PlaceRows
from ui.widgets.rows import ListRow, PagedRows
from ui.widgets.seats import BoardView, Tabs

MARK = "differs"
"""Icon of places that differ."""
MANY = 6
"""With more values, there are two columns."""
BESIDE = 3
"""Up to this many places without a picture are in a row below the picture of the others."""


class PlacesScreen(GameScreen):
    """A group of places on the left as a picture or a list, the contents of one on the right. ``_draft``: the
    differences tapped so far. ``_lines``: instructions to restore the companion's state; or, with ``_weighed``, what a
    correction changes and its consequences."""

    MAP = 0.46
    """Share of the picture in the height in portrait."""

    def build(self) -> None:
        self.tabs = self.add(Tabs(tap_board=self._turn_to))
        self.map = self.add(BoardMap(tap_spot=self._look_at))
        self.grid = self.add(GridMap(tap_spot=self._look_at))
        self.boxes = self.add(PlaceRows(tap_spot=self._look_at))
        self.city = self.add(CityMap(tap_tile=self._look_at))
        self.list = self.add(ChoicePanel())
        self.todo = self.add(LineList())
        self.title = self.add(TextView(size_mm=5.6, face="heavy", lines=2))
        self.note = self.add(TextView(size_mm=3.6))
        self.board = self.add(BoardView(tap=self._count))
        self.mark = self.add(WhyMark())
        self.values = self.add(PagedRows())
        self.pager = self.add(TapButton(size_mm=3.4, rapid=True, action=self._next_page))
        self.back = self.add(TapButton(size_mm=4.2, action=self._other_way))
        self.primary = self.add(TapButton(role="primary", size_mm=5.0, action=self.act))
        self._draft: Draft | None = None
        self._lines: list[Line] | None = None
        self._weighed: Weighed | None = None
        self._first = 0
        self._group = self._place = ""

    def open(self, about: str) -> None:
        """Show this group of places."""
        self._group, self._place = about, ""

    def reset(self) -> None:
        self._lines = self._weighed = None

    # Layout.

    def arrange(self, room: Area, shape: Shape) -> None:
        body = room.inset(look.pad, look.gap)
        if shape == "portrait":
            self._foot = body.cut_bottom(look.primary, look.gap)
            tabs = body.cut_top(look.touch, look.gap)
            self._picture = body.cut_top(body.h * self.MAP, look.gap)
            side = body
        else:
            across = body.cut_top(look.touch, look.gap) if shape == "wide" else None
            side = cut_panel(body, shape)
            self._foot = side.cut_bottom(look.primary, look.gap)
            tabs = across or body.cut_top(look.touch, look.gap)
            self._picture = body
        self.tabs.place(tabs)
        self._head = side.cut_top(look.touch, look.gap)
        for part in (self.board, self.values, self.todo):
            part.place(side)

    def refresh(self) -> None:
        self._show_places(self._renewed())

    def _renewed(self) -> Draft:
        """The draft; a new one if the table has changed, since the old one no longer applies."""
        session, draft = self.session, self._draft
        if draft is None or not draft.of(session.table):
            lost = draft is not None and draft.same(session.table) and not draft.matches
            draft = self._draft = Draft(session.table)
            self._lines = self._weighed = None
            if lost:
                self.host.show_message(T("The game has gone on since then. Please compare again."))
        return draft

    def _show_places(self, draft: Draft) -> None:
        groups = draft.groups
        if not groups:
            self._show_ways_out(draft)
            return
        group = next((one for one in groups if one.id == self._group), groups[0])
        places = [place for place in draft.places if place.group == group]
        place = next((one for one in places if one.id == self._place), places[0])
        self._group, self._place = group.id, place.id
        differing = {one.group.id for one in draft.differing}
        tabs = [SeatBoard(None, one.name, one.icon, [], active=one.id in differing) for one in groups]
        self.tabs.show(boards=tabs, at=groups.index(group))
        self._show_picture(draft.scene, places)
        if self._lines is not None:
            self._show_lines(self._lines)
        else:
            hide(self.todo, self.mark)
            self._show_place(place)
            self._show_ways_out(draft)

    def _show_picture(self, scene: Scene, places: list[Place]) -> None:
        """The map, rows or sketch with these places; a list of those in none of them."""
        ids = {place.id for place in places}
        marked = {place.id for place in places if differs(place)}
        seen = _seen(scene, ids, set(sketch_of(self.session.table)))
        room = self._picture.copy()
        rest = [place for place in places if place.id not in seen]
        if len(rest) > BESIDE:
            seen, rest = set(), places
        if seen and rest:
            self.list.place(room.cut_bottom(look.touch, look.gap))
        else:
            self.list.place(room)
        for part in (self.map, self.grid, self.boxes, self.city):
            part.place(room)
        self._show_map(scene, seen, marked)
        self._show_grid(scene, seen, marked)
        self._show_boxes(scene, seen, marked)
        self._show_city(scene, seen, marked)
        options = tuple(
            Option(
                say(place.name), partial(self._look_at, place.id), say(_now(place)),
                icon=MARK if place.id in marked else place.icon, role="chosen" if place.id == self._place else "plain",
                key=place.id,
            )
            for place in rest
        )  # fmt: skip
        self.list.in_a_row = bool(seen)
        self.list.show(options=options, shown=bool(rest))

    def _show_map(self, scene: Scene, seen: set[str], marked: set[str]) -> None:
        board = scene.board
        if board is None or not seen.intersection(spot.id for spot in board.spots):
            self.map.hide()
            return
        spots = [structs.replace(s, here=False, badge=MARK if s.id in marked else s.badge) for s in board.spots]
        board, here = structs.replace(board, spots=spots), frozenset({self._place})
        ground = self.host.pictures.of(BOARD)
        self.map.show(board=board, picture=ground, open=frozenset(seen), marked=here, lit=False)

    def _show_grid(self, scene: Scene, seen: set[str], marked: set[str]) -> None:
        if scene.grid is None or not seen.intersection(square.id for square in scene.grid.squares):
            self.grid.hide()
            return
        squares = [structs.replace(square, here=square.id == self._place) for square in scene.grid.squares]
        self.grid.show(
            grid=structs.replace(scene.grid, squares=squares), open=frozenset(seen), lit=False,
            signs=dict.fromkeys(marked, MARK), figures=frozenset(board.icon for board in scene.boards),
        )  # fmt: skip

    def _show_boxes(self, scene: Scene, seen: set[str], marked: set[str]) -> None:
        rows = [row for row in scene.rows if any(box.id in seen for box in row.boxes)]
        if not rows:
            self.boxes.hide()
            return
        for index, row in enumerate(rows):
            boxes = [structs.replace(box, badge=MARK) if box.id in marked else box for box in row.boxes]
            rows[index] = structs.replace(row, boxes=boxes)
        here = frozenset({self._place})
        self.boxes.show(rows=tuple(rows), open=frozenset(seen), marked=here, lit=False)

    def _show_city(self, scene: Scene, seen: set[str], marked: set[str]) -> None:
        tiles = [tile for tile in scene.tiles if tile.id in seen]
        if not tiles:
            self.city.hide()
            return
        sign = Piece(MARK, "")
        tiles = [structs.replace(one, pieces=[sign, *one.pieces]) if one.id in marked else one for one in tiles]
        self.city.show(tiles=tiles, places=sketch_of(self.session.table), marked=self._place, laying=False)

    def _show_place(self, place: Place) -> None:
        self._show_values(place)
        head, pages = self._head.copy(), self.board.pages if self.board.shown else 1
        if pages > 1:
            self.pager.place(head.cut_right(look.mm(15), look.gap))
        text = say(T("{a} of {b}", a=self.board.page + 1, b=pages))
        self.pager.show(text=text, icon="down", stacked=True, enabled=True, key=(place.id, pages), shown=pages > 1)
        self.title.place(head.cut_top(look.mm(6.2)))
        self.note.place(head)
        self.title.show(text=say(place.name))
        self.note.show(text=say(_note(place)))

    def _show_values(self, place: Place) -> None:
        """The counters of a place, or the possible values of its only fact as a list."""
        listed = next((counter for counter in place.counters if counter.listed), None)
        if listed is None:
            self.values.hide()
            # What is there comes first, and keeps its position while it is corrected.
            counters = sorted(place.counters, key=_was_nothing)
            self.board.show(counters=counters, holdings=(), key=place.id)
            return
        self.board.hide()
        rows = tuple(
            ListRow(
                say(cell.label), icon=MARK if cell.changed else "check" if cell.on else "", here=cell.on,
                action=partial(self._count, listed.id, index) if cell.tap is not None else None, key=(place.id, index),
            )
            for index, cell in enumerate(listed.cells)
        )  # fmt: skip
        self.values.columns = 2 if len(rows) > MANY else 1
        self.values.show(rows=rows)

    def _show_ways_out(self, draft: Draft) -> None:
        foot, key = self._foot.copy(), (draft.rev, draft.matches)
        if draft.matches:
            self.back.hide()
            self.primary.show(foot, text=say(T("It matches")), icon="check", key=key, enabled=True, size_mm=5.0)
            return
        left, right = foot.columns(2, look.gap)
        self.back.show(left, text=say(T("The companion is right")), role="plain", icon="", key=key, enabled=True)
        self.primary.show(right, text=say(T("The table is right")), icon="", key=key, enabled=True, size_mm=4.2)

    def _show_lines(self, lines: list[Line]) -> None:
        """The instructions to restore the table, paginated."""
        hide(self.board, self.values, self.pager)
        head = self._head.copy()
        self.mark.place(head)
        self.ask_why(self.mark, lines)
        title = head.cut_top(look.mm(6.2))
        WhyMark.cut(title)
        self.title.place(title)
        self.note.place(head)
        weighed = self._weighed
        if weighed is None:
            heading, note = T("Put it right"), T("Then the table is as the companion has it.")
        elif weighed.asked is None:
            heading, note = T("The correction"), T("It changes nothing else.")
        else:
            heading, note = T("The correction"), T("Then: {question}", question=weighed.asked)
        self.title.show(text=say(heading))
        self.note.show(text=say(note))
        self.todo.show(lines=lines, first=self._first)
        rest = len(lines) - self._first - self.todo.capacity
        left, right = self._foot.copy().columns(2, look.gap)
        self.back.show(left, text=say(T("Back")), role="quiet", icon="back", key=self._first, enabled=True)
        done = T("Done") if weighed is None else T("Correct it")
        text = P("Next: {n} more", "Next: {n} more", rest) if rest > 0 else done
        self.primary.show(right, text=say(text), icon="", key=self._first, enabled=True, size_mm=4.2)

    # Taps.

    def act(self) -> None:
        """Confirm that it matches; or correct the companion; or go to the next page of lines."""
        draft, session = self._draft, self.host.session
        if draft is None or session is None:
            return
        if self._lines is not None:
            self._next_lines(self._lines)
        elif draft.matches:
            self.host.go("game")
        else:
            self._weigh(draft)

    @property
    def takes_back(self) -> bool:
        return self._lines is not None or (self._draft is not None and self._draft.tapped)

    def take_back(self) -> bool:
        """Undo the last input on this screen; False if there is none."""
        taken = self._lines is not None or (self._draft is not None and self._draft.take_back())
        self._lines = self._weighed = None
        if taken:
            self.host.refresh()
        return taken

    def _weigh(self, draft: Draft) -> None:
        """The table is right: show the consequences of the correction before it is confirmed."""
        try:
            self._weighed = draft.weigh()
        except Refused as no:
            self.host.show_message(no.text)
            return
        self._lines, self._first = [*self._weighed.changes, *self._weighed.follows], 0
        self.host.refresh()

    def _other_way(self) -> None:
        """The companion is right: show what to move; or go back from there."""
        if self._lines is None and self._draft is not None:
            self._lines, self._first = self._draft.put_back(), 0
            if not self._lines:
                self._draft = self._lines = None
                self.host.show_message(T("Nothing has to be moved on the table."))
        else:
            self._lines = self._weighed = None
        self.host.refresh()

    def _next_lines(self, lines: list[Line]) -> None:
        following = self._first + self.todo.capacity
        if following < len(lines):
            self._first = following
            self.host.refresh()
        elif self._weighed is None or (self._draft is not None and self.session.accept(self._draft)):
            self._draft = self._lines = self._weighed = None
            self.host.go("game")

    def _count(self, counter: str, which: Which) -> None:
        """Change the number of a counter, as far as possible."""
        draft = self._draft
        if draft is None:
            return
        counters = (one for place in draft.places if place.id == self._place for one in place.counters)
        tap = next((tap_of(one, which) for one in counters if one.id == counter), None)
        if isinstance(tap, Fix):
            try:
                draft.tap(tap)
            except Refused as no:
                self.host.show_message(no.text)
        self.host.refresh()

    def _look_at(self, place: str) -> None:
        if place != self._place:
            self._place, self.board.page, self.values.page = place, 0, 0
        self.host.refresh()

    def _turn_to(self, index: int) -> None:
        draft = self._draft
        if draft is not None:
            self._group, self._place = draft.groups[index].id, ""
            self.board.page = self.list.page = self.values.page = 0
        self.host.refresh()

    def _next_page(self) -> None:
        self.board.page = (self.board.page + 1) % self.board.pages
        self.board.redraw()
        self.host.refresh()


def _now(place: Place) -> Words:
    """Text below a place's name in a list: the value of its only fact, if it has just one."""
    return place.counters[0].value if place.counters and place.counters[0].listed else ""


def _was_nothing(counter: Counter) -> bool:
    """True if there was none of it before the correction."""
    if counter.cells:
        return not any(cell.on != cell.changed for cell in counter.cells)
    return (say(counter.value) if counter.was is None else str(counter.was)) in ("", "0")


def _note(place: Place) -> Words:
    """Text below a place's name; each counter shows its own old value."""
    n = sum(map(changed, place.counters))
    if n > 1:
        return P("{n} thing is different", "{n} things are different", n)
    if n:
        return differences(place)
    return T("Tap what is right.") if any(one.listed for one in place.counters) else T("Tap what is different.")


def _seen(scene: Scene, ids: set[str], laid: set[str]) -> set[str]:
    """The places visible in a picture: on the board, in rows, or in the sketch if it has all their tiles."""
    if scene.board is not None and (on_board := ids.intersection(spot.id for spot in scene.board.spots)):
        return on_board
    if scene.grid is not None and (on_grid := ids.intersection(square.id for square in scene.grid.squares)):
        return on_grid
    tiles = ids.intersection(tile.id for tile in scene.tiles)
    if tiles and tiles <= laid:
        return tiles
    return ids.intersection(box.id for row in scene.rows for box in row.boxes)


# What an unknown card changed.


class ChangesScreen(PlacesScreen):
    """The places as in the table check; all changes together become one correction."""

    def build(self) -> None:
        super().build()
        self.hint = self.add(TextView(size_mm=3.9, colour=theme.LAMP, lines=3))

    def _show_ways_out(self, draft: Draft) -> None:
        foot = self._foot.copy()
        self.back.hide()
        self.hint.place(foot.cut_left(foot.w * 0.48, look.gap))
        self.hint.show(text=say(T("Do what it says, then tap what is different now.")))
        text = T("Nothing changed") if draft.matches else T("That is all")
        self.primary.show(foot, text=say(text), icon="", key=(draft.rev, draft.matches), enabled=True, size_mm=4.4)

    def act(self) -> None:
        draft, session = self._draft, self.host.session
        if draft is not None and session is not None and session.end_changes(None if draft.matches else draft):
            self._draft = None
