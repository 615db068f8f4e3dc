"""A box is replaced as a whole: whenever the power goes, there is the old one or the new one; five states are kept."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.packs import versions
from companion.packs.content import Content
from companion.packs.folder import read_content, write_content
from companion.packs.loader import installed_packs, user_folder
from tests import daily
from tests.packs.disks import on_a_disk, way
from tests.packs.mutations import small

SMALL = small("lanternhead")
STATES = {
    "sheets": [Content({**SMALL.data, "name": name}, {**SMALL.texts, "es": {name: name}}) for name in ("Old", "New")],
    "folder": [
        Content({"game": "newyork", "name": name}, {"es": {name: name}}, {"soho": [0.5, 0.5]})
        for name in ("Old", "New")
    ],
    "file.json": [Content({"game": "newyork", "name": name}) for name in ("Old", "New")],
}
"""Two states of a box in each form: as sheets, as JSON in a folder since sheets cannot say it, and as a single file."""
OLD, NEW = STATES["folder"]
PLACES = pytest.mark.parametrize("name", STATES)


@PLACES
def test_what_was_written_is_read(tmp_path: Path, name: str) -> None:
    path = tmp_path / "packs" / name
    for content in STATES[name]:
        write_content(path, content)
        assert read_content(path) == content
    assert (path / "pack.toml").exists() == (name == "sheets")


WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT
CUTS = range(0, 500, 1 if daily.everything else 4)
"""After so many steps on the disk the power goes; the last is after all of them."""
CHANGES = ("os.rename", "os.mkdir", "os.rmdir", "os.remove", "os.link", "shutil.copyfile")


def cut_after(events: int, what: Callable[[], None]) -> bool:
    """Run ``what`` in a process whose power goes at its n-th step on the disk; True if it was done before that."""
    child = os.fork()
    if child == 0:
        left = [events]

        def count(event: str, args: tuple[Any, ...]) -> None:
            if (event == "open" and args[2] & WRITING) or event.startswith(CHANGES):
                left[0] -= 1
                if left[0] < 0:
                    os._exit(1)

        sys.addaudithook(count)
        try:
            what()
        except BaseException:
            os._exit(1)
        os._exit(0)
    return os.waitpid(child, 0)[1] == 0


@pytest.mark.by_turns
@PLACES
def test_a_cut_of_power_leaves_the_old_box_or_the_new_one(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    old, new = STATES[name]
    write_content(path, old)
    seen = []
    for events in CUTS:
        done = cut_after(events, lambda: write_content(path, new))
        seen.append(read_content(path))
        assert seen[-1] in (old, new)
        if done:
            break
        if seen[-1] != old:
            write_content(path, old)
    assert done
    assert old in seen
    assert seen[-1] == new


@PLACES
def test_a_new_box_is_there_as_a_whole_or_not_at_all(tmp_path: Path, name: str) -> None:
    _, new = STATES[name]
    for events in CUTS:
        path = tmp_path / str(events) / name
        done = cut_after(events, lambda path=path: write_content(path, new))
        versions.recover(path)
        if path.exists():
            assert read_content(path) == new
        if done:
            break
    assert path.exists()


def test_a_box_whose_change_was_cut_short_is_still_listed(tmp_path: Path) -> None:
    path = user_folder() / "mine"
    write_content(path, OLD)
    write_content(path, NEW)
    path.rename(path.parent / ".mine" / "next")
    assert "mine" in [pack.id for pack in installed_packs()]
    assert read_content(path) == NEW


@PLACES
def test_the_last_five_states_can_be_gone_back_to(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    for n in range(9):
        write_content(path, Content({"game": "newyork", "n": n}))
    before = versions.versions(path)
    assert [read_content(state).data["n"] for state in before] == [7, 6, 5, 4, 3]
    versions.restore(path, before[3])
    assert read_content(path).data["n"] == 4
    assert read_content(versions.versions(path)[0]).data["n"] == 8


def test_what_else_lies_in_the_folder_stays(tmp_path: Path) -> None:
    path = tmp_path / "mine"
    write_content(path, OLD)
    (path / "pictures").mkdir()
    (path / "pictures" / "p01.png").write_bytes(b"a picture")
    (path / "notes.txt").write_text("ours")
    write_content(path, Content(NEW.data))
    assert read_content(path) == Content(NEW.data)
    assert (path / "pictures" / "p01.png").read_bytes() == b"a picture"
    assert (path / "notes.txt").read_text() == "ours"


def test_what_cannot_be_written_leaves_the_box_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "mine"
    write_content(path, OLD)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write_content(path, NEW)
    assert read_content(path) == OLD
    assert [file.name for file in (tmp_path / ".mine").iterdir()] == []


def test_a_box_that_is_put_away_is_kept_as_a_state(tmp_path: Path) -> None:
    path = tmp_path / "mine"
    write_content(path, OLD)
    versions.put_away(path)
    assert not path.exists()
    versions.restore(path, versions.versions(path)[0])
    assert read_content(path) == OLD


# Disks that are really full, or can really not be written.


@pytest.mark.parametrize("how", [way()])
@pytest.mark.parametrize("kind", ["full", "read_only", "learning_full", "learning_read_only"])
def test_on_such_a_disk_a_box_stays_what_it_was(tmp_path: Path, kind: str, how: str) -> None:
    assert on_a_disk(kind, tmp_path) == "", how
