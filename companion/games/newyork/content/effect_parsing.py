"""Parses effects and needs from JSON. Unknown ops become notes; tasks keep their raw lists."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any, get_args

import msgspec

from companion.core.refusals import BadPack, Fault
from companion.core.texts import T
from companion.core.validation import Reference, below, examine
from companion.games.newyork.content.effect_data import TARGETS, AnyEffect, Need

OPS = frozenset(str(kind.__struct_config__.tag) for kind in get_args(AnyEffect))
NEVER_NOTHING = frozenset({"alert", "modify", "token"})
MOST_PAY = 9
"""The largest possible pool: three dice of a colour, two grey ones, and what items add (section 7)."""

ONE_SQUARE = TARGETS - {"each_character"}
WORDS_FOR: dict[str, frozenset[str]] = {
    "square": frozenset(),
    "target": TARGETS,
    "place": ONE_SQUARE,
    "car from": frozenset({"choose"}),
    "car to": ONE_SQUARE | {"beside"},
}


def read_effects(raw: object, squares: Collection[str], path: str = "effects") -> list[AnyEffect]:
    """Parse effects. Raises ``BadPack`` with everything that section 6 or 7 of wire/newyork.md refuses."""
    problems: list[Fault] = []
    ready = prepare_effects(raw, path, problems)
    findings = examine(list[AnyEffect], ready, path)
    problems += [*findings.problems, *unknown_squares(findings.references, squares)]
    if problems:
        raise BadPack(problems)
    return msgspec.convert(ready, list[AnyEffect])


def read_need(raw: object, path: str = "need") -> Need:
    """Parse a need. Raises ``BadPack`` with everything that section 7 refuses."""
    problems = [*examine(Need, raw, path).problems, *need_problems(raw, path)]
    if problems:
        raise BadPack(problems)
    return msgspec.convert(raw, Need)


def prepare_effects(raw: object, path: str, problems: list[Fault], *, in_task: bool = False) -> object:
    """A copy of a list of effects in the form of the record types, and the ``problems`` that types cannot express.

    Malformed values are left unchanged; validation reports them.
    """
    if not isinstance(raw, list):
        return raw
    return [_prepare(effect, below(path, index), problems, in_task) for index, effect in enumerate(raw)]


def _prepare(raw: object, path: str, problems: list[Fault], in_task: bool) -> object:
    op = raw.get("op") if isinstance(raw, dict) else None
    if not isinstance(raw, dict) or not isinstance(op, str):
        return raw
    if op not in OPS:
        return {"op": "note", "text": raw["text"] if "text" in raw and _is_text(raw["text"]) else None}
    if op == "note" and "text" in raw and raw["text"] is None:
        problems.append(Fault(below(path, "text"), T("must be a text")))
    if op in NEVER_NOTHING and raw.get("n") == 0:
        problems.append(Fault(below(path, "n"), T("must not be 0, that would do nothing")))
    if op != "task":
        return raw
    if in_task:
        problems.append(Fault(below(path, "op"), T("no task can stand inside another task")))
        return {"op": "note", "text": None}
    return _prepare_task(raw, path, problems)


def _prepare_task(raw: dict[str, Any], path: str, problems: list[Fault]) -> dict[str, Any]:
    if raw.get("id") == "final":
        problems.append(Fault(below(path, "id"), T('must not be "final", which is the final challenge')))
    problems.extend(need_problems(raw.get("need"), below(path, "need")))
    ready = dict(raw)
    for name in ("then", "else"):
        if f"raw_{name}" in raw:
            problems.append(Fault(below(path, f"raw_{name}"), T("there is nothing of this name here")))
        written = raw.get(name, [])
        ready[name] = prepare_effects(written, below(path, name), problems, in_task=True)
        ready[f"raw_{name}"] = (
            [effect for effect in written if isinstance(effect, dict)] if isinstance(written, list) else []
        )
    return ready


def need_problems(raw: object, path: str) -> Iterator[Fault]:
    """The faults of a need beyond the types of its fields."""
    if not isinstance(raw, dict):
        return
    if not raw:
        yield Fault(path, T("must name at least one thing that is needed"))
    for name in ("clear", "table"):
        if raw.get(name) is False:
            yield Fault(below(path, name), T("can only be true; leave it out where it is not needed"))
    pay = raw.get("pay")
    total = sum(n for n in pay.values() if isinstance(n, int)) if isinstance(pay, dict) else 0
    if total > MOST_PAY:
        yield Fault(
            below(path, "pay"),
            T("asks for {total} results, at most {most} can be paid at once", total=total, most=MOST_PAY),
        )


def unknown_squares(references: Sequence[Reference], squares: Collection[str]) -> Iterator[Fault]:
    """A fault for each reference that is neither a square nor a keyword allowed there."""
    for reference in references:
        words = WORDS_FOR[reference.sort]
        if reference.name not in squares and reference.name not in words:
            wrong = T('"{name}" is no square of the board', name=reference.name)
            if words:
                listed = ", ".join(sorted(words))
                wrong = T('"{name}" is no square of the board, nor one of {words}', name=reference.name, words=listed)
            yield Fault(reference.path, wrong)


def _is_text(raw: object) -> bool:
    if isinstance(raw, dict):
        return bool(raw) and all(isinstance(text, str) for text in raw.values())
    return isinstance(raw, str)
