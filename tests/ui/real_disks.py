"""A game by touch with a box on a disk that is really full, or can really not be written (``tests.packs.disks``)."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from companion.session import lesson_writer
from tests.owner import DECKS, Owner
from tests.packs.disks import HOW, WHY, put_in, spoil
from tests.ui.rig import Rig
from tests.ui.test_learning import enter_one_card, play_until
from ui.model.library import Library


def begin(rig: Rig, owner: Owner) -> None:
    rig.app.library = Library(rig.journal, pack=str(owner.path), seed="evening")
    rig.app.start_game("newyork", ["father", "mother"], {"story": "wrong_suitcase"})
    rig.hands.look()


@pytest.mark.parametrize("kind", WHY)
def test_a_full_disk_is_reported_once_and_the_game_continues(
    rig: Rig, tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lesson_writer, "RETRY", 0.05)
    disk = tmp_path / "disk"
    disk.mkdir()
    put_in(kind, disk, os.environ[HOW])
    owner = Owner(disk / "mine", *DECKS)
    begin(rig, owner)
    play_until(rig.hands, "list")
    mend = spoil(kind, disk, os.environ[HOW])
    enter_one_card(rig)
    banner = rig.hands.root.banner
    rig.wait(lambda: banner.shown)
    assert banner.text.startswith("What was learned cannot be saved in the box mine: ")
    assert any(why in banner.text for why in WHY[kind])
    assert rig.app.saved()[0] == "bad"
    rig.app.dismiss()
    enter_one_card(rig)
    rig.hands.look(20)
    assert not banner.shown, "it has been said"
    assert rig.session.table.known("mafia_cards").known == 2
    assert owner.rows("mafia_cards") == []
    mend()
    rig.wait(lambda: rig.app.saved()[0] == "good")
    assert len(owner.rows("mafia_cards")) == 2


@pytest.mark.parametrize("kind", WHY)
def test_the_box_is_saved_when_the_game_continues_another_day(rig: Rig, tmp_path: Path, kind: str) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    put_in(kind, disk, os.environ[HOW])
    owner = Owner(disk / "mine", *DECKS)
    begin(rig, owner)
    play_until(rig.hands, "list")
    mend = spoil(kind, disk, os.environ[HOW])
    enter_one_card(rig)
    game_id = rig.session.table.game_id
    assert game_id is not None
    rig.app.leave_game()
    assert rig.journal.flush()
    assert owner.rows("mafia_cards") == []
    mend()
    rig.app.open_game(game_id)
    rig.wait(lambda: not rig.app.box_updates.waiting)
    assert len(owner.rows("mafia_cards")) == 1
