"""The display: how it is turned, lit and touched, what the doctor says of it, and what works without a desktop."""

from __future__ import annotations

import ctypes
import os
import pty
import subprocess
import sys
from collections import deque
from collections.abc import Iterator
from itertools import pairwise, product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from kivy.base import EventLoop
from kivy.core.window import Window, window_sdl2

from companion.core.texts import plain
from companion.language import LANGUAGES
from companion.scene.scene import SeatView
from tests.session.sensible import table_of
from tests.ui.hands import Hands, least_target
from ui.base import settings
from ui.base import settings as settings_
from ui.base.settings import Settings
from ui.device import checks, kernel, sounds
from ui.device import window as kms
from ui.device.display import CORNERS, DEBOUNCE, Corners, TouchCorrection, TouchMapping
from ui.device.kernel import Touchscreen
from ui.look.theme import look
from ui.model.library import side_of, turn_side
from ui.screens.settings import Setting, SettingsScreen
from ui.widgets.choices import Option

SIZES = [(800, 480), (1280, 720), (720, 1280)]
MAPPINGS = [TouchMapping(*way) for way in product((False, True), repeat=3)]


# Turned round, for whoever sits opposite.


def test_one_tap_turns_the_screen_and_another_turns_it_back(hands: Hands) -> None:
    hands.play()
    turn = next(button for button in hands.root.nav.buttons if button.key == "turn")
    hands.touch(*turn.center)
    assert Window.rotation == 180
    hands.app.go("menu")
    hands.look()
    assert Window.rotation == 180
    hands.app.turn_screen()
    hands.look()
    assert Window.rotation == 0


@pytest.mark.by_turns
@pytest.mark.parametrize("game", ["newyork", "escape", "crash", "krysis", "thousand"])
def test_the_bar_turns_round_whatever_the_size_the_letters_and_the_language(hands: Hands, game: str) -> None:
    """Beside Redo, too; and no button is too small for it, nor over the edge."""
    table = hands.sit(table_of(game))
    luck = Random(game)
    for _ in range(3):
        faces = {die: sides[0] for die, sides in (table.faces() or {}).items()}
        roll = {"do": "roll", "faces": faces}
        legal = table.legal()
        table.answer(roll if legal is None else table.game.player.advise(table.state, legal, luck.random))
    for size, text, language, again in product(SIZES, settings_.SIZES, LANGUAGES, (False, True)):
        hands.resize(*size)
        hands.app.settings.text = text
        hands.speak(language)
        if again != hands.session.can_redo:
            assert hands.session.undo() if again else hands.session.redo()
        hands.app.session.pages.clear()
        hands.app.go("game")
        hands.look(2)
        buttons = [button for button in hands.root.nav.buttons if button.shown]
        assert [button.key for button in buttons].count("turn") == 1
        assert [button.enabled for button in buttons if button.key == "redo"] == [again]
        for button in buttons:
            assert min(button.size) >= look.mm(10), (size, text, language, button.key)
            inside = button.x >= 0 and button.right <= size[0] and button.y >= 0 and button.top <= size[1]
            assert inside, (size, text, language, button.key)
        assert all(one.right <= other.x or other.top <= one.y for one, other in pairwise(buttons))


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_menu_turns_round_as_well(hands: Hands, size: tuple[int, int]) -> None:
    hands.resize(*size)
    hands.play()
    hands.app.go("menu")
    hands.look(2)
    hands.tap("Turn the screen round")
    assert Window.rotation == 180


def test_the_side_of_a_seat_overrides_the_rotation_of_the_screen(hands: Hands) -> None:
    table = hands.play()
    assert side_of(table, "father", 180) == 180
    turn_side(table, "father", 180)
    assert side_of(table, "father", 180) == 0
    assert side_of(table, "father", 0) == 0
    assert side_of(table, "mother", 180) == 180
    assert side_of(table, None, 180) == 180


# Its light.


def test_brightness_is_set_where_a_backlight_is_writable(tmp_path: Path) -> None:
    assert not kernel.has_backlight(tmp_path)
    for name, most in (("one", "255"), ("odd", "no number")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "max_brightness").write_text(most)
        (tmp_path / name / "brightness").write_text("7")
    assert kernel.has_backlight(tmp_path)
    kernel.set_brightness(50, tmp_path)
    assert (tmp_path / "one" / "brightness").read_text() == "128"
    assert (tmp_path / "odd" / "brightness").read_text() == "7"
    kernel.set_brightness(0, tmp_path)
    assert int((tmp_path / "one" / "brightness").read_text()) > 20, "nobody would find the way back"


def pages_of_settings(hands: Hands) -> Iterator[None]:
    """One page of the settings after another, beginning with the one that is shown."""
    yield
    after = hands.screen.rows.after
    while after.shown and after.enabled:
        hands.touch(*after.center)
        yield


def test_without_a_backlight_no_brightness_is_offered(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    for there in (True, False):
        monkeypatch.setattr(kernel, "has_backlight", lambda there=there: there)
        hands.app.go("settings")
        hands.app.refresh()
        hands.look(2)
        offered = [label for _ in pages_of_settings(hands) for label in hands.labels()]
        assert ("25 %" in offered) == there


@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (720, 1280)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("more", [0, 1, 3, 12])
def test_every_setting_is_on_some_page(
    hands: Hands, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], more: int
) -> None:
    monkeypatch.setattr(sounds, "why_silent", lambda: None)
    monkeypatch.setattr(kernel, "has_backlight", lambda: True)
    offered = SettingsScreen._offered
    added = [Setting(f"More {n}", (Option("Yes", lambda: None, key=n),), half=n % 3 == 0) for n in range(more)]
    monkeypatch.setattr(SettingsScreen, "_offered", lambda self: [*added, *offered(self)])
    hands.resize(*size)
    hands.app.go("settings")
    hands.look(2)
    seen: list[str] = []
    rows = hands.screen.rows
    for _ in pages_of_settings(hands):
        seen += [label.text for label in rows.labels if label.shown]
        panels = [panel for panel in rows.panels if panel.shown]
        assert all(button.height >= least_target() - 1 for panel in panels for button in panel.buttons if button.shown)
    assert seen == [setting.name.upper() for setting in hands.screen._offered()]
    assert "THIS TABLE" in seen
    hands.tap("Is all well?")
    assert hands.root.name == "doctor"


def test_the_sheet_shows_all_of_eight_players(hands: Hands) -> None:
    seats = [SeatView(f"seat{n}", f"Player {n}", "seat:1:") for n in range(8)]
    hands.play()
    hands.change_scene(seats=seats)
    hands.app.go("sheet")
    hands.look(2)
    assert [card.seat.id for card in hands.screen._seats if card.shown] == [seat.id for seat in seats]


# How the touch lies.


def corners(mapping: TouchMapping, *, doubled: bool = False) -> Corners:
    """Four honest taps on a glass whose touch lies so."""
    made = Corners()
    for number, corner in enumerate(CORNERS):
        near = tuple(0.05 + 0.9 * way for way in corner)
        reported = next(
            (x, y) for x, y in product((0.05, 0.95), repeat=2) if mapping.apply(x, y) == pytest.approx(near)
        )
        made.tap(*reported, at=number * 2.0)
        if doubled:
            made.tap(*reported, at=number * 2.0 + DEBOUNCE / 2)
    assert made.asked is None
    return made


@pytest.mark.parametrize("mapping", MAPPINGS, ids=lambda mapping: str(mapping) or "as it should")
def test_four_taps_find_every_orientation_of_the_touch(mapping: TouchMapping) -> None:
    finding = corners(mapping).finding()
    assert finding.good == (mapping == TouchMapping())
    assert finding.mapping == (mapping if mapping != TouchMapping() else None)
    assert TouchMapping.named(str(mapping)) == mapping


@pytest.mark.parametrize(("one", "other"), list(product(MAPPINGS, MAPPINGS)))
def test_a_correction_is_combined_with_an_earlier_one(one: TouchMapping, other: TouchMapping) -> None:
    assert one.then(other).apply(0.1, 0.3) == pytest.approx(other.apply(*one.apply(0.1, 0.3)))


def test_a_doubled_tap_is_detected() -> None:
    finding = corners(TouchMapping(), doubled=True).finding()
    assert not finding.good
    assert finding.mapping is None
    assert "twice" in str(finding.words)


def test_scattered_taps_are_left_to_the_system() -> None:
    made = Corners()
    for number in range(len(CORNERS)):
        made.tap(0.5, 0.5, at=float(number))
    assert "Calibrate" in str(made.finding().words)


def test_a_touch_is_corrected_once_however_often_it_is_reported() -> None:
    class Touch:
        profile = ("pos",)
        sx, sy = 0.2, 0.9

    correction, touch = TouchCorrection(), Touch()
    correction.mapping = TouchMapping.named("swap flip_x")
    correction.process([("begin", touch), ("end", touch)])
    assert (touch.sx, touch.sy) == pytest.approx((0.1, 0.2))


def test_a_mirrored_touch_is_corrected_and_saved(hands: Hands) -> None:
    hands.app.go("touch")
    hands.look(2)
    for number in range(4):
        mark = hands.screen._marks[number]
        assert mark.lit
        hands.screen._corners._last = None
        hands.touch(hands.root.width - mark.center_x, mark.center_y)
    assert hands.app.settings.touch == "flip_x"
    assert settings_.load().touch == "flip_x"
    assert any(getattr(module, "mapping", None) == TouchMapping(flip_x=True) for module in EventLoop.postproc_modules)
    hands.tap("Check again")
    for number in range(4):
        hands.screen._corners._last = None
        hands.touch(*hands.screen._marks[number].center)
    assert hands.app.settings.touch == "flip_x"
    assert hands.screen.title.text == "Well done"
    hands.app.act()
    hands.look()
    assert hands.root.name == "home"
    assert settings_.load().checked


def test_the_touch_check_can_be_skipped_in_any_orientation(hands: Hands) -> None:
    hands.app.go("touch")
    hands.look(2)
    skip = hands.button("Skip")
    for mapping in MAPPINGS:
        x, y = mapping.apply(skip.center_x / hands.root.width, skip.center_y / hands.root.height)
        assert skip.collide_point(x * hands.root.width, y * hands.root.height)
    hands.app.act()
    assert hands.root.name == "touch", "the green button skips nothing"
    hands.tap("Skip")
    assert hands.root.name == "home"


# How large it is.


def edid_of(width_mm: int, height_mm: int, *, centimetres: tuple[int, int] = (0, 0)) -> bytes:
    """What a panel of that size says of itself."""
    made = bytearray(128)
    made[:8] = bytes.fromhex("00ffffffffffff00")
    made[21], made[22] = centimetres
    made[66], made[67] = width_mm % 256, height_mm % 256
    made[68] = (width_mm // 256) << 4 | height_mm // 256
    return bytes(made)


@pytest.mark.parametrize(
    ("said", "inches"),
    [
        (edid_of(154, 86), 6.9),
        (edid_of(527, 296), 23.8),
        (edid_of(0, 0, centimetres=(22, 12)), 9.9),
        (edid_of(0, 0), None),
        (edid_of(2, 1), None),
        (edid_of(154, 86)[:100], None),
        (b"", None),
        (b"\x01" * 128, None),
    ],
)
def test_a_panel_says_how_large_it_is(said: bytes, inches: float | None) -> None:
    assert kernel.edid_diagonal(said) == inches


def test_the_size_of_a_panel_counts_only_if_a_single_one_is_connected(tmp_path: Path) -> None:
    assert kernel.panel_inches(tmp_path) is None
    for name, status, said in (
        ("card1-DSI-1", "disconnected", edid_of(527, 296)),
        ("card1-HDMI-A-1", "connected", edid_of(154, 86)),
    ):
        (tmp_path / name).mkdir()
        (tmp_path / name / "status").write_text(status + "\n")
        (tmp_path / name / "edid").write_bytes(said)
    assert kernel.panel_inches(tmp_path) == 6.9
    (tmp_path / "card1-DSI-1" / "status").write_text("connected\n")
    assert kernel.panel_inches(tmp_path) is None


# What the doctor says of the screen in a terminal, where no window is.

ASK = kernel.mesa_renderer


@pytest.fixture
def screens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine with nothing plugged in; the folder in which its plugs are."""
    monkeypatch.setattr(kernel, "DRIVERS", tmp_path / "drm")
    monkeypatch.setattr(kernel, "BACKLIGHTS", tmp_path / "backlight")
    monkeypatch.setattr(checks, "touchscreens", list)
    monkeypatch.setattr(checks, "is_pi", lambda: False)
    monkeypatch.setattr(kernel, "mesa_renderer", lambda: "V3D 4.2.14.0")
    monkeypatch.setattr(sounds, "available", lambda: False)
    monkeypatch.setattr(settings, "path", lambda: tmp_path / "screen.json")
    monkeypatch.setenv("SDL_VIDEODRIVER", "")
    return tmp_path / "drm"


def plug_in(folder: Path, connector: str, modes: str) -> None:
    (folder / connector).mkdir(parents=True)
    (folder / connector / "status").write_text("connected\n")
    (folder / connector / "modes").write_text(modes)


def said() -> dict[str, tuple[bool, str]]:
    return {plain(one.name): (one.well, plain(one.text)) for one in checks.checks()}


def test_a_screen_is_reported_with_its_connector_size_and_renderer(screens: Path) -> None:
    plug_in(screens, "card1-HDMI-A-1", "1280x720\n800x600\n")
    (screens / "card1-DSI-1").mkdir()
    (screens / "card1-DSI-1" / "status").write_text("disconnected\n")
    assert said()["display"] == (True, "Found: HDMI-A-1 with 1280 × 720. V3D 4.2.14.0 draws it.")
    plug_in(screens, "card1-HDMI-A-2", "")
    assert said()["display"][1].startswith("Found: HDMI-A-1 with 1280 × 720, HDMI-A-2.")


@pytest.mark.parametrize(
    ("renderer", "pi", "well", "sentence"),
    [
        ("llvmpipe (LLVM 15.0.6, 256 bits)", False, True, "The processor draws it (llvmpipe)."),
        ("llvmpipe (LLVM 15.0.6, 256 bits)", True, False, "which is slow: add the line dtoverlay=vc4-kms-v3d"),
        (None, True, True, "Nobody can tell what draws it."),
    ],
)
def test_software_rendering_is_reported(
    screens: Path, monkeypatch: pytest.MonkeyPatch, renderer: str | None, pi: bool, well: bool, sentence: str
) -> None:
    plug_in(screens, "card0-Virtual-1", "800x480\n")
    monkeypatch.setattr(kernel, "mesa_renderer", lambda: renderer)
    monkeypatch.setattr(checks, "is_pi", lambda: pi)
    assert said()["display"][0] == well
    assert sentence in said()["display"][1]


@pytest.mark.usefixtures("screens")
def test_a_missing_screen_is_an_error_only_on_a_machine_for_the_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert said()["display"] == (True, "No screen is plugged in; a terminal does as well.")
    assert said()["touch"][0]
    monkeypatch.setenv("SDL_VIDEODRIVER", "kmsdrm")
    assert not said()["display"][0]
    assert said()["touch"] == (
        False, "No touchscreen is found. Check its cable, then switch the machine off and on.",
    )  # fmt: skip


@pytest.mark.parametrize(("modes", "lies"), [("800x480\n", "landscape"), ("720x1280\n", "portrait")])
def test_touch_devices_and_orientation_are_reported(
    screens: Path, monkeypatch: pytest.MonkeyPatch, modes: str, lies: str
) -> None:
    plug_in(screens, "card0-DSI-1", modes)
    monkeypatch.setattr(checks, "touchscreens", lambda: [Touchscreen("ft5x06", "event0")])
    assert said()["touch"] == (True, "Found: ft5x06.")
    assert "screen rotation" not in said(), "whose settings these are is not known"
    settings.save(Settings(checked=True), settings.path())
    assert said()["screen rotation"] == (True, f"The picture is in {lies}. Taps arrive under the finger.")


@pytest.mark.usefixtures("screens")
def test_sound_and_backlight_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    assert said()["sound"][1].startswith("There is no loudspeaker")
    assert "light of the screen" not in said()
    monkeypatch.setattr(sounds, "available", lambda: True)
    monkeypatch.setattr(kernel, "has_backlight", lambda: True)
    assert said()["sound"] == (True, "There is something that plays sounds.")
    assert said()["light of the screen"][0]


@pytest.mark.usefixtures("screens")
def test_mesa_names_the_renderer() -> None:
    """In a process of its own: what EGL has found stays with a process."""
    ask = "from ui.device import kernel; print(kernel.in_software(kernel.mesa_renderer()))"
    done = subprocess.run(
        [sys.executable, "-c", ask], capture_output=True, text=True, check=True, env={"LIBGL_ALWAYS_SOFTWARE": "1"}
    )
    assert done.stdout.strip() == "True"


@pytest.mark.usefixtures("screens")
def test_without_a_renderer_none_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise OSError(name)

    monkeypatch.setattr(ctypes, "CDLL", missing)
    assert ASK() is None


# Without a desktop: SDL's fingers are touches, and the first picture is drawn again.


class Taps:
    """A window of SDL in which a finger taps."""

    def __init__(self) -> None:
        self.events: list[Any] = [("fingerdown", 7, 0.25, 0.5, 1.0), None, ("fingerup", 7, 0.25, 0.5, 1.0), False]

    def poll(self) -> Any:
        return self.events.pop(0)


@pytest.fixture
def fingers(monkeypatch: pytest.MonkeyPatch) -> deque[Any]:
    """What kivy's provider of touches is handed."""
    monkeypatch.setattr(window_sdl2.SDL2MotionEventProvider, "q", deque())
    return window_sdl2.SDL2MotionEventProvider.q


def test_touches_are_passed_on_unchanged(hands: Hands, fingers: deque[Any]) -> None:
    taps = Taps()
    events = list(taps.events)
    window = kms.FingerWindow(taps)
    assert [window.poll() for _ in events] == events
    assert list(fingers) == [events[2], events[0]]
    assert window.events is taps.events


def test_acquiring_the_screen_redraws_the_first_frame(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Window, "_win", Window._win)
    asked: list[object] = []
    monkeypatch.setattr(kms, "_draw", asked.append)
    kms.set_up()
    try:
        assert isinstance(Window._win, kms.FingerWindow)
        assert not Window.show_cursor
        Window.dispatch("on_flip")
        Window.dispatch("on_flip")
        hands.look(3)
        assert len(asked) == 1
        Window.dispatch("on_mouse_move", 1, 1, [])
        assert Window.show_cursor
    finally:
        Window.unbind(on_flip=kms._redraw_first, on_mouse_move=kms._pointed)
        Window.unbind(on_flip=kms._finish)
        Window.show_cursor = True


# What is said in large letters where no picture can be.


@pytest.fixture
def machine(tmp_path: Path) -> tuple[Path, Path]:
    """What the kernel says of a machine with one screen plugged in: drivers, devices."""
    drivers, devices = tmp_path / "drm", tmp_path / "dri"
    (drivers / "card0-HDMI-A-1").mkdir(parents=True)
    (drivers / "card0-HDMI-A-1" / "status").write_text("connected\n")
    devices.mkdir()
    (devices / "card0").touch()
    return drivers, devices


def test_starting_without_a_graphics_driver_is_explained(tmp_path: Path) -> None:
    assert "no graphics driver is running" in plain(kernel.no_picture(tmp_path, tmp_path))


def test_starting_without_a_connected_screen_is_explained(machine: tuple[Path, Path]) -> None:
    (machine[0] / "card0-HDMI-A-1" / "status").write_text("disconnected\n")
    assert "no screen is plugged in" in plain(kernel.no_picture(*machine))
    (machine[0] / "card0-HDMI-A-1" / "status").unlink()
    assert "no screen is plugged in" in plain(kernel.no_picture(*machine))


def test_missing_permissions_for_graphics_are_explained(
    machine: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    assert "Run deploy/install once more" in plain(kernel.no_picture(*machine))


def test_a_screen_used_by_another_program_is_explained(machine: tuple[Path, Path]) -> None:
    assert "another program has the screen" in plain(kernel.no_picture(*machine))


def test_an_error_is_written_to_the_console() -> None:
    ours, console_ = pty.openpty()
    before = os.dup(0)
    os.dup2(console_, 0)
    try:
        assert kernel.show_on_console("No picture.")
    finally:
        os.dup2(before, 0)
    assert b"No picture." in os.read(ours, 200)


def test_without_a_console_nothing_is_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    before, file = os.dup(0), os.open(tmp_path / "file", os.O_RDWR)
    os.dup2(file, 0)
    try:
        assert not kernel.show_on_console("No picture.")
    finally:
        os.dup2(before, 0)
