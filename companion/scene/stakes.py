"""What is at stake at a place, for whoever rests a finger on it. Nothing of it is a secret of one seat."""

from __future__ import annotations

from msgspec import Struct

from companion.core.texts import Words


class Stake(Struct, frozen=True):
    """One thing to weigh, in a line; ``share`` is how likely it is (0 to 1), None where nothing is left to chance."""

    words: Words
    share: float | None = None


class Stakes(Struct, frozen=True):
    """What acting at a place costs, what can go wrong there, and what can be won, with its chance."""

    name: Words
    cost: list[Stake] = []
    risk: list[Stake] = []
    chance: list[Stake] = []
