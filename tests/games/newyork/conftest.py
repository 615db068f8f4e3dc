"""Tables with the synthetic box."""

from __future__ import annotations

import pytest

from tests.games.newyork.helpers import Evening


@pytest.fixture
def two() -> Evening:
    """Father and mother on ``a`` after setup, before the first police card."""
    return Evening("father mother").set_up()


@pytest.fixture
def evening() -> Evening:
    """Mother on ``b``, son and father on ``a``; father, the last seat, plays; the event is at ``e``."""
    starts = {"start.father": "a", "start.mother": "b", "start.son": "a"}
    evening = Evening("mother son father", starts).playing("father")
    evening.set("event", {"card": "k", "square": "e"})
    return evening
