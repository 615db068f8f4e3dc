"""Tables for screenshots, and every way to show a screen."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

from kivy.clock import Clock
from kivy.core.window import Window

from companion.chance.dealer import Dealer, parted
from companion.games.registry import load_game
from companion.packs.loader import load_pack
from companion.session.session import Session
from companion.table.table import Table
from tests.ui.hands import Hands
from tests.ui.pseudo import LONG
from ui.base.settings import SIZES as LETTERS
from ui.look.theme import THEMES
from ui.screens.stage import OF_BOXES
from ui.widgets.counters import CounterView

PLAYED = {
    "newyork": {"table", "check", "reveal", "dice", "list", "learning", "telling", "changes", "over"},
    "escape": {"table", "check", "reveal", "entry", "over"},
    "crash": {"table", "check", "reveal", "dice", "list", "over"},
    "krysis": {"table", "check", "reveal", "list", "form", "over"},
    "thousand": {"table", "dice", "over"},
}
"""Screens that a running game shows by itself."""
WITHOUT_A_GAME = ("home", "people", "settings", "touch", "doctor", "history", "results", "fairness", *OF_BOXES)
KNOWN = {f"chance.{item}": "digital" for item in ("relics", "agents", "missions")}
SETTINGS: dict[str, tuple[dict[str, str], ...]] = {
    "escape": ({"plans": "private", "ep.cash_ledger": "private"},),
    "krysis": (
        {"kr.missions": "on"},
        {"advanced": "on", "tactical": "on", "kr.missions": "on", "kr.home_ledger": "private", **KNOWN},
    ),
}
"""Non-default settings of games for screenshots."""


class Way(NamedTuple):
    """One way to show a screen."""

    size: tuple[int, int]
    letters: str
    theme: str
    language: str

    def __str__(self) -> str:
        return f"{self.size[0]}x{self.size[1]} {self.letters} {self.theme} {self.language}"


SMALL, WIDE, UPRIGHT = (800, 480), (1280, 720), (720, 1280)
WAYS = [
    Way(size, letters, THEMES[(a + b) % len(THEMES)], LONG)
    for (a, size), (b, letters) in product(enumerate((SMALL, WIDE, UPRIGHT)), enumerate(LETTERS))
]
"""Each size with each text size, in long words; and each of these with each theme, which moves nothing."""


def show(hands: Hands, way: Way) -> None:
    """Show the present screen in this way."""
    settings = hands.app.settings
    if (Window.size, settings.text, settings.theme, settings.language) != way:
        Window.size = way.size
        settings.text, settings.theme, settings.language = way.letters, way.theme, way.language
        hands.app.apply_settings()
    settle()


def settle() -> None:
    """Finish the layout without rendering, which takes most of the time."""
    for _ in range(3):
        Clock.tick()
        Clock.tick_draw()


def sit_down(hands: Hands, game: str, settings: dict[str, str] | None = None) -> Session:
    """Three players at a new table, the last of those of the game if none is named; what chance does is the same each
    time."""
    found = load_game(game)
    pack = load_pack(found)
    seats = [seat for seat, _ in found.rules.seats(pack.pack)][:3]
    chosen, chance = parted(SETTINGS.get(game, ({},))[-1] if settings is None else settings)
    table = Table(found, pack, seats, chosen, chance=chance, dealer=Dealer("gallery"), auto=False)
    hands.app.play(Session(table))
    hands.app.offers.declined = True
    settle()
    return hands.session


def open_eyes(hands: Hands) -> None:
    """Open the private view of the seat that is asked."""
    hands.app.privacy.open(hands.session.table.ask.only)
    hands.app.privacy._timer.cancel()
    hands.app.refresh()
    settle()


def at_other_cards(hands: Hands) -> bool:
    """Go to the private corrections of a seat; False if there are none."""
    table = hands.session.table
    seat = table.setup.seats[0]
    private = table.game.presenter.private(table.state, seat)
    if private is None or not private.fixes:
        return False
    hands.app.look_alone(seat)
    hands.app.go("fixes")
    settle()
    return True


def count_one(hands: Hands) -> None:
    """Tap a number of the board, which gives instructions if there are pieces."""
    view = next(part for part in hands.parts() if isinstance(part, CounterView) and part.less.shown)
    hands.touch(*view.more.center)
    settle()
    assert hands.screen.strip.lines or not hands.session.table.pieces()
