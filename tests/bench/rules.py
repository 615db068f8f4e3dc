"""Benchmarks of the rules: answers per second, two comparable frameworks, undo in a long game, and memory.

``python -m tests.bench.rules GAME PACK COUNT`` plays whole games and prints the memory after each (MB).
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from itertools import product
from time import process_time
from typing import Any

from companion.bench import Measure, Subject, median_of, memory_mb, milliseconds
from companion.chance.dealer import Dealer
from companion.chance.playing import play_out
from companion.core.texts import plain
from companion.games.registry import load_game
from companion.packs.loader import load_pack
from companion.table.table import Table
from tests.games.partial import at_random

REACH = 60_000
SPIEL_GAMES = ("python_kuhn_poker", "python_tic_tac_toe", "python_liars_poker")
LEAST_STEPS = 3_000
"""Minimum steps per round of a framework, for accurate timing."""
MOST_CALM_FBI = 2
"""With more FBI on the board a game may end soon (R-NYC-112)."""
ENTRIES, REACH_UNDO_MS = 1_000, 20.0
MOST_SEEDS = 50
GAMES, REACH_MB = 10, 200.0


def random_play(subject: Subject) -> Iterator[Measure]:
    """Play whole random games: every story with every number of players, the same games in each round."""
    speeds = []
    for _ in subject.rounds(least=5):
        start = process_time()
        answers = one_round(subject)
        speeds.append(answers / (process_time() - start))
    yield median_of(
        "play.random",
        f"random play, {plain(subject.game.title)}",
        "answers/s",
        speeds,
        reach=REACH,
        better="more",
        note="whole games, a step is an answer of people or of chance, per second of one core",
    )


def one_round(subject: Subject) -> int:
    """Play the games of a round; returns the number of answers."""
    game, pack = subject.game, subject.loaded.pack
    seats = [seat for seat, _ in game.rules.seats(pack)]
    least, most = game.rules.seat_limits(pack)
    choices = {choice.key: [value for value, _ in choice.values] for choice in game.rules.setup_choices(pack)}
    least, most = game.rules.seat_limits(pack)
    answers = 0
    for story, players in product(choices.get("story", [""]), range(least, most + 1)):
        luck = random.Random(f"{story}/{players}")
        state = game.rules.begin(pack, seats[:players], {"story": story} if story else {})
        answers += play_out(game, state, at_random(game, luck), luck)[1]
    return answers


# Frameworks


def peers(subject: Subject) -> Iterator[Measure]:
    """Steps per second of OpenSpiel's Python games and of catanatron, if installed."""
    found: list[tuple[str, str, Callable[[random.Random], int], str]] = []
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


def _spiel(name: str) -> tuple[str, str, Callable[[random.Random], int], str]:
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

    note = "a step is an action or an outcome of chance, legal actions listed"
    return f"peer.open_spiel.{name}", f"random play, OpenSpiel {name}", play, note


def _catanatron() -> tuple[str, str, Callable[[random.Random], int], str]:
    from catanatron import Color, Game, RandomPlayer  # type: ignore[import-not-found]  # noqa: PLC0415

    def play(luck: random.Random) -> int:
        game, steps = Game([RandomPlayer(colour) for colour in Color], seed=luck.getrandbits(32)), 0
        while game.winning_color() is None and steps < LEAST_STEPS:
            game.play_tick()
            steps += 1
        return steps

    note = "a step is an action of a player, its dice and cards included, playable actions listed"
    return "peer.catanatron", "random play, catanatron", play, note


# Undo


def undo_and_jump(subject: Subject) -> Iterator[Measure]:
    """Undo all, redo all, and jump to random moments of a log with a thousand entries."""
    table = long_table(subject, ENTRIES)
    answers = len(table.history.decisions)
    note = f"{table.rev} entries, {answers} of people"
    revs = [0, *(played.entry.rev for played in table.history.decisions)]
    luck = random.Random(1)
    undos, redos, jumps = [], [], []
    for _ in subject.rounds(least=5):
        undos.append(milliseconds(lambda: table.undo(answers)))
        redos.append(milliseconds(lambda: table.redo(answers)))
        at = answers
        for _ in range(10):
            at = luck.choice([place for place in range(answers + 1) if place != at])
            jumps.append(milliseconds(lambda at=at: table.jump(revs[at])))  # type: ignore[misc]
        if at != answers:
            table.jump(revs[-1])
    yield median_of("undo.all", "undo to the beginning", "ms", undos, reach=REACH_UNDO_MS, note=note)
    yield median_of("redo.all", "redo to the end", "ms", redos, reach=REACH_UNDO_MS, note=note)
    yield median_of("jump", "jump to any moment", "ms", jumps, reach=REACH_UNDO_MS, note=note)


def _calm(table: Table) -> list[dict[str, Any]]:
    """What keeps a game of New York Crisis going: a low alert and no FBI. Other games last long by themselves."""
    now = table.state.now
    if table.game.name != "newyork":
        return []
    low = [{"fact": "alert", "value": 0}] if now.alert > now.limit // 2 else []
    squares = sorted(now.fbi) if len(now.fbi) > MOST_CALM_FBI else []
    return low + [{"fact": "fbi", "square": square, "value": 0} for square in squares]


def long_table(subject: Subject, entries: int) -> Table:
    """A randomly played table with at least ``entries`` log entries, or the longest of many attempts."""
    longest: Table | None = None
    for seed in range(MOST_SEEDS):
        table = _play_long(subject, str(seed), entries)
        if longest is None or table.rev > longest.rev:
            longest = table
        if longest.rev >= entries:
            break
    assert longest is not None
    return longest


def _play_long(subject: Subject, seed: str, entries: int) -> Table:
    game = subject.game
    luck = random.Random(seed)
    seats = [seat for seat, _ in game.rules.seats(subject.loaded.pack)][:2]
    table = Table(game, subject.loaded, seats, {}, dealer=Dealer(seed))
    player = at_random(game, luck)
    while not table.over and table.rev < entries:
        changes = _calm(table)
        if changes:
            table.correct(changes, "a calm night")
        else:
            legal = table.legal()
            assert legal
            table.answer(player(table.state, legal))
    return table


# Memory


def memory(subject: Subject) -> Iterator[Measure]:
    """Memory of a process that plays ten games in a row, and its growth after the first."""
    command = [sys.executable, "-m", "tests.bench.rules", subject.game.name, subject.loaded.source, str(GAMES)]
    found = json.loads(subprocess.run(command, text=True, capture_output=True, check=True).stdout)
    note = f"{GAMES} whole games of the sensible player at a table, in a process of its own"
    yield median_of("memory.games", "memory after whole games", "MB", [found[-1]], reach=REACH_MB, note=note)
    yield median_of("memory.growth", "memory, growth after the first game", "MB", [found[-1] - found[0]], note=note)


def play_games(name: str, source: str, count: int) -> list[float]:
    """Play ``count`` games at a table, with all seats taken."""
    game = load_game(name)
    loaded = load_pack(game, source)
    held = []
    for seed in range(count):
        luck = random.Random(seed)
        table = Table(game, loaded, [seat for seat, _ in game.rules.seats(loaded.pack)], {}, dealer=Dealer(str(seed)))
        while not table.over:
            legal = table.legal()
            assert legal
            table.answer(game.player.advise(table.state, legal, luck.random))
        held.append(memory_mb())
    return held


if __name__ == "__main__":
    json.dump(play_games(sys.argv[1], sys.argv[2], int(sys.argv[3])), sys.stdout)
