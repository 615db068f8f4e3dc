"""Whole games played by nobody: for balancing packs, for measuring, for tests."""

from __future__ import annotations

import random
from bisect import bisect
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, combinations, cycle, islice
from typing import Any, TypeAlias

from msgspec import Struct

from companion.core.answers import Answer, Face, Roll
from companion.core.asks import Over, RollAsk
from companion.core.state import State
from companion.games.game import Game
from companion.games.player import Figure

Player: TypeAlias = Callable[[State[Any, Any], Sequence[Answer]], Answer]
"""Who answers what people are asked: the state and the listed answers come in, one of them goes out."""

MOST_ANSWERS = 20_000
"""No game is nearly as long; one that is would never end."""


def at_random(game: Game, luck: random.Random) -> Player:
    """A player who takes any listed answer, all of them alike; one to be filled in is filled in sensibly."""

    def play(state: State[Any, Any], legal: Sequence[Answer]) -> Answer:
        chosen = legal[int(luck.random() * len(legal))]
        return game.player.advise(state, [chosen], luck.random) if chosen.template else chosen

    return play


def sensible(game: Game, luck: random.Random) -> Player:
    """The sensible player that the game itself brings (``Game.advise``)."""
    return lambda state, legal: game.player.advise(state, legal, luck.random)


def play_out(game: Game, state: State[Any, Any], player: Player, luck: random.Random) -> tuple[Over, int]:
    """Play ``state`` to its end and say how it ended, and after how many answers.

    The legal answers are listed at every step. Chance falls with the odds of the rules, from ``luck``. A game of
    more than ``MOST_ANSWERS`` answers is a ValueError.
    """
    for count in range(MOST_ANSWERS):
        ask = game.rules.ask(state)
        if isinstance(ask, Over):
            return ask, count
        legal = game.rules.legal(state)
        if isinstance(ask, RollAsk):
            answer: Answer = Roll({die: _side(game.rules.dice[die], luck) for die in ask.dice})
        elif ask.chance:
            assert legal is not None
            answer = _fallen(legal, game.rules.odds(state) or (), luck)
        else:
            assert legal is not None
            answer = player(state, legal)
        game.rules.play(state, answer)
    raise ValueError(f"no end after {MOST_ANSWERS} answers")


def _side(sides: Sequence[Face], luck: random.Random) -> Face:
    return sides[int(luck.random() * len(sides))]


def _fallen(outcomes: Sequence[Answer], odds: Sequence[float], luck: random.Random) -> Answer:
    """One of the outcomes: the one that ``luck.choices`` gives, in half the time, and less where all are alike."""
    if odds.count(odds[0]) == len(odds):
        return outcomes[int(luck.random() * len(odds))]
    sums = list(accumulate(odds))
    return outcomes[bisect(sums, luck.random() * sums[-1], 0, len(sums) - 1)]


class FinishedGame(Struct, frozen=True):
    """How a game ended: the rule that ended it, and its figures."""

    rule: str
    figures: list[Figure]


def simulate(game: Game, pack: Any, story: str, players: int, count: int) -> Iterator[FinishedGame]:
    """Play ``count`` games of ``story`` (empty: the game has none) with sensible players.

    Every set of ``players`` seats has its turn. The same call gives the same games; ``BadSetup`` for a story or a
    number of players that the game does not have.
    """
    settings = {"story": story} if story else {}
    seats = [seat for seat, _ in game.rules.seats(pack)]
    for at, chosen in enumerate(islice(cycle(combinations(seats, players)), count)):
        luck = random.Random(f"{story}/{players}/{at}")
        state = game.rules.begin(pack, chosen, settings)
        over = play_out(game, state, sensible(game, luck), luck)[0]
        yield FinishedGame(over.rule, game.player.figures(state))
