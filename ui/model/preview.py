"""The consequences of an answer, shown during a long press. No kivy in here."""

from __future__ import annotations

from companion.core.answers import Answer
from companion.core.refusals import Refused
from companion.core.texts import T
from companion.scene.scene import for_hands
from companion.session.session import Session
from companion.table.whatif import ahead
from ui.app.language import say
from ui.model.animation import Moves, moves_on

MOST = 3
"""Maximum number of moves told in words; the board shows the rest."""


class Preview:
    """The preview of an answer: ``moves`` on a board of squares, and ``text`` in words."""

    def __init__(self) -> None:
        self.moves: Moves | None = None
        self.text = ""

    def forget(self) -> None:
        """Clear the preview."""
        self.moves, self.text = None, ""

    def update(self, session: Session, answer: Answer | None) -> None:
        """Preview ``answer``; None: the finger was lifted."""
        self.forget()
        if answer is None:
            return
        try:
            seen = ahead(session.table, answer)
        except Refused as no:
            self.text = say(no.text)
            return
        self.moves = moves_on(session, seen.instructions)
        lines = [line for line in for_hands(seen.lines, session.table.chance) if line.sign == "→"]
        self.text = " · ".join(say(line.words) for line in lines[:MOST]) or say(T("Nothing would move."))
