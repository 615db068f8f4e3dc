"""Fairness of real dice: all dice ever rolled here, and the face counts of one of them."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Future
from functools import partial
from types import MappingProxyType

from kivy.clock import Clock

from companion.chance.fairness import Verdict
from companion.core.texts import T, Text, Words
from companion.lookback.dice import DieRecord, GameDice
from ui.base.language import say
from ui.layout.geometry import Area
from ui.look import theme
from ui.look.theme import Shape, look
from ui.screens.base import Screen
from ui.widgets.buttons import TapButton, TextView
from ui.widgets.rows import PagedRows, Row
from ui.widgets.timeline import DiceBars

WELL: tuple[Verdict, ...] = ("few", "fair")
"""Verdicts without a problem: these dice come last."""
SHORT: Mapping[Verdict, Text] = MappingProxyType(
    {
        "few": T("Too few rolls yet"),
        "fair": T("Fair as far as can be seen"),
        "often": T("Not fair"),
        "rare": T("Not fair"),
        "reader": T("Misread by the reader?"),
        "unclear": T("The die or the reader?"),
    }
)


class FairnessScreen(Screen):
    """A tap on a die shows its face counts; dice with a problem come first."""

    nav = False

    def build(self) -> None:
        self.title = self.add(TextView(size_mm=6.4, face="heavy"))
        self.none = self.add(TextView(size_mm=4.4, face="plain", colour=theme.MIST, valign="top", lines=4))
        self.rows = self.add(PagedRows())
        self.chart = self.add(DiceBars())
        self.words = self.add(TextView(size_mm=4.4, face="plain", valign="top", lines=5))
        self.primary = self.add(TapButton(size_mm=4.6, icon="back", action=self.act))
        self._chosen: tuple[str, str] | None = None
        self._found: Future[list[GameDice]] = Future()
        self._again = Clock.create_trigger(lambda _dt: self.host.refresh(), 0)

    def reset(self) -> None:
        self._chosen = None
        self._found = self.host.library.dice(self._again)

    def arrange(self, room: Area, shape: Shape) -> None:
        body = room.inset(look.mm(4), look.mm(3))
        self.title.place(body.cut_top(look.mm(9), look.mm(1)))
        foot = body.cut_bottom(look.primary, look.mm(2))
        upright = shape == "portrait"
        self.primary.place(foot.cut_left(look.mm(28 if upright else 48), look.gap * 2))
        self.rows.foot = foot
        self.none.place(body)
        one = body.cut_bottom(body.h * 0.4, look.gap) if upright else body.cut_right(body.w * 0.56, look.gap * 1.4)
        self.words.place(one.cut_bottom(look.mm(18 if upright else 16), look.gap))
        self.chart.place(one)
        self.rows.row_mm = 13.0
        self.rows.place(body)

    def refresh(self) -> None:
        games, said = self._read()
        dice = sorted(((game, die) for game in games for die in game.dice), key=lambda one: one[1].verdict in WELL)
        self.title.show(text=say(T("Are the dice fair?")))
        self.none.show(text="" if dice else say(said))
        self.primary.show(text=say(T("Back")), enabled=True)
        if self._chosen is None and dice:
            self._chosen = _id(*dice[0])
        self.rows.show(rows=tuple(self._row(game, die, several=len(games) > 1) for game, die in dice))
        self.chart.hide()
        self.words.show(text="")
        for game, die in dice:
            if _id(game, die) == self._chosen:
                self.chart.show(dice=die.faces, heading=say(die.name))
                self.words.show(text=say(die.words))

    def _read(self) -> tuple[list[GameDice], Words]:
        """The results, and what to say if there are none."""
        if not self._found.done():
            return [], T("Looking …")
        try:
            return self._found.result(), T("No real dice have been rolled here yet.")
        except self.host.library.errors as no:
            return [], no.text

    def _row(self, game: GameDice, die: DieRecord, *, several: bool) -> Row:
        name, icon = say(die.name), f"game:{game.game}" if several else ""
        return Row(
            name[:1].upper() + name[1:], str(die.rolls), icon, say(SHORT[die.verdict]),
            here=_id(game, die) == self._chosen, action=partial(self._choose, _id(game, die)), key=_id(game, die),
        )  # fmt: skip

    def _choose(self, die: tuple[str, str]) -> None:
        self._chosen = die
        self.host.refresh()

    def act(self) -> None:
        self.host.go("history")


def _id(game: GameDice, die: DieRecord) -> tuple[str, str]:
    return game.game, die.die
