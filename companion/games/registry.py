"""The games there are: one line a game."""

from __future__ import annotations

from pkgutil import resolve_name

from companion.core.game import Game
from companion.core.refusals import BadSetup
from companion.core.texts import T

GAMES = {
    "newyork": "companion.games.newyork.game:NewYork",
    "escape": "companion.games.escape.game:EscapePlan",
    "crash": "companion.games.crash.game:CrashAndGrab",
    "krysis": "companion.games.krysis.game:Krysis",
}
"""By name: module and class of each game, imported when it is played."""


def load_game(name: str) -> Game:
    """The game of that name; ``BadSetup`` says which there are."""
    if name not in GAMES:
        raise BadSetup(T("There is no game {name}. There is: {games}.", name=name, games=", ".join(GAMES)))
    game: Game = resolve_name(GAMES[name])()
    return game
