"""What a screen may ask of the application around it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from companion.club.membership import Membership
from companion.core.texts import Words
from companion.scene.scene import Tap
from companion.session.session import Session
from ui.app.desk import Desk
from ui.app.lessons import Lessons
from ui.app.library import Library
from ui.app.notes import Offers
from ui.app.privacy import Privacy
from ui.app.settings import Settings
from ui.controls.phones import Phones
from ui.look.pictures import CardPictures
from ui.model.explanations import Slips
from ui.model.films import Films
from ui.widgets.frame.nav import Lamp

if TYPE_CHECKING:
    from ui.app.inputs import Inputs
    from ui.app.stage import Stage
    from ui.device.glass import Glass


class Host(Protocol):
    """The application, as screens see it."""

    session: Session | None
    library: Library
    settings: Settings
    privacy: Privacy
    phones: Phones
    club: Membership
    offers: Offers
    lessons: Lessons
    slips: Slips
    looking: str
    stage: Stage
    inputs: Inputs | None
    glass: Glass
    desk: Desk
    pictures: CardPictures
    small_pictures: CardPictures
    films: Films

    def go(self, screen: str) -> None:
        """Show another screen; ``game`` is the one that the running game needs now."""

    def refresh(self) -> None:
        """Something changed: fill the screen again before the next frame."""

    def look_at_seat(self, seat: str | None = None) -> None:
        """Show the board of a player; None: of whoever's turn it is."""

    def check_up(self) -> None:
        """Show whether all is well at this table; from there the way leads back to here."""

    def look_at_moment(self, rev: int) -> None:
        """Show what the entry ``rev`` of the log was, on the timeline."""

    def look_alone(self, seat: str | None = None) -> None:
        """Show what only that player may see, behind a gate; None: ask who looks."""

    def look_back(self) -> None:
        """Nobody looks alone any more: back to where that was asked for."""

    def turn_round(self, seat: str) -> None:
        """That player sits at the other side of the table."""

    def turn_screen(self) -> None:
        """Turn everything round for whoever sits opposite, or back."""

    def quietly(self, tap: Tap) -> None:
        """Do what a tap on a counter says, and stay; what it brings up comes to the front and leads back."""

    def open_game(self, game_id: str) -> None:
        """Go on with a saved game."""

    def new_game(self, name: str) -> None:
        """Set up a new game of that name."""

    def start_game(self, game: str, seats: list[str], settings: dict[str, str]) -> None:
        """Begin it."""

    def start_again(self, game: str) -> None:
        """Begin it as the last time."""

    def play(self, session: Session) -> None:
        """A new game is on the table."""

    def leave_game(self) -> None:
        """Back to the home screen; the game stays saved."""

    def health(self) -> tuple[str, Words]:
        """The state (good, wait, bad, off) and a sentence for the light of the dice reader."""

    def saved(self) -> tuple[str, Words]:
        """The same for the journal."""

    def lamps(self) -> tuple[Lamp, ...]:
        """The same in two words each, reader first, journal last."""

    def throws(self, dice: Sequence[str]) -> bool | None:
        """Whether simulated dice can be thrown now: None where there are none."""

    def throw(self, dice: Sequence[str]) -> None:
        """Throw these simulated dice; the reader reads them one by one."""

    def dismiss(self) -> None:
        """The banner has been read."""

    def wake(self) -> None:
        """Light again."""

    def complain(self, words: Words | None, then: Callable[[], None] | None = None) -> None:
        """Say in the banner what went wrong and what to do."""

    def apply_settings(self) -> None:
        """Language, theme, size of the text, light or touch are others now."""

    def quit(self) -> None:
        """Close the companion; everything is saved."""
