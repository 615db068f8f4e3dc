"""Games with very long logs, to reveal costs that grow with the log."""

from __future__ import annotations

import random

from companion.bench.measure import Subject
from companion.chance.dealer import Dealer
from companion.chance.simulation import at_random
from companion.table.log import Store
from companion.table.table import Table

MOST_SEEDS = 50


def long_table(subject: Subject, entries: int, store: Store | None = None) -> Table:
    """A randomly played table with at least ``entries`` log entries, or the longest of many attempts."""
    longest: Table | None = None
    for seed in range(MOST_SEEDS):
        table = _play(subject, str(seed), entries, store)
        if longest is None or table.rev > longest.rev:
            longest = table
        if longest.rev >= entries:
            break
    assert longest is not None
    return longest


def _play(subject: Subject, seed: str, entries: int, store: Store | None) -> Table:
    game = subject.game
    luck = random.Random(seed)
    seats = [seat for seat, _ in game.rules.seats(subject.loaded.pack)][:2]
    table = Table(game, subject.loaded, seats, {}, dealer=Dealer(seed), store=store)
    player = at_random(game, luck)
    while not table.over and table.rev < entries:
        changes = game.player.keep_going(table.state)
        if changes:
            table.correct(changes, "a calm night")
        else:
            legal = table.legal()
            assert legal
            table.answer(player(table.state, legal))
    return table
