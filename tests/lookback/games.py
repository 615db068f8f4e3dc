"""Recorded games as tables."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from typing import Any

import msgspec

from companion.chance.dealer import parted
from companion.games.registry import load_game
from companion.lookback.course import CourseStep, GameCourse
from companion.lookback.lookback import look_back
from companion.packs.loader import LoadedPack
from companion.table.history import History, PlayedEntry
from companion.table.log import Entry, Setup
from companion.table.table import Table
from tests.playthroughs.recording import frozen_pack, read

EVENING = 1_700_000_000.0
SECONDS = 20.0
"""Time between answers, which recordings do not store."""


def recorded(name: str, entries: int | None = None, pack: LoadedPack | None = None) -> Table:
    """The table of a recording after a number of log entries (None: all), with its own pack or another."""
    setup, log = _log(name)
    pack = pack or frozen_pack(setup.game, setup.pack)
    table = Table.resume(load_game(setup.game), pack, setup, [], chance=parted(setup.settings)[1], auto=False)
    table.history = _history(table.history, _begun[name, id(pack)], log[:entries])
    return table


_begun: defaultdict[tuple[str, int], dict[int, History]] = defaultdict(dict)
"""Cached recordings with a pack, never modified."""


def _history(start: History, known: dict[int, History], log: list[Entry]) -> History:
    """The history, continued from the last cached one."""
    latest = max((rev for rev in known if rev <= len(log)), default=0)
    history = known[latest].copy() if latest else start
    for entry in log[latest:]:
        history.add(entry)
    known[len(log)] = history.copy()
    return history


@cache
def _log(name: str) -> tuple[Setup, list[Entry]]:
    first, *lines = read(name)
    return msgspec.convert(first["setup"], Setup), [_entry(rev, line) for rev, line in enumerate(lines, 1)]


def _entry(rev: int, line: dict[str, object]) -> Entry:
    said = {name: value for name, value in line.items() if name not in ("hash", "ask")}
    return msgspec.convert({"rev": rev, "source": "wire", "at": EVENING + rev * SECONDS, **said}, Entry)


def made_up_course(table: Table) -> GameCourse:
    """A course of a finished game that nobody has thought out: the chance of one player grows at the cost of all."""
    seats, line = table.setup.seats, table.history.line[: table.history.mark]
    chapters = len(look_back(table).chapters)

    def chances(share: float) -> dict[str, float]:
        others = {seat: round((1 - share) / max(1, len(seats) - 1), 3) for seat in seats[1:]}
        return {seats[0]: round(share, 3), **others}

    decided = [played for played in line if played.answer is not None and played.question is None]
    turns = [
        CourseStep(played.entry.rev, chances(0.2 + 0.1 * n), chances(0.35 + 0.1 * n), _other(table, played), 0.12)
        for n, played in enumerate(decided[:: max(1, len(decided) // 3)][:3])
    ]
    return GameCourse(table.rev, [chances((n + 1) / (chapters + 1)) for n in range(chapters)], turns)


def _other(table: Table, played: PlayedEntry) -> dict[str, Any] | None:
    """Another answer that was possible there."""
    state = table.history.state_at(next(n for n, one in enumerate(table.history.line) if one is played))
    legal = table.game.rules.legal(state) or []
    other = next((answer for answer in legal if answer != played.answer and not answer.template), None)
    return None if other is None else msgspec.to_builtins(other)
