"""The table check: people compare the table with the companion's picture, place by place.

A ``Draft`` is the companion's picture with the differences people have entered. The log is unchanged until ``accept``
makes one correction of them. ``put_back`` instead says what hands must move.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from msgspec import Struct, structs

from companion.core.instructions import Instruction, Picture, changes_between
from companion.core.state import State
from companion.core.texts import T, Words, listed
from companion.scene.scene import Cell, Counter, Fix, Line, Place, PlaceGroup, Scene, for_hands
from companion.table.history import Played
from companion.table.table import Table

Change = dict[str, Any]

NAMED = 3
"""Number of differences named in the log."""


class Weighed(Struct, frozen=True):
    """The effects of a correction: the changes, what hands must do then, and the new question if it differs.

    Private information is left out.
    """

    changes: list[Line]
    follows: list[Line]
    asked: Words | None


class Draft:
    """The table as people see it: the companion's picture at ``rev`` with the differences they entered.

    It does not change the table. It is invalid once the table has another ``rev``.
    """

    def __init__(self, table: Table) -> None:
        self.rev = table.rev
        self._table = table
        self._game = table.game
        self._truth = table.state.copy()
        self._taps: list[list[Change]] = []
        self._set_state(self._truth)

    def _set_state(self, state: State[Any, Any]) -> None:
        self._state = state
        for name in ("places", "scene"):
            self.__dict__.pop(name, None)

    def same(self, table: Table) -> bool:
        """True if the draft was made from this table, at any ``rev``."""
        return self._table is table

    def of(self, table: Table) -> bool:
        """True if the draft was made from this table and is still valid."""
        return self.same(table) and table.rev == self.rev

    @property
    def changes(self) -> list[Change]:
        """The correction that turns the companion's picture into what people see; empty if they agree."""
        return self._taps[-1] if self._taps else []

    @property
    def matches(self) -> bool:
        return not self.changes

    @cached_property
    def _before(self) -> list[Place]:
        return self._places_of(self._truth)

    @cached_property
    def places(self) -> list[Place]:
        """Everything on the table as people see it; ``was`` and ``changed`` mark the differences."""
        if self.matches:
            return self._before
        before = {place.id: place for place in self._before}
        return [_with_marks(place, before.get(place.id)) for place in self._places_of(self._state)]

    @property
    def groups(self) -> list[PlaceGroup]:
        return list({place.group.id: place.group for place in self.places}.values())

    def _places_of(self, state: State[Any, Any]) -> list[Place]:
        digital = {item for item, mode in self._table.chance.items() if mode == "digital"}
        return [place for place in self._game.presenter.places(state) if place.deck not in digital]

    @cached_property
    def scene(self) -> Scene:
        if self.matches:
            return self._game.presenter.scene(self._truth)
        settled = self._truth.copy()
        self._game.rules.correct(settled, self.changes)
        return self._game.presenter.scene(settled)

    @property
    def differing(self) -> list[Place]:
        return [place for place in self.places if differs(place)]

    @property
    def pieces(self) -> dict[str, dict[str, int]]:
        return self._game.rules.pieces(self._state)

    @property
    def picture(self) -> Picture:
        """What lies on the table."""
        return self._game.rules.picture(self._state)

    def tap(self, fix: Fix) -> None:
        """Apply a tap of a counter. Raises ``Refused``, and then nothing has changed."""
        changes = self._shortest([*self.changes, *fix.changes], fix.changes)
        self._taps.append(changes)
        self._set_state(self._game.rules.corrected(self._truth, changes))
        if not self.differing:
            self._taps[-1] = []
            self._set_state(self._truth)

    @property
    def tapped(self) -> bool:
        return bool(self._taps)

    def take_back(self) -> bool:
        """Undo the last tap; False if there is none."""
        if not self._taps:
            return False
        self._taps.pop()
        self._set_state(self._game.rules.corrected(self._truth, self.changes) if self.changes else self._truth)
        return True

    def _shortest(self, changes: list[Change], last: Sequence[Change]) -> list[Change]:
        """Drop changes that later ones override, if the result is the same.

        The order can matter: setting the stock and then what a player took from it is not the same the other way round.
        """
        wanted = self._game.rules.corrected(self._truth, changes).hash()
        new = [_change_key(change) for change in last]
        kept = [change for change in self.changes if _change_key(change) not in new]
        for shorter in (kept, [*kept, *last]):
            if shorter and self._game.rules.corrected(self._truth, shorter).hash() == wanted:
                return shorter
        return changes

    @property
    def why(self) -> Words:
        """The reason for the log: a summary of the differences."""
        named = [T("{place}: {what}", place=place.name, what=differences(place)) for place in self.differing]
        if len(named) > NAMED:
            named = [*named[:NAMED], T("…")]
        return T("table check, {what}", what=listed(named)) if named else T("table check")

    def weigh(self) -> Weighed:
        """The effects of the correction. Nothing is logged. Raises ``Refused`` like ``accept``."""
        settled = self._truth.copy()
        todo = self.follows(self._game.rules.correct(settled, self.changes))
        follows = for_hands(self._game.presenter.lines(settled, todo), self._table.chance)
        before, then = self._game.presenter.scene(self._truth).prompt, self._game.presenter.scene(settled).prompt
        hidden = self._game.rules.ask(settled).only is not None
        other = not hidden and (then.over, then.title) != (before.over, before.title)
        asked = then.title if other else None
        return Weighed([line for place in self.differing for line in _changes(place)], follows, asked)

    def put_back(self) -> list[Line]:
        """What hands must move if the companion is right. Nothing is logged."""
        todo = changes_between(self._game.rules.picture(self._state), self._game.rules.picture(self._truth))
        return for_hands(self._game.presenter.lines(self._truth, todo), self._table.chance)

    def follows(self, instructions: Sequence[Instruction]) -> list[Instruction]:
        """The instructions of a correction without those that the table already shows."""
        there = changes_between(self._game.rules.picture(self._truth), self._game.rules.picture(self._state))
        return list(instructions[len(there) :])


def accept(table: Table, draft: Draft, why: str) -> Played:
    """Log the draft as one correction; returns only the instructions that are still to be done.

    ``why`` is ``draft.why`` in the table's language. Raises ``Refused`` like ``Table.correct``, ``stale`` if the table
    has moved on.
    """
    played = table.correct(draft.changes, why, rev=draft.rev)
    first, *rest = played.entries
    return Played(played.rev, [structs.replace(first, instructions=draft.follows(first.instructions)), *rest])


def differs(place: Place) -> bool:
    return any(changed(counter) for counter in place.counters)


def differences(place: Place) -> Words:
    """The differences at a place, with the former values."""
    return listed([_difference(counter) for counter in place.counters if changed(counter)])


def changed(counter: Counter) -> bool:
    return counter.was is not None or any(cell.changed for cell in counter.cells)


def _changes(place: Place) -> Iterator[Line]:
    """One line per difference at a place: the new number, what was added, what was removed."""
    for counter in place.counters:
        what = counter.name if counter.listed else T("{place}: {what}", place=place.name, what=counter.name)
        if counter.was is not None:
            number = T("{what}: {before} → {after}", what=what, before=counter.was, after=counter.value)
            yield Line("", counter.icon, number)
        for cell in counter.cells:
            if cell.changed:
                words = T("{place}: {what}", place=what, what=cell.label) if cell.label else what
                yield Line("+" if cell.on else "−", cell.icon or counter.icon, words)


def _difference(counter: Counter) -> Words:
    if counter.listed:
        gone, come = ([one.label for one in counter.cells if one.changed and one.on is on] for on in (False, True))
        return T("was {n}", n=listed(gone)) if gone else T("now {what}", what=listed(come))
    if counter.was is None:
        return counter.name
    return T("{what} was {n}", what=counter.name, n=counter.was)


def _change_key(change: Change) -> tuple[tuple[str, Any], ...]:
    return tuple(sorted((name, value) for name, value in change.items() if name != "value"))


def _with_marks(place: Place, before: Place | None) -> Place:
    """The place with marks at what differs from ``before``; None if there was no such place."""
    old = {counter.id: counter for counter in before.counters} if before is not None else {}
    return structs.replace(place, counters=[_compare(counter, old.get(counter.id)) for counter in place.counters])


def _compare(counter: Counter, before: Counter | None) -> Counter:
    if counter.cells:
        on = [cell.on for cell in before.cells] if before is not None else []
        return structs.replace(counter, cells=list(_compare_cells(counter.cells, on)))
    was = before.value if before is not None else "0"
    return counter if counter.value == was else structs.replace(counter, was=was)


def _compare_cells(cells: Sequence[Cell], on: Sequence[bool]) -> Iterator[Cell]:
    for index, cell in enumerate(cells):
        was = on[index] if index < len(on) else False
        yield cell if cell.on == was else structs.replace(cell, changed=True)
