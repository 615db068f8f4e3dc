"""A disk that is really full, and one that can really not be written: the box is what it was, and people are told."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.packs.disks import on_a_disk, way


@pytest.mark.parametrize("how", [way()])
@pytest.mark.parametrize("kind", ["full", "read_only", "learning_full", "learning_read_only"])
def test_on_such_a_disk_a_box_stays_what_it_was(tmp_path: Path, kind: str, how: str) -> None:
    assert on_a_disk(kind, tmp_path) == "", how
