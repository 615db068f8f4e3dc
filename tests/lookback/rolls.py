"""Synthetic logs of dice: fair, unfair, misread."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

from companion.core.answers import Face
from companion.games.registry import load_game
from companion.table.log import Entry, Source

Log = tuple[str, list[Entry]]


def roll(rev: int, source: Source = "touch", **faces: Face) -> Entry:
    """An entry with a roll."""
    return Entry(rev, "answer", source, float(rev), {"do": "roll", "faces": faces})


def evenings(game: str, dice: Mapping[str, Callable[[random.Random], Face]], n: int, source: Source = "touch") -> Log:
    """A log of ``n`` rolls of all ``dice``, each with its face generator."""
    luck = random.Random(f"{game} {sorted(dice)}")
    return game, [roll(rev, source, **{die: face(luck) for die, face in dice.items()}) for rev in range(1, n + 1)]


def fair(game: str, die: str) -> Callable[[random.Random], Face]:
    """The faces of a fair die of a game."""
    sides = load_game(game).rules.dice[die]
    return lambda luck: luck.choice(sides)


def loaded(luck: random.Random) -> int:
    """A die of Ten Thousand with probability 1/3 for a six."""
    return luck.choice((1, 2, 3, 4, 5, 6, 6, 6, 6))


def misread(luck: random.Random) -> int:
    """The readings of a reader that often takes a one for a six."""
    face = luck.randint(1, 6)
    return 6 if face == 1 and luck.random() < 0.7 else face


def a_year() -> list[Log]:
    """A year of rolls with one die for each verdict."""
    red = {die: fair("newyork", die) for die in ("red1", "red2")}
    plain = {die: fair("thousand", die) for die in ("die1", "die2")}
    return [
        evenings("newyork", red, 400),
        evenings("newyork", {"grey1": fair("newyork", "grey1")}, 80),
        evenings("crash", {"placement": fair("crash", "placement")}, 40),
        evenings("thousand", {"die3": fair("thousand", "die3"), "die5": loaded}, 420),
        evenings("thousand", {"die3": misread, "die4": loaded, **plain}, 420, "serial"),
    ]
