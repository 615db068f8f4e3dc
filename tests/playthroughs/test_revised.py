"""In every recorded game each kind of answer can be looked at again, with all that could have been answered instead."""

from __future__ import annotations

from itertools import pairwise

import pytest

from companion.core.texts import plain
from companion.table.past import Revising, look_at
from companion.table.table import Table
from tests.playthroughs.recording import names, read
from tests.ui.moments import Moment, kind_of


def tables(name: str) -> list[Table]:
    """The table of a recording right after each kind of answer to each kind of question, once."""
    first: dict[tuple[str, str], int] = {}
    for rev, (before, line) in enumerate(pairwise(read(name)), 1):
        if line["kind"] in ("answer", "chance"):
            first.setdefault((kind_of(before["ask"]), line["answer"]["do"]), rev)
    return [Moment("", name, rev).table() for rev in first.values()]


@pytest.mark.parametrize("name", names())
def test_of_every_kind_of_answer_all_others_are_offered_and_its_own_first(name: str) -> None:
    offered = 0
    for table in tables(name):
        rev = table.history.line[-1].entry.rev
        if look_at(table, rev).legal:
            revising = Revising(table, rev, plain)
            others = revising.others()
            its_own = [revising.gives(other) for other in others]
            # Some of the dice, to be rolled again, is an answer that no list holds.
            assert its_own == sorted(its_own, reverse=True), f"{name}, entry {rev}"
            assert its_own[0] or revising.moment.played.answer not in [other.answer for other in others]
            offered += 1
    assert offered > 2
