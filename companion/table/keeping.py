"""How a table keeps its log in a store, and knows what is on disk."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.results.finished import Finished
from companion.table.log import Entry, Store


class Keeping:
    """One game in a store.

    ``saved_rev`` is the ``rev`` up to which the log is on disk. It is written by the store's thread only, and
    read by any.
    """

    def __init__(self, store: Store, game_id: str, saved_rev: int) -> None:
        self.game_id = game_id
        self.saved_rev = saved_rev
        self._store = store
        self._finished = False

    def keep(self, entry: Entry, saved: Callable[[], None]) -> None:
        """Append ``entry``; ``saved`` is called from the store's thread when it is on disk."""
        self._store.append(self.game_id, entry, self._marker(entry.rev, saved))

    def keep_all(self, entries: Sequence[Entry], saved: Callable[[], None]) -> None:
        """Append ``entries``, at least one, all or none of them; ``saved`` as in ``keep``."""
        self._store.append_all(self.game_id, entries, self._marker(entries[-1].rev, saved))

    def note_chance(self, chance: dict[str, str]) -> None:
        """Keep who answers what."""
        self._store.note(self.game_id, chance=chance)

    def note_confirmed(self, rev: int) -> None:
        """Keep up to which ``rev`` hands have done what they must."""
        self._store.note(self.game_id, confirmed=rev)

    def note_notes(self, notes: dict[str, Any]) -> None:
        """Keep all that is noted beside the game."""
        self._store.note(self.game_id, notes=notes)

    def note_finished(self, finished: bool, result: Callable[[], Finished]) -> None:
        """Keep whether the game is over, and how it has ended, when that has changed."""
        if finished != self._finished:
            self._finished = finished
            self._store.note(self.game_id, finished=finished, result=result() if finished else None)

    def _marker(self, rev: int, saved: Callable[[], None]) -> Callable[[], None]:
        def mark() -> None:
            self.saved_rev = rev
            saved()

        return mark
