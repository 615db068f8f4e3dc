"""The log of a table: what it is made of, and what a place to keep it must do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, Protocol, TypeAlias

from msgspec import Struct

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


class Setup(Struct, frozen=True):
    """How a game was started: enough to begin it again. ``pack`` is an id or a path, ``pack_hash`` its content.

    ``box`` is the content itself, as JSON, of a box that was known in part: it has learned since.
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
    part of the state. ``confirmed`` is the rev up to which hands have said that instructions are done.
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
        notes: dict[str, Any] | None = None,
    ) -> None:
        """Change what is known about a game beside its log."""
