"""Finds the outline of a card in a photo by its straight edges, and straightens the card. Needs the extra ``[camera]``.

An edge is a line on which brightness or colour changes, however little. A shadow over the card, a reflection or a
finger covers only a part of an edge. Lines are found by a Hough transform, and every four that could be a card are
rated by the visible part of their edges.

On a carpet or another pattern there are too many lines. There a card is a region: pale, or of another colour than the
border of the photo.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

if TYPE_CHECKING:
    from PIL import Image

Pixels: TypeAlias = NDArray[Any]

SIDE = 400
"""Longer side in pixels of the photo in which lines are searched."""
LINES = 28
"""Most lines that are considered."""
DIRECTIONS = 180
"""Number of directions in half a turn."""
STEP = 2
"""Pixels between two parallel lines."""
FAINT, PLAIN = 0.02, 0.12
"""Gradients of the logarithm of brightness: below the first there is no edge, above the second all are equal."""
LEAST, MOST = 0.06, 0.97
"""Fractions of the photo that a card can fill."""
LONGEST = 2.4
"""Greatest ratio of a card's sides."""
SEEN_FROM_SIDE = 0.75
"""Foreshortening of a card that is seen from the side, ..."""
UNEVEN = 0.6
"""... and of one side relative to the opposite one."""
BESIDE = 0.02
"""Distance of a corner outside the photo, as a fraction of its size."""
NEAR = 0.03
"""Distance of corners, as a fraction of the photo, below which two outlines are the same."""
SPOTS = np.linspace(0.08, 0.92, 32)
"""Where an edge is sampled, as fractions of its length. The corners of cards are round."""
SMALLEST = 0.015
"""The same fraction for a card that is found as a region."""
FILLED = 0.85
"""Least part of its four corners that a region fills."""
BORDER_COLOURS = 4
"""Most colours of what lies around a card."""
AROUND = 121
"""Pixels, in a square, of what lies around a pixel."""
LEVELS = (0.8, 1.0, 1.2)
"""Levels of brightness or colour that are tried, as parts of the one that divides the photo best."""
THREAD = np.ones((5, 5), np.uint8)
GAP = np.ones((11, 11), np.uint8)
"""What is parted, and what is closed, in pixels of the photo in which a card is searched."""


class Outline(Struct, frozen=True):
    """Four ``corners`` in pixels of the photo, clockwise from the top left; ``seen`` is the visible part of the edges,
    from 0 to 1, and ``likeness`` the rating as a card."""

    corners: Pixels
    seen: float
    likeness: float


class _Edges(Struct):
    """The gradients of the logarithm of brightness, the least gradient of an edge, and the scale of the photo."""

    x: Pixels
    y: Pixels
    least: float
    scale: float


def outlines(photo: Pixels, most: int, shape: float | None = None) -> list[Outline]:
    """The outlines in a photo (rows of RGB pixels) that are most like a card, best first.

    ``shape`` is the aspect ratio of the card (shorter by longer side), if known.
    """
    edges = _edges(photo)
    high, wide = edges.x.shape
    found = _rectangles(*_lines(edges), (wide, high), shape)
    if not len(found):
        return []
    sides, part, narrow = _seen(found, edges), np.sqrt(_areas(found) / (wide * high)), _shapes(found)
    likeness = sides.mean(axis=1) + 0.5 * sides.min(axis=1) + 0.9 * part
    if shape is not None:
        likeness -= 0.6 * np.abs(np.log(narrow / shape))
    kept: list[Outline] = []
    for n in np.argsort(-likeness):
        four = _in_order(found[n])
        if all(np.abs(four - one.corners * edges.scale).max() > NEAR * max(wide, high) for one in kept):
            kept.append(Outline(four / edges.scale, float(sides[n].mean()), float(likeness[n])))
            if len(kept) == most:
                break
    return kept


def regions(photo: Pixels, most: int, shape: float | None = None) -> list[Pixels]:
    """The corners of the regions of a photo (rows of RGB pixels) that could be a card, largest first."""
    small = shrunk(photo, SIDE)
    scale = max(small.shape[:2]) / max(photo.shape[:2])
    room = small.shape[0] * small.shape[1]
    low, up = (1 / LONGEST, 1.0) if shape is None else (shape * SEEN_FROM_SIDE, min(1.0, shape / SEEN_FROM_SIDE))
    found: list[tuple[float, Pixels]] = []
    for mask in _masks(small):
        for contour in cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)[0]:
            hull = cv2.convexHull(contour)
            part = cv2.contourArea(hull) / room
            if not SMALLEST < part < MOST:
                continue
            for four in _fours(hull):
                narrow = float(_shapes(four[None])[0])
                if low <= narrow <= up and cv2.contourArea(hull) > FILLED * cv2.contourArea(four.astype(np.float32)):
                    found.append((part, _in_order(four)))
    kept: list[Pixels] = []
    for _, four in sorted(found, key=lambda one: -one[0]):
        if all(np.abs(four - one).max() > 0.5 * NEAR * SIDE for one in kept):
            kept.append(four)
    return [four / scale for four in kept[:most]]


def _masks(small: Pixels) -> Iterator[Pixels]:
    """Where a card could be: what is pale, what is lighter than its surroundings, and what has none of the colours of
    the photo's border. Small gaps, such as print, are closed, and what hangs together by a thread is parted."""
    soft = cv2.medianBlur(small, 5)
    pale = soft.min(axis=2)
    lab = cv2.cvtColor(soft, cv2.COLOR_RGB2Lab).astype(np.float32)
    edge = np.concatenate([lab[:6].reshape(-1, 3), lab[-6:].reshape(-1, 3),
                           lab[:, :6].reshape(-1, 3), lab[:, -6:].reshape(-1, 3)])  # fmt: skip
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 10, 1.0)
    cv2.setRNGSeed(1)
    labels = np.empty((len(edge), 1), np.int32)
    colours = cv2.kmeans(edge, min(BORDER_COLOURS, len(edge)), labels, stop, 1, cv2.KMEANS_PP_CENTERS)[2]
    half = lab[::2, ::2]
    apart = np.sqrt(np.min([((half - one) ** 2).sum(axis=2) for one in colours], axis=0))
    other = cv2.resize(np.clip(2 * apart, 0, 255).astype(np.uint8), pale.shape[::-1])
    around = cv2.blur(pale, (AROUND, AROUND))
    lighter = cv2.subtract(pale, around)
    for plane in (pale, lighter, other):
        level, _ = cv2.threshold(plane, 0, 255, cv2.THRESH_OTSU)
        for part in LEVELS:
            mask = cv2.threshold(plane, part * level, 255, cv2.THRESH_BINARY)[1]
            yield cv2.morphologyEx(mask, cv2.MORPH_OPEN, THREAD)
            yield cv2.morphologyEx(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, GAP), cv2.MORPH_OPEN, GAP)


def _fours(hull: Pixels) -> Iterator[Pixels]:
    """Four corners around a region: the closest ones, and those of a rectangle."""
    if len(hull) >= 4:
        closest = cv2.approxPolyN(hull, 4, epsilon_percentage=-1.0, ensure_convex=True).reshape(-1, 2)
        if len(closest) == 4:
            yield closest.astype(float)
    yield cv2.boxPoints(cv2.minAreaRect(hull)).astype(float)


def shrunk(picture: Pixels, long: float) -> Pixels:
    """A picture scaled down to at most ``long`` pixels along its longer side."""
    scale = min(1.0, long / max(picture.shape[:2]))
    high, wide = (max(1, round(scale * side)) for side in picture.shape[:2])
    return np.asarray(cv2.resize(picture, (wide, high), interpolation=cv2.INTER_AREA))


def _edges(photo: Pixels) -> _Edges:
    small = shrunk(photo, SIDE)
    light = np.log(cv2.bilateralFilter(small, 5, 30, 5).astype(np.float32) + 12)
    planes = [cv2.GaussianBlur(one, (0, 0), 1.0) for one in (light.mean(axis=2), light[..., 0] - light[..., 2])]
    across = [cv2.Sobel(one, cv2.CV_32F, 1, 0) / 8 for one in planes]
    down = [cv2.Sobel(one, cv2.CV_32F, 0, 1) / 8 for one in planes]
    by_colour = np.hypot(across[1], down[1]) > np.hypot(across[0], down[0])
    x, y = (np.where(by_colour, one[1], one[0]) for one in (across, down))
    return _Edges(x, y, FAINT, min(1.0, SIDE / max(photo.shape[:2])))


def _lines(edges: _Edges) -> tuple[Pixels, Pixels]:
    """The strongest lines: the direction of their normals, and their distance from the centre of the photo.

    Each edge pixel votes for the lines through it that are perpendicular to its gradient.
    """
    strength = np.hypot(edges.x, edges.y)
    thin = _ridges(edges.x, edges.y, strength)
    if not thin.any():
        return np.empty(0), np.empty(0)
    edges.least = max(FAINT, float(np.percentile(strength[thin], 70)))
    y, x = np.nonzero(thin & (strength > edges.least))
    votes = np.minimum(strength[y, x], PLAIN)
    own = np.round(np.arctan2(edges.y[y, x], edges.x[y, x]) % np.pi / np.pi * DIRECTIONS).astype(int)
    high, wide = strength.shape
    reach = int(np.hypot(wide, high) / 2) + STEP
    ballot = np.zeros((DIRECTIONS, reach + 2), np.float32)
    for off in range(-4, 5):
        way = own + off
        angle = way * (np.pi / DIRECTIONS)
        far = (x - wide / 2) * np.cos(angle) + (y - high / 2) * np.sin(angle)
        far = np.where((way < 0) | (way >= DIRECTIONS), -far, far)
        np.add.at(ballot, (way % DIRECTIONS, np.round((far + reach) / STEP).astype(int)), votes)
    return _elected(cv2.GaussianBlur(ballot, (3, 3), 0), reach)


def _ridges(x: Pixels, y: Pixels, strength: Pixels) -> Pixels:
    """Pixels whose gradient is a local maximum in its own direction."""
    high, wide = strength.shape
    around = np.pad(strength, 1)
    flat, steep = np.abs(x) > 2.4 * np.abs(y), np.abs(y) > 2.4 * np.abs(x)
    falling = ~flat & ~steep & (x * y > 0)
    found = np.zeros(strength.shape, bool)
    rising = ~flat & ~steep & ~falling
    for here, (down, right) in ((flat, (0, 1)), (steep, (1, 0)), (falling, (1, 1)), (rising, (-1, 1))):
        behind = around[1 + down : 1 + down + high, 1 + right : 1 + right + wide]
        before = around[1 - down : 1 - down + high, 1 - right : 1 - right + wide]
        found |= here & (strength >= behind) & (strength > before)
    return found


def _elected(ballot: Pixels, reach: int) -> tuple[Pixels, Pixels]:
    """The lines with the most votes, without near duplicates."""
    angles: list[float] = []
    far: list[int] = []
    while len(angles) < LINES:
        way, at = divmod(int(ballot.argmax()), ballot.shape[1])
        if ballot[way, at] <= 0.5:
            break
        angles.append(way * np.pi / DIRECTIONS)
        far.append(at * STEP - reach)
        for near in range(way - 5, way + 6):
            around = at if 0 <= near < DIRECTIONS else round((2 * reach - at * STEP) / STEP)
            ballot[near % DIRECTIONS, max(0, around - 3) : around + 4] = 0
    return np.array(angles), np.array(far, float)


def _rectangles(angles: Pixels, far: Pixels, size: tuple[int, int], shape: float | None) -> Pixels:
    """The corners of all quadrilaterals between two pairs of lines that could be a card."""
    none, (wide, high) = np.empty((0, 4, 2)), size
    if len(angles) < 4:
        return none
    normals = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    alike = normals @ normals.T
    one, other = np.nonzero(np.triu(np.abs(alike) > 0.9, 1))
    apart = np.abs(far[one] - far[other] * np.sign(alike[one, other])) > 0.2 * min(size)
    one, other = one[apart], other[apart]
    first, second = np.nonzero(np.triu(np.abs(normals[one] @ normals[one].T) < 0.5, 1))
    if not len(first):
        return none

    def meet(a: Pixels, b: Pixels) -> Pixels:
        parts = normals[a, 0] * normals[b, 1] - normals[a, 1] * normals[b, 0]
        x = (far[a] * normals[b, 1] - far[b] * normals[a, 1]) / parts
        y = (normals[a, 0] * far[b] - normals[b, 0] * far[a]) / parts
        return np.stack([x + wide / 2, y + high / 2], axis=-1)

    a, b, c, d = one[first], other[first], one[second], other[second]
    found = np.stack([meet(a, c), meet(c, b), meet(b, d), meet(d, a)], axis=1)
    lengths = np.linalg.norm(found - np.roll(found, -1, axis=1), axis=2)
    opposite = np.minimum(lengths[:, :2], lengths[:, 2:]) > UNEVEN * np.maximum(lengths[:, :2], lengths[:, 2:])
    part, room = _areas(found) / (wide * high), BESIDE * max(size)
    inside = (found > -room).all(axis=(1, 2)) & (found < np.array(size) + room).all(axis=(1, 2))
    narrow, low, up = _shapes(found), 1 / LONGEST, 1.0
    if shape is not None:
        low, up = shape * SEEN_FROM_SIDE, min(1.0, shape / SEEN_FROM_SIDE)
    good = opposite.all(axis=1) & inside & (part > LEAST) & (part < MOST) & (narrow >= low) & (narrow <= up)
    return np.asarray(found[good])


def _areas(found: Pixels) -> Pixels:
    after = np.roll(found, -1, axis=1)
    twice = (found[..., 0] * after[..., 1] - found[..., 1] * after[..., 0]).sum(axis=1)
    return np.asarray(np.abs(twice) / 2)


def _shapes(found: Pixels) -> Pixels:
    """The aspect ratio of each (shorter by longer side)."""
    lengths = np.linalg.norm(found - np.roll(found, -1, axis=1), axis=2)
    pairs = lengths[:, :2] + lengths[:, 2:]
    return np.asarray(pairs.min(axis=1) / np.maximum(pairs.max(axis=1), 1e-6))


def _seen(found: Pixels, edges: _Edges) -> Pixels:
    """The visible part of each edge, from 0 to 1. The same side of it must be lighter all along, which a line of words
    is not."""
    high, wide = edges.x.shape
    after = np.roll(found, -1, axis=1)
    spots = found[:, :, None] * (1 - SPOTS)[:, None] + after[:, :, None] * SPOTS[:, None]
    along = after - found
    across = np.stack([along[..., 1], -along[..., 0]], axis=-1)[:, :, None]
    across = across / np.linalg.norm(across, axis=-1, keepdims=True)
    changes = []
    for off in (-1.5, -0.75, 0, 0.75, 1.5):
        x, y = np.moveaxis(np.round(spots + off * across).astype(int), -1, 0)
        x, y = np.clip(x, 0, wide - 1), np.clip(y, 0, high - 1)
        changes.append(edges.x[y, x] * across[..., 0] + edges.y[y, x] * across[..., 1])
    ways = (np.max(changes, axis=0), -np.min(changes, axis=0))
    return np.asarray(np.max([np.clip(way / (2 * edges.least), 0, 1).mean(axis=2) for way in ways], axis=0))


def _in_order(four: Pixels) -> Pixels:
    """The corners clockwise from the one nearest to the top left."""
    middle = four.mean(axis=0)
    turned = four[np.argsort(np.arctan2(four[:, 1] - middle[1], four[:, 0] - middle[0]))]
    return np.asarray(np.roll(turned, -int(turned.sum(axis=1).argmin()), axis=0))


# Blur, as in F. Crété and others, The Blur Effect (2007): blurring takes much from a sharp photo, and hardly anything
# from one that is blurred already, whatever the light.

SHARP_SIDE: Final = 400
"""Longer side in pixels of the photo that is examined, without sensor noise."""
STEEPEST: Final = 0.01
"""Fraction of the pixels, those with the strongest edges, that decide."""
FAINT_EDGE: Final = 10.0
"""Edge strength (Sobel) of an empty photo."""
AGAIN: Final = 2.0
"""Radius in pixels of the second blur."""
LEFT: Final = 0.75
"""A blurred photo keeps more than this fraction of its edge strength; a sharp one about half."""


def is_blurred(light: Pixels, side: float = SHARP_SIDE, steepest: float = STEEPEST, left: float = LEFT) -> bool:
    """True if everything in a photo (rows of brightness, to 255) is blurred; False for an empty photo."""
    small = cv2.GaussianBlur(shrunk(light, side), (0, 0), 1.0)
    before, after = _steepness(small), _steepness(cv2.GaussianBlur(small, (0, 0), AGAIN))
    strong = before >= np.quantile(before, 1 - steepest)
    return bool(after[strong].mean() > left * max(FAINT_EDGE, before[strong].mean()))


def _steepness(light: Pixels) -> Pixels:
    return np.hypot(cv2.Sobel(light, cv2.CV_32F, 1, 0), cv2.Sobel(light, cv2.CV_32F, 0, 1))


# Straightening.

SEEN = 0.6
"""Least visible part of the edges of a card."""


def corners(photo: NDArray[Any]) -> NDArray[Any] | None:
    """The corners of the card in a photo (rows of RGB pixels), clockwise from the top left; None without a card."""
    found = outlines(photo, 1)
    return found[0].corners if found and found[0].seen > SEEN else None


def straightened(photo: Image.Image) -> Image.Image | None:
    """The card in a photo as seen from straight above; None if there is no card."""
    from PIL import Image  # noqa: PLC0415 - few boxes have pictures

    pixels = np.asarray(photo.convert("RGB"))
    four = corners(pixels)
    if four is None:
        return None
    across, down = (_mean_length(four, pairs) for pairs in (((0, 1), (3, 2)), ((0, 3), (1, 2))))
    wide, high = round(across), round(down)
    straight = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    turned = cv2.getPerspectiveTransform(four.astype(np.float32), straight)
    return Image.fromarray(cv2.warpPerspective(pixels, turned, (wide, high), flags=cv2.INTER_AREA))


def _mean_length(four: NDArray[Any], pairs: tuple[tuple[int, int], tuple[int, int]]) -> float:
    return float(np.mean([np.linalg.norm(four[one] - four[other]) for one, other in pairs]))
