"""Dice on the screen: from a reader, from taps, from buttons, from the dealer, and thrown on the screen itself."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from msgspec import structs

from companion.core.answers import Roll
from companion.core.asks import RollAsk
from companion.core.texts import plain
from companion.language import LANGUAGES
from hardware.camera.transport import CameraRoll, PtyTransport, Transmitter
from hardware.config import ReaderConfig
from hardware.dice.dr1 import ALIKE, Device, FaceMessage
from hardware.inputs import Button
from hardware.panel.buttons import press
from tests.session.sensible import table_of
from tests.ui import rig as rig_
from tests.ui.hands import Hands, clipped
from tests.ui.rig import Rig, set_up
from tests.ui.test_screens import SIZES
from ui.base.language import say


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


def test_clear_last_removes_the_last_face(hands: Hands) -> None:
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


def test_an_uncertain_die_waits_for_a_person(hands: Hands) -> None:
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
def rig(hands: Hands, tmp_path: Path) -> Iterator[Rig]:
    """A table with a simulated reader."""
    one = Rig(hands, tmp_path / "games.db")
    yield one
    one.close()


@pytest.fixture
def without(hands: Hands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Rig]:
    """A table with the default configuration, and nothing plugged in."""
    monkeypatch.setattr("hardware.hub.candidates", lambda port: [])
    monkeypatch.setattr(rig_, "CONFIG", structs.replace(rig_.CONFIG, reader=ReaderConfig()))
    one = Rig(hands, tmp_path / "games.db")
    yield one
    one.close()


def test_thrown_dice_are_read_one_by_one_and_make_the_roll(rig: Rig) -> None:
    set_up(rig)
    rig.play_until_roll()
    rig.wait(lambda: "Throw the dice" in rig.hands.labels())
    rev = rig.session.rev
    rig.wait(lambda: rig.hands.button("Throw the dice").enabled)
    rig.hands.tap("Throw the dice")
    assert not rig.hands.button("Throw the dice").enabled
    known = set()

    def look() -> bool:
        if rig.session.rev == rev and rig.session.tray is not None:
            known.add(len(rig.session.tray.slots) - len(rig.session.tray.missing))
        return rig.session.rev > rev

    rig.wait(look)
    assert {1, 2, 3} <= known
    assert rig.session.table.log[rev].source == "serial"


def test_a_face_can_be_entered_before_the_rest_is_thrown(rig: Rig) -> None:
    set_up(rig)
    rig.play_until_roll()
    rig.wait(lambda: "Throw the dice" in rig.hands.labels())
    rev = rig.session.rev
    tray = rig.session.tray
    assert tray is not None
    die = tray.cursor
    assert die is not None
    rig.hands.touch(*rig.hands.screen.faces.buttons[0].center)
    face = tray.slots[die].face
    rig.hands.tap("Throw the dice")
    rig.wait(lambda: rig.session.rev > rev)
    given = rig.session.table.log[rev].answer
    assert given is not None
    assert given["faces"][die] == face


@pytest.fixture
def camera(hands: Hands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Rig, Transmitter]]:
    """A table with the line of a camera reader; the camera itself is a stand-in."""
    transport = PtyTransport(tmp_path / "camera")
    device = Device([], serial="CAM", boot_id="b1", now=time.monotonic(), model=ALIKE)
    transmitter = Transmitter(device, transport)
    transmitter.start()
    monkeypatch.setattr(rig_, "CONFIG", structs.replace(rig_.CONFIG, reader=ReaderConfig(port=transport.where)))
    one = Rig(hands, tmp_path / "games.db")
    yield one, transmitter
    one.close()
    transmitter.stop()


def test_a_camera_is_told_what_people_corrected(camera: tuple[Rig, Transmitter]) -> None:
    rig, transmitter = camera
    set_up(rig)
    rig.play_until_roll()
    tray = rig.session.tray
    assert tray is not None
    sides = {die: len(faces) for die, faces in tray.sides.items()}
    records = transmitter.report([CameraRoll(die, 1, 990 if n else 300, "rolled") for n, die in enumerate(sides)])
    rig.wait(lambda: not tray.missing)
    doubtful = next(iter(sides))
    assert tray.doubts == [doubtful]
    face = next(face for face in tray.sides[doubtful] if face != tray.slots[doubtful].face)
    tray.set_face(doubtful, face)
    rev = rig.session.rev
    rig.session.tray_changed()
    rig.wait(lambda: rig.session.rev > rev)
    said: list[FaceMessage] = []

    def heard() -> bool:
        said.extend(transmitter.take_faces())
        return bool(said)

    rig.wait(heard)
    assert said == [FaceMessage("b1", records[0], tray.sides[doubtful].index(face) + 1)]


def test_without_a_simulated_reader_dice_cannot_be_thrown_on_the_screen(hands: Hands) -> None:
    hands.play("roll")
    assert "Throw the dice" not in hands.labels()


def test_the_default_stand_in_for_a_reader_is_not_mentioned(without: Rig) -> None:
    set_up(without)
    without.play_until_roll()
    without.hands.look(5)
    assert "Roll them for us" in without.hands.labels()
    assert "Throw the dice" not in without.hands.labels()
    assert [lamp.icon for lamp in without.app.lamps()] == ["box"]


def test_a_configured_simulated_reader_is_shown(rig: Rig) -> None:
    set_up(rig)
    rig.play_until_roll()
    rig.wait(lambda: [lamp.text for lamp in rig.app.lamps()] == ["Reader ready", "Saved"])


def test_faces_are_listed_in_the_same_order_for_every_die(without: Rig) -> None:
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


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize(
    ("game", "item", "says"), [("crash", "placement", "goes to the site"), ("thousand", "dice", "At stake: ")]
)
def test_what_a_roll_is_for_stands_below_the_dice(
    hands: Hands, size: tuple[int, int], game: str, item: str, says: str
) -> None:
    """Whole, in every language."""
    table, luck = table_of(game, chance={item: "asked"}), Random(game)
    while not (isinstance(table.ask, RollAsk) and says in plain(table.scene().prompt.hint or "")):
        legal = table.legal()
        if table.can_deal:
            table.deal()
        elif legal is None:
            faces = {die: luck.choice(list(sides)) for die, sides in (table.faces() or {}).items()}
            table.answer({"do": "roll", "faces": faces})
        else:
            table.answer(table.game.player.advise(table.state, legal, luck.random))
    hands.resize(*size)
    hands.sit(table)
    for language in LANGUAGES:
        hands.speak(language)
        hands.session.pages.clear()
        hands.app.refresh()
        clipped.clear()
        hands.look(2)
        assert hands.screen.said.text == say(table.scene().prompt.hint)
        assert not clipped
