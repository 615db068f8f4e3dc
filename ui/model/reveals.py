"""Timing of animated reveals. No kivy in here; time is passed in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise
from types import MappingProxyType

from companion.scene.reveals import Occasion, Reveal
from companion.scene.scene import Scene
from companion.session.session import Session

MOST = 0.8
"""Maximum seconds for all reveals together."""
LASTS: Mapping[Occasion, float] = MappingProxyType(
    {"card": 0.45, "bids": 0.8, "alert": 0.5, "crew": 0.7, "raid": 0.65, "end": 0.8}
)
"""Seconds of each if it is alone."""
SIGNS: Mapping[str | None, str] = MappingProxyType({"win": "star", "loss": "alert", "end": "crown"})
"""Icon of a game's end, by its result."""


@dataclass(frozen=True)
class Course:
    """Consecutive reveals, sped up if they would take too long."""

    acts: tuple[Reveal, ...]

    @cached_property
    def ends(self) -> tuple[float, ...]:
        """End times of each, starting with 0."""
        times = [LASTS[act.of] for act in self.acts]
        faster = min(1.0, MOST / sum(times))
        return tuple(accumulate((seconds * faster for seconds in times), initial=0.0))

    @property
    def lasts(self) -> float:
        """Total seconds."""
        return self.ends[-1]

    def at(self, seconds: float) -> tuple[Reveal, float] | None:
        """The reveal at that time and its progress (0 to 1); None after the end."""
        for act, (start, end) in zip(self.acts, pairwise(self.ends), strict=True):
            if seconds < end:
                return act, max(0.0, (seconds - start) / (end - start))
        return None


def course_of(session: Session) -> Course | None:
    """Reveals of the current page, or of the game's end; None if there are none."""
    page, scene = session.page, session.scene
    acts: list[Reveal] = []
    if page is not None:
        if page.card is not None:
            acts.append(Reveal("card", page.card.title, page.card.icon))
        acts += page.reveals
    elif session.mode == "over":
        acts.append(Reveal("end", scene.prompt.title, sign_of(scene)))
    return Course(tuple(acts)) if acts else None


def sign_of(scene: Scene) -> str:
    """Icon of how the game ended."""
    return SIGNS.get(scene.result, "alert")


def eased(share: float) -> float:
    """Ease in and out (smoothstep)."""
    return share * share * (3 - 2 * share)


def part(share: float, start: float, end: float) -> float:
    """Progress from ``start`` to ``end``, from 0 to 1."""
    return min(1.0, max(0.0, (share - start) / (end - start)))
