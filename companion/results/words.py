"""Results in words."""

from __future__ import annotations

from companion.core.texts import P, T, Words, listed
from companion.results.finished import Finished, Player


def ending(result: Finished) -> Words:
    """How a game has ended, in a word or two."""
    if result.outcome == "won":
        return T("won together")
    if result.outcome == "lost":
        return T("lost together")
    if result.outcome == "drawn":
        return T("nobody won")
    if result.outcome == "unknown":
        return T("finished")
    winners = [called(player) for player in result.players if player.won]
    return P("{names} won", "{names} won together", len(winners), names=listed(winners))


def called(player: Player) -> Words:
    """What somebody is called; the seat where nobody said who sat there."""
    return player.name or player.said


def who_played(result: Finished) -> Words:
    """All who played, with their points where the game counts them."""
    return listed([_with_points(player) for player in result.players])


def what_played(result: Finished) -> Words:
    """The game, and its story."""
    return told(result.title, result.story_name)


def told(title: Words, story: Words) -> Words:
    """A game, and its story if there is one."""
    return T("{first} · {second}", first=title, second=story) if story else title


def times_won(played: int, won: int) -> Words:
    """How often a person has won, or all together."""
    return P("won {won} of {n} game", "won {won} of {n} games", played, won=won)


def _with_points(player: Player) -> Words:
    name = called(player)
    return name if player.points is None else T("{name} {points}", name=name, points=player.points)
