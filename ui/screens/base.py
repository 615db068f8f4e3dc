"""What all screens have in common."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kivy.lang import Builder
from kivy.uix.widget import Widget

from companion.scene.scene import Line
from ui.app.language import language, say
from ui.layout.geometry import Area
from ui.look.theme import Shape, look
from ui.session.explanations import rules_of
from ui.widgets.drawn import Drawn, Tappable
from ui.widgets.strip import TodoStrip

if TYPE_CHECKING:
    from ui.app.host import Host
    from ui.session.flow import Flow

for module in (
    "button",
    "board.board",
    "card",
    "entry.choices",
    "entry.die",
    "lines",
    "board.seat",
    "board.track",
    "why",
):
    Builder.load_string(f"#:import {module.rpartition('.')[2]} ui.widgets.{module}\n")


PANEL = 61.5
"""Millimetres of the column for what is to be done: six dice beside each other, each large enough for a finger."""


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
            # What has kept its place may have letters of another size.
            for part in self.walk(restrict=True):
                if isinstance(part, Drawn):
                    part.again()
        self.refresh()

    @property
    def seat(self) -> str | None:
        """The player whose side of the table the picture is turned to; None: it is for everybody."""
        return None

    @property
    def flow(self) -> Flow:
        """The running game, for screens that stand only while there is one."""
        flow = self.host.flow
        if flow is None:
            raise LookupError("no game is on the table")
        return flow

    def ask_why(self, part: Tappable, lines: Sequence[Line] | None = None, *, force: bool = False) -> bool:
        """Let ``part`` explain these lines, else the page or the question, and with ``force`` what is in force; True if
        there is something to tell.

        Where there is nothing the part is not shown.
        """
        rules = rules_of(self.flow, lines)
        part.action = partial(self.host.slips.why, rules, force)
        part.show(shown=bool(rules) or force)
        return bool(rules) or force

    def show_todo(self, strip: TodoStrip, hint: str = "") -> None:
        """What hands must do for the latest taps; a tap on it explains all of it."""
        todo = list(self.flow.todo)
        rules = rules_of(self.flow, todo)
        strip.action = partial(self.host.slips.why, rules) if rules else None
        strip.show(lines=todo, hint=hint, lang=self.lang)

    @property
    def lang(self) -> str:
        """Parts that translate by themselves draw again when this changes."""
        return language.code


def cut_nav(room: Area, shape: Shape) -> Area:
    """Cut off where the bar of the game stands: a rail at the left of wide glass, else a bar at the bottom."""
    return room.cut_left(look.mm(look.NAV_RAIL)) if shape == "wide" else room.cut_bottom(look.mm(look.NAV_BAR))


def cut_panel(body: Area, shape: Shape) -> Area:
    """Cut off the column at the right for what is to be done; all of it where the glass is upright."""
    if shape == "portrait":
        return body
    return body.cut_right(max(body.w * 0.395, look.mm(PANEL)), look.gap * 1.6)


def primary_place(window: Area, shape: Shape) -> Area:
    """Where the amber button stands while a game runs, on every screen the same."""
    room = window.copy()
    cut_nav(room, shape)
    return cut_panel(room.inset(look.pad, look.gap), shape).cut_bottom(look.primary)


def load(file: str) -> None:
    """Load the .kv that lies beside a screen's file."""
    Builder.load_file(str(Path(file).with_suffix(".kv")))


__all__ = ["Screen", "cut_nav", "cut_panel", "load", "primary_place", "say"]
