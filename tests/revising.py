"""What holds of every change of the past, whatever game is played."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from companion.core.answers import Answer, Roll
from companion.core.refusals import Refused
from companion.table.history import Revision
from companion.table.past import Moment, look_at, weigh
from companion.table.table import Table
from tests.hands import apply_instructions

Fill = Callable[[Random, Answer, dict[str, Any]], Answer]
"""Fills in the blanks of a listed answer, by the facts of that moment."""


def as_listed(r: Random, answer: Answer, facts: dict[str, Any]) -> Answer:
    """In most games no answer has blanks."""
    return answer


def other_answer(r: Random, table: Table, moment: Moment, fill: Fill = as_listed) -> Answer | None:
    """Something else that could have been said then."""
    if moment.legal is None:
        return Roll({die: r.choice(sides) for die, sides in moment.faces.items()})
    return fill(r, r.choice(list(moment.legal)), table.game.rules.facts(moment.state)) if moment.legal else None


def some_revision(r: Random, table: Table, fill: Fill = as_listed) -> Revision | None:
    """Another answer at some moment of the game, if there is one that can be changed."""
    revs = [part.entry.rev for part in table.history.line]
    for rev in r.sample(revs, min(len(revs), 8)):
        moment = look_at(table, rev)
        answer = other_answer(r, table, moment, fill)
        if answer is None:
            continue
        try:
            return weigh(table, rev, answer)
        except Refused:
            continue
    return None


def revised_is_as_if_played_so(table: Table, seed: int, fill: Fill = as_listed) -> bool:
    """Change the past somewhere; the table stands as one at which the same was answered from the start.

    False where there was nothing to change.
    """
    before, rev, pieces = table.hash(), table.rev, table.pieces()
    revision = some_revision(Random(seed), table, fill)
    assert (table.hash(), table.rev, table.pieces()) == (before, rev, pieces), "looking has changed something"
    if revision is None:
        return False
    line = [*revision.kept, *revision.dropped]
    assert line == sorted(line, key=lambda part: part.entry.rev), "what was answered later comes later"
    assert (revision.misfit is None) == (not revision.dropped)
    played = table.revise(revision)
    given = 2 + len(revision.before) + len(revision.kept)
    dealt = played.entries[given:]
    assert all(part.entry.kind == "chance" for part in dealt)
    if not dealt:
        assert table.hash() == revision.state.hash()
    assert apply_instructions(pieces, revision.instructions) == table.game.rules.pieces(revision.state)
    setup, chance = table.setup, table.chance
    straight = Table(table.game, _loaded(table), setup.seats, setup.settings, chance=chance, auto=False)
    for part in table.history.line[: table.history.mark]:
        if part.answer is None:
            straight.correct(part.entry.changes, "")
        else:
            straight.answer(part.entry.answer)
    assert straight.hash() == table.hash()
    again = Table.resume(table.game, _loaded(table), table.setup, list(table.log), chance=table.chance, auto=False)
    assert (again.hash(), again.rev, again.ask) == (table.hash(), table.rev, table.ask)
    assert not table.history.undone
    return True


class _Loaded:
    def __init__(self, table: Table) -> None:
        self.pack, self.hash, self.source = table.pack, table.setup.pack_hash, table.setup.pack
        self.data = table.box.data


def _loaded(table: Table) -> _Loaded:
    return _Loaded(table)
