"""The games that have ended this evening: how each did, from what its table shows, or has kept."""

from __future__ import annotations

from msgspec import Struct

from companion.club.topics import Game
from companion.club.wall.course import called
from companion.core.texts import T, Words, listed
from companion.results.finished import Finished


class Result(Struct, frozen=True):
    """A finished game: at which table, and when, in seconds of the wall's clock that only runs forward."""

    uuid: str
    table: str
    game: str
    """Its rulebook, as the code calls it."""
    title: Words
    scenario: Words
    outcome: Words
    """Who won, or how it ended, in a word or two."""
    won: bool | None
    """Together; None where players play against each other."""
    at: float


def over_result(table: str, game: Game, at: float) -> Result:
    """What a table shows that has ended at ``at``."""
    won = game.over.won if game.over is not None else None
    return Result(
        game.uuid, table, game.title, game.words or game.title, game.scenario or "", outcome(game), won, at
    )  # fmt: skip


def told_result(told: Finished, at: float) -> Result:
    """A game that a table has kept as finished."""
    winners: list[Words] = [one.name or one.said for one in told.players if one.won]
    won = {"won": True, "lost": False}.get(told.outcome)
    said = listed(winners) if told.outcome == "decided" and winners else _said(won)
    return Result(told.id, told.table, told.game, told.title, told.story_name or "", said, won, at)


def outcome(game: Game) -> Words:
    """How a game has ended, in a word or two."""
    over = game.over
    if over is None or over.won is not None or not over.winners:
        return _said(None if over is None else over.won)
    return listed([called(game, seat) for seat in over.winners])


def _said(won: bool | None) -> Words:
    return T("Over") if won is None else T("Won") if won else T("Lost")
