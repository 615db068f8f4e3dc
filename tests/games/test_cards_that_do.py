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
from companion.games.registry import load_game
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


SAID = [
    ("newyork", "lose 1 item of them", "they lose 1 item", "esa persona pierde 1 objeto"),
    ("newyork", "gain 2 skill for all", "all of you get back 2 skill tokens",
     "toda la familia gana 2 fichas de habilidad"),
    ("newyork", "change item_cost by -1 this round", "cost of items −1 this round",
     "precio de los objetos −1 esta ronda"),
    ("newyork", "forbid subway this round", "no riding the subway this round", "sin el metro esta ronda"),
    ("newyork", "remove 1 mafia from event", "remove 1 mafia from the square of this card",
     "quitar 1 ficha de mafia del lugar de esta carta"),
    ("newyork", 'task van on event needs 1 mental: "Unplug it." then (story +1) this round',
     'task on the square of this card, this round: "Unplug it." It takes 1 mental; then story +1',
     'tarea en el lugar de esta carta, esta ronda: "Unplug it." Requiere 1 mental; entonces, historia +1'),
    ("newyork", "choose (alert -1; gain 1 action) or ()", "choose: alert −1 and gain 1 action, or nothing",
     "elegir: alerta −1 y ganar 1 acción, o nada"),
    ("newyork", "if alert at most 7 then (alert +1)", "if the alert is at most 7: alert +1",
     "si la alerta es como mucho 7: alerta +1"),
    ("crash", "if fewest seated of me at least 1 at most 1 then (gain 1 energy)",
     "if you alone have fewest crew seated: gain 1 energy",
     "si solo tú tienes menos tripulantes posicionados: ganar 1 energía"),
    ("crash", "for each somebody (gain 1 energy, them)", "choose somebody: they gain 1 energy",
     "elegir a alguien: ese platillo gana 1 energía"),
    ("crash", "roll placement: 9-12 (gain 1 energy), 1 (reroll)",
     "roll the placement die: on 9-12 gain 1 energy, on 1 roll again",
     "tirar el dado de colocación: con 9-12 ganar 1 energía, con 1 volver a tirar"),
    ("escape", "if handcuffs at most 0 then (score +10k) else (score +1k for each keys)",
     "if no handcuffs: score +10k; otherwise keys: +1k each",
     "si no hay esposas: puntuar +10k; si no, llaves: +1k por cada uno"),
    ("escape", "for each others (wounds +1, them)", "for each other player: they get +1 wounds",
     "por cada otro jugador: esa persona recibe +1 heridas"),
    ("krysis", "if most vp of target at least 1 then (combat +2 raiding)",
     "if the other camp has most VP: combat +2 when you raid",
     "si el otro campamento tiene más PV: combate +2 al asaltar"),
    ("krysis", "give 1 white, others", "all the others give 1 white", "los demás dan 1 blanco"),
    ("krysis", 'note "Show an agent."', '"Show an agent."', '"Show an agent."'),
]  # fmt: skip


@pytest.mark.parametrize(("name", "sheet", "english", "spanish"), SAID)
def test_an_effect_is_said_as_at_the_table(name: str, sheet: str, english: str, spanish: str) -> None:
    """Not as it stands in a spreadsheet, where each field has its place."""
    sheets = load_game(name).rules.sheets
    assert sheets is not None
    said = sheets.sentence(sheets.phrases.read_list(sheet))
    assert Language("en").say(said) == english
    assert Language("es").say(said) == spanish
