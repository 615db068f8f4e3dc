"""Learning dice from a picture of the empty tray and one picture of each face. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import cv2
import numpy as np

from companion.core.texts import T, Text, plain
from hardware.camera.faces import FaceReader, full_area, slope_at
from hardware.camera.frames import HALF, Floats, Picture, Tray, TrayImage
from hardware.camera.templates import DieKind, Learned, cut_out, kinds_of

SMALLEST = 24.0
"""Minimum width of a die in pixels."""
MIDDLE = 0.25
"""Maximum distance of a die from the picture's centre while it is learned, as a fraction of the picture's height:
further out its sides are visible."""
TOO_ALIKE = 0.97
"""Likeness above which two faces are the same."""
ROUND = 0.52
"""Width of the upper face of a polyhedral die as a fraction of the die."""
CUBE = 6
"""A die with at most this many sides is a cube. The outline does not tell: rounded cubes look like other dice."""
TETRAHEDRON = 4
POINTED = 0.62
"""A die of four sides that fills less than this fraction of its bounding rectangle is a tetrahedron: a triangle fills
half. Of any other die a part is missing."""
OBLIQUE, STEPS = 1.12, 36
"""A cube that is longer one way than across by this factor is seen from the side: by 17 degrees and more; so many
directions are tried."""
TORN = 0.88
"""What fills less than this fraction of its convex hull is a die of which parts look like the tray."""
CONTRAST = 6.0
"""Minimum contrast between print and die."""


class BadSample(Exception):
    """A picture that cannot be used: ``code`` for programs, ``text`` tells people what to do."""

    def __init__(self, code: str, text: Text) -> None:
        super().__init__(plain(text))
        self.code = code
        self.text = text


class FaceSample(NamedTuple):
    """A learned face and the measures of its die in pixels."""

    face: Picture
    across: float
    upper: float
    area: float


class Task(NamedTuple):
    """A face of a kind that is still to be shown."""

    kind: str
    face: str


class DiceLearning:
    """Collects a sample of every face of ``dice`` (name and faces, one entry per side); ``empty`` is the empty tray."""

    def __init__(self, dice: Mapping[str, Sequence[object]], empty: Picture) -> None:
        self._kinds = kinds_of(dice)
        self._empty = empty
        self._tray = Tray(empty)
        self._samples: dict[Task, FaceSample] = {}
        self.tasks = [Task(name, face) for name, (_, sides) in self._kinds.items() for face in dict.fromkeys(sides)]
        """All faces to show, in order."""

    @property
    def next(self) -> Task | None:
        """The face to show now; None when all have been learned."""
        return next((task for task in self.tasks if task not in self._samples), None)

    def is_empty(self, picture: Picture) -> bool:
        return self._tray.look(picture).covered < 0.001

    def take(self, picture: Picture) -> Task:
        """Store a picture of the face asked for, with the die at rest; returns which face it was.

        Raises ``BadSample``, with nothing changed, when the picture cannot be used.
        """
        task = self.next
        if task is None:
            raise BadSample("learned", T("Everything has been learned."))
        usual = [sample for one, sample in self._samples.items() if one.kind == task.kind]
        sides = len(self._kinds[task.kind][1])
        sample = _sample(self._tray.look(picture), usual[0].upper if usual else None, sides)
        self._compare(task, sample)
        self._samples[task] = sample
        return task

    def back(self) -> None:
        if self._samples:
            self._samples.popitem()

    def learned(self) -> Learned:
        """The result, once all faces have been learned."""
        return Learned(tuple(self._kind(name) for name in self._kinds), self._empty, self._tray.felt)

    def _kind(self, name: str) -> DieKind:
        seen = {task.face: sample for task, sample in self._samples.items() if task.kind == name}
        names, sides = self._kinds[name]
        across, upper, area = np.median([sample[1:] for sample in seen.values()], axis=0)
        faces = {face: sample.face for face, sample in seen.items()}
        return DieKind(name, names, sides, float(across), float(upper), float(area), faces)

    def _compare(self, task: Task, sample: FaceSample) -> None:
        """Refuse a sample that cannot be another face of the same die."""
        before = {one.face: seen for one, seen in self._samples.items() if one.kind == task.kind}
        if not before:
            return
        usual = float(np.median([seen.across for seen in before.values()]))
        if not 0.85 < sample.across / usual < 1.18:
            raise BadSample(
                "size",
                T(
                    "This die is larger or smaller than before. Is it the right one, and does it lie flat? If so, its"
                    " shadow or the ground is in the way: choose another ground, or softer light."
                ),
            )
        faces = {face: seen.face for face, seen in before.items()} | {task.face: sample.face}
        kind = DieKind(task.kind, ("die",), tuple(faces), sample.across, sample.upper, sample.area, faces)
        for _, one, other in FaceReader([kind]).alike(TOO_ALIKE):
            if task.face in (one, other):
                same = one if other == task.face else other
                raise BadSample(
                    "alike", T("This looks like {face}, which has been seen already. Turn the die.", face=same)
                )


def _sample(view: TrayImage, upper: float | None, sides: int) -> FaceSample:
    """A sample of the only die in the tray, which has ``sides`` sides; ``upper`` is the width of its upper face, if
    known."""
    outlines, _ = cv2.findContours(view.mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    areas = [full_area(outline) for outline in outlines]
    large = [n for n, area in enumerate(areas) if area > 0.25 * max(areas) and area > SMALLEST**2 / 4]
    if not large:
        raise BadSample(
            "none", T("There is no die in the tray, or it has the colour of the tray. Then choose another ground.")
        )
    if len(large) > 1:
        raise BadSample(
            "several",
            T(
                "There are several things in the tray. Put only this one die there. If it is alone, its colour is too"
                " much like the tray's: choose another ground."
            ),
        )
    outline, area = outlines[large[0]], areas[large[0]]
    (x, y), (wide, high), _ = cv2.minAreaRect(outline)
    x, y, wide, high = (HALF * one for one in (x, y, wide + 1, high + 1))
    height, width = view.picture.shape[:2]
    if max(abs(x - width / 2), abs(y - height / 2)) > MIDDLE * height:
        raise BadSample("aside", T("Put the die into the middle of the tray, and take your hand away."))
    if min(wide, high) < SMALLEST:
        raise BadSample(
            "small",
            T(
                "The die is too small in the picture, or part of it looks like the tray. Hang the camera lower, or"
                " choose another ground."
            ),
        )
    if max(wide, high) > 0.4 * height:
        raise BadSample(
            "large",
            T("This is too large for a die. Take out what else lies there; if it is the die, hang the camera higher."),
        )
    across, filled = float(np.sqrt(wide * high)), area / (wide * high)
    if filled < POINTED and (sides > TETRAHEDRON or area < TORN * full_area(cv2.convexHull(outline))):
        raise BadSample(
            "torn",
            T("Parts of the die look like the tray, or its shadow is strong. Choose another ground, or softer light."),
        )
    if filled < POINTED:
        raise BadSample(
            "pointed", T("A die of four sides has no upper face, so it cannot be read. Enter its rolls by hand.")
        )
    if TETRAHEDRON < sides <= CUBE and _stretched(outline, x, y, across, view) > OBLIQUE:
        raise BadSample(
            "oblique",
            T(
                "The die is seen from the side, or its shadow is strong. Hang the camera straight above the middle of"
                " the tray, or use softer light."
            ),
        )
    if upper is None:
        upper = across if sides <= CUBE else ROUND * across
    face = cut_out(view, x, y, upper)
    if _contrast(face) < CONTRAST:
        raise BadSample("blank", T("Nothing can be seen on this face. Give it more light, or less if it shines."))
    return FaceSample(np.clip(face, 0, 255).astype(np.uint8), across, upper, area)


def _stretched(outline: cv2.typing.MatLike, x: float, y: float, across: float, view: TrayImage) -> float:
    """How much longer a cube in the middle of the tray looks one way than the other. A square is as long as it is wide
    whichever way it is turned; a camera that looks from the side sees a side of the die as well."""
    points = HALF * outline[:, 0, :].astype(np.float64)
    about = np.arange(0, np.pi, np.pi / STEPS)
    ways = np.stack([np.cos(about), np.sin(about)])
    long = np.ptp(points @ ways, axis=0) + HALF - across * np.abs(slope_at(x, y, view.picture) @ ways)
    return float((long / np.roll(long, STEPS // 2)).max())


def _contrast(face: Floats) -> float:
    quarter = len(face) // 4
    return float(face[quarter:-quarter, quarter:-quarter].std(axis=(0, 1)).max())
