"""What people are filling in and have not saved: kept here, so that a page holds nothing but what can be typed."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

from msgspec import Struct

from companion.core.texts import Words
from companion.packs.content import content_hash

MOST = 400
"""So many are kept; the one that was looked at longest ago goes first."""


class Draft(Struct, frozen=True):
    """A row that is filled in: ``index`` is its number in its table (None: a further one, or what is in no table)."""

    box: str
    table: str
    index: int | None
    seen: Any
    """The row as it was when somebody began; None of a new one. On another one nothing is saved."""
    row: Any
    """As it is filled in now."""
    told: Words | None = None
    """Why it was not saved."""
    checked: bool = False
    """What is missing is said, too."""

    @property
    def token(self) -> str:
        """By which a page names it: the same for the same."""
        return content_hash([self.box, self.table, self.index, self.seen, self.row, repr(self.told), self.checked])


class Drafts:
    """The drafts of all browsers, by their tokens."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Draft] = OrderedDict()

    def keep(self, draft: Draft) -> str:
        """Keep one; gives its token."""
        token = draft.token
        self._kept[token] = draft
        self._kept.move_to_end(token)
        while len(self._kept) > MOST:
            self._kept.popitem(last=False)
        return token

    def get(self, token: str) -> Draft | None:
        """The draft of that token; None if it is not kept any more."""
        found = self._kept.get(token)
        if found is not None:
            self._kept.move_to_end(token)
        return found
