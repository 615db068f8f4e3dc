"""The choices of a turn in light mode (wire section 8)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.core.answers import Answer
from companion.core.texts import T
from companion.games.newyork import answers as a
from companion.games.newyork.presenter.words.labels import ITEMS, info, square_name
from companion.games.newyork.presenter.words.log_lines import car_trip, describe
from companion.games.newyork.rules.tasks import find
from companion.games.newyork.state import State
from companion.scene.scene import Choice


def _collected(s: State, answer: a.Collected) -> Choice:
    label = T("{info} on {square}", info=info(answer.token), square=square_name(s.world, answer.square))
    icons = [f"info:{answer.token}"]
    return Choice(answer, label, T("story +1"), icons, "collected", s.world.at[answer.square])


def _removed(s: State, answer: a.Removed) -> Choice:
    return Choice(answer, describe(s.world, answer), None, ["mafia"], "removed", s.world.at[answer.square])


def _taken(s: State, answer: a.Taken) -> Choice:
    item = s.now.items.squares[answer.square]
    label = T("Took the {item} on {square}", item=ITEMS[item], square=square_name(s.world, answer.square))
    return Choice(answer, label, None, [f"item:{item}"], "taken", s.world.at[answer.square])


def _given(s: State, answer: a.Given) -> Choice:
    return Choice(answer, describe(s.world, answer), None, [f"item:{answer.item}", f"figure:{answer.seat}"], "give")


def _discarded(s: State, answer: a.Discarded) -> Choice:
    return Choice(answer, describe(s.world, answer), None, [f"item:{answer.item}"], "discard")


def _raised(s: State, answer: a.Raised) -> Choice:
    return Choice(answer, describe(s.world, answer), None, ["marker:alert"], "tracks")


def _moved_car(s: State, answer: a.MovedCar) -> Choice:
    return Choice(answer, car_trip(s.world, answer), T("alert +1"), ["item:radio"], "radio")


def _used_skill(s: State, answer: a.UsedSkill) -> Choice:
    return Choice(answer, describe(s.world, answer), None, ["skill"], "skill")


def _healed(s: State, answer: a.Healed) -> Choice:
    return Choice(answer, describe(s.world, answer), None, [f"figure:{answer.seat}", "wound"], "healed")


def _advanced(s: State, answer: a.Advanced) -> Choice:
    return Choice(answer, describe(s.world, answer), None, ["marker:story"], "tracks")


def _fulfilled(s: State, answer: a.Fulfil) -> Choice:
    if answer.task == "final":
        return Choice(answer, T("Final challenge done: you win"), None, ["star"], "task")
    return Choice(answer, find(s, answer.task).text, T("done"), [], "task")


def _ended(s: State, answer: a.EndedTurn) -> Choice:
    return Choice(answer, describe(s.world, answer), None, [], "ended", primary=not answer.wounds, closing=True)


REPORT: dict[type[Answer], Callable[[State, Any], Choice]] = {
    a.Collected: _collected,
    a.Removed: _removed,
    a.Taken: _taken,
    a.Given: _given,
    a.Discarded: _discarded,
    a.Raised: _raised,
    a.MovedCar: _moved_car,
    a.UsedSkill: _used_skill,
    a.Healed: _healed,
    a.Advanced: _advanced,
    a.Fulfil: _fulfilled,
    a.EndedTurn: _ended,
}
