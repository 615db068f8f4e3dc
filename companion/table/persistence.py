"""Stores a table's log, and tracks how much is on disk."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.results.finished import Finished
from companion.table.log import Entry, Store


class Persistence:
    """One game in a store.

    ``saved_rev`` is the ``rev`` up to which the log is on disk. Only the store's thread writes it; any may read it.
    """

    def __init__(self, store: Store, game_id: str, saved_rev: int) -> None:
        self.game_id = game_id
        self.saved_rev = saved_rev
        self._store = store
        self._finished = False

    def keep(self, entry: Entry, saved: Callable[[], None]) -> None:
        """Append ``entry``; ``saved`` is called from the store's thread once it is on disk."""
        self._store.append(self.game_id, entry, self._marker(entry.rev, saved))

    def keep_all(self, entries: Sequence[Entry], saved: Callable[[], None]) -> None:
        """Append ``entries`` (at least one) atomically; ``saved`` as in ``keep``."""
        self._store.append_all(self.game_id, entries, self._marker(entries[-1].rev, saved))

    def note_chance(self, chance: dict[str, str]) -> None:
        """Store who answers each chance item."""
        self._store.note(self.game_id, chance=chance)

    def note_confirmed(self, rev: int) -> None:
        """Store the ``rev`` up to which hands have followed the instructions."""
        self._store.note(self.game_id, confirmed=rev)

    def note_notes(self, notes: dict[str, Any], result: Finished | None) -> None:
        """Store all notes of the game; with its ``result`` if it is over, which has the names of the players in it."""
        self._store.note(self.game_id, notes=notes, result=result)

    def note_finished(self, finished: bool, result: Callable[[], Finished]) -> None:
        """Store whether the game is over, and its result, if that has changed."""
        if finished != self._finished:
            self._finished = finished
            self._store.note(self.game_id, finished=finished, result=result() if finished else None)

    def _marker(self, rev: int, saved: Callable[[], None]) -> Callable[[], None]:
        def mark() -> None:
            self.saved_rev = rev
            saved()

        return mark
