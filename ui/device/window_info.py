"""How the picture is drawn: renderer, window system, full screen, touches."""

from __future__ import annotations

import os

from kivy.config import Config
from kivy.core.window import Window
from kivy.graphics.opengl import GL_RENDERER, glGetString

from ui.app.environment import alone

SYSTEMS = {"WindowInfoX11": "X11", "WindowInfoWayland": "Wayland"}
"""Kivy's window info classes and their window systems."""


def renderer() -> str:
    """The renderer's name: a graphics chip, or software."""
    return glGetString(GL_RENDERER).decode(errors="replace")


def system() -> str:
    """The window system: KMSDRM, X11, Wayland, or SDL's name for it."""
    if alone():
        return "KMSDRM"
    found = SYSTEMS.get(type(Window._win.get_window_info()).__name__)
    return found or os.environ.get("SDL_VIDEODRIVER", "?")


def full_screen() -> bool:
    return alone() or Window.fullscreen not in (False, 0, "0")


def several_fingers() -> bool:
    """True if several touches are reported at once."""
    return alone() or Config.has_option("input", "panel")
