"""Whole recorded games, and playing them again.

The first line of a file is the set-up as JSON: game, pack with the hash of its content, seats, settings, and what the
recording is for. Every other line is an entry of the log: what was said, the open ask after it, and the beginning of
the state's hash; the last ask is the end with its result. In ``move card=2 > choose cat R-CG-39 choice=report
saucer=green 92959e19`` somebody answered with a move; what is no answer of people names its kind first: ``undo: n=2``,
``chance: draw deck=upgrades card=magnet``. Values other than plain words are JSON.

Packs are frozen copies in ``packs/``, so that a bundled pack can change without a recording having to.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from companion.core.asks import to_wire
from companion.core.state import State
from companion.games.registry import load_game
from companion.packs.loader import LoadedPack, load_pack
from companion.table.history import History
from companion.table.log import Entry, Setup

HERE = Path(__file__).parent
GAMES = HERE / "games"
Line = dict[str, Any]


def names() -> list[str]:
    """The names of all recordings."""
    return sorted(file.stem for file in GAMES.glob("*.game"))


@cache
def read(name: str) -> list[Line]:
    """The lines of a recording, the set-up first; never modified."""
    first, *others = (GAMES / f"{name}.game").read_text(encoding="utf-8").splitlines()
    return [msgspec.json.decode(first), *map(_decoded, others)]


def write(name: str, lines: Sequence[Line]) -> None:
    """Keep a recording."""
    first, *others = lines
    text = "".join(f"{line}\n" for line in [_json(first), *map(_encoded, others)])
    (GAMES / f"{name}.game").write_text(text, encoding="utf-8")
    read.cache_clear()


_TOKEN = re.compile(r'(?:[^\s"]|"(?:[^"\\]|\\.)*")+')
_WORD = re.compile(r"(?!(?:null|true|false)$)[A-Za-z][\w:.-]*")


def _encoded(line: Line) -> str:
    said = {name: value for name, value in line.items() if name not in ("kind", "hash", "ask")}
    kind = [] if line["kind"] == "answer" else [f"{line['kind']}:"]
    answer = _fields(said.pop("answer"), "do") if "answer" in said else []
    return " ".join([*kind, *answer, *_fields(said), ">", *_fields(line["ask"], "kind", "who", "rule"), line["hash"]])


def _decoded(text: str) -> Line:
    tokens = _TOKEN.findall(text)
    cut = tokens.index(">")
    said, ask = tokens[:cut], tokens[cut + 1 : -1]
    kind = said.pop(0)[:-1] if said[0].endswith(":") else "answer"
    what = {"answer": _record(said, "do")} if kind in ("answer", "chance") else _record(said)
    return {"kind": kind, **what, "hash": tokens[-1], "ask": _record(ask, "kind", "who", "rule")}


def _fields(record: Line, *placed: str) -> list[str]:
    """The values of ``placed``, and all other fields with their names."""
    others = [f"{name}={_value(value)}" for name, value in record.items() if name not in placed]
    return [*(_value(record[name]) for name in placed), *others]


def _record(tokens: list[str], *placed: str) -> Line:
    named = dict(token.split("=", 1) for token in tokens[len(placed) :])
    whole = {**dict(zip(placed, tokens, strict=False)), **named}
    return {name: value if _WORD.fullmatch(value) else msgspec.json.decode(value) for name, value in whole.items()}


def _value(value: Any) -> str:
    return value if isinstance(value, str) and _WORD.fullmatch(value) else _json(value)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


@cache
def frozen_pack(game: str, name: str) -> LoadedPack:
    """The copy of a pack that recordings are played with; none for a game that needs no pack."""
    return load_pack(load_game(game), str(HERE / "packs" / f"{name}.json") if name else None)


def freeze_pack(name: str, content: Line) -> None:
    """Keep a copy of a pack, each row of its tables on a line."""
    parts = [
        f"{_json(part)}:[\n" + ",\n".join(map(_json, rows)) + "\n]"
        if isinstance(rows, list)
        else f"{_json(part)}:{_json(rows)}"
        for part, rows in content.items()
    ]
    (HERE / "packs" / f"{name}.json").write_text("{\n" + ",\n".join(parts) + "\n}\n", encoding="utf-8")
    frozen_pack.cache_clear()


def begin(setup: Setup) -> History:
    """The game of a recording before its first entry."""
    game = load_game(setup.game)
    loaded = frozen_pack(setup.game, setup.pack)
    assert loaded.hash == setup.pack_hash, f"the frozen copy of {setup.pack} is not the one of this recording"
    return History(game, loaded, setup)


def mark(state: State[Any, Any]) -> str:
    """The beginning of the hash of a state: enough to tell it from any other."""
    return state.hash()[:8]


def standing(history: History) -> Line:
    """What a recording says about the table after an entry."""
    return {"hash": mark(history.state), "ask": to_wire(history.ask)}


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
