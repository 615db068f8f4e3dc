"""What a table says of a change, and of the changes before it."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from companion.core.instructions import Instruction
from companion.core.state import State
from companion.core.texts import T, Words
from companion.games.game import Game
from companion.table.history import PlayedEntry


class Played(Struct, frozen=True):
    """What a change did: the ``rev`` after it, and its new entries of the log, in order."""

    rev: int
    entries: list[PlayedEntry]

    @property
    def instructions(self) -> list[Instruction]:
        """Everything that hands must do, in order."""
        return [todo for played in self.entries for todo in played.instructions]


def label(game: Game, state: State[Any, Any], played: PlayedEntry) -> Words:
    """An answer or a correction in words that fit for everybody: a line of the log and of the undo list."""
    if played.answer is None:
        return T("Correction: {why}", why=played.entry.why or "")
    return game.presenter.describe(state, played.answer)
