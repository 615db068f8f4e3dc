"""Choosing another answer at an earlier moment by tapping, with its consequences shown before anybody decides."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import ClassVar

from companion.core.answers import Answer, Roll
from companion.core.texts import T, Words
from companion.scene.scene import Filling
from companion.session.session import Session
from companion.table import alternatives
from companion.table.alternatives import Other
from ui.base.language import say
from ui.look import icons
from ui.widgets.rows import Row


class Revising(alternatives.Revising):
    """Another answer for entry ``rev`` of the session's game, as rows to tap."""

    DICE: ClassVar[Words] = T("Tap a die until it shows what was rolled.")

    def __init__(self, session: Session, rev: int) -> None:
        super().__init__(session.table, rev, say)

    def rows(
        self, choose: Callable[[Answer], None], turn: Callable[[str], None], fill_in: Callable[[Filling], None]
    ) -> list[Row]:
        """All alternatives as rows, or the dice of a roll, turned by tapping; ``fill_in`` opens a form."""
        moment = self.moment
        if self.mended:
            return [Row(say(self.given), here=True)]
        if moment.legal is None:
            names = {die.id: say(die.name) for die in self.table.game.presenter.scene(moment.state).dice}
            return [
                Row(names.get(die) or die, "", _face(str(face)), action=partial(turn, die), key=die)
                for die, face in sorted(self.faces.items())
            ]
        given = moment.played.answer
        chosen = self.answer if self.answer is not None else given
        return [
            Row(
                other.label, "" if chosen != given and other.form is not None else self._aside(other),
                detail=self._filled(other, chosen), past=self.gives(other), here=self.gives(other, chosen),
                action=partial(choose, other.answer) if other.form is None else partial(fill_in, other.form),
            )
            for other in self.others()
        ]  # fmt: skip

    def _aside(self, other: Other) -> str:
        return say(T("as it was")) if self.gives(other) else ""

    def _filled(self, other: Other, chosen: Answer | None) -> str:
        """What was filled in instead."""
        if other.form is None or chosen is None or chosen == self.moment.played.answer or not self.gives(other, chosen):
            return ""
        return say(self.table.game.presenter.describe(self.moment.state, chosen))

    def turn(self, die: str) -> None:
        """Turn the die to its next face."""
        sides = list(dict.fromkeys(self.moment.faces[die]))
        at = sides.index(self.faces[die]) if self.faces[die] in sides else -1
        self.faces[die] = sides[(at + 1) % len(sides)]
        self.choose(Roll(dict(self.faces)))


def _face(face: str) -> str:
    return f"face:{face}" if icons.known(f"face:{face}") else ""
