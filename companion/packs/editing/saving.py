"""Saving a box that is edited, merged with what others wrote in the meantime."""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping, Sequence
from pathlib import Path
from typing import Any

from companion.core.refusals import BadPack
from companion.core.texts import T, Text, Words
from companion.packs import versions
from companion.packs.content import Content, why_not
from companion.packs.editing.rows import MISSING
from companion.packs.editing.tables import new_id, tables
from companion.packs.folder import read_content, write_content

NUMBERED = re.compile(r"(.+)_\d+")
"""A generated id: two rows with the same one need not be the same thing."""
COUNT, UNKNOWN, INDEX = "count", "unknown", "index"


def merged(kind: Any, before: Content, mine: Content, theirs: Content) -> Content:
    """Merge two changes of ``before``; ``kind`` is the type of the pack.

    Rows are matched by id or index, pieces by their other fields. On conflict ``mine`` wins, except for counts, where
    the larger wins. Two new rows that share a generated id are both kept.
    """
    data = _merge(before.data, mine.data, theirs.data)
    unknown = _unknown_counts(kind, data, before.data, mine.data, theirs.data)
    data = {name: value for name, value in data.items() if name != UNKNOWN}
    texts = _merge(before.texts, mine.texts, theirs.texts)
    places = _merge(before.places, mine.places, theirs.places)
    return Content(data | ({UNKNOWN: unknown} if unknown else {}), texts, places)


def _unknown_counts(kind: Any, data: Any, *others: Mapping[str, Any]) -> dict[str, int]:
    """The number of unknown pieces, from the printed number that was changed."""
    before, mine, theirs = ({table.name: table.printed for table in tables(kind, one)} for one in others)
    found = {}
    for table in tables(kind, data):
        name = table.name
        printed = mine.get(name, 0) if mine.get(name) != before.get(name) else theirs.get(name, 0)
        if any(name in (one.get(UNKNOWN) or {}) for one in others) and printed > table.known:
            found[name] = printed - table.known
    return found


def _merge(before: Any, mine: Any, theirs: Any) -> Any:
    """Merge any value; ``MISSING`` stands for an absent one."""
    if mine in (before, theirs):
        return theirs
    if theirs == before:
        return mine
    if isinstance(mine, Mapping) and isinstance(theirs, Mapping):
        held = before if isinstance(before, Mapping) else {}
        return _merge_fields(held, mine, theirs)
    if isinstance(mine, list) and isinstance(theirs, list):
        held_rows = before if isinstance(before, list) else []
        if _row_keys(mine) is not None and _row_keys(theirs) is not None and _row_keys(held_rows) is not None:
            return _merge_rows(held_rows, mine, theirs)
        if len(mine) == len(theirs) == len(held_rows):
            return [_merge(*three) for three in zip(held_rows, mine, theirs, strict=True)]
    return theirs if mine is MISSING else mine


def _merge_fields(before: Mapping[str, Any], mine: Mapping[str, Any], theirs: Mapping[str, Any]) -> dict[str, Any]:
    found = {}
    for name in dict.fromkeys((*mine, *theirs)):
        three = [one.get(name, MISSING) for one in (before, mine, theirs)]
        counts = name == COUNT and all(type(one) is int for one in three[1:])
        value = max(three[1:]) if counts and three[0] not in three[1:] else _merge(*three)
        if value is not MISSING:
            found[name] = value
    return found


def _merge_rows(before: Sequence[Any], mine: Sequence[Any], theirs: Sequence[Any]) -> list[Any]:
    """The rows in the order of ``mine``, followed by those only in ``theirs``."""
    held, own, others = (dict(zip(_row_keys(rows) or (), rows, strict=True)) for rows in (before, mine, theirs))
    ids = {one["id"] for one in (*mine, *theirs) if isinstance(one, Mapping) and isinstance(one.get("id"), str)}
    found = []
    for key in dict.fromkeys((*own, *others)):
        three = [rows.get(key, MISSING) for rows in (held, own, others)]
        both_new = three[0] is MISSING and MISSING not in three[1:] and three[1] != three[2]
        numbered = NUMBERED.fullmatch(str(three[1].get("id", ""))) if both_new else None
        if numbered:
            # A running game refers to its row by that id, so the other row gets a new one.
            other = new_id("", frozenset(ids), numbered[1])
            ids.add(other)
            found += [{**three[1], "id": other}, three[2]]
            continue
        value = _merge(*three)
        if value is not MISSING:
            found.append(value)
    if all(isinstance(row, Mapping) and type(row.get(INDEX)) is int for row in found):
        found.sort(key=lambda row: int(row[INDEX]))
    return found


def _row_keys(rows: Sequence[Any]) -> list[Hashable] | None:
    """Keys that identify rows; None if there are none, or they are not unique."""
    keys = [_row_key(row) for row in rows]
    return None if None in keys or len({*keys}) < len(keys) else keys


def _row_key(row: Any) -> Hashable | None:
    if not isinstance(row, Mapping):
        return None
    for name in ("id", INDEX):
        if isinstance(row.get(name), str | int):
            return name, row[name]
    plain = tuple((name, value) for name, value in row.items() if name != COUNT and isinstance(value, str | int))
    return plain if COUNT in row and plain else None


# Saving.

MEANWHILE = T("This box was changed elsewhere meanwhile: both changes are in it, and where they differ, yours counts.")


class Saving:
    """The box at ``path`` on disk. ``kind`` is the type of its pack, ``kept`` the last content read or written.

    ``trouble`` says why the last save failed, ``notice`` that it merged somebody else's change.
    """

    def __init__(self, path: Path, kind: Any, kept: Content) -> None:
        self.path = path
        self.kept = kept
        self.trouble: Text | None = None
        self.notice: Text | None = None
        self._kind = kind
        self._fingerprint: object = None

    def save(self, content: Content, before: list[Content], name: Words) -> Content:
        """Write ``content``, merged with others' changes; returns what is on disk now, or ``content`` on failure.

        Others' changes are merged into the undo history ``before`` as well.
        """
        self.notice = None
        try:
            with versions.locked(self.path):
                content = self._merged_with_disk(content, before)
                write_content(self.path, content)
                self._fingerprint = versions.fingerprint(self.path)
        except (OSError, BadPack) as no:
            self.trouble = not_saved(name, no)
        else:
            self.trouble, self.kept = None, content
        return content

    def refresh(self, content: Content, before: list[Content]) -> Content:
        """Take over others' changes, also in the undo history ``before``, unless ``content`` is not saved; returns what
        is on disk now. A box that cannot be read just now is left as it is here."""
        found = versions.fingerprint(self.path)
        if content is not self.kept or found is None or found == self._fingerprint:
            return content
        try:
            theirs = read_content(self.path)
        except (OSError, BadPack):
            return content
        self._fingerprint = found
        if theirs != content:
            before[:] = [merged(self._kind, content, one, theirs) for one in before]
            self.kept = content = theirs
        return content

    def _merged_with_disk(self, content: Content, before: list[Content]) -> Content:
        if not self.path.exists() or versions.fingerprint(self.path) == self._fingerprint:
            return content
        theirs = read_content(self.path)
        if theirs == self.kept:
            return content
        self.notice = MEANWHILE
        before[:] = [merged(self._kind, self.kept, one, theirs) for one in before]
        return merged(self._kind, self.kept, content, theirs)


def not_saved(name: Words, no: OSError | BadPack) -> Text:
    """The sentence about a box that could not be written."""
    return T(
        "{name} cannot be saved: {why}. Nothing is lost as long as the companion runs; once that is mended, "
        "tap Save again.",
        name=name, why=why_not(no) if isinstance(no, OSError) else no.problems[0].words,
    )  # fmt: skip
