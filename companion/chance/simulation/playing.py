"""A game played out by nobody: for balancing packs, for measuring, for tests."""

from __future__ import annotations

import random
from bisect import bisect
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Any, TypeAlias

from companion.core.answers import Answer, Face, Roll
from companion.core.asks import Ask, Over, RollAsk
from companion.core.state import State
from companion.games.game import Game

Player: TypeAlias = Callable[[State[Any, Any], Sequence[Answer]], Answer]
"""Who answers what people are asked: the state and the listed answers come in, one of them goes out."""

Watch: TypeAlias = Callable[[Ask, Sequence[Answer], Answer], None]
"""Is told each question that chance answered out of a list, all that could have come, and what came."""

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


def play_out(
    game: Game, state: State[Any, Any], player: Player, luck: random.Random, watch: Watch | None = None
) -> tuple[Over, int]:
    """Play ``state`` to its end and say how it ended, and after how many answers.

    The legal answers are listed at every step. Chance falls with the odds of the rules, from ``luck``. A game of
    more than ``MOST_ANSWERS`` answers is a ValueError.
    """
    rules = game.rules
    for count in range(MOST_ANSWERS):
        ask = rules.ask(state)
        if isinstance(ask, Over):
            return ask, count
        legal = rules.legal(state)
        if isinstance(ask, RollAsk):
            answer: Answer = Roll({die: _side(rules.dice[die], luck) for die in ask.dice})
        elif ask.chance:
            assert legal is not None
            answer = _fallen(legal, rules.odds(state) or (), luck)
            if watch is not None:
                watch(ask, legal, answer)
        else:
            assert legal is not None
            answer = player(state, legal)
        rules.play(state, answer)
    raise ValueError(f"no end after {MOST_ANSWERS} answers")


def _side(sides: Sequence[Face], luck: random.Random) -> Face:
    return sides[int(luck.random() * len(sides))]


def _fallen(outcomes: Sequence[Answer], odds: Sequence[float], luck: random.Random) -> Answer:
    """One of the outcomes: the one that ``luck.choices`` gives, in half the time, and less where all are alike."""
    if odds.count(odds[0]) == len(odds):
        return outcomes[int(luck.random() * len(odds))]
    sums = list(accumulate(odds))
    return outcomes[bisect(sums, luck.random() * sums[-1], 0, len(sums) - 1)]
