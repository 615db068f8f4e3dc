"""Games without a line of presentation, played on the screen from home to the end, by touches alone."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from companion.chance.dealer import Dealer
from companion.core.asks import is_chance
from companion.games.registry import load_game
from companion.packs.loader import load_pack
from companion.table.table import Table
from tests.hands import apply_instructions
from tests.installed import install_plain_games
from tests.ui import touch_answers
from tests.ui.gallery import SMALL, UPRIGHT, WIDE
from tests.ui.hands import Hands, clipped
from ui.app.app import Demo
from ui.widgets.counters import CounterView

MOST_STEPS = 600


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    install_plain_games(monkeypatch, tmp_path)


def sit_down(hands: Hands, title: str, players: int) -> None:
    """By touch from home to the first question; the game may stand on a further page."""
    hands.app.go("settings")
    hands.app.go("home")
    hands.look()
    while title not in [tile.text for tile in hands.screen.tiles if tile.shown]:
        hands.touch(*hands.screen.after.center)
    hands.touch(*next(tile for tile in hands.screen.tiles if tile.shown and tile.text == title).center)
    for view in [view for view in hands.screen.rows.views if view.shown][:players]:
        hands.touch(*view.center)
    hands.touch(*hands.screen.primary.center)


def step(hands: Hands, r: Random) -> None:
    """Whatever the screen shows now, by touch; everything that is legal can be touched."""
    session, rev = hands.session, hands.session.rev
    if session.mode in ("choose", "list"):
        legal = list(session.table.legal() or [])
        assert touch_answers.reachable(hands) == set(legal)
        answer = r.choice(legal)
        touch_answers.give(hands, answer)
        assert session.table.history.entries[rev].answer == answer
    elif session.mode == "roll" and r.random() < 0.5:
        while session.rev == rev:
            faces = [button for button in hands.screen.faces.buttons if button.shown]
            hands.touch(*r.choice(faces).center)
    else:
        hands.touch(*hands.screen.primary.center)
    assert session.refused is None


def play(hands: Hands, r: Random) -> None:
    """To the end of the game; what hands were told on the way is what lies there."""
    table = hands.session.table
    for _ in range(MOST_STEPS):
        if hands.session.mode == "over":
            break
        step(hands, r)
    assert hands.root.name == "over"
    assert apply_instructions({}, [*table.opening, *table.since(0).instructions]) == table.pieces()
    assert {entry.source for entry in table.log} <= {"touch", "dealer"}


@pytest.mark.parametrize(
    ("title", "size", "language"),
    [
        ("Pig", SMALL, "en"),
        ("Cerdo", UPRIGHT, "es"),
        ("Lanterns", SMALL, "es"),
        ("Lanterns", WIDE, "en"),
        ("Nine Men's Morris", SMALL, "en"),
        ("Juego del molino", UPRIGHT, "es"),
    ],
)
@pytest.mark.parametrize("asked", [False, True], ids=["dealt", "by hand"])
def test_a_whole_game_by_touch(hands: Hands, title: str, size: tuple[int, int], language: str, asked: bool) -> None:
    hands.resize(*size)
    hands.speak(language)
    sit_down(hands, title, 2)
    for item in hands.session.table.game.rules.chance_items if asked else ():
        hands.session.set_chance(item, "asked")
    hands.look()
    play(hands, Random(title))
    assert clipped == set()


@pytest.mark.parametrize("name", ["pig", "lanterns"])
def test_the_table_is_compared_and_put_right_by_touch(hands: Hands, name: str) -> None:
    """Every fact has its counter or its list, and what is tapped becomes one correction."""
    table = hands.sit(new_table(name))
    while is_chance(table.ask):
        table.deal()
    hands.app.refresh()
    facts = {fact.rstrip(":") for fact in table.game.rules.corrections}
    offered = {one.id.partition(":")[0] for place in table.game.presenter.places(table.state) for one in place.counters}
    assert offered == facts
    hands.app.go("places")
    hands.look()
    view = next(part for part in hands.parts() if isinstance(part, CounterView) and part.more.shown)
    hands.touch(*view.more.center)
    while hands.root.name == "places":
        hands.touch(*hands.screen.primary.center)
        if table.log and table.log[-1].kind == "correct":
            break
    assert table.log[-1].kind == "correct"


@pytest.mark.parametrize("name", ["pig", "lanterns", "morris"])
def test_it_plays_itself(hands: Hands, name: str) -> None:
    """What ``--demo`` does, without its pauses."""
    hands.sit(new_table(name))
    demo = Demo(hands.app, seed=name)
    for _ in range(MOST_STEPS):
        if hands.session.mode == "over":
            break
        demo.step()
    demo.step()
    hands.look()
    assert hands.root.name == "over"
    hands.app.go("lookback")
    hands.look()
    assert hands.root.name == "lookback"
    assert clipped == set()


def new_table(name: str) -> Table:
    """Two at a new table; what chance does is the same each time."""
    game = load_game(name)
    pack = load_pack(game)
    seats = [seat for seat, _ in game.rules.seats(pack.pack)][:2]
    return Table(game, pack, seats, {}, dealer=Dealer("plain"), auto=False)
