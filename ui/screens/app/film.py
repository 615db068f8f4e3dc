"""The film of a game's board with its turning points: play, pause, seek."""

from __future__ import annotations

from kivy.clock import Clock, ClockEvent

from companion.core.texts import T
from companion.lookback.film import Film, Frame
from companion.lookback.lookback import LookBack, TurningPoint, look_back
from companion.session.pages import Page
from companion.table.table import Table
from ui.base.language import say
from ui.layout.geometry import Area
from ui.look import theme
from ui.look.theme import look
from ui.screens.question.picture import PictureScreen
from ui.widgets.buttons import TapButton, TextView
from ui.widgets.timeline import FilmBar, TurnList

FRAMES = 1 / 10
"""Seconds between updates."""


class FilmScreen(PictureScreen):
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
        self._seen: tuple[Table, int, LookBack] | None = None

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

    def _look(self, table: Table) -> LookBack:
        if self._seen is None or self._seen[0] is not table or self._seen[1] != table.rev:
            self._seen = (table, table.rev, look_back(table))
        return self._seen[2]

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
        if self.host.session is None:
            return
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

    def _say(self, frame: Frame | None) -> None:
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
        self.title.show(text=say(frame.words), colour=theme.LAMP if turned else theme.PAPER)

    def _arrange_panel(self, panel: Area) -> None:
        """Layout of text, turning points, progress bar and buttons."""
        foot = panel.cut_bottom(look.primary, look.gap)
        self.primary.place(foot.cut_right(foot.w * 0.56, look.gap))
        self.back.place(foot)
        self.film_bar.place(panel.cut_bottom(look.touch, look.gap))
        self.over.place(panel.cut_top(look.mm(5)))
        words = panel.cut_top(min(look.mm(19), panel.h * 0.45), look.gap)
        self.moved.place(words.cut_bottom(words.h * 0.34))
        self.title.place(words)
        self.turns.place(panel)
