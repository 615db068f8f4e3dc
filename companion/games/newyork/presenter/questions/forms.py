"""Forms: the numbers of a story card that is not in the box."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.core.answers import Answer
from companion.core.texts import T
from companion.games.newyork import answers as a
from companion.games.newyork.presenter.words.labels import INFO
from companion.games.newyork.state import State
from companion.games.newyork.words import COLOURS
from companion.scene.scene import Filling, Named, Portion

MAFIA, CAR = "mafia", "car:"
"""The portion for mafia cards per turn, and the prefix of police car positions."""
MOST, MOST_CARS = 10, 3


def fillings(s: State, answers: Sequence[Answer]) -> list[Filling]:
    """The form of a story card being turned up; empty for other questions."""
    found = []
    for answer in answers:
        if isinstance(answer, a.Shown):
            tokens = [Portion(colour, INFO[colour], f"info:{colour}", MOST) for colour in COLOURS]
            mafia = Portion(MAFIA, T("Mafia a turn"), "mafia", MOST)
            detail = T("Mafia cards a turn, and info that goes into the bag.")
            found.append(Filling(answer, T("What the card says"), [mafia, *tokens], detail=detail))
        elif isinstance(answer, a.AlertCars):
            cars = [Named(f"{CAR}{n}", str(n), "car") for n in range(1, s.now.limit + 1)]
            found.append(Filling(answer, T("Police cars on the alert track"), [], cars, most_named=MOST_CARS))
    return found


def filled(template: Answer, amounts: Mapping[str, int], names: Sequence[str]) -> Answer:
    """The card with these numbers, or with the named police cars."""
    if isinstance(template, a.Shown):
        return a.Shown(amounts.get(MAFIA, 0), a.Bag(**{colour: amounts.get(colour, 0) for colour in COLOURS}))
    if isinstance(template, a.AlertCars):
        return a.AlertCars(sorted(int(name.removeprefix(CAR)) for name in names))
    return template


def entered(template: Answer, answer: Answer) -> tuple[dict[str, int], list[str]] | None:
    """The inverse of ``filled``; None if ``answer`` does not come from ``template``."""
    if isinstance(template, a.Shown) and isinstance(answer, a.Shown) and answer.bag_add is not None:
        tokens = {colour: getattr(answer.bag_add, colour) for colour in COLOURS}
        return {MAFIA: answer.mafia_per_turn or 0} | tokens, []
    if isinstance(template, a.AlertCars) and isinstance(answer, a.AlertCars):
        return {}, [f"{CAR}{n}" for n in answer.cars or []]
    return None
