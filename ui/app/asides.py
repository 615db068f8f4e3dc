"""Where people look beside the open question, and who alone may look. No kivy in here but its clock's type."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from typing import Protocol

from companion.core.asks import Ask
from companion.session.session import Session

IDLE = 20.0
"""Seconds without a tap after which a question for one seat hides itself."""


class Aside:
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


class Offers:
    """Which new tiles to ask the place of, each once. ``tiles`` are those that lie there from the beginning.

    ``declined``: people want no sketch, and are not asked again.
    """

    def __init__(self, tiles: Iterable[str] = ()) -> None:
        self._known = set(tiles)
        self.declined = False

    def fresh(self, tiles: Sequence[str], laid: Container[str]) -> list[str]:
        """What to ask now, where ``tiles`` lie on the table and people have said of ``laid`` where.

        With the first new tile comes whatever else lies nowhere, so that it has neighbours.
        """
        new = [tile for tile in tiles if tile not in self._known and tile not in laid]
        self._known.update(tiles)
        if self.declined or not new:
            return []
        rest = [tile for tile in tiles if tile not in laid]
        return rest if len(rest) == len(tiles) else new


class Timer(Protocol):
    """What ``Clock.schedule_once`` gives."""

    def cancel(self) -> None: ...


class Eyes:
    """Whose secret is on the screen. ``seat`` looks at what is its own; ``opened`` is asked a question of its own.

    ``back`` is the screen from which somebody came to look.

    ``later`` calls a function after so many seconds; ``hidden`` is called when a question hides itself.
    """

    def __init__(self, later: Callable[[Callable[[float], None], float], Timer], hidden: Callable[[], None]) -> None:
        self.seat: str | None = None
        self.back = "game"
        self.opened: str | None = None
        self._later = later
        self._hidden = hidden
        self._timer: Timer | None = None

    def open(self, seat: str) -> None:
        """Only ``seat`` looks: its question is shown until it is answered, or nobody has tapped for a while."""
        self.opened = seat
        self.touched()

    def shut(self) -> None:
        """Hide it again."""
        self.opened = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def hides(self, only: str | None) -> bool:
        """True when the question is for ``only``, who has not said yet that nobody else looks."""
        if self.opened is not None and only != self.opened:
            self.shut()
        return only is not None and self.opened != only

    def touched(self) -> None:
        """Somebody is there: it stays open."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self.opened is not None:
            self._timer = self._later(self._elapsed, IDLE)

    def _elapsed(self, _dt: float) -> None:
        self.shut()
        self._hidden()
