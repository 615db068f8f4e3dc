"""The registry of games: the entry points ``companion.games``.

A third-party game is a package of its own with such an entry point; see ``README.md`` beside this file.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Final

from companion.core.refusals import BadSetup
from companion.core.texts import T
from companion.games.game import Game
from companion.language import add_texts

GROUP: Final = "companion.games"
FIRST: Final = ("newyork", "escape", "crash", "krysis", "thousand")
"""The bundled games in order of display; all others follow."""


@cache
def _found() -> dict[str, EntryPoint]:
    found = {point.name: point for point in entry_points(group=GROUP)}
    bundled = [name for name in FIRST if name in found]
    return {name: found[name] for name in [*bundled, *sorted(found.keys() - set(bundled))]}


def game_names() -> list[str]:
    """The names of all games in order of display, without loading them."""
    return list(_found())


def load_game(name: str) -> Game:
    """Load a game. Raises ``BadSetup`` if there is none of that name, or it cannot be loaded."""
    point = _found().get(name)
    if point is None:
        raise BadSetup(T("There is no game {name}. There is: {games}.", name=name, games=", ".join(_found())))
    try:
        game: Game = point.load()
    except Exception as no:
        # A third-party game may fail in any way; the others stay playable.
        raise BadSetup(T("The game {name} cannot be played: {why}.", name=name, why=str(no))) from no
    if game.rules.locale is not None:
        add_texts(str(game.rules.locale), game.name)
    return game


def playable() -> list[str]:
    """The names of the games that can be loaded."""
    return [name for name in game_names() if _loads(name)]


def _loads(name: str) -> bool:
    try:
        load_game(name)
    except BadSetup:
        return False
    return True
