"""The end of the game."""

from __future__ import annotations

from companion.core.texts import T
from companion.results.people import named_ranking, people_of
from companion.scene.scene import Scene
from ui.base.language import say
from ui.layout.geometry import Area
from ui.look import theme
from ui.look.theme import Shape, look
from ui.screens.base import Screen
from ui.widgets.buttons import Picture, TapButton, TextView
from ui.widgets.cards import sign_of
from ui.widgets.frame import WhyMark
from ui.widgets.head import TrackRows
from ui.widgets.seats import RankList


class OverScreen(Screen):
    """The result: won or lost and why, tracks, or ranking; and where to go next."""

    def build(self) -> None:
        self.sign = self.add(Picture())
        self.over = self.add(TextView(size_mm=4.4, colour=theme.LAMP))
        self.title = self.add(TextView(size_mm=9.5, face="heavy", lines=2))
        self.hint = self.add(TextView(size_mm=5.0, face="plain", lines=6, valign="top"))
        self.why = self.add(TextView(size_mm=3.4, face="plain", colour=theme.MIST))
        self.mark = self.add(WhyMark())
        self.ranks = self.add(RankList(tap=self.host.slips.count))
        self.tracks = self.add(TrackRows())
        self.course = self.add(TapButton(size_mm=4.6, icon="chart", action=lambda: self.host.go("lookback")))
        self.home = self.add(TapButton(size_mm=4.6, icon="home", action=self._home))
        self.primary = self.add(TapButton(size_mm=5.4, role="primary", action=self.act))

    def arrange(self, room: Area, shape: Shape) -> None:
        self._room, self._shape = room, shape

    def _arrange(self, scene: Scene) -> None:
        upright = self._shape == "portrait"
        close = bool(scene.ranking) and not upright
        body = self._room.inset(look.mm(5), look.mm(1.8 if close else 4))
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
        if upright:
            self.sign.place(body.cut_top(look.mm(32), look.mm(4)))
        else:
            self.sign.place(body.cut_left(body.h * 0.8, look.mm(5)))
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
        if upright:
            self.sign.place(head.cut_top(look.mm(14), look.mm(1)))
        else:
            self.sign.place(head.cut_left(head.h, look.mm(4)))
        self.mark.place(head.copy())
        line = head.cut_top(look.mm(4.6))
        WhyMark.cut(line)
        self.why.place(line.cut_right(line.w * 0.6))
        self.over.place(line)
        self.title.place(head)
        self.hint.place(body.cut_bottom(look.mm(7 if upright else 5), look.mm(1)))
        self.ranks.place(body)

    def refresh(self) -> None:
        session = self.host.session
        if session is None:
            return
        scene = session.scene
        self._arrange(scene)
        bright = scene.result == "win" or any(rank.winner for rank in scene.ranking)
        self.sign.show(icon=sign_of(scene), tint=theme.LAMP if bright else theme.MIST)
        self.over.show(text=say(scene.prompt.over).upper())
        self.title.show(text=say(scene.prompt.title), colour=theme.LAMP if bright else theme.PAPER)
        self.hint.show(text=say(scene.prompt.hint))
        heading = session.table.game.presenter.heading(scene.prompt.rule or session.table.ask.rule)
        self.why.show(text=say(heading), align="right" if scene.ranking else "left")
        stacked = look.panel.shape == "portrait"
        self.tracks.show(tracks=tuple(scene.tracks), rows=2, stacked=stacked)
        self.ask_why(self.mark)
        self.ranks.show(ranking=tuple(named_ranking(scene.ranking, people_of(session.table))))
        self.course.show(text=say(T("Look back")), enabled=True)
        self.home.show(text=say(T("Home")), enabled=True)
        self.primary.show(text=say(T("New game")), enabled=True)

    def _home(self) -> None:
        self.host.leave_game()

    def act(self) -> None:
        """Start another game."""
        self.host.new_game(self.session.table.game.name)
