"""Results of finished games, and how fair the dice have been that were ever rolled here."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Future
from datetime import datetime
from functools import partial
from itertools import chain
from types import MappingProxyType
from typing import Literal

from kivy.clock import Clock

from companion.chance.fairness import Verdict
from companion.core.texts import P, T, Text, Words, listed
from companion.journal import Count, ResultFilter
from companion.lookback.dice import DieRecord, GameDice
from companion.lookback.page import length
from companion.table.result import GameResult, ending, evening, times_won, what_played, who_played, with_story, year
from ui.base import language
from ui.base.language import say
from ui.layout.geometry import Area
from ui.look import theme
from ui.look.theme import Shape, look
from ui.screens.base import Screen
from ui.widgets.buttons import TapButton, TextView
from ui.widgets.drawn import place_row
from ui.widgets.rows import ListRow, PagedRows, ReadRows
from ui.widgets.timeline import DiceBars

When = Literal["evening", "year", "ever"]
What = Literal["games", "people", "stories"]

WHEN: dict[When, Words] = {"evening": T("Today"), "year": T("This year"), "ever": T("Always")}
WHAT: dict[What, Words] = {"games": T("Latest"), "people": T("People"), "stories": T("By game")}
WIDE: dict[What, float] = {"games": 92.0, "people": 62.0, "stories": 70.0}
"""Width (mm) of a row; if there is room, there are two columns."""
NOTHING: dict[When, Words] = {
    "evening": T("No game has been played to its end today."),
    "year": T("No game has been played to its end this year."),
    "ever": T("No game has been played to its end here yet."),
}


class ResultsScreen(Screen):
    """Two rows of tabs select period and grouping; a tap on a person shows that person's games."""

    nav = False

    def build(self) -> None:
        self.title = self.add(TextView(size_mm=6.4, face="heavy"))
        self.sum = self.add(TextView(size_mm=3.8, face="plain", colour=theme.MIST, align="right", lines=2))
        self.when = {when: self.add(TapButton(size_mm=4.0, action=partial(self._of, when))) for when in WHEN}
        self.what = {what: self.add(TapButton(size_mm=4.0, action=partial(self._by, what))) for what in WHAT}
        self.rows = self.add(PagedRows(row_mm=11.6, most_mm=17.0))
        self.empty = self.add(TextView(size_mm=4.4, face="plain", colour=theme.MIST, valign="top", lines=3))
        self.primary = self.add(TapButton(size_mm=4.6, icon="back", action=self.act))
        self._when: When = "evening"
        self._what: What = "games"
        self._person = ""
        self._left: Future[int] = Future()
        self._again = Clock.create_trigger(self._go_on, 0)

    def reset(self) -> None:
        """Start with today's games if there are any, else with all; evaluate games of older versions."""
        self._person, self._what, self.rows.page = "", "games", 0
        self._when = "evening" if self.host.library.count_results(self._span("evening")) else "ever"
        self._left = self.host.library.settle(self._again)

    def _go_on(self, _dt: float) -> None:
        """Show newly evaluated games, and continue with the next ones while this screen is shown."""
        if self.host.looking == "results" and self._left.done() and self._left.exception() is None:
            if self._left.result():
                self._left = self.host.library.settle(self._again)
            self.host.refresh()

    def arrange(self, room: Area, shape: Shape) -> None:
        body = room.inset(look.mm(4), look.mm(2.4))
        upright = shape == "portrait"
        foot = body.cut_bottom(look.primary, look.mm(2))
        self.primary.place(foot.cut_left(look.mm(28 if upright else 48), look.gap * 2))
        self.rows.foot = foot
        head = body.cut_top(look.mm(9.4), look.mm(1))
        self.sum.place(head.cut_right(head.w * 0.62))
        self.title.place(head)
        tabs = body.cut_top(look.touch, look.gap)
        others = body.cut_top(look.touch, look.gap) if upright else tabs.cut_right((tabs.w - look.gap * 3) / 2)
        tabs = tabs if upright else tabs.cut_left(others.w)
        for buttons, line in ((self.when, tabs), (self.what, others)):
            place_row(line, look.gap, *buttons.values())
        self.rows.row_mm = 15.5 if upright else 11.6
        self.rows.place(body)
        self.empty.place(body)

    def refresh(self) -> None:
        span, library = self._span(self._when), self.host.library
        games = library.count_results(span)
        self.title.show(text=self._person or say(T("Results")))
        self.sum.show(text=say(self._summary(span)) if games else "")
        for when, words in WHEN.items():
            role = "chosen" if when == self._when else "quiet"
            self.when[when].show(text=say(words), role=role, enabled=True, key=when)
        for what, words in WHAT.items():
            role = "chosen" if what == self._what else "quiet"
            self.what[what].show(text=say(words), role=role, enabled=True, key=what)
        room = self.rows.width >= 2 * look.mm(WIDE[self._what])
        self.rows.columns = 2 if room else 1
        if self._what == "games":
            self.rows.show(rows=ReadRows(games, self._read))
        else:
            self.rows.show(rows=tuple(self._people(span) if self._what == "people" else self._stories(span)))
        nobody = T("Nobody has said yet what people are called: that is asked before a game, with Names.")
        empty = NOTHING[self._when] if not games else nobody
        self.empty.show(text=say(empty), shown=not len(self.rows.rows))
        self.primary.show(text=say(T("Back")), enabled=True, key=self._person)

    def _span(self, when: When) -> ResultFilter:
        now = datetime.now()
        since = {"evening": evening(now), "year": year(now), "ever": ""}[when]
        return ResultFilter(since, person=self._person)

    def _summary(self, span: ResultFilter) -> Words:
        """Number of games, total time, and number of wins."""
        found = self.host.library.counts("game", span)
        lasts = length(sum(one.seconds for one in found))
        if self._person:
            mine = next((one for one in self.host.library.counts("person", span) if one.what == self._person), None)
            won = times_won(mine.played, mine.won) if mine is not None else ""
        else:
            won = P("{n} game", "{n} games", sum(one.played for one in found))
        return listed([won, lasts])

    def _read(self, first: int, most: int) -> list[ListRow]:
        return [self._game(one) for one in self.host.library.results(self._span(self._when), first, most)]

    def _game(self, one: GameResult) -> ListRow:
        when = language.moment(datetime.fromisoformat(one.ended).timestamp())
        action = partial(self._look_back, one.id) if not one.table and one.game in self.host.library.names() else None
        detail = listed([ending(one), length(one.seconds), who_played(one)])
        aside = f"{say(when)}\n{one.table}" if one.table else say(when)
        return ListRow(say(what_played(one)), aside, f"game:{one.game}", say(detail), action=action, key=one.id)

    def _people(self, span: ResultFilter) -> list[ListRow]:
        return [
            ListRow(
                one.what, str(one.won), "", say(listed([times_won(one.played, one.won), length(one.seconds)])),
                here=one.what == self._person, action=partial(self._look_at, one.what), key=one.what,
            )
            for one in self.host.library.counts("person", span)
        ]  # fmt: skip

    def _stories(self, span: ResultFilter) -> list[ListRow]:
        """Each game, followed by its stories."""
        games, stories = self.host.library.counts("game", span), self.host.library.counts("story", span)
        return [
            self._story(one)
            for one in chain.from_iterable([game, *(s for s in stories if s.title == game.title)] for game in games)
        ]

    def _story(self, one: Count) -> ListRow:
        together = one.won + one.lost
        said = times_won(together, one.won) if together else P("{n} game", "{n} games", one.played)
        each = T("{time} each", time=length(one.mean_seconds))
        icon = "book" if one.story else f"game:{one.what}"
        words = say(one.story) if one.story else say(one.title)
        return ListRow(
            words, str(one.played), icon, say(listed([said, each])), key=(say(with_story(one.title, one.story)))
        )

    # Input.

    def _of(self, when: When) -> None:
        self._when, self.rows.page = when, 0
        self.host.refresh()

    def _by(self, what: What) -> None:
        self._what, self.rows.page = what, 0
        self.host.refresh()

    def _look_at(self, person: str) -> None:
        self._person, self._what, self.rows.page = person, "games", 0
        self.host.refresh()

    def _look_back(self, game_id: str) -> None:
        self.host.open_game(game_id)
        session = self.host.session
        if session is not None and session.mode == "over":
            self.host.go("lookback")

    def act(self) -> None:
        if self._person:
            self._person, self._what, self.rows.page = "", "people", 0
            self.host.refresh()
        else:
            self.host.go("history")


# Fairness of real dice.

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

    def _row(self, game: GameDice, die: DieRecord, *, several: bool) -> ListRow:
        name, icon = say(die.name), f"game:{game.game}" if several else ""
        return ListRow(
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
