"""Recorded games as tables, for looking back at them."""

from __future__ import annotations

from functools import cache

import msgspec

from companion.chance.dealer import parted
from companion.games.registry import load_game
from companion.packs.loader import LoadedPack
from companion.table.log import Entry, Setup
from companion.table.table import Table
from tests.playthroughs.recording import frozen_pack, read

EVENING = 1_700_000_000.0
SECONDS = 20.0
"""Between two answers of a recording, which itself knows no time."""


def recorded(name: str, entries: int | None = None, pack: LoadedPack | None = None) -> Table:
    """The table of a recording after so many entries of its log (None: all of them), with its own pack or another."""
    setup, log = _log(name)
    pack = pack or frozen_pack(setup.game, setup.pack)
    return Table.resume(load_game(setup.game), pack, setup, log[:entries], chance=parted(setup.settings)[1], auto=False)


@cache
def _log(name: str) -> tuple[Setup, list[Entry]]:
    first, *lines = read(name)
    return msgspec.convert(first["setup"], Setup), [_entry(rev, line) for rev, line in enumerate(lines, 1)]


def _entry(rev: int, line: dict[str, object]) -> Entry:
    said = {name: value for name, value in line.items() if name not in ("hash", "ask")}
    return msgspec.convert({"rev": rev, "source": "wire", "at": EVENING + rev * SECONDS, **said}, Entry)
