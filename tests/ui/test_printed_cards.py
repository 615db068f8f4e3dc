"""What is printed on a photographed card is proposed beside its form, and one tap takes it."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random

import pytest

from companion.packs.folder import read_content
from companion.packs.loader import user_folder
from companion.packs.photos.background import PrintedCards
from companion.packs.photos.keeping import keep_picture
from companion.packs.photos.printed import PrintedText
from companion.packs.pictures import FORMATS, written
from tests.packs.printed_cards import drawn
from tests.ui.hands import Hands, clipped
from tests.ui.rig import Rig
from tests.ui.test_boxes import named, tap_row
from tests.ui.test_screens import SIZES
from tests.ui.test_telling import Teller

EACH_SIZE = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
TITLE, TEXT = "Rain on the Roofs", "Nobody sees far tonight. Alert +2. Put 1 mafia on a random location."
EFFECTS = [{"op": "alert", "n": 2}, {"op": "place_mafia", "n": 1, "at": "random"}]


class Read(PrintedCards):
    """As if the photo had been read."""

    def of(self, picture: Path | None, languages: object = ()) -> PrintedText | None:
        return None if picture is None else PrintedText(TITLE, TEXT)


def photograph(box: Path) -> None:
    """Photograph the first police card of a box, which the companion may be writing at the same time."""
    keep_picture(box, "police_card_1", written(drawn(TITLE, TEXT, "Inter", Random(5)).convert("RGB"), FORMATS[".jpg"]))


def photographed(hands: Hands) -> None:
    """From home to the police cards of a new box, of which one is photographed."""
    named(hands, "New York Crisis", "Ours")
    hands.tap("Back")
    box = user_folder() / "ours"
    photograph(box)
    tap_row(hands, "Police cards")
    # A picture that comes while a finger rests on its row takes the tap from it.
    end = time.monotonic() + 30
    shown = hands.app.small_pictures, hands.app.pictures
    while None in [one.of("police_card_1", box) for one in shown]:
        assert time.monotonic() < end
        time.sleep(0.01)
        hands.look()
    hands.wait()


@EACH_SIZE
@pytest.mark.parametrize("language", ["en", "es"])
def test_one_tap_takes_all_that_is_printed(hands: Hands, size: tuple[int, int], language: str) -> None:
    hands.resize(*size)
    hands.app.printed = Read()
    photographed(hands)
    tap_row(hands, TITLE)
    hands.speak(language)
    hands.touch(*hands.screen.offer.center)
    row = hands.screen.editor.form.row
    assert row["event"]["title"] == TITLE
    assert row["event"]["text"] == TEXT
    assert row["event"]["effects"] == EFFECTS
    assert not hands.screen.offer.shown
    assert not clipped


class Lost(PrintedCards):
    """As if reading the photo had broken."""

    def of(self, picture: Path | None, languages: object = ()) -> PrintedText | None:
        return None

    def failed(self, picture: Path | None, languages: object = ()) -> bool:
        return picture is not None


@EACH_SIZE
def test_a_photo_that_cannot_be_read_is_said_and_the_card_is_typed(hands: Hands, size: tuple[int, int]) -> None:
    hands.resize(*size)
    hands.app.printed = Lost()
    photographed(hands)
    tap_row(hands, "Card 1")
    assert hands.screen.offer.text.startswith("What stands on this photo could not be read.")
    assert not hands.screen.offer.enabled
    assert not clipped


def test_in_a_field_only_that_field_is_taken_and_nothing_that_stands_there_is_replaced(hands: Hands) -> None:
    hands.app.printed = Read()
    photographed(hands)
    tap_row(hands, TITLE)
    hands.tap("Back")
    tap_row(hands, "Title")
    assert hands.screen.offer.text == TITLE
    hands.touch(*hands.screen.offer.center)
    event = hands.screen.editor.form.row["event"]
    assert event["title"] == TITLE
    assert not event.get("text")
    assert not event["effects"]


def test_a_photographed_card_is_confirmed_from_the_list(rig: Rig) -> None:
    hands = rig.hands
    photographed(hands)
    rig.wait(lambda: hands.screen.rows.rows[0].text == TITLE)
    tap_row(hands, TITLE)
    hands.touch(*hands.screen.offer.center)
    hands.tap("Back")
    hands.tap("That is it, the next one")
    assert hands.root.name == "row", "its square is still to be told"
    hands.tap("Back")
    content = read_content(user_folder() / "ours")
    assert content.data["police_cards"] == []
    assert [one.text for one in hands.screen.rows.rows[:1]] == [TITLE]


@pytest.mark.parametrize("spoken", ["en", "es"])
def test_in_play_the_title_of_a_photographed_card_is_one_tap(rig: Rig, spoken: str) -> None:
    hands = rig.hands
    rig.app.printed = Read()
    teller = Teller(rig, spoken)
    teller.play("Father" if spoken == "en" else "Padre", "Mother" if spoken == "en" else "Madre")
    teller.set_up()
    photograph(user_folder() / rig.session.table.setup.pack)
    hands.app.refresh()
    rig.wait(lambda: rig.app.small_pictures.of("police_card_1") is not None)
    rig.wait(lambda: rig.app.pictures.of("police_card_1") is not None)
    hands.wait()
    teller.tap(next(view for view in hands.screen.rows.views if view.shown))
    rig.wait(lambda: hands.root.name == "telling")
    teller.label(TITLE)
    telling = rig.session.learning.telling
    assert telling is not None
    assert telling.title == TITLE
    assert telling.editor.form.row["event"]["text"] == TEXT
    assert telling.effects == [], "what it has done is for people to say"
