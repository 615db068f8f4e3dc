"""The home screen: continue the last game, or start a new one; and all games played here."""

from __future__ import annotations

from functools import partial

from kivy.clock import Clock

from companion.core.refusals import BadPack, BadSetup
from companion.core.texts import P, T, Words
from companion.journal import SavedGame
from companion.scene.scene import Scene, SeatView
from ui.base.language import language, moment, say
from ui.layout.geometry import Area
from ui.look import text as type_
from ui.look import theme
from ui.look.text import renderable_names
from ui.look.theme import Shape, look
from ui.model.library import LastTime, people_beside
from ui.screens.base import Screen
from ui.widgets.buttons import Field, GameTile, Heading, Light, TapButton, TextView, alike
from ui.widgets.drawn import hide, place_row
from ui.widgets.head import ClockBar, OrderBar, TrackRows
from ui.widgets.rows import ListRow, PagedRows, ReadRows
from ui.widgets.seats import SeatRow


def _people(scene: Scene) -> list[SeatView]:
    """The players, from the seats or from the turn order."""
    if scene.seats or scene.order is None:
        return list(scene.seats)
    return [SeatView(one.seat, one.name, one.icon, active=one.active, done=one.done) for one in scene.order.seats]


ASKED = 12.0
"""Height (mm) that the open question needs on the last game's card."""

TRACK = 7.0
"""Height (mm) that a track needs there."""

NAME, FOOT = 5.2, 4.2
"""Font sizes (mm) of the games' names, and of the buttons at the bottom."""


class HomeScreen(Screen):
    """New games on the left, the last game with its tracks on the right. The amber button continues it, or starts it
    again if it is over."""

    nav = False

    def build(self) -> None:
        self.heading = self.add(TextView(size_mm=4.0, colour=theme.LAMP))
        self.tiles = [self.add(GameTile()) for _ in range(4)]
        self.before = self.add(TapButton(role="quiet", rapid=True, action=partial(self._turn_page, -1)))
        self.at = self.add(TextView(size_mm=3.8, face="plain", colour=theme.MIST, align="center"))
        self.after = self.add(TapButton(role="quiet", rapid=True, action=partial(self._turn_page, 1)))
        self.last = self.add(Field(round=2.6, line=theme.EDGE))
        self.over = self.add(Heading(size_mm=3.9, colour=theme.LAMP))
        self.title = self.add(TextView(size_mm=7.2, face="heavy"))
        self.people = self.add(SeatRow())
        self.when = self.add(TextView(size_mm=3.9, face="plain", colour=theme.MIST, align="right"))
        self.order = self.add(OrderBar())
        self.day = self.add(ClockBar())
        self.tracks = self.add(TrackRows())
        self.welcome = self.add(TextView(size_mm=4.8, face="plain", colour=theme.MIST, lines=6))
        self.primary = self.add(TapButton(role="primary", size_mm=5.8, action=self.act))
        self.band = self.add(Field())
        self.history = self.add(TapButton(size_mm=FOOT, action=lambda: self.host.go("history")))
        self.boxes = self.add(TapButton(size_mm=FOOT, action=lambda: self.host.go("boxes")))
        self.options = self.add(TapButton(size_mm=FOOT, action=lambda: self.host.go("settings")))
        self.leave = self.add(TapButton(size_mm=FOOT, action=self.host.quit))
        self.saved = self.add(Light())
        self._last: SavedGame | None = None
        self._again: tuple[str, LastTime] | None = None
        """The finished game that can be started again, and how."""
        self._looked = False
        self._page = 0

    def reset(self) -> None:
        """Look for the last game again, once this screen is shown."""
        self._looked = False
        self._page = 0

    def _look(self) -> None:
        self._looked = True
        self._last = self.host.library.last()
        self._again = self._find_again() if self._last is None else None
        if self._last is not None:
            self.host.library.prepare(self._last, lambda: Clock.schedule_once(lambda _dt: self.host.refresh()))

    def _find_again(self) -> tuple[str, LastTime] | None:
        saved = self.host.library.last_saved()
        name = None if saved is None else saved.game
        try:
            last = None if name is None else self.host.library.last_time(name)
        except (BadSetup, BadPack):
            return None
        return None if name is None or last is None else (name, last)

    def _last_scene(self) -> Scene | None:
        """The last game's scene, once it is known. A game that cannot be continued is not offered."""
        try:
            return None if self._last is None else self.host.library.scene(self._last)
        except (BadSetup, BadPack, *self.host.library.errors) as no:
            self._last = None
            self.host.show_message(no.problems[0] if isinstance(no, BadPack) else no.text)
            return None

    def arrange(self, room: Area, shape: Shape) -> None:
        foot = room.cut_bottom(look.mm(12.4))
        self.band.place(foot)
        foot = foot.inset(look.pad, look.mm(1.1))
        buttons = foot.cut_left(foot.w * (0.66 if shape != "portrait" else 0.78), look.gap * 2)
        place_row(buttons, look.gap, self.history, self.boxes, self.options, self.leave)
        self.saved.place(foot)
        body = room.inset(look.pad, look.mm(2))
        if shape == "portrait":
            right = body.cut_top(look.mm(58), look.mm(3))
            left = body
        else:
            left = body.cut_left(body.w * 0.47, look.mm(2.6))
            right = body
        self._arrange_last(right)
        self.heading.place(left.cut_top(look.mm(6), look.mm(0.8)))
        self._games = left

    def _arrange_last(self, room: Area) -> None:
        self.primary.place(room.cut_bottom(look.primary, look.mm(1.8)))
        self.last.place(room)
        inner = room.inset(look.mm(3.6), look.mm(2.4))
        self._inner = inner.copy()
        self._head = inner.cut_top(look.mm(5.6))
        self.title.place(inner.cut_top(look.mm(9.4), look.mm(0.8)))
        self._below_title = inner.copy()
        self._below_order = inner.copy()
        self.order.place(self._below_order.cut_top(min(inner.h, look.mm(OrderBar.HIGH)), look.mm(2)))
        self.people.place(inner.cut_top(look.mm(9.4), look.mm(1.2)))
        self._below_day = inner.copy()
        self.day.place(self._below_day.cut_top(min(inner.h, look.mm(11)), look.mm(2)))
        self.tracks.place(inner)

    def refresh(self) -> None:
        if not self._looked:
            self._look()
        self.heading.show(text=say(T("New game")).upper())
        names = self.host.library.names()
        self._show_games(names)
        self.band.show()
        stacked = self.upright
        self.last.show()
        self._show_last(names)
        self.history.show(text=say(T("Games")), icon="clock", stacked=stacked)
        self.boxes.show(text=say(T("Boxes")), icon="box", stacked=stacked)
        self.options.show(text=say(T("Settings")), icon="gear", stacked=stacked)
        self.leave.show(text=say(T("Leave")), icon="cross", stacked=stacked)
        if not stacked:
            alike((self.history, self.boxes, self.options, self.leave), FOOT)
        saved = self.host.lamps()[-1]
        self.saved.show(state=saved.state, text=saved.text)

    def _show_games(self, names: list[str]) -> None:
        """The tiles of a page of games, with the same font size on all pages."""
        room, most = self._games.copy(), len(self.tiles)
        pages = -(-len(names) // most)
        self._page = max(0, min(self._page, pages - 1))
        if pages > 1:
            self._show_arrows(room.cut_bottom(look.touch, look.gap), pages)
        else:
            hide(self.before, self.at, self.after)
        columns = 1 if len(names) == 1 else 2
        cells = room.grid(columns, -(-min(len(names), most) // columns), look.gap)
        shown = names[self._page * most : (self._page + 1) * most]
        titles = {name: say(self.host.library.title(name)) for name in names}
        self.tiles[0].place(cells[0])
        size = min(self.tiles[0].fitting_mm(NAME, title) for title in titles.values())
        for tile, name, cell in zip(self.tiles, shown, cells, strict=False):
            tile.action = partial(self.host.new_game, name)
            tile.show(cell, icon=f"game:{name}", text=titles[name], size_mm=size)
        hide(*self.tiles[len(shown) :])

    def _show_arrows(self, room: Area, pages: int) -> None:
        left, middle, right = room.columns(3, look.gap)
        self.before.show(left, icon="back", enabled=self._page > 0)
        self.at.show(middle, text=say(T("{a} of {b}", a=self._page + 1, b=pages)))
        self.after.show(right, icon="forward", enabled=self._page < pages - 1)

    def _turn_page(self, step: int) -> None:
        self._page += step
        self.host.refresh()

    def _show_last(self, names: list[str]) -> None:
        scene, last = self._last_scene(), self._last
        parts = (self.over, self.title, self.people, self.order, self.when, self.tracks, self.day)
        if scene is None:
            hide(*parts, self.welcome)
        if last is None and self._again is not None:
            self._show_again(*self._again)
            return
        if last is None:
            text = T("Put the board on the table. The companion draws the cards, moves the tracks and tells you "
                     "what to do.")  # fmt: skip
            if len(names) > 1:
                text = T("Tap the game on your table. The companion draws the cards, moves the tracks and tells "
                         "you what to do.")  # fmt: skip
            self.welcome.show(self._inner, text=say(text))
            self.primary.show(text=say(T("New game")), key="new", enabled=True, shown=len(names) == 1)
            return
        head, when = self._head.copy(), say(moment(last.at))
        wide = type_.extents(when, look.text(self.when.size_mm), self.when.face)[0]
        self.when.place(head.cut_right(wide + 1, look.gap))
        self.over.place(head)
        self.title.show(text=say(self.host.library.title(last.game)))
        self.when.show(text=when)
        self.primary.show(text=say(T("Continue")), key=last.id, enabled=True)
        if scene is not None:
            self._show_last_scene(scene)

    def _show_again(self, game: str, last: LastTime) -> None:
        """The finished game that can be started again: players and box."""
        self.over.show(self._head, text=say(T("Last time")).upper())
        self.title.show(text=say(self.host.library.title(game)))
        names = dict(self.host.library.seats(game))
        box = next((box.name for box in self.host.library.boxes(game) if box.id == last.box), "")
        summary = [", ".join(last.people.get(seat) or say(names[seat]) for seat in last.seats), say(box)]
        self.welcome.show(self._below_title, text=". ".join(one for one in summary if one) + ".")
        self.primary.show(text=say(T("The same again")), key=("again", game), enabled=True)

    def _show_last_scene(self, scene: Scene) -> None:
        """The state of the last game, with the names of its people."""
        language.people = {} if self._last is None else renderable_names(people_beside(self._last))
        self.over.show(text=say(scene.prompt.over).upper())
        self._show_people(scene)
        # Two rows are reserved for any number of tracks, a third if there is enough height.
        fits = int((self.tracks.height + look.gap) // (look.mm(TRACK) + look.gap))
        rows = max(2, min(fits, TrackRows.deep(len(scene.tracks))))
        self.tracks.show(tracks=tuple(scene.tracks), rows=rows, gap=look.gap, stacked=True)
        self.day.show(clock=scene.clock, shown=scene.clock is not None and not scene.tracks)
        self._show_asked(scene)

    def _show_people(self, scene: Scene) -> None:
        """The players; with their standings, if there are neither tracks nor a day."""
        ordered = scene.order is not None and scene.clock is None and not scene.tracks
        self.order.show(order=scene.order, shown=ordered)
        self.people.show(seats=[] if ordered else _people(scene), shown=not ordered)

    def _show_asked(self, scene: Scene) -> None:
        """The open question, if there is room and it is public."""
        if self.order.shown:
            room = self._below_order
        else:
            room = self._below_day if self.people.seats or self.day.shown else self._below_title
        fits = not scene.tracks and room.h >= look.mm(ASKED)
        self.welcome.show(room, text=say(scene.prompt.title) if fits else "")

    def act(self) -> None:
        """Continue the last game, or start it again; else start the only game. If there are several, people choose."""
        if self._last is not None:
            self.host.open_game(self._last.id)
        elif self._again is not None:
            self.host.start_again(self._again[0])
        elif len(self.host.library.names()) == 1:
            self.host.new_game(self.host.library.names()[0])


# All games played here.


class HistoryScreen(Screen):
    """The games of the journal, latest first."""

    nav = False

    def build(self) -> None:
        self.title = self.add(TextView(size_mm=6.4, face="heavy"))
        self.empty = self.add(TextView(size_mm=4.4, face="plain", colour=theme.MIST, valign="top", lines=3))
        self.rows = self.add(PagedRows())
        self.primary = self.add(TapButton(size_mm=4.6, icon="back", action=self.act))
        self.results = self.add(TapButton(size_mm=4.2, action=lambda: self.host.go("results")))
        self.dice = self.add(TapButton(size_mm=4.2, action=lambda: self.host.go("fairness")))

    def arrange(self, room: Area, shape: Shape) -> None:
        body = room.inset(look.mm(4), look.mm(3))
        upright = shape == "portrait"
        head = body.cut_top(look.touch, look.gap)
        foot = body.cut_bottom(look.primary, look.mm(2))
        self.primary.place(foot.cut_left(look.mm(28 if upright else 48), look.gap))
        if upright:
            place_row(body.cut_top(look.touch, look.gap), look.gap, self.results, self.dice)
        else:
            self.results.place(head.cut_right(look.mm(40)))
            self.dice.place(foot.cut_left(look.mm(44), look.gap * 2))
        self.title.place(head)
        self.rows.row_mm = 15.5 if upright else 12.6
        self.rows.foot = foot
        self.rows.place(body)
        self.empty.place(body)

    def refresh(self) -> None:
        games = self.host.library.count_saved()
        self.title.show(text=say(T("Games")))
        self.rows.show(rows=ReadRows(games, lambda first, n: [*map(self._row, self.host.library.saved(first, n))]))
        self.empty.show(text="" if games else say(T("No game has been played here yet.")))
        self.primary.show(text=say(T("Back")), enabled=True)
        self.results.show(text=say(T("Results")), enabled=True, shown=bool(games))
        self.dice.show(text=say(T("Are the dice fair?")), enabled=True, shown=bool(games))

    def _row(self, game: SavedGame) -> ListRow:
        when = say(moment(game.at))
        state = say(T("finished")) if game.finished else say(P("{n} entry", "{n} entries", game.rev))
        who = ", ".join(say(name) for name in self._names(game))
        return ListRow(
            say(self.host.library.title(game.game)), f"{when}\n{state}", f"game:{game.game}", who,
            past=game.finished, action=partial(self._open, game),
        )  # fmt: skip

    def _names(self, game: SavedGame) -> list[Words]:
        names = dict(self.host.library.seats(game.game))
        people = people_beside(game)
        return [people.get(seat) or names.get(seat, seat) for seat in game.setup.seats]

    def _open(self, game: SavedGame) -> None:
        self.host.open_game(game.id)
        session = self.host.session
        if session is not None and session.mode == "over":
            self.host.go("lookback")

    def act(self) -> None:
        self.host.go("home")
