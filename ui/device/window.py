"""The window: its renderer and window system, and what SDL needs when it draws without a desktop (``kmsdrm``).

There, three things differ: touches arrive only as SDL fingers, which Kivy reads on phones only; the first frame is lost
when SDL sets the mode; and a software renderer's frames are shown even if unfinished.
"""

from __future__ import annotations

import os
from typing import Any, Literal, Protocol, TypeAlias

from kivy.clock import Clock
from kivy.config import Config
from kivy.core.window import Window
from kivy.core.window.window_sdl2 import SDL2MotionEventProvider
from kivy.graphics.opengl import GL_RENDERER, glFinish, glGetString

from ui.base.environment import alone
from ui.device.kernel import in_software

SYSTEMS = {"WindowInfoX11": "X11", "WindowInfoWayland": "Wayland"}
"""Kivy's window info classes and their window systems."""


def renderer() -> str:
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


# Without a desktop.

Event: TypeAlias = tuple[Any, ...] | Literal[False] | None


def set_up() -> None:
    """Read fingers from SDL, finish each frame, draw the first again, and hide the pointer until a mouse moves."""
    Window._win = FingerWindow(Window._win)
    Window.bind(on_flip=_redraw_first, on_mouse_move=_pointed)
    if in_software(renderer()):
        Window.bind(on_flip=_finish)
    Window.show_cursor = False


class SDLWindow(Protocol):
    """The part of Kivy's SDL window used here."""

    def poll(self) -> Event:
        """The next event as a tuple (name, numbers …); None if unknown, False if there is none."""


class FingerWindow:
    """Wraps SDL's window, and passes every finger to Kivy's touch provider."""

    def __init__(self, window: SDLWindow) -> None:
        self._window = window

    def __getattr__(self, name: str) -> object:
        return getattr(self._window, name)

    def poll(self) -> Event:
        event = self._window.poll()
        if event and event[0] in ("fingerdown", "fingermotion", "fingerup"):
            SDL2MotionEventProvider.q.appendleft(event)
        return event


def _redraw_first(*_: object) -> None:
    Window.unbind(on_flip=_redraw_first)
    Clock.schedule_once(_draw)


def _draw(_dt: float) -> None:
    Window.canvas.ask_update()


def _finish(*_: object) -> None:
    glFinish()


def _pointed(*_: object) -> None:
    Window.unbind(on_mouse_move=_pointed)
    Window.show_cursor = True
