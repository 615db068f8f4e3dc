"""What screens may call on the application."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from companion.club.membership import Membership
from companion.core.texts import Words
from companion.scene.scene import Tap
from companion.session.session import Session
from ui.base.settings import Settings
from ui.look.pictures import CardPictures
from ui.model.box_editor import BoxEditor, BoxUpdates
from ui.model.explanations import Slips
from ui.model.history import Films
from ui.model.library import Library
from ui.model.navigation import Privacy
from ui.model.notes import Offers
from ui.model.phones import Phones
from ui.widgets.frame import Lamp

if TYPE_CHECKING:
    from ui.app.stage import Stage
    from ui.controls.controls import Inputs
    from ui.device.display import Display


class Host(Protocol):
    """The application's interface for screens."""

    session: Session | None
    library: Library
    settings: Settings
    privacy: Privacy
    phones: Phones
    club: Membership
    offers: Offers
    box_updates: BoxUpdates
    slips: Slips
    looking: str
    stage: Stage
    inputs: Inputs | None
    display: Display
    box_editor: BoxEditor
    pictures: CardPictures
    small_pictures: CardPictures
    films: Films

    def go(self, screen: str) -> None:
        """Show another screen; ``game`` is the one that the running game needs now."""

    def refresh(self) -> None:
        """Fill the screen again before the next frame."""

    def look_at_seat(self, seat: str | None = None) -> None:
        """Show a player's board; None: of the player whose turn it is."""

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

    def open_game(self, game_id: str) -> None:
        """Continue a saved game."""

    def new_game(self, name: str) -> None:
        """Open the setup of a new game."""

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

    def dismiss(self) -> None:
        """Close the banner."""

    def wake(self) -> None:
        """Light the screen again."""

    def show_message(self, words: Words | None, then: Callable[[], None] | None = None) -> None:
        """Show in the banner what went wrong and what to do; None: nothing."""

    def apply_settings(self) -> None:
        """Save and apply changed settings."""

    def quit(self) -> None:
        """Quit; everything is saved."""
