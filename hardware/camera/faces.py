"""What lies in the tray: candidates for dice, hands, and the upper face of each die. Pure.

A face is matched with every learned face, at all rotations: faces are resampled to polar coordinates (rings by rays),
where a rotation is a cyclic shift along the rays, so that one FFT compares all of them. Likeness is the normalised
cross-correlation, independent of brightness and contrast.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

import cv2
import numpy as np

from hardware.camera.frames import HALF, Floats, Picture, TrayImage
from hardware.camera.pips import QUARTERS, TURNS, PipRead, PipReader
from hardware.camera.templates import SIDE, SPAN, DieKind, cut_out

FOCUS = 0.8
"""Focal length as a fraction of the picture's width; within 20 % for common cameras. It determines how much of a die's
sides is visible near the edge of the picture."""
MOST = 16
"""Maximum number of dice; anything larger is a hand or a moved tray."""

WAYS, YAWS, FURTHEST = 72, 36, 6
"""Directions in which outlines are compared, how a die may be turned, and in how many of the directions it counts how
far an outline reaches too far."""
_ABOUT = np.arange(WAYS) * 2 * np.pi / WAYS
_WAYS = np.stack([np.cos(_ABOUT), np.sin(_ABOUT)])
_TURNED = _ABOUT - np.arange(YAWS)[:, None] * np.pi / 2 / YAWS
_SQUARE = np.abs(np.cos(_TURNED)) + np.abs(np.sin(_TURNED))

ARM = 1.7
"""An outline that is cut off over more than this many widths of a die is a hand or a sleeve; dice at the edge are cut
off over less."""
LARGE, LONG = 1.45, 1.5
"""An outline whose area, or length, exceeds that of one die by this factor contains several dice."""


class Candidate(NamedTuple):
    """A candidate for a die.

    ``x``, ``y``: expected centre of its upper face, in full-size pixels. ``sides``, ``angle``: its bounding rectangle.
    ``slope``: parallax there, per unit of height. ``alone``: nothing touches it; only then is the rectangle meaningful.
    ``whole``: it is not cut off by the edge of the picture.
    """

    x: float
    y: float
    sides: tuple[float, float]
    angle: float
    slope: tuple[float, float]
    alone: bool
    whole: bool
    reach: Floats
    """How far its outline reaches in each of ``WAYS`` directions, from the picture's corner, in full-size pixels."""
    focus: float
    """Focal length in pixels."""

    def widths(self, kind: DieKind) -> tuple[float, float]:
        """The two widths of a die of this kind without its visible sides, the smaller first."""
        return _widths(self.sides, self.angle, self.slope, kind.flank)

    def beyond(self, kind: DieKind) -> float:
        """How far a cube of this kind reaches beyond the outline that it would have if it lay flat there, in widths of
        a die: a leaning one shows sides that a flat one hides. Wherever it is, and turned as it fits best."""
        over = self.reach - _flat_reach(kind, self.slope, self.focus)
        over -= 2 / WAYS * over @ _WAYS.T @ _WAYS
        best = over[int((over**2).mean(axis=1).argmin())]
        return float(np.sort(best)[-FURTHEST:].mean()) / kind.across


class Blob(NamedTuple):
    """What one outline encloses; ``more``: those of one split into more dice, empty unless it may be that."""

    spots: list[Candidate]
    more: list[Candidate]


class TrayContents(NamedTuple):
    """What lies there, and whether a hand (or a sleeve, or the box) is over the tray."""

    blobs: list[Blob]
    hand: bool

    @property
    def spots(self) -> list[Candidate]:
        """All of them."""
        return [spot for blob in self.blobs for spot in blob.spots]


def find(view: TrayImage, kinds: Sequence[DieKind]) -> TrayContents:
    """Find the dice candidates in a segmented picture."""
    height, width = view.mask.shape
    outlines, _ = cv2.findContours(view.mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    found: list[Blob] = []
    for outline in outlines:
        area = full_area(outline)
        left, top, wide, high = cv2.boundingRect(outline)
        (x, y), _, _ = cv2.minAreaRect(outline)
        flat = [_flat_area(kind, HALF * x, HALF * y, view) for kind in kinds]
        if area < 0.3 * min(flat):
            continue
        whole = left > 0 and top > 0 and left + wide < width and top + high < height
        arm = not whole and _cut_off(outline, width, height) > ARM * max(kind.across for kind in kinds)
        if area > MOST * max(flat) or (arm and area > 1.6 * max(flat)):
            return TrayContents([], hand=True)
        number, most = _count(outline, area, flat, view, kinds)
        more = _split(outline, most, whole, view, kinds) if most > number else []
        found.append(Blob(_split(outline, number, whole, view, kinds), more))
    return TrayContents(found, hand=False)


def _cut_off(outline: cv2.typing.MatLike, width: int, height: int) -> float:
    """Over how many full-size pixels the edge of the picture cuts an outline off."""
    x, y = outline[:, 0, 0], outline[:, 0, 1]
    return HALF * float(np.count_nonzero((x == 0) | (y == 0) | (x == width - 1) | (y == height - 1)))


def full_area(outline: cv2.typing.MatLike) -> float:
    """The area of an outline in full-size pixels, its border included."""
    return HALF**2 * (float(cv2.contourArea(outline)) + cv2.arcLength(outline, True) / 2 + 1)


def _count(
    outline: cv2.typing.MatLike, area: float, flat: Sequence[float], view: TrayImage, kinds: Sequence[DieKind]
) -> tuple[int, int]:
    """Number of dice within one outline, from its area and length, and the most that it may be; ``flat`` are the areas
    of single dice."""
    (x, y), sides, angle = cv2.minAreaRect(outline)
    slope = slope_at(HALF * x, HALF * y, view.picture)
    ratio = min((area / one for one in flat), key=lambda one: abs(np.log(one)))
    many = round(area / float(np.median(flat)))
    # Dice that touch hide one another's flanks.
    most = round(area / float(np.median([_pressed_area(kind) for kind in kinds]))) if many > 1 else many
    if ratio > LARGE:
        return many, most
    whole = (HALF * (sides[0] + 1), HALF * (sides[1] + 1))
    long = min(_widths(whole, angle, slope, kind.flank)[1] / kind.across for kind in kinds) > LONG
    return (max(2, many), most) if long else (1, 1)


def _split(
    outline: cv2.typing.MatLike, number: int, whole: bool, view: TrayImage, kinds: Sequence[DieKind]
) -> list[Candidate]:
    """Split an outline into ``number`` dice by k-means clustering."""
    if number <= 1:
        moments = cv2.moments(outline)
        middles: cv2.typing.MatLike = np.array([[moments["m10"], moments["m01"]]]) / moments["m00"]
    else:
        left, top, wide, high = cv2.boundingRect(outline)
        inside = np.zeros((high, wide), np.uint8)
        cv2.drawContours(inside, [outline], -1, 1, cv2.FILLED, offset=(-left, -top))
        points = np.add(np.argwhere(inside)[:, ::-1], (left, top))
        until = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 30, 0.1)
        cv2.setRNGSeed(1)
        _, _, middles = cv2.kmeans(
            points.astype(np.float32), number, np.empty(0, np.int32), until, 4, cv2.KMEANS_PP_CENTERS
        )
    tall = float(np.median([kind.height for kind in kinds]))
    _, (first, second), angle = cv2.minAreaRect(outline)
    sides = (HALF * (first + 1), HALF * (second + 1))
    reach = HALF * ((outline[:, 0, :] @ _WAYS).max(axis=0) + 0.5)
    spots = []
    for x, y in HALF * middles:
        slope = slope_at(float(x), float(y), view.picture)
        there = (float(x) + tall * slope[0] / 2, float(y) + tall * slope[1] / 2)
        spots.append(Candidate(*there, sides, angle, slope, number <= 1, whole, reach, FOCUS * view.picture.shape[1]))
    return spots


def _widths(sides: tuple[float, float], angle: float, slope: tuple[float, float], flank: float) -> tuple[float, float]:
    """The sides of a rectangle minus the visible flanks of a die, the smaller first."""
    along, across = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    one = sides[0] - flank * abs(along * slope[0] + across * slope[1])
    other = sides[1] - flank * abs(along * slope[1] - across * slope[0])
    return min(one, other), max(one, other)


def _flat_reach(kind: DieKind, slope: tuple[float, float], focus: float) -> Floats:
    """How far a cube that lies flat reaches from the middle of its upper face, for each way to turn it: that face, and
    the lower one, which is further from the camera."""
    half = kind.across / 2
    corner = min(half, np.sqrt(max(0.0, kind.across**2 - kind.area) / (4 - np.pi)))
    upper = (half - corner) * _SQUARE + corner
    further = focus / (focus + kind.across)
    found: Floats = np.maximum(upper, further * (upper - kind.across * (slope @ _WAYS)))
    return found


def slope_at(x: float, y: float, picture: Picture) -> tuple[float, float]:
    """Parallax at a point: shift away from the picture's centre per unit of height."""
    high, wide = picture.shape[:2]
    return (x - wide / 2) / (FOCUS * wide), (y - high / 2) / (FOCUS * wide)


def _pressed_area(kind: DieKind) -> float:
    """The area that a die adds to those that it touches: between its outline and its upper face."""
    return (kind.area + kind.upper**2) / 2 if kind.is_cube else kind.area


def _flat_area(kind: DieKind, x: float, y: float, view: TrayImage) -> float:
    return kind.area * (1 + 1.2 * kind.flank * float(np.hypot(*slope_at(x, y, view.picture))) / kind.across)


RINGS, RAYS = 20, 72
REACH = 0.46 * SIDE / SPAN
"""Radius of the compared circle in the picture of a face, just inside its edges."""
SMOOTH = 8.0
"""Sigma of the high-pass filter in pixels: slower changes are reflections, not print."""
ASIDE = 0.18 * SIDE / SPAN
"""Search radius around the expected centre."""
UNLIKE = 26.0
"""Maximum colour distance (Lab) to a kind; anything further is not a die."""
LIKENESS = (0.5, 0.9)
PRESSED = (0.7, 0.97)
"""Limits of likeness for a polyhedral die that touches another: it may lean, and then shows a wrong face almost as
well."""
DISTANCE = (0.1, 0.6)
"""Values at which confidence is 0 and full: of likeness, and of the distance to the second best face, relative to the
distance between the two learned pictures."""
SURE = 0.8
"""Odds from which on what the network says of pips is believed though the templates are not certain."""
LIKELY = 0.5
"""Odds from which on it confirms the templates, or makes them doubtful."""
CERTAIN, ALIKE = 0.95, 0.8
"""The same odds where the templates see another face in what is this much like it: a reflection between four pips is
easily taken for a fifth."""
INNER = 0.88
"""The plane part of an upper face by its learned width: with round edges and in a blurred picture it is smaller."""
ACCEPTED, DOUBTFUL = 700, 300
"""Confidence from which on readings are accepted by default, and reported at all."""
PIPS = tuple("123456")
MOST_PIPS = 4


class Read(NamedTuple):
    """A recognised die: kind, face, confidence 0 to 1000, centre in full-size pixels, rotation in degrees. Confidence
    is derived from ``likeness`` and ``distance``. ``leans``: the odds that the die leans, 0 to 1; None where only its
    outline tells."""

    kind: DieKind
    face: str
    confidence: int
    x: float
    y: float
    turn: float
    likeness: float
    distance: float
    leans: float | None = None


class _Match(NamedTuple):
    likeness: Floats
    """The best of each face."""
    middle: tuple[float, float]
    """Offset of the best match from the expected centre."""
    ray: int
    contrast: float


def _grid(reach: float, steps: int) -> Floats:
    line = np.linspace(-reach, reach, steps, dtype=np.float32)
    return np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2)


_RADII = (np.arange(RINGS, dtype=np.float32) + 0.5) * REACH / RINGS
_ANGLES = np.arange(RAYS, dtype=np.float32) * (2 * np.pi / RAYS)
_WEIGHT = (_RADII / _RADII.sum() / RAYS)[:, None].astype(np.float32)
_RING_X = _RADII[:, None] * np.cos(_ANGLES) + (SIDE - 1) / 2
_RING_Y = _RADII[:, None] * np.sin(_ANGLES) + (SIDE - 1) / 2
_COARSE, _FINE = _grid(ASIDE, 7), _grid(ASIDE / 6, 5)


class _Faces:
    """The learned faces of one kind, ready to be compared."""

    def __init__(self, kind: DieKind) -> None:
        self.kind = kind
        self.names = list(kind.faces)
        pictures = [picture.astype(np.float32) for picture in kind.faces.values()]
        self.colours = [_colour(picture) for picture in pictures]
        inner = np.concatenate([picture[_INNER] for picture in pictures])
        # The first principal component of the colours: along it the print differs most from the die's body.
        self._axis = np.linalg.eigh(np.cov(inner.T))[1][:, -1].astype(np.float32)
        projected = np.stack([self._project(picture) for picture in pictures])
        polar, contrast = self._to_polar(projected, np.zeros((1, 2), np.float32))
        self.contrast = float(np.min(contrast))
        self._spectra = np.conj(np.fft.rfft(polar[:, 0], axis=-1)).transpose(2, 1, 0)
        self.alike = np.stack([self.match(picture).likeness for picture in pictures])
        """Likeness between each pair of learned faces."""
        self.alike = np.maximum(self.alike, self.alike.T)

    def match(self, picture: Floats) -> _Match:
        """Compare a picture with all faces, on a coarse grid and then on a fine one around the best match."""
        projected = self._project(picture)[None]
        rough = self._search(projected, _COARSE)
        close = self._search(projected, _FINE + np.array(rough.middle, np.float32))
        return close._replace(likeness=np.maximum(close.likeness, rough.likeness))

    def _search(self, projected: Floats, middles: Floats) -> _Match:
        polar, contrast = self._to_polar(projected, middles)
        spectrum = np.fft.rfft(polar[0], axis=-1).transpose(2, 0, 1)
        turned = np.fft.irfft(np.matmul(spectrum, self._spectra), RAYS, axis=0)
        likeness = turned.max(axis=(0, 1))
        ray, at, _ = np.unravel_index(int(turned.argmax()), turned.shape)
        middle = (float(middles[at, 0]), float(middles[at, 1]))
        return _Match(likeness.astype(np.float32), middle, int(ray), float(contrast[0, at]))

    def _project(self, picture: Floats) -> Floats:
        projected: Floats = picture @ self._axis
        fine = cv2.GaussianBlur(projected, (3, 3), 0)
        return (fine - cv2.GaussianBlur(fine, (0, 0), SMOOTH)).astype(np.float32)

    @staticmethod
    def _to_polar(projected: Floats, middles: Floats) -> tuple[Floats, Floats]:
        """Resample pictures to polar coordinates around each centre, as unit vectors; also their contrast."""
        columns = (middles[:, 0, None, None] + _RING_X).reshape(-1, RAYS).astype(np.float32)
        rows = (middles[:, 1, None, None] + _RING_Y).reshape(-1, RAYS).astype(np.float32)
        polar = np.stack(
            [cv2.remap(one, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE) for one in projected]
        )
        polar = polar.reshape(len(projected), len(middles), RINGS, RAYS)
        polar = polar - (polar * _WEIGHT).sum(axis=(2, 3), keepdims=True)
        polar = polar * np.sqrt(_WEIGHT)
        length = np.sqrt((polar**2).sum(axis=(2, 3), keepdims=True))
        return (polar / np.maximum(length, 1e-3)).astype(np.float32), length[:, :, 0, 0]


_YY, _XX = np.mgrid[:SIDE, :SIDE] - (SIDE - 1) / 2
_INNER = np.hypot(_XX, _YY) <= REACH


def _colour(picture: Floats) -> Floats:
    """The median colour of a face in Lab, with lightness weighted down."""
    body = np.median(picture[_INNER], axis=0).clip(0, 255) / 255
    found = cv2.cvtColor(body.astype(np.float32).reshape(1, 1, 3), cv2.COLOR_BGR2Lab)[0, 0]
    weighed: Floats = np.multiply(found, (0.5, 1, 1), dtype=np.float32)
    return weighed


class FaceReader:
    """Reads faces of these kinds; those that have pips also with ``pips``, if there is such a reader."""

    def __init__(self, kinds: Sequence[DieKind], pips: PipReader | None = None) -> None:
        self._all = [_Faces(kind) for kind in kinds]
        self._pips = pips
        self._with_pips = {kind.name for kind in kinds if pips is not None and has_pips(kind, pips)}
        reach = 0.28 * min(kind.upper for kind in kinds)
        self._around = [(dx, dy) for dx in (-reach, 0, reach) for dy in (-reach, 0, reach) if dx or dy]

    def alike(self, limit: float) -> list[tuple[DieKind, str, str]]:
        """Pairs of faces of one kind whose likeness exceeds ``limit``, so that they could be confused."""
        return [
            (faces.kind, one, other)
            for faces in self._all
            for i, one in enumerate(faces.names)
            for j, other in enumerate(faces.names)
            if i < j and faces.alike[i, j] > limit
        ]

    def read_all(self, view: TrayImage, blob: Blob) -> list[tuple[Candidate, Read | None]]:
        """Recognise the dice within an outline: more of them, if all of those are certain and none is seen twice."""
        if blob.more:
            more = [(spot, self.read(view, spot)) for spot in blob.more]
            sure = [read for _, read in more if read is not None and read.confidence >= ACCEPTED]
            if len(sure) == len(more) and not any(same_place(*pair) for pair in combinations(sure, 2)):
                return [*more]
        return [(spot, self.read(view, spot)) for spot in blob.spots]

    def read(self, view: TrayImage, spot: Candidate) -> Read | None:
        """Recognise the die at a spot; None if there is no known die."""
        found = self._read(view, spot)
        if not spot.alone and (found is None or found.likeness <= LIKENESS[1]):
            # Where dice touch, the expected centre is inaccurate: search further around it.
            tried = [found] + [self._read(view, spot._replace(x=spot.x + dx, y=spot.y + dy)) for dx, dy in self._around]
            found = max((read for read in tried if read is not None), key=lambda read: read.likeness, default=None)
        if self._pips is None or found is None or found.kind.name not in self._with_pips:
            return found
        said = self._looked(self._pips, view, spot, found)
        return agreed(found, said)

    def again(self, view: TrayImage, spot: Candidate, before: Read) -> Read | None:
        """Look at a die that was read in another picture once more; None if the two pictures do not agree.

        Of pips the network alone is asked, by quarters: that is quicker, and sees other noise. Whether it leans
        the first picture has told.
        """
        if self._pips is not None and before.kind.name in self._with_pips:
            said = self._looked(self._pips, view, spot, before, QUARTERS)
            if str(said.face) == before.face and said.odds >= SURE:
                return before
        now = self.read(view, spot)
        if now is None or (now.kind, now.face) != (before.kind, before.face) or now.confidence < ACCEPTED:
            return None
        return before

    def _looked(self, pips: PipReader, view: TrayImage, spot: Candidate, found: Read, turns: int = TURNS) -> PipRead:
        """What the network says: of the expected place, where the templates see the face, or around it. Whether the die
        leans is told by the expected place alone, and only if nothing touches it."""
        upper = found.kind.upper
        places = [(spot.x, spot.y, upper), (spot.x, spot.y, INNER * upper), (found.x, found.y, INNER * upper)]
        if not spot.alone:
            places += [(spot.x + dx, spot.y + dy, INNER * upper) for dx, dy in self._around]
        said: list[PipRead] = []
        for place in places:
            said.append(pips.read(view.picture, *place, spot.slope, turns=turns))
            if said[-1].face and said[-1].odds >= SURE:
                break
        best = max(said, key=lambda one: one.odds if one.face else 0.0)
        return best._replace(leans=said[0].leans if spot.alone else None)

    def _read(self, view: TrayImage, spot: Candidate) -> Read | None:
        near = []
        for faces in self._all:
            picture = cut_out(view, spot.x, spot.y, faces.kind.upper)
            colour = _colour(picture)
            near.append((min(float(np.linalg.norm(colour - one)) for one in faces.colours), faces, picture))
        near.sort(key=lambda one: one[0])
        apart, faces, picture = near[0]
        if apart > UNLIKE:
            return None
        read = self._face(faces, picture, spot)
        unclear = len(near) > 1 and near[1][0] < 1.5 * apart + 4
        return read._replace(confidence=0) if unclear else read

    @staticmethod
    def _face(faces: _Faces, picture: Floats, spot: Candidate) -> Read:
        kind = faces.kind
        match = faces.match(picture)
        best = int(match.likeness.argmax())
        likeness = float(match.likeness[best])
        apart = 1 - faces.alike[best]
        distances = (likeness - match.likeness) / np.maximum(apart, 1e-3)
        distance = float(np.delete(distances, best).min()) if len(distances) > 1 else 1.0
        limits = LIKENESS if spot.alone or kind.is_cube else PRESSED
        sure = min(_ramp(likeness, *limits), _ramp(distance, *DISTANCE))
        if match.contrast < 0.3 * faces.contrast:
            sure = 0.0
        scale = SPAN * kind.upper / SIDE
        x, y = spot.x + scale * match.middle[0], spot.y + scale * match.middle[1]
        return Read(kind, faces.names[best], round(1000 * sure), x, y, match.ray * 360 / RAYS, likeness, distance)


def same_place(one: Read, other: Read) -> bool:
    """Whether two readings may be of the same die."""
    return float(np.hypot(one.x - other.x, one.y - other.y)) < 0.7 * min(one.kind.upper, other.kind.upper)


def has_pips(kind: DieKind, pips: PipReader) -> bool:
    """Whether the faces of a kind are pips: of its learned pictures at least ``MOST_PIPS`` are read as what they are
    called, and none as another. A face that shone while it was learned may not be read."""
    if not kind.is_cube or set(kind.faces) != set(PIPS):
        return False
    middle = (SIDE - 1) / 2
    said = [(name, pips.read(face, middle, middle, SIDE / SPAN, (0.0, 0.0))) for name, face in kind.faces.items()]
    right = sum(name == str(one.face) and one.odds > LIKELY for name, one in said)
    others = any(one.face and name != str(one.face) and one.odds >= SURE for name, one in said)
    return right >= MOST_PIPS and not others


def agreed(found: Read, said: PipRead) -> Read:
    """What templates and network together make of a die.

    Where both say the same, even if neither is certain, it is read; where the templates are not certain, the network
    is believed if it is; where they contradict each other, or it is certain that no face is up, nobody is.
    """
    face, odds = str(said.face), round(1000 * said.odds)
    found = found._replace(leans=said.leans)
    if not said.face:
        return found._replace(confidence=0) if said.odds >= SURE else found
    if face == found.face:
        both = ACCEPTED if found.confidence >= DOUBTFUL and said.odds >= LIKELY else 0
        return found._replace(confidence=max(found.confidence, odds if said.odds >= SURE else both))
    if found.confidence >= ACCEPTED:
        return found._replace(confidence=0) if said.odds >= LIKELY else found
    if said.odds >= (CERTAIN if found.likeness > ALIKE else SURE):
        return found._replace(face=face, confidence=odds)
    return found._replace(confidence=0) if said.odds >= LIKELY else found


def _ramp(value: float, none: float, full: float) -> float:
    return min(1.0, max(0.0, (value - none) / (full - none)))
