"""Names of rows as a search compares them: of ten thousand cards, too, before the next letter is typed."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from companion.core.texts import Words, folded, unlisted


def searchable(names: Iterable[Words], say: Callable[[Words], str]) -> list[str]:
    """The names in small letters without accents. A part that many have in common is said once."""
    said: dict[int, tuple[Words, str]] = {}
    found = []
    for name in names:
        parts = []
        for part in unlisted(name):
            # Words have no hash. They are kept here as well, so that no others can have their id.
            known = said.get(id(part))
            if known is None:
                known = said[id(part)] = part, folded(say(part))
            parts.append(known[1])
        found.append(", ".join(parts))
    return found
