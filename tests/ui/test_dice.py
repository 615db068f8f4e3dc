"""The dice tray on the screen: faces from a reader, from taps, from buttons and from the dealer in one roll."""

from __future__ import annotations

from companion.core.answers import Roll
from hardware.inputs import Button
from hardware.panel.buttons import press
from tests.ui.hands import Hands


def test_tapped_faces_fill_the_dice_one_after_the_other(hands: Hands) -> None:
    table = hands.play(4)
    for face in ("Mental", "Social", "Physical", "Wildcard", "Social"):
        hands.tap(face)
    rolled = {"blue1": "MENT", "grey1": "SOC", "red1": "PHYS", "red2": "WILD", "yellow1": "SOC"}
    assert table.answers == [(Roll(rolled), "touch")]


def test_a_die_is_chosen_by_tapping_it(hands: Hands) -> None:
    hands.play(4)
    cell = hands.screen.slots.cells()[3]
    hands.touch(cell.cx, cell.cy)
    hands.tap("Wildcard")
    tray = hands.session.tray
    assert tray is not None
    assert tray.slots["red2"].face == "WILD"


def test_a_die_shows_only_the_faces_that_it_has(hands: Hands) -> None:
    hands.play(4)
    cell = hands.screen.slots.cells()[1]
    hands.touch(cell.cx, cell.cy)
    assert "Wildcard" not in hands.labels()
    assert "Social" in hands.labels()


def test_clear_last_takes_the_last_face_away(hands: Hands) -> None:
    hands.play(4)
    hands.tap("Wildcard")
    hands.tap("Clear last")
    tray = hands.session.tray
    assert tray is not None
    assert len(tray.missing) == 5


def test_the_reader_fills_the_tray_and_its_name_is_logged(hands: Hands) -> None:
    table = hands.play(4)
    tray = hands.session.tray
    assert tray is not None
    for die, face in {"red1": "PHYS", "red2": "WILD", "blue1": "MENT", "yellow1": "SOC", "grey1": "SOC"}.items():
        tray.read(die, face)
    hands.session.tray_changed()
    assert [source for _, source in table.answers] == ["serial"]


def test_a_doubtful_die_waits_for_a_person(hands: Hands) -> None:
    table = hands.play(4)
    tray = hands.session.tray
    assert tray is not None
    for die, face in {"red1": "PHYS", "red2": "WILD", "blue1": None, "yellow1": "SOC", "grey1": "SOC"}.items():
        tray.read(die, face)
    hands.session.tray_changed()
    hands.look()
    assert table.answers == []
    assert "Not sure" in hands.screen.said.text
    hands.tap("Mental")
    assert [source for _, source in table.answers] == ["touch"]


def test_the_companion_rolls_what_is_missing(hands: Hands) -> None:
    table = hands.play(4)
    hands.tap("Wildcard")
    hands.tap("Roll the rest for us")
    assert len(table.answers) == 1
    assert table.answers[0][0].faces["blue1"] == "WILD"


def test_two_buttons_enter_a_face(hands: Hands) -> None:
    hands.play(4)
    assert hands.session.tray is not None
    press(hands.session.tray, Button("white", "press"))
    hands.session.tray_changed()
    hands.look()
    assert hands.screen.slots.places[0].doubt
    press(hands.session.tray, Button("green", "press"))
    assert hands.session.tray.slots["blue1"].face == "MENT"
