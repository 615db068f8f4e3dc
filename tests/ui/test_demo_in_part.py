"""The demonstration with a box that is known in part."""

from __future__ import annotations

from random import Random

import pytest

from companion.chance.dealer import Dealer
from companion.core.answers import DrawUnknown, PullUnknown
from companion.table.table import Table
from tests.games.partial import Owner, seats_of
from tests.ui.hands import Hands
from ui.app.demo import Demo

STEPS = 400


@pytest.mark.parametrize("game", ["newyork", "escape", "crash", "krysis"])
def test_it_draws_what_is_known(hands: Hands, game: str) -> None:
    """Nothing is passed over as long as something could come up that is known."""
    owner = Owner(game, Random(game), told=0.7)
    table = Table(owner.game, owner.part, seats_of(owner.game, Random(2)), {}, dealer=Dealer("demo"), auto=False)
    hands.sit(table)
    demo = Demo(hands.app, seed=game)
    demo._clock.cancel()  # Else it plays on into the next tests: here each step is asked for.
    for _ in range(STEPS):
        if hands.session.mode == "over":
            break
        before, legal = table.rev, table.legal() or []
        demo.step()
        if any(not isinstance(answer, DrawUnknown | PullUnknown) for answer in legal):
            said = [entry.answer or {} for entry in table.log[before:]]
            assert all(one.get("card", "") is not None and one.get("token", "") is not None for one in said)
    assert table.rev > STEPS / 20
