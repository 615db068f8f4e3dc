"""What is kept of a game that is over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from typing import Annotated, Any, Final, Literal, TypeAlias

from msgspec import Meta, Struct

from companion.core.texts import P, T, Words, listed, own_name
from companion.games.game import Game
from companion.language import LANGUAGES, Language
from companion.scene.scene import Scene

Name: TypeAlias = Annotated[str, Meta(max_length=80)]
Said: TypeAlias = dict[Annotated[str, Meta(max_length=8)], Name]
"""Words by language (``en``, ``es``)."""
Moment: TypeAlias = Annotated[str, Meta(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")]
"""A time in UTC, as the clock of the table had it."""
Outcome: TypeAlias = Literal["won", "lost", "decided", "drawn", "unknown"]
"""All together have ``won`` or ``lost``; or it is ``decided`` between the players, or ``drawn``: nobody won.
``unknown``: the game cannot be played again to its end, because its box or its rules are others now."""


class SeatResult(Struct, frozen=True, omit_defaults=True):
    """Who sat in a seat."""

    seat: Name
    """As the code calls it: ``red``."""
    said: Said
    """As people call it."""
    name: Name = ""
    """Of the person; empty where nobody said it."""
    won: bool = False
    """Alone or with others; with all of them where they play together."""
    points: int | None = None
    """None where the game counts none."""


class GameResult(Struct, frozen=True, kw_only=True):
    """A game that is over. Times are those of its first and its last entry."""

    id: Annotated[str, Meta(min_length=1, max_length=64)]
    """Given at random when it began: no other game has it, on any table."""
    table: Name = ""
    """The name of the table that it was collected from; empty for a game that was played here."""
    table_id: Name = ""
    """By which that table is known where two have one name."""
    game: Name
    """Its rulebook, as the code calls it."""
    title: Said
    box: Name = ""
    """The id of the box, empty for a game without one."""
    box_name: Said = {}
    story: Name = ""
    """The id of the story, in a game that has several to choose from."""
    story_name: Said = {}
    started: Moment
    ended: Moment
    seconds: Annotated[int, Meta(ge=0)]
    """How long it was played, without long pauses."""
    outcome: Outcome
    players: Annotated[list[SeatResult], Meta(max_length=32)]
    """In the order in which they sat."""


# Working it out.

PAUSE = 30 * 60
"""Seconds between two answers from which on nobody was playing: they do not count as time played."""


def time_played(times: Sequence[float]) -> float:
    """Seconds between the first and the last of these times, without long pauses, and without a clock that was set."""
    return sum(gap for gap in (b - a for a, b in pairwise(times)) if 0 <= gap < PAUSE)


def story_of(game: Game, pack: Any, settings: Mapping[str, str]) -> tuple[str, Words]:
    """The story that is played and what it is called; nothing in a game that has no several."""
    for choice in game.rules.setup_choices(pack):
        if choice.key == "story":
            story = settings.get(choice.key, choice.default)
            return story, dict(choice.values).get(story, story)
    return "", ""


def said(words: Words) -> Said:
    """Words in every language that the companion speaks; nothing of no words."""
    return {code: Language(code).say(words)[:80] for code in LANGUAGES} if words else {}


def moment(at: float) -> str:
    """A Unix time as it is written down."""
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def outcome_of(scene: Scene) -> Outcome:
    """The outcome that the last scene of a game shows."""
    if scene.ranking:
        return "decided" if any(rank.winner for rank in scene.ranking) else "drawn"
    return {"win": "won", "loss": "lost"}.get(scene.result or "", "drawn")  # type: ignore[return-value]


def players_of(
    game: Game, pack: Any, seats: Sequence[str], scene: Scene, people: Mapping[str, str]
) -> list[SeatResult]:
    """The players in seating order; ``scene`` is the last one of the game, ``people`` are their names by seat."""
    names = dict(game.rules.seats(pack))
    ranks = {rank.seat: rank for rank in scene.ranking}
    found = []
    for seat in seats:
        rank = ranks.get(seat)
        words = said(names.get(seat, own_name(seat)))
        # A seat that the game has no name for is called as the people in it call themselves.
        name = people.get(seat) or ("" if seat in names else words["en"])
        won = scene.result == "win" if rank is None else rank.winner
        found.append(SeatResult(seat, words, name, won, None if rank is None else _points(rank.value)))
    return found


def _points(value: Words) -> int | None:
    """The number with which it begins, if it does: ``188``, ``−16``, ``32 VP``."""
    first = Language("en").say(value).replace("\u2212", "-").split(" ")[0]
    return int(first) if first.removeprefix("-").isdecimal() else None


# Spans of time. They are those of the machine's own clock and zone.

MORNING: Final = timedelta(hours=6)
"""So long after midnight an evening still goes on."""


def evening(now: datetime) -> str:
    """When the evening (or the day) has begun of which ``now`` is a part, as ``GameResult.ended`` is written."""
    return start_of((now - MORNING).date(), MORNING)


def year(now: datetime) -> str:
    """When this year has begun."""
    return start_of(date(now.year, 1, 1))


def start_of(day: date, later: timedelta = timedelta()) -> str:
    """When that day begins here, or so much later, as ``GameResult.ended`` is written."""
    return moment((datetime(day.year, day.month, day.day) + later).timestamp())


# In words.


def ending(result: GameResult) -> Words:
    """How a game has ended, in a word or two."""
    if result.outcome == "won":
        return T("won together")
    if result.outcome == "lost":
        return T("lost together")
    if result.outcome == "drawn":
        return T("nobody won")
    if result.outcome == "unknown":
        return T("finished")
    winners = [player_called(player) for player in result.players if player.won]
    return P("{names} won", "{names} won together", len(winners), names=listed(winners))


def player_called(player: SeatResult) -> Words:
    """What somebody is called; the seat where nobody said who sat there."""
    return player.name or player.said


def who_played(result: GameResult) -> Words:
    """All who played, with their points where the game counts them."""
    return listed([_with_points(player) for player in result.players])


def what_played(result: GameResult) -> Words:
    """The game, and its story."""
    return told(result.title, result.story_name)


def told(title: Words, story: Words) -> Words:
    """A game, and its story if there is one."""
    return T("{first} · {second}", first=title, second=story) if story else title


def times_won(played: int, won: int) -> Words:
    """How often a person has won, or all together."""
    return P("won {won} of {n} game", "won {won} of {n} games", played, won=won)


def _with_points(player: SeatResult) -> Words:
    name = player_called(player)
    return name if player.points is None else T("{name} {points}", name=name, points=player.points)
