"""Tasks and the final challenge (wire section 7, RULES 1.12)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import UNSET

from companion.core.answers import Answer
from companion.core.refusals import Refused
from companion.core.texts import T, Text
from companion.games.newyork.answers import Dice, Fulfil, HeldItem
from companion.games.newyork.effects.sequence import Effects
from companion.games.newyork.presenter.words.labels import token_name
from companion.games.newyork.rules import hands
from companion.games.newyork.rules.alert import win
from companion.games.newyork.state import NYVerb, State, Task, here, relatives, turn
from companion.games.newyork.turn.payments import check_payment, pay, paying_all

NOT_ASKED = T("This is not what the task asks for.")


class Fulfilling(NYVerb[Fulfil]):
    """Whoever plays may fulfil a task in force: pay, hand items in, and its ``then`` is done.

    R-NYC-113: the final challenge wins at once; undealt mafia does not hinder it.
    """

    def options(self, s: State) -> Iterable[Answer]:
        for task in s.now.tasks:
            if missing(s, task) is None:
                items = _first_items(s, task.need.items)
                if items is not None:
                    for dice in _listed_payments(s, task):
                        yield Fulfil(task.id, dice if dice else UNSET, items if items else UNSET)

    def check(self, s: State, answer: Fulfil) -> None:
        task = find(s, answer.task)
        problem = missing(s, task)
        if problem is not None:
            raise Refused("illegal", problem, task.rule)
        if not fits(task, answer):
            raise Refused("illegal", NOT_ASKED, task.rule)
        if answer.with_ is not UNSET:
            check_payment(s, answer.with_, _cost(task), task.rule)
        if answer.items is not UNSET:
            _check_items(s, answer.items, task)

    def do(self, s: State, answer: Fulfil) -> None:
        task = find(s, answer.task)
        if answer.with_ is not UNSET:
            pay(s, answer.with_)
        if answer.items is not UNSET:
            for held in answer.items:
                hands.return_item(s, held.item, held.used, turn(s).seat, task.rule)
        fulfilled(s, task)


def fits(task: Task, answer: Fulfil) -> bool:
    """``with`` exactly if the task has a payment, ``items`` exactly if it asks for items (wire section 7)."""
    return (answer.with_ is not UNSET) == bool(task.need.pay) and (answer.items is not UNSET) == bool(task.need.items)


def check_form(s: State, answer: Answer) -> None:
    """Refuse ``malformed`` a ``fulfil`` that carries something else than its task asks for."""
    if isinstance(answer, Fulfil) and not s.world.options.light:
        for task in s.now.tasks:
            if task.id == answer.task and not fits(task, answer):
                raise Refused("malformed", NOT_ASKED)


def find(s: State, name: str) -> Task:
    """The task in force with this id."""
    for task in s.now.tasks:
        if task.id == name:
            return task
    raise Refused("unknown", T("There is no task {name} in force.", name=name))


def fulfilled(s: State, task: Task) -> None:
    """The task goes, and what it brings happens; the final challenge wins."""
    s.now.tasks.remove(task)
    if task.id == "final":
        win(s)
    s.agenda.append(Effects(task.then, task.rule))


def missing(s: State, task: Task) -> Text | None:
    """What else keeps the active character from fulfilling the task, apart from payment and items; None if nothing."""
    need, square = task.need, here(s)
    if task.square is not None and square != task.square:
        return T("This task is done on {square}.", square=s.world.names[task.square])
    if need.clear and square in s.now.mafia:
        return T("The mafia here must be gone first.")
    if len(relatives(s, turn(s).seat)) + 1 < need.together:
        return T("{n} of the family must be here.", n=need.together)
    if need.gone and any(need.gone in names for names in s.now.tokens.values()):
        return T("There is still a {name} token on the board.", name=token_name(need.gone))
    return None


def _cost(task: Task) -> dict[str, int]:
    """The results that the task asks for, by type."""
    return {str(kind): n for kind, n in task.need.pay.items()}


def _listed_payments(s: State, task: Task) -> Iterable[Dice]:
    if not task.need.pay:
        return [()]
    return paying_all(s, _cost(task))


def _first_items(s: State, n: int) -> tuple[HeldItem, ...] | None:
    """The first ``n`` items of the hand, face-down ones first, then by kind; None if there are not enough."""
    hand = s.now.characters[turn(s).seat]
    held = [
        HeldItem(item, used)
        for used, items in ((True, hand.used), (False, hand.ready))
        for item in sorted(items)
        for _ in range(items[item])
    ]
    return tuple(held[:n]) if len(held) >= n else None


def _check_items(s: State, items: tuple[HeldItem, ...], task: Task) -> None:
    hand = s.now.characters[turn(s).seat]
    counts: dict[HeldItem, int] = {}
    for held in items:
        counts[held] = counts.get(held, 0) + 1
    enough = all(n <= (hand.used if held.used else hand.ready).get(held.item, 0) for held, n in counts.items())
    if len(items) != task.need.items or not enough:
        raise Refused("illegal", T("The task asks for {n} items from your hand.", n=task.need.items), task.rule)
