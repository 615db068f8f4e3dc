"""Whole recorded games as JSON lines, and playing them again.

The first line is the set-up: game, pack with the hash of its content, seats, settings, and what the recording is for.
Every other line is an entry of the log: what was said, and the state's hash and the open ask after it; the last ask is
the end with its result. Packs are frozen copies in ``packs/``, so that a bundled pack can change without a recording
having to.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from companion.core.asks import to_wire
from companion.games.registry import load_game
from companion.packs.loader import LoadedPack, load_pack
from companion.table.history import History
from companion.table.log import Entry, Setup

HERE = Path(__file__).parent
GAMES = HERE / "games"
Line = dict[str, Any]


def names() -> list[str]:
    """The names of all recordings."""
    return sorted(file.stem for file in GAMES.glob("*.jsonl"))


def read(name: str) -> list[Line]:
    """The lines of a recording, the set-up first."""
    return [msgspec.json.decode(line) for line in (GAMES / f"{name}.jsonl").read_bytes().splitlines()]


def write(name: str, lines: Iterable[Line]) -> None:
    """Keep a recording."""
    text = "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines)
    (GAMES / f"{name}.jsonl").write_text(text, encoding="utf-8")


@cache
def frozen_pack(game: str, name: str) -> LoadedPack:
    """The copy of a pack that recordings are played with; none for a game that needs no pack."""
    return load_pack(load_game(game), str(HERE / "packs" / f"{name}.json") if name else None)


def begin(setup: Setup) -> History:
    """The game of a recording before its first entry."""
    game = load_game(setup.game)
    loaded = frozen_pack(setup.game, setup.pack)
    assert loaded.hash == setup.pack_hash, f"the frozen copy of {setup.pack} is not the one of this recording"
    return History(game, loaded, setup)


def standing(history: History) -> Line:
    """What a recording says about the table after an entry."""
    return {"hash": history.state.hash(), "ask": to_wire(history.ask)}


def replay(lines: Iterable[Line]) -> Iterator[tuple[Line, History]]:
    """Every line with the game as it stands after it; the first is the set-up."""
    remaining = iter(lines)
    first = next(remaining)
    history = begin(msgspec.convert(first["setup"], Setup))
    yield first, history
    for rev, line in enumerate(remaining, 1):
        said = {name: value for name, value in line.items() if name not in ("hash", "ask")}
        history.add(msgspec.convert({"rev": rev, "source": "wire", "at": 0.0, **said}, Entry))
        yield line, history


def record(setup: Setup, log: Iterable[Entry], about: str = "") -> list[Line]:
    """The recording of a game that has been played; ``about`` says what it is for."""
    history = begin(setup)
    told = {"about": about} if about else {}
    lines: list[Line] = [{**told, "setup": msgspec.to_builtins(setup), **standing(history)}]
    for entry in log:
        history.add(entry)
        said = {
            name: value for name, value in msgspec.to_builtins(entry).items() if name not in ("rev", "source", "at")
        }
        lines.append({**said, **standing(history)})
    return lines


def rehash(name: str) -> bool:
    """Play the answers of a recording again and keep the hashes and asks of now; says whether an ask has changed."""
    lines = read(name)
    fresh = [{**line, **standing(history)} for line, history in replay(lines)]
    write(name, fresh)
    return any(old["ask"] != new["ask"] for old, new in zip(lines, fresh, strict=True))
