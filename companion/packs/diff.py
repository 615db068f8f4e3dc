"""The diff of two boxes, in terms of their sheets."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from companion.core.sheets import BoxSheets
from companion.core.texts import T, Text
from companion.packs.content import Content
from companion.packs.sheets.translating import main_language
from companion.packs.sheets.writing import Cells, cells_of

LONGEST = 60


def differences(one: Content, other: Content, box: BoxSheets | None) -> Iterator[Text]:
    """One sentence for each row and entry that differs between the boxes."""
    if box is None:
        yield from _entries(one.data, other.data)
        return
    language = main_language(one.data, one.texts, box.pack)
    left, right = cells_of(one, box, language), cells_of(other, box, language)
    yield from _entries(left.manifest, right.manifest)
    for sheet in left.sheets:
        yield from _rows(sheet, left.sheets[sheet], right.sheets[sheet])
    for code in sorted({*left.texts, *right.texts}):
        for text, told in _changes(left.texts.get(code, {}), right.texts.get(code, {})):
            yield T("texts, {language}, {text}: {told}", language=code, text=_short(text), told=told)


def _entries(one: Mapping[str, Any], other: Mapping[str, Any]) -> Iterator[Text]:
    for name, told in _changes(_flat(one), _flat(other)):
        yield T("{name}: {told}", name=name, told=told)


def _rows(sheet: str, one: Mapping[str, Cells], other: Mapping[str, Cells]) -> Iterator[Text]:
    for key in (key for key in one if key not in other):
        yield T("{sheet}: {row} is only in the first", sheet=sheet, row=key)
    for key in (key for key in other if key not in one):
        yield T("{sheet}: {row} is only in the second", sheet=sheet, row=key)
    for key, cells in one.items():
        for heading, told in _changes(cells, other.get(key, cells)):
            yield T("{sheet}: {row}, {heading}: {told}", sheet=sheet, row=key, heading=heading, told=told)


def _changes(one: Mapping[str, str], other: Mapping[str, str]) -> Iterator[tuple[str, Text]]:
    for name in [*one, *(name for name in other if name not in one)]:
        before, after = one.get(name, ""), other.get(name, "")
        if before != after:
            yield name, _change(before, after)


def _change(before: str, after: str) -> Text:
    if not before:
        return T("there is {after} now", after=_short(after))
    if not after:
        return T("{before} is gone", before=_short(before))
    return T("{before} becomes {after}", before=_short(before), after=_short(after))


def _flat(value: Mapping[str, Any], path: str = "") -> dict[str, str]:
    """Flatten a nested record into dotted paths and JSON values."""
    found: dict[str, str] = {}
    for name, entry in value.items():
        here = f"{path}.{name}" if path else name
        found |= _flat(entry, here) if isinstance(entry, Mapping) else {here: json.dumps(entry, ensure_ascii=False)}
    return found


def _short(text: str) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= LONGEST else plain[: LONGEST - 1] + "…"
