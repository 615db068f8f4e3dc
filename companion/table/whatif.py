"""What if: where an answer would lead, worked out on a copy. Nothing is answered, and nothing comes into the log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from companion.core.answers import Answer
from companion.core.instructions import Instruction
from companion.scene.scene import Line, Scene

if TYPE_CHECKING:
    from companion.table.table import Table


class WhatIf(Struct, frozen=True):
    """What hands would do after an answer, the same in words, and the scene at the next question, whatever it asks."""

    instructions: list[Instruction]
    lines: list[Line]
    scene: Scene


def ahead(table: Table, answer: Answer) -> WhatIf:
    """What ``answer`` to the open question of ``table`` would bring, up to the next question.

    Chance is a question like any other and is not answered here. ``Refused`` as for ``Table.answer``.
    """
    game, state = table.game, table.state.copy()
    instructions = game.rules.play(state, answer)
    return WhatIf(instructions, game.presenter.lines(state, instructions), game.presenter.scene(state))
