"""How many taps playing takes: counted over whole recorded games of every rulebook, and kept from growing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from kivy.core.window import Window

from companion.core.asks import ChooseAsk
from companion.journal import Journal
from tests.daily import Pairs
from tests.playthroughs.recording import read
from tests.ui.finger import Finger, settle
from tests.ui.gallery import sit_down
from tests.ui.hands import Hands
from tests.ui.recorded import Given, Replay
from ui.base.language import language
from ui.model.library import Library

ROUTINE = 2
"""Taps of any answer that a player gives turn by turn; what is turned to find it counts."""

SMALL, LARGE, UPRIGHT = (800, 480), (1280, 720), (720, 1280)


def digits(given: Given) -> int:
    """A number is keyed in: its digits and its sign."""
    return len(str(given.answer.value))  # type: ignore[attr-defined]


def bid(given: Given) -> int:
    """Each crystal."""
    return sum(given.answer.crystals.amounts().values())  # type: ignore[attr-defined]


def carried(given: Given) -> int:
    """What is to be done and where it goes, and then no more than each piece."""
    goods = given.answer.goods  # type: ignore[attr-defined]
    relics = goods.relics if isinstance(goods.relics, int) else len(goods.relics)
    return ROUTINE + max(LEFT_OUT, sum(goods.amounts().values()) + relics)


def at_home(given: Given) -> int:
    """Each crystal; each relic, with pages to turn in the list of all of them; the mission."""
    home: Any = given.answer
    crystals = sum(home.crystals.amounts().values()) if home.crystals else 0
    return crystals + 3 * len(home.relics or []) + (home.mission is not None)


LEFT_OUT = 4
"""Where all finds room it stands there at once, and what is not taken is left out: so many pieces at most."""


PARTS: dict[str, Callable[[Any], int]] = {
    "line value": digits,
    "extra extra": lambda given: len(given.answer.seats),
    "play reroll": lambda given: len(given.answer.dice),
    "play use": lambda given: ROUTINE if given.answer.item == "radio" else 1,
    "report moved_car": lambda given: ROUTINE,
    "bid bid": bid,
    "turn load": carried,
    "turn raid": carried,
    "home declare": at_home,
    **dict.fromkeys(
        ("turn use", "turn overtime", "turn ability", "agent play", "squad discard"), lambda given: ROUTINE
    ),
}
"""What is put together of several parts, which take a tap each and one to give it: a number, any of the players, the
dice of one's choice, which car drives where, crystals and relics. What is chosen out of more than ten may stand on a
second page."""

GAMES = [
    pytest.param("voices_two", SMALL, 1.41, 3.63, id="followed in full, the companion draws"),
    pytest.param("ball_four", SMALL, 1.44, 2.50, id="four players draw by hand"),
    pytest.param("water_light", SMALL, 1.42, 4.92, id="followed lightly"),
    pytest.param("escape_two", SMALL, 1.41, 2.22, id="two players draw by hand"),
    pytest.param("escape_five_ledger", SMALL, 1.54, 2.03, id="five players with secrets"),
    pytest.param("crash_three", SMALL, 1.19, 1.83, id="three players on a board of squares"),
    pytest.param("crash_six_light", SMALL, 1.21, 2.10, id="six players whose board is not followed"),
    pytest.param("krysis_two", SMALL, 2.21, 2.80, id="two players behind screens"),
    pytest.param("krysis_four_agents", SMALL, 1.78, 2.35, id="four players with hands that the companion knows"),
    pytest.param("krysis_four_known", SMALL, 1.64, 2.26, id="four players of whom everything is known"),
    pytest.param("voices_two", LARGE, 1.41, 3.63, id="followed in full on large glass"),
    pytest.param("escape_five_ledger", LARGE, 1.55, 2.06, id="five players on large glass"),
    pytest.param("crash_three", LARGE, 1.19, 1.83, id="a board of squares on large glass"),
    pytest.param("krysis_four_known", LARGE, 1.63, 2.23, id="everything is known on large glass"),
]
"""A recording, the glass, and the most taps for each answer: of its own, and with all that is drawn, done and read in
between. Both numbers are what was measured, rounded up: a change of the screen may lower them, never raise them.

Whoever ends a turn with actions left is asked once whether that is meant, which is a tap more. A card that was drawn by
hand is found by its square on the map, then by its words: two taps, also where its name alone would be one.

On a board of squares a card with its direction is two taps, a direction alone is one. What the saucer itself does is
no page to read, what was pushed where is. Where that board is not followed, who picked up whom is two taps: the saucer,
and what has happened to it.
Players who hold their agents themselves are told to draw new ones, on a page of its own where nothing else is to be
done."""


def game_and_glass(row: Any) -> tuple[str, str]:
    """Of each game one recording, and one on each glass, is enough for a day."""
    name, size, *_ = row.values
    return read(name)[0]["setup"]["game"], size


@pytest.mark.by_turns
@pytest.mark.parametrize(("name", "size", "most", "with_pages"), Pairs(1).some(GAMES, game_and_glass))
def test_a_whole_game_takes_few_taps(
    hands: Hands, name: str, size: tuple[int, int], most: float, with_pages: float
) -> None:
    hands.resize(*size)
    game = Replay(hands, name)
    game.play()
    answers = game.given
    long = [given for given in answers if given.taps > ROUTINE and given.taps > bound(given)]
    assert long == []
    assert sum(given.taps for given in answers) / len(answers) <= most
    assert game.finger.taps / len(answers) <= with_pages


def test_a_round_of_agents_of_four_players_is_twelve_touches(hands: Hands) -> None:
    """R-KR-28: three agents each, every one of them secret, are the least: one touch each."""
    game = Replay(hands, "krysis_four_agents")
    game.play()
    agents = [given.taps for given in game.given if given.kind == "agent play"]
    assert len(agents) >= 12
    assert sum(agents) <= len(agents)


def bound(given: Given) -> int:
    """The most taps for an answer: one for each part, and one to give it; others look away from a secret first."""
    parts = PARTS.get(given.kind)
    return (ROUTINE if parts is None else parts(given) + 1) + (given.screen == "private")


def test_a_turn_is_two_taps_and_four_with_an_upgrade(hands: Hands) -> None:
    """Where nobody else is moved and nothing is rolled; each accelerator and each booster is one more."""
    game = Replay(hands, "crash_three")
    turns: list[tuple[int, list[str]]] = []
    begun, kinds = 0, ["card move"]
    while hands.session.mode != "over":
        if game._question() == "card":
            begun, kinds = game.finger.taps, []
        given = len(game.given)
        game.step()
        kinds += [one.kind for one in game.given[given:]] or ["page"]
        if "card move" in kinds and hands.session.mode == "choose" and game._question() in ("card", "ready"):
            turns.append((game.finger.taps - begun, kinds))
            kinds = []
    plain = [(taps, kinds) for taps, kinds in turns if not {"page", "reward steal"} & {*kinds}]
    assert all(taps == 2 + len(kinds) - 1 for taps, kinds in plain)
    assert any({"upgrade upgrade", "keep keep"} <= {*kinds} for _, kinds in plain)
    assert len(plain) >= len(turns) / 3


# What people do while they play, besides answering.


@pytest.fixture(params=["newyork", "escape", "crash", "krysis"])
def finger(hands: Hands, request: pytest.FixtureRequest) -> Finger:
    """A finger at a table where somebody is asked to choose, some answers into the game."""
    session = sit_down(hands, request.param)
    turn = {"newyork": "play", "escape": "turn", "crash": "card", "krysis": "mine"}[request.param]
    while not (
        session.mode == "choose" and isinstance(session.table.ask, ChooseAsk) and session.table.ask.choice == turn
    ):
        if session.pages:
            session.done()
        elif session.mode == "choose":
            legal = session.table.legal() or []
            session.answer(session.table.game.player.advise(session.table.state, legal, lambda: 0.5))
        else:
            session.draw()
    hands.app.go("game")
    settle()
    return Finger(hands)


def test_undo_is_one_tap(finger: Finger) -> None:
    before = finger.hands.session.table.hash()
    finger.nav("undo")
    assert finger.hands.session.table.hash() != before
    assert finger.taps == 1


def test_the_log_is_one_tap_away_and_so_is_the_table(finger: Finger) -> None:
    finger.nav("log")
    assert finger.hands.root.name == "log"
    finger.nav("game")
    assert finger.hands.root.name == "table"
    assert finger.taps == 2


def test_why_is_one_tap_away(finger: Finger) -> None:
    finger.tap(finger.hands.screen.mark)
    assert finger.hands.root.slip.shown
    assert finger.taps == 1


def test_the_table_is_checked_after_two_taps(finger: Finger) -> None:
    finger.nav("menu")
    finger.label("Check the table")
    assert finger.hands.root.name == "places"
    assert finger.taps <= 2


def test_the_screen_is_turned_round_with_one_tap(finger: Finger) -> None:
    if finger.hands.session.scene.secrets:
        # Secrets stand in its place in the bar; it is in the menu.
        assert "turn" not in [button.key for button in finger.hands.root.nav.buttons if button.shown]
        return
    try:
        finger.nav("turn")
        assert Window.rotation == 180
        assert finger.taps == 1
        finger.nav("turn")
        assert Window.rotation == 0
    finally:
        Window.rotation = 0


def test_another_language_takes_three_taps(finger: Finger) -> None:
    finger.nav("menu")
    finger.label("Settings")
    finger.label("Español")
    assert language.code == "es"
    assert finger.taps <= 3


def test_home_is_two_taps_away(finger: Finger) -> None:
    finger.nav("menu")
    finger.label("Home")
    assert finger.hands.root.name == "home"
    assert finger.taps <= 2


# From home to the first decision.

FROM_HOME = 10


@pytest.fixture
def library(hands: Hands, tmp_path: Path) -> Iterator[Library]:
    hands.app.library = library = Library(Journal(tmp_path / "journal.db"), seed="again")
    yield library
    hands.app.leave_game()
    library.close()


def played_to_the_end(library: Library, game: str, seats: list[str]) -> None:
    session = library.start(game, seats, {})
    table = session.table
    while not table.over:
        if table.can_deal:
            table.deal()
        else:
            table.answer(table.game.player.advise(table.state, table.legal() or [], lambda: 0.5), "touch", table.rev)
    session.close()


def come_home(hands: Hands) -> None:
    for screen in ("settings", "home"):
        hands.app.go(screen)
        settle()


def to_the_first_decision(finger: Finger) -> None:
    session = finger.hands.session
    while session.mode != "choose":
        finger.amber()


@pytest.mark.parametrize("size", [SMALL, LARGE, UPRIGHT], ids=["small", "large", "upright"])
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("unfinished", [False, True], ids=["amber", "tile"])
def test_new_york_again_is_ten_taps_from_home_to_the_first_decision(
    hands: Hands, library: Library, size: tuple[int, int], players: int, unfinished: bool
) -> None:
    """Begun with the amber button, or by the tile of the game where another one waits to be gone on with."""
    hands.resize(*size)
    seats = ["son", "mother", "father", "daughter"][:players]
    played_to_the_end(library, "newyork", seats)
    if unfinished:
        library.start("krysis", [seat for seat, _ in library.seats("krysis")][:2], {}).close()
    come_home(hands)
    finger = Finger(hands)
    if unfinished:
        finger.tap(next(tile for tile in hands.screen.tiles if tile.icon == "game:newyork"))
    assert hands.screen.primary.text == "The same again"
    finger.amber()
    assert hands.session.table.setup.seats == seats
    to_the_first_decision(finger)
    assert finger.taps <= FROM_HOME


def test_the_same_again_is_two_taps_away_where_another_game_is_not_over(hands: Hands, library: Library) -> None:
    chosen = {"nyc.follow": "light", "chance.police": "asked"}
    library.start("newyork", ["son", "mother"], chosen).close()
    library.start("krysis", [seat for seat, _ in library.seats("krysis")][:2], {}).close()
    come_home(hands)
    assert hands.screen.primary.text == "Continue"
    finger = Finger(hands)
    finger.tap(next(tile for tile in hands.screen.tiles if tile.icon == "game:newyork"))
    said = [view.row.text for view in hands.screen.rows.views if view.shown]
    assert said[:2] == ["Son (Theo), Mother (Irene)", "Manhattan Nights"]
    assert "Police" in said
    finger.amber()
    setup = hands.session.table.setup
    assert (setup.game, setup.seats, setup.settings["nyc.follow"]) == ("newyork", ["son", "mother"], "light")
    assert hands.session.table.chance["police"] == "asked"
    assert finger.taps == 2


def test_something_else_than_last_time_begins_with_what_was_chosen_then(hands: Hands, library: Library) -> None:
    library.start("newyork", ["son", "mother"], {"nyc.follow": "light"}).close()
    hands.app.new_game("newyork")
    settle()
    finger = Finger(hands)
    finger.label("Something else")
    assert hands.screen.title.text == "Which box?"
    while hands.screen.primary.text == "Next":
        finger.amber()
    finger.tap(hands.screen.rows.views[0])
    finger.label("Start")
    assert hands.session.table.setup.seats == ["father"]
    assert hands.session.table.setup.settings["nyc.follow"] == "light"
