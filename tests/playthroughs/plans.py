"""What a game that is to be recorded is like."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from msgspec import Struct

from companion.table import Table


class Rulebook(Struct, frozen=True):
    """What recording must know of a rulebook.

    ``mend``: the table corrects something, or goes back; it may be refused. ``outcome``: how a game has ended, in a
    word, by the last line of its recording.
    """

    game: str
    mend: Callable[[Table, Random], Any]
    outcome: Callable[[dict[str, Any]], str]


class Plan(Struct, frozen=True):
    """A game to record.

    ``whim``: how often the player does just anything that is listed; ``mends``: how often the table corrects or goes
    back; ``wanted``: the outcome, for which as many seeds are tried as it takes (any, if empty). ``about`` says in
    words what the recording is for.
    """

    rulebook: Rulebook
    pack: str
    seats: str
    settings: dict[str, str]
    asked: bool = False
    whim: float = 0.0
    mends: float = 0.0
    wanted: str = ""
    about: str = ""


def back_and_forth(table: Table, random: Random) -> None:
    """Undo a few answers, or undo and redo two."""
    if random.random() < 0.5:
        table.undo(random.randint(1, 4))
    else:
        table.undo(2)
        table.redo(2)
