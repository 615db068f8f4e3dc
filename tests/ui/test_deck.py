"""A deck is photographed with the camera beside the screen: laid down, seen, next; and confirmed in the list later."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest

from companion.packs.loader import user_folder
from companion.packs.pictures import pictures_of
from tests.hardware.decks import CARDS, Deck, empty, laid
from tests.ui.hands import Hands, clipped
from tests.ui.rig import Rig
from tests.ui.test_boxes import named, tap_row
from tests.ui.test_screens import SIZES
from ui.screens.deck import DeckScreen


def deck_of(hands: Hands, monkeypatch: pytest.MonkeyPatch, scenes: Sequence[Any]) -> Deck:
    """From home to the camera above the police cards of a new box; these cards are laid under it."""
    deck = Deck(scenes)
    monkeypatch.setattr(DeckScreen, "frames", staticmethod(lambda: deck))
    named(hands, "New York Crisis", "Ours")
    hands.tap("Back")
    tap_row(hands, "Police cards")
    hands.tap("Photograph")
    return deck


@pytest.mark.long
def test_a_deck_is_kept_without_a_tap_and_confirmed_from_the_list(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    hands = rig.hands
    deck = deck_of(hands, monkeypatch, [laid(n) for n in range(4)])
    rig.wait(lambda: hands.screen.count.text == "4")
    pictures = pictures_of(user_folder() / "ours")
    assert list(pictures) == [f"police_card_{n}" for n in range(1, 5)]
    hands.tap("Done")
    rig.wait(lambda: deck.closed)
    # Reading takes a while where everything else runs, too.
    rig.wait(lambda: {one.text for one in hands.screen.rows.rows} == {title for title, _ in CARDS}, seconds=240)
    hands.wait()
    tap_row(hands, "Night Train")
    hands.touch(*hands.screen.offer.center)
    event = hands.screen.editor.form.row["event"]
    assert event["effects"] == [{"op": "place_mafia", "n": 1, "at": "random"}]


@pytest.mark.long
def test_the_same_card_twice_is_asked_about(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    hands = rig.hands
    deck_of(hands, monkeypatch, [laid(0), laid(1), laid(0, seed=2)])
    rig.wait(lambda: hands.screen.title.text == "This one was there already")
    assert hands.screen.count.text == "2"
    hands.tap("It is another one")
    rig.wait(lambda: hands.screen.count.text == "3")
    hands.tap("Not this one")
    assert hands.screen.count.text == "2"
    rig.wait(lambda: len(pictures_of(user_folder() / "ours")) == 2)
    hands.tap("Done")


def test_nothing_is_cut_off(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    hands = rig.hands
    deck_of(hands, monkeypatch, [empty(), laid(0), empty(), laid(0, seed=2)])
    rig.wait(lambda: hands.screen.other.shown)
    for size, language in product(SIZES, ("en", "es")):
        hands.resize(*size)
        hands.speak(language)
        hands.look(2)
        assert not clipped, (size, language)
    hands.touch(*hands.screen.primary.center)
    assert hands.root.name == "entries"


def test_who_leaves_takes_the_camera_along(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    deck = deck_of(rig.hands, monkeypatch, [empty()])
    rig.app.go("home")
    rig.wait(lambda: deck.closed)


def test_what_is_wrong_with_the_camera_is_said(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.core.texts import T  # noqa: PLC0415

    monkeypatch.setattr(Deck, "trouble", T("The camera was unplugged. Plug it in again; the reader goes on by itself."))
    deck_of(rig.hands, monkeypatch, [empty()])
    rig.wait(lambda: rig.hands.screen.title.text == "No photo")
    assert rig.hands.screen.hint.text.startswith("The camera was unplugged.")
    rig.hands.tap("Done")
