"""The choices of a turn in full mode."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import UNSET, structs

from companion.core.answers import Answer
from companion.core.texts import P, T, Words, listed
from companion.games.newyork import answers as a
from companion.games.newyork.presenter.words.labels import FACE_NAMES, ITEMS, count_faces, info, square_name
from companion.games.newyork.presenter.words.log_lines import car_trip, describe, task_choice
from companion.games.newyork.rules.tasks import find
from companion.games.newyork.state import State, here, modified, turn, undealt
from companion.games.newyork.words import RESULT_ITEMS, WILD
from companion.scene.scene import Choice

STEPS_OF_A_MOVE = 2
PAYING = (a.Collect, a.Take, a.Fight, a.Face, a.Evade, a.Fulfil)


def play_choices(s: State, answers: Sequence[Answer]) -> list[Choice]:
    """A choice for each answer of the step ``Play``.

    The board shows only the cheapest way to a square. The primary choice wins the game if possible, and ends the turn
    once nothing useful is left.
    """
    made = _on_board([_MAKERS[type(answer)](s, answer) for answer in answers])
    winning = [choice for choice in made if choice.group == "final"]
    idle = not turn(s).actions and not turn(s).steps and not any(isinstance(answer, PAYING) for answer in answers)
    if winning:
        primary = min(winning, key=lambda choice: choice.icons.count(f"face:{WILD}"))
    elif idle:
        primary = next(choice for choice in made if isinstance(choice.answer, a.End))
    else:
        return made
    return [structs.replace(choice, primary=True) if choice is primary else choice for choice in made]


def _on_board(made: list[Choice]) -> list[Choice]:
    """R-NYC-120 is free, R-NYC-59 costs a step, R-NYC-63 alert: a tap on a square takes the first possible one."""
    best: dict[str, Choice] = {}
    for kind in (a.Extra, a.Walk, a.Ride):
        for choice in made:
            if choice.spot is not None and isinstance(choice.answer, kind):
                best[choice.spot] = choice
    return [
        structs.replace(choice, spot=None) if choice.spot is not None and best[choice.spot] is not choice else choice
        for choice in made
    ]


def payment(s: State, dice: Sequence[str]) -> tuple[Words | None, list[str]]:
    """The payment with ``dice`` of the pool as icons, and the alert of its WILD (R-NYC-69) in words."""
    shown = count_faces([turn(s).pool[die].face for die in dice])
    icons = [f"face:{face}" for face, n in shown.items() for _ in range(n)]
    alert = shown.get(WILD, 0) * max(0, 1 + modified(s, "wild_alert"))
    return (T("alert +{n}", n=alert) if alert else None), icons


def _paid(s: State, answer: Any, label: Words, group: str) -> Choice:
    cost, icons = payment(s, answer.with_)
    return Choice(answer, label, cost, icons, group, pays="with_")


def _walk(s: State, answer: a.Walk) -> Choice:
    now = turn(s)
    if now.steps:
        cost = P("{n} step left", "{n} steps left", now.steps)
    else:
        steps = max(1, STEPS_OF_A_MOVE + now.bikes + modified(s, "steps"))
        cost = P("1 action for {n} step", "1 action for {n} steps", steps)
    return Choice(answer, describe(s.world, answer), cost, [], "move", s.world.at[answer.to])


def _extra(s: State, answer: a.Extra) -> Choice:
    alert = max(0, 1 + modified(s, "extra_step_alert"))
    label = T("Extra: {square}", square=square_name(s.world, answer.to))
    return Choice(answer, label, T("alert +{n}", n=alert), ["alert"], "extra", s.world.at[answer.to])


def _ride(s: State, answer: a.Ride) -> Choice:
    return Choice(answer, describe(s.world, answer), T("by newspaper"), ["subway"], "move", s.world.at[answer.to])


def _reroll(s: State, answer: a.Reroll) -> Choice:
    label = describe(s.world, answer)
    if answer.dice and all(turn(s).pool[die].spent for die in answer.dice):
        label = P("Roll again: the spent die", "Roll again: the {n} spent dice", len(answer.dice))
    return Choice(answer, label, T("1 action"), [], "reroll", pays="dice")


def _collect(s: State, answer: a.Collect) -> Choice:
    return _paid(s, answer, T("Collect {info}", info=info(answer.token)), "collect")


def _take(s: State, answer: a.Take) -> Choice:
    return _paid(s, answer, T("Take the {item}", item=ITEMS[s.now.items.squares[here(s)]]), "collect")


def _fight(s: State, answer: a.Fight) -> Choice:
    if answer.square == here(s):
        return _paid(s, answer, T("Fight: remove one mafia"), "fight")
    return _paid(s, answer, describe(s.world, answer), "fight")


def _face(s: State, answer: a.Face) -> Choice:
    return _paid(s, answer, T("Dodge it: no wounds, but you stay here"), "fight")


def _evade(s: State, answer: a.Evade) -> Choice:
    return _paid(s, answer, T("Avoid it: no wounds, free to go"), "fight")


def _give(s: State, answer: a.Give) -> Choice:
    return Choice(answer, describe(s.world, answer), None, [f"item:{answer.item}", f"figure:{answer.seat}"], "give")


def _skill(s: State, answer: a.Skill) -> Choice:
    label = describe(s.world, answer)
    if isinstance(answer.die, str):
        die = turn(s).pool[answer.die]
        face = FACE_NAMES[die.face]
        shown = T("it shows {face} (spent)", face=face) if die.spent else T("it shows {face}", face=face)
        return Choice(answer, label, shown, [f"die:{answer.die[:-1]}", f"face:{die.face}"], "skill")
    return Choice(answer, label, None, [f"figure:{answer.seat}", f"wound:{answer.colour}"], "skill")


def _use(s: State, answer: a.Use) -> Choice:
    label, group, icons = describe(s.world, answer), f"item:{answer.item}", [f"item:{answer.item}"]
    if answer.item in RESULT_ITEMS:
        return Choice(answer, label, None, [*icons, f"face:{RESULT_ITEMS[answer.item]}"], group)
    if answer.with_ is not UNSET:
        cost, faces_paid = payment(s, answer.with_)
        if answer.item == "drone":
            square = str(answer.square)
            label = T(
                "Drone: the {item} from {square}",
                item=ITEMS[s.now.items.squares[square]],
                square=square_name(s.world, square),
            )
        return Choice(answer, label, cost, [*icons, *faces_paid], group, pays="with_")
    if answer.item == "radio":
        label = car_trip(s.world, answer)
    alert = answer.item == "radio" or answer.ignore == "police"
    return Choice(answer, label, T("alert +1") if alert else None, icons, group)


def _fulfil(s: State, answer: a.Fulfil) -> Choice:
    task = find(s, answer.task)
    final = answer.task == "final"
    label = T("Do the final challenge") if final else task_choice(answer, task.text)
    group = "final" if final else "task"
    parts: list[Words] = []
    icons = ["star"] if final else []
    if answer.with_ is not UNSET:
        alert, paid = payment(s, answer.with_)
        parts += [alert] if alert is not None else []
        icons += paid
    if answer.items is not UNSET and final:
        given = listed([ITEMS[held.item] for held in answer.items])
        parts.append(T("hand in {items}", items=given))
    detail = listed(parts) if parts else None
    return Choice(answer, label, detail, icons, group, pays=None if answer.with_ is UNSET else "with_")


def _end(s: State, answer: a.End) -> Choice:
    wounds = s.now.mafia[here(s)] if undealt(s, here(s)) else 0
    detail = P("{n} wound", "{n} wounds", wounds) if wounds else None
    return Choice(
        answer, describe(s.world, answer), detail, ["wound"] if wounds else [], closing=True, unused=_unused(s)
    )  # fmt: skip


def _unused(s: State) -> Words | None:
    """What ending the turn would waste."""
    now = turn(s)
    if now.actions:
        return P("{n} action is left", "{n} actions are left", now.actions)
    return P("{n} step is left", "{n} steps are left", now.steps) if now.steps else None


_MAKERS: dict[type[Answer], Callable[[State, Any], Choice]] = {
    a.Walk: _walk,
    a.Extra: _extra,
    a.Ride: _ride,
    a.Reroll: _reroll,
    a.Collect: _collect,
    a.Take: _take,
    a.Fight: _fight,
    a.Face: _face,
    a.Evade: _evade,
    a.Give: _give,
    a.Skill: _skill,
    a.Use: _use,
    a.Fulfil: _fulfil,
    a.End: _end,
}
