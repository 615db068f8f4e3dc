"""A game by touch with a box on a disk that is really full, or can really not be written (``tests.packs.disks``)."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from companion.session import lesson_writer
from tests.owner import DECKS, Owner
from tests.packs.disks import HOW, WHY, put_in, spoil
from tests.ui.evening import Evening
from tests.ui.test_learning import play_until, tell_one
from ui.model.library import Library


def begin(evening: Evening, owner: Owner) -> None:
    evening.app.library = Library(evening.journal, pack=str(owner.path), seed="evening")
    evening.app.start_game("newyork", ["father", "mother"], {"story": "wrong_suitcase"})
    evening.hands.look()


@pytest.mark.parametrize("kind", WHY)
def test_it_is_said_once_and_the_game_goes_on(
    evening: Evening, tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lesson_writer, "RETRY", 0.05)
    disk = tmp_path / "disk"
    disk.mkdir()
    put_in(kind, disk, os.environ[HOW])
    owner = Owner(disk / "mine", *DECKS)
    begin(evening, owner)
    play_until(evening.hands, "list")
    mend = spoil(kind, disk, os.environ[HOW])
    tell_one(evening)
    banner = evening.hands.root.banner
    evening.wait(lambda: banner.shown)
    assert banner.text.startswith("What was learned cannot be saved in the box mine: ")
    assert any(why in banner.text for why in WHY[kind])
    assert evening.app.saved()[0] == "bad"
    evening.app.dismiss()
    tell_one(evening)
    evening.hands.look(20)
    assert not banner.shown, "it has been said"
    assert evening.session.table.known("mafia_cards").known == 2
    assert owner.rows("mafia_cards") == []
    mend()
    evening.wait(lambda: evening.app.saved()[0] == "good")
    assert len(owner.rows("mafia_cards")) == 2


@pytest.mark.parametrize("kind", WHY)
def test_it_is_written_when_the_game_goes_on_another_day(evening: Evening, tmp_path: Path, kind: str) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    put_in(kind, disk, os.environ[HOW])
    owner = Owner(disk / "mine", *DECKS)
    begin(evening, owner)
    play_until(evening.hands, "list")
    mend = spoil(kind, disk, os.environ[HOW])
    tell_one(evening)
    game_id = evening.session.table.game_id
    assert game_id is not None
    evening.app.leave_game()
    assert evening.journal.flush()
    assert owner.rows("mafia_cards") == []
    mend()
    evening.app.open_game(game_id)
    evening.wait(lambda: not evening.app.box_updates.waiting)
    assert len(owner.rows("mafia_cards")) == 1
