"""Boxes by touches alone: a new one of each game, what is told of it, and that it is there after a restart."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from kivy.tests.common import UnitTestTouch

from companion.packs.folder import read_content
from companion.packs.loader import BUNDLED, load_pack, user_folder
from tests.owner import say_whole
from tests.packs.test_open_box import files_no_larger_than
from tests.ui.gallery import settle
from tests.ui.hands import Hands
from tests.ui.test_screens import SIZES
from ui.base.language import say
from ui.layout.geometry import Area
from ui.screens.contents import EntriesScreen

EACH_SIZE = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")


def row(hands: Hands, words: str) -> Any:
    """The row that says so, on whichever page it stands."""
    rows = hands.screen.rows
    texts = [rows.rows[n].text for n in range(len(rows.rows))]
    assert words in texts, f"no row {words!r}; there are {texts}"
    at = texts.index(words)
    while True:
        shown = {view.row.text: view for view in rows.views if view.shown and view.row is not None}
        if words in shown:
            return shown[words]
        page = at // rows.capacity(arrows=rows.pages() > 1)
        hands.touch(*(rows.after if page > rows.page else rows.before).center)


def tap_row(hands: Hands, words: str) -> None:
    hands.touch(*row(hands, words).center)


def type_(hands: Hands, text: str) -> None:
    for letter in text:
        shown = {key.text.lower(): key for key in hands.screen.keyboard.keys if key.shown}
        hands.touch(*shown["space" if letter == " " else letter.lower()].center)


def type_done(hands: Hands, text: str) -> None:
    type_(hands, text)
    hands.tap("Done")


def named(hands: Hands, game: str, name: str) -> None:
    """From home to a new box of that name."""
    hands.tap("Boxes")
    hands.tap("A new box")
    tap_row(hands, game)
    type_done(hands, name)


def opened(hands: Hands, name: str) -> None:
    """From home to the box of that name."""
    hands.tap("Boxes")
    tap_row(hands, name)


def begin_again(hands: Hands, size: tuple[int, int], name: str) -> None:
    """Start the companion anew, and open that box."""
    hands.end()
    hands.begin(size)
    hands.resize(*size)
    opened(hands, name)


def finish(hands: Hands) -> None:
    """Take the card as it is, and look at it instead of telling the next one; if nothing is left to be looked over, it
    is taken already."""
    if "That is it, the next one" in hands.labels():
        hands.tap("That is it, the next one")
    if hands.root.name == "row":
        hands.tap("The last one")


def enter_brake(hands: Hands) -> None:
    """From the box to an upgrade that has been told."""
    tap_row(hands, "Upgrades")
    hands.tap("Another one")
    type_done(hands, "Brake")
    hands.tap("Always works")
    finish(hands)


def enter_lamp(hands: Hands) -> None:
    """From the relics to one that has been told."""
    hands.tap("Another one")
    hands.tap("A weapon")
    type_done(hands, "Lamp")
    hands.tap("2")
    finish(hands)


def center(area: Area) -> tuple[float, float]:
    return area.cx, area.cy


def drag(hands: Hands, began: tuple[float, float], ended: tuple[float, float]) -> None:
    """A finger from one point to another, in a few steps."""
    touch = UnitTestTouch(*began)
    touch.touch_down()
    for part in range(1, 6):
        touch.touch_move(*(a + (b - a) * part / 5 for a, b in zip(began, ended, strict=True)))
        hands.look()
    touch.touch_up()
    hands.look()


def lay_squares(hands: Hands, n: int) -> None:
    """Put ``n`` squares on the empty board."""
    sketch = hands.screen.sketch
    for at in range(n):
        hands.touch(
            sketch.x + sketch.width * (0.15 + 0.3 * (at % 3)), sketch.y + sketch.height * (0.85 - 0.3 * (at // 3))
        )


@EACH_SIZE
def test_new_york_begins_with_its_board_and_a_mafia_card_is_entered_on_it(hands: Hands, size: tuple[int, int]) -> None:
    hands.resize(*size)
    named(hands, "New York Crisis", "Ours")
    assert hands.root.name == "board"
    lay_squares(hands, 3)
    hands.touch(*center(hands.screen.sketch.spot("square_3")))
    hands.tap("Name")
    type_done(hands, "Soho")
    hands.tap("Done")
    assert hands.root.name == "box", "not all of it is joined: it is laid in part without being asked"
    tap_row(hands, "Mafia cards")
    assert hands.screen.title.text == "0 of 50 known"
    hands.tap("Another one")
    hands.tap_spot("square:square_1")
    hands.tap("Nothing there")
    hands.tap_spot("square:square_3")
    hands.tap("The last one")
    assert say(hands.screen.card.card.title) == "square 1"
    begin_again(hands, size, "Ours")
    assert row(hands, "Mafia cards").row.aside == "1 of 50 known"
    data = read_content(user_folder() / "ours").data
    assert data["mafia_cards"] == [{"id": "mafia_card_1", "mafia": "square_1", "info": None, "item": "square_3"}]
    assert data["board"]["squares"][2]["name"] == "Soho"
    assert data["board"]["whole"] is False


@EACH_SIZE
def test_a_contact_of_escape_plan(hands: Hands, size: tuple[int, int]) -> None:
    hands.resize(*size)
    named(hands, "Escape Plan", "Cabo")
    tap_row(hands, "Contacts")
    hands.tap("Another one")
    type_done(hands, "Old Tom")
    finish(hands)
    assert hands.root.name == "card"
    begin_again(hands, size, "Cabo")
    assert row(hands, "Contacts").row.aside == "1 of 32 known"
    tap_row(hands, "Contacts")
    tap_row(hands, "Old tom")


@EACH_SIZE
def test_an_upgrade_of_crash_and_grab_with_what_it_does(hands: Hands, size: tuple[int, int]) -> None:
    hands.resize(*size)
    named(hands, "Crash & Grab", "Ufos")
    tap_row(hands, "Upgrades")
    hands.tap("Another one")
    type_done(hands, "Brake")
    hands.tap("After the rotation die")
    tap_row(hands, "What it does")
    hands.tap("The rotation die is turned over")
    hands.tap("That is it, the next one")
    begin_again(hands, size, "Ufos")
    assert row(hands, "Upgrades").row.aside == "1 of 23 known"
    [told] = read_content(user_folder() / "ufos").data["upgrades"]
    assert told["effects"] == [{"op": "reverse"}]
    assert told["timing"] == "planning"


@EACH_SIZE
def test_a_relic_of_krysis(hands: Hands, size: tuple[int, int]) -> None:
    hands.resize(*size)
    named(hands, "Krysis", "Mine")
    tap_row(hands, "Relics")
    enter_lamp(hands)
    begin_again(hands, size, "Mine")
    assert row(hands, "Relics").row.aside == "1 of 24 known"


def test_the_name_of_a_box_must_be_unique(hands: Hands) -> None:
    hands.tap("Boxes")
    hands.tap("A new box")
    tap_row(hands, "Krysis")
    hands.tap("Delete")
    hands.tap("Done")
    assert "A box needs a name" in hands.root.banner.text
    type_(hands, "deepvein")
    assert not hands.root.banner.shown
    hands.tap("Done")
    assert "There is a box called Deepvein already" in hands.root.banner.text
    type_done(hands, " ii")
    assert hands.root.name == "box"
    assert hands.screen.title.text == "Deepvein ii"


def test_the_first_letter_replaces_the_proposed_name(hands: Hands) -> None:
    for called in ("Our Krysis", "Our Krysis 2"):
        hands.tap("Boxes")
        hands.tap("A new box")
        tap_row(hands, "Krysis")
        assert hands.screen.text.text == called
        assert hands.screen.primary.role == "primary"
        hands.tap("Done")
        assert hands.screen.title.text == called
        hands.tap("Back")
        hands.tap("Back")
    hands.tap("Boxes")
    hands.tap("A new box")
    tap_row(hands, "Krysis")
    type_(hands, "mi")
    assert hands.screen.text.text == "Mi"


def test_a_bundled_box_is_copied_before_it_is_changed(hands: Hands) -> None:
    before = (BUNDLED / "deepvein").stat().st_mtime_ns
    opened(hands, "Deepvein")
    assert "copy it" in hands.screen.hint.text
    tap_row(hands, "About the box")
    assert "copy it" in hands.root.banner.text
    tap_row(hands, "Relics")
    assert "Another one" not in hands.labels()
    hands.touch(*hands.screen.rows.views[0].center)
    assert "Change it" not in hands.labels()
    hands.tap("Back")
    hands.tap("Back")
    hands.tap("Copy it")
    hands.tap("Done")
    assert hands.screen.title.text == "Deepvein 2"
    tap_row(hands, "Relics")
    hands.touch(*hands.screen.rows.views[0].center)
    hands.tap("Take it away")
    assert hands.screen.title.text == "23 in all · 24 are printed"
    hands.tap("Undo")
    assert hands.screen.title.text == "24 in all"
    assert (BUNDLED / "deepvein").stat().st_mtime_ns == before


def test_removing_a_box_asks_once_and_keeps_a_backup(hands: Hands) -> None:
    named(hands, "Krysis", "Mine")
    hands.tap("Take it away")
    assert hands.screen.title.text == "Take this box away?"
    assert hands.button("Take it away").role == "plain", "nobody is led to it"
    hands.tap("Back")
    assert hands.screen.title.text == "Mine"
    hands.tap("Take it away")
    hands.tap("Take it away")
    assert hands.root.name == "boxes"
    assert "Mine" not in [one.text for one in hands.screen.rows.rows]
    assert not (user_folder() / "mine").exists()
    assert any(path.name.isdecimal() for path in (user_folder() / ".mine").iterdir())


def test_a_row_can_be_viewed_copied_changed_and_removed(hands: Hands) -> None:
    named(hands, "Crash & Grab", "Ufos")
    hands.app.box_editor.copy("Other")  # so that a copied box can be copied again
    enter_brake(hands)
    hands.tap("Copy it")
    hands.tap("Change it")
    tap_row(hands, "Name")
    hands.tap("Delete")
    hands.tap("Done")
    hands.tap("That is it")
    assert hands.screen.card.card.title == "Brak"
    hands.tap("Back")
    assert [one.text for one in hands.screen.rows.rows] == ["Brake", "Brak"]
    tap_row(hands, "Brake")
    hands.tap("Take it away")
    assert [one.text for one in hands.screen.rows.rows] == ["Brak"]


def test_rows_can_be_filtered_by_letters(hands: Hands) -> None:
    opened(hands, "Manhattan Nights")
    tap_row(hands, "Police cards")
    hands.tap("Search")
    type_(hands, "ra")
    assert hands.screen.title.text == "5 found"
    hands.tap("Done")
    assert {"Raid", "Parade"} <= {one.text for one in hands.screen.rows.rows}
    hands.tap("Show all")
    assert hands.screen.title.text == "23 in all"
    hands.tap("Search")
    type_done(hands, "qqq")
    assert "Nothing here" in hands.screen.empty.text


def test_a_number_of_copies_is_at_least_the_number_known(hands: Hands) -> None:
    named(hands, "Crash & Grab", "Ufos")
    tap_row(hands, "Upgrades")
    hands.tap("How many?")
    hands.tap("2")
    hands.tap("7")
    hands.tap("Done")
    assert hands.screen.title.text == "0 of 27 known · 23 are printed"
    hands.tap("Back")
    enter_brake(hands)
    hands.tap("Back")
    hands.tap("How many?")
    hands.tap("0")
    hands.tap("Done")
    assert "1 of them are known already" in hands.root.banner.text
    hands.tap("Back")
    assert hands.screen.title.text == "1 of 27 known · 23 are printed"


@EACH_SIZE
def test_problems_of_a_box_are_one_tap_away(hands: Hands, size: tuple[int, int]) -> None:
    hands.resize(*size)
    named(hands, "New York Crisis", "Ours")
    box = hands.app.box_editor.opened
    say_whole(box)
    hands.tap("Back")
    hands.tap("What does not fit?")
    tap_row(hands, "About the box")
    assert hands.screen.title.text == "Alert track"
    hands.tap("20")
    assert hands.screen.title.text == "Story track"
    hands.tap("12")
    hands.tap("That is all of it")
    assert hands.root.name == "box"
    assert "About the box" not in [one.text for one in hands.screen.rows.rows], "the others stand there"
    tap_row(hands, "Family: Father")
    assert hands.root.name == "row"
    assert hands.screen.title.text == "Dice"
    hands.touch(*hands.screen.amounts.rows[0].more.center)
    hands.tap("Done")
    hands.tap("That is it")
    assert "Family: Father" not in [one.text for one in hands.screen.rows.rows]


def test_a_row_that_cannot_be_saved_can_be_saved_later(hands: Hands) -> None:
    named(hands, "Krysis", "Mine")
    hands.app.box_editor.copy("Pit")
    tap_row(hands, "Relics")
    with files_no_larger_than(50):
        enter_lamp(hands)
        assert "Pit cannot be saved" in hands.root.banner.text
        hands.tap("Back")
        hands.tap("Back")
        hands.tap("Save again")
        assert "cannot be saved" in hands.root.banner.text
        hands.tap("Back")
        assert hands.root.name == "box", "whoever leaves does not lose it"
    assert row(hands, "Relics").row.aside == "1 of 24 known"
    hands.tap("Save again")
    assert "Save again" not in hands.labels()
    assert len(read_content(user_folder() / "pit").data["relics"]) == 1


def test_a_new_box_that_cannot_be_written_keeps_its_name(hands: Hands) -> None:
    hands.tap("Boxes")
    hands.tap("A new box")
    tap_row(hands, "Krysis")
    type_(hands, "Mine")
    with files_no_larger_than(50):
        hands.tap("Done")
    assert "The box cannot be saved" in hands.root.banner.text
    assert hands.screen.text.text == "Mine"
    hands.tap("Done")
    assert hands.root.name == "box"


def test_a_connected_board_may_still_be_incomplete(hands: Hands) -> None:
    opened(hands, "Manhattan Nights")
    hands.tap("Copy it")
    hands.tap("Done")
    tap_row(hands, "Board")
    hands.tap("Done")
    assert hands.screen.title.text.startswith("Is that the whole board?")
    hands.tap("Back")
    assert hands.root.name == "board"
    hands.tap("Done")
    hands.tap("More of it later")
    assert read_content(user_folder() / "manhattan_nights_2").data["board"]["whole"] is False
    tap_row(hands, "Board")
    hands.tap("Done")
    hands.tap("That is all of it")
    assert "whole" not in read_content(user_folder() / "manhattan_nights_2").data["board"]


def test_a_new_box_from_the_set_up_is_used_there_once_it_is_valid(hands: Hands) -> None:
    hands.app.new_game("newyork")
    hands.look()
    tap_row(hands, "A new box")
    type_done(hands, "Mine")
    box = hands.app.box_editor.opened
    say_whole(box)
    hands.tap("Back")
    assert "A game can begin with it as soon as" in hands.screen.hint.text
    hands.tap("Back")
    assert hands.root.name == "setup"
    assert row(hands, "Manhattan Nights").row.here
    tap_row(hands, "Mine")
    assert hands.root.name == "box"
    box = hands.app.box_editor.opened
    box.lay(box.draft(), whole=False)
    hands.look()
    hands.tap("Back")
    tap_row(hands, "Mine")
    assert row(hands, "Mine").row.here


def test_a_new_box_of_krysis_from_the_set_up_is_used_at_once(hands: Hands) -> None:
    hands.app.new_game("krysis")
    hands.look()
    tap_row(hands, "A new box")
    hands.tap("Done")
    assert "until then you look after them" in hands.screen.hint.text
    hands.tap("Back")
    assert row(hands, "Our Krysis").row.here


def test_a_copied_box_can_be_played(hands: Hands) -> None:
    opened(hands, "Deepvein")
    hands.tap("Copy it")
    hands.tap("Done")
    hands.tap("Play with it")
    assert hands.root.name == "setup"
    assert row(hands, "Deepvein 2").row.here
    assert load_pack(hands.app.library.game("krysis"), "deepvein_2").pack.name == "Deepvein 2"


@EACH_SIZE
def test_a_tile_is_drawn_by_touch(hands: Hands, size: tuple[int, int]) -> None:
    hands.resize(*size)
    named(hands, "Crash & Grab", "Ufos")
    tap_row(hands, "Tiles")
    hands.tap("Another one")
    assert hands.root.name == "tile"
    hands.touch(*center(hands.screen.plan.spot((2, 1))))
    hands.tap("Crash site")
    hands.touch(*center(hands.screen.plan.spot((0, 0))))
    hands.touch(*center(hands.screen.plan.spot((0, 0))))
    hands.tap("Done")
    assert hands.root.name == "card"
    hands.tap("Back")
    hands.tap("Back")
    tap_row(hands, "Layouts: With six saucers")
    hands.touch(*center(hands.screen.plan.spot((1, 1))))
    began, ended = center(hands.screen.plan.spot((2, 2))), center(hands.screen.plan.spot((5, 3)))
    drag(hands, began, ended)
    assert [(slot.x, slot.y) for slot in hands.screen._drawing.draft.slots] == [(4, 2)]
    hands.touch(*center(hands.screen.plan.spot((0, 0))))
    hands.tap("Done")
    data = read_content(user_folder() / "ufos").data
    assert [(slot["x"], slot["y"]) for slot in data["layouts"]["6"]] == [(4, 2), (0, 0)]
    tile = data["tiles"][-1]
    assert [cell for cell in tile["cells"] if cell["accelerator"]] == [
        {"x": 2, "y": 1, "accelerator": True, "crash_site": None}
    ]
    assert tile["cells"][0]["crash_site"] == 2


def test_only_visible_rows_of_a_long_list_are_described(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    opened(hands, "Manhattan Nights")
    box = hands.app.box_editor.opened
    card = box.rows(("mafia_cards",))[0]
    box.content.data["mafia_cards"] = [{**card, "id": f"m{n}"} for n in range(10_000)]
    box._tables = (None, [])
    said: list[int] = []
    made = EntriesScreen._row
    monkeypatch.setattr(EntriesScreen, "_row", lambda self, *about: (said.append(about[-1]), made(self, *about))[1])
    tap_row(hands, "Mafia cards")
    settle()
    assert len(hands.screen.rows.rows) == 10_000
    assert 0 < len(said) < 100


def test_boxes_of_the_owner_have_a_folder_of_their_own(hands: Hands, tmp_path: Path) -> None:
    assert tmp_path in user_folder().parents


# City tiles of a box are drawn: land is dragged to their edges, what is printed on them to their middle.


def tile_on_disk() -> dict[str, Any]:
    tiles = read_content(user_folder() / "ours").data["city_tiles"]
    return dict(next(tile for tile in tiles if tile["id"] == "a_1"))


def open_tile(hands: Hands) -> Any:
    named(hands, "Escape Plan", "Ours")
    tap_row(hands, "City tiles")
    tap_row(hands, "Tile A number 1")
    hands.tap("Change it")
    assert hands.root.name == "city tile"
    return hands.screen.tile


@EACH_SIZE
def test_land_and_signs_are_dragged_onto_a_tile(hands: Hands, size: tuple[int, int]) -> None:
    hands.resize(*size)
    tile = open_tile(hands)
    for sign, side in (("land:water", 0), ("land:commercial", 1), ("exit:2", 4), ("business", 4)):
        drag(hands, center(tile.cell(sign)), center(tile.spot(side)))
    drag(hands, center(tile.spot(0)), center(tile.spot(3)))
    hands.tap("Done")
    found = tile_on_disk()
    assert found["edges"] == [None, "commercial", None, "water"]
    assert (found["exit"], found["business"], found["gang"]) == (2, True, False)


@EACH_SIZE
def test_a_sign_is_picked_up_and_put_down_by_taps(hands: Hands, size: tuple[int, int]) -> None:
    hands.resize(*size)
    tile = open_tile(hands)
    hands.touch(*center(tile.cell("land:water")))
    for side in (0, 2):
        hands.touch(*center(tile.spot(side)))
    hands.touch(*center(tile.spot(0)))
    hands.touch(*center(tile.cell("gang")))
    hands.touch(*center(tile.spot(4)))
    hands.tap("Done")
    assert tile_on_disk()["edges"] == [None, None, "water", None]
    assert tile_on_disk()["gang"]


def test_undo_restores_land_that_was_dragged_off_the_tile(hands: Hands) -> None:
    tile = open_tile(hands)
    drag(hands, center(tile.cell("land:water")), center(tile.spot(0)))
    drag(hands, center(tile.spot(0)), center(tile.cell("gang")))
    assert set(tile.edges) == {None}
    hands.tap("Undo")
    assert tile.edges[0] == "land:water"
    hands.tap("Back")
    assert tile_on_disk()["edges"] is None, "nothing was given"


def test_a_sign_dropped_beside_the_tile_changes_nothing(hands: Hands) -> None:
    tile = open_tile(hands)
    drag(hands, center(tile.cell("business")), center(tile.cell("gang")))
    assert tile.things == ()
    assert not hands.screen.undo.shown
