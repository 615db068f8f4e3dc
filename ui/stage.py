"""The root of the window: the screen in front, the bar of the game, the banner, and the night."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.graphics import ClearBuffers, ClearColor
from kivy.uix.widget import Widget

from ui import memory, stamp, theme
from ui.crisp import crisp_colours
from ui.geometry import Area
from ui.screens.base import Screen, cut_nav
from ui.slips import Slip
from ui.theme import look
from ui.widgets.banner import Banner, Night
from ui.widgets.bubble import Bubble
from ui.widgets.drawn import Drawn
from ui.widgets.nav import NavBar
from ui.widgets.why import SlipView

if TYPE_CHECKING:
    from ui.host import Host

SCREENS = {
    "home": "HomeScreen",
    "setup": "SetupScreen",
    "settings": "SettingsScreen",
    "touch": "TouchScreen",
    "history": "HistoryScreen",
    "table": "TableScreen",
    "reveal": "RevealScreen",
    "check": "CheckScreen",
    "dice": "DiceScreen",
    "list": "ListScreen",
    "entry": "EntryScreen",
    "form": "FormScreen",
    "sheet": "SheetScreen",
    "seats": "SeatsScreen",
    "city": "CityScreen",
    "places": "PlacesScreen",
    "private": "PrivateScreen",
    "fixes": "FixesScreen",
    "story": "StoryScreen",
    "log": "LogScreen",
    "menu": "MenuScreen",
    "over": "OverScreen",
    "lookback": "LookbackScreen",
}
"""Every screen by name; each is built when it is first needed, and then kept, those of a game while it is played."""

BETWEEN_GAMES = ("home", "setup", "settings", "touch", "history")
"""The screens that show nothing of the game that is played."""


EVERY = 0.1
"""Seconds from reading the file of a screen to reading the next one."""


def read_ahead() -> Any:
    """Read the files of all screens, one after another, so that nobody who taps waits for that; can be cancelled."""
    names = iter(SCREENS)

    def read(_dt: float) -> bool:
        name = next(names, None)
        if name is not None:
            import_module(f"ui.screens.{name}")
        return name is not None

    return Clock.schedule_interval(read, EVERY)


class Stage(Widget):
    """One screen at a time; all others wait outside the window, built once."""

    def __init__(self, host: Host) -> None:
        super().__init__(size_hint=(None, None))
        self.host = host
        self.screens: dict[str, Screen] = {}
        self.name = ""
        self._left: Screen | None = None
        crisp_colours()
        with self.canvas.before:
            self._ground = ClearColor(*theme.NIGHT)
            ClearBuffers()
        self.nav = NavBar()
        self.bubble = Bubble()
        self.bubble.hide()
        self.banner = Banner()
        self.slip = SlipView()
        self.night = Night()
        self.banner.hide()
        self.slip.hide()
        self.night.hide()
        self.banner.action = host.dismiss
        self.banner.why.action = host.slips.why_not
        self.slip.done = host.slips.close
        self.night.action = host.wake
        for part in (self.nav, self.bubble, self.banner, self.slip, self.night):
            self.add_widget(part)
        self.bind(size=lambda *_: host.refresh())

    def screen(self, name: str) -> Screen:
        """The screen of that name, built if it was not yet."""
        if name not in self.screens:
            kind = getattr(import_module(f"ui.screens.{name}"), SCREENS[name])
            self.screens[name] = kind(self.host)
        return self.screens[name]

    @property
    def front(self) -> Screen:
        """The screen that is shown."""
        return self.screens[self.name]

    def forget_game(self) -> None:
        """The game is left: its screens go, since their parts remember what could be tapped. The one in front goes
        when the next one comes."""
        self.screens = {name: one for name, one in self.screens.items() if name in (*BETWEEN_GAMES, self.name)}
        self._left = None if self.name in BETWEEN_GAMES else self.front
        memory.give_back_soon()

    def bring(self, name: str) -> None:
        """Put a screen in front."""
        if name == self.name and self._left is None:
            return
        if self._left is not None:
            del self.screens[self.name]
            self.remove_widget(self._left)
            self.name, self._left = "", None
        screen = self.screen(name)
        if self.name:
            self.remove_widget(self.screens[self.name])
        self.name = name
        self.add_widget(screen, index=len(self.children))
        screen.reset()

    def repaint(self) -> None:
        """The theme is another: everything is drawn again, also what waits outside the window."""
        self._ground.rgba = list(theme.NIGHT)
        stamp.renew()
        for root in (self, *self.screens.values()):
            for part in root.walk(restrict=True):
                if isinstance(part, Drawn):
                    part.again()

    def explain(self, slip: Slip | None) -> None:
        """Lay a slip over everything, or take it away."""
        if slip is None:
            self.slip.hide()
        else:
            self.slip.show(slip=slip)

    def settle(self) -> None:
        """Place and fill everything for the window as it is now."""
        room = Area(0, 0, *self.size)
        self.night.place(room)
        self.slip.place(room)
        shape = look.panel.shape
        if self.front.nav:
            upright = shape == "wide"
            bar = cut_nav(room, shape)
            self.nav.place(bar)
            self.nav.show(upright=upright)
        else:
            self.nav.hide()
        self.front.settle(room)
        self.banner.place(Area(0, 0, *self.size).inset(look.mm(4)).cut_top(look.mm(18)))
