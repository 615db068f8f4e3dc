"""The base class of all screens, and what they may call on the application."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Protocol

from companion.club.membership import Membership
from companion.core.texts import Words
from companion.packs.photos.background import PrintedCards
from companion.scene.scene import Choice, Line, Tap
from companion.session.session import Session
from companion.table.log import Source
from hardware.inputs import Event
from ui.base.language import language
from ui.base.settings import Settings
from ui.device.display import Display
from ui.device.inputs import Inputs
from ui.layout.geometry import Area
from ui.look.theme import Shape, look
from ui.model.box_editor import BoxEditor, BoxHost, BoxUpdates
from ui.model.explanations import Slips, rules_of
from ui.model.history import Courses, Films
from ui.model.library import Offers
from ui.model.navigation import Observer, Privacy
from ui.model.phones import Phones
from ui.widgets.buttons import TapButton
from ui.widgets.cards import CardView
from ui.widgets.drawn import Composed, Drawn, Tappable, redraw_all
from ui.widgets.frame import Lamp
from ui.widgets.lines import TodoStrip


class Host(BoxHost, Protocol):
    """The application's interface for screens."""

    settings: Settings
    privacy: Privacy
    phones: Phones
    club: Membership
    offers: Offers
    box_updates: BoxUpdates
    slips: Slips
    inputs: Inputs | None
    display: Display
    box_editor: BoxEditor
    printed: PrintedCards
    films: Films
    courses: Courses
    observers: list[Observer]
    """Those that follow the game on the table."""

    @property
    def front(self) -> Screen:
        """The screen that is shown."""

    def look_at_seat(self, seat: str | None = None) -> None:
        """Show a player's board; None: of the player whose turn it is."""

    def look_at_places(self, group: str) -> None:
        """Show a group of places in the table check."""

    def check_up(self) -> None:
        """Show the doctor; back leads to the current screen."""

    def look_at_moment(self, rev: int) -> None:
        """Show entry ``rev`` of the log."""

    def look_alone(self, seat: str | None = None) -> None:
        """Show what only that player may see, behind a gate; None: ask who is looking."""

    def look_back(self) -> None:
        """Close the private screen and return to the one before."""

    def turn_round(self, seat: str) -> None:
        """Move that player to the other side of the table."""

    def turn_screen(self) -> None:
        """Rotate the picture by 180 degrees."""

    def apply_tap(self, tap: Tap) -> None:
        """Apply a tap on a counter and stay on the screen; a question it raises comes to the front and leads back."""

    def take(self, choice: Choice, rev: int) -> None:
        """Take a choice for the table at ``rev``; what comes of it is shown as on the table."""

    def ask_opinion(self) -> None:
        """Have the companion think about what it would do here."""

    def open_game(self, game_id: str) -> None:
        """Continue a saved game."""

    def start_game(self, game: str, seats: list[str], settings: dict[str, str]) -> None:
        """Start it."""

    def start_again(self, game: str) -> None:
        """Start it with the settings of the last time."""

    def play(self, session: Session) -> None:
        """Put a session on the table."""

    def leave_game(self) -> None:
        """Go to the home screen; the game stays saved."""

    def health(self) -> tuple[str, Words]:
        """State (good, wait, bad, off) and sentence of the dice reader."""

    def saved(self) -> tuple[str, Words]:
        """The same for the journal."""

    def lamps(self) -> tuple[Lamp, ...]:
        """The status lights with short labels: reader first, journal last."""

    def throws(self, dice: Sequence[str]) -> bool | None:
        """True if these simulated dice can be rolled now; None if there are none."""

    def throw(self, dice: Sequence[str]) -> None:
        """Roll these simulated dice; the reader reads them one by one."""

    def act(self) -> None:
        """Press the amber button."""

    def take_back(self, source: Source = "touch") -> None:
        """Undo; on side screens without an instruction page; on screens with their own taps only the last tap."""

    def apply_settings(self) -> None:
        """Save and apply changed settings."""

    def quit(self) -> None:
        """Quit; everything is saved."""


PANEL = 61.5
"""Width (mm) of the right-hand panel: six dice side by side, each large enough for a finger."""


class Screen(Composed):
    """A screen: built once, laid out by ``arrange`` when window or text size change, filled by ``refresh``. ``nav``: it
    has the nav bar. A screen holds no game state; what it remembers of the view is cleared by ``reset``."""

    nav = True
    primary: TapButton
    """The amber button, which the green button presses as well; hidden if there is nothing to do."""
    way_back: TapButton | None = None
    """The button that leads back, if it has no back arrow."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self._arranged: tuple[object, ...] = ()
        super().__init__()
        self.build()

    def build(self) -> None:
        """Called once: create the widgets, bottom to top."""
        self.primary = TapButton()
        self.primary.hide()

    def arrange(self, room: Area, shape: Shape) -> None:
        """Lay out all widgets in ``room`` (pixels)."""

    def refresh(self) -> None:
        """Show the current state."""

    def reset(self) -> None:
        """Called whenever people come to this screen."""

    def open(self, about: Any) -> None:
        """Called before, if they come with something that the screen is to be about."""

    def settle(self, room: Area) -> None:
        """Refresh; first arrange and redraw if area, sizes, theme, language or names of people changed."""
        now = (
            (room.x, room.y, room.w, room.h), look.panel, look.scale, look.theme,
            language.code, tuple(language.people.items()),
        )  # fmt: skip
        if now != self._arranged:
            self._arranged = now
            self.pos, self.size = (room.x, room.y), (room.w, room.h)
            self.arrange(room.copy(), look.panel.shape)
            redraw_all(self)  # Even widgets that keep their place, since fonts, colours or words may have changed.
        if self.ready:
            self.refresh()

    @property
    def ready(self) -> bool:
        """True if there is something to show."""
        return True

    @property
    def session(self) -> Session:
        """The running game; raises ``LookupError`` if there is none."""
        if self.host.session is None:
            raise LookupError("no game is on the table")
        return self.host.session

    @property
    def room(self) -> Area:
        """The area of the screen."""
        return Area(*self.pos, *self.size)

    @property
    def upright(self) -> bool:
        return look.panel.shape == "portrait"

    def act(self) -> None:
        """Press the amber button."""

    @property
    def lit(self) -> bool:
        """True if the green button's light should be on."""
        return self.primary.shown and self.primary.role == "primary"

    @property
    def filled(self) -> bool:
        """True while a picture of the table fills it, without anything to tap."""
        return False

    @property
    def tried(self) -> frozenset[str]:
        """Lights of the panel being tested by hand."""
        return frozenset()

    def hear(self, event: Event) -> bool:
        """Handle a hardware event; True if nobody else should."""
        return False

    def key_number(self, n: int) -> None:
        """A number button was pressed; used where a number or a face is asked for."""

    @property
    def typing(self) -> bool:
        """True while a text is asked for: a keyboard that is plugged in types into it."""
        return False

    @property
    def entering(self) -> bool:
        """True while a text or a number is typed: Enter is the amber button."""
        return self.typing

    def type_key(self, letter: str) -> None:
        """A letter of such a keyboard; "" deletes the last one, or the last digit of a number."""

    @property
    def takes_back(self) -> bool:
        """True if there is input only on this screen that can be undone."""
        return False

    def take_back(self) -> bool:
        """Undo input that exists only on this screen; False if there is none."""
        return False

    @property
    def moving(self) -> bool:
        """True while an animation runs on it."""
        return False

    @property
    def turned_up(self) -> CardView | None:
        """The card on it that turns over when revealed."""
        return None

    # Targets of hints.

    def anchor(self, at: str) -> Drawn | None:
        """The widget with this role. What only goes back is no next thing to do."""
        return self.primary if at == "primary" and self.primary.role != "quiet" else None

    def choices(self) -> Sequence[TapButton]:
        """The buttons of choices; the second part of each key is what it stands for."""
        return ()

    def answering(self) -> Sequence[TapButton]:
        """The buttons that answer the question, besides the amber one."""
        return self.choices()

    def cell(self, spot: str) -> Area | None:
        """Area of a board space."""
        return None

    def reading(self) -> Sequence[Drawn]:
        """Text people are reading."""
        return ()

    def pictures(self) -> Sequence[Drawn]:
        """The board, or what else shows the table."""
        return ()

    @property
    def seat(self) -> str | None:
        """The player for whose side of the table the picture is rotated; None: everybody."""
        return None


class GameScreen(Screen):
    """A screen of the running game. ``for_one``: only the player who may see the question looks at it."""

    for_one = False

    @property
    def ready(self) -> bool:
        return self.host.session is not None

    @property
    def seat(self) -> str | None:
        session = self.host.session
        return session.only if session is not None and self.for_one else None

    def ask_why(self, part: Tappable, lines: Sequence[Line] | None = None, *, force: bool = False) -> bool:
        """Let ``part`` explain these lines, else the page or the question, and the companion's turn; with ``force``
        also what is in force. Returns False, and hides it, if there is nothing to explain."""
        rules, page = rules_of(self.session, lines), self.session.page
        because = None if page is None else page.because
        explains = bool(rules) or force or because is not None
        part.action = partial(self.host.slips.why, rules, force, because)
        part.show(shown=explains)
        return explains

    def show_todo(self, strip: TodoStrip, hint: str = "") -> None:
        """Instructions for the latest taps; a tap explains them."""
        todo = list(self.session.todo)
        rules = rules_of(self.session, todo)
        strip.action = partial(self.host.slips.why, rules) if rules else None
        strip.show(lines=todo, hint=hint)


def cut_nav(room: Area, shape: Shape) -> Area:
    """Cut off the nav bar's area: a rail on the left of wide screens, else a bar at the bottom."""
    return room.cut_left(look.mm(look.NAV_RAIL)) if shape == "wide" else room.cut_bottom(look.mm(look.NAV_BAR))


def cut_panel(body: Area, shape: Shape) -> Area:
    """Cut off the right-hand panel; in portrait, all of ``body``."""
    if shape == "portrait":
        return body
    return body.cut_right(max(body.w * 0.395, look.mm(PANEL)), look.gap * 1.6)


def primary_place(window: Area, shape: Shape) -> Area:
    """Area of the amber button during a game, the same on every screen."""
    room = window.copy()
    cut_nav(room, shape)
    return cut_panel(room.inset(look.pad, look.gap), shape).cut_bottom(look.primary)
