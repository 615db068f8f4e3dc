"""Dice on the screen: from a reader, from taps, from buttons, from the dealer, and thrown on the screen itself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import structs

from companion.core.answers import Roll
from hardware.config import ReaderConfig
from hardware.inputs import Button
from hardware.panel.buttons import press
from tests.ui import evening as evening_
from tests.ui.evening import Evening, set_up
from tests.ui.hands import Hands


def test_tapped_faces_fill_the_dice_one_after_the_other(hands: Hands) -> None:
    hands.play("roll")
    for face in ("mental", "social", "physical", "wildcard", "social"):
        hands.tap(face)
    rolled = {"blue1": "MENT", "grey1": "SOC", "red1": "PHYS", "red2": "WILD", "yellow1": "SOC"}
    assert hands.answers == [(Roll(rolled), "touch")]


def test_a_die_is_chosen_by_tapping_it(hands: Hands) -> None:
    hands.play("roll")
    cell = hands.screen.slots.cells()[3]
    hands.touch(cell.cx, cell.cy)
    hands.tap("wildcard")
    tray = hands.session.tray
    assert tray is not None
    assert tray.slots["red2"].face == "WILD"


def test_a_die_shows_only_the_faces_that_it_has(hands: Hands) -> None:
    hands.play("roll")
    cell = hands.screen.slots.cells()[1]
    hands.touch(cell.cx, cell.cy)
    assert "wildcard" not in hands.labels()
    assert "social" in hands.labels()


def test_clear_last_takes_the_last_face_away(hands: Hands) -> None:
    hands.play("roll")
    hands.tap("wildcard")
    hands.tap("Clear last")
    tray = hands.session.tray
    assert tray is not None
    assert len(tray.missing) == 5


def test_the_reader_fills_the_tray_and_its_name_is_logged(hands: Hands) -> None:
    hands.play("roll")
    tray = hands.session.tray
    assert tray is not None
    for die, face in {"red1": "PHYS", "red2": "WILD", "blue1": "MENT", "yellow1": "SOC", "grey1": "SOC"}.items():
        tray.read(die, face)
    hands.session.tray_changed()
    assert [source for _, source in hands.answers] == ["serial"]


def test_a_doubtful_die_waits_for_a_person(hands: Hands) -> None:
    hands.play("roll")
    tray = hands.session.tray
    assert tray is not None
    for die, face in {"red1": "PHYS", "red2": "WILD", "blue1": None, "yellow1": "SOC", "grey1": "SOC"}.items():
        tray.read(die, face)
    hands.session.tray_changed()
    hands.look()
    assert hands.answers == []
    assert "Not sure" in hands.screen.said.text
    hands.tap("mental")
    assert [source for _, source in hands.answers] == ["touch"]


def test_the_companion_rolls_what_is_missing(hands: Hands) -> None:
    hands.play("roll")
    hands.tap("wildcard")
    hands.tap("Roll the rest for us")
    assert len(hands.answers) == 1
    assert hands.answers[0][0].faces["blue1"] == "WILD"


def test_two_buttons_enter_a_face(hands: Hands) -> None:
    hands.play("roll")
    assert hands.session.tray is not None
    press(hands.session.tray, Button("white", "press"))
    hands.session.tray_changed()
    hands.look()
    assert hands.screen.slots.places[0].doubt
    press(hands.session.tray, Button("green", "press"))
    assert hands.session.tray.slots["blue1"].face == "MENT"


# With a simulated reader dice are thrown on the screen, and read over a real line.


@pytest.fixture
def evening(hands: Hands, tmp_path: Path) -> Iterator[Evening]:
    """An evening with a simulated reader."""
    one = Evening(hands, tmp_path / "games.db")
    yield one
    one.close()


@pytest.fixture
def without(hands: Hands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Evening]:
    """An evening with the configuration that everybody begins with, and nothing plugged in."""
    monkeypatch.setattr("hardware.hub.candidates", lambda port: [])
    monkeypatch.setattr(evening_, "CONFIG", structs.replace(evening_.CONFIG, reader=ReaderConfig()))
    one = Evening(hands, tmp_path / "games.db")
    yield one
    one.close()


def test_thrown_dice_are_read_one_by_one_and_make_the_roll(evening: Evening) -> None:
    set_up(evening)
    evening.play_until_roll()
    evening.wait(lambda: "Throw the dice" in evening.hands.labels())
    rev = evening.session.rev
    evening.wait(lambda: evening.hands.button("Throw the dice").enabled)
    evening.hands.tap("Throw the dice")
    assert not evening.hands.button("Throw the dice").enabled
    known = set()

    def look() -> bool:
        if evening.session.rev == rev and evening.session.tray is not None:
            known.add(len(evening.session.tray.slots) - len(evening.session.tray.missing))
        return evening.session.rev > rev

    evening.wait(look)
    assert {1, 2, 3} <= known
    assert evening.session.table.log[rev].source == "serial"


def test_a_hand_may_help_before_the_rest_is_thrown(evening: Evening) -> None:
    set_up(evening)
    evening.play_until_roll()
    evening.wait(lambda: "Throw the dice" in evening.hands.labels())
    rev = evening.session.rev
    tray = evening.session.tray
    assert tray is not None
    die = tray.cursor
    assert die is not None
    evening.hands.touch(*evening.hands.screen.faces.buttons[0].center)
    face = tray.slots[die].face
    evening.hands.tap("Throw the dice")
    evening.wait(lambda: evening.session.rev > rev)
    given = evening.session.table.log[rev].answer
    assert given is not None
    assert given["faces"][die] == face


def test_where_nothing_is_simulated_nothing_is_thrown(hands: Hands) -> None:
    hands.play("roll")
    assert "Throw the dice" not in hands.labels()


def test_what_stands_in_for_a_reader_is_not_spoken_of(without: Evening) -> None:
    set_up(without)
    without.play_until_roll()
    without.hands.look(5)
    assert "Roll them for us" in without.hands.labels()
    assert "Throw the dice" not in without.hands.labels()
    assert [lamp.icon for lamp in without.app.lamps()] == ["box"]


def test_a_simulated_reader_that_people_asked_for_is_a_reader(evening: Evening) -> None:
    set_up(evening)
    evening.play_until_roll()
    evening.wait(lambda: [lamp.text for lamp in evening.app.lamps()] == ["Reader ready", "Saved"])


def test_the_faces_of_every_die_stand_in_one_order(without: Evening) -> None:
    set_up(without)
    without.play_until_roll()
    screen, tray = without.hands.screen, without.session.tray
    assert tray is not None
    orders = set()
    for die in tray.slots:
        tray.select(die)
        without.app.refresh()
        without.hands.look()
        orders.add(tuple(option.key for option in screen.faces.options if option.key != "BLANK"))
    assert len({tuple(sorted(order)) for order in orders}) == len(orders), orders
