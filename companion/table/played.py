"""What a table says of a change, and of the changes before it."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from companion.core.instructions import Instruction
from companion.core.state import State
from companion.core.texts import T, Words
from companion.games.game import Game
from companion.table.history import Part
from companion.table.log import Source


class Played(Struct, frozen=True):
    """What a change did: the ``rev`` after it, and a part for each new entry of the log, in order."""

    rev: int
    parts: list[Part]

    @property
    def instructions(self) -> list[Instruction]:
        """Everything that hands must do, in order."""
        return [todo for part in self.parts for todo in part.instructions]


def moment(game: Game, state: State[Any, Any], part: Part, *, done: bool) -> Moment:
    """A line of the undo list; the words of an answer are the game's, and fit for everybody."""
    entry = part.entry
    label = (
        T("Correction: {why}", why=entry.why or "")
        if part.answer is None
        else game.presenter.describe(state, part.answer)
    )
    return Moment(entry.rev, label, entry.at, entry.source, done)


class Moment(Struct, frozen=True):
    """An answer or correction as a line of the undo list.

    ``rev`` is that of its entry, ``done`` False for what was undone and can be redone.
    """

    rev: int
    label: Words
    at: float
    source: Source
    done: bool
