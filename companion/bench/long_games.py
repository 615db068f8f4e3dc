"""A game with a long log: longer than anybody plays, so that what grows with the log shows."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from companion.bench.measure import Subject
from companion.dealer import Dealer
from companion.log import Store
from companion.table import Table

MOST_SEEDS = 50


def _calm_newyork(facts: dict[str, Any]) -> list[dict[str, Any]]:
    """The corrections that keep a family from losing: a low alert, no FBI."""
    calm: list[dict[str, Any]] = []
    if facts["alert"]["at"] > facts["alert"]["limit"] // 2:
        calm.append({"fact": "alert", "value": 0})
    if len(facts["fbi"]["squares"]) > 2:
        calm += [{"fact": "fbi", "square": square, "value": 0} for square in facts["fbi"]["squares"]]
    return calm


CALM: dict[str, Callable[[dict[str, Any]], list[dict[str, Any]]]] = {"newyork": _calm_newyork}
"""By game: what the table corrects so that the game goes on. A game that is not here is as long as it gets."""


def long_table(subject: Subject, entries: int, store: Store | None = None) -> Table:
    """A table whose log has at least ``entries`` entries, played at random; the longest of many if none gets there."""
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
    seats = [seat for seat, _ in game.seats(subject.loaded.pack)][:2]
    table = Table(game, subject.loaded, seats, {}, dealer=Dealer(seed), store=store)
    calm = CALM.get(game.name)
    while not table.over and table.rev < entries:
        changes = calm(table.facts()) if calm else []
        if changes:
            table.correct(changes, "a calm night")
        else:
            legal = table.legal()
            assert legal
            table.answer(legal[int(luck.random() * len(legal))])
    return table
