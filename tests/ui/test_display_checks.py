"""What the doctor says of the screen in a terminal, where no window is."""

from __future__ import annotations

import ctypes
import subprocess
import sys
from pathlib import Path

import pytest

from companion.core.texts import plain
from ui.base import settings
from ui.base.settings import Settings
from ui.device import checks, kernel, sounds
from ui.device.kernel import Touchscreen

ASK = kernel.mesa_renderer


@pytest.fixture(autouse=True)
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


def test_a_screen_is_named_by_its_plug_with_its_size_and_who_draws_it(screens: Path) -> None:
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
def test_drawing_in_software_is_named(
    screens: Path, monkeypatch: pytest.MonkeyPatch, renderer: str | None, pi: bool, well: bool, sentence: str
) -> None:
    plug_in(screens, "card0-Virtual-1", "800x480\n")
    monkeypatch.setattr(kernel, "mesa_renderer", lambda: renderer)
    monkeypatch.setattr(checks, "is_pi", lambda: pi)
    assert said()["display"][0] == well
    assert sentence in said()["display"][1]


def test_without_a_screen_a_terminal_is_well_and_a_machine_for_the_table_is_not(
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
def test_touch_and_how_both_lie(screens: Path, monkeypatch: pytest.MonkeyPatch, modes: str, lies: str) -> None:
    plug_in(screens, "card0-DSI-1", modes)
    monkeypatch.setattr(checks, "touchscreens", lambda: [Touchscreen("ft5x06", "event0")])
    assert said()["touch"] == (True, "Found: ft5x06.")
    assert "screen rotation" not in said(), "whose settings these are is not known"
    settings.save(Settings(checked=True), settings.path())
    assert said()["screen rotation"] == (True, f"The picture is in {lies}. Taps arrive under the finger.")


def test_sound_and_light(monkeypatch: pytest.MonkeyPatch) -> None:
    assert said()["sound"][1].startswith("There is no loudspeaker")
    assert "light of the screen" not in said()
    monkeypatch.setattr(sounds, "available", lambda: True)
    monkeypatch.setattr(kernel, "has_backlight", lambda: True)
    assert said()["sound"] == (True, "There is something that plays sounds.")
    assert said()["light of the screen"][0]


def test_mesa_says_who_would_draw() -> None:
    """In a process of its own: what EGL has found stays with a process."""
    ask = "from ui.device import kernel; print(kernel.in_software(kernel.mesa_renderer()))"
    done = subprocess.run(
        [sys.executable, "-c", ask], capture_output=True, text=True, check=True, env={"LIBGL_ALWAYS_SOFTWARE": "1"}
    )
    assert done.stdout.strip() == "True"


def test_where_nothing_can_draw_nobody_does(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise OSError(name)

    monkeypatch.setattr(ctypes, "CDLL", missing)
    assert ASK() is None
