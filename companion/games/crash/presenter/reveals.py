"""Reveals: the last member of a crew."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.answers import Answer
from companion.core.asks import Ask
from companion.core.instructions import Instruction, ident, kind
from companion.games.crash.presenter.naming import Naming
from companion.games.crash.rules.ending import RULE
from companion.games.crash.state import State, holder
from companion.games.crash.world import type_of
from companion.scene.reveals import Opened, Reveal


class Reveals(Naming):
    """The reveals of an answer."""

    def reveals(self, s: State, answer: Answer, asked: Ask | None, instructions: Sequence[Instruction]) -> list[Reveal]:
        """R-CG-74: everybody is aboard; the last to come is last."""
        said = next((todo for todo in instructions if todo.verb == "tell" and todo.rule == RULE), None)
        if said is None or s.now.result is None:
            return []
        seat = s.now.result["winner"]
        name = f"seat:{seat}"
        last = next((ident(todo.piece) for todo in reversed(instructions) if kind(todo.piece) == "crew"), "")
        mat = s.now.saucers[holder(s, last) or s.world.saucers_of[seat][0]]
        types = {type_of(one): one for one in (*mat.crew, last) if one in mat.crew}
        crew = sorted(types.values(), key=lambda one: one == last)
        pieces = [self.piece(s, f"crew:{one}") for one in crew]
        winner = Opened(self.word(s, name), self.icon(s, name))
        return [Reveal("crew", said.text or "", winner.icon, [winner], pieces)]
