"""Which phones a table or a box had before a restart, kept in small files beside the journal.

They have only digests of keys: one who reads them gets no access. Nobody else on the machine can read them anyway.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from companion.packs.editing.drafts import KeptFile

LIFETIME = 86400.0
"""Seconds for which phones may come back; browsers keep their key for as long."""
LONGEST = 65_536
"""Bytes of the file; with all phones that there can be it has a quarter as many."""

Short = Annotated[str, Meta(max_length=80)]


class Pairing(Struct, frozen=True):
    """A phone with access, by the digest of its key in hexadecimal digits."""

    key: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
    words: Short
    language: Short
    theme: Short = ""
    seats: Annotated[list[Short], Meta(max_length=32)] = []
    watching: bool = False
    table: bool = False


class _Kept(Struct, frozen=True):
    """``game`` is the id of the game in the journal, or names a box; ``at`` is the Unix time of the last change."""

    game: str
    at: float
    port: int
    phones: Annotated[list[Pairing], Meta(max_length=100)]


class Pairings:
    """The phones of one game of the journal at ``journal``, as they were when the companion ended; or, as another
    ``kind``, those that edit a box."""

    def __init__(
        self, journal: Path, game: str, *, kind: str = "phones", clock: Callable[[], float] = time.time
    ) -> None:
        self._file = KeptFile(journal, kind)
        self._game = game
        self._clock = clock
        self._last: tuple[int, Sequence[Pairing]] | None = None
        kept = self._read()
        self.phones: Sequence[Pairing] = [] if kept is None else kept.phones
        self.port = None if kept is None else kept.port
        """The port at which they look for the table; None if there are none."""

    def _read(self) -> _Kept | None:
        data = self._file.read(LONGEST)
        try:
            kept = None if data is None else msgspec.json.decode(data, type=_Kept)
        except ValueError:
            return None
        # After the power was off, the clock of a machine without a battery is behind until a network sets it.
        if kept is None or kept.game != self._game or self._clock() - kept.at >= LIFETIME:
            return None
        return kept

    def save(self, phones: Sequence[Pairing], port: int) -> None:
        """Keep these phones from now on. If that cannot be written, they will have to ask again."""
        if self._last == (port, phones):
            return
        self._last = port, phones
        self._file.write(msgspec.json.encode(_Kept(self._game, self._clock(), port, list(phones))))

    def forget(self) -> None:
        """Keep no phones any more."""
        self._last = None
        self._file.remove()
