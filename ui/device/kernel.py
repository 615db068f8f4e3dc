"""The screen as the kernel and Mesa know it: its size, light, touch, renderer and text console. No kivy in here."""

from __future__ import annotations

import contextlib
import ctypes
import os
import subprocess
import tempfile
import textwrap
from ctypes import c_char_p, c_int, c_uint, c_void_p
from math import hypot
from pathlib import Path
from typing import NamedTuple

from companion.core.texts import T, Text

CONNECTORS = Path("/sys/class/drm")
COMMON_INCHES = 7.0
"""Inches assumed without EDID, as with a Raspberry Pi's panels."""
SENSIBLE_INCHES = (3.0, 100.0)
_EDID_HEADER = bytes.fromhex("00ffffffffffff00")


def panel_inches(folder: Path = CONNECTORS) -> float | None:
    """Diagonal of the only connected panel; None if there are several, or it has no usable EDID."""
    found = [one for one in map(_diagonal_of, sorted(folder.glob("card*-*"))) if one is not None]
    return found[0] if len(found) == 1 else None


def edid_diagonal(edid: bytes) -> float | None:
    """Inches in an EDID: from the millimetres of its first timing, else from whole centimetres; None if missing or
    implausible."""
    if len(edid) < 128 or edid[:8] != _EDID_HEADER:
        return None
    width, height = edid[66] + (edid[68] >> 4) * 256, edid[67] + (edid[68] & 15) * 256
    if not (width and height):
        width, height = edid[21] * 10, edid[22] * 10
    if not (width and height):
        return None
    found = hypot(width, height) / 25.4
    return round(found, 1) if SENSIBLE_INCHES[0] <= found <= SENSIBLE_INCHES[1] else None


def _diagonal_of(connector: Path) -> float | None:
    try:
        if (connector / "status").read_text().strip() != "connected":
            return None
        return edid_diagonal((connector / "edid").read_bytes())
    except OSError:
        return None


# The backlight.

BACKLIGHTS = Path("/sys/class/backlight")
DIMMEST = 10
"""Lowest brightness (per cent), so that the screen stays readable."""


def switch_backlight(on: bool) -> None:
    """Switch every backlight on or off. One that is missing or not writable is skipped."""
    for power in BACKLIGHTS.glob("*/bl_power"):
        with contextlib.suppress(OSError):
            power.write_text("0" if on else "1")


def has_backlight(folder: Path | None = None) -> bool:
    return any(_full_brightness(light) for light in (folder or BACKLIGHTS).glob("*/brightness"))


def backlight_writable() -> bool:
    """True if this user may write to every backlight."""
    return all(os.access(light, os.W_OK) for light in BACKLIGHTS.glob("*/brightness"))


def set_brightness(percent: int, folder: Path | None = None) -> None:
    """Set every backlight to ``percent`` (at least ``DIMMEST``). One that is not writable is skipped."""
    share = max(DIMMEST, min(100, percent)) / 100
    for light in (folder or BACKLIGHTS).glob("*/brightness"):
        most = _full_brightness(light)
        if most:
            with contextlib.suppress(OSError):
                light.write_text(str(max(1, round(most * share))))


def _full_brightness(light: Path) -> int:
    """The value of full brightness; 0 if unknown."""
    try:
        return int((light.parent / "max_brightness").read_text())
    except (OSError, ValueError):
        return 0


# Touchscreens.

INPUT_DEVICES = Path("/sys/class/input")
DIRECT = 1 << 1
"""A direct input device: a screen, not a touchpad (``INPUT_PROP_DIRECT``, Linux, input-event-codes.h)."""


class Touchscreen(NamedTuple):
    """Its name, and its event device."""

    name: str
    event: str


def touchscreens(folder: Path = INPUT_DEVICES) -> list[Touchscreen]:
    found = []
    for event in sorted(folder.glob("event*")):
        try:
            properties = int((event / "device/properties").read_text().split()[-1], 16)
            name = (event / "device/name").read_text().strip()
        except (OSError, ValueError, IndexError):
            continue
        if properties & DIRECT:
            found.append(Touchscreen(name, event.name))
    return found


# The renderer, asked of EGL without a window.

IN_SOFTWARE = ("llvmpipe", "softpipe", "swrast", "Software Rasterizer")
"""Mesa's software renderers."""
PLATFORM_SURFACELESS, OPENGL_ES, CLIENT_VERSION, END, RENDERER = 0x31DD, 0x30A0, 0x3098, 0x3038, 0x1F01
"""Constants of EGL and OpenGL ES (egl.h, eglext.h, gl2.h)."""


def in_software(name: str) -> bool:
    """True if this renderer runs on the CPU alone."""
    return any(one in name for one in IN_SOFTWARE)


def mesa_renderer() -> str | None:
    """Name of the renderer that EGL would use here; None if unknown."""
    try:
        egl, gles = ctypes.CDLL("libEGL.so.1"), ctypes.CDLL("libGLESv2.so.2")
        return _ask_renderer(egl, gles)
    except (OSError, AttributeError):
        return None


def _ask_renderer(egl: ctypes.CDLL, gles: ctypes.CDLL) -> str | None:
    egl.eglGetPlatformDisplay.argtypes = [c_uint, c_void_p, c_void_p]
    egl.eglInitialize.argtypes = [c_void_p] * 3
    egl.eglCreateContext.argtypes = egl.eglMakeCurrent.argtypes = [c_void_p] * 4
    egl.eglTerminate.argtypes = [c_void_p]
    egl.eglGetPlatformDisplay.restype = egl.eglCreateContext.restype = c_void_p
    gles.glGetString.restype = c_char_p
    display = egl.eglGetPlatformDisplay(PLATFORM_SURFACELESS, None, None)
    if not (display and egl.eglInitialize(display, None, None)):
        return None
    try:
        egl.eglBindAPI(OPENGL_ES)
        context = egl.eglCreateContext(display, None, None, (c_int * 3)(CLIENT_VERSION, 2, END))
        if not (context and egl.eglMakeCurrent(display, None, None, context)):
            return None
        name = gles.glGetString(RENDERER)
        return name.decode(errors="replace") if name else None
    finally:
        egl.eglTerminate(display)


# The text console, which shows one sentence in large letters while there is no picture.

DRIVERS, DEVICES = Path("/sys/class/drm"), Path("/dev/dri")
CLEAR = "\033[2J\033[H\033[?25l"


def show_on_console(sentence: str) -> bool:
    """Print ``sentence`` on this process's console, in double size; False if there is no console."""
    if not os.isatty(0):
        return False
    _enlarge(os.ttyname(0))
    try:
        wide = max(20, os.get_terminal_size(0).columns)
        lines = textwrap.wrap(sentence, wide, initial_indent=" ", subsequent_indent=" ")
        os.write(0, "\r\n".join([CLEAR, *lines, ""]).encode())
    except OSError:
        return False
    return True


def _enlarge(console: str) -> None:
    """Double the console font; if that fails, it stays as it is."""
    with contextlib.suppress(OSError), tempfile.TemporaryDirectory() as folder:
        for options in (["-O", f"{folder}/font"], ["-d", f"{folder}/font"]):
            subprocess.run(["setfont", "-C", console, *options], stdin=0, capture_output=True, check=False)


def no_picture(drivers: Path = DRIVERS, devices: Path = DEVICES) -> Text:
    """Why there is no picture and what to do, from what the kernel reports."""
    cards = sorted(devices.glob("card*"))
    if not cards:
        return T(
            "There is no picture: no graphics driver is running. "
            "On a Raspberry Pi, add the line dtoverlay=vc4-kms-v3d to config.txt and switch it off and on."
        )
    if not any(os.access(card, os.R_OK | os.W_OK) for card in cards):
        return T("There is no picture: the companion is not allowed to draw. Run deploy/install once more.")
    found = [connector_state(connector) for connector in drivers.glob("card*-*")]
    if "connected" not in found:
        return T("There is no picture: no screen is plugged in. Plug it in; the companion starts by itself.")
    return T("There is no picture: another program has the screen. Switch the machine off and on.")


def connector_state(connector: Path) -> str:
    """``connected``, ``disconnected``, or empty if unknown."""
    try:
        return (connector / "status").read_text().strip()
    except OSError:
        return ""
