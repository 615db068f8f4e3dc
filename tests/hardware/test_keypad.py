"""Entering a roll with buttons."""

from __future__ import annotations

import pytest

from companion.session.tray import DiceTray
from hardware.inputs import Action, Button
from hardware.panel import buttons
from tests.hardware.helpers import GAME_DICE


@pytest.fixture
def tray() -> DiceTray:
    return DiceTray(["blue1", "red1"], GAME_DICE)


def press(tray: DiceTray, *names: str, action: Action = "press") -> list[str]:
    return [buttons.press(tray, Button(name, action)) for name in names]


def test_two_buttons_enter_a_whole_roll(tray: DiceTray) -> None:
    assert press(tray, "white", "green") == ["taken", "taken"]
    assert press(tray, "white", "white", "white", "green") == ["taken"] * 4
    assert tray.faces() == {"blue1": "MENT", "red1": "SOC"}
    assert tray.source == "gpio"
    assert press(tray, "green") == ["primary"]


def test_white_goes_round_the_faces(tray: DiceTray) -> None:
    offered = []
    for _ in range(5):
        press(tray, "white")
        offered.append(tray.offered)
    assert offered == ["MENT", "PHYS", "SOC", "WILD", "MENT"]
    assert tray.missing == ["blue1", "red1"]


def test_red_takes_back_step_by_step(tray: DiceTray) -> None:
    press(tray, "white", "green", "white")
    assert press(tray, "red", "red", "red") == ["taken", "taken", "undo"]
    assert tray.missing == ["blue1", "red1"]


def test_a_face_can_be_mended_with_white_and_green(tray: DiceTray) -> None:
    """White held moves on, also to dice that have a face; then white starts from what the die shows."""
    tray.set_face("blue1", "SOC")
    tray.set_face("red1", "PHYS")
    assert press(tray, "white", action="hold") == ["taken"]
    assert tray.cursor == "blue1"
    press(tray, "white")
    assert tray.offered == "WILD"
    press(tray, "green")
    assert tray.faces() == {"blue1": "WILD", "red1": "PHYS"}


def test_green_confirms_what_the_reader_saw(tray: DiceTray) -> None:
    tray.read("blue1", "MENT", confidence=100)
    tray.read("red1", None)
    assert press(tray, "green", "green") == ["taken", "nothing"]
    assert tray.doubts == ["red1"]


def test_an_offer_is_forgotten_when_the_reader_fills_that_die(tray: DiceTray) -> None:
    press(tray, "white", "white")
    assert tray.offered == "PHYS"
    tray.read("blue1", "MENT")
    assert tray.offered is None
    assert press(tray, "green") == ["nothing"]
    assert tray.missing == ["red1"]
    tray.select("blue1")
    assert tray.offered is None


def test_black_moves_on_and_other_events_do_nothing(tray: DiceTray) -> None:
    press(tray, "black")
    assert tray.cursor == "red1"
    assert press(tray, "purple") == ["nothing"]
    assert press(tray, "green", action="release") == ["nothing"]
    assert press(tray, "green", action="hold") == ["nothing"]


def test_one_die_of_numbers_goes_up_with_white_and_down_with_black() -> None:
    tray = DiceTray(["placement"], {"placement": range(1, 13)})
    press(tray, "white", "white", "black", "black")
    assert tray.offered == "12"
    assert press(tray, "black", "green") == ["taken", "taken"]
    assert tray.faces() == {"placement": 11}
    assert press(tray, "green") == ["primary"]
