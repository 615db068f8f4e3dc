"""The screen of a machine without a desktop: SDL draws on it through the kernel's mode setting (``kmsdrm``).

Three things are not as under a desktop. Touches come as SDL's fingers alone, which Kivy takes from a phone only. The
first picture is lost when SDL sets the mode. And what a processor draws is shown whether it is finished or not.
"""

from __future__ import annotations

from typing import Any, Literal, Protocol, TypeAlias

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.core.window.window_sdl2 import SDL2MotionEventProvider
from kivy.graphics.opengl import glFinish

from ui.device.mesa import in_software
from ui.device.picture import renderer

Event: TypeAlias = tuple[Any, ...] | Literal[False] | None


def take() -> None:
    """Take fingers from SDL, show whole pictures, the first one again, and hide the pointer until a mouse moves."""
    Window._win = Fingers(Window._win)
    Window.bind(on_flip=_again, on_mouse_move=_pointed)
    if in_software(renderer()):
        Window.bind(on_flip=_finish)
    Window.show_cursor = False


class SDLWindow(Protocol):
    """What is used here of Kivy's window of SDL."""

    def poll(self) -> Event:
        """The next event: a name and numbers, None for one that is not known, False if there is none."""


class Fingers:
    """SDL's window, which also hands every finger to Kivy's provider of touches."""

    def __init__(self, window: SDLWindow) -> None:
        self._window = window

    def __getattr__(self, name: str) -> object:
        return getattr(self._window, name)

    def poll(self) -> Event:
        """The next event, as Kivy asks for it."""
        event = self._window.poll()
        if event and event[0] in ("fingerdown", "fingermotion", "fingerup"):
            SDL2MotionEventProvider.q.appendleft(event)
        return event


def _again(*_: object) -> None:
    Window.unbind(on_flip=_again)
    Clock.schedule_once(_draw)


def _draw(_dt: float) -> None:
    Window.canvas.ask_update()


def _finish(*_: object) -> None:
    glFinish()


def _pointed(*_: object) -> None:
    Window.unbind(on_mouse_move=_pointed)
    Window.show_cursor = True
