"""The open box in a browser: nobody gets anything of it before a tap at the screen, and two who change it at once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.ui.box_states import own_boxes_folder
from tests.ui.hands import Hands
from tests.ui.screen_browser import ScreenBrowser
from tests.ui.test_boxes import tap_row as choose
from tests.web.fields import Forms


@pytest.fixture
def box(hands: Hands) -> Iterator[None]:
    """A box of one's own is open."""
    with own_boxes_folder():
        editor = hands.app.box_editor
        editor.open(next(box for box in editor.boxes() if box.id == "manhattan_nights"))
        assert editor.copy("Our box")
        hands.app.go("box")
        hands.look(2)
        yield
        hands.app.box_editor.browsers.close()
        hands.app.box_editor.box = None


def open_(hands: Hands) -> ScreenBrowser:
    choose(hands, "In a browser")
    hands.look(2)
    assert hands.root.name == "browser"
    return ScreenBrowser(hands, hands.app.box_editor.browsers.join, "box")


def let_in(hands: Hands) -> ScreenBrowser:
    room = open_(hands)
    assert room.send("/box/wish")[0] == 303
    hands.wait()
    assert "change the box Our box?" in hands.screen.title.text
    hands.touch(*hands.screen.primary.center)
    hands.look(2)
    return room


def test_a_browser_needs_consent_on_the_screen(hands: Hands, box: None) -> None:
    room = open_(hands)
    for path in ("/box", "/box/of/our_box", "/box/of/our_box/characters", "/box/of/other"):
        assert "Our box" not in room.ask("GET", path)[2].decode()
        assert "Characters" not in room.ask("GET", path)[2].decode()
    assert room.send("/box/wish")[0] == 303
    assert "Our box" not in room.page("/box")
    hands.wait()
    hands.touch(*hands.screen.other.center)
    hands.look(2)
    assert "The table has said no." in room.page("/box")


def test_an_admitted_browser_sees_the_box_until_it_is_dismissed(hands: Hands, box: None) -> None:
    room = let_in(hands)
    assert "Our box" in room.page("/box")
    assert "Our box" in room.page("/box/of/our_box")
    words = hands.app.box_editor.browsers.service.registry.phones[0].words
    choose(hands, words)
    hands.look(2)
    assert "You were sent away from the box." in room.page("/box")
    assert room.ask("GET", "/box/of/our_box")[0] == 403


def test_after_a_restart_a_browser_goes_on_with_one_tap_unless_it_was_switched_off(
    hands: Hands, box: None, tmp_path: Path
) -> None:
    browsers = hands.app.box_editor.browsers
    browsers.journal = tmp_path / "journal.db"
    room = let_in(hands)
    browsers.close()
    hands.app.go("box")
    hands.look(2)
    open_(hands)
    room.port = int(browsers.join.rpartition(":")[2].strip("/"))
    assert room.ask("GET", "/box/of/our_box")[0] == 403
    hands.wait()
    assert hands.screen.title.text.startswith("The companion has started again. May this browser go on changing")
    hands.touch(*hands.screen.primary.center)
    hands.look(2)
    assert room.ask("GET", "/box/of/our_box")[0] == 200
    assert hands.screen.primary.text == "To the box"
    hands.touch(*hands.screen.other.center)
    hands.look(2)
    assert not list(tmp_path.iterdir())
    open_(hands)
    assert browsers.returning is None


def test_the_screens_of_the_box_show_a_waiting_browser(hands: Hands, box: None) -> None:
    room = open_(hands)
    hands.tap("To the box")
    hands.look(2)
    assert room.send("/box/wish")[0] == 303
    hands.wait()
    assert hands.root.name == "browser"
    hands.touch(*hands.screen.primary.center)
    hands.look(2)
    assert hands.root.name == "box"


def test_leaving_the_box_stops_the_server(hands: Hands, box: None, tmp_path: Path) -> None:
    room = let_in(hands)
    hands.app.box_editor.leave()
    hands.look(2)
    with pytest.raises(OSError, match="refused"):
        room.ask("GET", "/box")


def form_of(room: ScreenBrowser, address: str) -> dict[str, str]:
    """What a browser would send of the form there."""
    return Forms(room.page(address)).to(address).fields


def test_changes_in_a_browser_appear_on_the_screen(hands: Hands, box: None) -> None:
    room = let_in(hands)
    editor = hands.app.box_editor
    address = "/box/of/our_box/characters/0"
    editor.look_at(("characters",))
    editor.look_at_row(0)
    hands.look(2)
    room.send(address, **{**form_of(room, address), "f.name@en": "Adelaide", "do": "save"})
    hands.look(2)
    assert hands.root.name == "card"
    assert "Adelaide" in str(hands.screen.card.card.title)


def test_a_row_removed_in_a_browser_is_closed_on_the_screen(hands: Hands, box: None) -> None:
    room = let_in(hands)
    editor = hands.app.box_editor
    editor.look_at(("characters",))
    editor.look_at_row(3)
    hands.look(2)
    first = "/box/of/our_box/characters/0"
    seen = Forms(room.page(first)).to(f"{first}/take").fields["seen"]
    assert room.send(f"{first}/take", seen=seen)[0] == 303
    hands.look(2)
    assert (hands.root.name, editor.index) == ("card", 2)
    same = "/box/of/our_box/characters/2"
    seen = Forms(room.page(same)).to(f"{same}/take").fields["seen"]
    assert room.send(f"{same}/take", seen=seen)[0] == 303
    hands.look(2)
    assert (hands.root.name, editor.index) == ("entries", None)


def test_an_editing_conflict_with_a_browser_is_shown_and_loses_nothing(hands: Hands, box: None) -> None:
    room = let_in(hands)
    editor = hands.app.box_editor
    address = "/box/of/our_box/characters/0"
    editor.look_at(("characters",))
    editor.look_at_row(0)
    editor.tell()
    hands.look(2)
    row = hands.screen.editor
    row.open(("name",))
    row.put("Told here")
    hands.look(2)
    room.send(address, **{**form_of(room, address), "f.name@en": "Typed there", "do": "save"})
    hands.look(2)
    assert hands.root.name == "row"
    hands.screen._edit.give(row.row())
    hands.look(2)
    assert hands.root.name == "row"
    assert "Typed there" in str(editor.opened.rows(("characters",))[0]["name"])
    hands.screen._edit.give(row.row())
    hands.look(2)
    assert "Told here" in str(editor.opened.rows(("characters",))[0]["name"])


def test_a_board_changed_in_a_browser_is_not_overwritten_silently(hands: Hands, box: None) -> None:
    room = let_in(hands)
    editor = hands.app.box_editor
    board = "/box/of/our_box/board.squares"
    editor.look_at(("board", "squares"))
    hands.look(2)
    draft = hands.screen.draft
    draft.add(0.5, 0.5)
    seen = Forms(room.page(board)).to(f"{board}/do/").fields["seen"]
    assert room.send(f"{board}/do/add", seen=seen, x=100, y=100)[0] == 303
    hands.look(2)
    hands.screen._layout.keep(draft, False)
    hands.look(2)
    assert editor.opened.draft().squares["square_1"].x == 0.1
    hands.screen._layout.keep(draft, False)
    hands.look(2)
    assert editor.opened.draft().squares["square_1"].x == 0.5
