"""Boxes whose cards do many things: every question has words and choices, and the sensible player answers it."""

from __future__ import annotations

from random import Random

import pytest

from companion.core.answers import Answer
from companion.core.asks import is_chance
from companion.core.effects import ChooseOption, ChoosePerson, ConditionStep, Holds
from companion.core.texts import plain
from companion.games.crash.answers import Decline
from companion.games.newyork.answers import TakeItem, TookItem
from companion.language import Language
from companion.table.history import label
from tests.games.chaos import Chaos, new_game
from tests.games.crash.chaos import CrashChaos
from tests.games.escape.chaos import EscapeChaos
from tests.games.krysis.chaos import KrysisChaos
from tests.games.newyork.chaos import NewYorkChaos


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


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize(
    ("chaos", "kinds"),
    [
        (NewYorkChaos(), {ChoosePerson, Holds, TakeItem, TookItem}),
        (CrashChaos(), {ChooseOption, Holds, Decline}),
        (EscapeChaos(), {ChooseOption, ChoosePerson, Holds}),
        (KrysisChaos(), {ChooseOption, ChoosePerson, Holds}),
    ],
    ids=lambda one: one.game.name if hasattr(one, "game") else "",
)
def test_the_log_says_what_was_chosen(chaos: Chaos, kinds: set[type[Answer]], language: str) -> None:
    """As its button did, and what was asked, although later states know neither any more."""
    say, game, seen = Language(language).say, chaos.game, set()
    for seed in range(40):
        r = Random(seed)
        table, _ = new_game(chaos, r, digital=False)
        for _ in range(200 if seen != kinds else 0):
            if table.over:
                break
            given = chaos.random_answer(r, table)
            answer = given if isinstance(given, Answer) else game.rules.parse(table.state, given)
            button, asks = say(game.presenter.choice(table.state, answer).label), table.state.agenda[-1]
            played = table.answer(given).entries[0]
            if type(answer) in kinds:
                seen.add(type(answer))
                logged = say(label(game, table.state, played))
                assert button in logged
                assert not isinstance(asks, ConditionStep) or len(logged) > len(button) + 3
    assert seen == kinds
