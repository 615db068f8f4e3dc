"""A recording as a text that a person can follow: after every answer the question, what could be said, what changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from companion.core.asks import is_chance
from companion.core.instructions import Instruction
from companion.core.texts import plain
from companion.table.history import History
from tests.playthroughs.recording import Line, replay

MOST_LISTED = 6
UNTOLD = ("pieces", "result")
"""Facts that are told otherwise: pieces by the instructions, the result by the last ask."""


def annotated(lines: Sequence[Line]) -> str:
    """The whole text of a recording."""
    told = ["\n".join(_chapter(number, line, history, before)) for number, line, history, before in _with_before(lines)]
    return "\n\n".join(told) + "\n"


def _with_before(lines: Sequence[Line]) -> Iterator[tuple[int, Line, History, Line]]:
    before: Line = {}
    for number, (line, history) in enumerate(replay(lines)):
        yield number, line, history, before
        before = history.game.rules.facts(history.state)


def _chapter(number: int, line: Line, history: History, before: Line) -> Iterator[str]:
    facts = history.game.rules.facts(history.state)
    if number == 0:
        setup = line["setup"]
        settings = ", ".join(f"{key}={value}" for key, value in setup["settings"].items()) or "none"
        yield f"{setup['game']}, pack {setup['pack']}, seats {', '.join(setup['seats'])}, settings: {settings}"
        yield from _block("do", [_hands(todo) for todo in history.opening])
    else:
        yield f"{number}. {_said(line)}"
        yield from _block("do", [_hands(todo) for todo in history.entries[-1].instructions])
        yield from _block("now", _changes("", before, facts))
    yield from _block("ask", [_words(line["ask"])])
    yield from _block("can", _legal(history))


def _block(title: str, texts: Sequence[str]) -> Iterator[str]:
    for index, text in enumerate(texts):
        yield f"    {title if index == 0 else '':4} {text}"


def _legal(history: History) -> list[str]:
    """The listed answers, shortened; of chance only what could come."""
    answers = msgspec.to_builtins(list(history.legal or ()))
    words = [str(list(answer.values())[-1]) if is_chance(history.ask) else _words(answer) for answer in answers]
    more = [f"… {len(words) - MOST_LISTED} more"] if len(words) > MOST_LISTED else []
    return [" | ".join([*words[:MOST_LISTED], *more])] if words else []


def _said(line: Line) -> str:
    if line["kind"] == "correct":
        return f"the table corrects: {'; '.join(_words(change) for change in line['changes'])}"
    if line["kind"] in ("undo", "redo"):
        return f"{line['kind']} {line['n']}"
    who = "chance" if line["kind"] == "chance" else "the table"
    return f"{who} says: {_words(line['answer'])}"


def _words(said: Line) -> str:
    """``step to chelsea``: the verb or kind first, then each field; the squares of a pick are only counted."""
    first = next((name for name in ("do", "kind", "fact") if name in said), None)
    parts = [str(said[first])] if first else []
    for name, value in said.items():
        if name == "among":
            parts.append(f"among {len(value)}")
        elif name != first and value is not None:
            parts.append(f"{name} {_value(value)}")
    return " ".join(parts)


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "(" + ", ".join(f"{name} {_value(inner)}" for name, inner in value.items()) + ")"
    if isinstance(value, list | tuple):
        return "+".join(_value(inner) for inner in value) or "nothing"
    return str(value)


def _hands(todo: Instruction) -> str:
    """An instruction in words."""
    n = todo.n or 1
    match todo.verb:
        case "place":
            return f"put {n} {todo.piece} on {todo.at}"
        case "remove":
            return f"take {n} {todo.piece} off {todo.at}"
        case "move":
            return f"move {n} {todo.piece} from {todo.source} to {todo.to}"
        case "flip":
            return f"flip {n} {todo.piece} in {todo.at}"
        case "shuffle":
            return f"shuffle {todo.at}"
        case _:
            return f"read aloud: {plain(todo.text or '')}"


def _changes(path: str, before: Any, after: Any) -> list[str]:
    """Every fact that changed, by its path."""
    if before == after or path in UNTOLD:
        return []
    if isinstance(before, dict) and isinstance(after, dict):
        return [
            change
            for name in sorted(before.keys() | after.keys())
            for change in _changes(f"{path}.{name}" if path else name, before.get(name), after.get(name))
        ]
    return [f"{path}: {_shown(before)} → {_shown(after)}"]


def _shown(value: Any) -> str:
    if value in (None, [], {}):
        return "nothing"
    if isinstance(value, list) and value and all(isinstance(one, dict) for one in value):
        return " and ".join(str(one.get("id") or _words(one)) for one in value)
    return _value(value)
