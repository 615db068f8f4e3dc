"""What deserves a moment of its own: the alert that rises."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.instructions import Instruction
from companion.core.texts import T
from companion.games.newyork.state import State
from companion.scene.reveals import Reveal, climbed

ALERT = "marker:alert"


def reveals(s: State, instructions: Sequence[Instruction]) -> list[Reveal]:
    """What has come to light: the steps of the alert."""
    steps = climbed(instructions, ALERT)
    if steps is None:
        return []
    start, end = steps
    return [Reveal("alert", T("The alert rises to {n}.", n=end), ALERT, [], [], start, end, s.now.limit)]
