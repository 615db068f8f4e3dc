"""A table as it is shown: what stands on its tile and on its page, in words and numbers. No HTML here."""

from __future__ import annotations

from collections.abc import Callable
from time import localtime, strftime
from typing import Literal

from msgspec import Struct, structs

from companion.club.topics import Game
from companion.club.wall.course import called
from companion.club.wall.heard import Heard
from companion.club.wall.model import Kind, Wall
from companion.club.wall.outcomes import Result, outcome
from companion.core.texts import T, Words
from companion.lookback.page import length

SIGNS = {
    Kind.HELP: "hand",
    Kind.STUCK: "timer",
    Kind.NEARLY: "forward",
    Kind.PLAYING: "",
    Kind.OVER: "crown",
    Kind.FREE: "",
    Kind.AWAY: "cross",
}
MOST_BARS = 4


class Bar(Struct, frozen=True):
    """A track: ``value`` of ``most``, None where nothing ends it."""

    name: Words
    value: int
    most: int | None
    tone: Literal["alert", "story", "plain"]


class Player(Struct, frozen=True):
    """Somebody who plays: ``active`` is whose turn it is, ``score`` what everybody may know of how they stand."""

    icon: str
    name: Words
    score: Words
    active: bool = False
    winner: bool = False


class Tile(Struct, frozen=True):
    """All that is shown of a table."""

    id: str
    kind: Kind
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
    players: list[Player] = []
    """As they stand; where nothing is counted, as they sit."""
    bars: list[Bar] = []


def tile(wall: Wall, table: Heard, now: float, clock: Callable[[], float]) -> Tile:
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
    beaten = kind == Kind.OVER and game.over is not None and game.over.won is False
    return structs.replace(
        shown,
        game=game.words or game.title,
        icon=f"game:{game.title}",
        scenario=game.scenario or "",
        doing=doing.words if doing is not None else "",
        sign=turn if kind == Kind.PLAYING else "" if beaten else shown.sign,
        beaten=beaten,
        played="" if game.over is not None else length(table.played),
        players=seated,
        bars=bars(game),
    )


def _told(table: Heard, kind: Kind, now: float, clock: Callable[[], float]) -> Words:
    game = table.game
    if kind == Kind.OVER and game is not None:
        return outcome(game)
    if kind == Kind.PLAYING and game is not None and game.turn is not None and game.turn.seat is not None:
        return called(game, game.turn.seat)
    texts: dict[Kind, Words] = {
        Kind.HELP: T("On the way") if table.awaited else T("Help!"),
        Kind.STUCK: T("Waits {n} min", n=int((now - table.asked) // 60)),
        Kind.NEARLY: T("Nearly over"),
        Kind.PLAYING: T("Everybody"),
        Kind.FREE: T("Free"),
        Kind.AWAY: T("Not here") if table.away_before else T("Away {time}", time=hour(clock() - (now - table.changed))),
    }
    return texts[kind]


def players(game: Game) -> list[Player]:
    """Who plays, the best one first where everybody may know who that is."""
    places = {one.seat: n for n, one in enumerate(game.standings)}
    found = [_player(game, n) for n in range(len(game.players))]
    seats = {id(one): person.seat for one, person in zip(found, game.players, strict=True)}
    return sorted(found, key=lambda one: places.get(seats[id(one)], len(places)))


def _player(game: Game, n: int) -> Player:
    one = game.players[n]
    place = next((place for place in game.standings if place.seat == one.seat), None)
    score: Words = "" if place is None else place.words if place.score is None else place.score
    letter = str(n + 1) if not one.name and one.seat.startswith("player") else (one.name or one.seat)[:1]
    active = game.turn is not None and game.turn.seat == one.seat
    winner = game.over is not None and one.seat in game.over.winners
    return Player(f"seat:{n}:{letter}", called(game, one.seat), score, active, winner)


def bars(game: Game) -> list[Bar]:
    """The tracks that end somewhere, those of alarm first."""
    ending = [one for one in game.tracks if one.most]
    tones: dict[bool, Literal["alert", "plain"]] = {True: "alert", False: "plain"}
    return [
        Bar(one.words, one.value, one.most, "story" if one.id == "story" else tones[one.alarm])
        for one in sorted(ending, key=lambda one: not one.alarm)[:MOST_BARS]
    ]


class Row(Struct, frozen=True):
    """A line of the evening's results."""

    time: str
    table: str
    icon: str
    game: Words
    scenario: Words
    outcome: Words
    won: bool | None


def row(result: Result, now: float, clock: Callable[[], float]) -> Row:
    """A finished game as it is listed."""
    time = hour(clock() - (now - result.at))
    icon = f"game:{result.game}"
    return Row(time, result.table, icon, result.title, result.scenario, result.outcome, result.won)


def hour(unix: float) -> str:
    """The time of day at this place."""
    return strftime("%H:%M", localtime(unix))
