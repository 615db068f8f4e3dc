"""Settings of this screen: language, text, theme, brightness, sounds, hints; and the touch check."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from kivy.input import MotionEvent

from companion.core.texts import P, T, Words
from companion.scene.palette import THEMES
from hardware import voice
from ui.base.language import LANGUAGES, say
from ui.base.settings import SIZES
from ui.device import kernel, sounds
from ui.device.display import Corners, Finding, TouchMapping
from ui.layout.geometry import Area
from ui.look import theme
from ui.look.theme import Shape, look
from ui.screens.base import Screen
from ui.widgets.buttons import Light, TapButton, TextView
from ui.widgets.checks import Corner
from ui.widgets.choices import ChoicePanel, Option
from ui.widgets.frame import LampTap
from ui.widgets.rows import Paged

SIZE_NAMES = {"small": T("Small"), "normal": T("Normal"), "large": T("Large")}
THEME_NAMES = {"night": T("Night"), "daylight": T("Daylight"), "contrast": T("Contrast")}
SLEEPS = (0, 5, 15, 60)
LIGHTS = (25, 50, 75, 100)
Value = str | int | bool
ON_OFF: Sequence[tuple[Value, Words]] = [(True, T("On")), (False, T("Off"))]
LABEL, ROW = 3.9, 10.4
"""Heights (mm) of a label and of the options below it."""


@dataclass(frozen=True)
class Setting:
    """Something to choose under a label; without options, what is missing for it. ``half``: two of these share a
    row."""

    name: str
    options: tuple[Option, ...]
    missing: str = ""
    half: bool = False


class SettingRows(Paged):
    """All settings, column by column, on as many pages as they need; the arrows are below them."""

    settings: Sequence[Setting] = ()
    columns: int = 2

    def build(self) -> None:
        super().build()
        self.labels: list[TextView] = []
        self.panels: list[ChoicePanel] = []
        self.missing: list[TextView] = []

    def _rows(self) -> list[list[Setting]]:
        rows: list[list[Setting]] = []
        for setting in self.settings:
            if rows and setting.half and len(rows[-1]) == 1 and rows[-1][0].half:
                rows[-1].append(setting)
            else:
                rows.append([setting])
        return rows

    def _capacity(self, height: float) -> int:
        return max(1, int((height + look.mm(0.8)) // (look.mm(LABEL + 0.8) + look.touch))) * self.columns

    def paint_self(self, area: Area) -> None:
        rows, gap, count = self._rows(), look.mm(0.8), self._capacity(area.h)
        arrows = None
        if len(rows) > count:
            arrows = area.cut_bottom(look.touch, look.gap)
            count = self._capacity(area.h)
        pages = max(1, -(-len(rows) // count))
        self.page = max(0, min(self.page, pages - 1))
        self.show_arrows(arrows, self.page, pages)
        rows = rows[self.page * count : (self.page + 1) * count]
        high = -(-min(len(self._rows()), count) // self.columns)
        each = min(look.mm(LABEL + ROW + 4), (area.h - gap * (high - 1)) / high)
        top = area.cut_top(each * high + gap * (high - 1))
        cells = [cell for column in top.columns(self.columns, look.mm(3)) for cell in column.rows(high, gap)]
        placed = [
            (setting, part)
            for row, cell in zip(rows, cells[: len(rows)], strict=True)
            for setting, part in zip(row, cell.columns(len(row), look.mm(3)), strict=True)
        ]
        self.ensure(self.labels, _label, len(placed))
        self.ensure(self.panels, _panel, len(placed))
        self.ensure(self.missing, _missing, len(placed))
        for at, (setting, cell) in enumerate(placed):
            cell.cut_bottom(max(0.0, cell.h - look.mm(LABEL + 13)))
            self.labels[at].show(cell.cut_top(look.mm(LABEL)), text=setting.name.upper())
            self.panels[at].show(cell, options=setting.options, shown=bool(setting.options))
            self.missing[at].show(cell, text=setting.missing, shown=not setting.options)


def _label() -> TextView:
    return TextView(size_mm=3.6, colour=theme.LAMP)


def _panel() -> ChoicePanel:
    return ChoicePanel(in_a_row=True)


def _missing() -> TextView:
    return TextView(size_mm=3.4, face="plain", colour=theme.MIST, lines=4, valign="top")


class SettingsScreen(Screen):
    """Every change takes effect at once. What this machine cannot do is not offered."""

    nav = False

    def build(self) -> None:
        self.title = self.add(TextView(size_mm=5.6, face="heavy"))
        self.rows = self.add(SettingRows())
        self.more = self.add(LampTap(action=self.host.check_up))
        self.reader = self.add(Light())
        self.saved = self.add(Light())
        self.primary = self.add(TapButton(size_mm=4.6, icon="back", action=self.act))

    def arrange(self, room: Area, shape: Shape) -> None:
        body = room.inset(look.mm(4), look.mm(1.8))
        self.title.place(body.cut_top(look.mm(6), look.mm(0.4)))
        foot = body.cut_bottom(look.primary, look.mm(1.4))
        self.primary.place(foot.cut_left(look.mm(40), look.mm(4)))
        self.more.place(foot)
        lamps = foot.rows(2)
        self.reader.place(lamps[0])
        self.saved.place(lamps[1])
        self.rows.columns = 1 if shape == "portrait" else 2
        self.rows.place(body)

    def refresh(self) -> None:
        self.title.show(text=say(T("Settings")))
        self.rows.show(settings=tuple(self._offered()))
        self._show_lamps()
        self.primary.show(text=say(T("Back")), enabled=True)

    def _offered(self) -> list[Setting]:
        now = self.host.settings
        sleeps = [(n, P("{n} minute", "{n} minutes", n) if n else T("never")) for n in SLEEPS]
        found = [
            self._setting("language", T("Language"), list(LANGUAGES.items()), now.language),
            self._setting("text", T("Size of the text"), [(name, SIZE_NAMES[name]) for name in SIZES], now.text),
            self._setting("theme", T("Colours"), [(name, THEME_NAMES[name]) for name in THEMES], now.theme),
            self._setting("sleep", T("Dark after"), sleeps, now.sleep),
            self._setting("hints", T("Hints"), ON_OFF, now.hints, half=True),
            self._setting("animations", T("Animations"), ON_OFF, now.animations, half=True),
            self._setting("opinions", T("What would you do?"), ON_OFF, now.opinions),
        ]
        silent = sounds.why_silent()
        if silent is not None:
            found.append(Setting(say(T("Sounds")), (), say(silent)))
        else:
            found.append(self._setting("sounds", T("Sounds"), ON_OFF, now.sounds is not False, half=True))
            found.append(self._aloud())
        if kernel.has_backlight():
            found.append(self._setting("light", T("Brightness"), [(n, f"{n} %") for n in LIGHTS], now.light))
        check = Option(say(T("Check the touch")), lambda: self.host.go("touch"), key="touch")
        well = Option(say(T("Is all well?")), self.host.check_up, key="doctor")
        return [*found, Setting(say(T("This table")), (check, well))]

    def _aloud(self) -> Setting:
        """Reading aloud; without a speech engine, what to install."""
        if voice.engine() is not None:
            return self._setting("aloud", T("Read aloud"), ON_OFF, self.host.settings.aloud, half=True)
        missing = T("To hear stories, cards and questions read, install {package}.", package=voice.PACKAGE)
        return Setting(say(T("Read aloud")), (), say(missing), half=True)

    def _setting(
        self, field: str, name: Words, values: Sequence[tuple[Value, Words]], now: Value | None, *, half: bool = False
    ) -> Setting:
        options = tuple(
            Option(
                say(words), partial(self._set, field, value), role="chosen" if value == now else "plain",
                key=(field, value),
            )
            for value, words in values
        )  # fmt: skip
        return Setting(say(name), options, half=half)

    def _show_lamps(self) -> None:
        for light, name, (state, words) in (
            (self.reader, "dice", self.host.health()),
            (self.saved, "box", self.host.saved()),
        ):
            light.show(state=state, text=say(words), shown=any(lamp.icon == name for lamp in self.host.lamps()))

    def _set(self, field: str, value: Value) -> None:
        setattr(self.host.settings, field, value)
        if field == "hints" and value:
            self.host.settings.learned.clear()
        self.host.apply_settings()

    def act(self) -> None:
        self.host.go("game" if self.host.session is not None else "home")


# The touch check.

MARK = 13.0
"""Size of a mark (mm)."""


class TouchScreen(Screen):
    """Every touch counts, wherever it arrives, except on the centre button: it is in the centre for every mapping of
    the axes."""

    nav = False

    def build(self) -> None:
        self._marks = [self.add(Corner()) for _ in range(4)]
        self.title = self.add(TextView(size_mm=6.4, face="heavy", align="center", lines=2))
        self.said = self.add(TextView(size_mm=4.2, face="plain", align="center", colour=theme.PAPER_DIM, lines=5))
        self.primary = self.add(TapButton(size_mm=5.0))
        self.again = self.add(TapButton(size_mm=4.4, action=self._once_more))
        self._corners = Corners()
        self._finding: Finding | None = None

    def reset(self) -> None:
        self._corners = Corners()
        self._finding = None

    def arrange(self, room: Area, shape: Shape) -> None:
        side, edge = look.mm(MARK), look.mm(2)
        left, right = room.x + edge, room.x + room.w - edge - side
        low, high = room.y + edge, room.y + room.h - edge - side
        for mark, (x, y) in zip(self._marks, ((left, high), (right, high), (right, low), (left, low)), strict=True):
            mark.place(Area(x, y, side, side))
        wide = min(room.w - look.mm(8), look.mm(110))
        self.primary.place(Area(room.cx - look.mm(22), room.cy - look.primary / 2, look.mm(44), look.primary))
        self.again.place(
            Area(room.cx - look.mm(22), room.cy - look.primary * 1.5 - look.mm(3), look.mm(44), look.touch)
        )
        above = Area(room.cx - wide / 2, room.cy + look.primary / 2 + look.mm(2), wide, look.mm(26))
        above.w, above.x = wide - look.mm(MARK), above.x + look.mm(MARK) / 2
        self.title.place(above.cut_top(look.mm(11), look.mm(1)))
        self.said.place(above)

    def refresh(self) -> None:
        asked, finding = self._corners.asked, self._finding
        for index, mark in enumerate(self._marks):
            mark.show(lit=index == asked, done=asked is None or index < asked)
        if finding is None:
            self.title.show(text=say(T("Tap the mark that is lit")))
            self.said.show(text=say(T("This shows the companion that every tap arrives where your finger is.")))
            self.primary.action = self._leave
            self.primary.show(text=say(T("Skip")), role="plain", key="skip")
            self.again.hide()
            return
        self.title.show(text=say(T("Well done") if finding.good else T("Something is not right")))
        self.said.show(text=say(finding.words))
        self.primary.action = self.act
        again = finding.mapping is not None
        self.primary.show(text=say(T("Check again") if again else T("Done")), role="primary", key=("found", again))
        self.again.show(text=say(T("Done") if again else T("Check again")), key=again)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if super().on_touch_down(touch):
            return True
        if self._finding is None and not touch.is_mouse_scrolling:
            self._corners.tap(touch.x / max(1, self.width), touch.y / max(1, self.height), touch.time_start)
            if self._corners.asked is None:
                self._look(self._corners)
            self.host.refresh()
        return True

    def _look(self, corners: Corners) -> None:
        self._finding = corners.finding()
        if self._finding.mapping is not None:
            settings = self.host.settings
            settings.touch = str(TouchMapping.named(settings.touch).then(self._finding.mapping))
            self.host.apply_settings()

    def _once_more(self) -> None:
        if self._finding is not None and self._finding.mapping is not None:
            self._leave()
        else:
            self._repeat()

    def _repeat(self) -> None:
        self.reset()
        self.host.refresh()

    def _leave(self) -> None:
        self.host.settings.checked = True
        self.host.apply_settings()
        self.host.go("game" if self.host.session is not None else "home")

    def act(self) -> None:
        if self._finding is None:
            return
        if self._finding.mapping is not None:
            self._repeat()
        else:
            self._leave()
