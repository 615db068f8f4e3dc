"""Tables of the made-up box of letters."""

from __future__ import annotations

import pytest

from tests.games.newyork.helpers import Evening


@pytest.fixture
def two() -> Evening:
    """Father and mother on ``a``, set up, the first police card to be drawn."""
    return Evening("father mother").set_up()


@pytest.fixture
def alone() -> Evening:
    """Father on ``a``, set up, the first police card to be drawn."""
    return Evening("father").set_up()


@pytest.fixture
def four() -> Evening:
    """The whole family on ``a``, set up, the first police card to be drawn."""
    return Evening("father mother daughter son").set_up()
