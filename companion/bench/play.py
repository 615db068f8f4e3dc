"""Benchmark of the rules: answers per second, with the legal answers listed at each step."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from time import process_time

from companion.bench.measure import Measure, Subject, median_of
from companion.chance.simulation import at_random, play_out
from companion.core.texts import T

REACH = 60_000


def random_play(subject: Subject) -> Iterator[Measure]:
    """Play whole random games: every story with every number of players, the same games in each round."""
    speeds = []
    for _ in subject.rounds(least=5):
        start = process_time()
        answers = one_round(subject)
        speeds.append(answers / (process_time() - start))
    yield median_of(
        "play.random",
        T("random play, {game}", game=subject.game.title),
        "answers/s",
        speeds,
        reach=REACH,
        better="more",
        note=T("whole games, a step is an answer of people or of chance, per second of one core"),
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
