"""Boxes whose cards do many things: every question has words and choices, and the sensible player answers it."""

from __future__ import annotations

from random import Random

import pytest

from companion.core.asks import is_chance
from companion.core.texts import plain
from tests.games.chaos import Chaos, new_game
from tests.games.crash.chaos import CrashChaos
from tests.games.escape.chaos import EscapeChaos
from tests.games.krysis.chaos import KrysisChaos


@pytest.mark.parametrize("seed", [0, 4, 6, 10])
@pytest.mark.parametrize("chaos", [CrashChaos(), EscapeChaos(), KrysisChaos()], ids=lambda one: one.game.name)
def test_every_question_is_put_and_answered(chaos: Chaos, seed: int) -> None:
    r = Random(seed)
    table, _ = new_game(chaos, r, digital=False)
    game = chaos.game
    for _ in range(250):
        if table.over:
            break
        legal = table.legal()
        prompt = game.presenter.prompt(table.state, table.ask)
        assert plain(prompt.title)
        if legal is None or is_chance(table.ask):
            answer = chaos.random_answer(r, table)
        else:
            assert all(plain(choice.label) for choice in game.presenter.choices(table.state, legal))
            answer = game.player.advise(table.state, legal, r.random)
        assert plain(game.presenter.describe(table.state, answer))
        table.answer(answer)
