"""What must be set before the first import of kivy.

Kivy reads its folder, its arguments and its input providers while it is imported, from the user's home by default.
The screen brings its own instead: with two providers at once every tap on a Pi arrives twice (kivy #3801).
"""

from __future__ import annotations

import logging
import os
import sys
from pathlib import Path

import platformdirs

DRIVER = "kmsdrm"
"""What SDL calls drawing without a desktop, by the kernel's mode setting."""

WINDOWS = "x11"
"""What SDL calls a window of a desktop. Kivy's SDL knows no Wayland; there Xwayland shows windows of X11."""

# That it makes its settings anew is no news to people.
logging.getLogger("kivy").setLevel(logging.ERROR)


def alone() -> bool:
    """Whether there is no desktop, and the screen is ours."""
    return os.environ.get("SDL_VIDEODRIVER", "").lower() == DRIVER


def on_desktop() -> bool:
    """Whether the screen is a window on a desktop of Linux."""
    return sys.platform == "linux" and os.environ.get("SDL_VIDEODRIVER", "").lower() in ("", WINDOWS, "wayland")


def prepare(*, fullscreen: bool, size: tuple[int, int] | None, two_hands: bool = False) -> None:
    """Set up kivy's environment and configuration; call once, before any other import of kivy.

    ``size`` in pixels (None: the panel's own, only with ``fullscreen``). ``two_hands`` reads the panel's
    multitouch device itself, for two people tapping at once; it needs libmtdev1 and the group ``input``.
    """
    home = Path(os.environ.get("COMPANION_SCREEN_HOME", platformdirs.user_cache_path("companion") / "kivy"))
    home.mkdir(parents=True, exist_ok=True)
    if on_desktop():
        # Without a desktop SDL would go on to draw where nobody sees it.
        os.environ["SDL_VIDEODRIVER"] = WINDOWS
    os.environ["KIVY_HOME"] = str(home)
    os.environ["KIVY_NO_ARGS"] = "1"
    os.environ["KIVY_NO_FILELOG"] = "1"
    # Else kivy takes standard error for itself, and what Mesa or a fault of ours says there is lost.
    os.environ["KIVY_LOG_MODE"] = "PYTHON"
    os.environ["KIVY_NO_ENV_CONFIG"] = "1"
    # The next window that kivy would try ends the process without a word.
    os.environ["KIVY_WINDOW"] = "sdl2"
    # Pictures are drawn, none is loaded: without this kivy imports a second library that could.
    os.environ.setdefault("KIVY_IMAGE", "sdl2")

    from kivy.config import Config  # noqa: PLC0415 - the lines above must come first

    for provider in list(Config.options("input")):
        Config.remove_option("input", provider)
    if alone():
        # Fingers come from SDL, all of them (ui.device.kms).
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
