"""A table to sit down at, and every way in which a screen can be shown."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from kivy.clock import Clock
from kivy.core.window import Window

from companion.core.asks import is_chance
from companion.dealer import Dealer
from companion.games.registry import load_game
from companion.packs.loading import load_pack
from companion.table import Table
from tests.ui.hands import Hands
from ui.flow import Flow
from ui.widgets.counter import CounterView

PLAYED = {
    "newyork": {"table", "check", "reveal", "dice", "list", "over"},
    "escape": {"table", "check", "reveal", "entry", "over"},
    "crash": {"table", "check", "reveal", "dice", "list", "over"},
    "krysis": {"table", "check", "reveal", "list", "form", "over"},
}
"""Screens that a running game brings up by itself."""
WITHOUT_A_GAME = ("home", "settings", "touch", "history")
SETTINGS = {"newyork": {}, "escape": {"plans": "private", "ep.cash_ledger": "private"}}


@dataclass(frozen=True)
class Way:
    """One way to show a screen."""

    size: tuple[int, int]
    letters: str
    theme: str
    language: str

    def __str__(self) -> str:
        return f"{self.size[0]}x{self.size[1]} {self.letters} {self.theme} {self.language}"


SMALL, WIDE, UPRIGHT = (800, 480), (1280, 720), (720, 1280)
WAYS = [
    Way(SMALL, "large", "night", "es"),
    Way(SMALL, "normal", "daylight", "en"),
    Way(SMALL, "small", "contrast", "es"),
    Way(WIDE, "large", "daylight", "es"),
    Way(WIDE, "normal", "contrast", "es"),
    Way(WIDE, "small", "night", "en"),
    Way(UPRIGHT, "large", "contrast", "en"),
    Way(UPRIGHT, "normal", "night", "es"),
    Way(UPRIGHT, "small", "daylight", "es"),
]
"""Each size with each size of the text, each theme and each language, and each of those with each other, at least
once: nine ways instead of fifty-four (Taguchi's orthogonal array L9)."""


def show(hands: Hands, way: Way) -> None:
    """Show what is in front in this way."""
    Window.size = way.size
    settings = hands.app.settings
    settings.text, settings.theme, settings.language = way.letters, way.theme, way.language
    hands.app.apply_settings()
    settle()


def settle() -> None:
    """Let everything find its place, without a picture of it, which would take most of the time."""
    for _ in range(3):
        Clock.tick()
        Clock.tick_draw()


def sit_down(hands: Hands, game: str) -> Flow:
    """Three players at a new table; what chance does is the same each time."""
    rules = load_game(game)
    pack = load_pack(rules)
    seats = [seat for seat, _ in rules.seats(pack.pack)][:3]
    table = Table(rules, pack, seats, SETTINGS.get(game, {}), dealer=Dealer("gallery"), auto=False)
    hands.app.play(Flow(table))
    hands.app.offers.declined = True
    settle()
    return hands.flow


def count_one(hands: Hands) -> None:
    """Tap a number of the board in front: hands must do something for it, and it says what."""
    view = next(part for part in hands.parts() if isinstance(part, CounterView) and part.less.shown)
    hands.touch(*view.more.center)
    settle()
    assert hands.screen.strip.lines


def go_on(flow: Flow, luck: Random) -> None:
    """The next thing that a sensible player does."""
    if flow.pages:
        flow.done()
    elif is_chance(flow.table.ask):
        flow.draw()
    else:
        flow.answer(flow.table.game.advise(flow.table.state, flow.table.legal() or [], luck.random))
