"""Players side by side in the place of the map: all of it stands whole, and what can be chosen can be tapped."""

from __future__ import annotations

import pytest

from tests.ui.fake import FakeTable
from tests.ui.fake_forms import LOAD, Carry, table
from tests.ui.hands import Hands, clipped
from tests.ui.pseudo import LONG
from tests.ui.test_screens import SIZES, assert_in_the_window
from ui.app import hints
from ui.look.theme import look
from ui.widgets.counters import SideView


def sit(hands: Hands) -> FakeTable:
    made: FakeTable = hands.sit(table(LOAD))
    hands.look(2)
    return made


def view(hands: Hands, spot: str) -> SideView:
    """The picture of a player."""
    found: SideView = next(one for one in hands.screen.sides.views if one.side.id == spot)
    return found


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_players_stand_whole_beside_each_other(hands: Hands, size: tuple[int, int]) -> None:
    hands.resize(*size)
    hands.speak(LONG)
    sit(hands)
    assert hands.root.name == "table"
    assert not clipped, f"cut off at {size}"
    assert_in_the_window(hands, "sides")
    for one in hands.screen.sides.views:
        assert min(one.width, one.height) >= look.mm(10), "each takes a finger"


def test_players_stand_in_columns_four_two_and_two_and_on_upright_glass_in_rows(hands: Hands) -> None:
    sit(hands)
    assert len({one.x for one in hands.screen.sides.views}) == 2
    assert len({one.y for one in hands.screen.sides.views}) == 2
    hands.screen.sides.show(sides=hands.screen.sides.sides[:3])
    hands.look(2)
    assert len({one.y for one in hands.screen.sides.views if one.shown}) == 1
    hands.resize(720, 1280)
    hands.look(2)
    assert len({one.x for one in hands.screen.sides.views}) == 1


def test_a_tap_on_a_player_opens_what_can_be_done_there(hands: Hands) -> None:
    made = sit(hands)
    hands.touch(*view(hands, "camp:mia").center)
    hands.look(2)
    assert hands.root.name == "form"
    assert hands.screen.title.text == "From mia"
    assert made.answers == []


def test_several_things_at_one_player_are_asked_for_by_name(hands: Hands) -> None:
    sit(hands)
    hands.touch(*view(hands, "camp:leo").center)
    hands.look(2)
    assert hands.screen.title.text == "Leo: 7 > 5"
    hands.tap("Raid Leo for the bank")
    hands.look(2)
    assert hands.screen.title.text == "From Leo to the bank"


def test_a_player_who_cannot_be_chosen_takes_no_tap(hands: Hands) -> None:
    made = sit(hands)
    for spot in ("camp:jorge", "camp:ana"):
        hands.touch(*view(hands, spot).center)
    hands.look(2)
    assert hands.root.name == "table"
    assert made.answers == []


def test_a_hint_finds_the_player_and_the_amounts_that_it_is_about(hands: Hands) -> None:
    sit(hands)
    choices = hands.session.scene.choices
    leo = view(hands, "camp:leo")
    assert hints.find(hands.root, "camp:leo", choices) == leo.area
    assert hints.find(hands.root, "form", choices) is None
    hands.touch(*view(hands, "camp:mia").center)
    hands.look(2)
    assert hints.find(hands.root, "form", choices) == hands.screen.amounts.area
    assert hints.find(hands.root, "camp:leo", choices) is None


def test_what_has_no_form_is_answered_at_once(hands: Hands) -> None:
    made = sit(hands)
    hands.tap("Nothing")
    assert made.answers == [(Carry("pass", ()), "touch")]
