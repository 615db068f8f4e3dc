"""The choices of a scene: one per legal answer, with its cost and place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import structs

from companion.core.answers import Answer, Draw, DrawUnknown, Pick, Pull
from companion.core.texts import T
from companion.games.newyork import answers as a
from companion.games.newyork.presenter.questions.groups import sorted_choices
from companion.games.newyork.presenter.questions.play_choices import play_choices
from companion.games.newyork.presenter.questions.report_choices import REPORT
from companion.games.newyork.presenter.words.labels import piece, square_name
from companion.games.newyork.presenter.words.log_lines import describe, rest_of
from companion.games.newyork.state import State
from companion.scene.nameless import CHOICES, Nameless, nameless_choice
from companion.scene.scene import Choice

FEW = 8
LISTS = frozenset({"draw", "pull"})
"""Groups whose chance outcomes become buttons if there are only a few."""


def choices(s: State, answers: Sequence[Answer]) -> list[Choice]:
    """A choice for each of the legal ``answers``, in order of display; forms have none."""
    if any(isinstance(answer, a.End) for answer in answers):
        return sorted_choices(play_choices(s, answers))
    made = [_MAKERS[type(answer)](s, answer) for answer in answers if not answer.template]
    if len(made) <= FEW:
        made = [structs.replace(choice, group=None) if choice.group in LISTS else choice for choice in made]
    return sorted_choices(made)


def _draw(s: State, answer: Draw) -> Choice:
    if answer.deck == "police":
        card = s.world.police_cards[answer.card]
        return Choice(
            answer, square_name(s.world, card.square), card.event.title, ["car"], "draw", s.world.at[card.square]
        )
    mafia = s.world.mafia_cards[answer.card]
    label = square_name(s.world, mafia.mafia) if mafia.mafia is not None else T("No mafia")
    spot = s.world.at[mafia.mafia] if mafia.mafia is not None else None
    return Choice(answer, label, rest_of(s.world, mafia), ["mafia"], "draw", spot)


def _pull(s: State, answer: Pull) -> Choice:
    name = f"item:{answer.token}" if answer.bag == "items" else f"info:{answer.token}"
    return Choice(answer, piece(name), None, [name], "pull")


def _nameless(s: State, answer: Nameless) -> Choice:
    return structs.replace(nameless_choice(s, answer), group="draw" if isinstance(answer, DrawUnknown) else "pull")


def _pick(s: State, answer: Pick) -> Choice:
    square = str(answer.one)
    return Choice(answer, square_name(s.world, square), None, [], "pick", s.world.at[square])


def _start(s: State, answer: a.Start) -> Choice:
    return Choice(answer, describe(s.world, answer), None, [], "start", s.world.at[answer.square])


def _next(s: State, answer: a.TakeTurn) -> Choice:
    return Choice(answer, describe(s.world, answer), None, [f"figure:{answer.seat}"])


def _flee(s: State, answer: a.Flee) -> Choice:
    return Choice(answer, describe(s.world, answer), None, [], "flee", s.world.at[answer.to])


def _stay(s: State, answer: a.Use) -> Choice:
    return Choice(answer, T("Stay, under the raincoat"), T("all actions, alert +1"), ["item:raincoat"])


def _car(s: State, answer: a.ChooseCar) -> Choice:
    return Choice(answer, describe(s.world, answer), None, ["car"], "car", s.world.at[answer.from_])


def _die(s: State, answer: a.Lose | a.Heal) -> Choice:
    return Choice(answer, describe(s.world, answer), None, [f"die:{answer.colour}"])


_MAKERS: dict[type[Answer], Callable[[State, Any], Choice]] = {
    **REPORT,
    **dict.fromkeys(CHOICES, _nameless),
    Draw: _draw,
    Pull: _pull,
    Pick: _pick,
    a.Start: _start,
    a.TakeTurn: _next,
    a.Flee: _flee,
    a.Use: _stay,
    a.ChooseCar: _car,
    a.Lose: _die,
    a.Heal: _die,
}
