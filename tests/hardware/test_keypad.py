"""Entering a roll with buttons."""

from __future__ import annotations

import pytest

from hardware.dice.tray import DiceTray
from hardware.inputs import Action, Button
from hardware.panel.keypad import Keypad
from tests.hardware.helpers import GAME_DICE


@pytest.fixture
def tray() -> DiceTray:
    return DiceTray(["blue1", "red1"], GAME_DICE)


@pytest.fixture
def keypad(tray: DiceTray) -> Keypad:
    return Keypad(tray)


def press(keypad: Keypad, *names: str, action: Action = "press") -> list[str]:
    return [keypad.button(Button(name, action)) for name in names]


def test_two_buttons_enter_a_whole_roll(tray: DiceTray, keypad: Keypad) -> None:
    assert press(keypad, "white", "green") == ["taken", "taken"]
    assert press(keypad, "white", "white", "white", "green") == ["taken"] * 4
    assert tray.faces() == {"blue1": "MENT", "red1": "SOC"}
    assert tray.source == "gpio"
    assert press(keypad, "green") == ["primary"]


def test_white_goes_round_the_faces(tray: DiceTray, keypad: Keypad) -> None:
    offered = []
    for _ in range(5):
        press(keypad, "white")
        offered.append(keypad.offered)
    assert offered == ["MENT", "PHYS", "SOC", "WILD", "MENT"]
    assert tray.missing == ["blue1", "red1"]


def test_red_takes_back_step_by_step(tray: DiceTray, keypad: Keypad) -> None:
    press(keypad, "white", "green", "white")
    assert press(keypad, "red", "red", "red") == ["taken", "taken", "undo"]
    assert tray.missing == ["blue1", "red1"]


def test_a_face_can_be_mended_with_white_and_green(tray: DiceTray, keypad: Keypad) -> None:
    """White held moves on, also to dice that have a face; then white starts from what the die shows."""
    tray.set_face("blue1", "SOC")
    tray.set_face("red1", "PHYS")
    assert press(keypad, "white", action="hold") == ["taken"]
    assert tray.cursor == "blue1"
    press(keypad, "white")
    assert keypad.offered == "WILD"
    press(keypad, "green")
    assert tray.faces() == {"blue1": "WILD", "red1": "PHYS"}


def test_green_confirms_what_the_reader_saw(tray: DiceTray, keypad: Keypad) -> None:
    tray.read("blue1", "MENT", confidence=100)
    tray.read("red1", None)
    assert press(keypad, "green", "green") == ["taken", "nothing"]
    assert tray.doubts == ["red1"]


def test_an_offer_is_forgotten_when_the_reader_fills_that_die(tray: DiceTray, keypad: Keypad) -> None:
    press(keypad, "white", "white")
    assert keypad.offered == "PHYS"
    tray.read("blue1", "MENT")
    assert press(keypad, "green") == ["nothing"]
    assert tray.missing == ["red1"]


def test_black_moves_on_and_other_events_do_nothing(tray: DiceTray, keypad: Keypad) -> None:
    press(keypad, "black")
    assert tray.cursor == "red1"
    assert press(keypad, "purple") == ["nothing"]
    assert press(keypad, "green", action="release") == ["nothing"]
    assert press(keypad, "green", action="hold") == ["nothing"]


def test_one_die_of_numbers_goes_up_with_white_and_down_with_black() -> None:
    tray = DiceTray(["placement"], {"placement": range(1, 13)})
    keypad = Keypad(tray)
    press(keypad, "white", "white", "black", "black")
    assert keypad.offered == "12"
    assert press(keypad, "black", "green") == ["taken", "taken"]
    assert tray.faces() == {"placement": 11}
    assert press(keypad, "green") == ["primary"]
