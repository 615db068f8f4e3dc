"""Recognises which card of a deck is in a photo, from pictures of the cards. Needs the extra ``[camera]``.

A deck is learned once: its pictures are registered to each other, which shows what all cards have in common and what
distinguishes them. A photo is then examined through each outline that could be the card, either way up, and if that
finds none, through homographies from local features. The first comparison is small and with all cards at once; the
second is large, with the likeliest cards, which are compared where they differ, fewer and fewer of them.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from hashlib import blake2s
from itertools import chain
from pathlib import Path
from typing import Any, Final, TypeAlias

import cv2
import numpy as np
import platformdirs
from msgspec import Struct
from numpy.typing import NDArray
from PIL import Image

from companion.core.texts import Text
from companion.packs.photos.matching import (
    FAR_OFF,
    LONG,
    SOFT,
    Features,
    Pattern,
    Strip,
    correlation,
    detect_features,
    distinctiveness,
    distinguish,
    find_warps,
    flatten_light,
    merge_features,
    patterns,
    register,
    similarity,
    strips,
    transformed,
    visible_part,
    warp,
)
from companion.packs.photos.outlines import Outline, is_blurred, outlines, shrunk
from companion.packs.pictures import BLURRED, NOT_SEEN, decoded

Pixels: TypeAlias = NDArray[Any]

OFFERED: Final = 3
"""Most cards that are named."""
LIKELY: Final = 8
"""Cards that are compared again at full size."""
AT_ONCE: Final = 3
OUTLINES: Final = 12
"""Outlines that are tried at once, and in all."""
SEEN: Final = 0.6
"""Visible part of a card from which on the search ends."""
LEAST: Final = 0.45
"""Least visible part of a card that is named."""
SQUARE: Final = 0.8
"""Aspect ratio from which on a photo does not show which side is longer."""
ROOM: Final = 1.25
"""Size of a card in a scaled photo, relative to the size of comparison."""
AROUND: Final = 1.8
"""Size of a photo that is searched for features, relative to a card."""
DOUBT: Final = 0.35
"""Difference in similarity that makes one card e times as likely as another."""
WELL: Final = 0.7
"""If half of the cards correlate that well with the common part, ..."""
BADLY: Final = 0.6
"""... one with less than this fraction of the median was cropped badly."""
EACH: Final = 300
ALL: Final = 9000
"""Most features of each card, and of all cards."""
IN_PHOTO: Final = 800
"""Features of a photo."""
HALF: Final = np.diag([2.0, 2.0, 1.0])
"""From small pictures to large ones."""


class CardMatch(Struct, frozen=True):
    """The id of a card, and its probability."""

    card: str
    chance: float


class Recognised(Struct, frozen=True):
    """Up to three cards, likeliest first; or none, and ``why``. ``seen`` is the visible part of the first, from 0 to
    1."""

    likely: list[CardMatch]
    seen: float
    why: Text | None = None


class SmallDeck(Struct, frozen=True):
    """The cards of a deck at half size: the common part with weights and patterns, common and distinctive strips."""

    size: tuple[int, int]
    shared: Pixels
    counts: Pixels
    pattern: list[Pattern]
    common: list[Strip]
    own: list[Strip]


class KnownDeck(Struct, frozen=True):
    """A learned deck: its cards with their pictures after ``flatten_light``, their common part with its weights and
    patterns, the same at half size, the aspect ratio (shorter by longer side), and the features of the cards."""

    ids: list[str]
    size: tuple[int, int]
    cards: Pixels
    shared: Pixels
    counts: Pixels
    pattern: list[Pattern]
    glance: SmallDeck
    shape: float
    features: Features


class _View(Struct):
    """A photo seen through an outline: the scaled photo, the homography from the card to it, the similarity to each
    card, and to any."""

    light: Pixels
    matrix: Pixels
    likeness: Pixels
    any: float


class AlignedDeck(Struct, frozen=True):
    """The registered pictures of a deck: the ids of its cards, their brightness (cards, rows, pixels; integers to 255),
    which were cropped well, the aspect ratio, and the features of those."""

    ids: list[str]
    lights: Pixels
    good: Pixels
    shape: float
    features: Features


def learn(pictures: Mapping[str, Image.Image]) -> KnownDeck:
    """Learn a deck from straight pictures of its cards, by id. There must be at least one."""
    return deck_from(align(pictures))


def align(pictures: Mapping[str, Image.Image]) -> AlignedDeck:
    """The slow part of learning, whose result can be stored."""
    found = [np.asarray(picture.convert("L"), np.float32) for picture in pictures.values()]
    shape = float(np.median([min(one.shape) / max(one.shape) for one in found]))
    upright = sum(one.shape[0] >= one.shape[1] for one in found) * 2 >= len(found)
    short = round(LONG * shape / 2) * 2
    size = (short, LONG) if upright else (LONG, short)
    even, good, common = _aligned([shrunk(one, LONG) for one in found], size)
    return AlignedDeck(list(pictures), np.clip(np.round(even), 0, 255).astype(np.uint8), good, shape, common)


def deck_from(laid: AlignedDeck) -> KnownDeck:
    """The fast part of learning."""
    lights, good = laid.lights.astype(np.float32), laid.good
    cards = np.array([flatten_light(one) for one in lights])
    shared, counts = cards[good].mean(axis=0), 1 - distinctiveness(cards[good])
    high, wide = shared.shape
    small = [cv2.resize(one, (wide // 2, high // 2), interpolation=cv2.INTER_AREA) for one in lights]
    pattern, glance = patterns(shared, counts), _small_deck(small, good)
    cards = cards.astype(np.float16)
    return KnownDeck(laid.ids, (wide, high), cards, shared, counts, pattern, glance, laid.shape, laid.features)


def _whole(light: Pixels, size: tuple[int, int]) -> Pixels:
    """The homography from a card of this size to a picture of it, which may be rotated by a quarter."""
    (high, wide), (across, down) = light.shape, size
    ends = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    if (wide > high) != (across > down):
        ends = np.roll(ends, -1, axis=0)
    return cv2.getPerspectiveTransform(np.array([(0, 0), (across, 0), size, (0, down)], np.float32), ends)


def _aligned(lights: list[Pixels], size: tuple[int, int]) -> tuple[list[Pixels], Pixels, Features]:
    """Register the pictures to their common part. Returns the pictures, which of them were cropped well, and the
    features of those; the others do not contribute to the common part."""
    matrices = [_whole(one, size) for one in lights]
    seen = [flatten_light(warp(one, matrix, size)) for one, matrix in zip(lights, matrices, strict=True)]
    own = [detect_features(flatten_light(one), min(EACH, ALL // len(lights))) for one in lights]
    shared, counts = seen[_typical(seen)], np.ones_like(seen[0])
    for softs in (FAR_OFF, FAR_OFF, SOFT):
        pattern = patterns(shared, counts, softs)
        for n, light in enumerate(lights):
            matrices[n], seen[n] = _refined(light, matrices[n], seen[n], pattern, shared, counts)
        fits = np.array([correlation(one, shared, counts) for one in seen])
        good = fits > (BADLY * np.median(fits) if np.median(fits) > WELL else -1)
        common = merge_features([transformed(own[n], np.linalg.inv(matrices[n])) for n in np.flatnonzero(good)])
        for n in np.flatnonzero(~good).tolist():
            found = find_warps(common, own[n], size)
            tried = [(flatten_light(warp(lights[n], matrix, size)), matrix) for matrix in found]
            tried.append((seen[n], matrices[n]))
            seen[n], matrices[n] = max(tried, key=lambda one: correlation(one[0], shared, counts))
        together = np.array(seen)[good]
        shared, counts = together.mean(axis=0), 1 - distinctiveness(together)
    return _completed(lights, matrices, size), good, common


def _completed(lights: list[Pixels], matrices: list[Pixels], size: tuple[int, int]) -> list[Pixels]:
    """The registered pictures. Where a picture does not cover the card, the median of all is filled in, at the
    picture's brightness."""
    seen = [warp(light, matrix, size) for light, matrix in zip(lights, matrices, strict=True)]
    usual, nearest = np.median(seen, axis=0), cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP
    for n, (light, matrix) in enumerate(zip(lights, matrices, strict=True)):
        inside = cv2.warpPerspective(np.ones_like(light), matrix, size, flags=nearest) > 0
        lighter = float(seen[n][inside].sum()) / max(1.0, float(usual[inside].sum()))
        seen[n] = np.where(inside, seen[n], lighter * usual)
    return seen


def _typical(seen: list[Pixels]) -> int:
    """The index of the picture that is most like the others: one that was cropped well."""
    small = np.array([cv2.resize(one, (24, 32), interpolation=cv2.INTER_AREA).ravel() for one in seen])
    return int(np.median(np.corrcoef(small).reshape(len(seen), -1), axis=1).argmax())


def _refined(
    light: Pixels, matrix: Pixels, seen: Pixels, pattern: list[Pattern], shared: Pixels, counts: Pixels
) -> tuple[Pixels, Pixels]:
    """The homography to a picture and the picture warped by it, improved by registration if that helps."""
    better = matrix @ register(seen, pattern)
    now = flatten_light(warp(light, better, shared.shape[::-1]))
    return (better, now) if correlation(now, shared, counts) > correlation(seen, shared, counts) else (matrix, seen)


def _small_deck(lights: list[Pixels], good: Pixels) -> SmallDeck:
    cards = np.array([flatten_light(one) for one in lights])
    own = distinctiveness(cards[good])
    shared, counts = cards[good].mean(axis=0), 1 - own
    return SmallDeck(
        shared.shape[::-1],
        shared,
        counts,
        patterns(shared, counts, FAR_OFF),
        strips(shared[None], counts, 0.3),
        strips(cards, own, 0.05),
    )


def recognise(deck: KnownDeck, photo: Image.Image, among: Collection[str] | None = None) -> Recognised:
    """Recognise the card in a photo, however it is rotated, ``among`` these ids (None: all cards). At least one of them
    must be in the deck."""
    allowed = np.array([among is None or id_ in among for id_ in deck.ids])
    pixels = np.asarray(photo.convert("RGB"))
    light = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY).astype(np.float32)
    best = Recognised([], 0.0)
    for views in _candidates(deck, pixels, light, allowed):
        view = max(views, key=lambda one: one.any, default=None)
        best = best if view is None else max(best, _matches(deck, view), key=lambda one: one.seen)
        if best.seen > SEEN:
            break
    if best.seen > LEAST:
        return best
    return Recognised([], best.seen, BLURRED if is_blurred(light) else NOT_SEEN)


def _candidates(deck: KnownDeck, pixels: Pixels, light: Pixels, allowed: Pixels) -> Iterator[Iterator[_View]]:
    """Groups of views to examine in turn: through the likeliest outlines, by features, and through other outlines."""
    found = [_views(deck, light, one, allowed) for one in outlines(pixels, OUTLINES, deck.shape)]
    yield chain(*found[:AT_ONCE])
    yield _views_by_features(deck, light, allowed)
    for n in range(AT_ONCE, len(found), AT_ONCE):
        yield chain(*found[n : n + AT_ONCE])


def _views(deck: KnownDeck, light: Pixels, outline: Outline, allowed: Pixels) -> Iterator[_View]:
    four, glance = outline.corners, deck.glance
    sides = np.linalg.norm(four - np.roll(four, -1, axis=0), axis=1)
    scale = min(1.0, ROOM * LONG / sides.max())
    large = cv2.resize(light, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    small = cv2.resize(large, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    lying = (sides[0] + sides[2] > sides[1] + sides[3]) != (glance.size[0] > glance.size[1])
    wide, high = glance.size
    card = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    for turn in range(4) if deck.shape > SQUARE else (lying, lying + 2):
        matrix = cv2.getPerspectiveTransform(card, (np.roll(four, turn, axis=0) * scale / 2).astype(np.float32))
        yield _view(deck, large, small, matrix, allowed)


def _views_by_features(deck: KnownDeck, light: Pixels, allowed: Pixels) -> Iterator[_View]:
    large = shrunk(light, AROUND * LONG)
    small = shrunk(large, max(large.shape) / 2)
    for matrix in find_warps(deck.features, detect_features(flatten_light(large), IN_PHOTO), deck.size):
        yield _view(deck, large, small, np.linalg.inv(HALF) @ matrix @ HALF, allowed)


def _view(deck: KnownDeck, large: Pixels, small: Pixels, matrix: Pixels, allowed: Pixels) -> _View:
    glance = deck.glance
    seen = flatten_light(warp(small, matrix, glance.size))
    matrix, seen = _refined(small, matrix, seen, glance.pattern, glance.shared, glance.counts)
    like = np.where(allowed, similarity(seen, glance.own, len(deck.ids), 4), -1)
    common = float(similarity(seen, glance.common, 1, 4)[0])
    return _View(large, HALF @ matrix @ np.linalg.inv(HALF), like, float(like.max()) + common)


def _matches(deck: KnownDeck, view: _View) -> Recognised:
    seen = flatten_light(warp(view.light, view.matrix, deck.size))
    matrix, seen = _refined(view.light, view.matrix, seen, deck.pattern[1:], deck.shared, deck.counts)
    cards, pictures = {}, {}
    likeliest = np.argsort(-view.likeness, kind="stable")[:LIKELY]
    for n in likeliest[view.likeness[likeliest] >= 0].tolist():
        cards[n] = deck.cards[n].astype(np.float32)
        pictures[n] = flatten_light(warp(view.light, matrix @ register(seen, patterns(cards[n])), deck.size))
    if not cards:
        return Recognised([], 0.0)
    order, last = _ranked(pictures, cards)
    chances = np.exp((last - last.max()) / DOUBT) if len(last) else np.ones(1)
    likely = [CardMatch(deck.ids[n], float(chance)) for n, chance in zip(order, chances / chances.sum(), strict=False)]
    return Recognised(likely, visible_part(pictures[order[0]], cards[order[0]]))


def _ranked(pictures: Mapping[int, Pixels], cards: Mapping[int, Pixels]) -> tuple[list[int], Pixels]:
    """The cards, likeliest first, and the similarity of the first three. The less similar ones are dropped step by
    step, and the others compared again where they differ."""
    left, last = list(pictures), np.empty(0)
    behind: list[int] = []
    while len(left) > 1:
        like = distinguish([pictures[n] for n in left], np.array([cards[n] for n in left]), 2)
        order = np.argsort(-like, kind="stable")
        left = [left[n] for n in order]
        if len(left) <= OFFERED and not len(last):
            last = like[order]
        stay = max(OFFERED, len(left) // 2) if len(left) > OFFERED else len(left) - 1
        left, behind = left[:stay], left[stay:] + behind
    return left + behind, last


# Learned decks are stored, because registration of many pictures takes seconds.

SIDE = 800
"""Longer side in pixels of the pictures from which a deck is learned."""
KEPT = 12
"""Most decks that are stored; the one learned longest ago is deleted first."""
ENDING = ".npz"


def deck_of(pictures: Mapping[str, Path]) -> KnownDeck | None:
    """The deck of the cards with these files, by id; None if none of them is a picture. It is learned again only if a
    file has changed."""
    place = _folder() / f"{_name(pictures)}{ENDING}"
    laid = _read(place)
    if laid is None:
        found = {id_: picture for id_, file in pictures.items() if (picture := decoded(file, SIDE)) is not None}
        if not found:
            return None
        laid = align({id_: _on_white(picture) for id_, picture in found.items()})
        with suppress(OSError):
            _write(place, laid)
    return deck_from(laid)


def _folder() -> Path:
    return Path(platformdirs.user_cache_dir("companion")) / "decks"


def _name(pictures: Mapping[str, Path]) -> str:
    """A name that depends on the cards and on their files."""
    about = blake2s(digest_size=16)
    for id_, file in sorted(pictures.items()):
        with suppress(OSError):
            stat = file.stat()
            about.update(repr((id_, str(file), stat.st_size, stat.st_mtime_ns)).encode())
    return about.hexdigest()


def _on_white(picture: Image.Image) -> Image.Image:
    made = Image.new("RGBA", picture.size, "white")
    made.alpha_composite(picture.convert("RGBA"))
    return made


def _read(place: Path) -> AlignedDeck | None:
    """The stored deck; None if there is none, or it cannot be read."""
    try:
        with np.load(place, allow_pickle=False) as kept:
            ids = [str(one) for one in kept["ids"]]
            common = Features(kept["places"], kept["looks"])
            laid = AlignedDeck(ids, kept["lights"], kept["good"], float(kept["shape"]), common)
    except (OSError, ValueError, KeyError, EOFError, TypeError):
        return None
    same = len(laid.lights) == len(laid.good) == len(ids) > 0 and len(common.places) == len(common.looks)
    return laid if same and laid.lights.ndim == 3 else None


def _write(place: Path, laid: AlignedDeck) -> None:
    """Store a deck atomically, and delete the oldest ones."""
    place.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=place.parent)
    with os.fdopen(handle, "wb") as file:
        np.savez(
            file, ids=np.array(laid.ids), lights=laid.lights, good=laid.good, shape=laid.shape,
            places=laid.features.places, looks=laid.features.looks,
        )  # fmt: skip
    os.replace(name, place)
    there = sorted(place.parent.glob(f"*{ENDING}"), key=lambda one: one.stat().st_mtime_ns)
    for old in there[:-KEPT]:
        old.unlink(missing_ok=True)
