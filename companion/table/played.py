"""The result of a change to a table."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from companion.core.instructions import Instruction
from companion.core.state import State
from companion.core.texts import T, Words
from companion.games.game import Game
from companion.table.history import PlayedEntry


class Played(Struct, frozen=True):
    """The result of a change: the ``rev`` after it, and its new log entries in order."""

    rev: int
    entries: list[PlayedEntry]

    @property
    def instructions(self) -> list[Instruction]:
        """All instructions for hands, in order."""
        return [todo for played in self.entries for todo in played.instructions]


def label(game: Game, state: State[Any, Any], played: PlayedEntry) -> Words:
    """An answer or correction in words that everybody may read."""
    if played.answer is None:
        return T("Correction: {why}", why=played.entry.why or "")
    return game.presenter.describe(state, played.answer)
