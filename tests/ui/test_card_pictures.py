"""Pictures of cards that an owner has put into the folder of a box: shown where such a card is seen large."""

from __future__ import annotations

from pathlib import Path

import pytest
from kivy.tests.common import UnitTestTouch

from tests.owner import Owner
from tests.ui.finger import Finger
from tests.ui.hands import Hands
from tests.ui.photographs import AtOnce, Slow, photograph
from tests.ui.rig import Rig
from tests.ui.test_boxes import finish, named, tap_row, type_
from tests.ui.test_learning import enter_mafia_card, new_one, sit
from ui.look import pictures
from ui.look.pictures import CardPictures


def shown(hands: Hands, part: str) -> bool:
    for _ in range(3):
        hands.look()
    return getattr(hands.screen, part).picture is not None


def with_pictures(hands: Hands) -> AtOnce:
    beside = AtOnce()
    hands.app.pictures._beside = beside
    return beside


def test_a_drawn_card_shows_its_picture_if_it_has_one(hands: Hands, tmp_path: Path) -> None:
    owner = Owner(tmp_path / "mine", "mafia_cards")
    with_pictures(hands)
    session, finger = sit(hands, owner), Finger(hands)
    hands.app.pictures.folder = owner.path
    for number, pictured in ((1, True), (2, False)):
        new_one(hands, finger)
        enter_mafia_card(hands, finger, "harlem", "", "soho" if number == 2 else "")
        assert hands.root.name == "reveal"
        assert session.page is not None
        assert session.page.shows == f"mafia_card_{number}"
        if pictured:
            photograph(owner.path, "mafia_card_1")
            hands.app.refresh()
        assert shown(hands, "card") == pictured
        finger.amber()


def test_pictures_come_from_the_folder_of_the_box_in_play(rig: Rig, tmp_path: Path) -> None:
    from ui.model.library import Library  # noqa: PLC0415

    owner = Owner(tmp_path / "mine", "mafia_cards")
    rig.app.library = Library(rig.journal, pack=str(owner.path), seed="evening")
    rig.app.start_game("newyork", ["father"], {"story": "wrong_suitcase"})
    assert rig.app.pictures.folder == owner.path
    rig.app.leave_game()
    rig.app.library = Library(rig.journal, seed="evening")
    rig.app.start_game("newyork", ["father"], {"story": "wrong_suitcase"})
    assert rig.app.pictures.folder is None


def test_the_editor_shows_a_picture_as_soon_as_it_is_loaded(hands: Hands) -> None:
    with_pictures(hands)
    named(hands, "Escape Plan", "Cabo")
    photograph(hands.app.box_editor.opened.path, "old_tom")
    tap_row(hands, "Contacts")
    hands.tap("Another one")
    type_(hands, "Old Tom")
    hands.tap("Done")
    finish(hands)
    assert shown(hands, "card")


@pytest.mark.parametrize("data", [b"", b"no picture", b"\x89PNG\r\n\x1a\n and then nothing"])
def test_an_undecodable_file_is_ignored(hands: Hands, tmp_path: Path, data: bytes) -> None:
    photograph(tmp_path, "card").write_bytes(data)
    beside = AtOnce()
    found = CardPictures(lambda: None, beside)
    for _ in range(3):
        assert found.of("card", tmp_path) is None
        hands.look()
    assert beside.asked == 1, "it is not tried again and again"


def test_the_cache_is_bounded_and_large_pictures_are_scaled_down(hands: Hands, tmp_path: Path) -> None:
    beside = AtOnce()
    found = CardPictures(lambda: None, beside)
    for n in range(pictures.MOST + 3):
        photograph(tmp_path, f"card_{n}", size=(1000, 1400))
    for n in range(pictures.MOST + 3):
        found.of(f"card_{n}", tmp_path)
        hands.look()
    texture = found.of(f"card_{pictures.MOST + 2}", tmp_path)
    assert texture is not None
    assert max(texture.size) == pictures.SIDE
    assert len(found._kept) == pictures.MOST
    assert beside.asked == pictures.MOST + 3


def test_a_tap_does_not_wait_for_a_picture(hands: Hands, tmp_path: Path) -> None:
    """Nothing is decoded by the thread that draws."""
    photograph(tmp_path, "card")
    slow = Slow()
    found = CardPictures(lambda: None, slow)
    assert found.of("card", tmp_path) is None
    assert found.of("card", tmp_path) is None
    assert len(slow.waiting) == 1


def place(hands: Hands, part: str) -> tuple[float, ...]:
    hands.look()
    return tuple(getattr(hands.screen, part).area)


@pytest.mark.parametrize("decodes", [True, False])
def test_nothing_moves_under_a_finger_when_a_picture_comes(hands: Hands, decodes: bool) -> None:
    slow = hands.app.pictures._beside = Slow()
    named(hands, "Escape Plan", "Cabo")
    file = photograph(hands.app.box_editor.opened.path, "contact_1")
    tap_row(hands, "Contacts")
    tap_row(hands, hands.screen.rows.rows[0].text)
    type_(hands, "Old Tom")
    hands.tap("Done")
    if not decodes:
        file.write_bytes(b"no picture")
    before = place(hands, "rows")
    assert hands.screen.photo.picture is None
    slow.deliver()
    hands.look()
    if decodes:
        assert shown(hands, "photo")
        assert place(hands, "rows") == before
    else:
        assert not shown(hands, "photo")
        assert place(hands, "rows") != before, "it keeps no room free for a picture that never comes"


def test_nothing_moves_when_the_picture_of_a_drawn_card_comes(hands: Hands, tmp_path: Path) -> None:
    owner = Owner(tmp_path / "mine", "mafia_cards")
    slow = hands.app.pictures._beside = Slow()
    _, finger = sit(hands, owner), Finger(hands)
    hands.app.pictures.folder = owner.path
    hands.resize(720, 1280)
    new_one(hands, finger)
    enter_mafia_card(hands, finger, "harlem", "", "")
    photograph(owner.path, "mafia_card_1")
    hands.app.refresh()
    assert not shown(hands, "card")
    before = place(hands, "card")
    slow.deliver()
    assert shown(hands, "card")
    assert place(hands, "card") == before


def test_a_picture_added_later_is_shown(hands: Hands, tmp_path: Path) -> None:
    found = CardPictures(lambda: None, AtOnce())
    photograph(tmp_path, "other")
    assert found.of("card", tmp_path) is None
    photograph(tmp_path, "card")
    found.of("card", tmp_path)
    hands.look()
    assert found.of("card", tmp_path) is not None


def test_a_list_has_small_pictures_where_the_box_has_some(hands: Hands) -> None:
    beside = AtOnce()
    hands.app.small_pictures._beside = beside
    named(hands, "Escape Plan", "Cabo")
    tap_row(hands, "City tiles")
    assert not any(row.pictured for row in hands.screen.rows.rows)
    hands.tap("Back")
    photograph(hands.app.box_editor.opened.path, "a_1", size=(1000, 1400))
    tap_row(hands, "City tiles")
    for _ in range(4):
        hands.look()
    view = next(one for one in hands.screen.rows.views if one.row.text == "Tile A number 1")
    assert view.picture is not None
    assert max(view.picture.size) == pictures.SMALL
    assert [row.text for row in hands.screen.rows.rows if row.pictured] == ["Tile A number 1"]
    assert beside.asked == 1


def test_only_visible_pictures_of_a_long_list_are_decoded(hands: Hands) -> None:
    beside = AtOnce()
    hands.app.small_pictures._beside = beside
    named(hands, "New York Crisis", "Ours")
    hands.tap("Back")
    box = hands.app.box_editor.opened
    cards = [{"id": f"m{n}", "mafia": None, "info": None, "item": None} for n in range(10_000)]
    box.content.data["mafia_cards"] = cards
    box._tables = (None, [])
    first = photograph(box.path, "m0")
    for n in range(1, 300):
        first.with_name(f"m{n}.png").write_bytes(first.read_bytes())
    tap_row(hands, "Mafia cards")
    for _ in range(4):
        hands.look()
    assert 0 < beside.asked <= 2 * len(hands.screen.rows.views)


def test_a_picture_that_comes_under_a_finger_takes_no_tap_away(hands: Hands) -> None:
    slow = hands.app.small_pictures._beside = Slow()
    named(hands, "Escape Plan", "Cabo")
    photograph(hands.app.box_editor.opened.path, "a_1")
    tap_row(hands, "City tiles")
    view = next(one for one in hands.screen.rows.views if one.row.text == "Tile A number 1")
    touch = UnitTestTouch(*view.center)
    touch.touch_down()
    slow.deliver()
    for _ in range(3):
        hands.look()
    assert view.picture is not None
    assert view.pressed
    touch.touch_up()
    hands.look()
    assert hands.root.name != "entries"
