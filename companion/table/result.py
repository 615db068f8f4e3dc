"""The result of a finished game: its record, how it is worked out, and its words."""

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
Translations: TypeAlias = dict[Annotated[str, Meta(max_length=8)], Name]
"""Words by language (``en``, ``es``)."""
Timestamp: TypeAlias = Annotated[str, Meta(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")]
"""A time in UTC, from the clock of the table."""
Outcome: TypeAlias = Literal["won", "lost", "decided", "drawn", "unknown"]
"""``won`` or ``lost`` by all together, ``decided`` between the players, or ``drawn``: nobody won. ``unknown``: the game
cannot be replayed, because its box or its rules have changed."""


class SeatResult(Struct, frozen=True, omit_defaults=True):
    """The result of one seat."""

    seat: Name
    """Its id, such as ``red``."""
    said: Translations
    name: Name = ""
    """The name of the person; empty if none was given."""
    won: bool = False
    """True for each winner; in a cooperative game for all or none."""
    points: int | None = None
    """None if the game has no points."""


class GameResult(Struct, frozen=True, kw_only=True):
    """The result of a finished game. Its times are those of the first and the last entry."""

    id: Annotated[str, Meta(min_length=1, max_length=64)]
    """Random, and unique over all tables."""
    table: Name = ""
    """The name of the table it was collected from; empty for a game played here."""
    table_id: Name = ""
    """The id of that table, since two may have the same name."""
    game: Name
    """The id of its rulebook."""
    title: Translations
    box: Name = ""
    """The id of the box; empty for a game without one."""
    box_name: Translations = {}
    story: Name = ""
    """The id of the story; empty for a game without stories."""
    story_name: Translations = {}
    started: Timestamp
    ended: Timestamp
    seconds: Annotated[int, Meta(ge=0)]
    """The time played, without long pauses."""
    outcome: Outcome
    players: Annotated[list[SeatResult], Meta(max_length=32)]
    """In seating order."""


# Working it out.

PAUSE = 30 * 60
"""Gaps between two answers of this many seconds or more do not count as time played."""


def time_played(times: Sequence[float]) -> float:
    """The seconds between the first and the last of these times, without long pauses and changes of the clock."""
    return sum(gap for gap in (b - a for a, b in pairwise(times)) if 0 <= gap < PAUSE)


def story_of(game: Game, pack: Any, settings: Mapping[str, str]) -> tuple[str, Words]:
    """The id and the name of the story; both empty in a game without stories."""
    for choice in game.rules.setup_choices(pack):
        if choice.key == "story":
            story = settings.get(choice.key, choice.default)
            return story, dict(choice.values).get(story, story)
    return "", ""


def translations(words: Words) -> Translations:
    """Words in every supported language; empty for no words."""
    return {code: Language(code).say(words)[:80] for code in LANGUAGES} if words else {}


def timestamp(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def outcome_of(scene: Scene) -> Outcome:
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
        words = translations(names.get(seat, own_name(seat)))
        # A seat without a name in the game was named by its player.
        name = people.get(seat) or ("" if seat in names else words["en"])
        won = scene.result == "win" if rank is None else rank.winner
        found.append(SeatResult(seat, words, name, won, None if rank is None else _points(rank.value)))
    return found


def _points(value: Words) -> int | None:
    first = Language("en").say(value).replace("\u2212", "-").split(" ")[0]
    return int(first) if first.removeprefix("-").isdecimal() else None


# Spans of time, by the clock and time zone of this machine.

MORNING: Final = timedelta(hours=6)
"""An evening ends this long after midnight."""


def evening(now: datetime) -> str:
    return start_of((now - MORNING).date(), MORNING)


def year(now: datetime) -> str:
    return start_of(date(now.year, 1, 1))


def start_of(day: date, later: timedelta = timedelta()) -> str:
    """The beginning of ``day``, or a time ``later`` that day, as a ``Timestamp``."""
    return timestamp((datetime(day.year, day.month, day.day) + later).timestamp())


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
    winners = [player_name(player) for player in result.players if player.won]
    return P("{names} won", "{names} won together", len(winners), names=listed(winners))


def player_name(player: SeatResult) -> Words:
    return player.name or player.said


def who_played(result: GameResult) -> Words:
    """All players, with their points if the game has any."""
    return listed([_with_points(player) for player in result.players])


def what_played(result: GameResult) -> Words:
    return with_story(result.title, result.story_name)


def with_story(title: Words, story: Words) -> Words:
    return T("{first} · {second}", first=title, second=story) if story else title


def times_won(played: int, won: int) -> Words:
    """The number of games won, by a person or by all together."""
    return P("won {won} of {n} game", "won {won} of {n} games", played, won=won)


def _with_points(player: SeatResult) -> Words:
    name = player_name(player)
    return name if player.points is None else T("{name} {points}", name=name, points=player.points)
