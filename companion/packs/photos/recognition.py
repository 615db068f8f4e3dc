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
from pathlib import Path
from typing import Any, Final, TypeAlias

import cv2
import numpy as np
import platformdirs
from msgspec import Struct
from numpy.typing import NDArray
from PIL import Image

from companion.core.texts import Text
from companion.packs.photos.evidence import (
    COLOUR_LONG,
    COLOURS_COUNT,
    Evidence,
    chance_of_deck,
    chroma,
    colour_apart,
    colours_against,
    evidence,
    shares,
    twins,
)
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
    warp,
)
from companion.packs.photos.outlines import is_blurred, outlines, regions, shrunk
from companion.packs.pictures import BLURRED, NOT_SEEN, decoded

Pixels: TypeAlias = NDArray[Any]

OFFERED: Final = 3
"""Most cards that are named."""
LIKELY: Final = 8
"""Cards that are compared again at full size."""
EACH_PLACE: Final = 2
"""Cards to which each place is registered."""
AT_ONCE: Final = 4
"""Places that are compared closely at once."""
OUTLINES: Final = 12
REGIONS: Final = 24
"""Outlines that are tried, by edges and by regions."""
BEHIND: Final = 12.0
"""Similarity by which a card in the first comparison has to be behind to be left out."""
ALIKE: Final = 0.3
"""Part of what is printed that all cards have in common, from which on a photo is registered to that."""
LARGEST: Final = 1600
"""Pixels of the longer side of a photo that is searched."""
TINY: Final = 48
"""Pixels of the longer side of a card in the comparison of all places with all cards."""
SURE: Final = 0.9
"""Chance of a card of the deck from which on the search ends, ..."""
NAMED: Final = 0.35
"""... and the least one of a card that is named."""
FAR_AHEAD: Final = 10.0
"""Lead of the only card of a deck."""
WHOLE: Final = 0.75
"""Visible part of the edges of a card around which a picture is cut, ..."""
ASKEW: Final = 3.0
"""... how far at least they are turned, in degrees, ..."""
MOSTLY: Final = 0.4
"""... and the part of the picture that it fills."""
SQUARE: Final = 0.8
"""Aspect ratio from which on a photo does not show which side is longer."""
AROUND: Final = 1.8
"""Size of a photo that is searched for features, relative to a card."""
WELL: Final = 0.7
"""If half of the cards correlate that well with the common part, ..."""
BADLY: Final = 0.6
"""... one with less than this fraction of the median was cropped badly."""
EACH: Final = 300
ALL: Final = 9000
"""Most features of each card, and of all cards."""
IN_PHOTO: Final = 800
"""Features of a photo."""
HALF: Final = np.array([[2.0, 0.0, 0.5], [0.0, 2.0, 0.5], [0.0, 0.0, 1.0]])
"""From small pictures to large ones."""


class CardMatch(Struct, frozen=True):
    """The id of a card, and its probability."""

    card: str
    chance: float


class Recognised(Struct, frozen=True):
    """Up to three cards, likeliest first; or none, and ``why``. ``seen`` is the visible part of the first, from 0 to
    1, and ``evidence`` what speaks for it, also if it is not named."""

    likely: list[CardMatch]
    seen: float
    why: Text | None = None
    evidence: Evidence | None = None


class SmallDeck(Struct, frozen=True):
    """The cards of a deck at half size: the common part with weights and patterns, which part of the print that is, the
    cards, and distinctive strips."""

    size: tuple[int, int]
    shared: Pixels
    counts: Pixels
    pattern: list[Pattern]
    alike: float
    cards: Pixels
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
    tiny: Pixels
    colours: Pixels
    twins: Pixels


class _Place(Struct, frozen=True):
    """Where a card could be in a photo: the homography from the card to it, the number of the card that it is most
    like in small, and how much."""

    matrix: Pixels
    card: int
    likeness: float


class _View(Struct, frozen=True):
    """A place that was registered: the card at half size, the homography, and how well it fits."""

    small: Pixels
    matrix: Pixels
    fit: float


class _Judged(Struct, frozen=True):
    """Up to three cards, likeliest first; the chance that it is a card of the deck at all; and what speaks for it."""

    likely: list[CardMatch]
    chance: float
    evidence: Evidence


class AlignedDeck(Struct, frozen=True):
    """The registered pictures of a deck: the ids of its cards, their brightness (cards, rows, pixels; integers to 255),
    which were cropped well, the aspect ratio, and the features of those."""

    ids: list[str]
    lights: Pixels
    good: Pixels
    shape: float
    features: Features
    colours: Pixels


def learn(pictures: Mapping[str, Image.Image]) -> KnownDeck:
    """Learn a deck from straight pictures of its cards, by id. There must be at least one."""
    return deck_from(align(pictures))


def align(pictures: Mapping[str, Image.Image]) -> AlignedDeck:
    """The slow part of learning, whose result can be stored."""
    painted = [_cut_out(shrunk(np.asarray(picture.convert("RGB")), LONG)) for picture in pictures.values()]
    found = [cv2.cvtColor(one, cv2.COLOR_RGB2GRAY).astype(np.float32) for one in painted]
    shape = float(np.median([min(one.shape) / max(one.shape) for one in found]))
    upright = sum(one.shape[0] >= one.shape[1] for one in found) * 2 >= len(found)
    short = round(LONG * shape / 2) * 2
    size = (short, LONG) if upright else (LONG, short)
    matrices, good, common = _aligned(found, size)
    even = np.clip(np.round(_completed(found, matrices, size)), 0, 255).astype(np.uint8)
    return AlignedDeck(list(pictures), even, good, shape, common, _colours(painted, matrices, size))


def _colours(painted: list[Pixels], matrices: list[Pixels], size: tuple[int, int]) -> Pixels:
    """The colours of the registered pictures; what a picture does not cover has the usual ones."""
    seen = zip(painted, matrices, strict=True)
    colours = np.array([chroma(seen_at(one, matrix, size, COLOUR_LONG)) for one, matrix in seen], np.float32)
    usual = np.median(colours, axis=0)
    for n, (one, matrix) in enumerate(zip(painted, matrices, strict=True)):
        there = np.pad(np.full((one.shape[0] - 2, one.shape[1] - 2), 255, np.uint8), 1)
        part = seen_at(there, matrix, size, COLOUR_LONG)
        colours[n] = np.where((part > 250)[..., None], colours[n], usual)
    return colours.astype(np.float16)


def _cut_out(picture: Pixels) -> Pixels:
    """The card in a picture in which it lies askew; the picture itself if it does not. What is printed on a card that
    was straightened lies straight, too, so that no frame on it is taken for the card."""
    found = outlines(picture, 1)
    if not found or found[0].seen < WHOLE:
        return picture
    four = found[0].corners.astype(np.float32)
    ways = np.roll(four, -1, axis=0) - four
    askew = np.abs((np.degrees(np.arctan2(ways[:, 1], ways[:, 0])) + 45) % 90 - 45)
    if askew.min() < ASKEW or cv2.contourArea(four) < MOSTLY * picture.shape[0] * picture.shape[1]:
        return picture
    across, down = np.linalg.norm(ways, axis=1).reshape(2, 2).mean(axis=0)
    size = round(float(across)), round(float(down))
    ends = np.array([(0, 0), (size[0], 0), size, (0, size[1])], np.float32)
    return np.asarray(cv2.warpPerspective(picture, cv2.getPerspectiveTransform(four, ends), size))


def deck_from(laid: AlignedDeck) -> KnownDeck:
    """The fast part of learning."""
    lights, good = laid.lights.astype(np.float32), laid.good
    cards = np.array([flatten_light(one) for one in lights])
    shared, counts = cards[good].mean(axis=0), 1 - distinctiveness(cards[good])
    high, wide = shared.shape
    small = [cv2.resize(one, (wide // 2, high // 2), interpolation=cv2.INTER_AREA) for one in lights]
    pattern, glance = patterns(shared, counts), _small_deck(small, good)
    tiny = np.array([_tiny(seen_at(one, np.eye(3), (wide, high), TINY)) for one in lights])
    return KnownDeck(
        laid.ids, (wide, high), cards.astype(np.float16), shared, counts, pattern, glance, laid.shape, laid.features,
        tiny, laid.colours, twins(glance.cards, 1 - glance.counts),
    )  # fmt: skip


def _whole(light: Pixels, size: tuple[int, int]) -> Pixels:
    """The homography from a card of this size to a picture of it, which may be rotated by a quarter."""
    (high, wide), (across, down) = light.shape, size
    ends = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    if (wide > high) != (across > down):
        ends = np.roll(ends, -1, axis=0)
    return cv2.getPerspectiveTransform(np.array([(0, 0), (across, 0), size, (0, down)], np.float32), ends)


def _aligned(lights: list[Pixels], size: tuple[int, int]) -> tuple[list[Pixels], Pixels, Features]:
    """Register the pictures to their common part. Returns the homographies, which of them were cropped well, and the
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
    return matrices, good, common


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
        float((counts * shared**2).mean() / ((cards**2).mean() + 1e-6)),
        cards,
        strips(cards, own, 0.05),
    )


def recognise(
    deck: KnownDeck, photo: Image.Image, among: Collection[str] | None = None, *, least: float = NAMED
) -> Recognised:
    """Recognise the card in a photo, however it is rotated, ``among`` these ids (None: all cards). At least one of them
    must be in the deck. Named is what is a card of the deck with a chance of at least ``least``."""
    allowed = np.array([among is None or id_ in among for id_ in deck.ids])
    pixels = shrunk(np.asarray(photo.convert("RGB")), LARGEST)
    light = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
    best: _Judged | None = None
    for places in _candidates(deck, pixels, light, allowed):
        found = _judged(deck, pixels, light, places, allowed)
        if found is not None and (best is None or found.chance > best.chance):
            best = found
        if best is not None and best.chance > SURE:
            break
    seen, spoke = (0.0, None) if best is None else (best.evidence.seen, best.evidence)
    if best is not None and best.chance >= least:
        return Recognised(best.likely, seen, evidence=spoke)
    return Recognised([], seen, BLURRED if is_blurred(light.astype(np.float32)) else NOT_SEEN, spoke)


def _candidates(deck: KnownDeck, pixels: Pixels, light: Pixels, allowed: Pixels) -> Iterator[list[_Place]]:
    """Groups of places where the card could be, to examine in turn: the likeliest by their outline, those by features,
    and the next ones."""
    fours = [one.corners for one in outlines(pixels, OUTLINES, deck.shape)]
    fours += regions(pixels, REGIONS, deck.shape)
    places = [place for four in fours for place in _places(deck, light, four, allowed)]
    places.sort(key=lambda one: -one.likeness)
    yield places[:AT_ONCE]
    large = shrunk(light, AROUND * LONG)
    scale = np.diag([light.shape[1] / large.shape[1], light.shape[0] / large.shape[0], 1.0])
    found = detect_features(flatten_light(large.astype(np.float32)), IN_PHOTO)
    warps = find_warps(deck.features, found, deck.size)
    yield [place for one in warps for place in _place(deck, light, scale @ one, allowed)]
    yield places[AT_ONCE : 2 * AT_ONCE]


def _places(deck: KnownDeck, light: Pixels, four: Pixels, allowed: Pixels) -> Iterator[_Place]:
    """A card with these corners, either way up."""
    sides = np.linalg.norm(four - np.roll(four, -1, axis=0), axis=1)
    wide, high = deck.size
    lying = (sides[0] + sides[2] > sides[1] + sides[3]) != (wide > high)
    card = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    for turn in range(4) if deck.shape > SQUARE else (lying, lying + 2):
        matrix = cv2.getPerspectiveTransform(card, np.roll(four, turn, axis=0).astype(np.float32))
        yield from _place(deck, light, matrix, allowed)


def _place(deck: KnownDeck, light: Pixels, matrix: Pixels, allowed: Pixels) -> list[_Place]:
    """A place for each of the cards that it is most like in small: which one it is, registration shows."""
    like = deck.tiny @ _tiny(seen_at(light, matrix, deck.size, TINY))
    likeliest = [n for n in np.argsort(-like).tolist() if allowed[n]][:EACH_PLACE]
    return [_Place(matrix, n, float(like[n])) for n in likeliest]


def _tiny(light: Pixels) -> Pixels:
    """A small picture as a vector; the product of two is their correlation."""
    even = light / (cv2.GaussianBlur(light, (0, 0), TINY / 4) + 8)
    inside: Pixels = cv2.GaussianBlur(even, (0, 0), 1.0)[3:-3, 3:-3].ravel()
    level = inside - inside.mean()
    return np.asarray(level / (np.linalg.norm(level) + 1e-3))


def seen_at(photo: Pixels, matrix: Pixels, size: tuple[int, int], long: int) -> Pixels:
    """The card in a photo as seen from straight above, ``long`` pixels long; ``matrix`` leads to the photo from a card
    of ``size``."""
    scale = max(size) / long
    small = round(size[0] / scale), round(size[1] / scale)
    wide, high = size
    ends = cv2.perspectiveTransform(np.array([[(0, 0), (wide, 0), (0, high)]], float), matrix)[0]
    larger = max(np.linalg.norm(ends[1] - ends[0]), np.linalg.norm(ends[2] - ends[0])) / long
    often = int(min(max(1, round(larger)), 4))
    # Halves of pixels, so that the middle of a pixel is the middle of what it covers.
    part = scale / often
    to_card = np.array([[part, 0, part / 2 - 0.5], [0, part, part / 2 - 0.5], [0, 0, 1]])
    whole = cv2.warpPerspective(
        photo, matrix @ to_card, (small[0] * often, small[1] * often),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE,
    )  # fmt: skip
    if often > 1:
        whole = cv2.resize(whole, small, interpolation=cv2.INTER_AREA)
    return np.asarray(whole.astype(np.float32))


def _judged(deck: KnownDeck, pixels: Pixels, light: Pixels, places: list[_Place], allowed: Pixels) -> _Judged | None:
    """The likeliest cards in the best of these places; None if there is none."""
    views = [_view(deck, light, place) for place in places]
    view = max(views, key=lambda one: one.fit, default=None)
    if view is None:
        return None
    if deck.glance.alike > ALIKE:
        view = _registered(deck, light, view, deck.glance.pattern, deck.glance.shared, deck.glance.counts)
    return _matches(deck, pixels, light, view, allowed)


def _view(deck: KnownDeck, light: Pixels, place: _Place) -> _View:
    """A place, improved by registration to the card that it is most like."""
    target = deck.glance.cards[place.card]
    seen = flatten_light(seen_at(light, place.matrix, deck.size, LONG // 2))
    even = np.ones_like(target)
    view = _View(seen, place.matrix, correlation(seen, target, even))
    return _registered(deck, light, view, patterns(target, None, FAR_OFF), target, even)


def _registered(
    deck: KnownDeck, light: Pixels, view: _View, pattern: list[Pattern], target: Pixels, counts: Pixels
) -> _View:
    """A view registered to what it should show, if it fits better then."""
    matrix = view.matrix @ HALF @ register(view.small, pattern) @ np.linalg.inv(HALF)
    seen = flatten_light(seen_at(light, matrix, deck.size, LONG // 2))
    fit = correlation(seen, target, counts)
    return _View(seen, matrix, fit) if fit > correlation(view.small, target, counts) else view


def _matches(deck: KnownDeck, pixels: Pixels, light: Pixels, view: _View, allowed: Pixels) -> _Judged | None:
    like = np.where(allowed, similarity(view.small, deck.glance.own, len(deck.ids), 3), -1)
    seen, first = flatten_light(seen_at(light, view.matrix, deck.size, LONG)), view.matrix
    if deck.glance.alike > ALIKE:
        first = first @ register(seen, deck.pattern[1:])
        seen = flatten_light(seen_at(light, first, deck.size, LONG))
    cards, pictures, colours = {}, {}, {}
    likeliest = np.argsort(-like, kind="stable")[:LIKELY]
    for n in likeliest[like[likeliest] >= max(0.0, like.max() - BEHIND)].tolist():
        cards[n] = deck.cards[n].astype(np.float32)
        matrix = first @ register(seen, patterns(cards[n]))
        pictures[n] = flatten_light(seen_at(light, matrix, deck.size, LONG))
        colours[n] = chroma(seen_at(pixels, matrix, deck.size, COLOUR_LONG))
    if not cards:
        return None
    painted = {n: deck.colours[n].astype(np.float32) for n in cards}
    order, likeness = _ranked(pictures, cards, colours, painted, deck.twins)
    best, part = order[0], shares(likeness)
    own = distinctiveness(np.array([cards[n] for n in order[: len(likeness)]]))
    ahead = float(likeness[0] - likeness[1]) if len(likeness) > 1 else FAR_AHEAD
    found = evidence(pictures[best], cards[best], own, colour_apart(colours[best], painted[best]), ahead)
    whole = chance_of_deck(found)
    likely = [CardMatch(deck.ids[n], whole * float(chance)) for n, chance in zip(order, part, strict=False)]
    return _Judged(likely, whole, found)


def _ranked(
    pictures: Mapping[int, Pixels],
    cards: Mapping[int, Pixels],
    colours: Mapping[int, Pixels],
    painted: Mapping[int, Pixels],
    alike: Pixels,
) -> tuple[list[int], Pixels]:
    """The cards, likeliest first, and what speaks for each of the first three. The less similar ones are dropped step
    by step, and the others compared again where they differ."""
    left = list(pictures)
    behind: list[int] = []
    last = np.zeros(1)
    while len(left) > 1:
        like = distinguish([pictures[n] for n in left], np.array([cards[n] for n in left]), 2)
        if alike[np.ix_(left, left)].any():
            against = colours_against({n: colours[n] for n in left}, {n: painted[n] for n in left})
            like = like - COLOURS_COUNT * np.array([against[n] for n in left])
        order = np.argsort(-like, kind="stable")
        left, last = [left[n] for n in order], like[order]
        if len(left) <= OFFERED:
            break
        stay = max(OFFERED, len(left) // 2)
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
            laid = AlignedDeck(ids, kept["lights"], kept["good"], float(kept["shape"]), common, kept["colours"])
    except (OSError, ValueError, KeyError, EOFError, TypeError):
        return None
    same = len(laid.lights) == len(laid.good) == len(laid.colours) == len(ids) > 0 and len(common.places) == len(
        common.looks
    )
    return laid if same and laid.lights.ndim == 3 else None


def _write(place: Path, laid: AlignedDeck) -> None:
    """Store a deck atomically, and delete the oldest ones."""
    place.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=place.parent)
    with os.fdopen(handle, "wb") as file:
        np.savez(
            file, ids=np.array(laid.ids), lights=laid.lights, good=laid.good, shape=laid.shape,
            places=laid.features.places, looks=laid.features.looks, colours=laid.colours,
        )  # fmt: skip
    os.replace(name, place)
    there = sorted(place.parent.glob(f"*{ENDING}"), key=lambda one: one.stat().st_mtime_ns)
    for old in there[:-KEPT]:
        old.unlink(missing_ok=True)
