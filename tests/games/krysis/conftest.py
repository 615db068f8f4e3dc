"""Tables in the middle of an action phase."""

from __future__ import annotations

import pytest

from tests.games.krysis.helpers import ALL, Evening, second_turn


@pytest.fixture
def public() -> Evening:
    """Ben's turn, then cat's; ann has done overtime. Nothing private is tracked."""
    return second_turn(Evening(3, agents={"f1": {"speed": 9}}))


@pytest.fixture
def knowing() -> Evening:
    """The same with everything tracked."""
    return second_turn(Evening(3, ALL, {"missions": "on"}))
