"""Without a desktop: SDL's fingers are touches, and the first picture is drawn again."""

from __future__ import annotations

from collections import deque
from typing import Any

import pytest
from kivy.core.window import Window, window_sdl2

from tests.ui.hands import Hands
from ui.device import window as kms


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


def test_fingers_are_handed_on_and_all_else_is_as_it_was(hands: Hands, fingers: deque[Any]) -> None:
    taps = Taps()
    events = list(taps.events)
    window = kms.FingerWindow(taps)
    assert [window.poll() for _ in events] == events
    assert list(fingers) == [events[2], events[0]]
    assert window.events is taps.events


def test_taking_the_screen_draws_the_first_picture_again(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
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
