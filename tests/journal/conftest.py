"""A journal to write in, and the game that the stories are about."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.journal import Journal
from tests.journal.playing import CHANCE, SETUP, entry
from tests.journal.power_cuts import in_memory


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


@pytest.fixture
def journal(path: Path) -> Iterator[Journal]:
    with Journal(path) as journal:
        yield journal


@pytest.fixture
def memory() -> Iterator[Path]:
    with in_memory() as folder:
        yield folder


def play(journal: Journal, count: int, game_id: str | None = None) -> str:
    """Play on for ``count`` entries, in a new game unless one is named; gives its id."""
    game_id = game_id or journal.create(SETUP, CHANCE)
    rev = len(journal.load(game_id)[2])
    for following in range(rev + 1, rev + count + 1):
        journal.append(game_id, entry(following))
    assert journal.flush()
    return game_id
