"""The page that says whether all is well: by touch, with simulated buttons, a report, and what is wrong."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from kivy.core.window import Window
from kivy.tests.common import UnitTestTouch
from msgspec import structs

from companion.core.texts import plain
from companion.doctor import Check
from hardware.config import ReaderConfig
from hardware.inputs import Button, Health, HealthChange
from hardware.panel.buttons import Encoder
from tests.hardware.helpers import wait_until
from tests.hardware.test_config import whole_panel
from tests.ui.doctor_results import FAULTY, WELL, KnownResults
from tests.ui.hands import Hands
from tests.ui.rig import Rig, set_up
from ui.base.settings import Settings
from ui.device import checks, kernel, sounds, window
from ui.device.inputs import Inputs
from ui.device.kernel import Touchscreen, touchscreens
from ui.layout.geometry import Area
from ui.look.theme import Panel, look
from ui.screens import doctor as doctor_screen

PANEL = Panel(800, 480)


@pytest.fixture
def doctor(rig: Rig) -> Rig:
    """Somebody has come to the page from the settings, and everything was looked at."""
    rig.hands.app.go("settings")
    rig.hands.look(2)
    rig.hands.tap("Is all well?")
    assert rig.hands.root.name == "doctor"
    rig.wait(lambda: not rig.hands.screen.checkup.looking)
    rig.hands.look(2)
    return rig


def finger(x: float, y: float) -> UnitTestTouch:
    """A finger that comes down and stays."""
    touch = UnitTestTouch(x, y)
    touch.is_double_tap = False
    touch.touch_down()
    return touch


def found(hands: Hands) -> dict[str, tuple[bool, str]]:
    return {plain(one.name): (one.well, plain(one.text)) for one in hands.screen.checkup.checks()}


# What it says.


def test_the_checkup_opens_from_the_settings_and_leads_back(doctor: Rig) -> None:
    hands = doctor.hands
    says = found(hands)
    assert says.keys() >= {
        "display",
        "touch",
        "screen rotation",
        "sound",
        "configuration",
        "dice reader",
        "buttons",
        "disk",
    }
    assert says["journal"] == (True, "0 games are in it, and sound.")
    assert says["buttons"] == (True, "This machine has no pins: the buttons are simulated.")
    names = []
    while True:
        names += [row.found.name for row in hands.screen.found.rows if row.shown]
        if not (hands.screen.found.after.shown and hands.screen.found.after.enabled):
            break
        hands.touch(*hands.screen.found.after.center)
    assert [name.lower() for name in names] == [name.lower() for name in says]
    hands.tap("Back")
    assert hands.root.name == "settings"


def test_problems_come_first_and_are_counted(hands: Hands) -> None:
    hands.root.screen("doctor").checkup = KnownResults(*FAULTY)
    hands.app.go("doctor")
    hands.look(2)
    assert hands.screen.title.text == "3 things need a look."
    assert [row.found.state for row in hands.screen.found.rows if row.shown][:3] == ["wrong"] * 3
    hands.screen.checkup = KnownResults(*WELL)
    hands.app.refresh()
    hands.look()
    assert hands.screen.title.text == "All is well."
    assert hands.screen.none.text == "No buttons are wanted."


@pytest.mark.parametrize("size", [(1280, 720)], ids=["1280x720"])
def test_the_lamps_of_a_game_open_the_checkup(rig: Rig, size: tuple[int, int]) -> None:
    hands = rig.hands
    hands.resize(*size)
    set_up(rig)
    hands.look(2)
    hands.touch(*hands.root.nav.more.center)
    assert hands.root.name == "doctor"
    hands.app.act()
    hands.look()
    assert hands.root.name == hands.session.mode


def test_the_lamps_of_the_settings_open_the_checkup(hands: Hands) -> None:
    hands.app.go("settings")
    hands.look(2)
    hands.touch(*hands.screen.saved.center)
    assert hands.root.name == "doctor"


def test_slow_checks_do_not_block_the_screen(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, gate = threading.Event(), threading.Event()

    def slow() -> list[Check]:
        begun.set()
        gate.wait()
        return [Check("patience", False, "It took long.")]

    points = [SimpleNamespace(name="slow", load=lambda: slow)]
    monkeypatch.setattr("companion.doctor.entry_points", lambda **_: points)
    hands = rig.hands
    hands.app.go("doctor")
    rig.wait(begun.is_set)
    hands.look(2)
    assert hands.screen.title.text == "Looking …"
    assert "Looking …" in [row.found.name for row in hands.screen.found.rows if row.shown]
    assert not hands.button("Look again").enabled
    assert not hands.button("Save a report").enabled
    hands.tap("Back")
    assert hands.root.name == "settings", "it can be left meanwhile"
    hands.app.go("doctor")
    hands.look()
    gate.set()
    rig.wait(lambda: hands.screen.title.text == "1 thing needs a look.")
    assert found(hands)["patience"] == (False, "It took long.")
    gate.clear()
    begun.clear()
    hands.look(2)
    hands.tap("Look again")
    rig.wait(begun.is_set)
    assert hands.screen.checkup.looking
    gate.set()
    rig.wait(lambda: not hands.screen.checkup.looking)


def test_a_disconnected_reader_is_reported_at_once(doctor: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    hub, gone = doctor.hands.app.inputs.hub, Health("gone", "It was unplugged.")
    assert found(doctor.hands)["dice reader"][0]
    monkeypatch.setattr(hub, "health", lambda: {"reader": gone})
    hub.put(HealthChange("reader", gone))
    doctor.wait(lambda: found(doctor.hands)["dice reader"] == (False, "It was unplugged."))


def test_a_failing_journal_is_reported(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(hands.app.library), "error", "The disk is full.")
    monkeypatch.setattr("companion.doctor.entry_points", lambda **_: [])
    hands.app.go("doctor")
    hands.look()
    assert found(hands)["saving"] == (False, "The disk is full.")


# What can be tried.


@pytest.mark.parametrize("name", ["green", "red", "white", "black"])
def test_a_simulated_button_is_pressed_with_a_finger_and_lights_up(doctor: Rig, name: str) -> None:
    hands, lamp = doctor.hands, doctor.hands.screen.buttons[name]
    hub = hands.app.inputs.hub
    assert not lamp.lit
    touch = finger(*lamp.center)
    doctor.wait(lambda: lamp.lit and hub.lit("light"))
    assert hands.screen.light.lit
    touch.touch_up()
    doctor.wait(lambda: not lamp.lit and not hub.lit("light"))
    assert hands.root.name == "doctor", "a button that is tried does nothing else"


def test_a_button_of_the_panel_lights_up_and_does_nothing_else(doctor: Rig) -> None:
    hands, hub = doctor.hands, doctor.hands.app.inputs.hub
    for name in ("green", "red"):
        hub.put(Button(name, "press"))
        doctor.wait(lambda name=name: hands.screen.buttons[name].lit)
    hub.put(Button("green", "hold"))
    hub.put(Button("red", "release"))
    doctor.wait(lambda: not hands.screen.buttons["red"].lit)
    assert hands.screen.buttons["green"].lit
    assert hands.root.name == "doctor"
    hands.tap("Back")
    hub.put(Button("green", "release"))
    hub.put(Button("green", "press"))
    # Elsewhere it is what the page in front is left by, as ever.
    doctor.wait(lambda: hands.root.name == "home")


def test_only_existing_buttons_are_shown(doctor: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    hands = doctor.hands
    monkeypatch.setattr(type(hands.app.inputs), "buttons", ("green", "white"))
    monkeypatch.setattr(type(hands.app.inputs), "simulated", False)
    hands.app.refresh()
    hands.look(2)
    shown = [name for name, lamp in hands.screen.buttons.items() if lamp.shown]
    assert shown == ["green", "white"]
    lamp = hands.screen.buttons["green"]
    assert lamp not in [part for part in hands.targets() if part.takes(UnitTestTouch(*lamp.center))]


def test_holding_the_picture_of_a_light_switches_it_on(doctor: Rig) -> None:
    hands = doctor.hands
    hub = hands.app.inputs.hub
    touch = finger(*hands.screen.light.center)
    doctor.wait(lambda: hub.lit("light") and hands.screen.light.lit)
    touch.touch_up()
    doctor.wait(lambda: not hub.lit("light") and not hands.screen.light.lit)


@pytest.fixture
def whole(hands: Hands) -> Iterator[Hands]:
    """Somebody has come to the page at a machine with a whole panel, on simulated pins."""
    hands.app.inputs = Inputs(structs.replace(whole_panel(), reader=ReaderConfig(port="none")))
    hands.app.inputs.attach(hands.app)
    hands.root.screen("doctor").checkup = KnownResults(*WELL)
    hands.app.go("doctor")
    hands.look(3)
    yield hands
    hands.app.inputs.stop()
    hands.app.inputs = None


def come(hands: Hands, until: Callable[[], bool]) -> None:
    """Look until it is so."""
    wait_until(lambda: (hands.look(), until())[1], "it comes to the screen")


def test_every_press_of_a_full_panel_is_shown(whole: Hands) -> None:
    hub, lamps = whole.app.inputs.hub, whole.screen.buttons
    for name in hub.config.buttons.pins:
        assert lamps[name].shown, name
        hub.push(name, True)
        come(whole, lambda name=name: lamps[name].lit)
        hub.push(name, False)
        come(whole, lambda name=name: not lamps[name].lit)
    assert whole.root.name == "doctor"


def test_a_step_of_the_encoder_is_shown_briefly(whole: Hands) -> None:
    lamps = whole.screen.buttons
    encoder = next(one for one in whole.app.inputs.hub._sources if isinstance(one, Encoder))
    for steps, name in ((1, "next"), (-1, "previous")):
        encoder.turn(steps)
        come(whole, lambda name=name: lamps[name].lit)
        come(whole, lambda name=name: not lamps[name].lit)


def test_holding_the_pictures_of_other_lights_changes_them(whole: Hands) -> None:
    hub = whole.app.inputs.hub
    assert (hub.lit("saved"), hub.lit("alert")) == (True, False)
    for name, held in (("saved", False), ("alert", True)):
        touch = finger(*whole.screen.buttons[name].center)
        come(whole, lambda name=name, held=held: hub.lit(name) == held)
        touch.touch_up()
        come(whole, lambda name=name, held=held: hub.lit(name) != held)


def test_the_back_button_must_be_held_to_leave_the_page(whole: Hands) -> None:
    hub = whole.app.inputs.hub
    for action in ("press", "release"):
        hub.put(Button("back", action))
    whole.look(3)
    assert whole.root.name == "doctor"
    hub.put(Button("back", "press"))
    hub.put(Button("back", "hold"))
    come(whole, lambda: whole.root.name != "doctor")


@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (720, 1280)])
def test_a_full_panel_fits_at_every_size(whole: Hands, size: tuple[int, int]) -> None:
    whole.resize(*size)
    whole.look(3)
    shown = [lamp for lamp in whole.screen.buttons.values() if lamp.shown]
    assert len(shown) == len(whole.screen.buttons)
    areas = [part.area for part in (*shown, whole.screen.found, whole.screen.light, whole.screen.primary)]
    assert all(min(lamp.size) >= look.touch - 1 for lamp in shown)
    assert all(apart(one, other) for one, other in combinations(areas, 2))
    assert all(area.x >= 0 and area.x + area.w <= size[0] and area.h > 0 for area in areas)


def apart(one: Area, other: Area) -> bool:
    return (
        one.x + one.w <= other.x + 1 or other.x + other.w <= one.x + 1
        or one.y + one.h <= other.y + 1 or other.y + other.h <= one.y + 1
    )  # fmt: skip


def test_every_touch_is_shown_as_a_dot(doctor: Rig) -> None:
    hands = doctor.hands
    one, other = finger(200, 150), finger(600, 300)
    hands.look(2)
    assert hands.screen.count.text == "2 fingers"
    assert sorted(hands.screen.fingers.points) == [(200, 150), (600, 300)]
    other.touch_move(650, 310)
    hands.look(2)
    assert sorted(hands.screen.fingers.points) == [(200, 150), (650, 310)]
    one.touch_up()
    hands.look(2)
    assert hands.screen.count.text == "1 finger"
    other.touch_up()
    hands.look(2)
    assert hands.screen.fingers.points == ()


def test_a_tap_plays_a_sound(doctor: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[str] = []
    assert not doctor.hands.button("Play a sound").enabled, "nothing is loaded in here"
    monkeypatch.setattr(sounds, "loaded", lambda: True)
    monkeypatch.setattr(sounds, "play", played.append)
    doctor.hands.app.refresh()
    doctor.hands.look()
    doctor.hands.tap("Play a sound")
    assert played == ["done"]


# The report.


def exported(doctor: Rig) -> str:
    doctor.hands.tap("Save a report")
    doctor.wait(lambda: doctor.hands.root.banner.shown)
    return str(doctor.hands.root.banner.text)


def test_one_tap_writes_a_report_without_game_data(doctor: Rig) -> None:
    hands = doctor.hands
    set_up(doctor)
    hands.app.check_up()
    hands.look()
    doctor.wait(lambda: found(hands).get("dice reader") == (True, "The simulated dice reader is ready."))
    doctor.wait(lambda: not hands.screen.checkup.looking)
    hands.look(2)
    folder, hub = doctor.file.parent, hands.app.inputs.hub
    for name in ("white", "green"):
        hub.put(Button(name, "press"))
        hub.put(Button(name, "release"))
    doctor.wait(lambda: hands.screen._tried == {"white", "green"})
    said = exported(doctor)
    (file,) = folder.glob("companion-*.txt")
    assert said == f"The report {file.name} is in {folder}."
    report = file.read_text()
    assert {plain(one.text) for one in hands.screen.checkup.checks()} <= {
        line.partition(": ")[2] for line in report.splitlines()
    }
    assert "display: 800 × 480" in report
    assert "tried here: 1 finger at once; buttons: Green, White" in report
    for secret in (
        "father",
        "mother",
        "Father",
        "Mother",
        "New York",
        *(entry.hash for entry in doctor.session.table.log),
    ):
        assert not secret or str(secret) not in report
    assert hands.button("Save a report").enabled


def test_the_report_is_written_to_a_plugged_in_stick(
    doctor: Rig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stick = tmp_path / "STICK"
    stick.mkdir()
    monkeypatch.setattr("hardware.machine.usb_drives", lambda root: [stick])
    assert exported(doctor).endswith(f"is in {stick}.")
    assert [file.suffix for file in stick.iterdir()] == [".txt"]


def test_a_report_that_cannot_be_written_is_explained(doctor: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.machine.folders", lambda **_: [doctor.file / "no folder"])
    assert exported(doctor) == "The report cannot be written: Not a directory."


# What only the screen knows.


def said(**how: Any) -> dict[str, tuple[bool, str]]:
    panel, settings, turned = how.get("panel", PANEL), how.get("settings", Settings()), how.get("turned", 0)
    return {plain(one.name): (one.well, plain(one.text)) for one in doctor_screen.checks(panel, settings, turned)}


@pytest.mark.parametrize(
    ("renderer", "pi", "well", "who"),
    [
        ("V3D 4.2.14.0", True, True, "V3D 4.2.14.0 draws it."),
        ("llvmpipe (LLVM 15.0.6, 256 bits)", False, True, "The processor draws it (llvmpipe)."),
        ("softpipe", True, False, "add the line dtoverlay=vc4-kms-v3d"),
    ],
)
def test_the_renderer_is_reported(
    hands: Hands, monkeypatch: pytest.MonkeyPatch, renderer: str, pi: bool, well: bool, who: str
) -> None:
    monkeypatch.setattr(window, "renderer", lambda: renderer)
    monkeypatch.setattr(checks, "is_pi", lambda: pi)
    assert said()["display"][0] == well
    assert who in said()["display"][1]


def test_the_video_driver_is_reported(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    assert window.renderer() in said()["display"][1] or kernel.in_software(window.renderer())
    assert "800 × 480, 7 inches, in a window, offscreen." in said()["display"][1]
    monkeypatch.setenv("SDL_VIDEODRIVER", "kmsdrm")
    assert "full screen, KMSDRM." in said()["display"][1]
    monkeypatch.setenv("SDL_VIDEODRIVER", "")
    for kind, name in window.SYSTEMS.items():
        with monkeypatch.context() as patch:
            patch.setattr(Window, "_win", SimpleNamespace(get_window_info=type(kind, (), {})))
            assert window.system() == name


def test_touchscreens_are_told_from_mice_and_touchpads(tmp_path: Path) -> None:
    for event, name, properties in (
        ("event0", "ft5x06", "2"), ("event1", "mouse", "0"), ("event2", "touchpad", "5"), ("event3", "odd", ""),
    ):  # fmt: skip
        (tmp_path / event / "device").mkdir(parents=True)
        (tmp_path / event / "device/name").write_text(name + "\n")
        (tmp_path / event / "device/properties").write_text(properties + "\n")
    (tmp_path / "event4").mkdir()
    assert touchscreens(tmp_path) == [Touchscreen("ft5x06", "event0")]


@pytest.mark.parametrize(
    ("there", "alone", "readable", "well", "sentence"),
    [
        ([], False, True, True, "No touchscreen is here; a mouse does as well."),
        ([], True, True, False, "No touchscreen is found."),
        (["ft5x06"], True, True, True, "ft5x06. Several fingers count at once."),
        (["ft5x06"], False, False, True, "ft5x06. One finger counts at a time."),
        (["ft5x06"], True, False, False, "ft5x06 is not open to this user: add the user to the group input."),
    ],
)
def test_touch_devices_are_reported(
    hands: Hands, monkeypatch: pytest.MonkeyPatch, tmp_path: Path,
    there: list[str], alone: bool, readable: bool, well: bool, sentence: str,
) -> None:  # fmt: skip
    monkeypatch.setattr(doctor_screen, "touchscreens", lambda: [Touchscreen(name, "event0") for name in there])
    monkeypatch.setattr(doctor_screen, "DEVICES", tmp_path)
    if readable:
        (tmp_path / "event0").touch()
    monkeypatch.setenv("SDL_VIDEODRIVER", "kmsdrm" if alone else "offscreen")
    assert said()["touch"][0] == well
    assert said()["touch"][1].startswith(sentence)


@pytest.mark.parametrize(
    ("settings", "turned", "panel", "sentence"),
    [
        (Settings(checked=True), 0, PANEL, "The picture is in landscape. Taps arrive under the finger."),
        (Settings(checked=True), 180, PANEL, "It is turned round for whoever sits opposite."),
        (Settings(checked=True), 0, Panel(720, 1280), "The picture is in portrait."),
        (Settings(checked=True, touch="swap"), 0, PANEL, "The touch is turned another way; that is put right."),
        (Settings(), 0, PANEL, "Nobody has checked yet"),
    ],
)
def test_orientation_of_picture_and_touch_is_reported(
    hands: Hands, monkeypatch: pytest.MonkeyPatch, settings: Settings, turned: int, panel: Panel, sentence: str
) -> None:
    monkeypatch.setattr(doctor_screen, "touchscreens", lambda: [Touchscreen("ft5x06", "event0")])
    assert sentence in said(settings=settings, turned=turned, panel=panel)["screen rotation"][1]


@pytest.mark.parametrize(
    ("card", "loaded", "wanted", "well", "sentence"),
    [
        (False, False, None, True, "There is no loudspeaker"),
        (True, False, None, False, "No sound can be played."),
        (True, True, None, True, "It is there"),
        (True, True, False, True, "It is switched off in the settings."),
    ],
)
def test_sound_is_reported(
    hands: Hands,
    monkeypatch: pytest.MonkeyPatch,
    card: bool,
    loaded: bool,
    wanted: bool | None,
    well: bool,
    sentence: str,
) -> None:
    monkeypatch.setattr(sounds, "available", lambda: card)
    monkeypatch.setattr(sounds, "loaded", lambda: loaded)
    assert said(settings=Settings(sounds=wanted))["sound"][0] == well
    assert said(settings=Settings(sounds=wanted))["sound"][1].startswith(sentence)


def test_a_backlight_without_write_permission_is_reported(
    hands: Hands, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(kernel, "BACKLIGHTS", tmp_path)
    assert "light of the screen" not in said()
    (tmp_path / "panel").mkdir()
    (tmp_path / "panel" / "max_brightness").write_text("255")
    (tmp_path / "panel" / "brightness").write_text("7")
    assert said()["light of the screen"][0]
    monkeypatch.setattr("os.access", lambda *_: False)
    assert said()["light of the screen"] == (False, "This user may not set it. Run deploy/install once more.")
