"""Recognising cards, in photos that no deck was tried with while the recognition was made."""

from __future__ import annotations

import os
import subprocess
import sys
from random import Random

import cv2
import numpy as np
import pytest
from PIL import Image

from companion.games.registry import load_game
from companion.language import Language
from companion.packs.loader import load_pack
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
from companion.packs.photos.recognition import KnownDeck, learn, recognise
from tests.bench.recognition import (
    CONDITIONS,
    Shown,
    largest_deck,
    learned,
    photo,
    pictured,
    symbols,
    tried,
    words_only,
)
from tests.daily import share

MANY = 8


@pytest.fixture(scope="module")
def words() -> Shown:
    r = Random(41)
    fronts = words_only(r, MANY)
    return Shown("words", fronts, learned(fronts, r))


@pytest.fixture(scope="module")
def pictures() -> Shown:
    r = Random(42)
    fronts = pictured(r, MANY)
    return Shown("pictures", fronts, learned(fronts, r))


def named(deck: KnownDeck, picture: Image.Image) -> list[int]:
    return [int(one.card) for one in recognise(deck, picture).likely]


@pytest.mark.long
def test_cards_are_known_however_they_lie_and_in_all_kinds_of_light(words: Shown, pictures: Shown) -> None:
    photos = tried([words, pictures], Random(43))
    found = [next(photos) for _ in range(share(30))]
    assert {one.kind for one in found} == {"words", "pictures"}
    missed = [one for one in found if one.place != 0]
    assert len(missed) <= 0.15 * len(found), missed


@pytest.mark.parametrize("bad", CONDITIONS)
def test_one_bad_thing_about_a_photo_hides_no_card(words: Shown, pictures: Shown, bad: str) -> None:
    r, right = Random(44), 0
    for deck in (words, pictures):
        for n in range(each := share(3)):
            right += named(deck.known, photo(deck.fronts[n], r, frozenset({bad}), turned=True))[:1] == [n]
    assert right >= 2 * each * 5 / 6


def test_the_likeliest_comes_first_and_all_three_are_different(words: Shown) -> None:
    found = recognise(words.known, photo(words.fronts[4], Random(45)))
    chances = [one.chance for one in found.likely]
    assert (found.why, len(chances)) == (None, 3)
    assert chances == sorted(chances, reverse=True)
    assert 0.8 < sum(chances) <= 1
    assert len({one.card for one in found.likely}) == 3
    assert found.likely[0].card == "4"
    assert found.seen > 0.6


def test_cards_that_differ_in_a_few_words_of_a_real_box_are_told_apart() -> None:
    r, game = Random(46), load_game("newyork")
    fronts = largest_deck(game, load_pack(game), Language("en").say, MANY)
    deck = learned(fronts, r)
    assert [named(deck, photo(fronts[n], r))[0] for n in (0, 3, 6)] == [0, 3, 6]


def test_cards_that_lie_across_or_are_square_are_known_either_way_up() -> None:
    r = Random(47)
    for size in ((700, 500), (560, 560)):
        fronts = [one.resize(size) for one in pictured(r, 4)]
        deck = learn({str(n): one.convert("RGB") for n, one in enumerate(fronts)})
        for n, front in enumerate(fronts[: share(16)]):
            assert named(deck, photo(front.rotate(180), r))[:1] == [n]


def test_a_deck_of_one_card_is_known_by_that(words: Shown, pictures: Shown) -> None:
    deck = learn({"only": pictures.fronts[0].convert("RGB")})
    found = recognise(deck, photo(pictures.fronts[0], Random(48)))
    assert [one.card for one in found.likely] == ["only"]
    assert found.likely[0].chance > 0.8
    assert recognise(deck, photo(words.fronts[1], Random(49))).likely == []


def test_a_picture_that_was_cut_out_badly_spoils_neither_its_card_nor_the_deck(words: Shown) -> None:
    kept = {str(n): one.convert("RGB") for n, one in enumerate(words.fronts)}
    wide, high = kept["3"].size
    whole = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    badly = np.array([(0, 0), (wide - 30, 70), (wide, high), (-20, high)], np.float32)
    way = cv2.getPerspectiveTransform(badly, whole)
    kept["3"] = Image.fromarray(cv2.warpPerspective(np.asarray(kept["3"]), way, (wide, high)))
    deck = learn(kept)
    assert [named(deck, photo(words.fronts[n], Random(60 + n)))[0] for n in (2, 3, 5)] == [2, 3, 5]


def test_a_card_whose_heading_is_not_in_its_picture_is_known_by_the_rest(words: Shown) -> None:
    kept = {str(n): one.convert("RGB") for n, one in enumerate(words.fronts)}
    wide, high = kept["3"].size
    kept["3"] = kept["3"].crop((0, round(0.13 * high), wide, high))
    deck = learn(kept)
    assert [named(deck, photo(words.fronts[n], Random(60 + n)))[0] for n in (2, 3, 5)] == [2, 3, 5]


def test_two_cards_with_one_picture_are_both_offered(pictures: Shown) -> None:
    kept = {str(n): one.convert("RGB") for n, one in enumerate(pictures.fronts[:3])}
    deck = learn({**kept, "again": kept["1"]})
    found = recognise(deck, photo(pictures.fronts[1], Random(50)))
    assert {one.card for one in found.likely[:2]} == {"1", "again"}


def test_a_card_whose_sides_are_all_outside_of_the_photo_is_known_by_its_print(words: Shown, pictures: Shown) -> None:
    r = Random(53)
    for deck in (words, pictures):
        for n in (0, 5):
            front = deck.fronts[n].convert("RGB")
            wide, high = front.size
            inside = front.rotate(r.uniform(-9, 9), Image.Resampling.BICUBIC).crop((40, 60, wide - 40, high - 90))
            assert named(deck.known, inside)[:1] == [n]


def test_what_is_no_card_of_the_deck_is_named_no_card(words: Shown, pictures: Shown) -> None:
    grain = np.random.default_rng(1).normal(120, 12, (600, 800, 3)).clip(0, 255).astype(np.uint8)
    for picture in (
        Image.fromarray(grain),
        Image.new("RGB", (300, 200), "white"),
        Image.new("RGB", (800, 600), "black"),
        Image.fromarray(np.random.default_rng(2).integers(0, 256, (600, 800, 3), np.uint8)),
        Image.new("L", (5, 3)),
        Image.new("L", (3000, 1)),
        photo(pictures.fronts[0], Random(52)),
    ):
        found = recognise(words.known, picture)
        assert found.likely == []
        assert "No card of this deck is seen in the photo" in str(found.why)


@pytest.fixture(scope="module")
def coloured() -> list[Image.Image]:
    return symbols(Random(81), 9)


def test_cards_that_differ_by_colour_alone_are_told_apart_in_any_light(coloured: list[Image.Image]) -> None:
    deck = learn({str(n): one.convert("RGB") for n, one in enumerate(coloured)})
    r = Random(82)
    right = sum(
        named(deck, photo(coloured[n], r, frozenset(bad), turned=True))[:1] == [n]
        for n in range(share(9))
        for bad in ((), ("light",))
    )
    assert right >= 2 * share(9) - 1


def test_a_card_that_only_its_colour_keeps_out_of_the_deck_is_not_named_for_sure(coloured: list[Image.Image]) -> None:
    deck = learn({str(n): one.convert("RGB") for n, one in enumerate(coloured) if n % 3 != 2})
    r = Random(83)
    for n in (2, 5, 8):
        assert sum(one.chance for one in recognise(deck, photo(coloured[n], r)).likely[:1]) < 0.9


def carpet(r: Random) -> Image.Image:
    """A rug of stripes and speckles, with more lines on it than any card has."""
    noise = np.random.default_rng(r.randrange(2**32))
    stripes = np.where(np.arange(1200) % 46 < 20, 60, 150)[None, :, None] + np.zeros((900, 1, 3))
    return Image.fromarray(np.clip(stripes + noise.normal(0, 35, (900, 1200, 3)), 0, 255).astype(np.uint8))


def test_a_carpet_with_a_pattern_hides_no_card(words: Shown, pictures: Shown) -> None:
    r = Random(84)
    for deck in (words, pictures):
        for n in (1, 4):
            table, card = carpet(r), deck.fronts[n].resize((430, 600)).rotate(r.uniform(-30, 30), expand=True)
            table.paste(card, (r.randint(50, 400), r.randint(10, 120)), card)
            assert named(deck.known, table)[:1] == [n]


def test_the_same_back_of_two_decks_is_a_card_of_neither(words: Shown, pictures: Shown) -> None:
    back = pictured(Random(85), 1)[0]
    for deck in (words, pictures):
        found = recognise(deck.known, photo(back, Random(86)))
        assert found.likely == []
        assert "No card of this deck is seen in the photo" in str(found.why)


@pytest.mark.parametrize("turn", [90, 270])
def test_a_photo_that_is_turned_shows_the_same_card(pictures: Shown, turn: int) -> None:
    taken = photo(pictures.fronts[3], Random(87)).rotate(turn, expand=True)
    assert named(pictures.known, taken)[:1] == [3]


def test_of_a_photo_that_nobody_can_read_it_is_said_that_it_is_blurred(words: Shown) -> None:
    lost = cv2.GaussianBlur(np.asarray(photo(words.fronts[0], Random(51))), (0, 0), 25)
    found = recognise(words.known, Image.fromarray(lost))
    assert found.likely == []
    assert "This photo is blurred" in str(found.why)


# Single features: where a card lies by them, and whether anything in a photo is sharp.

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


def test_matrices_are_multiplied_in_one_thread() -> None:
    """Others only wait for each other, and take the processor from the table; Pillow imports NumPy early."""
    program = (
        "import os, companion; from PIL import Image; import numpy as np;"
        " a = np.ones((512, 512), np.float32); a @ a; print(len(os.listdir('/proc/self/task')))"
    )
    clean = {name: value for name, value in os.environ.items() if not name.endswith("_NUM_THREADS")}
    ran = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True, env=clean)
    assert ran.stdout == "1\n"
