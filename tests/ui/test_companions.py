"""The companion at the touchscreen: it is seated by taps, thinks, and says what hands do for it."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.chance.playing import PLAYERS
from companion.journal import Journal
from companion.language import LANGUAGES
from tests.ui.hands import Hands
from tests.ui.test_people import kept, row, rows  # noqa: F401 - a fixture
from ui.base.language import say


@pytest.fixture(autouse=True)
def _few_trials(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PLAYERS, "good", 4)


def wait_for(hands: Hands, there: Callable[[], bool]) -> None:
    """Go on until the companion has thought something out."""
    ends = time.monotonic() + 20
    while not there():
        assert time.monotonic() < ends
        hands.look()
        time.sleep(0.01)
    hands.look()


def seat_companion(hands: Hands, game: str, level: str) -> None:
    """Set up a game of two: a person first, then the companion."""
    hands.app.new_game(game)
    hands.look()
    while hands.screen.primary.text == "Next":
        hands.tap("Next")
    for seat in (0, 1):
        hands.touch(*hands.screen.rows.views[seat].center)
    hands.tap("Names, companion")
    row(hands, rows(hands)[1])
    row(hands, f"Robin, {level}")
    assert rows(hands)[1] == f"Robin, {level}"
    hands.tap("Done")
    hands.tap("Start")


@pytest.mark.parametrize("game", ["thousand", "krysis"])
def test_a_seat_is_given_to_the_companion_by_taps_and_it_plays(hands: Hands, kept: Journal, game: str) -> None:  # noqa: F811
    seat_companion(hands, game, "good")
    session = hands.session
    table = session.table
    assert dict(table.companions) == {table.setup.seats[1]: "good"}
    assert table.people == {table.setup.seats[1]: "Robin"}
    luck = iter(range(10_000))
    while not [entry for entry in table.log if entry.source == "companion"]:
        assert next(luck) < 400
        if session.pages:
            session.done()
        elif session.companions.due is not None:
            wait_for(hands, lambda: session.companions.due is None or bool(session.pages))
        elif session.mode in ("deal", "roll"):
            session.draw()
        else:
            session.answer(table.game.player.advise(table.state, table.legal() or [], lambda: 0.3))
        hands.look()
    hands.app.leave_game()
    hands.look()
    assert not session.companions.thinks
    saved = kept.last_of([game])
    assert saved is not None
    assert saved.notes["companions"] == {table.setup.seats[1]: "good"}
    hands.app.new_game(game)
    hands.look()
    assert "Robin" in hands.screen.rows.rows[0].text
    hands.tap("The same again")
    assert dict(hands.session.table.companions) == {table.setup.seats[1]: "good"}
    hands.app.leave_game()


def test_a_seat_changes_hands_from_the_menu_both_ways(hands: Hands, kept: Journal) -> None:  # noqa: F811
    session = hands.app.library.start("thousand", ["player1", "player2"], {})
    hands.app.play(session)
    hands.app.go("menu")
    hands.look()
    hands.tap("Names, companion")
    row(hands, rows(hands)[1])
    row(hands, "Robin, easy")
    hands.tap("Done")
    assert dict(session.table.companions) == {"player2": "easy"}
    assert session.table.people == {"player2": "Robin"}
    hands.tap("Names, companion")
    row(hands, "Robin, easy")
    row(hands, "A new name")
    for letter in "eva":
        hands.touch(*next(key for key in hands.screen.keyboard.keys if key.text.lower() == letter).center)
    hands.tap("Done")
    hands.tap("Done")
    assert dict(session.table.companions) == {}
    assert session.table.people == {"player2": "Eva"}
    hands.app.leave_game()


def test_the_companion_keeps_its_name_when_it_takes_another_seat(hands: Hands, kept: Journal) -> None:  # noqa: F811
    session = hands.app.library.start("thousand", ["player1", "player2", "player3"], {})
    hands.app.play(session)
    for n, offered in ((1, "Robin, easy"), (0, "Jay, good")):
        hands.app.go("menu")
        hands.look()
        hands.tap("Names, companion")
        row(hands, rows(hands)[n])
        row(hands, offered)
        hands.tap("Done")
    assert session.table.people == {"player1": "Jay", "player2": "Robin"}
    session.table.name_people({"player3": "Robin"})
    assert session.table.people == {"player3": "Robin", "player1": "Jay", "player2": "Wren"}, "people come first"
    hands.app.leave_game()


@pytest.mark.parametrize("spoken", LANGUAGES)
def test_where_it_plays_no_seat_it_says_why(hands: Hands, kept: Journal, spoken: str) -> None:  # noqa: F811
    session = hands.app.library.start("escape", ["red", "blue"], {})
    hands.app.play(session)
    hands.speak(spoken)
    hands.app.go("menu")
    hands.look()
    hands.screen._ask_names()
    hands.look()
    row(hands, rows(hands)[0])
    row(hands, {"en": "the companion", "es": "el asistente"}[spoken])
    assert session.table.game.player.apart is not None
    assert hands.root.banner.text == say(session.table.game.player.apart)


def test_where_it_could_not_know_its_cards_it_does_not_sit_down(hands: Hands, tmp_path: Path) -> None:
    session = hands.app.library.start("krysis", ["red", "blue"], {})
    hands.app.play(session)
    hands.app.go("menu")
    hands.look()
    hands.tap("Names, companion")
    row(hands, rows(hands)[0])
    row(hands, "Robin, good")
    hands.tap("Done")
    assert hands.root.name == "menu"
    assert "Give it a seat when you set up the next one" in hands.root.banner.text
    assert dict(session.table.companions) == {}


def test_while_it_thinks_there_is_one_button_and_nothing_of_its_question(hands: Hands) -> None:
    session = hands.app.library.start("thousand", ["player1", "player2"], {"player.player1": "good"})
    session.begin_thinking = lambda notify: None  # type: ignore[method-assign]
    hands.app.play(session)
    while session.companions.due is None or session.table.ask.chance:
        session.table.deal()
        session._scene = None
    hands.app.refresh()
    hands.look()
    assert "Now" in hands.labels()
    assert "Robin is thinking." in [part.text for part in hands.parts() if hasattr(part, "text")]
    hands.app.leave_game()
