"""The tiles of the wall in words and numbers, and the order of tables in pages. No HTML here."""

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
    TableNeed.HELP: "hand", TableNeed.STUCK: "timer", TableNeed.NEARLY: "forward", TableNeed.PLAYING: "",
    TableNeed.OVER: "crown", TableNeed.FREE: "", TableNeed.AWAY: "cross",
}  # fmt: skip
MOST_BARS = 4


class TileBar(Struct, frozen=True):
    """A track: ``value`` of ``most``, None where nothing ends it."""

    name: Words
    value: int
    most: int | None
    tone: Literal["alert", "story", "plain"]


class TilePlayer(Struct, frozen=True):
    """A player: ``active`` if it is their turn, ``score`` as far as it is public."""

    icon: str
    name: Words
    score: Words
    active: bool = False
    winner: bool = False


class Tile(Struct, frozen=True):
    """The content of a tile."""

    id: str
    need: TableNeed
    name: str
    apart: str
    """Distinguishes it from another table of the same name; empty if there is none."""
    status: Words
    """The most important thing, short enough for a tile."""
    sign: str
    coming: bool
    beaten: bool = False
    """A cooperative game that is lost."""
    game: Words = ""
    icon: str = ""
    scenario: Words = ""
    doing: Words = ""
    """The open question, or how the game ended."""
    played: Words = ""
    players: list[TilePlayer] = []
    """By rank; without scores in the order of the seats."""
    bars: list[TileBar] = []


def tile(wall: Wall, table: WallTable, now: float, clock: Callable[[], float]) -> Tile:
    """The tile of a table at ``now``; ``clock`` returns Unix time."""
    need, game = wall.need(table, now), table.game
    shown = Tile(
        table.id, need, table.name, table.id[:4] if wall.twin(table) else "", _status(wall, table, need, now, clock),
        SIGNS[need], table.awaited,
    )  # fmt: skip
    if game is None:
        return shown
    seated = players(game)
    turn = next((one.icon for one in seated if one.active), "")
    doing = game.over or game.turn
    beaten = need == TableNeed.OVER and game.over is not None and game.over.won is False
    return structs.replace(
        shown, game=game.words or game.title, icon=f"game:{game.title}", scenario=game.scenario or "",
        doing=doing.words if doing is not None else "",
        sign=turn if need == TableNeed.PLAYING else "" if beaten else shown.sign, beaten=beaten,
        played="" if game.over is not None or table.played is None else length(table.played),
        players=seated, bars=bars(game),
    )  # fmt: skip


def _status(wall: Wall, table: WallTable, need: TableNeed, now: float, clock: Callable[[], float]) -> Words:
    game = table.game
    if need == TableNeed.OVER and game is not None:
        return outcome(game)
    if need == TableNeed.PLAYING and game is not None and game.turn is not None and game.turn.seat is not None:
        return called(game, game.turn.seat)
    texts: dict[TableNeed, Words] = {
        TableNeed.HELP: T("On the way") if table.awaited else T("Help!"),
        TableNeed.STUCK: T("Waits {n} min", n=int((now - table.asked) // 60)),
        TableNeed.NEARLY: T("Nearly over"),
        TableNeed.PLAYING: T("Everybody"),
        TableNeed.FREE: T("Free"),
        TableNeed.AWAY: _away(wall, table, now, clock),
    }
    return texts[need]


def _away(wall: Wall, table: WallTable, now: float, clock: Callable[[], float]) -> Words:
    time = hour(clock() - (now - wall.away_since(table, now)))
    if table.silent:
        return T("Not heard since {time}", time=time)
    return T("Not here") if table.away_before else T("Away {time}", time=time)


def players(game: GameSummary) -> list[TilePlayer]:
    """The players, the best first if the ranking is public."""
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
    """The tracks with an end, alarms first."""
    ending = [one for one in game.tracks if one.most]
    tones: dict[bool, Literal["alert", "plain"]] = {True: "alert", False: "plain"}
    return [
        TileBar(one.words, one.value, one.most, "story" if one.id == "story" else tones[one.alarm])
        for one in sorted(ending, key=lambda one: not one.alarm)[:MOST_BARS]
    ]


class ResultRow(Struct, frozen=True):
    """A row of the results."""

    time: str
    table: str
    icon: str
    game: Words
    scenario: Words
    outcome: Words
    won: bool | None


def row(result: Result, now: float, clock: Callable[[], float]) -> ResultRow:
    time = hour(clock() - (now - result.at))
    icon = f"game:{result.game}"
    return ResultRow(time, result.table, icon, result.title, result.scenario, result.outcome, result.won)


def hour(unix: float) -> str:
    """Local time as HH:MM."""
    return strftime("%H:%M", localtime(unix))


A_PAGE = 20
"""Tables on a page: four rows of five."""
SETTLE = 4.0
"""Seconds for which the order is kept; only a new call for help comes to the front at once."""
TURN = 12.0
"""Seconds for which a page is shown."""
ALONE = 4
"""How many times longer a single page of tables is shown before the results."""
SHIFT = 600.0
"""Seconds after which the layout is shifted, against burn-in."""


class WallPage(Struct, frozen=True):
    """A page of the wall, ``n`` of ``pages`` from 0."""

    what: Literal["tables", "results"]
    tables: list[str]
    n: int
    pages: int
    shape: tuple[int, int]
    """Tiles in a row, and rows."""
    long: bool
    """It is shown ``ALONE`` times as long."""


class Pager:
    """Keeps the order for some seconds, and turns the pages. All televisions share one and show the same."""

    def __init__(self, wall: Wall) -> None:
        self._wall = wall
        self._order: list[str] = []
        self._settled = float("-inf")
        self._calls: set[str] = set()
        self._n = 0
        self._turned: float | None = None

    def page(self, now: float) -> WallPage:
        """The current page; call it more often than pages turn."""
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
        """The tables whose call for help is not answered yet, in the order of the wall."""
        tables = self._wall.tables
        return [tables[id_] for id_ in self._order if id_ in self._calls and id_ in tables]


def grid(tables: int) -> tuple[int, int]:
    """Columns and rows for so many tiles, as few as possible."""
    shapes = [(1, 1), (2, 1), (2, 2), (3, 2), (3, 3), (4, 3), (4, 4), (5, 4)]
    return next((shape for shape in shapes if shape[0] * shape[1] >= tables), shapes[-1])


def standing(unix: float) -> int:
    """Which of four layouts to use at this time: head above or below, parts from the left or the right."""
    return int(unix // SHIFT) % 4


def count(wall: Wall, now: float, wanted: Callable[[TableNeed], bool]) -> int:
    return sum(wanted(wall.need(one, now)) for one in wall.tables.values())
