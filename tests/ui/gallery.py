"""Every screen there is, brought to the front by playing real games, and every way in which it can be shown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from kivy.clock import Clock
from kivy.core.window import Window

from companion.core.asks import is_chance
from companion.core.texts import T
from companion.dealer import HIDDEN, Dealer, parted
from companion.games.registry import GAMES, load_game
from companion.packs.loading import load_pack
from companion.table import Table
from tests.ui.hands import Hands
from ui.app import _slots
from ui.flow import Flow
from ui.stage import SCREENS
from ui.widgets.counter import CounterView

PLAYED = {
    "newyork": {"table", "check", "reveal", "dice", "list", "over"},
    "escape": {"table", "check", "reveal", "entry", "over"},
    "crash": {"table", "check", "reveal", "dice", "list", "over"},
    "krysis": {"table", "check", "reveal", "list", "form", "over"},
}
"""Screens that a running game brings up by itself."""
OPTIONAL = {"sheet", "seats", "city", "story"}
"""Screens that a game has only if it has something to show there."""
WITHOUT_A_GAME = ("home", "settings", "touch", "history")
ELSEWHERE = {*set().union(*PLAYED.values()), *WITHOUT_A_GAME, "setup"}
KNOWN = {f"chance.{item}": "digital" for item in ("relics", "agents", "missions")}
SETTINGS: dict[str, tuple[dict[str, str], ...]] = {
    "escape": ({"plans": "private", "ep.cash_ledger": "private"},),
    "krysis": (
        {"kr.missions": "on"},
        {"advanced": "on", "tactical": "on", "kr.missions": "on", "kr.home_ledger": "private", **KNOWN},
    ),
}
"""The tables at which a game is looked at, where it is not one as it comes out of the box."""
ANSWERS = 30
"""After so many answers there is something to look at beside the question."""
MOST = 900


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


def at_home(hands: Hands) -> Iterator[str]:
    """The screens that need no table."""
    for name in WITHOUT_A_GAME:
        hands.app.go(name)
        settle()
        yield name
    for game in GAMES:
        hands.app.new_game(game)
        settle()
        yield f"{game} setup"


def at_the_tables(hands: Hands, game: str) -> Iterator[str]:
    """Play a game sensibly to its end, at one table after the other, and stop wherever something is in front that was
    not yet."""
    for settings in SETTINGS.get(game, ({},)):
        yield from at_the_table(hands, game, settings)


def at_the_table(hands: Hands, game: str, settings: dict[str, str]) -> Iterator[str]:
    """The same at one table."""
    flow = sit_down(hands, game, settings)
    luck = Random(3)
    seen: set[tuple[str, str]] = set()
    looked = False
    for _ in range(MOST):
        decks_on_the_table(flow, flow.rev > ANSWERS and "list" in PLAYED[game] and ("list", "list") not in seen)
        hands.app.go("game")
        settle()
        here = hands.root.name
        if (here, flow.mode) not in seen:
            seen.add((here, flow.mode))
            yield f"{game} {here} {flow.mode}"
            if here == "private":
                open_eyes(hands)
                yield f"{game} {here} {flow.mode} open"
        if flow.mode == "over":
            break
        if flow.mode == "choose" and here == "table" and flow.rev > ANSWERS and not looked:
            looked = True
            yield from beside(hands, game)
            yield from over_it(hands, game)
            hands.app.go("game")
        go_on(flow, luck)
    hands.app.go("lookback")
    settle()
    yield f"{game} lookback over"


def open_eyes(hands: Hands) -> None:
    """Whom the question is for looks at the screen alone."""
    hands.app.eyes.open(hands.flow.scene.prompt.only)
    hands.app.eyes._timer.cancel()
    hands.app.refresh()
    settle()


def decks_on_the_table(flow: Flow, wanted: bool) -> None:
    """People draw from the decks themselves, or no more."""
    for item, mode in flow.table.chance.items():
        if item != "dice" and mode != HIDDEN and mode != (now := "asked" if wanted else "digital"):
            flow.set_chance(item, now)


def sit_down(hands: Hands, game: str, settings: dict[str, str] | None = None) -> Flow:
    """Three players at a new table, the last of those of the game if none is named; what chance does is the same each
    time."""
    rules = load_game(game)
    pack = load_pack(rules)
    seats = [seat for seat, _ in rules.seats(pack.pack)][:3]
    chosen, chance = parted(SETTINGS.get(game, ({},))[-1] if settings is None else settings)
    table = Table(rules, pack, seats, chosen, chance=chance, dealer=Dealer("gallery"), auto=False)
    hands.app.play(Flow(table))
    hands.app.offers.declined = True
    settle()
    return hands.flow


def at_other_cards(hands: Hands) -> bool:
    """Come to what a seat can correct alone; False where there is nothing."""
    table = hands.flow.table
    seat = table.setup.seats[0]
    private = table.game.private(table.state, seat)
    if private is None or not private.fixes:
        return False
    hands.app.look_alone(seat)
    hands.app.go("fixes")
    settle()
    return True


def beside(hands: Hands, game: str) -> Iterator[str]:
    """Every screen that can be looked at beside a question."""
    there = {name for name, _, _ in _slots(hands.flow.scene)}
    for name in SCREENS:
        if name in {*set().union(*PLAYED.values()), *WITHOUT_A_GAME, "setup"} or (
            name in OPTIONAL and name not in there
        ):
            continue
        if name == "private":
            if not hands.flow.scene.boards:
                continue
            hands.app.look_alone(hands.flow.table.setup.seats[0])
        elif name == "fixes":
            if not at_other_cards(hands):
                continue
            yield f"{game} {name} covered"
            hands.touch(*hands.screen.primary.center)
        elif name == "seats":
            hands.app.look_at_seat()
        else:
            hands.app.go(name)
        settle()
        assert hands.root.name == name
        yield f"{game} {name}"
        if name == "seats":
            count_one(hands)
            yield f"{game} {name} counted"
            hands.flow.undo(quiet=True)
        hands.app.go("game")
        settle()


def count_one(hands: Hands) -> None:
    """Tap a number of the board in front: hands must do something for it, and it says what."""
    view = next(part for part in hands.parts() if isinstance(part, CounterView) and part.less.shown)
    hands.touch(*view.more.center)
    settle()
    assert hands.screen.strip.lines


def over_it(hands: Hands, game: str) -> Iterator[str]:
    """What is laid over a screen: the rule behind a question, and a banner."""
    hands.touch(*hands.screen.mark.center)
    assert hands.root.slip.shown
    yield f"{game} slip"
    hands.app.slips.close()
    hands.app.complain(T("There is no dice reader; tap the faces instead."))
    settle()
    assert hands.root.banner.shown
    yield f"{game} banner"
    hands.app.dismiss()
    settle()


def go_on(flow: Flow, luck: Random) -> None:
    """The next thing that a sensible player does."""
    if flow.pages:
        flow.done()
    elif is_chance(flow.table.ask):
        flow.draw()
    else:
        flow.answer(flow.table.game.advise(flow.table.state, flow.table.legal() or [], luck.random))
