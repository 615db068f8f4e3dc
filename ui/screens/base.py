"""What all screens have in common."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from companion.scene.scene import Line
from ui.app.language import language, say
from ui.layout.geometry import Area
from ui.look.theme import Shape, look
from ui.model.explanations import rules_of
from ui.widgets.button import TapButton
from ui.widgets.card import CardView
from ui.widgets.drawn import Composed, Drawn, Tappable, draw_again
from ui.widgets.strip import TodoStrip

if TYPE_CHECKING:
    from companion.session.session import Session
    from hardware.inputs import Event
    from ui.app.host import Host

PANEL = 61.5
"""Millimetres of the column for what is to be done: six dice beside each other, each large enough for a finger."""


class Screen(Composed):
    """A screen: built once, placed by ``arrange`` when the glass or the text size is another, filled by ``refresh``.

    ``nav`` says whether the bar of the running game stands beside it. A screen has no state of the game; what it
    remembers is only where somebody is looking (``reset`` forgets that).
    """

    nav = True
    primary: TapButton
    """What the green button does as well; hidden where there is nothing."""
    way_back: TapButton | None = None
    """The button that leads back, where none has an arrow for it."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self._arranged: tuple[object, ...] = ()
        super().__init__()
        self.build()

    def build(self) -> None:
        """Once: its parts, each over the one before, and what they do."""
        self.primary = TapButton()
        self.primary.hide()

    def arrange(self, room: Area, shape: Shape) -> None:
        """Place every part into ``room`` (pixels)."""

    def refresh(self) -> None:
        """Show what is now."""

    def reset(self) -> None:
        """Somebody comes to this screen anew."""

    def settle(self, room: Area) -> None:
        """Arrange and draw again if room, sizes, theme or language are others than last time, and refresh."""
        now = (room.x, room.y, room.w, room.h, look.panel, look.scale, look.theme, language.code)
        if now != self._arranged:
            self._arranged = now
            self.pos, self.size = (room.x, room.y), (room.w, room.h)
            self.arrange(room.copy(), look.panel.shape)
            draw_again(self)  # Also what has kept its place, where letters, colours or words are others.
        self.refresh()

    def act(self) -> None:
        """Do the primary thing."""

    @property
    def lit(self) -> bool:
        """True while the light of the green button shall be lit."""
        return self.primary.shown and self.primary.role == "primary"

    @property
    def tried(self) -> frozenset[str]:
        """Lights of the panel that somebody tries by hand."""
        return frozenset()

    def hear(self, event: Event) -> bool:
        """Something came from the hardware; True if it is for nobody else."""
        return False

    def key_number(self, n: int) -> None:
        """A button with a number was pressed, where a number or the face of a die is asked for."""

    def take_back(self) -> bool:
        """Take back what was said here and nowhere else; False if there is nothing."""
        return False

    @property
    def moving(self) -> bool:
        """True while pieces move on it."""
        return False

    @property
    def turned_up(self) -> CardView | None:
        """The card that lies on it to be turned over."""
        return None

    # What a hint can point at.

    def anchor(self, at: str) -> Drawn | None:
        """The part that is called so by what it is for."""
        return self.primary if at == "primary" else None

    def choices(self) -> Sequence[TapButton]:
        """The buttons of what can be chosen; the second half of the key says what each of them is for."""
        return ()

    def answering(self) -> Sequence[TapButton]:
        """The buttons with which the question is answered, beside the amber one."""
        return self.choices()

    def cell(self, spot: str) -> Area | None:
        """Where a place of the table is."""
        return None

    def reading(self) -> Sequence[Drawn]:
        """What people are reading."""
        return ()

    @property
    def seat(self) -> str | None:
        """The player whose side of the table the picture is turned to; None: it is for everybody."""
        return None

    @property
    def session(self) -> Session:
        """The running game, for screens that stand only while there is one."""
        session = self.host.session
        if session is None:
            raise LookupError("no game is on the table")
        return session

    def ask_why(self, part: Tappable, lines: Sequence[Line] | None = None, *, force: bool = False) -> bool:
        """Let ``part`` explain these lines, else the page or the question, and with ``force`` what is in force; True if
        there is something to tell.

        Where there is nothing the part is not shown.
        """
        rules = rules_of(self.session, lines)
        part.action = partial(self.host.slips.why, rules, force)
        part.show(shown=bool(rules) or force)
        return bool(rules) or force

    def show_todo(self, strip: TodoStrip, hint: str = "") -> None:
        """What hands must do for the latest taps; a tap on it explains all of it."""
        todo = list(self.session.todo)
        rules = rules_of(self.session, todo)
        strip.action = partial(self.host.slips.why, rules) if rules else None
        strip.show(lines=todo, hint=hint)


def cut_nav(room: Area, shape: Shape) -> Area:
    """Cut off where the bar of the game stands: a rail at the left of wide glass, else a bar at the bottom."""
    return room.cut_left(look.mm(look.NAV_RAIL)) if shape == "wide" else room.cut_bottom(look.mm(look.NAV_BAR))


def cut_panel(body: Area, shape: Shape) -> Area:
    """Cut off the column at the right for what is to be done; all of it where the glass is upright."""
    if shape == "portrait":
        return body
    return body.cut_right(max(body.w * 0.395, look.mm(PANEL)), look.gap * 1.6)


def primary_place(window: Area, shape: Shape) -> Area:
    """Where the amber button stands while a game runs, on every screen the same."""
    room = window.copy()
    cut_nav(room, shape)
    return cut_panel(room.inset(look.pad, look.gap), shape).cut_bottom(look.primary)


__all__ = ["Screen", "cut_nav", "cut_panel", "primary_place", "say"]
