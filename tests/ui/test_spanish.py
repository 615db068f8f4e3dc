"""A real game on the smallest screen in Spanish, whose words are the longest: nothing is cut off."""

from __future__ import annotations

from random import Random

import pytest

from companion import bench
from companion.chance.dealer import Dealer
from companion.core.asks import Over
from companion.core.texts import P, T
from companion.games.newyork.game import GAME
from companion.games.registry import load_game
from companion.language import LANGUAGES, Language
from companion.packs.loader import load_pack
from companion.session.session import Session
from companion.table.table import Table
from tests.test_texts import catalogue, forms
from tests.ui.cuts import clipped
from tests.ui.hands import Hands
from tests.ui.pseudo import LONG, longest, longest_word, width

SEATS = ["father", "mother", "daughter", "son"]
ANSWERS = 120
"""More than a round of four."""


def go_on(session: Session, luck: Random) -> None:
    """The next thing that people could do: whatever is possible, but a turn is not ended early."""
    if session.mode in ("lines", "card", "check"):
        session.done()
    elif session.mode == "roll":
        session.roll_for_us()
    elif session.mode == "choose":
        legal = session.table.legal() or []
        session.answer(luck.choice([answer for answer in legal if not ends_turn(answer)] or legal))
    else:
        session.draw()


def ends_turn(answer: object) -> bool:
    return type(answer).__name__ in ("End", "EndedTurn")


@pytest.mark.parametrize(("story", "follow"), [("masked_ball", "light"), ("high_water", "full")])
def test_a_spanish_game_fits_the_smallest_screen(hands: Hands, story: str, follow: str) -> None:
    hands.speak("es")
    settings = {"story": story, "nyc.follow": follow}
    table = Table(GAME, load_pack(GAME), SEATS, settings, dealer=Dealer(story), auto=False)
    hands.app.play(Session(table))
    luck = Random(4)
    for count in range(ANSWERS):
        if isinstance(table.ask, Over):
            break
        hands.app.go("game")
        hands.look(1)
        if hands.session.mode == "choose" and count % 10 == 0:
            for screen in ("sheet", "story", "log", "menu"):
                hands.app.go(screen)
                hands.look(1)
        assert clipped == set(), f"{hands.root.name} after {table.rev} answers"
        go_on(hands.session, luck)


@pytest.mark.parametrize(("size", "players"), [((800, 480), 5), ((720, 1280), 3)], ids=str)
def test_a_spanish_game_with_days_fits_the_screen(hands: Hands, size: tuple[int, int], players: int) -> None:
    hands.resize(*size)
    hands.speak("es")
    game = load_game("escape")
    pack = load_pack(game)
    settings = {"plans": "private", "ep.cash_ledger": "private"}
    seats = [seat for seat, _ in game.rules.seats(pack.pack)][:players]
    table = Table(game, pack, seats, settings, dealer=Dealer("es"), auto=False)
    hands.app.play(Session(table))
    luck, asked = Random(4), 0
    while not isinstance(table.ask, Over):
        hands.app.go("game")
        hands.look()
        assert clipped == set(), f"{hands.root.name} after {table.rev} answers"
        if hands.session.mode == "choose":
            asked += 1
            if asked % 12 == 0:
                look_everywhere(hands, seats[asked % players])
        bench.go_on(hands.session, luck)
    hands.look()
    assert clipped == set()


def look_everywhere(hands: Hands, seat: str) -> None:
    """All that can be looked at beside the question of a game with days."""
    for screen in ("city", "log", "menu"):
        hands.app.go(screen)
        hands.look()
        assert clipped == set(), screen
    for board in (seat, None):
        hands.app.look_at_seat(board)
        hands.look()
        assert clipped == set(), board
    hands.app.go("game")
    hands.app.look_alone(seat)
    hands.look()
    assert clipped == set(), "private"


def test_no_message_and_no_word_is_wider_than_in_the_language_that_all_must_fit_in(hands: Hands) -> None:
    assert [*LANGUAGES] == ["en", "es"]
    both = [pair for message in catalogue() if message.id for pair in forms(message)]
    assert len(both) > 3000
    for pair in both:
        said = longest(pair)
        assert width(said) >= max(map(width, pair)), pair
        assert longest_word(said) >= max(map(longest_word, pair)), pair
    hands.speak(LONG)
    long = Language(LONG)
    assert long.say(T("Done")) == longest(("Done", Language("es").say(T("Done"))))
    assert long.say(P("{n} wound", "{n} wounds", 2)).startswith("2 ")
    assert long.say({"en": "Harlem", "es": "El Harlem"}) == "Él Hárlëm"
