"""The way back to a side screen after a tap there raised another question. No kivy in here."""

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

    def start(self, screen: str, asked: Ask) -> None:
        """A tap on ``screen`` raised another question; it is done when ``asked`` is open again."""
        self.screen, self._asked, self._between = screen, asked, None

    def cancel(self) -> None:
        """Cancel the return, when people go elsewhere."""
        self.screen = None

    def back(self, session: Session) -> str | None:
        """The screen to return to, once the other question is done."""
        if self.screen is None or session.mode != "choose":
            return None
        screen, ask = self.screen, session.table.ask
        if ask == self._asked:
            self.cancel()
            return screen
        if self._between is not None and ask != self._between:
            self.cancel()
        self._between = ask
        return None
