"""Conflicts between the screen and a browser that edit the same box."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from companion.core.texts import T, Text
from companion.packs.editing.box import OpenBox
from companion.packs.editing.tables import Path

RowT = TypeVar("RowT")
MEANWHILE = T("It was changed in a browser meanwhile. Tap again to keep yours, or go back to see what it says now.")


def current_index(rows: Sequence[Any], index: int, row: Any) -> int | None:
    """The index of the row that was at ``index``: the nearest equal one, else the nearest with its id.

    None if it was deleted.
    """
    nearest = sorted(range(len(rows)), key=lambda at: abs(at - index))
    same = next((at for at in nearest if rows[at] == row), None)
    id_ = row.get("id") if isinstance(row, Mapping) else None
    if same is not None or id_ is None:
        return same
    return next((at for at in nearest if isinstance(rows[at], Mapping) and rows[at].get("id") == id_), None)


def checked_put(
    box: OpenBox,
    path: Path,
    index: int | None,
    put: Callable[[int | None, RowT], None],
    complain: Callable[[Text], object],
) -> Callable[[RowT], None]:
    """A callback that saves a row with ``put``, at its present index.

    If it was changed elsewhere, the callback complains once and saves at the next call. A row deleted elsewhere is
    saved as a new one.
    """
    at, seen = index, None if index is None else box.rows(path)[index]

    def give(row: RowT) -> None:
        nonlocal at, seen
        if at is not None:
            rows = box.rows(path)
            now = current_index(rows, at, seen)
            if now is None or rows[now] != seen:
                at, seen = now, None if now is None else rows[now]
                complain(MEANWHILE)
                return
            at = now
        put(at, row)

    return give


def change_check(look: Callable[[], object], complain: Callable[[Text], object]) -> Callable[[], bool]:
    """A callback that is True if what ``look`` returns is unchanged since the last call; otherwise it complains."""
    seen = look()

    def unchanged() -> bool:
        nonlocal seen
        before, seen = seen, look()
        if seen != before:
            complain(MEANWHILE)
        return seen == before

    return unchanged
