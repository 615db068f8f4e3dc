"""Corrections: the table is right and the companion wrong (R-GEN-01, R-GEN-05; wire/newyork.md section 11).

No rule acts on a correction: no car is caught, no card revealed, no loss. Changes are applied in order, all or none;
what must hold over all pieces is checked once, after the last.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from companion.core.instructions import Instruction, difference
from companion.core.refusals import Refused
from companion.core.steps import settle
from companion.core.texts import T
from companion.games.newyork import correctable_turn as _turn_facts  # noqa: F401  (registers its facts)
from companion.games.newyork.correctable import FACTS, Fact, limit
from companion.games.newyork.facts import pieces
from companion.games.newyork.state import State
from companion.games.newyork.words import CARS, COLOURS, FBI, MAFIA, TOKENS


def correct(state: State, changes: Sequence[Any]) -> list[Instruction]:
    """Apply ``changes`` (WIRE, Corrections), or raise ``Refused`` with nothing changed.

    Gives what hands must do: the difference on the table, and what follows from the question that is open then.
    """
    if state.now.result is not None:
        raise Refused("over", T("The game has ended. Undo instead."))
    if not changes:
        raise Refused("malformed", T("A correction needs at least one change."))
    trial = state.copy()
    for change in changes:
        _apply(trial, change)
    _balance(trial)
    trial.todo = difference(pieces(state), pieces(trial))
    settle(trial, trial.agenda)
    state.now, state.agenda = trial.now, trial.agenda
    return trial.take_todo()


def _apply(s: State, change: Any) -> None:
    if not isinstance(change, Mapping) or not isinstance(change.get("fact"), str):
        raise Refused("malformed", T("Each change names its fact."))
    fact = FACTS.get(change["fact"])
    if fact is None:
        raise Refused("unknown", T("There is no fact {name} to correct.", name=change["fact"]))
    selectors = {key: value for key, value in change.items() if key not in ("fact", "value")}
    if "value" not in change or selectors.keys() != set(fact.selects):
        raise Refused("malformed", T("The fields of {what} do not fit together.", what=change["fact"]))
    value = _read(fact, selectors, change["value"])
    selected = [selectors[name] for name in fact.selects]
    fact.check_names(s, selected, value)
    if not fact.possible(s):
        raise Refused("illegal", T("{fact} cannot be corrected now.", fact=change["fact"]), "R-GEN-04")
    fact.set(s, *selected, value)


def _read(fact: Fact, selectors: Mapping[str, Any], value: Any) -> Any:
    """The value as its type; a wrong type is malformed."""
    if not all(isinstance(selected, str) for selected in selectors.values()):
        raise Refused("malformed", T("A fact is chosen by names only."))
    try:
        return msgspec.convert(value, fact.type)
    except msgspec.ValidationError as error:
        raise Refused("malformed", T("This value cannot be read: {problem}.", problem=str(error))) from None


def _balance(s: State) -> None:
    """R-GEN-04: supplies are what is not out; nothing can be out that was not printed."""
    now = s.now
    now.mafia_reserve = MAFIA - sum(now.mafia.values())
    limit(now.mafia_reserve >= 0)
    limit(len(now.fbi) < FBI)
    cars = now.cars
    cars.supply = CARS - cars.beside - cars.waiting - sum(cars.squares.values()) - sum(cars.alert.values())
    limit(cars.supply >= 0)
    info = now.info
    info.reserve = _rest(s.world.tokens, [info.bag, info.kept, *info.squares.values()])
    on_squares = [{item: 1} for item in now.items.squares.values()]
    in_hands = [hand for character in now.characters.values() for hand in (character.ready, character.used)]
    now.items.supply = _rest(s.world.items, [now.items.box, *on_squares, *in_hands])
    limit(sum(sum(names.values()) for names in now.tokens.values()) <= TOKENS)
    for seat, character in now.characters.items():
        limit(all(character.lost.get(colour, 0) <= s.world.dice[seat][colour] for colour in COLOURS))
        limit(character.wounds <= s.world.own_dice(seat))


def _rest(printed: Mapping[str, int], out: Sequence[Mapping[str, int]]) -> dict[str, int]:
    """What is left of the printed pieces when those are out."""
    used: dict[str, int] = {}
    for bag in out:
        for kind, n in bag.items():
            used[kind] = used.get(kind, 0) + n
    limit(all(n <= printed.get(kind, 0) for kind, n in used.items()))
    return {kind: n - used.get(kind, 0) for kind, n in printed.items() if n > used.get(kind, 0)}
