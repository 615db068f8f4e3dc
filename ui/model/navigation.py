"""Which screen a game needs now, where nav bar and way back lead, whose secrets may be seen, and what follows the game.
No kivy in here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from companion.core.asks import Ask
from companion.core.texts import T, Words
from companion.scene.scene import Scene
from companion.session.session import Session

SCREEN_OF = {
    "card": "reveal",
    "check": "check",
    "roll": "dice",
    "list": "list",
    "over": "over",
    "new": "learning",
    "offer": "learning",
    "changes": "changes",
}

MAKE_WAY = ("boxes", "box", "entries", "counts", "card")
"""Screens of boxes that give way to a browser asking for consent; on others people may be busy."""


def screen_of(session: Session) -> str:
    """Name of the screen: a form or keypad replaces the table for one question."""
    mode, scene = session.mode, session.scene
    if mode == "choose":
        if session.forms.now(scene, session.rev) is not None:
            return "form"
        if scene.entry is not None or scene.several is not None:
            return "entry"
    if mode == "new" and session.learning.telling is not None:
        return "telling"
    return SCREEN_OF.get(mode, "table")


def makes_way(session: Session) -> bool:
    """True if the screen gives way to a phone asking for consent; on others people may be busy."""
    return screen_of(session) in ("table", "reveal", "check", "over")


def destinations(scene: Scene, *, opinions: bool = False) -> list[tuple[str, Words, str]]:
    """Destinations of the nav bar (name, label, icon), without those that would be empty; ``opinions``: people may ask
    what the companion would do."""
    there = {
        "opinion": opinions and scene.result is None,
        "sheet": bool(scene.seats),
        "seats": bool(scene.boards),
        "city": bool(scene.tiles),
        "private": bool(scene.secrets),
        "story": bool(scene.story) or not scene.boards,
    }
    slots: list[tuple[str, Words, str]] = [
        ("sheet", T("Items"), "hand"),
        ("private", T("Secrets"), "eye:shut"),
        ("seats", T("Players"), "players"),
        ("city", T("City"), "tile"),
        ("story", T("Story"), "book"),
        ("opinion", T("Opinion"), "question"),
        ("log", T("Log"), "log"),
        ("menu", T("Menu"), "menu"),
    ]
    return [slot for slot in slots if there.get(slot[0], True)]


def sheet_badge(session: Session) -> str:
    """Number of items that can be used now, for the nav bar; empty for none."""
    if session.mode != "choose":
        return ""
    sheets = {group.id for group in session.scene.groups if group.sheet}
    count = len({choice.group for choice in session.scene.choices if choice.group in sheets})
    return str(count) if count else ""


# The way back to a side screen.


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


# Secrets.

IDLE = 20.0
"""Seconds without a tap until a secret question is hidden."""


class Timer(Protocol):
    """What kivy's ``Clock`` returns for something scheduled."""

    def cancel(self) -> None: ...


class Privacy:
    """Whose secrets are on the screen: ``seat`` looks at its own cards; ``opened`` answers its own question. ``back``:
    the screen to return to. ``later`` calls a function after some seconds; ``hidden`` is called when a question is
    hidden by timeout."""

    def __init__(self, later: Callable[[Callable[[float], None], float], Timer], hidden: Callable[[], None]) -> None:
        self.seat: str | None = None
        self.back = "game"
        self.opened: str | None = None
        self._later = later
        self._hidden = hidden
        self._timer: Timer | None = None

    def open(self, seat: str) -> None:
        """Show the question of ``seat`` until it is answered or times out."""
        self.opened = seat
        self.touched()

    def shut(self) -> None:
        self.opened = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def hides(self, only: str | None) -> bool:
        """True if the question is for ``only``, who has not confirmed yet that nobody else is looking."""
        if self.opened is not None and only != self.opened:
            self.shut()
        return only is not None and self.opened != only

    def touched(self) -> None:
        """Restart the timeout after a tap."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self.opened is not None:
            self._timer = self._later(self._elapsed, IDLE)

    def _elapsed(self, _dt: float) -> None:
        self.shut()
        self._hidden()


# What follows the game on the table.


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
