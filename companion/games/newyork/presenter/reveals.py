"""Reveals: the rising alert."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.instructions import Instruction
from companion.core.texts import T
from companion.games.newyork.state import State
from companion.scene.reveals import Reveal, climbed

ALERT = "marker:alert"


def reveals(s: State, instructions: Sequence[Instruction]) -> list[Reveal]:
    """The steps of the alert."""
    steps = climbed(instructions, ALERT)
    if steps is None:
        return []
    start, end = steps
    return [Reveal("alert", T("The alert rises to {n}.", n=end), ALERT, [], [], start, end, s.now.limit)]
