"""The open box in a browser: nobody gets anything of it before a tap at the screen, and two who change it at once."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.ui.box_states import shelf
from tests.ui.hands import Hands
from tests.ui.test_boxes import tap_row as choose
from tests.web.tables import Client


class Room(Client):
    """A browser in the same room: the screen goes on while it waits for an answer."""

    COOKIE = "box"

    def __init__(self, hands: Hands) -> None:
        self._hands = hands
        self.port = int(hands.app.desk.browsers.join.rpartition(":")[2].strip("/"))
        self.key, self.language = "", "en"

    def ask(self, *about: Any, **headers: Any) -> tuple[int, dict[str, str], bytes]:
        with ThreadPoolExecutor(1) as beside:
            found = beside.submit(super().ask, *about, **headers)
            while not found.done():
                self._hands.look()
            return found.result()


@pytest.fixture
def box(hands: Hands) -> Iterator[None]:
    """A box of one's own is open."""
    with shelf():
        assert hands.app.desk.make("newyork", "Our box")
        hands.app.go("box")
        hands.look(2)
        yield
        hands.app.desk.browsers.close()
        hands.app.desk.box = None


def open_(hands: Hands) -> Room:
    choose(hands, "In a browser")
    hands.look(2)
    assert hands.root.name == "browser"
    return Room(hands)


def let_in(hands: Hands) -> Room:
    room = open_(hands)
    assert room.send("/box/wish")[0] == 303
    hands.look(2)
    assert "change the box Our box?" in hands.screen.title.text
    hands.touch(*hands.screen.primary.center)
    hands.look(2)
    return room


def test_only_a_tap_lets_a_browser_in(hands: Hands, box: None) -> None:
    room = open_(hands)
    for path in ("/box", "/box/of/our_box", "/box/of/our_box/characters", "/box/of/other"):
        assert "Our box" not in room.ask("GET", path)[2].decode()
        assert "Characters" not in room.ask("GET", path)[2].decode()
    assert room.send("/box/wish")[0] == 303
    assert "Our box" not in room.page("/box")
    hands.look(2)
    hands.touch(*hands.screen.other.center)
    hands.look(2)
    assert "The table has said no." in room.page("/box")


def test_who_is_let_in_sees_the_box_until_it_is_sent_away(hands: Hands, box: None) -> None:
    room = let_in(hands)
    assert "Our box" in room.page("/box")
    assert "Our box" in room.page("/box/of/our_box")
    words = hands.app.desk.browsers.desk.sharing.phones[0].words
    choose(hands, words)
    hands.look(2)
    assert "You were sent away from the box." in room.page("/box")
    assert room.ask("GET", "/box/of/our_box")[0] == 403


def test_a_browser_that_asks_is_told_on_the_screens_of_the_box(hands: Hands, box: None) -> None:
    room = open_(hands)
    hands.tap("To the box")
    hands.look(2)
    assert room.send("/box/wish")[0] == 303
    hands.look(2)
    assert hands.root.name == "browser"
    hands.touch(*hands.screen.primary.center)
    hands.look(2)
    assert hands.root.name == "box"


def test_nothing_listens_once_the_box_is_left(hands: Hands, box: None, tmp_path: Path) -> None:
    room = let_in(hands)
    hands.app.desk.leave()
    hands.look(2)
    with pytest.raises(OSError, match="refused"):
        room.ask("GET", "/box")
