"""What has come to light and is shown with a picture that moves: what it is, and how far it is at any time.

No kivy in here; time is passed in.
"""

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
"""Seconds that all of it takes at most."""
LASTS: Mapping[Occasion, float] = MappingProxyType(
    {"card": 0.45, "bids": 0.8, "alert": 0.5, "crew": 0.7, "raid": 0.65, "end": 0.8}
)
"""Seconds that each takes where it is alone."""
SIGNS: Mapping[str | None, str] = MappingProxyType({"win": "star", "loss": "alert", "end": "crown"})
"""What stands for the end of a game, by its result."""


@dataclass(frozen=True)
class Course:
    """What comes to light, one after the other; where that would take too long, each is faster."""

    acts: tuple[Reveal, ...]

    @cached_property
    def ends(self) -> tuple[float, ...]:
        """When each has come to its end, beginning with 0."""
        times = [LASTS[act.of] for act in self.acts]
        faster = min(1.0, MOST / sum(times))
        return tuple(accumulate((seconds * faster for seconds in times), initial=0.0))

    @property
    def lasts(self) -> float:
        """Seconds that all of it takes."""
        return self.ends[-1]

    def at(self, seconds: float) -> tuple[Reveal, float] | None:
        """What is shown then, and how much of it has gone by (0 to 1); None once all is over."""
        for act, (start, end) in zip(self.acts, pairwise(self.ends), strict=True):
            if seconds < end:
                return act, max(0.0, (seconds - start) / (end - start))
        return None


def course_of(session: Session) -> Course | None:
    """What the page in front, or the end of the game, brings to light; None if that is nothing."""
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
    """What stands for how a game has ended."""
    return SIGNS.get(scene.result, "alert")


def eased(share: float) -> float:
    """Slow at both ends."""
    return share * share * (3 - 2 * share)


def part(share: float, start: float, end: float) -> float:
    """How much of the time from ``start`` to ``end`` has gone by."""
    return min(1.0, max(0.0, (share - start) / (end - start)))
