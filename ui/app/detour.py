"""The way back from a question that a tap on a screen beside it has raised. No kivy in here."""

from __future__ import annotations

from companion.core.asks import Ask
from companion.session.session import Session


class Detour:
    """Remembers the screen to return to when a tap there raised another question. ``screen`` is None if there is
    none."""

    def __init__(self) -> None:
        self.screen: str | None = None
        self._asked: Ask | None = None
        self._between: Ask | None = None

    def call_away(self, screen: str, asked: Ask) -> None:
        """A tap on ``screen`` raised another question; it is done when ``asked`` is open again."""
        self.screen, self._asked, self._between = screen, asked, None

    def stay(self) -> None:
        """Cancel the return, when people go elsewhere."""
        self.screen = None

    def back(self, session: Session) -> str | None:
        """The screen to return to, once the other question is done."""
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
