"""The end of the game."""

from __future__ import annotations

from companion.core.texts import T
from ui import theme
from ui.geometry import Area
from ui.screens.base import Screen, load, say
from ui.theme import Shape, look

load(__file__)


class OverScreen(Screen):
    """Won or lost, why, how far the tracks were; then another game, or one step back."""

    def build(self) -> None:
        self.primary.action = self.act
        self.home.action = self._home

    def arrange(self, room: Area, shape: Shape) -> None:
        body = room.inset(look.mm(5), look.mm(4))
        foot = body.cut_bottom(look.mm(13), look.mm(3))
        self.primary.place(foot.cut_right(foot.w * 0.6, look.gap))
        self.home.place(foot)
        tracks = body.cut_bottom(look.mm(17 if shape == "portrait" else 14), look.mm(2))
        for bar, row in zip((self.track0, self.track1), tracks.rows(2), strict=True):
            bar.place(row)
        if shape == "portrait":
            self.sign.place(body.cut_top(look.mm(40), look.mm(4)))
        else:
            self.sign.place(body.cut_left(body.h * 0.8, look.mm(5)))
        self.over.place(body.cut_top(look.mm(6)))
        self.title.place(body.cut_top(look.mm(20 if shape == "portrait" else 12), look.mm(1)))
        self.why.place(body.cut_bottom(look.mm(5)))
        self.hint.place(body)

    def refresh(self) -> None:
        flow = self.host.flow
        if flow is None:
            return
        scene = flow.scene
        won = scene.result == "win"
        self.sign.show(icon="star" if won else "alert", tint=theme.LAMP)
        self.over.show(text=say(scene.prompt.over).upper())
        self.title.show(text=say(scene.prompt.title), colour=theme.LAMP if won else theme.PAPER)
        self.hint.show(text=say(scene.prompt.hint))
        self.why.show(text=scene.prompt.rule or flow.table.ask.rule)
        for bar, track in zip((self.track0, self.track1), scene.tracks, strict=False):
            bar.show(track=track, stacked=look.panel.shape == "portrait", lang=self.lang)
        self.home.show(text=say(T("Home")), enabled=True)
        self.primary.show(text=say(T("New game")), enabled=True)

    def _home(self) -> None:
        self.host.leave_game()

    def act(self) -> None:
        """Another game."""
        self.host.new_game(self.flow.table.game.name)
