"""The stakes of a place, shown at a long press. They are public."""

from __future__ import annotations

from msgspec import Struct

from companion.core.texts import Words


class Stake(Struct, frozen=True):
    """One stake in a line; ``share`` is its probability (0 to 1), None if it is certain."""

    words: Words
    share: float | None = None


class Stakes(Struct, frozen=True):
    """The cost, the risks and the gains of acting at a place."""

    name: Words
    cost: list[Stake] = []
    risk: list[Stake] = []
    chance: list[Stake] = []
