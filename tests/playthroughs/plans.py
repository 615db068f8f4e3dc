"""What a game that is to be recorded is like."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from msgspec import Struct

from companion.chance.dealer import known_items
from companion.core.answers import Answer
from companion.games.game import Game
from companion.table.table import Table


class Rulebook(Struct, frozen=True):
    """What recording must know of a rulebook.

    ``mend``: the table corrects something, or goes back; it may be refused. ``outcome``: how a game has ended, in a
    word, by the last line of its recording. ``whim``: just anything that can be said, where that is more than to choose
    what is listed.
    """

    game: str
    mend: Callable[[Table, Random], Any]
    outcome: Callable[[dict[str, Any]], str]
    whim: Callable[[Table, Random], Answer] | None = None


class Plan(Struct, frozen=True):
    """A game to record.

    ``whim``: how often the player does just anything that is listed; ``mends``: how often the table corrects or goes
    back; ``wanted``: the outcome, for which as many seeds are tried as it takes (any, if empty). ``about`` says in
    words what the recording is for. Of ``hidden`` chance items nobody tells the companion which cards they are.
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
    hidden: tuple[str, ...] = ()

    def chance(self, game: Game) -> dict[str, str]:
        """Who answers each chance item."""
        how = dict.fromkeys(game.rules.chance_items, "asked" if self.asked else "digital")
        return how | dict.fromkeys(self.hidden, "hidden")

    def told(self, game: Game) -> dict[str, str]:
        """The settings as the game is told them, which cards are hidden included."""
        return {**self.settings, **known_items(game, self.chance(game))}


def back_and_forth(table: Table, random: Random) -> None:
    """Undo a few answers, or undo and redo two."""
    if random.random() < 0.5:
        table.undo(random.randint(1, 4))
    else:
        table.undo(2)
        table.redo(2)
