"""Tables with the synthetic box."""

from __future__ import annotations

import pytest

from tests.games.newyork.helpers import NewYorkTable


@pytest.fixture
def two() -> NewYorkTable:
    """Father and mother on ``a`` after setup, before the first police card."""
    return NewYorkTable("father mother").set_up()


@pytest.fixture
def game() -> NewYorkTable:
    """Mother on ``b``, son and father on ``a``; father, the last seat, plays; the event is at ``e``."""
    starts = {"start.father": "a", "start.mother": "b", "start.son": "a"}
    game = NewYorkTable("mother son father", starts).playing("father")
    game.set("event", {"card": "k", "square": "e"})
    return game
