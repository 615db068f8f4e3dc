"""Pieces that are counted by kind, on one page; and what does not agree with the rulebook stops no game."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.core.texts import plain
from companion.packs.folder import read_content
from companion.packs.loader import load_pack, user_folder
from tests.ui.finger import Finger
from tests.ui.hands import Hands, clipped
from tests.ui.test_boxes import named, row, tap_row

WORDS = {
    "en": ("Items", "Info tokens", "No more of them", "Done", "Back", "Play with it", "How many?", "Police cards"),
    "es": ("Objetos", "Fichas de información", "No hay más", "Hecho", "Volver", "Jugar con ella", "¿Cuántas hay?",
           "Cartas de policía"),
}  # fmt: skip


@pytest.fixture(autouse=True)
def no_text_is_cut_short(hands: Hands) -> Iterator[None]:
    yield
    assert clipped == set()


def counted(finger: Finger, *numbers: int) -> None:
    """Type the number of each kind."""
    for at, n in enumerate(numbers):
        screen = finger.hands.screen
        finger.tap(screen.amounts.rows[at].figure)
        for figure in str(n):
            finger.label(figure)
        finger.amber()


@pytest.mark.parametrize("code", ["en", "es"])
def test_items_and_info_tokens_are_counted_on_one_page_each(hands: Hands, code: str) -> None:
    named(hands, "New York Crisis", "Ours")
    hands.tap("Back")
    hands.speak(code)
    items, info, no_more, done, _, play, *_ = WORDS[code]
    finger = Finger(hands)
    tap_row(hands, items)
    for at in (0, 0, 3, 9):
        finger.tap(hands.screen.amounts.rows[at].more)
    finger.tap(hands.screen.amounts.rows[3].less)
    finger.label(no_more)
    finger.label(done)
    tap_row(hands, info)
    counted(finger, 8, 4, 6, 2, 7, 3)
    assert finger.taps <= 8 + 3 * 6, "three taps for a kind"
    assert hands.screen.doubt.shown, "twelve are blue, but ten are printed of each colour"
    finger.label(done)
    data = read_content(user_folder() / "ours").data
    assert [one["count"] for one in data["items"]] == [2, 0, 0, 0, 0, 0, 0, 0, 0, 1]
    assert [one["count"] for one in data["info_tokens"]] == [8, 4, 6, 2, 7, 3]
    assert data["lost"] == {"info_tokens": 0, "items": 17}
    assert not {"items", "info_tokens"} & data["unknown"].keys()
    pack = load_pack(hands.app.library.game("newyork"), "ours").pack
    assert sum(one.count for one in pack.items) == 3
    hands.tap(play)
    assert hands.root.name == "setup"


@pytest.mark.parametrize(("typed", "lost"), [("22", 1), ("12", 11), ("27", -4)])
def test_how_many_takes_any_number_and_the_game_begins_all_the_same(hands: Hands, typed: str, lost: int) -> None:
    named(hands, "New York Crisis", "Ours")
    hands.tap("Back")
    tap_row(hands, "Police cards")
    hands.tap("How many?")
    for figure in typed:
        hands.tap(figure)
    hands.tap("Done")
    assert hands.screen.title.text == f"0 of {typed} known · 23 are printed"
    hands.tap("Back")
    assert row(hands, "Police cards").row.aside == f"0 of {typed} known · 23 are printed"
    assert read_content(user_folder() / "ours").data["lost"] == {"police_cards": lost}
    hands.tap("Play with it")
    while hands.screen.primary.text == "Next":
        hands.tap("Next")
    for seat in ("Father", "Mother"):
        tap_row(hands, seat)
    hands.tap("Start")
    assert hands.session.table.pack.unknown["police_cards"] == int(typed)
    assert str(plain(hands.session.table.pack.name)) == "Ours"


def test_officers_are_counted_by_the_kinds_that_were_told(hands: Hands) -> None:
    named(hands, "Escape Plan", "Cabo")
    tap_row(hands, "Officers")
    assert hands.root.name == "entries", "nobody knows their kinds yet"
    hands.app.box_editor.opened.put(("officers",), None, {"type": "red", "count": 3})
    hands.tap("Back")
    tap_row(hands, "Officers")
    finger = Finger(hands)
    finger.tap(hands.screen.amounts.rows[0].more)
    finger.label("No more of them")
    assert hands.screen.title.text == "4 in all · 30 are printed"
    assert hands.app.box_editor.opened.problems() == []
    assert [button.text for button in hands.targets() if getattr(button, "text", "") == "Another kind"]
