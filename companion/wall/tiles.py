"""A table as it is shown: what stands on its tile and on its page, in words and numbers. No HTML here."""

from __future__ import annotations

from collections.abc import Callable
from time import localtime, strftime
from typing import Literal

from msgspec import Struct, structs

from companion.club.messages import GameSummary
from companion.core.texts import T, Words
from companion.lookback.page import length
from companion.wall.model import Result, TableNeed, Wall, WallTable, called, outcome

SIGNS = {
    TableNeed.HELP: "hand",
    TableNeed.STUCK: "timer",
    TableNeed.NEARLY: "forward",
    TableNeed.PLAYING: "",
    TableNeed.OVER: "crown",
    TableNeed.FREE: "",
    TableNeed.AWAY: "cross",
}
MOST_BARS = 4


class TileBar(Struct, frozen=True):
    """A track: ``value`` of ``most``, None where nothing ends it."""

    name: Words
    value: int
    most: int | None
    tone: Literal["alert", "story", "plain"]


class TilePlayer(Struct, frozen=True):
    """Somebody who plays: ``active`` is whose turn it is, ``score`` what everybody may know of how they stand."""

    icon: str
    name: Words
    score: Words
    active: bool = False
    winner: bool = False


class Tile(Struct, frozen=True):
    """All that is shown of a table."""

    id: str
    kind: TableNeed
    name: str
    apart: str
    """What tells it from another table of the same name; empty where there is none."""
    told: Words
    """The one thing to be said about it, short enough for a tile."""
    sign: str
    coming: bool
    beaten: bool = False
    """Everybody has lost together."""
    game: Words = ""
    icon: str = ""
    scenario: Words = ""
    doing: Words = ""
    """What is asked there, or how it has ended."""
    played: Words = ""
    """For how long the game goes on."""
    players: list[TilePlayer] = []
    """As they stand; where nothing is counted, as they sit."""
    bars: list[TileBar] = []


def tile(wall: Wall, table: WallTable, now: float, clock: Callable[[], float]) -> Tile:
    """How a table is shown at ``now``; ``clock`` is the time of day as Unix time."""
    kind, game = wall.kind(table, now), table.game
    shown = Tile(
        table.id,
        kind,
        table.name,
        table.id[:4] if wall.twin(table) else "",
        _told(table, kind, now, clock),
        SIGNS[kind],
        table.awaited,
    )
    if game is None:
        return shown
    seated = players(game)
    turn = next((one.icon for one in seated if one.active), "")
    doing = game.over or game.turn
    beaten = kind == TableNeed.OVER and game.over is not None and game.over.won is False
    return structs.replace(
        shown,
        game=game.words or game.title,
        icon=f"game:{game.title}",
        scenario=game.scenario or "",
        doing=doing.words if doing is not None else "",
        sign=turn if kind == TableNeed.PLAYING else "" if beaten else shown.sign,
        beaten=beaten,
        played="" if game.over is not None else length(table.played),
        players=seated,
        bars=bars(game),
    )


def _told(table: WallTable, kind: TableNeed, now: float, clock: Callable[[], float]) -> Words:
    game = table.game
    if kind == TableNeed.OVER and game is not None:
        return outcome(game)
    if kind == TableNeed.PLAYING and game is not None and game.turn is not None and game.turn.seat is not None:
        return called(game, game.turn.seat)
    texts: dict[TableNeed, Words] = {
        TableNeed.HELP: T("On the way") if table.awaited else T("Help!"),
        TableNeed.STUCK: T("Waits {n} min", n=int((now - table.asked) // 60)),
        TableNeed.NEARLY: T("Nearly over"),
        TableNeed.PLAYING: T("Everybody"),
        TableNeed.FREE: T("Free"),
        TableNeed.AWAY: T("Not here")
        if table.away_before
        else T("Away {time}", time=hour(clock() - (now - table.changed))),
    }
    return texts[kind]


def players(game: GameSummary) -> list[TilePlayer]:
    """Who plays, the best one first where everybody may know who that is."""
    places = {one.seat: n for n, one in enumerate(game.standings)}
    found = [_player(game, n) for n in range(len(game.players))]
    seats = {id(one): person.seat for one, person in zip(found, game.players, strict=True)}
    return sorted(found, key=lambda one: places.get(seats[id(one)], len(places)))


def _player(game: GameSummary, n: int) -> TilePlayer:
    one = game.players[n]
    place = next((place for place in game.standings if place.seat == one.seat), None)
    score: Words = "" if place is None else place.words if place.score is None else place.score
    letter = str(n + 1) if not one.name and one.seat.startswith("player") else (one.name or one.seat)[:1]
    active = game.turn is not None and game.turn.seat == one.seat
    winner = game.over is not None and one.seat in game.over.winners
    return TilePlayer(f"seat:{n}:{letter}", called(game, one.seat), score, active, winner)


def bars(game: GameSummary) -> list[TileBar]:
    """The tracks that end somewhere, those of alarm first."""
    ending = [one for one in game.tracks if one.most]
    tones: dict[bool, Literal["alert", "plain"]] = {True: "alert", False: "plain"}
    return [
        TileBar(one.words, one.value, one.most, "story" if one.id == "story" else tones[one.alarm])
        for one in sorted(ending, key=lambda one: not one.alarm)[:MOST_BARS]
    ]


class ResultRow(Struct, frozen=True):
    """A line of the evening's results."""

    time: str
    table: str
    icon: str
    game: Words
    scenario: Words
    outcome: Words
    won: bool | None


def row(result: Result, now: float, clock: Callable[[], float]) -> ResultRow:
    """A finished game as it is listed."""
    time = hour(clock() - (now - result.at))
    icon = f"game:{result.game}"
    return ResultRow(time, result.table, icon, result.title, result.scenario, result.outcome, result.won)


def hour(unix: float) -> str:
    """The time of day at this place."""
    return strftime("%H:%M", localtime(unix))


# What stands on the wall at one moment: the order of the tables, in pages that turn by themselves.

A_PAGE = 20
"""So many tables stand on a page: five in a row, four rows."""
SETTLE = 4.0
"""Seconds for which tables stay where they are; only one that has begun to call for help comes to the front at once."""
TURN = 12.0
"""Seconds for which a page is shown."""
ALONE = 4
"""So many times longer the only page of tables stands before the results are shown."""
SHIFT = 600.0
"""Seconds after which everything stands elsewhere, so that nothing is burnt into the glass."""


class WallPage(Struct, frozen=True):
    """A page of the wall, ``n`` of ``pages`` from 0."""

    what: Literal["tables", "results"]
    tables: list[str]
    n: int
    pages: int
    shape: tuple[int, int]
    """Tiles in a row, and rows."""
    long: bool
    """It stands four times as long as others."""


class Pager:
    """Keeps the order for some seconds and turns the pages. One for all televisions: they show the same."""

    def __init__(self, wall: Wall) -> None:
        self._wall = wall
        self._order: list[str] = []
        self._settled = float("-inf")
        self._calls: set[str] = set()
        self._n = 0
        self._turned: float | None = None

    def page(self, now: float) -> WallPage:
        """What is shown now; to be asked more often than pages turn."""
        tables = self._wall.tables
        self._turned = now if self._turned is None else self._turned
        calls = {id_ for id_, one in tables.items() if one.help is not None and not one.awaited}
        if calls - self._calls:
            self._n, self._turned = 0, now
        if calls - self._calls or now - self._settled >= SETTLE or any(id_ not in tables for id_ in self._order):
            self._order, self._settled = [one.id for one in self._wall.order(now)], now
        known = set(self._order)
        self._order += [id_ for id_ in tables if id_ not in known]
        self._calls = calls
        made = [self._order[at : at + A_PAGE] for at in range(0, len(self._order), A_PAGE)] or [[]]
        last = len(made) if self._wall.results and not calls else len(made) - 1
        if self._n > last:
            self._n, self._turned = 0, now
        elif now - self._turned >= (TURN * ALONE if len(made) == 1 and self._n == 0 else TURN):
            self._n, self._turned = (self._n + 1) % (last + 1), now
        shape = grid(len(self._order))
        if self._n == len(made):
            return WallPage("results", [], self._n, last + 1, shape, long=False)
        return WallPage("tables", made[self._n], self._n, last + 1, shape, long=len(made) == 1)

    @property
    def calls(self) -> list[WallTable]:
        """The tables that call for help while nobody comes, in the order of the wall."""
        tables = self._wall.tables
        return [tables[id_] for id_ in self._order if id_ in self._calls and id_ in tables]


def grid(tables: int) -> tuple[int, int]:
    """How many tiles stand in a row, and how many rows there are, so that each is as large as there is room for."""
    shapes = [(1, 1), (2, 1), (2, 2), (3, 2), (3, 3), (4, 3), (4, 4), (5, 4)]
    return next((shape for shape in shapes if shape[0] * shape[1] >= tables), shapes[-1])


def standing(unix: float) -> int:
    """In which of four ways the wall stands at this time: its head above or below, its parts from left or right."""
    return int(unix // SHIFT) % 4


def count(wall: Wall, now: float, wanted: Callable[[TableNeed], bool]) -> int:
    """How many tables are of a kind that is ``wanted``."""
    return sum(wanted(wall.kind(one, now)) for one in wall.tables.values())
