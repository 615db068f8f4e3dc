"""The log of a table: its entries, its setup, and the readings of dice that entries are made from."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import Any, Generic, Literal, Self, TypeAlias, TypeVar

from msgspec import Struct

Item = TypeVar("Item")

Kind: TypeAlias = Literal["answer", "chance", "undo", "redo", "correct", "learn"]
Source: TypeAlias = Literal["touch", "serial", "gpio", "dealer", "wire", "companion"]
"""``companion``: it plays the seat that was asked."""

FORMAT = 1
"""The format version. Every entry and saved game has one, and old versions stay readable."""
NEWEST = 2
"""The format version of games with an incomplete box; readers of version 1 skip them."""


class Entry(Struct, frozen=True, omit_defaults=True):
    """One entry of the log (core/WIRE.md, ``log``). Undo and redo are entries too: nothing is ever deleted from a log.

    ``answer`` is the answer as on the wire. ``n`` is the count of an undo or redo. ``changes`` and ``why`` belong to a
    correction. ``fresh`` means that the table asked for new fate (R-GEN-09). ``table`` and ``row`` are what the box
    learned. ``at`` is Unix time in seconds.
    """

    rev: int
    kind: Kind
    source: Source
    at: float
    answer: dict[str, Any] | None = None
    n: int = 0
    changes: list[dict[str, Any]] | None = None
    why: str | None = None
    fresh: bool = False
    table: str | None = None
    row: dict[str, Any] | None = None


def is_decision(entry: Entry) -> bool:
    """True for what undo takes back by itself: not for chance, nor for what the companion decides for its seats."""
    return entry.kind != "chance" and entry.source != "companion"


class UndoList(Generic[Item]):
    """A sequence of answers and corrections with a ``mark`` that undo and redo move.

    Items before the mark are in effect; the rest was undone and can be redone. ``decisions`` are the positions of
    people's decisions; chance that follows one moves with it.
    """

    def __init__(self) -> None:
        self.items: list[Item] = []
        self.mark = 0
        self.decisions: list[int] = []

    def copy(self) -> Self:
        other = type(self)()
        other.items, other.mark, other.decisions = list(self.items), self.mark, list(self.decisions)
        return other

    @property
    def in_effect(self) -> list[Item]:
        return self.items[: self.mark]

    @property
    def done(self) -> int:
        return bisect_left(self.decisions, self.mark)

    @property
    def undone(self) -> int:
        return len(self.decisions) - self.done

    def append(self, item: Item, *, decided: bool) -> None:
        """Insert an item at the mark and drop everything that could be redone."""
        if self.mark < len(self.items):
            del self.decisions[self.done :], self.items[self.mark :]
        if decided:
            self.decisions.append(self.mark)
        self.items.append(item)
        self.mark += 1

    def target(self, by: int) -> int | None:
        """The mark after an undo (``by`` < 0) or redo of that many decisions; None if there are not enough."""
        to = self.done + by
        if not 0 <= to <= len(self.decisions):
            return None
        return self.decisions[to] if to < len(self.decisions) else len(self.items)

    def undoing(self, position: int) -> tuple[int, int] | None:
        """How to undo back to the item at ``position``, which is in effect.

        Returns the number of decisions to undo and the position that leads to; None before the first decision.
        """
        at = bisect_right(self.decisions, position) - 1
        return (self.done - at, self.decisions[at]) if at >= 0 else None


class Setup(Struct, frozen=True):
    """How a game was started, enough to start it again. ``pack`` is an id or path, ``pack_hash`` its content.

    ``box`` is the content itself as JSON, if it was incomplete: the box on disk may have learned more since.
    """

    game: str
    pack: str
    pack_hash: str
    seats: list[str]
    settings: dict[str, str]
    seed: str | None = None
    box: dict[str, Any] | None = None
    format: int = FORMAT


# Readings of dice, whatever kind of reader they come from.


class ReadingId(Struct, frozen=True, order=True):
    """The globally unique id of a reading (DR1)."""

    serial: str
    boot_id: str
    seq: int
    """The sequence number since that start."""


class DieRead(Struct, frozen=True, tag="die", omit_defaults=True):
    """A rolled die that has come to rest."""

    source: Source
    die: str
    """Its name from the configuration or the reader."""
    colour: str
    number: int
    """The upper side, 1 to ``sides``; 0 for unknown."""
    sides: int | None = None
    confidence: int = 1000
    """The reader's confidence, 0 to 1000."""
    crooked: bool = False
    throw: str | None = None
    """Identifies the throw; None if the source does not."""
    at: float = 0.0
    """Monotonic time in seconds."""
    origin: ReadingId | None = None
    """Set if the source needs an acknowledgement."""
    alike: bool = False
    """The reader distinguishes dice of a colour by position only: another one may swap their names."""
    enough: int | None = None
    """The confidence required of this reader; None: the general limit."""


def owner_of(event: DieRead) -> str:
    """The serial number of the reader, or the kind of source."""
    return event.origin.serial if event.origin else event.source
