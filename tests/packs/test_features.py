"""Where a card lies, by single features of its print; and whether anything in a photo is sharp."""

from __future__ import annotations

from random import Random

import cv2
import numpy as np
import pytest

from companion.packs.photos.matching import (
    Features,
    Pixels,
    detect_features,
    find_warps,
    flatten_light,
    merge_features,
    transformed,
)
from companion.packs.photos.outlines import is_blurred
from tests.bench.recognition import photo, pictured

SIZE = (252, 352)
CORNERS = np.array([[(0, 0), (252, 0), (252, 352), (0, 352)]], np.float32)


@pytest.fixture(scope="module")
def lights() -> list[Pixels]:
    return [np.asarray(one.convert("L").resize(SIZE), np.float32) for one in pictured(Random(71), 3)]


@pytest.fixture(scope="module")
def deck(lights: list[Pixels]) -> Features:
    return merge_features([detect_features(flatten_light(one), 300) for one in lights])


@pytest.mark.parametrize(
    "ends",
    [
        [(60, 40), (310, 60), (300, 410), (40, 380)],
        [(400, 420), (120, 400), (130, 50), (390, 30)],
        [(-90, 80), (180, 60), (200, 430), (-80, 460)],
    ],
    ids=["seen from the side", "upside down", "half outside of the photo"],
)
def test_a_card_is_found_wherever_it_lies(lights: list[Pixels], deck: Features, ends: list[tuple[int, int]]) -> None:
    grain = np.random.default_rng(1).normal(90, 4, (480, 480)).astype(np.float32)
    way = cv2.getPerspectiveTransform(CORNERS[0], np.array(ends, np.float32))
    shown = cv2.warpPerspective(lights[1], way, (480, 480), dst=grain, borderMode=cv2.BORDER_TRANSPARENT)
    homography, similarity = find_warps(deck, detect_features(flatten_light(shown), 800), SIZE)
    off = [abs(cv2.perspectiveTransform(CORNERS, found)[0] - ends).max() for found in (homography, similarity)]
    assert off[0] < 6
    assert off[1] < 60


def test_where_no_features_agree_no_card_is_found(lights: list[Pixels], deck: Features) -> None:
    nothing = detect_features(np.zeros((300, 400), np.float32), 800)
    assert nothing.places.shape == (0, 4)
    assert find_warps(deck, nothing, SIZE) == find_warps(nothing, deck, SIZE) == []
    one = detect_features(flatten_light(lights[0]), 300)
    unlike = Features(one.places, np.full_like(one.looks, 0))
    assert find_warps(deck, unlike, SIZE) == []
    few = Features(one.places[:3], one.looks[:3])
    assert find_warps(deck, few, SIZE) == []
    apart = Features(one.places[:4] * (1, 1, 1, 0) + np.arange(4)[:, None] * (3000, 0, 0, 1.5), one.looks[:4])
    assert find_warps(one, apart, SIZE) == []


def test_features_are_moved_with_their_picture(deck: Features) -> None:
    found = transformed(deck, np.array([(1, 0, 5), (0, 1, -3), (0, 0, 1)], float))
    assert found.places[:, :2] == pytest.approx(deck.places[:, :2] + (5, -3), abs=1e-3)
    assert (found.places[:, 2:] == deck.places[:, 2:]).all()
    none = detect_features(np.zeros((30, 40), np.float32), 5)
    assert len(transformed(none, np.eye(3)).places) == 0


@pytest.mark.parametrize("bad", [frozenset(), frozenset({"blur"}), frozenset({"light", "glare"})])
def test_a_photo_is_blurred_only_if_nobody_can_read_the_card(bad: frozenset[str]) -> None:
    for n, front in enumerate(pictured(Random(72), 3)):
        taken = np.asarray(photo(front, Random(73 + n), bad).convert("L"), np.float32)
        assert not is_blurred(taken)
        lost = cv2.GaussianBlur(taken, (0, 0), 14) + np.random.default_rng(n).normal(0, 4, taken.shape)
        assert is_blurred(lost.astype(np.float32))


@pytest.mark.parametrize("size", [(300, 400), (1, 1), (3000, 1), (3, 5)])
def test_where_nothing_is_to_be_seen_nothing_is_blurred(size: tuple[int, int]) -> None:
    assert not is_blurred(np.full(size, 100, np.float32))
    grain = np.random.default_rng(2).normal(120, 4, size).astype(np.float32)
    assert not is_blurred(grain)
