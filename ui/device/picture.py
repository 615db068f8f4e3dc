"""How the picture comes to the glass: who draws it, on what, and how large."""

from __future__ import annotations

import os

from kivy.config import Config
from kivy.core.window import Window
from kivy.graphics.opengl import GL_RENDERER, glGetString

from ui.app.environment import alone

SYSTEMS = {"WindowInfoX11": "X11", "WindowInfoWayland": "Wayland"}
"""What Kivy calls a window of each desktop."""


def renderer() -> str:
    """What draws, as it calls itself: a graphics chip, or a program."""
    return glGetString(GL_RENDERER).decode(errors="replace")


def system() -> str:
    """What the picture is shown by: KMSDRM, X11, Wayland, or what SDL calls it."""
    if alone():
        return "KMSDRM"
    found = SYSTEMS.get(type(Window._win.get_window_info()).__name__)
    return found or os.environ.get("SDL_VIDEODRIVER", "?")


def full_screen() -> bool:
    """True when there is nothing beside it."""
    return alone() or Window.fullscreen not in (False, 0, "0")


def several_fingers() -> bool:
    """True when every finger on the glass is heard of, not only one at a time."""
    return alone() or Config.has_option("input", "panel")
