"""The wall as HTML: for each view its parts, so that a browser gets only those that have changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from time import localtime, strftime
from typing import Any, Literal, NamedTuple, TypeAlias

from companion.core.texts import P, T, Text, Words
from companion.language import LANGUAGES
from companion.scene.html import line_chart
from companion.wall.model import TableNeed, Wall, WallTable
from companion.wall.tiles import Pager, WallPage, count, hour, row, standing, tile
from companion.web.html import Templates, say_in

WORDS: Mapping[str, Words] = {
    "title": T("All tables"),
    "tables": T("Tables"),
    "results": T("Results of the evening"),
    "no_results": T("No game has ended yet this evening."),
    "no_tables": T("No table speaks yet"),
    "no_tables_hint": T("A table appears by itself as soon as its companion reaches the broker."),
    "away": T("This page has lost the wall's program. It is tried again by itself."),
    "come": T("Somebody comes"),
    "sound": T("Ring here"),
    "sound_on": T("Rings here"),
    "standings": T("Standings"),
    "players": T("Players"),
    "no_chart": T("The charts begin with the next answers."),
    "last_games": T("Last games here"),
    "unknown": T("No table has this address any more"),
    "back": T("All tables"),
    "let_in": T("Answer from this browser"),
    "let_in_hint": T("Then it can tell a table that somebody comes. The others only show."),
    "wrong_address": T("This address does not open anything any more"),
    "wrong_address_hint": T("The terminal in which the wall runs shows the one of now."),
}
"""By the names that templates use."""

TEMPLATES = Templates(WORDS, Path(__file__).parent / "templates")
ROWS = 11
"""So many results stand on a screen that is read from afar."""
HERE = 6
"""So many last games of a table stand on its page."""
READ = 8.0
"""Seconds for which one of several sentences about something strange is shown."""

What: TypeAlias = Literal["wall", "results", "table"]


class BrowserView(NamedTuple):
    """A browser's page and language, and whether it may answer calls for help."""

    what: What
    table: str
    language: str
    answers: bool

    @property
    def path(self) -> str:
        return f"/table/{self.table}" if self.what == "table" else "/results" if self.what == "results" else "/"


class WallFrame:
    """The content of a browser: ``parts`` by name. A new ``key`` means a new layout."""

    def __init__(self, key: tuple[object, ...], parts: dict[str, str], language: str, about: dict[str, Any]) -> None:
        self.key = key
        self.parts = parts
        self._language = language
        self._about = about

    @cached_property
    def html(self) -> str:
        return TEMPLATES.filled("content.html", self._language, parts=self.parts, **self._about)


class WallPages:
    """Makes the pages of ``wall``. ``broken`` says since when the broker has been away, and why."""

    def __init__(self, wall: Wall, clock: Callable[[], float]) -> None:
        self._wall = wall
        self._clock = clock
        self.turning = Pager(wall)
        self.broken: Text | None = None
        self._tiles: dict[tuple[str, str, bool], tuple[object, str]] = {}

    def frame(self, view: BrowserView, now: float, shown: WallPage) -> WallFrame:
        """The content for this view; ``shown`` is the current page of the wall."""
        what: str = shown.what if view.what == "wall" else view.what
        ids = shown.tables if view.what == "wall" else []
        key: tuple[object, ...] = (what, view.table)
        if view.what == "wall":
            key = (what, *ids, shown.n, shown.pages, shown.shape)
        stand = standing(self._clock())
        parts = {"head": self._head(view, what, now), "foot": self._foot(view, now, shown)}
        if what == "tables":
            tables = self._wall.tables
            parts |= {id_: self._tile(tables[id_], view, now) for id_ in ids if id_ in tables}
        elif what == "results":
            parts["main"] = self._results(view, now, None if view.what == "results" else ROWS)
        else:
            parts["main"] = self._table(view, now)
        about = {"what": what, "ids": [one for one in ids if one in parts], "shape": shown.shape, "standing": stand}
        return WallFrame((*key, stand), parts, view.language, about)

    def whole(self, view: BrowserView, frame: WallFrame, built: str) -> str:
        """A whole page; ``built`` identifies its script and styles."""
        return self._framed(view.language, view.path, frame.html, built)

    def door(self, language: str, address: str, built: str, *, right: bool) -> str:
        """The page on which a browser gets the right to answer; ``right`` is False for an expired address."""
        content = TEMPLATES.filled("door.html", language, right=right, address=address)
        return self._framed(language, "", f'<div class="stand view-door">{content}</div>', built)

    def _framed(self, language: str, path: str, content: str, built: str) -> str:
        return TEMPLATES.filled("wall.html", language, language=language, view=path, built=built, content=content)

    # The parts.

    def _head(self, view: BrowserView, what: str, now: float) -> str:
        wall = self._wall
        need = count(wall, now, lambda need: need.worth_a_look)
        there = count(wall, now, lambda need: need != TableNeed.AWAY)
        tables: Words = P("{n} table", "{n} tables", there)
        if need:
            tables = T("{tables}, {n} to look after", tables=tables, n=need)
        return TEMPLATES.filled(
            "head.html", view.language, clock=hour(self._clock()), calls=self.turning.calls,
            counted=say_in(view.language)(tables), what=what, results=bool(wall.results),
            asked=f"?language={view.language}", path=view.path, language=view.language, languages=LANGUAGES,
        )  # fmt: skip

    def _foot(self, view: BrowserView, now: float, shown: WallPage) -> str:
        say, notices = say_in(view.language), self._wall.notices()
        return TEMPLATES.filled(
            "foot.html", view.language, broken=say(self.broken),
            notice=say(notices[int(now // READ) % len(notices)]) if notices else "",
            pages=shown.pages if view.what == "wall" else 1, at=shown.n, long=shown.long,
        )  # fmt: skip

    def _tile(self, table: WallTable, view: BrowserView, now: float) -> str:
        """The HTML of a tile, made again only when something on it has changed."""
        at = table.id, view.language, view.answers
        one = tile(self._wall, table, now, self._clock)
        known = self._tiles.get(at)
        if known is not None and known[0] == one:
            return known[1]
        html = TEMPLATES.filled(
            "one_tile.html", view.language, one=one, answers=view.answers, asked=f"?language={view.language}"
        ).strip()
        self._tiles[at] = one, html
        return html

    def forget(self) -> None:
        """Drop the tiles of tables that are gone."""
        self._tiles = {at: made for at, made in self._tiles.items() if at[0] in self._wall.tables}

    def _results(self, view: BrowserView, now: float, most: int | None) -> str:
        rows = [row(one, now, self._clock) for one in self._wall.results[:most]]
        return TEMPLATES.filled("results.html", view.language, rows=rows)

    def _table(self, view: BrowserView, now: float) -> str:
        table = self._wall.tables.get(view.table)
        about: dict[str, Any] = {"one": None, "asked": f"?language={view.language}"}
        if table is not None:
            game = table.game
            here = [one for one in self._wall.results if one.table == table.name][:HERE]
            about |= {
                "one": tile(self._wall, table, now, self._clock),
                "answers": view.answers,
                "charts": self._charts(table, view.language, now),
                "counted": game is not None and bool(game.standings),
                "rows": [row(one, now, self._clock) for one in here],
            }
        return TEMPLATES.filled("table.html", view.language, **about)

    def _charts(self, table: WallTable, language: str, now: float) -> Sequence[tuple[str, str]]:
        series, say = table.series, say_in(language)
        if series is None:
            return []
        begun = self._clock() - now
        times: list[Words] = [strftime("%H:%M", localtime(begun + one)) for one in series.moments]
        return [(say(chart.name), line_chart(chart, times, say)) for chart in series.charts]
