"""Set up before the first import of kivy.

While imported, kivy reads its folder, arguments and input providers, by default from the user's home. The screen sets
its own: with two providers at once, every tap on a Pi arrives twice (kivy #3801).
"""

from __future__ import annotations

import ctypes
import logging
import os
import sys
from ctypes import c_char_p, c_int, c_uint, c_ulong, c_void_p
from pathlib import Path
from types import ModuleType

DRIVER = "kmsdrm"
"""SDL's driver without a desktop, through kernel mode setting."""

WINDOWS = "x11"
"""SDL's driver on a desktop. Kivy's SDL lacks Wayland; Xwayland shows X11 windows there."""

# Its warnings are for whoever writes programs with it.
logging.getLogger("kivy").setLevel(logging.ERROR)


def alone() -> bool:
    """True if there is no desktop, and the screen is ours alone."""
    return os.environ.get("SDL_VIDEODRIVER", "").lower() == DRIVER


def on_desktop() -> bool:
    """True if the screen is a window on a Linux desktop."""
    return sys.platform == "linux" and os.environ.get("SDL_VIDEODRIVER", "").lower() in ("", WINDOWS, "wayland")


def prepare(*, fullscreen: bool, size: tuple[int, int] | None, two_hands: bool = False) -> None:
    """Set kivy's environment and configuration; call it once, before any other import of kivy. ``size`` in pixels
    (None: the panel's own, only with ``fullscreen``). ``two_hands`` reads the panel's multitouch device directly, for
    two people tapping at once; it needs libmtdev1 and the group ``input``."""
    if on_desktop():
        # If the desktop is gone, SDL would otherwise draw where nobody sees it.
        os.environ["SDL_VIDEODRIVER"] = WINDOWS
    # All is set below. Kivy's own file would be written by two screens at once, or to a disk that takes nothing.
    os.environ["KIVY_NO_CONFIG"] = "1"
    os.environ["KIVY_NO_ARGS"] = "1"
    os.environ["KIVY_NO_FILELOG"] = "1"
    # Otherwise kivy captures standard error, and messages of Mesa or tracebacks are lost.
    os.environ["KIVY_LOG_MODE"] = "PYTHON"
    os.environ["KIVY_NO_ENV_CONFIG"] = "1"
    # Kivy's next window provider would exit silently.
    os.environ["KIVY_WINDOW"] = "sdl2"
    # No image files are loaded; without this, kivy imports another image library.
    os.environ.setdefault("KIVY_IMAGE", "sdl2")

    from kivy.config import Config  # noqa: PLC0415 - the lines above must come first

    _import_lightly()
    for provider in list(Config.options("input")):
        Config.remove_option("input", provider)
    if alone():
        # SDL delivers all fingers (ui.device.window).
        Config.set("input", "mouse", "mouse,disable_multitouch")
    elif two_hands:
        Config.set("input", "panel", "probesysfs,provider=mtdev")
    else:
        Config.set("input", "mouse", "mouse,disable_multitouch")
    Config.set("kivy", "exit_on_escape", "0")
    Config.set("kivy", "log_level", "warning")
    Config.set("kivy", "keyboard_mode", "system")
    Config.set("graphics", "multisamples", "0")
    Config.set("graphics", "maxfps", "60")
    Config.set("graphics", "resizable", "1")
    Config.set("graphics", "fullscreen", "auto" if fullscreen else "0")
    if size is not None:
        Config.set("graphics", "width", str(size[0]))
        Config.set("graphics", "height", str(size[1]))


def _import_lightly() -> None:
    """Import kivy without what is not used here and takes a fifth of the time to start, and 9 MB: the rules of its
    widgets, in whose place stands our ``style.kv``, and asyncio, for programs whose main loop is asynchronous."""
    import kivy  # noqa: PLC0415 - it reads the environment while it is imported

    kivys, kivy.kivy_data_dir = kivy.kivy_data_dir, str(Path(__file__).parent)
    stand_in = ModuleType("asyncio")
    stand_in.__dict__["wait_for"] = None
    left_out = sys.modules.setdefault("asyncio", stand_in) is stand_in
    try:
        import kivy.lang.builder  # noqa: PLC0415 - it reads the rules, and asks for asyncio, while it is imported
    finally:
        kivy.kivy_data_dir = kivys
        if left_out:
            del sys.modules["asyncio"]


# Full screen on a desktop: an X11 window, shown through Xwayland under a Wayland compositor.
#
# The window has the size of the screen from the start: without a window manager, nobody would enlarge it.
#
# cage 0.1 (Debian 12) scans out a full-screen window directly. Everything it composites itself is then out of date:
# screenshots, remote desktops, the area below a pointer it draws. While another window is transient for ours, mapped
# or not, it composites every frame.

REGISTERED = 1.0
"""Seconds a compositor takes to register a new window; hints set earlier are ignored."""


def desktop_size() -> tuple[int, int] | None:
    """Size of the X screen in pixels, all monitors together; None without a desktop."""
    x11 = _x11()
    display = x11.XOpenDisplay(None)
    if not display:
        return None
    screen = x11.XDefaultScreen(display)
    found = x11.XDisplayWidth(display, screen), x11.XDisplayHeight(display, screen)
    x11.XCloseDisplay(display)
    return found


def force_compositing() -> None:
    """Make the compositor composite every frame of the window."""
    from kivy.clock import Clock  # noqa: PLC0415 - kivy is imported only after it is prepared
    from kivy.core.window import Window  # noqa: PLC0415

    x11, info = _x11(), Window.get_window_info()
    root = x11.XDefaultRootWindow(info.display)
    never_shown = x11.XCreateSimpleWindow(info.display, root, 0, 0, 1, 1, 0, 0, 0)
    x11.XFlush(info.display)

    def belong(_dt: float) -> None:
        x11.XSetTransientForHint(info.display, never_shown, info.window)
        x11.XFlush(info.display)
        Window.canvas.ask_update()

    Clock.schedule_once(belong, REGISTERED)


def _x11() -> ctypes.CDLL:
    found = ctypes.CDLL("libX11.so.6")
    found.XOpenDisplay.argtypes = [c_char_p]
    found.XOpenDisplay.restype = c_void_p
    found.XDefaultScreen.argtypes = found.XCloseDisplay.argtypes = found.XFlush.argtypes = [c_void_p]
    found.XDisplayWidth.argtypes = found.XDisplayHeight.argtypes = [c_void_p, c_int]
    found.XDefaultRootWindow.argtypes = [c_void_p]
    found.XDefaultRootWindow.restype = c_ulong
    found.XCreateSimpleWindow.argtypes = [c_void_p, c_ulong, c_int, c_int, *[c_uint] * 3, *[c_ulong] * 2]
    found.XCreateSimpleWindow.restype = c_ulong
    found.XSetTransientForHint.argtypes = [c_void_p, c_ulong, c_ulong]
    return found
