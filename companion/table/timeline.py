"""All that was answered or corrected, chance included, with the chapter of the game that it belongs to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from companion.core.texts import Words
from companion.table.history import PlayedEntry
from companion.table.learned import lesson_label
from companion.table.played import label

if TYPE_CHECKING:
    from companion.table.table import Table


class TimelineEntry(Struct, frozen=True):
    """An entry on the way through a game.

    ``goal`` is the moment to which ``Table.jump`` goes for it: right after it and the chance that came with it, 0 for
    what was dealt before the first decision. ``done`` is False for what was undone and can be redone; what the box has
    learned is never undone.
    """

    played: PlayedEntry
    chapter: Words
    goal: int
    done: bool


class Timeline:
    """The stops of a table. Chapters are worked out once for each entry, however long the game is."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._chapters: list[tuple[PlayedEntry, Words]] = []

    def entries(self) -> list[TimelineEntry]:
        """All of them in order: those in effect, among them what the box has learned, then those that can be redone."""
        self._catch_up()
        found, goal, mark = [], 0, self.table.history.mark
        learned = [played for played in self.table.history.entries if played.entry.kind == "learn"]
        chapter: Words = self.table.game.presenter.chapter(self.table.history.state_at(0)) if learned else ""
        for at, (played, here) in enumerate(self._chapters):
            while learned and (at >= mark or learned[0].entry.rev < played.entry.rev):
                found.append(TimelineEntry(learned.pop(0), chapter, goal, done=True))
            if played.entry.kind != "chance":
                goal = played.entry.rev
            chapter = here
            found.append(TimelineEntry(played, here, goal, at < mark))
        return found + [TimelineEntry(played, chapter, goal, done=True) for played in learned]

    @property
    def now(self) -> int:
        """The moment of the table as it is."""
        units, done = self.table.history.decisions, self.table.history.done
        return units[done - 1].entry.rev if done else 0

    def label(self, played: PlayedEntry) -> Words:
        """What an entry says, in words for everybody."""
        if played.entry.kind == "learn":
            return lesson_label(self.table, played.entry)
        return label(self.table.game, self.table.state, played)

    def latest(self, n: int) -> list[PlayedEntry]:
        """The last ``n`` entries in effect, the newest first."""
        history = self.table.history
        return list(reversed(history.line[max(0, history.mark - n) : history.mark]))

    def _catch_up(self) -> None:
        line, known = self.table.history.line, self._chapters
        same = 0
        while same < min(len(line), len(known)) and line[same] is known[same][0]:
            same += 1
        del known[same:]
        if same == len(line):
            return
        game, state = self.table.game, self.table.history.state_at(same)
        for played in line[same:]:
            known.append((played, game.presenter.chapter(state)))
            self.table.history.replay(state, played)
