"""The sensible player: a good answer most of the time.

It sees what people at the table see, never the order of a deck, and picks from ``legal``. It looks one goal ahead: an
info token, task or final challenge that is near and nearly paid. It serves demonstrations, simulations and tests, and
is not part of the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from msgspec import Struct

from companion.core.answers import Answer
from companion.core.texts import T
from companion.games.newyork import answers as say
from companion.games.newyork.content import TYPE_OF_COLOUR, WILD, colour_of, is_die
from companion.games.newyork.rules.pieces import info_cost, unspent
from companion.games.newyork.state import State, active, forbidden, here, relatives, shut, stuck, turn, undealt
from companion.games.player import Figure, Player

A = TypeVar("A", bound=Answer)

STEP_COST = 1.0
MISSING_COST = 2.5
TASK_BONUS, FINAL_BONUS, CLEAR_BONUS = 3.0, 12.0, -2.0
"""How many steps farther than an info token a goal may be and still be preferred."""


class Goal(Struct, frozen=True):
    """A goal: a square (None: anywhere), the results it costs, and its priority."""

    square: str | None
    pay: dict[str, int]
    bonus: float = 0.0
    task: str | None = None


def choose(s: State, legal: Sequence[Answer], luck: Callable[[], float]) -> Answer:
    """The sensible answer to a decision.

    ``legal`` is not empty. ``luck`` returns numbers from 0 to below 1; it breaks ties and makes up light-mode reports.
    """
    kinds = {type(answer) for answer in legal}
    if say.EndedTurn in kinds:
        return _report(s, legal, luck)
    if say.End in kinds:
        return _play(s, legal)
    if say.Flee in kinds:
        return _flee(s, legal)
    if say.NextSeat in kinds:
        return min(_of(legal, say.NextSeat), key=lambda answer: _eagerness(s, answer.seat))
    if say.Lose in kinds or say.HealDie in kinds:
        return _by_dice(s, legal)
    return _any(legal, luck)


def _numbers(template: Answer, luck: Callable[[], float]) -> Answer:
    """Plausible numbers of a story card, or what a card has done."""
    if isinstance(template, say.AlertCars):
        return say.AlertCars([4])
    if isinstance(template, say.Caused):
        return say.Caused([{"op": "alert", "n": 1 if luck() < 0.5 else -1}])
    return say.CardNumbers(1 + int(luck() * 2), say.Bag(*(1 + int(luck() * 3) for _ in range(3))))


def _any(options: Sequence[Answer], luck: Callable[[], float]) -> Answer:
    return options[int(luck() * len(options))]


def _of(legal: Iterable[Answer], kind: type[A]) -> list[A]:
    return [answer for answer in legal if isinstance(answer, kind)]


def goals(s: State) -> list[Goal]:
    """All current goals."""
    found = [
        Goal(square, {TYPE_OF_COLOUR[colour_of(token)]: info_cost(s, token, square)})
        for square, tokens in sorted(s.now.info.squares.items())
        for token in sorted(tokens)
    ]
    for task in s.now.tasks:
        blocked = bool(task.need.gone) and any(task.need.gone in names for names in s.now.tokens.values())
        if not blocked:
            bonus = FINAL_BONUS if task.id == "final" else TASK_BONUS
            found.append(Goal(task.square, task.cost, bonus, task.id))
    found += [Goal(square, {"PHYS": 2}, CLEAR_BONUS) for square, n in sorted(s.now.mafia.items()) if n > 1]
    return found


FAR = 99
"""The distance of what no path leads to."""


def _distances(s: State, start: str) -> dict[str, int]:
    """How far squares are over open squares without mafia; those that no path leads to are left out."""
    links = s.world.neighbours if forbidden(s, "subway") else s.world.reach
    far, found, edge, closed = 0, {start: 0}, [start], {*shut(s)}
    while edge:
        far += 1
        following = []
        for square in edge:
            if square in s.now.mafia and square != start:
                continue
            for other in links[square]:
                if other not in found and other not in closed:
                    found[other] = far
                    following.append(other)
        edge = following
    return found


def _missing(have: dict[str, int], pay: dict[str, int]) -> int:
    """How many results a payment still lacks, counting wild ones."""
    short = sum(max(0, n - have.get(kind, 0)) for kind, n in pay.items())
    return max(0, short - have.get(WILD, 0))


def _have(s: State) -> dict[str, int]:
    return {face: len(dice) for face, dice in unspent(s).items()}


def _best_goal(s: State) -> Goal | None:
    """The goal that is nearest and most nearly paid."""
    away, have = _distances(s, here(s)), _have(s)

    def price(goal: Goal) -> float:
        steps = away.get(goal.square, FAR) if goal.square else 0
        return steps * STEP_COST + _missing(have, goal.pay) * MISSING_COST - goal.bonus

    return min(goals(s), key=price, default=None)


def _wilds(s: State, answer: Any) -> int:
    """How many WILD an answer spends."""
    dice = getattr(answer, "with_", None) or ()
    return sum(turn(s).pool[die].face == WILD for die in dice)


def _cheapest(s: State, options: Sequence[Answer]) -> Answer | None:
    return min(options, key=lambda answer: _wilds(s, answer), default=None)


def _play(s: State, legal: Sequence[Answer]) -> Answer:
    """In order of priority: win, collect what is paid, clear the way, move towards the goal."""
    goal = _best_goal(s)
    tries: list[Callable[[], Answer | None]] = [
        lambda: _cheapest(s, [a for a in _of(legal, say.Fulfil) if a.task == "final"]),
        lambda: _cheapest(s, _of(legal, say.Fulfil)),
        lambda: _cheapest(s, _of(legal, say.Collect)),
        lambda: _cheapest(s, [a for a in _of(legal, say.UseItem) if a.item == "laptop"]),
        lambda: _free(s, _of(legal, say.TakeItem)),
        lambda: _result_item(s, legal, goal),
        lambda: _heal(s, legal),
        lambda: _fight(s, legal, goal),
        lambda: _walk(s, legal, goal),
        lambda: _break_out(s, legal, goal),
        lambda: _reroll(s, legal, goal),
        lambda: _skill(s, legal, goal),
        lambda: _free(s, _of(legal, say.Fight)),
        lambda: _shelter(s, legal),
    ]
    for attempt in tries:
        answer = attempt()
        if answer is not None:
            return answer
    return say.End()


def _free(s: State, options: Sequence[Answer]) -> Answer | None:
    """The first option that spends no WILD."""
    return next((answer for answer in options if not _wilds(s, answer)), None)


def _result_item(s: State, legal: Sequence[Answer], goal: Goal | None) -> Answer | None:
    """An item that provides a missing result."""
    if goal is None or goal.square not in (None, here(s)):
        return None
    have = _have(s)
    for use in _of(legal, say.UseItem):
        kind = {"phone": "MENT", "mask": "SOC", "gloves": "PHYS"}.get(use.item)
        if kind and _missing({**have, kind: have.get(kind, 0) + 1}, goal.pay) < _missing(have, goal.pay):
            return use
    return None


def _heal(s: State, legal: Sequence[Answer]) -> Answer | None:
    """Heal as father or with cash."""
    healing = [a for a in _of(legal, say.Skill) if isinstance(a.seat, str)]
    cash = [a for a in _of(legal, say.UseItem) if a.item == "cash"]
    return next(iter([*healing, *cash]), None)


def _fight(s: State, legal: Sequence[Answer], goal: Goal | None) -> Answer | None:
    """Fight mafia here if the goal can spare the results, or is the mafia itself."""
    needed = goal.pay.get("PHYS", 0) if goal else 0
    spare = _have(s).get("PHYS", 0) - needed
    options = _of(legal, say.Fight)
    if options and (spare >= len(options[0].with_) or (goal and goal.bonus == CLEAR_BONUS)):
        return _free(s, options)
    return None


def _walk(s: State, legal: Sequence[Answer], goal: Goal | None) -> Answer | None:
    """A step towards the goal, if it can be reached this turn or is worth it."""
    if goal is None or goal.square is None or goal.square == here(s):
        return None
    far = _distances(s, here(s)).get(goal.square, FAR)
    free = [a for a in _of(legal, say.UseItem) if a.item == "newspaper"]
    walks: list[Any] = [*free, *_of(legal, say.Walk)]
    if far == 1 and not _of(legal, say.Walk) and not _missing(_have(s), goal.pay):
        walks += _of(legal, say.ExtraWalk)
    better = [walk for walk in walks if _distances(s, str(walk.to)).get(goal.square, FAR) < far]
    safe = [walk for walk in better if walk.to not in s.now.mafia or walk.to == goal.square]
    return next(iter(safe), None)


def _break_out(s: State, legal: Sequence[Answer], goal: Goal | None) -> Answer | None:
    """Evade the mafia that blocks, if there is somewhere to go."""
    if goal is None or goal.square in (None, here(s)) or not stuck(s, here(s)):
        return None
    if not turn(s).actions and not turn(s).steps:
        return None
    coats = [a for a in _of(legal, say.UseItem) if a.item == "raincoat" and a.ignore == "mafia"]
    return _free(s, _of(legal, say.Evade)) or next(iter(coats), None) or _free(s, _of(legal, say.Fight))


def _reroll(s: State, legal: Sequence[Answer], goal: Goal | None) -> Answer | None:
    """Re-roll useless dice on arrival, or without steps to spare."""
    if goal is None or not _of(legal, say.RerollDice) or not _missing(_have(s), goal.pay):
        return None
    if goal.square not in (None, here(s)) and (turn(s).actions > 1 or turn(s).steps):
        return None
    pool = turn(s).pool
    dice = tuple(
        sorted(name for name, die in pool.items() if is_die(name) and (die.spent or die.face not in {*goal.pay, WILD}))
    )
    return say.RerollDice(dice) if dice else None


def _skill(s: State, legal: Sequence[Answer], goal: Goal | None) -> Answer | None:
    """Re-roll one die by skill if the goal lacks a result."""
    if goal is None or goal.square not in (None, here(s)) or not _missing(_have(s), goal.pay):
        return None
    for skill in _of(legal, say.Skill):
        if isinstance(skill.die, str):
            die = turn(s).pool[skill.die]
            if die.spent or die.face not in {*goal.pay, WILD}:
                return skill
    return None


def _shelter(s: State, legal: Sequence[Answer]) -> Answer | None:
    """Avoid wounds at the end of the turn."""
    if not undealt(s, here(s)):
        return None
    coats = [a for a in _of(legal, say.UseItem) if a.item == "raincoat" and a.ignore == "mafia"]
    options = [*_of(legal, say.Face), *_of(legal, say.Evade)]
    return _free(s, options) or next(iter(coats), None) or _cheapest(s, options)


def _flee(s: State, legal: Sequence[Answer]) -> Answer:
    """Move away from the police, towards a goal."""
    wanted = [goal.square for goal in goals(s) if goal.square]

    def far(answer: say.Flee) -> tuple[int, int]:
        away = _distances(s, answer.to)
        return min((away.get(square, FAR) for square in wanted), default=0), s.now.mafia.get(answer.to, 0)

    return min(_of(legal, say.Flee), key=far)


def _eagerness(s: State, seat: str) -> float:
    """Whoever is nearest to a goal goes first."""
    square = s.now.characters[seat].square
    if square is None:
        return 0.0
    away = _distances(s, square)
    near = [away.get(goal.square, FAR) - goal.bonus for goal in goals(s) if goal.square]
    return min(near, default=0.0) - 0.1 * len(relatives(s, seat))


def _by_dice(s: State, legal: Sequence[Answer]) -> Answer:
    """Lose a die of the most frequent colour, regain one of the rarest."""

    def left(answer: Any) -> int:
        dice = [(s.world.dice[seat], c.lost) for seat, c in s.now.characters.items() if seat == (active(s) or seat)]
        return sum(own[answer.colour] - lost.get(answer.colour, 0) for own, lost in dice)

    return (max if isinstance(legal[0], say.Lose) else min)(legal, key=left)


def _report(s: State, legal: Sequence[Answer], luck: Callable[[], float]) -> Answer:
    """Light mode: report the typical results of a turn."""
    final = [a for a in _of(legal, say.Fulfil) if a.task == "final"]
    if final and luck() < 0.3:
        return final[0]
    chances: list[tuple[float, type[Answer]]] = [
        (0.35, say.Collected),
        (0.2, say.Removed),
        (0.15, say.TookItem),
        (0.1, say.Raised),
        (0.1, say.Fulfil),
        (0.1, say.Triggered),
    ]
    for chance, kind in chances:
        options = [a for a in _of(legal, kind) if a not in final]
        if options and luck() < chance:
            return _any(options, luck)
    return say.EndedTurn(int(luck() < 0.25))


class NewYorkPlayer(Player[State]):
    """The player of New York Crisis."""

    def advise(self, state: State, legal: Sequence[Answer], luck: Callable[[], float]) -> Answer:
        """The sensible answer."""
        return _numbers(legal[0], luck) if legal[0].template else choose(state, legal, luck)

    def figures(self, state: State) -> list[Figure]:
        """Victory, number of rounds, and the positions of the tracks."""
        won = state.now.result is not None and state.now.result["outcome"] == "win"
        return [
            Figure(T("won"), won, share=True),
            Figure(T("rounds"), state.now.round),
            Figure(T("Alert"), state.now.alert),
            Figure(T("Story"), state.now.story),
        ]

    def revealed(self, state: State) -> Sequence[tuple[str | int, ...]]:
        """The cards of the story that were turned up (R-NYC-94)."""
        at = state.world.pack.scenarios.index(state.world.scenario)
        return [("scenarios", at, "cards", number) for number in range(state.now.revealed)]
