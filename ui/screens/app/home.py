"""Home: go on where the table stood, or begin a new game."""

from __future__ import annotations

from collections.abc import Callable

from companion.core.refusals import BadPack, BadSetup
from companion.core.texts import T
from companion.scene.scene import Scene, SeatView
from companion.session.session import Session
from ui.layout.geometry import Area
from ui.look import dates
from ui.look import text as type_
from ui.look.theme import Shape, look
from ui.screens.base import Screen, load, say
from ui.widgets.board.day import OrderBar

load(__file__)


def _people(scene: Scene) -> list[SeatView]:
    """Who plays, wherever the scene says so."""
    if scene.seats or scene.order is None:
        return list(scene.seats)
    return [SeatView(one.seat, one.name, one.icon, active=one.active, done=one.done) for one in scene.order.seats]


ASKED = 12.0
"""Millimetres of height that the open question needs on the card of the last game."""


class HomeScreen(Screen):
    """New games at the left, the last game at the right with its tracks; the amber button goes on."""

    nav = False

    def build(self) -> None:
        self._tiles = [self.tile0, self.tile1, self.tile2, self.tile3]
        self._last: tuple[str, float, Session] | None = None
        self.primary.action = self.act
        self.history.action = lambda: self.host.go("history")
        self.options.action = lambda: self.host.go("settings")
        self.leave.action = self.host.quit

    def reset(self) -> None:
        """Look again for the game to go on with."""
        self._last = None
        found = self.host.library.last()
        if found is None:
            return
        try:
            self._last = (found.id, found.at, self.host.library.open(found.id))
        except (BadSetup, BadPack, *self.host.library.errors) as no:
            self.host.complain(no.text if hasattr(no, "text") else str(no).splitlines()[0])

    def arrange(self, room: Area, shape: Shape) -> None:
        foot = room.cut_bottom(look.mm(12.4))
        self.band.place(foot)
        foot = foot.inset(look.pad, look.mm(1.1))
        buttons = foot.cut_left(foot.w * (0.66 if shape != "portrait" else 0.78), look.gap * 2)
        for button, cell in zip((self.history, self.options, self.leave), buttons.columns(3, look.gap), strict=True):
            button.place(cell)
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
        self._below_order = inner.copy()
        self.order.place(self._below_order.cut_top(min(inner.h, look.mm(OrderBar.HIGH)), look.mm(2)))
        self.people.place(inner.cut_top(look.mm(9.4), look.mm(1.2)))
        self._below_day = inner.copy()
        self.day.place(self._below_day.cut_top(min(inner.h, look.mm(11)), look.mm(2)))
        for bar, row in zip((self.track0, self.track1), inner.rows(2, look.gap), strict=True):
            bar.place(row)

    def refresh(self) -> None:
        self.heading.show(text=say(T("New game")).upper())
        names = self.host.library.names()[: len(self._tiles)]
        columns = 1 if len(names) == 1 else 2
        cells = self._games.grid(columns, -(-len(names) // columns), look.gap)
        for index, tile in enumerate(self._tiles):
            if index < len(names):
                tile.place(cells[index])
                tile.action = self._begin(names[index])
                tile.show(icon=f"game:{names[index]}", text=say(self.host.library.title(names[index])))
            else:
                tile.hide()
        self.band.show()
        stacked = look.panel.shape == "portrait"
        self.last.show()
        self._show_last(names)
        self.history.show(text=say(T("Games")), icon="clock", stacked=stacked)
        self.options.show(text=say(T("Settings")), icon="gear", stacked=stacked)
        self.leave.show(text=say(T("Leave")), icon="cross", stacked=stacked)
        saved = self.host.lamps()[-1]
        self.saved.show(state=saved.state, text=saved.text)

    def _show_last(self, names: list[str]) -> None:
        parts = (self.over, self.title, self.people, self.order, self.when, self.track0, self.track1, self.day)
        if self._last is None:
            for part in parts:
                part.hide()
            text = T("Put the board on the table. The companion draws the cards, moves the tracks and says what hands "
                     "must do.")  # fmt: skip
            if len(names) > 1:
                text = T("Tap the game that lies on the table. The companion draws the cards, moves the tracks and "
                         "says what hands must do.")  # fmt: skip
            self.welcome.place(self._inner)
            self.welcome.show(text=say(text))
            if len(names) == 1:
                self.primary.show(text=say(T("New game")), key="new", enabled=True)
            else:
                self.primary.hide()
            return
        _, at, flow = self._last
        scene = flow.scene
        head, when = self._head.copy(), say(dates.moment(at))
        wide = type_.extents(when, look.text(self.when.size_mm), self.when.face)[0]
        self.when.place(head.cut_right(wide + 1, look.gap))
        self.over.place(head)
        self.over.show(text=say(scene.prompt.over).upper())
        self.title.show(text=say(flow.table.game.title))
        self.when.show(text=when)
        self._show_people(scene)
        for index, bar in enumerate((self.track0, self.track1)):
            if index < len(scene.tracks):
                bar.show(track=scene.tracks[index], lang=self.lang)
            else:
                bar.hide()
        if scene.clock is not None and not scene.tracks:
            self.day.show(clock=scene.clock, lang=self.lang)
        else:
            self.day.hide()
        self._show_asked(scene)
        self.primary.show(text=say(T("Continue")), key=self._last[0], enabled=True)

    def _show_people(self, scene: Scene) -> None:
        """Who plays; with how each stands, where neither tracks nor a day say how far the game is."""
        if scene.order is not None and scene.clock is None and not scene.tracks:
            self.people.hide()
            self.order.show(order=scene.order, lang=self.lang)
        else:
            self.order.hide()
            self.people.show(seats=_people(scene))

    def _show_asked(self, scene: Scene) -> None:
        """What is asked next, where there is room below the rest and it is for all eyes."""
        room = self._below_order if self.order.shown else self._below_day
        self.welcome.place(room)
        fits = not scene.tracks and scene.prompt.only is None and room.h >= look.mm(ASKED)
        self.welcome.show(text=say(scene.prompt.title) if fits else "")

    def _begin(self, name: str) -> Callable[[], None]:
        return lambda: self.host.new_game(name)

    def act(self) -> None:
        """Go on with the last game; where there is none, begin the only game there is. Of several, people choose."""
        if self._last is not None:
            self.host.play(self._last[2])
        elif len(self.host.library.names()) == 1:
            self.host.new_game(self.host.library.names()[0])
