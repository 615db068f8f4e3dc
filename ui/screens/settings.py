"""Settings of this screen: language, size of the text, when it gets dark."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.core.texts import P, T
from ui.geometry import Area
from ui.language import LANGUAGES
from ui.screens.base import Screen, load, say
from ui.settings import SIZES
from ui.theme import Shape, look
from ui.widgets.choices import Option

load(__file__)

SIZE_NAMES = {"small": T("Small"), "normal": T("Normal"), "large": T("Large")}
SLEEPS = (0, 5, 15, 60)


class SettingsScreen(Screen):
    """Every change shows at once."""

    nav = False

    def build(self) -> None:
        self.primary.action = self.act

    def arrange(self, room: Area, shape: Shape) -> None:
        body = room.inset(look.mm(4), look.mm(3))
        self.title.place(body.cut_top(look.mm(9), look.mm(1)))
        foot = body.cut_bottom(look.primary, look.mm(2))
        self.primary.place(foot.cut_left(look.mm(48), look.mm(4)))
        lamps = (body.cut_bottom(look.mm(14), look.mm(2)) if shape == "portrait" else foot).rows(2)
        self.reader.place(lamps[0])
        self.saved.place(lamps[1])
        parts = body.rows(3, look.mm(2))
        for part, label, panel in zip(
            parts,
            (self.language_label, self.size_label, self.sleep_label),
            (self.languages, self.sizes, self.sleeps),
            strict=True,
        ):
            label.place(part.cut_top(look.mm(5), look.mm(0.8)))
            panel.place(part.cut_top(min(part.h, look.mm(13))))

    def refresh(self) -> None:
        settings = self.host.settings
        self.title.show(text=say(T("Settings")))
        self.language_label.show(text=say(T("Language")).upper())
        self.size_label.show(text=say(T("Size of the text")).upper())
        self.sleep_label.show(text=say(T("Dark after")).upper())
        self._offer(self.languages, [(code, name, settings.language) for code, name in LANGUAGES.items()], "language")
        self._offer(self.sizes, [(name, say(SIZE_NAMES[name]), settings.text) for name in SIZES], "text")
        sleeps = [(n, say(P("{n} minute", "{n} minutes", n) if n else T("never")), settings.sleep) for n in SLEEPS]
        self._offer(self.sleeps, sleeps, "sleep")
        for light, (state, words) in ((self.reader, self.host.health()), (self.saved, self.host.saved())):
            light.show(state=state, text=say(words))
        self.primary.show(text=say(T("Back")), enabled=True)

    def _offer(self, panel: Any, values: list[tuple[Any, str, Any]], field: str) -> None:
        panel.in_a_row = True
        options = [
            Option(label, self._set(field, value), role="chosen" if value == now else "plain", key=value)
            for value, label, now in values
        ]
        panel.show(options=tuple(options), lang=self.lang)

    def _set(self, field: str, value: Any) -> Callable[[], None]:
        def set_() -> None:
            setattr(self.host.settings, field, value)
            self.host.apply_settings()

        return set_

    def act(self) -> None:
        """Back to where one came from."""
        self.host.go("game" if self.host.flow is not None else "home")
