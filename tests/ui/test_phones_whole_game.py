"""Whole games at one touchscreen and three phones in a real browser, one of which is cut off again and again."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from companion.web import server
from tests import daily
from tests.ui.hands import Hands
from tests.ui.phone_players import Household, Phone, Room
from tests.ui.recorded import Replay
from tests.web.chromium import Browser

EVERY_DAY = 40
"""So many answers of each game are played in the daily run."""


@pytest.fixture
def room(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> Iterator[Room]:
    """All phones have the address of this machine here, and no more time to read than it takes to load."""
    monkeypatch.setattr(server, "A_SECOND", 10_000.0)
    found = Room(hands)
    yield found
    hands.app.phones.close()
    found.close()


def let_in(room: Room, browser: Browser, seats: list[str], languages: list[str]) -> list[Phone]:
    """Phones that ask for their seats one after the other, and the yes of the screen."""
    hands = room.hands
    hands.app.go("phones")
    hands.look(2)
    hands.touch(*hands.screen.primary.center)
    hands.look(2)
    found = []
    for seat, language in zip(seats, languages, strict=True):
        phone = Phone(room, browser, hands.app.phones.join, seat, language)
        hands.wait()
        assert hands.screen.primary.key[0] == "yes"
        hands.touch(*hands.screen.primary.center)
        room.do(lambda phone=phone: phone.tab.until("document.querySelector('main.of-seat')"))
        found.append(phone)
    hands.app.go("game")
    hands.look(2)
    return found


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "language"), [("krysis_four_known", "en"), ("escape_five_ledger", "es")], ids=["krysis", "escape"]
)
def test_three_phones_and_the_screen_play_a_whole_game(name: str, language: str, room: Room, browser: Browser) -> None:
    """Everything that the game asks is answered where it is asked; all of them show the same table all the time."""
    hands, luck = room.hands, Random(name)
    game = Replay(hands, name)
    hands.speak(language)
    phones = let_in(room, browser, game.table.setup.seats[:3], ["en", "es", language])
    party = Household(room, phones, phones[1], luck)
    game.finger = party
    while hands.session.mode != "over" and (daily.everything or game.table.rev < EVERY_DAY):
        party.trouble()
        game.step()
        party.look_round()
    party.restless.come_back()
    party.look_round()
    assert [phone.is_right() for phone in phones] == [True] * 3
    assert [phone.tab.errors for phone in phones if phone is not party.restless] == [[], []]
    assert all(party.given[seat] > 1 for seat in ["", *party.phones]), party.given
    assert sum(party.cuts.values()) >= 3
    assert not daily.everything or set(party.cuts) == {"offline", "asleep", "reloaded"}
