"""Every state of the screen looks as its golden pictures: nothing moved or went or changed its colour unmeant.

Here each state is looked at in three of its eighteen ways, in which each size, each language and each theme comes up
(all eighteen take minutes); ``python -m tests.ui.contact`` compares all, draws them on sheets to look at, and with
``--keep`` makes them the golden ones.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.ui import snapshots
from tests.ui.hands import Hands
from tests.ui.sameness import difference
from tests.ui.snapshots import SIZES, some

RENEW = "\nIf it is meant to be so: python -m tests.ui.contact --keep"


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_every_state_looks_as_its_golden_pictures(hands: Hands, size: tuple[int, int], tmp_path: Path) -> None:
    others, seen = [], set()
    for state, way, picture in snapshots.photographs(hands, size, some):
        seen.add(state)
        wanted = snapshots.golden(state).get(way)
        found = snapshots.smaller(picture)
        if wanted is None:
            others.append(f"{state}: there is no golden picture")
        elif not (apart := difference(wanted, found)).same:
            file = tmp_path / f"{state} {way}.png".replace(" ", "-")
            snapshots.beside(wanted, found).save(file)
            others.append(f"{state} {way}: {apart}; golden, found and difference: {file}")
    files = {snapshots.file_of(state) for state in seen}
    others += [f"{file.stem}: there is no such state" for file in snapshots.GOLDEN.iterdir() if file not in files]
    assert not others, "\n".join(others) + RENEW
