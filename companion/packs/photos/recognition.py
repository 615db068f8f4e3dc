"""Which card of a deck is in a photo: known by the pictures of its cards. Needs the extra ``[camera]``.

A deck is learned once: its pictures are laid on one another, so that it is plain what all cards have and what only
some. A photo is then looked at through each outline that could be the card, either way up, and, where that shows none,
through the homographies that features of the print give. It is compared first small and with all cards at once, then
large, with each of the likeliest laid on it, and told apart from each other by what they do not share, fewer and fewer
of them.
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
    differing,
    evened,
    features,
    fit,
    gathered,
    laid_on,
    likeness,
    moved,
    patterns,
    seen_of,
    seen_through,
    strips,
    told_apart,
    ways_to,
)
from companion.packs.photos.outlines import Outline, is_blurred, outlines, shrunk
from companion.packs.pictures import BLURRED, NOT_SEEN, decoded

Pixels: TypeAlias = NDArray[Any]

OFFERED: Final = 3
LIKELY: Final = 8
"""So many cards are looked at again in large."""
AT_ONCE: Final = 3
OUTLINES: Final = 12
"""Outlines that are tried together, and at most."""
SEEN: Final = 0.6
"""Of a card so much is seen when it was found; with less, other outlines are tried."""
LEAST: Final = 0.45
"""With less than this no card is named."""
SQUARE: Final = 0.8
"""The shorter side by the longer from which on a photo does not tell which is which."""
ROOM: Final = 1.25
"""A card in a photo is made smaller to so many times as large as it is compared."""
AROUND: Final = 1.8
"""A photo whose card is known by single features alone is made smaller to so many times as large as a card."""
DOUBT: Final = 0.35
"""A difference in likeness that makes one card e times as likely as another."""
WELL: Final = 0.7
"""Where half of the cards lie so well on what all share, ..."""
BADLY: Final = 0.6
"""... one that lies less than so much as well was cut out badly."""
EACH: Final = 300
ALL: Final = 9000
"""Features of the picture of each card, and of all cards together, at most."""
IN_PHOTO: Final = 800
"""Features of a photo."""
HALF: Final = np.diag([2.0, 2.0, 1.0])
"""From a pixel of the small pictures to one of the large."""


class Likely(Struct, frozen=True):
    """A card by its id, and how likely it is, from 0 to 1."""

    card: str
    chance: float


class Recognised(Struct, frozen=True):
    """Up to three cards, the likeliest first; none, and ``why``, if no card of the deck is seen.

    ``seen`` is how much of the first one is, from 0 to 1.
    """

    likely: list[Likely]
    seen: float
    why: Text | None = None


class Glance(Struct, frozen=True):
    """All cards of a deck, small: what they share, how to lie on it, and the strips that all have and that differ."""

    size: tuple[int, int]
    shared: Pixels
    counts: Pixels
    pattern: list[Pattern]
    common: list[Strip]
    own: list[Strip]


class KnownDeck(Struct, frozen=True):
    """A deck that was learned: the ids of its cards, their pictures in large without the light on them, what they
    share, how much each pixel of that counts, how to lie on it; all of it small, too; its shorter side by its longer;
    and the features of its cards."""

    ids: list[str]
    size: tuple[int, int]
    cards: Pixels
    shared: Pixels
    counts: Pixels
    pattern: list[Pattern]
    glance: Glance
    shape: float
    features: Features


class _View(Struct):
    """A photo through an outline, one way up: the photo as large as needed, the way to it from the large card, how
    much it is like each card, and like any."""

    light: Pixels
    way: Pixels
    likeness: Pixels
    any: float


class Laid(Struct, frozen=True):
    """The pictures of a deck as they lie on one another: the ids of the cards, their light (cards, rows, pixels; whole
    numbers to 255), which of them were not cut out badly, the shorter side of a card by its longer, and the features of
    those that were not."""

    ids: list[str]
    lights: Pixels
    good: Pixels
    shape: float
    features: Features


def learn(pictures: Mapping[str, Image.Image]) -> KnownDeck:
    """The deck of these cards, each by its id with its picture: the whole card, straight. There is at least one."""
    return known(lay(pictures))


def lay(pictures: Mapping[str, Image.Image]) -> Laid:
    """The slow part of learning, which can be kept."""
    found = [np.asarray(picture.convert("L"), np.float32) for picture in pictures.values()]
    shape = float(np.median([min(one.shape) / max(one.shape) for one in found]))
    upright = sum(one.shape[0] >= one.shape[1] for one in found) * 2 >= len(found)
    short = round(LONG * shape / 2) * 2
    size = (short, LONG) if upright else (LONG, short)
    even, good, common = _laid_together([shrunk(one, LONG) for one in found], size)
    return Laid(list(pictures), np.clip(np.round(even), 0, 255).astype(np.uint8), good, shape, common)


def known(laid: Laid) -> KnownDeck:
    """The deck whose pictures lie like this."""
    lights, good = laid.lights.astype(np.float32), laid.good
    cards = np.array([evened(one) for one in lights])
    shared, counts = cards[good].mean(axis=0), 1 - differing(cards[good])
    high, wide = shared.shape
    small = [cv2.resize(one, (wide // 2, high // 2), interpolation=cv2.INTER_AREA) for one in lights]
    pattern, glance = patterns(shared, counts), _glance(small, good)
    cards = cards.astype(np.float16)
    return KnownDeck(laid.ids, (wide, high), cards, shared, counts, pattern, glance, laid.shape, laid.features)


def _whole(light: Pixels, size: tuple[int, int]) -> Pixels:
    """The way from a card of this size to a picture of all of it; one that lies across is turned."""
    (high, wide), (across, down) = light.shape, size
    ends = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    if (wide > high) != (across > down):
        ends = np.roll(ends, -1, axis=0)
    return cv2.getPerspectiveTransform(np.array([(0, 0), (across, 0), size, (0, down)], np.float32), ends)


def _laid_together(lights: list[Pixels], size: tuple[int, int]) -> tuple[list[Pixels], Pixels, Features]:
    """The pictures, each moved so that what all of them have is at one place; which of them are: one that was cut
    out badly says nothing about what cards share; and the features of these."""
    ways = [_whole(one, size) for one in lights]
    seen = [evened(seen_through(one, way, size)) for one, way in zip(lights, ways, strict=True)]
    own = [features(evened(one), min(EACH, ALL // len(lights))) for one in lights]
    shared, counts = seen[_typical(seen)], np.ones_like(seen[0])
    for softs in (FAR_OFF, FAR_OFF, SOFT):
        pattern = patterns(shared, counts, softs)
        for n, light in enumerate(lights):
            ways[n], seen[n] = _laid(light, ways[n], seen[n], pattern, shared, counts)
        fits = np.array([fit(one, shared, counts) for one in seen])
        good = fits > (BADLY * np.median(fits) if np.median(fits) > WELL else -1)
        common = gathered([moved(own[n], np.linalg.inv(ways[n])) for n in np.flatnonzero(good)])
        for n in np.flatnonzero(~good).tolist():
            tried = [(evened(seen_through(lights[n], way, size)), way) for way in ways_to(common, own[n], size)]
            seen[n], ways[n] = max([*tried, (seen[n], ways[n])], key=lambda one: fit(one[0], shared, counts))
        together = np.array(seen)[good]
        shared, counts = together.mean(axis=0), 1 - differing(together)
    return _completed(lights, ways, size), good, common


def _completed(lights: list[Pixels], ways: list[Pixels], size: tuple[int, int]) -> list[Pixels]:
    """The pictures as they lie; a part of the card that is not in one looks there as in most of them, as light as this
    one is."""
    seen = [seen_through(light, way, size) for light, way in zip(lights, ways, strict=True)]
    usual, nearest = np.median(seen, axis=0), cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP
    for n, (light, way) in enumerate(zip(lights, ways, strict=True)):
        inside = cv2.warpPerspective(np.ones_like(light), way, size, flags=nearest) > 0
        lighter = float(seen[n][inside].sum()) / max(1.0, float(usual[inside].sum()))
        seen[n] = np.where(inside, seen[n], lighter * usual)
    return seen


def _typical(seen: list[Pixels]) -> int:
    """The picture that most others are like: not one that was cut out badly."""
    small = np.array([cv2.resize(one, (24, 32), interpolation=cv2.INTER_AREA).ravel() for one in seen])
    return int(np.median(np.corrcoef(small).reshape(len(seen), -1), axis=1).argmax())


def _laid(
    light: Pixels, way: Pixels, seen: Pixels, pattern: list[Pattern], shared: Pixels, counts: Pixels
) -> tuple[Pixels, Pixels]:
    """The way to a picture and what is seen through it, better than before if it can be."""
    better = way @ laid_on(seen, pattern)
    now = evened(seen_through(light, better, shared.shape[::-1]))
    return (better, now) if fit(now, shared, counts) > fit(seen, shared, counts) else (way, seen)


def _glance(lights: list[Pixels], good: Pixels) -> Glance:
    cards = np.array([evened(one) for one in lights])
    own = differing(cards[good])
    shared, counts = cards[good].mean(axis=0), 1 - own
    return Glance(
        shared.shape[::-1],
        shared,
        counts,
        patterns(shared, counts, FAR_OFF),
        strips(shared[None], counts, 0.3),
        strips(cards, own, 0.05),
    )


def recognise(deck: KnownDeck, photo: Image.Image, among: Collection[str] | None = None) -> Recognised:
    """The card of the deck that lies in a photo, either way up, from whichever side it was taken.

    Only ``among`` these ids, of which at least one is in the deck; None: among all.
    """
    may_be = np.array([among is None or id_ in among for id_ in deck.ids])
    pixels = np.asarray(photo.convert("RGB"))
    light = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY).astype(np.float32)
    best = Recognised([], 0.0)
    for views in _in_turn(deck, pixels, light, may_be):
        view = max(views, key=lambda one: one.any, default=None)
        best = best if view is None else max(best, _told(deck, view), key=lambda one: one.seen)
        if best.seen > SEEN:
            break
    if best.seen > LEAST:
        return best
    return Recognised([], best.seen, BLURRED if is_blurred(light) else NOT_SEEN)


def _in_turn(deck: KnownDeck, pixels: Pixels, light: Pixels, may_be: Pixels) -> Iterator[Iterator[_View]]:
    """The photo where the card can lie, what is looked at together: through the likeliest outlines, where features say
    so, and through further outlines."""
    found = [_views(deck, light, one, may_be) for one in outlines(pixels, OUTLINES, deck.shape)]
    yield chain(*found[:AT_ONCE])
    yield _views_by_features(deck, light, may_be)
    for n in range(AT_ONCE, len(found), AT_ONCE):
        yield chain(*found[n : n + AT_ONCE])


def _views(deck: KnownDeck, light: Pixels, outline: Outline, may_be: Pixels) -> Iterator[_View]:
    """The photo through an outline, each way up; cards that cannot be are like nothing."""
    four, glance = outline.corners, deck.glance
    sides = np.linalg.norm(four - np.roll(four, -1, axis=0), axis=1)
    scale = min(1.0, ROOM * LONG / sides.max())
    large = cv2.resize(light, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    small = cv2.resize(large, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    lying = (sides[0] + sides[2] > sides[1] + sides[3]) != (glance.size[0] > glance.size[1])
    wide, high = glance.size
    card = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    for turn in range(4) if deck.shape > SQUARE else (lying, lying + 2):
        way = cv2.getPerspectiveTransform(card, (np.roll(four, turn, axis=0) * scale / 2).astype(np.float32))
        yield _view(deck, large, small, way, may_be)


def _views_by_features(deck: KnownDeck, light: Pixels, may_be: Pixels) -> Iterator[_View]:
    """The photo where single features say that the card lies: its sides may be hidden, or hardly seen."""
    large = shrunk(light, AROUND * LONG)
    small = shrunk(large, max(large.shape) / 2)
    for way in ways_to(deck.features, features(evened(large), IN_PHOTO), deck.size):
        yield _view(deck, large, small, np.linalg.inv(HALF) @ way @ HALF, may_be)


def _view(deck: KnownDeck, large: Pixels, small: Pixels, way: Pixels, may_be: Pixels) -> _View:
    """A photo, large and small, to which ``way`` leads from the small card."""
    glance = deck.glance
    seen = evened(seen_through(small, way, glance.size))
    way, seen = _laid(small, way, seen, glance.pattern, glance.shared, glance.counts)
    like = np.where(may_be, likeness(seen, glance.own, len(deck.ids), 4), -1)
    common = float(likeness(seen, glance.common, 1, 4)[0])
    return _View(large, HALF @ way @ np.linalg.inv(HALF), like, float(like.max()) + common)


def _told(deck: KnownDeck, view: _View) -> Recognised:
    """The likeliest cards in a view."""
    seen = evened(seen_through(view.light, view.way, deck.size))
    way, seen = _laid(view.light, view.way, seen, deck.pattern[1:], deck.shared, deck.counts)
    cards, pictures = {}, {}
    likeliest = np.argsort(-view.likeness, kind="stable")[:LIKELY]
    for n in likeliest[view.likeness[likeliest] >= 0].tolist():
        cards[n] = deck.cards[n].astype(np.float32)
        pictures[n] = evened(seen_through(view.light, way @ laid_on(seen, patterns(cards[n])), deck.size))
    if not cards:
        return Recognised([], 0.0)
    order, last = _ranked(pictures, cards)
    chances = np.exp((last - last.max()) / DOUBT) if len(last) else np.ones(1)
    likely = [Likely(deck.ids[n], float(chance)) for n, chance in zip(order, chances / chances.sum(), strict=False)]
    return Recognised(likely, seen_of(pictures[order[0]], cards[order[0]]))


def _ranked(pictures: Mapping[int, Pixels], cards: Mapping[int, Pixels]) -> tuple[list[int], Pixels]:
    """Cards, the likeliest first, and how much the first three are like the picture; those that are less so are left
    out, and the others told apart anew by what these do not share."""
    left, last = list(pictures), np.empty(0)
    behind: list[int] = []
    while len(left) > 1:
        like = told_apart([pictures[n] for n in left], np.array([cards[n] for n in left]), 2)
        order = np.argsort(-like, kind="stable")
        left = [left[n] for n in order]
        if len(left) <= OFFERED and not len(last):
            last = like[order]
        stay = max(OFFERED, len(left) // 2) if len(left) > OFFERED else len(left) - 1
        left, behind = left[:stay], left[stay:] + behind
    return left + behind, last


# Decks that were learned, kept from one photo to the next: laying many pictures on one another takes seconds.
#

SIDE = 800
"""Pixels of a picture from which a deck is learned."""
KEPT = 12
"""So many decks are kept; the one that was learned longest ago is forgotten first."""
ENDING = ".npz"


def deck_of(pictures: Mapping[str, Path]) -> KnownDeck | None:
    """The deck of the cards with these files, by their ids; None if none of them is a picture. It is learned only if
    one of the files is another than when it was."""
    place = _folder() / f"{_name(pictures)}{ENDING}"
    laid = _read(place)
    if laid is None:
        found = {id_: picture for id_, file in pictures.items() if (picture := decoded(file, SIDE)) is not None}
        if not found:
            return None
        laid = lay({id_: _on_white(picture) for id_, picture in found.items()})
        with suppress(OSError):
            _write(place, laid)
    return known(laid)


def _folder() -> Path:
    return Path(platformdirs.user_cache_dir("companion")) / "decks"


def _name(pictures: Mapping[str, Path]) -> str:
    """Another one for other cards, and for other pictures of them."""
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


def _read(place: Path) -> Laid | None:
    """What is kept there; None if nothing is, or nothing that can be read."""
    try:
        with np.load(place, allow_pickle=False) as kept:
            ids = [str(one) for one in kept["ids"]]
            common = Features(kept["places"], kept["looks"])
            laid = Laid(ids, kept["lights"], kept["good"], float(kept["shape"]), common)
    except (OSError, ValueError, KeyError, EOFError, TypeError):
        return None
    same = len(laid.lights) == len(laid.good) == len(ids) > 0 and len(common.places) == len(common.looks)
    return laid if same and laid.lights.ndim == 3 else None


def _write(place: Path, laid: Laid) -> None:
    """Kept whole or not at all; others are forgotten for it."""
    place.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=place.parent)
    with os.fdopen(handle, "wb") as file:
        np.savez(
            file,
            ids=np.array(laid.ids),
            lights=laid.lights,
            good=laid.good,
            shape=laid.shape,
            places=laid.features.places,
            looks=laid.features.looks,
        )
    os.replace(name, place)
    there = sorted(place.parent.glob(f"*{ENDING}"), key=lambda one: one.stat().st_mtime_ns)
    for old in there[:-KEPT]:
        old.unlink(missing_ok=True)
