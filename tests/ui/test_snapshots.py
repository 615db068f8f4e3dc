"""Golden pictures are kept and read as good as whole, and the ways in which they are compared are all there."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from tests.ui import snapshots
from tests.ui.gallery import Way
from tests.ui.hands import Hands
from tests.ui.sameness import difference
from tests.ui.snapshots import ALL, SMALLER


def test_each_golden_picture_comes_back_as_it_was_kept(
    hands: Hands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshots, "GOLDEN", tmp_path)
    hands.play(5)
    pictures = {}
    for way in ALL:
        pictures[way] = in_front(hands, way)
    assert snapshots.golden("played") == {}
    snapshots.keep("played", pictures)
    kept = snapshots.golden("played")
    assert all(difference(kept[way], pictures[way]).same for way in ALL)
    one, *rest = ALL
    assert not any(difference(kept[one], pictures[way]).same for way in rest)


def in_front(hands: Hands, way: Way) -> Image.Image:
    snapshots.show(hands, way)
    return snapshots.smaller(snapshots.photograph(hands))


def test_a_whole_window_is_about_as_sharp_at_every_size() -> None:
    assert all(width % by == 0 == height % by for (width, height), by in SMALLER.items())
