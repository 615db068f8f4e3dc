"""Photos of cards of which nobody has told yet what they say.

Such a card has no row in its table. It is one of those that are not known, and its photo lies among the pictures under
the id that its row will have: the name of its table and a number, ``mafia_card_7``.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from companion.core.texts import T, Text


def stem_of(table: str) -> str:
    """What the ids of cards without a name begin with, by the path of their table: ``mafia_card`` for ``mafia_cards``,
    ``barrow_fighter`` for ``agents.barrow.fighters``."""
    first, *inner = table.split(".")
    return "_".join(inner or [first]).removesuffix("s")


def photographed(table: str, pictures: Iterable[str], known: Collection[str]) -> list[str]:
    """The ids of the cards of a table that have a picture and no row, in the order in which they were photographed;
    ``pictures`` are the ids of all cards with a picture, ``known`` those of the rows."""
    wanted = re.compile(re.escape(stem_of(table)) + r"_[1-9][0-9]{0,5}")
    return sorted((id_ for id_ in pictures if wanted.fullmatch(id_) and id_ not in known), key=number_of)


def number_of(id_: str) -> int:
    """The number at the end of such an id."""
    return int(id_.rpartition("_")[2])


def called(id_: str) -> Text:
    """What such a card is called until somebody has told it."""
    return T("Card {n}", n=number_of(id_))
