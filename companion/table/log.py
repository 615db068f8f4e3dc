"""The log of a table: what it is made of, and what a place to keep it must do."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from typing import Any, Generic, Literal, Protocol, Self, TypeAlias, TypeVar

from msgspec import Struct

from companion.results.finished import Finished

Item = TypeVar("Item")

Kind: TypeAlias = Literal["answer", "chance", "undo", "redo", "correct", "learn"]
Source: TypeAlias = Literal["touch", "serial", "gpio", "dealer", "wire"]

FORMAT = 1
"""The version of the format; every entry and every saved game says its own, old ones are read for ever."""
NEWEST = 2
"""That of what has to do with a box that is known in part, which readers of version 1 leave alone."""


class Entry(Struct, frozen=True, omit_defaults=True):
    """One line of the log (WIRE, ``log``).

    ``answer`` is the answer as it stands on the wire, ``n`` how many for undo and redo, ``changes`` and ``why``
    belong to a correction, ``fresh`` says that the table asked for new fate (R-GEN-09), ``table`` and ``row`` are what
    the box has learned. ``at`` is Unix time in seconds. Undo and redo are entries like others: nothing is ever taken
    out of a log.
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


class Line(Generic[Item]):
    """The entries that answer or correct, in one line, with a mark that undo and redo move.

    What lies before the ``mark`` is in effect, what lies behind it was undone and can be redone.

    ``decisions`` are the positions of what people decided; chance that follows one goes along with it.
    """

    def __init__(self) -> None:
        self.items: list[Item] = []
        self.mark = 0
        self.decisions: list[int] = []

    def copy(self) -> Self:
        """A line of its own with the same items."""
        other = type(self)()
        other.items, other.mark, other.decisions = list(self.items), self.mark, list(self.decisions)
        return other

    @property
    def in_effect(self) -> list[Item]:
        """All that is not undone."""
        return self.items[: self.mark]

    @property
    def done(self) -> int:
        """How many decisions are in effect."""
        return bisect_left(self.decisions, self.mark)

    @property
    def undone(self) -> int:
        """How many can be redone."""
        return len(self.decisions) - self.done

    def append(self, item: Item, *, decided: bool) -> None:
        """One more item, at the mark: what could be redone until now is cut off."""
        if self.mark < len(self.items):
            del self.decisions[self.done :], self.items[self.mark :]
        if decided:
            self.decisions.append(self.mark)
        self.items.append(item)
        self.mark += 1

    def target(self, by: int) -> int | None:
        """Where the mark is after undo (``by`` decisions below 0) or redo; None if there are not that many."""
        to = self.done + by
        if not 0 <= to <= len(self.decisions):
            return None
        return self.decisions[to] if to < len(self.decisions) else len(self.items)

    def undoing(self, position: int) -> tuple[int, int] | None:
        """What takes back the item at ``position``, which is in effect: so many decisions to undo, which leads back to
        that position; None for what came before the first of them."""
        at = bisect_right(self.decisions, position) - 1
        return (self.done - at, self.decisions[at]) if at >= 0 else None


class Setup(Struct, frozen=True):
    """How a game was started: enough to begin it again. ``pack`` is an id or a path, ``pack_hash`` its content.

    ``box`` is the content itself, as JSON, of a box that was known in part: more of it may have been told since.
    """

    game: str
    pack: str
    pack_hash: str
    seats: list[str]
    settings: dict[str, str]
    seed: str | None = None
    box: dict[str, Any] | None = None
    format: int = FORMAT


class Store(Protocol):
    """Where logs are kept. Appending never waits for the disk; ``saved`` is called, from another thread, when it did.

    ``chance`` says who answers each chance item, ``digital`` or ``asked``; it may change in mid-game and is not
    part of the state. ``confirmed`` is the rev up to which hands have said that instructions are done. ``finished``
    comes with the ``result``, when the game is over; it may go on again, if the last answer is taken back.
    ``notes`` are all that screens keep beside the game (``Table.note``).
    """

    def create(self, setup: Setup, chance: dict[str, str]) -> str:
        """Begin a game; gives its id once it is on disk."""

    def append(self, game_id: str, entry: Entry, saved: Callable[[], None] | None = None) -> None:
        """Keep an entry; entries come in the order of ``rev`` without gaps."""

    def append_all(self, game_id: str, entries: Sequence[Entry], saved: Callable[[], None] | None = None) -> None:
        """Keep one or more entries that belong together: whatever happens, all of them are on disk, or none."""

    def note(
        self,
        game_id: str,
        *,
        chance: dict[str, str] | None = None,
        confirmed: int | None = None,
        finished: bool | None = None,
        result: Finished | None = None,
        notes: dict[str, Any] | None = None,
    ) -> None:
        """Change what is known about a game beside its log."""
