"""The timeline: all answers and corrections, chance included, with their chapters."""

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
    """An entry of the timeline.

    ``goal`` is the argument of ``Table.jump`` that leads to just after this entry and its chance; 0 before the first
    decision. ``done`` is False for undone entries that can be redone; ``learn`` entries are always done.
    """

    played: PlayedEntry
    chapter: Words
    goal: int
    done: bool


class Timeline:
    """The timeline of a table. The chapter of each entry is computed only once."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._chapters: list[tuple[PlayedEntry, Words]] = []

    def entries(self) -> list[TimelineEntry]:
        """The entries in effect and the ``learn`` entries in order, then those that can be redone."""
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
        """The ``rev`` of the last decision in effect; 0 if there is none."""
        units, done = self.table.history.decisions, self.table.history.done
        return units[done - 1].entry.rev if done else 0

    def label(self, played: PlayedEntry) -> Words:
        """An entry in words that everybody may read."""
        if played.entry.kind == "learn":
            return lesson_label(self.table, played.entry)
        return label(self.table.game, self.table.state, played)

    def latest(self, n: int) -> list[PlayedEntry]:
        """The last ``n`` entries in effect, newest first."""
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
