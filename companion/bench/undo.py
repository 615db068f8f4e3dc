"""Benchmark of undo, redo and jumps in a long game."""

from __future__ import annotations

import random
from collections.abc import Iterator

from companion.bench.long_games import long_table
from companion.bench.measure import Measure, Subject, median_of, milliseconds
from companion.core.texts import T

ENTRIES = 1_000
REACH_MS = 20.0


def undo_and_jump(subject: Subject) -> Iterator[Measure]:
    """Undo all, redo all, and jump to random moments of a log with a thousand entries."""
    table = long_table(subject, ENTRIES)
    answers = len(table.history.decisions)
    note = T("{n} entries, {answers} of people", n=table.rev, answers=answers)
    revs = [0, *(played.entry.rev for played in table.history.decisions)]
    luck = random.Random(1)
    undos, redos, jumps = [], [], []
    for _ in subject.rounds(least=5):
        undos.append(milliseconds(lambda: table.undo(answers)))
        redos.append(milliseconds(lambda: table.redo(answers)))
        at = answers
        for _ in range(10):
            at = luck.choice([place for place in range(answers + 1) if place != at])
            jumps.append(milliseconds(lambda at=at: table.jump(revs[at])))  # type: ignore[misc]
        if at != answers:
            table.jump(revs[-1])
    yield median_of("undo.all", T("undo to the beginning"), "ms", undos, reach=REACH_MS, note=note)
    yield median_of("redo.all", T("redo to the end"), "ms", redos, reach=REACH_MS, note=note)
    yield median_of("jump", T("jump to any moment"), "ms", jumps, reach=REACH_MS, note=note)
