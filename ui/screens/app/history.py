"""All games played here: a tap continues one, or looks back at it."""

from __future__ import annotations

from functools import partial

from companion.core.texts import P, T, Words
from companion.journal import SavedGame
from ui.base.language import moment, say
from ui.layout.geometry import Area
from ui.look import theme
from ui.look.theme import Shape, look
from ui.model.library import people_beside
from ui.screens.base import Screen
from ui.widgets.buttons import TapButton, TextView
from ui.widgets.rows import PagedRows, ReadRows, Row


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
            left, right = body.cut_top(look.touch, look.gap).columns(2, look.gap)
            self.results.place(left)
            self.dice.place(right)
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
        self.rows.show(rows=ReadRows(games, self._read))
        self.empty.show(text="" if games else say(T("No game has been played here yet.")))
        self.primary.show(text=say(T("Back")), enabled=True)
        self.results.show(text=say(T("Results")), enabled=True, shown=bool(games))
        self.dice.show(text=say(T("Are the dice fair?")), enabled=True, shown=bool(games))

    def _read(self, first: int, most: int) -> list[Row]:
        return [self._row(game) for game in self.host.library.saved(first, most)]

    def _row(self, game: SavedGame) -> Row:
        when = say(moment(game.at))
        state = say(T("finished")) if game.finished else say(P("{n} entry", "{n} entries", game.rev))
        who = ", ".join(say(name) for name in self._names(game))
        return Row(
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
