"""The end of a game, the look back at it (charts, dice, turning points), and the film of its board."""

from __future__ import annotations

from kivy.clock import Clock, ClockEvent

from companion.core.texts import P, T
from companion.lookback.course import COURSE
from companion.lookback.film import Film, FilmFrame, by_whom
from companion.lookback.lookback import LookBack, TurningPoint, look_back
from companion.lookback.page import default_folder, dice_heading, file_name, length, save_page
from companion.scene.scene import Scene
from companion.session.pages import Page
from companion.table.people import ranking_with_people
from companion.table.table import Table
from ui.base.language import language, say
from ui.layout.geometry import Area
from ui.look import text as type_
from ui.look import theme
from ui.look.theme import look
from ui.screens.base import GameScreen
from ui.screens.picture import PictureScreen
from ui.widgets.buttons import IconView, TapButton, TextView
from ui.widgets.cards import sign_of
from ui.widgets.drawn import hide, place_row
from ui.widgets.frame import WhyMark
from ui.widgets.head import TrackRows
from ui.widgets.seats import RankList
from ui.widgets.timeline import DiceBars, FilmBar, LineChart, ProgressBar, TurnList


class OverScreen(GameScreen):
    """The result: won or lost and why, tracks, or ranking; and where to go next."""

    def build(self) -> None:
        self.sign = self.add(IconView())
        self.over = self.add(TextView(size_mm=4.4, colour=theme.LAMP))
        self.title = self.add(TextView(size_mm=9.5, face="heavy", lines=2))
        self.hint = self.add(TextView(size_mm=5.0, face="plain", lines=6, valign="top"))
        self.why = self.add(TextView(size_mm=3.4, face="plain", colour=theme.MIST))
        self.mark = self.add(WhyMark())
        self.ranks = self.add(RankList(tap=self.host.slips.count))
        self.tracks = self.add(TrackRows())
        self.course = self.add(TapButton(size_mm=4.6, icon="chart", action=lambda: self.host.go("lookback")))
        self.home = self.add(TapButton(size_mm=4.6, icon="home", action=self.host.leave_game))
        self.primary = self.add(TapButton(size_mm=5.4, role="primary", action=self.act))

    def _arrange(self, scene: Scene) -> None:
        upright = self.upright
        close = bool(scene.ranking) and not upright
        body = self.room.inset(look.mm(5), look.mm(1.8 if close else 4))
        foot = body.cut_bottom(look.mm(12.4 if close else 13), look.mm(1.5 if close else 3))
        if upright:
            self.primary.place(foot)
            foot = body.cut_bottom(look.touch, look.mm(3))
        else:
            self.primary.place(foot.cut_right(foot.w * 0.44, look.gap))
        self.course.place(foot.cut_right((foot.w - look.gap) / 2, look.gap))
        self.home.place(foot)
        if scene.tracks:
            self.tracks.place(body.cut_bottom(look.mm(17 if upright else 14), look.mm(2)))
        if scene.ranking:
            self._arrange_ranking(body, upright=upright)
        else:
            self._arrange_words(body, upright=upright)

    def _arrange_words(self, body: Area, *, upright: bool) -> None:
        self.sign.place(body.cut_top(look.mm(32), look.mm(4)) if upright else body.cut_left(body.h * 0.8, look.mm(5)))
        head = body.cut_top(look.mm(26 if upright else 18), look.mm(1))
        self.mark.place(head.copy())
        line = head.cut_top(look.mm(6))
        WhyMark.cut(line)
        self.over.place(line)
        self.title.place(head)
        self.why.place(body.cut_bottom(look.mm(5)))
        self.hint.place(body)

    def _arrange_ranking(self, body: Area, *, upright: bool) -> None:
        """A short header, so that every player has a line readable across the table."""
        head = body.cut_top(look.mm(32 if upright else 13), look.mm(1.2))
        self.sign.place(head.cut_top(look.mm(14), look.mm(1)) if upright else head.cut_left(head.h, look.mm(4)))
        self.mark.place(head.copy())
        line = head.cut_top(look.mm(4.6))
        WhyMark.cut(line)
        self.why.place(line.cut_right(line.w * 0.6))
        self.over.place(line)
        self.title.place(head)
        self.hint.place(body.cut_bottom(look.mm(7 if upright else 5), look.mm(1)))
        self.ranks.place(body)

    def refresh(self) -> None:
        session = self.session
        scene = session.scene
        self._arrange(scene)
        bright = scene.result == "win" or any(rank.winner for rank in scene.ranking)
        self.sign.show(icon=sign_of(scene), tint=theme.LAMP if bright else theme.MIST)
        self.over.show(text=say(scene.prompt.over).upper())
        self.title.show(text=say(scene.prompt.title), colour=theme.LAMP if bright else theme.PAPER)
        self.hint.show(text=say(scene.prompt.hint))
        heading = session.table.game.presenter.heading(scene.prompt.rule or session.table.ask.rule)
        self.why.show(text=say(heading), align="right" if scene.ranking else "left")
        stacked = self.upright
        self.tracks.show(tracks=tuple(scene.tracks), rows=2, stacked=stacked)
        self.ask_why(self.mark)
        self.ranks.show(ranking=tuple(ranking_with_people(scene.ranking, session.table.people)))
        self.course.show(text=say(T("Look back")), enabled=True)
        self.home.show(text=say(T("Home")), enabled=True)
        self.primary.show(text=say(T("New game")), enabled=True)

    def act(self) -> None:
        self.host.new_game(self.session.table.game.name)


# The look back.

LEAST_CHART = 27.0
"""Minimum height (mm) of a chart: five names fit below each other at the ends of its lines."""


class LookingBack(GameScreen):
    """The base of the screens about the whole game."""

    _seen: tuple[Table, int, bool, LookBack] | None = None

    def _look(self, table: Table) -> LookBack:
        """Computed once per change of the table, and again when the course of the game is known."""
        now = table, table.rev, COURSE in table.notes
        if self._seen is None or self._seen[:3] != now:
            self._seen = (*now, look_back(table))
        return self._seen[3]


class LookbackScreen(LookingBack):
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
        self.thinking = self.add(ProgressBar())
        self.turns = self.add(TurnList(tap=lambda point: self.host.look_at_moment(point.rev)))
        self.back = self.add(TapButton(icon="back", size_mm=4.2, action=lambda: self.host.go("game")))
        self.log = self.add(TapButton(icon="log", size_mm=4.2, action=lambda: self.host.go("log")))
        self.home = self.add(TapButton(icon="home", size_mm=4.2, action=self.host.leave_game))
        self.film = self.add(TapButton(icon="forward", size_mm=4.2, action=lambda: self.host.go("film")))
        self.save = self.add(TapButton(icon="chart", size_mm=4.2, action=self._save))
        self.primary = self.add(TapButton(size_mm=5.2, action=self.act))
        self._first = 0
        self._shown: list[LineChart] = []

    def reset(self) -> None:
        self._first = 0

    def _arrange(self, look_: LookBack) -> None:
        body = self.room.inset(look.pad, look.gap)
        if self.upright:
            self._arrange_upright(body, look_)
        else:
            self._arrange_wide(body)
        if look_.dice:
            most = body.h * 0.42 if not self.upright else body.h
            self.dice.place(body.cut_bottom(min(look.mm(self.DICE), most), look.gap))
        self._shown = self.charts[: 2 if body.h >= look.mm(2 * LEAST_CHART) else 1][: len(look_.charts)]
        for chart, cell in zip(self._shown, body.rows(max(1, len(self._shown)), look.gap), strict=False):
            chart.place(cell)

    def _arrange_wide(self, body: Area) -> None:
        """Turning points next to the charts; cuts ``body`` down to the area of charts and dice."""
        self.title.lines = 1
        foot = body.cut_bottom(look.touch, look.gap)
        self._stack(False)
        place_row(foot, look.gap, self.back, self.film, self.log, self.home, self.save)
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
        place_row(body.cut_bottom(look.touch, look.gap), look.gap, self.back, self.film, self.log, self.home)
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
        head = room.cut_top(look.mm(5.4), look.mm(0.8))
        self.thinking.place(Area(head.x, head.y - look.mm(0.8), head.w, look.mm(0.8)))
        self.over.place(head)
        self.turns.place(room)
        self.none.place(room)

    def refresh(self) -> None:
        session = self.session
        self.host.courses.want(session.table)
        look_ = self._look(session.table)
        self.title.show(text=say(look_.headline))
        self._arrange(look_)
        players = P("{n} player", "{n} players", len(look_.players))
        self.facts.show(text=f"{say(look_.title)}\n{say(length(look_.seconds))} · {say(players)}")
        self._fill_charts(look_)
        self.dice.show(dice=look_.dice, heading=say(dice_heading(look_)), shown=bool(look_.dice))
        self.over.show(text=self._heading())
        done = self.host.courses.done
        self.thinking.show(share=done or 0.0, shown=done is not None)
        self.turns.show(points=look_.turning_points)
        self.none.show(text="" if look_.turning_points else say(T("None so far: nothing has moved much.")))
        self.back.show(text=say(T("Result") if look_.over else T("Back")), enabled=True)
        self.film.show(text=say(T("Film")), enabled=True)
        self.log.show(text=say(T("Log")), enabled=True)
        self.home.show(text=say(T("Home")), enabled=True)
        self.save.show(text=say(T("Save as a page")), enabled=True)
        text = T("New game") if look_.over else T("To the table")
        self.primary.show(text=say(text), role="primary" if look_.over else "quiet", enabled=True)

    def _heading(self) -> str:
        if self.host.courses.done is not None:
            return say(T("Who was ahead? Thinking …"))
        return say(T("Turning points")).upper()

    def _fill_charts(self, look_: LookBack) -> None:
        n, count = len(look_.charts), len(self._shown)
        chapters = tuple(say(chapter) for chapter in look_.chapters)
        for at, chart in enumerate(self._shown):
            which = (self._first + at) % n
            said = say(T("{a} of {b}", a=which + 1, b=n)) if n > count else ""
            chart.show(chart=look_.charts[which], chapters=chapters, which=said, enabled=n > count)
        hide(*self.charts[count:])

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
        table = self.session.table
        if table.over:
            self.host.new_game(table.game.name)
        else:
            self.host.go("game")


# The film.

FRAMES = 1 / 10
"""Seconds between updates."""


class FilmScreen(PictureScreen, LookingBack):
    """The table at every moment. The film is made in the background, without blocking the screen."""

    nav = False
    PANEL = PANEL_BELOW_ROWS = PANEL_BELOW_PLACES = PANEL_BELOW_GRID = 62.0
    """Height (mm) below the board in portrait."""

    def build(self) -> None:
        super().build()
        self.over = self.add(TextView(size_mm=3.9, colour=theme.LAMP))
        self.title = self.add(TextView(size_mm=4.4, face="heavy", lines=2, valign="top"))
        self.moved = self.add(TextView(size_mm=3.6, face="plain", colour=theme.PAPER_DIM, lines=2, valign="top"))
        self.turns = self.add(TurnList(tap=self._go_to))
        self.film_bar = self.add(FilmBar(seek=self._seek))
        self.back = self.add(TapButton(icon="back", size_mm=4.2, action=lambda: self.host.go("lookback")))
        self.primary = self.add(TapButton(role="primary", size_mm=5.2, rapid=True, action=self.act))
        self._seconds = 0.0
        self._clock: ClockEvent | None = None

    @property
    def page(self) -> Page | None:
        """A film has no instructions."""
        return None

    def reset(self) -> None:
        super().reset()
        self.stop()
        self._seconds = 0.0
        if self.host.settings.animations:
            self._start()

    # Playback.

    @property
    def playing(self) -> bool:
        return self._clock is not None

    def _start(self) -> None:
        self._clock = Clock.schedule_interval(self.advance, FRAMES)

    def stop(self) -> None:
        """Pause."""
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None

    def advance(self, seconds: float) -> None:
        """Advance by some seconds; stop at the end, or when the screen is left."""
        if self.parent is None or self.host.session is None:
            self.stop()
            return
        film = self._film()
        if film is None:
            return
        before = film.at(self._seconds)
        self._seconds = min(film.lasts, self._seconds + seconds)
        if self._seconds >= film.lasts:
            self.stop()
        if film.at(self._seconds) != before or not self.playing:
            self.host.refresh()

    def _film(self) -> Film | None:
        table = self.session.table
        return self.host.films.film(table, self._look(table))

    def act(self) -> None:
        """Play or pause; at the end, play from the start."""
        film = self._film()
        if self.playing:
            self.stop()
        elif film is not None:
            if self._seconds >= film.lasts:
                self._seconds = 0.0
            self._start()
        self.host.refresh()

    def _seek(self, share: float) -> None:
        film = self._film()
        if film is not None:
            self._seconds = share * film.lasts
            self.host.refresh()

    def _go_to(self, point: TurningPoint) -> None:
        """Seek to a turning point and pause there."""
        film = self._film()
        at = next((at for at in film.turns if film.frames[at].turn == point), None) if film is not None else None
        if film is not None and at is not None:
            self.stop()
            self._seconds = film.starts[at]
            self.host.refresh()

    # Content.

    def refresh(self) -> None:
        film = self._film()
        frame = film.frames[film.at(self._seconds)] if film is not None else None
        scene = frame.scene if frame is not None else self.session.scene
        self._arrange_panel(self._arrange_all(scene))
        self._show_head(scene)
        self.notice.hide()  # Notices of that moment are not kept.
        self._show_map(scene, frozenset())
        self._say(frame)
        points = tuple(film.frames[at].turn for at in film.turns) if film is not None else ()
        now = frame.turn if frame is not None else None
        self.turns.show(points=tuple(point for point in points if point is not None), now=now)
        shares = tuple(film.starts[at] / film.lasts for at in film.turns) if film is not None else ()
        self.film_bar.show(share=self._seconds / film.lasts if film is not None else 0.0, turns=shares)
        self.back.show(text=say(T("Back")), enabled=True)
        self.primary.show(text=say(T("Pause") if self.playing else T("Play")), enabled=film is not None)

    def _say(self, frame: FilmFrame | None) -> None:
        """The moment's chapter and event; a turning point is labelled as one."""
        if frame is None:
            self.over.show(text="")
            self.moved.show(text="")
            self.title.show(text=say(T("The film is being made …")), colour=theme.MIST)
            return
        turned = frame.turn is not None
        self.moved.show(text=" · ".join(say(words) for words in frame.turn.changed) if frame.turn is not None else "")
        over = T("Turning point · {chapter}", chapter=frame.chapter) if turned else frame.chapter
        self.over.show(text=say(over).upper())
        self.title.show(text=by_whom(frame.who, frame.words, say), colour=theme.LAMP if turned else theme.PAPER)

    def _arrange_panel(self, panel: Area) -> None:
        foot = panel.cut_bottom(look.primary, look.gap)
        self.primary.place(foot.cut_right(foot.w * 0.56, look.gap))
        self.back.place(foot)
        self.film_bar.place(panel.cut_bottom(look.touch, look.gap))
        self.over.place(panel.cut_top(look.mm(5)))
        words = panel.cut_top(min(look.mm(19), panel.h * 0.45), look.gap)
        self.moved.place(words.cut_bottom(words.h * 0.34))
        self.title.place(words)
        self.turns.place(panel)
