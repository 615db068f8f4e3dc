"""What follows the game on the table."""

from __future__ import annotations

from companion.session.session import Session


class Observer:
    """Told by the application what happens to the game on the table; a method that is not overridden does nothing."""

    def serve(self, session: Session) -> None:
        """This game was put on the table."""

    def changed(self, session: Session) -> None:
        """Something in it has changed; the screen does not show it yet."""

    def settled(self, session: Session | None) -> None:
        """The screen shows the current state; None: there is no game on the table."""

    def saved(self) -> None:
        """What was waiting to be saved is on disk."""

    def leave(self, session: Session) -> None:
        """The game is about to be taken off the table."""

    def close(self) -> None:
        """The application ends."""
