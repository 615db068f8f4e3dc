"""What if: the consequences of an answer, computed on a copy. Nothing is answered or logged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from companion.core.answers import Answer
from companion.core.instructions import Instruction
from companion.scene.scene import Line, Scene

if TYPE_CHECKING:
    from companion.table.table import Table


class WhatIf(Struct, frozen=True):
    """The instructions after an answer, the same in words, and the scene of the next question."""

    instructions: list[Instruction]
    lines: list[Line]
    scene: Scene


def ahead(table: Table, answer: Answer) -> WhatIf:
    """The consequences of ``answer`` to the open question of ``table``, up to the next question, chance included.

    Raises ``Refused`` like ``Table.answer``.
    """
    game, state = table.game, table.state.copy()
    instructions = game.rules.play(state, answer)
    return WhatIf(instructions, game.presenter.lines(state, instructions), game.presenter.scene(state))
