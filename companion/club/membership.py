"""The membership of a table in its club, for the front end that shows it: publishing, calls for help, and their state.

Without a broker in the settings all of it does nothing, and nothing of the extra ``[club]`` is imported.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from companion.club import settings
from companion.configuration import ConfigError
from companion.core.texts import T, Text, Words
from companion.doctor import Check

if TYPE_CHECKING:
    from companion.club.publishing import Publisher
    from companion.journal import Journal
    from companion.session.session import Session

NAME = T("club")
MISSING = T("A broker is named, but nothing here speaks to one. Install the companion with [club].")
COMING = T("Somebody comes to help.")


class Membership:
    """``journal`` holds the finished games; None: there is no club. ``config`` replaces the default companion.toml."""

    def __init__(self, journal: Journal | None, config: Path | None = None) -> None:
        self.again: Callable[[], object] = lambda: None
        """Called, in any thread, when there is something new to show."""
        self.problem: Text | None = None
        """Why nothing can be published, until somebody mends it."""
        self._publisher: Publisher | None = None
        self._shown: object = None
        self._comes = False
        if journal is not None:
            self._join(journal, config)

    def _join(self, journal: Journal, config: Path | None) -> None:
        try:
            club = settings.load(config)
        except settings.BadSection as no:
            self.problem = no.text
            return
        except ConfigError:
            # Reported by whoever reads the other sections.
            return
        if not club.broker:
            return
        try:
            from companion.club.link import short_id  # noqa: PLC0415 - few tables are in a club
            from companion.club.publishing import Outbox, Publisher  # noqa: PLC0415
        except ImportError:
            self.problem = MISSING
            return
        from companion.journal import JournalError  # noqa: PLC0415

        try:
            store = Outbox(journal, short_id)
        except JournalError as no:
            self.problem = no.text
            return
        self._publisher = Publisher(club, store, again=self._notify)
        self._publisher.start()

    @property
    def on(self) -> bool:
        return self._publisher is not None

    def show(self, session: Session | None) -> None:
        """Publish the table of ``session``; None: there is no game. Does nothing if it has not changed."""
        if self._publisher is None:
            return
        table = None if session is None else session.table
        now = None if table is None else (table, table.rev, repr(table.notes.get("people")))
        if now == self._shown:
            return
        from companion.club.snapshot import snapshot_of  # noqa: PLC0415 - few tables are in a club

        self._shown = now
        if session is None or table is None:
            self._publisher.show(None)
        else:
            self._publisher.show(snapshot_of(table, session.present_scene), table.game_id or "-")

    @property
    def calling(self) -> bool:
        return self._publisher is not None and self._publisher.help is not None

    @property
    def coming(self) -> bool:
        """True once somebody has answered the call."""
        return self._publisher is not None and self._publisher.help is not None and self._publisher.help.coming

    def _notify(self) -> None:
        # ``again`` may be set later.
        self.again()

    def call(self) -> None:
        if self._publisher is not None:
            self._publisher.call(wanted=not self.calling)

    def news(self) -> Text | None:
        """A message to show once: that help is coming."""
        before, self._comes = self._comes, self.coming
        return COMING if self._comes and not before else None

    def checks(self) -> list[Check]:
        if self.problem is not None:
            return [Check(NAME, False, self.problem)]
        found: list[tuple[bool, Words]] = [] if self._publisher is None else self._publisher.health()
        return [Check(NAME, well, words) for well, words in found]

    def close(self) -> None:
        """Stop; what is not published yet is published the next time."""
        if self._publisher is not None:
            self._publisher.close()
