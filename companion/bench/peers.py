"""Random play with two comparable frameworks, if installed: ``pip install .[bench]``."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from time import process_time

from companion.bench.measure import Measure, Subject, median_of
from companion.core.texts import T, Text

SPIEL_GAMES = ("python_kuhn_poker", "python_tic_tac_toe", "python_liars_poker")
LEAST_STEPS = 3_000
"""Minimum steps per round, for accurate timing."""


def peers(subject: Subject) -> Iterator[Measure]:
    """Steps per second of OpenSpiel's Python games and of catanatron, if installed."""
    found: list[tuple[str, Text, Callable[[random.Random], int], Text]] = []
    if find_spec("pyspiel"):
        found += [_spiel(name) for name in SPIEL_GAMES]
    if find_spec("catanatron"):
        found.append(_catanatron())
    for name, what, play, note in found:
        share = Subject(subject.game, subject.loaded, subject.seconds / len(found))
        speeds = [_speed(play, luck) for luck in map(random.Random, share.rounds())]
        yield median_of(name, what, "answers/s", speeds, better="more", note=note)


def _speed(play: Callable[[random.Random], int], luck: random.Random) -> float:
    steps, start = 0, process_time()
    while steps < LEAST_STEPS:
        steps += play(luck)
    return steps / (process_time() - start)


def _spiel(name: str) -> tuple[str, Text, Callable[[random.Random], int], Text]:
    import pyspiel  # type: ignore[import-not-found]  # noqa: PLC0415 - only where it is installed
    from open_spiel.python import games  # type: ignore[import-not-found]  # noqa: F401, PLC0415 - registers them

    game = pyspiel.load_game(name)

    def play(luck: random.Random) -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(luck.choices(outcomes, odds)[0])
            else:
                state.apply_action(luck.choice(state.legal_actions()))
            steps += 1
        return steps

    note = T("a step is an action or an outcome of chance, legal actions listed")
    return f"peer.open_spiel.{name}", T("random play, OpenSpiel {name}", name=name), play, note


def _catanatron() -> tuple[str, Text, Callable[[random.Random], int], Text]:
    from catanatron import Color, Game, RandomPlayer  # type: ignore[import-not-found]  # noqa: PLC0415

    def play(luck: random.Random) -> int:
        game, steps = Game([RandomPlayer(colour) for colour in Color], seed=luck.getrandbits(32)), 0
        while game.winning_color() is None and steps < LEAST_STEPS:
            game.play_tick()
            steps += 1
        return steps

    note = T("a step is an action of a player, its dice and cards included, playable actions listed")
    return "peer.catanatron", T("random play, catanatron"), play, note
