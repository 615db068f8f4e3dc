"""A game by typing with a box on a disk that is really full, or can really not be written (``tests.packs.disks``)."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from companion.journal import Journal
from companion.packs.loader import load_again
from companion.table.table import Table
from tests.owner import DECKS, Owner
from tests.packs.disks import HOW, WHY, put_in, spoil
from tests.terminal.test_learning import drawing
from tests.terminal.test_terminal import Sitting


@pytest.mark.parametrize("kind", WHY)
def test_it_is_said_once_and_the_game_goes_on(tmp_path: Path, kind: str) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    put_in(kind, disk, os.environ[HOW])
    owner = Owner(disk / "mine", *DECKS)
    journal = Journal(tmp_path / "journal.db")
    sitting = drawing(Sitting(table=owner.table(store=journal)))
    mend = spoil(kind, disk, os.environ[HOW])
    written = sitting.type("new", "1", "harlem", "", "", "")
    assert written.count("What was learned cannot be saved in the box mine: ") == 1
    assert any(why in written for why in WHY[kind])
    drawing(sitting).type("new", "1", "soho", "", "", "")
    assert sitting.table.known("mafia_cards").known == 2, "the game has both"
    assert owner.rows("mafia_cards") == []
    assert journal.flush()
    mend()
    journal.close()

    journal = Journal(tmp_path / "journal.db")
    game_id = journal.games()[0].id
    setup, chance, entries = journal.load(game_id)
    box, _ = load_again(owner.game, setup.pack, setup.pack_hash, setup.box)
    table = Table.resume(owner.game, box, setup, entries, chance=chance, store=journal, game_id=game_id, auto=False)
    assert "cannot be saved" not in Sitting(table=table).type()
    assert [row["mafia"] for row in owner.rows("mafia_cards")] == ["harlem", "soho"]
    journal.close()
