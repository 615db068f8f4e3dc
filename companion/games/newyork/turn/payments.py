"""Payments with results (RULES 1.7, 1.8): validation and their cost in alert."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.refusals import Refused
from companion.core.texts import T
from companion.games.newyork.answers import Dice
from companion.games.newyork.rules.alert import raise_alert
from companion.games.newyork.state import State, modified, turn
from companion.games.newyork.words import TYPES, WILD, cost_of

UNSPENT = T("A result counts once, until its die is rolled again.")


def unspent(s: State) -> dict[str, list[str]]:
    """The unspent results by face, each in code point order of their dice."""
    found: dict[str, list[str]] = {}
    for name, die in sorted(turn(s).pool.items()):
        if not die.spent:
            found.setdefault(die.face, []).append(name)
    return found


def paying(s: State, kind: str, n: int) -> list[Dice]:
    """Each listed way to pay ``n`` results of one type; for ``State.cached``."""
    have = s.cached(unspent)
    fitting = have.get(kind, [])
    if WILD in have:
        return _payments(fitting, have[WILD], n)
    return [tuple(fitting[:n])] if len(fitting) >= n else []


def paying_all(s: State, need: Mapping[str, int]) -> list[Dice]:
    """Each listed payment of several types; in the order MENT PHYS SOC, each type takes as many as it can."""
    have = s.cached(unspent)
    fitting = [die for kind in sorted(need) for die in have.get(kind, [])[: need[kind]]]
    return _payments(fitting, have.get(WILD, []), sum(need.values()))


def _payments(fitting: list[str], wild: list[str], cost: int) -> list[Dice]:
    """One payment for each possible number of WILD, with the first fitting dice (wire section 5)."""
    missing = max(0, cost - len(fitting))
    if missing > len(wild):
        return []
    return [tuple(sorted(fitting[: cost - w] + wild[:w])) for w in range(missing, min(cost, len(wild)) + 1)]


def check_payment(s: State, dice: Dice, need: Mapping[str, int], rule: str) -> None:
    """R-NYC-67, R-NYC-69: all results unspent, exactly as many as it costs, each of its type or WILD."""
    pool = turn(s).pool
    left = dict(need)
    for die in dice:
        if die not in pool or pool[die].spent:
            raise Refused("illegal", UNSPENT, "R-NYC-67")
    wild = 0
    for die in dice:
        face = pool[die].face
        if face == WILD:
            wild += 1
        elif left.get(face, 0):
            left[face] -= 1
        else:
            raise _wrong(need, rule)
    if sum(left.values()) != wild:
        raise _wrong(need, rule)


def check_equal(s: State, dice: Dice, cost: int, rule: str) -> None:
    """R-NYC-72: ``cost`` equal results of any one type, WILD as any."""
    faces = {turn(s).pool[die].face for die in dice if die in turn(s).pool} - {WILD}
    kind = min(faces) if faces else TYPES[0]
    check_payment(s, dice, {kind: cost}, rule)


def pay(s: State, dice: Dice) -> None:
    """Spend the results. R-NYC-69, R-NYC-105: each WILD raises the alert by one (and what effects add)."""
    pool = turn(s).pool
    wild = 0
    for die in dice:
        pool[die].spent = True
        wild += pool[die].face == WILD
    if wild:
        raise_alert(s, wild * max(0, 1 + modified(s, "wild_alert")), "R-NYC-105")


def info_cost(s: State, token: str) -> int:
    """R-NYC-70, R-NYC-71: what an info token costs now, at least 1."""
    return max(1, cost_of(token) + modified(s, "info_cost"))


def item_cost(s: State) -> int:
    """R-NYC-72: what an item costs now, at least 1."""
    return max(1, 2 + modified(s, "item_cost"))


def _wrong(need: Mapping[str, int], rule: str) -> Refused:
    words = {"PHYS": T("physical"), "MENT": T("mental"), "SOC": T("social")}
    first = next(iter(need), "PHYS")
    if len(need) == 1:
        return Refused("illegal", T("This costs {n} × {type}, no more and no less; a wildcard counts as any.",
                                    n=need[first], type=words[first]), rule)  # fmt: skip
    return Refused("illegal", T("These results do not match the cost."), rule)
