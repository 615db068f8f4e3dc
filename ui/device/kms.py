"""The screen without a desktop: SDL draws through the kernel's mode setting (``kmsdrm``).

Three differences from a desktop: touches arrive only as SDL fingers, which Kivy reads on phones only; the first frame
is lost when SDL sets the mode; and a software renderer's frames are shown even if unfinished.
"""

from __future__ import annotations

from typing import Any, Literal, Protocol, TypeAlias

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.core.window.window_sdl2 import SDL2MotionEventProvider
from kivy.graphics.opengl import glFinish

from ui.device.mesa import in_software
from ui.device.window_info import renderer

Event: TypeAlias = tuple[Any, ...] | Literal[False] | None


def set_up() -> None:
    """Read fingers from SDL, finish each frame, draw the first again, and hide the pointer until a mouse moves."""
    Window._win = Fingers(Window._win)
    Window.bind(on_flip=_redraw_first, on_mouse_move=_pointed)
    if in_software(renderer()):
        Window.bind(on_flip=_finish)
    Window.show_cursor = False


class SDLWindow(Protocol):
    """The part of Kivy's SDL window used here."""

    def poll(self) -> Event:
        """The next event as a tuple (name, numbers …); None if unknown, False if there is none."""


class Fingers:
    """Wraps SDL's window, and passes every finger to Kivy's touch provider."""

    def __init__(self, window: SDLWindow) -> None:
        self._window = window

    def __getattr__(self, name: str) -> object:
        return getattr(self._window, name)

    def poll(self) -> Event:
        """The next event, for Kivy."""
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
