"""What is known of the box at each point of a game: it may learn while people play (WIRE, Boxes known in part)."""

from __future__ import annotations

from bisect import bisect_left
from copy import copy
from typing import Any, Self

from companion.core.content.learning import unknown_in
from companion.core.instructions import Instruction
from companion.core.rules import Box, Rules
from companion.core.state import State
from companion.table.log import Setup


class Boxes:
    """The box as a game began with it, and after each entry by which it learned.

    Learning changes what is known, and nothing that lies on the table: so a state of any time can be looked at with the
    box of any time, and undo does not unlearn.
    """

    def __init__(self, rules: Rules[Any], setup: Setup, box: Box, world: Any) -> None:
        self._rules = rules
        self._setup = setup
        self._revs: list[int] = []
        self._boxes = [box]
        self._worlds = [world]
        self._partial = bool(unknown_in(box.pack))

    def copy(self) -> Self:
        """Independent ones that know the same."""
        other = copy(self)
        other._revs, other._boxes, other._worlds = list(self._revs), list(self._boxes), list(self._worlds)
        return other

    @property
    def now(self) -> Box:
        """The box as it is known now."""
        return self._boxes[-1]

    @property
    def first(self) -> Box:
        """The box as the game began with it."""
        return self._boxes[0]

    def learn(self, rev: int, table: str, row: Any) -> None:
        """The entry ``rev`` is what the box learns; ``Refused`` if it cannot be so, and then nothing has changed."""
        box = self.now.learned(self._rules, table, row)
        world = self._rules.lay_out(box.pack, self._setup.seats, self._setup.settings).world
        self._revs.append(rev)
        self._boxes.append(box)
        self._worlds.append(world)

    def show(self, state: State[Any, Any], rev: int | None = None) -> list[Instruction]:
        """Let ``state`` know what was known before the entry ``rev``; None: all that is known now.

        Gives what hands must do: nothing, unless a card says otherwise while the open question comes from it, so that
        it is not asked any more.
        """
        at = len(self._revs) if rev is None else bisect_left(self._revs, rev)
        if state.world is self._worlds[at]:
            return []
        state.world = self._worlds[at]
        self._know(state)
        state.settle()
        return state.take_todo()

    def settle(self, state: State[Any, Any]) -> None:
        """After a move: what came back into a deck without a name may be known by now."""
        if self._partial:
            self._know(state)

    def _know(self, state: State[Any, Any]) -> None:
        self._rules.know(state)
        state.look_again()
