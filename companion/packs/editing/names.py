"""Ids and names generated from what people type."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from companion.core.texts import T, Text, Words, folded, plain


def as_word(text: str) -> str:
    """Text as one lower-case word: "Old Guard" becomes ``old_guard``."""
    return re.sub(r"[^a-z0-9]+", "_", folded(text)).strip("_")


def new_id(name: Words, taken: Collection[str], stem: str) -> str:
    """An id that is not in ``taken``, made from a name.

    If the name does not start with a letter, the id is ``stem`` and a number. If it is taken, a number is added.
    """
    text = next(iter(name.values()), "") if isinstance(name, dict) else plain(name)
    found = as_word(text)
    if not found or not found[0].isalpha():
        found = stem
    elif found not in taken:
        return found
    return next(id_ for n in range(1, len(taken) + 2) if (id_ := f"{found}_{n}") not in taken)


def name_refused(name: str, taken: Iterable[Words]) -> Text | None:
    """Why a box cannot have this name, given those in use; None if it can."""
    wanted = name.strip()
    if not wanted:
        return T("A box needs a name: type one, then Done.")
    if folded(wanted) in _folded(taken):
        return T("There is a box called {name} already. Type another name.", name=wanted)
    return None


def free_name(usual: str, taken: Iterable[Words]) -> str:
    """The usual name for a box, with a number added if it is taken."""
    others, stem = _folded(taken), re.sub(r" \d+$", "", usual)
    numbered = (f"{stem} {n}" for n in range(2, len(others) + 3))
    return next(name for name in (usual, *numbered) if folded(name) not in others)


def _folded(names: Iterable[Words]) -> set[str]:
    """The names in every language, folded for comparison."""
    return {folded(one) for words in names for one in (words.values() if isinstance(words, dict) else [plain(words)])}
