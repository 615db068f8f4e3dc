"""Ids made from what people type, so that nobody has to think of one."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from companion.core.texts import T, Text, Words, folded, plain


def as_word(text: str) -> str:
    """What people type as one word of small letters: "Old Guard" is ``old_guard``."""
    return re.sub(r"[^a-z0-9]+", "_", folded(text)).strip("_")


def new_id(name: Words, taken: Collection[str], stem: str) -> str:
    """An id that is not among ``taken``: the name in small letters, or else ``stem`` and a number.

    A name that is taken, or has no letter to begin with, gets a number, too.
    """
    text = next(iter(name.values()), "") if isinstance(name, dict) else plain(name)
    found = as_word(text)
    if not found or not found[0].isalpha():
        found = stem
    elif found not in taken:
        return found
    return next(id_ for n in range(1, len(taken) + 2) if (id_ := f"{found}_{n}") not in taken)


def name_refused(name: str, taken: Iterable[Words]) -> Text | None:
    """Why no box can be called so, where others are called as ``taken``; None if one can."""
    wanted = name.strip()
    if not wanted:
        return T("A box needs a name: type one, then Done.")
    others = [one for words in taken for one in (words.values() if isinstance(words, dict) else [plain(words)])]
    if folded(wanted) in map(folded, others):
        return T("There is a box called {name} already. Type another name.", name=wanted)
    return None
