"""The way back from a question that a tap on a screen beside it has brought up. No kivy in here."""

from __future__ import annotations

from companion.core.asks import Ask
from companion.session.session import Session


class Detour:
    """The way back to a screen beside the question, when a tap there has brought up another question.

    ``screen`` is where to go back to, None where nobody was called away.
    """

    def __init__(self) -> None:
        self.screen: str | None = None
        self._asked: Ask | None = None
        self._between: Ask | None = None

    def call_away(self, screen: str, asked: Ask) -> None:
        """What ``screen`` did needs something else first; it is done when ``asked`` is open again."""
        self.screen, self._asked, self._between = screen, asked, None

    def stay(self) -> None:
        """Somebody went elsewhere: there is no way back any more."""
        self.screen = None

    def back(self, session: Session) -> str | None:
        """The screen to return to, if what came between is done."""
        if self.screen is None or session.mode != "choose":
            return None
        screen, ask = self.screen, session.table.ask
        if ask == self._asked:
            self.stay()
            return screen
        if self._between is not None and ask != self._between:
            self.stay()
        self._between = ask
        return None
