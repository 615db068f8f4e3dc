"""What all screens have in common."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from kivy.lang import Builder
from kivy.uix.widget import Widget

from ui.geometry import Area
from ui.language import language, say
from ui.theme import Shape, look

if TYPE_CHECKING:
    from ui.host import Host

for kv in ("button", "board", "card", "choices", "die", "lines", "seat", "track"):
    Builder.load_string(f"#:import {kv} ui.widgets.{kv}\n")


class Screen(Widget):
    """A screen: built once, placed by ``arrange`` when the glass or the text size is another, filled by ``refresh``.

    ``nav`` says whether the bar of the running game stands beside it. A screen has no state of the game; what it
    remembers is only where somebody is looking (``reset`` forgets that).
    """

    nav = True
    kv = ""

    def __init__(self, host: Host, **kwargs: Any) -> None:
        self.host = host
        self._arranged: tuple[Any, ...] = ()
        super().__init__(size_hint=(None, None), **kwargs)
        self.build()

    def __getattr__(self, name: str) -> Any:
        """The parts of the .kv by their id."""
        ids = object.__getattribute__(self, "ids")
        try:
            return ids[name]
        except KeyError:
            raise AttributeError(name) from None

    def build(self) -> None:
        """Once, after the parts are there: say what each does."""

    def arrange(self, room: Area, shape: Shape) -> None:
        """Place every part into ``room`` (pixels)."""

    def refresh(self) -> None:
        """Show what is now."""

    def reset(self) -> None:
        """Somebody comes to this screen anew."""

    def settle(self, room: Area) -> None:
        """Arrange if the room or the sizes are others than last time, and refresh."""
        now = (room.x, room.y, room.w, room.h, look.panel, look.scale)
        if now != self._arranged:
            self._arranged = now
            self.pos, self.size = (room.x, room.y), (room.w, room.h)
            self.arrange(room.copy(), look.panel.shape)
        self.refresh()

    @property
    def lang(self) -> str:
        """Parts that translate by themselves draw again when this changes."""
        return language.code


def load(file: str) -> None:
    """Load the .kv that lies beside a screen's file."""
    Builder.load_file(str(Path(file).with_suffix(".kv")))


__all__ = ["Screen", "load", "say"]
