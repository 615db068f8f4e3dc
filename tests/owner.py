"""An owner's incomplete box, and the physical cards."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import structs

from companion.chance.dealer import Dealer
from companion.core.learning import rows_of
from companion.games.registry import load_game
from companion.packs.content import Content
from companion.packs.editing.box import OpenBox
from companion.packs.editing.tables import put_at
from companion.packs.editing.words import as_whole
from companion.packs.folder import files_for, read_content, write_content
from companion.packs.loader import BUNDLED, LoadedPack, load_pack
from companion.table.table import Table


def say_whole(box: OpenBox) -> None:
    """Let the box say that its board is whole, as a file may that is not."""
    box.content = structs.replace(box.content, data=as_whole(box.data))
    box.keep()


DECKS = ("mafia_cards", "police_cards")


class Owner:
    """An owner whose box at ``path`` has no rows of ``tables``; ``held`` are the rows of the physical cards, by
    table."""

    def __init__(self, path: Path, *tables: str, known: int = 0, game: str = "newyork") -> None:
        self.game = load_game(game)
        self.path = path
        held, content, files = _made(game, tables, known)
        self.held = copy.deepcopy(held)
        if path.suffix == ".json":
            write_content(path, content)
            return
        for name, data in files.items():
            (path / name).parent.mkdir(parents=True, exist_ok=True)
            (path / name).write_bytes(data)

    def box(self) -> LoadedPack:
        """The box on disk."""
        return load_pack(self.game, str(self.path))

    def rows(self, table: str) -> list[dict[str, Any]]:
        """The known rows of a table on disk."""
        return rows_of(self.box().data, table)

    def table(self, settings: Mapping[str, str] | None = None, **options: Any) -> Table:
        """A two-player game with it."""
        box = self.box()
        seats = [seat for seat, _ in self.game.rules.seats(box.pack)][:2]
        options = {"dealer": Dealer("owner"), "auto": False, "clock": lambda: 0.0, **options}
        return Table(self.game, box, seats, settings or {}, **options)


Rows = dict[str, list[dict[str, Any]]]


@cache
def _made(game: str, tables: tuple[str, ...], known: int) -> tuple[Rows, Content, dict[str, bytes]]:
    """The rows that are held, the box without them, and its files in a folder."""
    found = read_content(BUNDLED / str(load_game(game).rules.bundled_pack))
    data: dict[str, Any] = dict(found.data)
    held = {table: list(rows_of(data, table)[known:]) for table in tables}
    for table in tables:
        data = put_at(data, table.split("."), rows_of(data, table)[:known])
    data["unknown"] = {table: sum(row.get("count", 1) for row in rows) for table, rows in held.items()}
    content = Content(data | {"id": "mine"}, found.texts, found.places)
    return held, content, files_for(content, {})
