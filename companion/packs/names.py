"""The game that a pack names."""

from __future__ import annotations

from pathlib import Path

from companion.core.refusals import BadPack, Fault
from companion.core.texts import T
from companion.games.registry import game_names
from companion.packs.folder import is_box, read_front
from companion.packs.loader import installed_packs


def named_game(where: str) -> str:
    """The game named by the pack at ``where``: a folder, a .json file, or an installed id.

    Raises ``BadPack`` if there is no such game. If the pack is unreadable, the first game is returned, because loading
    it for any game then reports what is wrong.
    """
    path = Path(where).expanduser()
    try:
        if is_box(path):
            name = read_front(path)[0]
        else:
            name = {found.id: found.game for found in installed_packs() if found.game}.get(where)
    except (BadPack, OSError, ValueError):
        name = None
    if name is None:
        return game_names()[0]
    if not isinstance(name, str) or name not in game_names():
        raise BadPack([Fault("game", T("there is no game {name}", name=str(name))).in_file(where)])
    return name
