"""Every state of the screen looks as its golden pictures: nothing moved or went or changed its colour unmeant.

Each day each screen is looked at in each size, language and theme, and each of its states in one of these ways; with
``--all`` every state in all eighteen.
``python -m tests.ui.contact`` compares all as well, draws them on sheets to look at, and with ``--keep`` makes them the
golden ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from companion.games.registry import game_names
from tests.daily import Pairs
from tests.ui import snapshots
from tests.ui.gallery import Way
from tests.ui.hands import Hands
from tests.ui.sameness import difference
from tests.ui.states import at_home, everything

RENEW = "\nIf it is meant to be so: python -m tests.ui.contact --keep"
PLACES = {"home": at_home, **{game: partial(everything, game=game) for game in game_names()}}


@pytest.mark.parametrize("place", PLACES)
def test_every_state_looks_as_its_golden_pictures(hands: Hands, place: str, tmp_path: Path) -> None:
    others, seen, pairs = [], set(), Pairs()

    def ways(state: str) -> list[Way]:
        return pairs.some(snapshots.ALL, lambda way: (hands.root.name, *way), least=1)

    for state, way, picture in snapshots.photographs(hands, ways, PLACES[place]):
        seen.add(snapshots.file_of(state))
        wanted = snapshots.golden(state).get(way)
        found = snapshots.smaller(picture)
        if wanted is None:
            others.append(f"{state}: there is no golden picture")
        elif not (apart := difference(wanted, found)).same:
            file = tmp_path / f"{state} {way}.png".replace(" ", "-")
            snapshots.beside(wanted, found).save(file)
            others.append(f"{state} {way}: {apart}; golden, found and difference: {file}")
    others += [f"{file.stem}: there is no such state" for file in kept(place) if file not in seen]
    assert not others, "\n".join(others) + RENEW


def kept(place: str) -> Iterator[Path]:
    """The golden files of a game, or those that are of none."""
    for file in snapshots.GOLDEN.iterdir():
        game = file.stem.partition("-")[0]
        if place == (game if game in game_names() else "home"):
            yield file
