from collections.abc import Callable
from typing import Any

from kivy.graphics import Canvas
from kivy.input import MotionEvent
from kivy.uix.widget import Widget

class WindowBase:
    _win: Any
    canvas: Canvas
    clearcolor: tuple[float, float, float, float]
    fullscreen: bool | int | str
    rotation: int
    show_cursor: bool
    size: tuple[int, int]
    @property
    def height(self) -> int: ...
    @property
    def width(self) -> int: ...
    def add_widget(self, widget: Widget) -> None: ...
    def bind(self, **observers: Callable[..., object]) -> None: ...
    def get_window_info(self) -> Any: ...
    def unbind(self, **observers: Callable[..., object]) -> None: ...
    def transform_motion_event_2d(self, me: MotionEvent) -> None: ...

Window: WindowBase
