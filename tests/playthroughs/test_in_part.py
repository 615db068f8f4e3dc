"""Recorded games with a box that is known in part, played again: every state, every question, and what was learned."""

from __future__ import annotations

import msgspec
import pytest

from companion.core.learning import unknown_in
from companion.games.registry import load_game
from companion.lookback.lookback import look_back
from companion.table.log import Entry, Setup
from companion.table.table import Table
from tests.playthroughs.in_part import FOLDER, RULEBOOKS
from tests.playthroughs.recording import frozen_pack, read, replay, standing

every = pytest.mark.parametrize("game", RULEBOOKS)


@every
def test_a_recorded_game_is_the_same_game_again(game: str) -> None:
    lines = read(f"{FOLDER}/{game}")
    for number, (line, history) in enumerate(replay(lines)):
        assert standing(history) == {"hash": line["hash"], "ask": line["ask"]}, f"line {number + 1}: {line}"
    assert lines[-1]["ask"]["kind"] == "over"


@every
def test_it_has_everything_that_can_happen_to_such_a_box(game: str) -> None:
    """Cards that were told, others that were not; undo, redo and a correction after the first of them."""
    lines = read(f"{FOLDER}/{game}")[1:]
    assert {line["kind"] for line in lines} >= {"answer", "learn", "undo", "redo", "correct"}
    answers = [line.get("answer") or {} for line in lines]
    nameless = [at for at, one in enumerate(answers) if None in (one.get("card", ""), one.get("token", ""))]
    learned = [at for at, line in enumerate(lines) if line["kind"] == "learn"]
    assert len(nameless) > 2
    assert len(learned) > 2
    for kind in ("undo", "redo", "correct"):
        assert max(at for at, line in enumerate(lines) if line["kind"] == kind) > min(nameless + learned)


@every
def test_resumed_from_its_log_it_is_the_same_and_can_be_looked_back_at(game: str) -> None:
    first, *lines = read(f"{FOLDER}/{game}")
    setup = msgspec.convert(first["setup"], Setup)
    loaded = frozen_pack(game, setup.pack)
    log = [
        msgspec.convert({"rev": rev, "source": "wire", "at": float(rev), **line}, Entry)
        for rev, line in enumerate(lines, 1)
    ]
    asked = dict.fromkeys(load_game(game).rules.chance_items, "asked")
    setup = msgspec.structs.replace(setup, box=loaded.data)
    table = Table.resume(load_game(game), loaded, setup, log, chance=asked, auto=False)
    assert table.hash() == lines[-1]["hash"]
    told = sum(line["kind"] == "learn" for line in lines)
    assert sum(unknown_in(table.pack).values()) == sum(unknown_in(loaded.pack).values()) - told
    assert look_back(table).rows
