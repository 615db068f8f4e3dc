"""Secrets in a terminal: shown only after the others have looked away, and hidden afterwards."""

from __future__ import annotations

from collections.abc import Callable

from companion.core.texts import T
from companion.scene.scene import Private, Scene
from companion.session.session import Session
from companion.terminal.view import View


class TerminalPrivacy:
    """Tracks which seat may see the terminal; ``read`` waits for Enter."""

    def __init__(self, session: Session, view: View, read: Callable[[str], str]) -> None:
        self._session = session
        self._table = session.table
        self._view = view
        self._read = read
        self._alone: str | None = None

    def let_look_away(self, scene: Scene) -> None:
        """If the question is for one seat only, wait until the others look away."""
        only = self._only()
        if only is not None and only != self._alone:
            self._wait_for(scene, only)
            self._alone = only

    def hide_answered(self) -> None:
        """Hide a seat's secrets, unless the next question is for the same seat."""
        if self._alone != self._only():
            self.hide()

    def hide(self) -> None:
        """Hide all secrets."""
        if self._alone is not None:
            self._alone = None
            self._view.days.alone(here=False)

    def show(
        self, numbers: list[str], typed: Callable[[], list[str]], tap: Callable[[Private, list[str]], None]
    ) -> None:
        """Show the secrets of the seat with the typed number until Enter.

        ``typed`` reads a line, and ``tap`` handles input for counters meanwhile.
        """
        scene = self._session.scene
        seats = [board.seat for board in scene.boards]
        at = int(numbers[0]) - 1 if numbers and numbers[0].isdecimal() else -1
        seat = seats[at] if 0 <= at < len(seats) else None
        if seat is None or seat not in scene.secrets:
            self._view.note(T("Type secret and the number of a board that has something to hide."), "red")
            return
        self.hide()
        self._wait_for(scene, seat)
        try:
            while (private := self._table.game.presenter.private(self._table.state, seat)) is not None:
                self._view.days.private(private, self._view.card)
                self._view.note(T("Press Enter to hide it."), "bold")
                words = typed()
                if not words:
                    return
                tap(private, words)
        finally:
            self._view.days.alone(here=False)

    def _only(self) -> str | None:
        return None if self._table.can_deal else self._table.ask.only

    def _wait_for(self, scene: Scene, seat: str) -> None:
        name = next((board.name for board in scene.boards if board.seat == seat), seat)
        self._view.note(T("Only {seat} looks now: press Enter.", seat=name), "bold")
        self._read("> ")
        self._view.days.alone(here=True)
