"""What the doctor says about the journal."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.core.texts import plain
from companion.journal import Journal
from companion.journal.doctor import checks
from tests.journal.conftest import play


def said(path: Path, mounts: Path) -> list[tuple[bool, str]]:
    return [(well, plain(sentence)) for _, well, sentence in checks(path, mounts)]


@pytest.fixture
def mounts(tmp_path: Path) -> Path:
    file = tmp_path / "mounts"
    file.write_text(f"/dev/mmcblk0p2 / ext4 rw 0 0\ntmpfs /run tmpfs rw 0 0\noverlay {tmp_path}/over overlay rw 0 0\n")
    return file


def test_a_sound_journal(path: Path, mounts: Path) -> None:
    assert said(path, mounts)[0] == (True, "There is no game yet.")
    with Journal(path) as journal:
        play(journal, 5)
        assert said(path, mounts)[0] == (True, "1 game is in it, and sound.")
    assert said(path, mounts)[1] == (True, f"It is kept in {path.parent}.")


def test_a_journal_that_is_none(path: Path, mounts: Path) -> None:
    path.write_text("Monday: milk, bread")
    well, sentence = said(path, mounts)[0]
    assert not well
    assert "is not a journal" in sentence


def test_a_damaged_journal(path: Path, mounts: Path) -> None:
    with Journal(path) as journal:
        play(journal, 200)
    path.write_bytes(path.read_bytes().replace(b"chelsea", b"chelsex"))
    assert [well for well, _ in said(path, mounts)] == [False, True]


@pytest.mark.parametrize("folder", ["/run/companion", "over/data"])
def test_a_folder_that_is_forgotten_at_power_off(tmp_path: Path, mounts: Path, folder: str) -> None:
    well, sentence = said(tmp_path / folder / "journal.db", mounts)[1]
    assert not well
    assert "keep it on a real partition" in sentence
