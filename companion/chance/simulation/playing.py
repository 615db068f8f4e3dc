"""Plays a game to its end automatically, for balancing packs, benchmarks and tests."""

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
"""Answers decisions: from the state and the legal answers to one of them."""

Watch: TypeAlias = Callable[[Ask, Sequence[Answer], Answer], None]
"""A callback for each listed chance ask: the ask, the possible outcomes, and the actual one."""

MOST_ANSWERS = 20_000
"""Limit on the length of a game, far above any real one."""


def at_random(game: Game, luck: random.Random) -> Player:
    """A player that picks uniformly among the legal answers; forms are filled in sensibly."""

    def play(state: State[Any, Any], legal: Sequence[Answer]) -> Answer:
        chosen = legal[int(luck.random() * len(legal))]
        return game.player.advise(state, [chosen], luck.random) if chosen.template else chosen

    return play


def sensible(game: Game, luck: random.Random) -> Player:
    """The game's own sensible player (``Game.advise``)."""
    return lambda state, legal: game.player.advise(state, legal, luck.random)


def play_out(
    game: Game, state: State[Any, Any], player: Player, luck: random.Random, watch: Watch | None = None
) -> tuple[Over, int]:
    """Play ``state`` to its end; returns how it ended, and the number of answers.

    Legal answers are listed at every step. Chance follows the odds of the rules, drawn from ``luck``. Raises
    ``ValueError`` after ``MOST_ANSWERS`` answers.
    """
    rules = game.rules
    for count in range(MOST_ANSWERS):
        ask = rules.ask(state)
        if isinstance(ask, Over):
            return ask, count
        legal = rules.legal(state)
        if isinstance(ask, RollAsk):
            answer: Answer = Roll({die: _roll(rules.dice[die], luck) for die in ask.dice})
        elif ask.chance:
            assert legal is not None
            answer = _choose_outcome(legal, rules.odds(state) or (), luck)
            if watch is not None:
                watch(ask, legal, answer)
        else:
            assert legal is not None
            answer = player(state, legal)
        rules.play(state, answer)
    raise ValueError(f"no end after {MOST_ANSWERS} answers")


def _roll(sides: Sequence[Face], luck: random.Random) -> Face:
    return sides[int(luck.random() * len(sides))]


def _choose_outcome(outcomes: Sequence[Answer], odds: Sequence[float], luck: random.Random) -> Answer:
    """The same as ``luck.choices``, but twice as fast, and faster still for equal odds."""
    if odds.count(odds[0]) == len(odds):
        return outcomes[int(luck.random() * len(odds))]
    sums = list(accumulate(odds))
    return outcomes[bisect(sums, luck.random() * sums[-1], 0, len(sums) - 1)]
