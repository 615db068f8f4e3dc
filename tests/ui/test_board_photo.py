"""The board is photographed with the camera beside the screen, and its squares get the names that are printed there."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.core.texts import T
from companion.packs.folder import read_content
from companion.packs.loader import user_folder
from companion.packs.photos.background import PrintedCards
from companion.packs.photos.printed import PrintedText, PrintedWord
from companion.packs.pictures import BOARD, FORMATS, pictures_of
from tests.hardware.decks import Deck, laid
from tests.ui.hands import Hands, clipped
from tests.ui.rig import Rig
from tests.ui.test_boxes import lay_squares, named, tap_row, type_done
from tests.ui.test_screens import SIZES
from ui.base.language import say
from ui.screens.drawings import BoardScreen

EACH_SIZE = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")


def under_camera(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> Deck:
    """From home to the camera above the board of a new box."""
    deck = Deck([laid(0)])
    monkeypatch.setattr(BoardScreen, "frames", staticmethod(lambda: deck))
    named(hands, "New York Crisis", "Ours")
    hands.tap("Picture")
    tap_row(hands, "With the camera beside the screen")
    return deck


@EACH_SIZE
@pytest.mark.parametrize("language", ["en", "es"])
def test_the_camera_beside_the_screen_takes_the_board(
    rig: Rig, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], language: str
) -> None:
    hands = rig.hands
    hands.resize(*size)
    deck = under_camera(hands, monkeypatch)
    hands.speak(language)
    rig.wait(lambda: hands.screen.view.shown and hands.screen.primary.enabled)
    hands.wait()
    assert not clipped
    hands.tap(say(T("Take the photo")))
    rig.wait(lambda: BOARD in pictures_of(user_folder() / "ours"))
    rig.wait(lambda: hands.screen.sketch.picture is not None)
    rig.wait(lambda: deck.closed)


def test_back_leads_to_the_other_sources_without_a_photo_and_lets_the_camera_go(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    deck = under_camera(rig.hands, monkeypatch)
    rig.hands.tap("Back")
    assert [one.text for one in rig.hands.screen.rows.rows][:2] == ["With a phone", "With the camera beside the screen"]
    rig.wait(lambda: deck.closed)
    assert not pictures_of(user_folder() / "ours")


def test_who_leaves_takes_the_camera_along(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    deck = under_camera(rig.hands, monkeypatch)
    rig.app.go("home")
    rig.wait(lambda: deck.closed)


def test_what_is_wrong_with_the_camera_is_said_and_no_photo_is_taken(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Deck, "trouble", T("The camera was unplugged. Plug it in again; the reader goes on by itself."))
    hands = rig.hands
    under_camera(hands, monkeypatch)
    rig.wait(lambda: hands.screen.title.text.startswith("The camera was unplugged."))
    hands.touch(*hands.screen.primary.center)
    assert hands.screen.title.text.startswith("The camera was unplugged.")


class Read(PrintedCards):
    """As if this had been read on the board."""

    def of(self, picture: Path | None, languages: Sequence[str] = ()) -> PrintedText | None:
        words = [("Old", 0.14, 0.15), ("Harbour", 0.16, 0.16), ("Mi11", 0.45, 0.17), ("Rules", 0.9, 0.9)]
        return None if picture is None else PrintedText(words=[PrintedWord(*one) for one in words])


@EACH_SIZE
def test_printed_names_are_taken_at_once_and_a_wrong_one_is_typed(hands: Hands, size: tuple[int, int]) -> None:
    hands.resize(*size)
    hands.app.printed = Read()
    named(hands, "New York Crisis", "Ours")
    lay_squares(hands, 3)
    draft = hands.screen.draft
    for id_, x in (("square_1", 0.15), ("square_2", 0.45), ("square_3", 0.75)):
        draft.move(id_, x, 0.16)
    photo = user_folder() / "ours" / "pictures" / "board.jpg"
    photo.parent.mkdir(exist_ok=True)
    from PIL import Image  # noqa: PLC0415

    Image.new("RGB", (60, 40)).save(photo, FORMATS[".jpg"])
    hands.look(2)
    hands.tap("Names")
    assert [one.text for one in hands.screen.rows.rows] == ["Old Harbour", "Mi11"]
    for language in ("es", "en"):
        hands.speak(language)
        hands.look(2)
        assert not clipped
    tap_row(hands, "Mi11")
    hands.tap("Take them")
    type_done(hands, "mill")
    type_done(hands, "quay")
    assert [one.name for one in draft.squares.values()] == ["Old Harbour", "Mill", "Quay"]
    hands.tap("Done")
    rows = read_content(user_folder() / "ours").data["board"]["squares"]
    assert [one["name"] for one in rows] == ["Old Harbour", "Mill", "Quay"]
