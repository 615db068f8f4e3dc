"""What is known of the box at each point of a game (WIRE, Boxes known in part)."""

from __future__ import annotations

from bisect import bisect_left
from copy import copy
from typing import Any, Self

from companion.core.instructions import Instruction
from companion.core.learning import unknown_in
from companion.core.rules import Box, Rules
from companion.core.state import State
from companion.table.log import Setup


class BoxHistory:
    """The box at the start of a game, and after each ``learn`` entry.

    Learning changes what is known but nothing on the table. So any state can be viewed with any version of the box, and
    undo does not unlearn.
    """

    def __init__(self, rules: Rules[Any], setup: Setup, box: Box, world: Any) -> None:
        self._rules = rules
        self._setup = setup
        self._revs: list[int] = []
        self._boxes = [box]
        self._worlds = [world]
        self._partial = bool(unknown_in(box.pack))

    def copy(self) -> Self:
        """An independent copy."""
        other = copy(self)
        other._revs, other._boxes, other._worlds = list(self._revs), list(self._boxes), list(self._worlds)
        return other

    @property
    def now(self) -> Box:
        """The box as known now."""
        return self._boxes[-1]

    @property
    def first(self) -> Box:
        """The box as known at the start."""
        return self._boxes[0]

    def learn(self, rev: int, table: str, row: Any) -> None:
        """Learn a row with the entry ``rev``. Raises ``Refused``, and then nothing has changed."""
        box = self.now.learned(self._rules, table, row)
        world = self._rules.lay_out(box.pack, self._setup.seats, self._setup.settings).world
        self._revs.append(rev)
        self._boxes.append(box)
        self._worlds.append(world)

    def show(self, state: State[Any, Any], rev: int | None = None) -> list[Instruction]:
        """Give ``state`` the box as known before the entry ``rev``, or as known now.

        Returns instructions, usually none. A change to the card behind the open question can end that question.
        """
        at = len(self._revs) if rev is None else bisect_left(self._revs, rev)
        if state.world is self._worlds[at]:
            return []
        state.world = self._worlds[at]
        self._know(state)
        state.settle()
        return state.take_todo()

    def settle(self, state: State[Any, Any]) -> None:
        """Call after a move: unnamed cards that went back into a deck may be identified by now."""
        if self._partial:
            self._know(state)

    def _know(self, state: State[Any, Any]) -> None:
        self._rules.know(state)
        state.invalidate()
