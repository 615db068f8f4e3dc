"""A look back at a game: charts, dice, turning points, and a page to save."""

from __future__ import annotations

from companion.core.texts import P, T
from companion.lookback.lookback import LookBack, look_back
from companion.lookback.page import default_folder, dice_heading, file_name, length, save_page
from companion.table.table import Table
from ui.base.language import language, say
from ui.layout.geometry import Area
from ui.look import text as type_
from ui.look import theme
from ui.look.theme import Shape, look
from ui.screens.base import Screen
from ui.widgets.buttons import TapButton, TextView
from ui.widgets.timeline import DiceBars, LineChart, TurnList

LEAST_CHART = 27.0
"""Minimum height (mm) of a chart: five names fit below each other at the ends of its lines."""


class LookbackScreen(Screen):
    """The game from its start to its end, or so far. A tap on a chart shows the next one."""

    nav = False
    CHART, DICE = 40.0, 25.0
    """Heights (mm) of a chart in portrait, and of the dice."""
    TITLE = 5.2
    """Smallest font size (mm) of a title in one line in portrait."""
    HEADING = 6.2
    """Height (mm) of the heading above the turning points."""

    def build(self) -> None:
        self.title = self.add(TextView(size_mm=6.4, face="heavy"))
        self.facts = self.add(TextView(size_mm=3.8, face="plain", colour=theme.MIST, align="right", lines=2))
        self.charts = [self.add(LineChart(action=self._next_chart, rapid=True)) for _ in range(2)]
        self.dice = self.add(DiceBars())
        self.over = self.add(TextView(size_mm=3.9, colour=theme.LAMP))
        self.none = self.add(TextView(size_mm=4, face="plain", colour=theme.MIST, lines=4, valign="top"))
        self.turns = self.add(TurnList(tap=lambda point: self.host.look_at_moment(point.rev)))
        self.back = self.add(TapButton(icon="back", size_mm=4.2, action=lambda: self.host.go("game")))
        self.log = self.add(TapButton(icon="log", size_mm=4.2, action=lambda: self.host.go("log")))
        self.home = self.add(TapButton(icon="home", size_mm=4.2, action=self.host.leave_game))
        self.film = self.add(TapButton(icon="forward", size_mm=4.2, action=lambda: self.host.go("film")))
        self.save = self.add(TapButton(icon="chart", size_mm=4.2, action=self._save))
        self.primary = self.add(TapButton(size_mm=5.2, action=self.act))
        self._first = 0
        self._seen: tuple[Table, int, LookBack] | None = None
        self._shown: list[LineChart] = []

    def reset(self) -> None:
        self._first = 0

    def arrange(self, room: Area, shape: Shape) -> None:
        self._room, self._shape = room, shape

    def _arrange(self, look_: LookBack) -> None:
        body = self._room.inset(look.pad, look.gap)
        if self._shape == "portrait":
            self._arrange_upright(body, look_)
        else:
            self._arrange_wide(body)
        if look_.dice:
            most = body.h * 0.42 if self._shape != "portrait" else body.h
            self.dice.place(body.cut_bottom(min(look.mm(self.DICE), most), look.gap))
        self._shown = self.charts[: 2 if body.h >= look.mm(2 * LEAST_CHART) else 1][: len(look_.charts)]
        for chart, cell in zip(self._shown, body.rows(max(1, len(self._shown)), look.gap), strict=False):
            chart.place(cell)

    def _arrange_wide(self, body: Area) -> None:
        """Turning points next to the charts; cuts ``body`` down to the area of charts and dice."""
        self.title.lines = 1
        foot = body.cut_bottom(look.touch, look.gap)
        self._stack(False)
        for button, cell in zip(
            (self.back, self.film, self.log, self.home, self.save), foot.columns(5, look.gap), strict=True
        ):
            button.place(cell)
        self._arrange_head(body.cut_top(look.mm(9), look.gap))
        side = body.cut_right(body.w * 0.4, look.gap * 1.4)
        self.primary.place(side.cut_bottom(look.primary, look.gap))
        self._arrange_turns(side)

    def _arrange_upright(self, body: Area, look_: LookBack) -> None:
        """Charts, dice, and as many turning points as leave a large chart; cuts ``body`` down to the area of charts and
        dice."""
        foot = body.cut_bottom(look.primary, look.gap)
        self.primary.place(foot.cut_right(foot.w * 0.56, look.gap))
        self.save.place(foot)
        self._stack(True)
        for button, cell in zip(
            (self.back, self.film, self.log, self.home),
            body.cut_bottom(look.touch, look.gap).columns(4, look.gap),
            strict=True,
        ):
            button.place(cell)
        self._arrange_head(body.cut_top(self._head_high(body.w), look.gap))
        points, each = max(1, len(look_.turning_points)), look.mm(TurnList.LEAST) + look.gap
        stays = look.mm(self.CHART if look_.charts else 0) + (look.mm(self.DICE) + look.gap if look_.dice else 0)
        rows = max(1, min(points, int((body.h - stays - look.mm(self.HEADING)) // each)))
        self._arrange_turns(body.cut_bottom(rows * each + look.mm(self.HEADING), look.gap))

    def _stack(self, stacked: bool) -> None:
        """In portrait, the four buttons have their labels below their icons."""
        for button in (self.back, self.film, self.log, self.home):
            button.show(stacked=stacked, shown=button.shown)

    def _head_high(self, wide: float) -> float:
        """Height of the header in portrait: two lines for a title that would be small in one."""
        px = look.text(self.TITLE)
        self.title.lines = min(2, len(type_.wrap(self.title.text, px, self.title.face, wide * 0.6 - look.gap)))
        return max(look.mm(10), self.title.lines * type_.line_height(px) + 2)

    def _arrange_head(self, head: Area) -> None:
        self.facts.place(head.cut_right(head.w * 0.4, look.gap))
        self.title.place(head)

    def _arrange_turns(self, room: Area) -> None:
        self.over.place(room.cut_top(look.mm(5.4), look.mm(0.8)))
        self.turns.place(room)
        self.none.place(room)

    def refresh(self) -> None:
        session = self.host.session
        if session is None:
            return
        look_ = self._look(session.table)
        self.title.show(text=say(look_.headline))
        self._arrange(look_)
        players = P("{n} player", "{n} players", len(look_.players))
        self.facts.show(text=f"{say(look_.title)}\n{say(length(look_.seconds))} · {say(players)}")
        self._fill_charts(look_)
        if look_.dice:
            self.dice.show(dice=look_.dice, heading=say(dice_heading(look_)))
        else:
            self.dice.hide()
        self.over.show(text=say(T("Turning points")).upper())
        self.turns.show(points=look_.turning_points)
        self.none.show(text="" if look_.turning_points else say(T("None so far: nothing has moved much.")))
        self.back.show(text=say(T("Result") if look_.over else T("Back")), enabled=True)
        self.film.show(text=say(T("Film")), enabled=True)
        self.log.show(text=say(T("Log")), enabled=True)
        self.home.show(text=say(T("Home")), enabled=True)
        self.save.show(text=say(T("Save as a page")), enabled=True)
        text = T("New game") if look_.over else T("To the table")
        self.primary.show(text=say(text), role="primary" if look_.over else "quiet", enabled=True)

    def _fill_charts(self, look_: LookBack) -> None:
        n, count = len(look_.charts), len(self._shown)
        chapters = tuple(say(chapter) for chapter in look_.chapters)
        for at, chart in enumerate(self._shown):
            which = (self._first + at) % n
            said = say(T("{a} of {b}", a=which + 1, b=n)) if n > count else ""
            chart.show(chart=look_.charts[which], chapters=chapters, which=said, enabled=n > count)
        for chart in self.charts[count:]:
            chart.hide()

    def _look(self, table: Table) -> LookBack:
        """Computed once per change of the table."""
        if self._seen is None or self._seen[0] is not table or self._seen[1] != table.rev:
            self._seen = (table, table.rev, look_back(table))
        return self._seen[2]

    def _next_chart(self) -> None:
        self._first += 1
        self.host.refresh()

    def _save(self) -> None:
        table = self.session.table
        look_ = self._look(table)
        file = default_folder() / file_name(look_)
        try:
            save_page(look_, language, file, self.host.films.whole(table, look_))
        except OSError as no:
            why = no.strerror or str(no)
            self.host.show_message(T("{path} cannot be written: {why}.", path=str(file), why=why))
        else:
            self.host.show_message(T("The page {name} is in {folder}.", name=file.name, folder=str(file.parent)))

    def act(self) -> None:
        """Start another game, or return to this one."""
        table = self.session.table
        if table.over:
            self.host.new_game(table.game.name)
        else:
            self.host.go("game")
