"""A deck before the camera: each card is taken once, when it lies still, without a tap."""

from __future__ import annotations

import time
from typing import Any

import pytest

from companion.core.texts import T
from hardware.camera.cards import CardWatcher, DeckCamera, SeenCard
from tests.hardware.decks import Deck, empty, laid, turn

STEP = 0.05


class Table:
    """Pictures go in, twenty a second; what is seen is noted whenever it changes."""

    def __init__(self) -> None:
        self.watcher = CardWatcher()
        self.seen: list[SeenCard] = []
        self._now = 0.0
        self._before = empty()

    def lay(self, scene: Any) -> list[str]:
        """Lay that there; returns what is seen from then on."""
        first = len(self.seen)
        for picture in turn(self._before, scene):
            self._now += STEP
            found = self.watcher.see(picture, self._now)
            if not self.seen or (found.state, found.like) != (self.seen[-1].state, self.seen[-1].like):
                self.seen.append(found)
        self._before = scene
        return [one.state for one in self.seen[first:]]


def test_cards_that_are_laid_on_one_another_are_taken_one_by_one() -> None:
    table = Table()
    for n in range(4):
        assert table.lay(laid(n)) == ["moving", "taken", "lying"]
    assert table.watcher.taken == 4
    taken = [one.card for one in table.seen if one.state == "taken"]
    assert all(card is not None and card.height > card.width for card in taken)


def test_a_card_that_still_lies_there_is_not_taken_again() -> None:
    table = Table()
    table.lay(laid(0))
    assert table.lay(laid(0, seed=2)) == ["moving", "lying"]
    assert table.watcher.taken == 1


@pytest.mark.parametrize("between", [None, 1])
def test_a_card_that_is_laid_down_twice_is_asked_about_and_not_counted(between: int | None) -> None:
    table = Table()
    table.lay(laid(0))
    table.lay(empty() if between is None else laid(between))
    assert table.lay(laid(0, seed=3)) == ["moving", "again", "lying"]
    again = next(one for one in table.seen if one.state == "again")
    assert again.like == 0
    assert again.card is not None
    taken = table.watcher.taken
    assert table.watcher.take_again(again.card) == taken
    assert table.watcher.taken == taken + 1


def test_a_card_that_was_put_back_may_be_laid_down_once_more() -> None:
    table = Table()
    table.lay(laid(0))
    table.watcher.forget_last()
    table.lay(empty())
    assert table.lay(laid(0, seed=2)) == ["moving", "taken", "lying"]


def test_an_empty_table_and_a_hand_are_no_card() -> None:
    table = Table()
    assert "taken" not in table.lay(empty())


def test_the_camera_takes_a_deck_in_its_own_thread() -> None:
    deck, taken, times = Deck([laid(n) for n in range(3)]), [], []

    def seen(card: SeenCard) -> None:
        taken.append(card)
        times.append(time.monotonic())

    camera = DeckCamera(deck, seen, lambda: None)
    end = time.monotonic() + 60
    while len(taken) < 3:
        assert time.monotonic() < end
        time.sleep(0.01)
    camera.close()
    camera.join()
    assert deck.closed
    assert [one.state for one in taken] == ["taken"] * 3
    assert camera.shown is not None
    waits = [kept - lay for kept, lay in zip(times, deck.laid, strict=False)]
    assert max(waits) < 5, "seconds a card at most"


def test_what_is_wrong_with_the_camera_is_passed_on() -> None:
    class Gone(Deck):
        trouble = T("The camera was unplugged. Plug it in again; the reader goes on by itself.")

        def read(self) -> Any:
            time.sleep(0.01)

    heard: list[int] = []
    camera = DeckCamera(Gone([]), lambda _: None, lambda: heard.append(1))
    end = time.monotonic() + 10
    while not heard:
        assert time.monotonic() < end
        time.sleep(0.01)
    assert camera.trouble is not None
    camera.close()
    camera.join()
