"""Notices: the last round, the event, lasting effects, tasks and their needs."""

from __future__ import annotations

from companion.core.answers import DrawUnknown
from companion.core.piles import NOT_KNOWN, UNKNOWN
from companion.core.texts import P, T, Words, listed
from companion.games.newyork.content.effect_data import Need
from companion.games.newyork.presenter.words.labels import COLOURS, faces, square_name, token_name
from companion.games.newyork.state import InForce, State, Task

FORBIDDEN: dict[str, Words] = {
    "subway": T("The subway is not running."),
    "extra_step": T("No extra step."),
    "reroll": T("No re-rolling."),
    "items": T("No items can be used."),
    "skills": T("No skills can be used."),
}
MODIFIED: dict[str, Words] = {
    "mafia_per_turn": T("Mafia cards in each turn"),
    "info_cost": T("Results that info costs"),
    "item_cost": T("Results that an item costs"),
    "actions": T("Actions in each turn"),
    "steps": T("Steps in each move"),
    "extra_step_alert": T("Alert for the extra step"),
    "wild_alert": T("Alert for a wildcard"),
    **{colour: T("Dice: {colour}", colour=COLOURS[colour]) for colour in ("red", "yellow", "blue", "grey")},
}


def notices(s: State) -> list[Words]:
    """One sentence per notice, most urgent first."""
    now = s.now
    found: list[Words] = []
    if now.limit_hit is not None and now.result is None:
        found.append(T("The alert limit is reached: win before this round is over!"))
    if now.event is not None:
        found.append(_event(s))
    found += [_task(s, task) for task in now.tasks]
    found += [_effect(s, effect) for effect in now.effects if effect.until == "scenario"]
    return found


def _event(s: State) -> Words:
    assert s.now.event is not None
    event = s.world.police_cards[s.now.event.card].event
    if s.now.event.card == UNKNOWN:
        return T("{event}: {text}", event=NOT_KNOWN, text=DrawUnknown.detail)
    if s.now.event.square is None:
        return T("{event}: {text}", event=event.title, text=event.text)
    square = square_name(s.world, s.now.event.square)
    return T("{event}, on {square}: {text}", event=event.title, square=square, text=event.text)


def _task(s: State, task: Task) -> Words:
    title: Words = T("Final challenge") if task.id == "final" else T("Task")
    if task.square is not None:
        title = T("{task}, on {square}", task=title, square=square_name(s.world, task.square))
    needs = needed(task.need)
    if not needs:
        return T("{task}: {text}", task=title, text=task.text)
    return T("{task}: {text} ({needs})", task=title, text=task.text, needs=listed(needs))


def needed(need: Need) -> list[Words]:
    """The needs of a task, one by one (wire section 7)."""
    parts: list[Words] = []
    if need.pay:
        parts.append(faces({str(face): n for face, n in need.pay.items()}))
    if need.items:
        parts.append(P("{n} item", "{n} items", need.items))
    if need.clear:
        parts.append(T("no mafia there"))
    if need.together:
        parts.append(P("{n} of the family there", "{n} of the family there together", need.together))
    if need.gone:
        parts.append(T("no {name} token left", name=token_name(need.gone)))
    if need.table:
        parts.append(T("you decide"))
    return parts


def _effect(s: State, effect: InForce) -> Words:
    if effect.square is not None:
        return T("{square} is closed.", square=square_name(s.world, effect.square))
    assert effect.what is not None
    if effect.op == "forbid":
        return FORBIDDEN[effect.what]
    sign = "+" if effect.n > 0 else "−"
    return T("{what}: {change}", what=MODIFIED[effect.what], change=f"{sign}{abs(effect.n)}")
