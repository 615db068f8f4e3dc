"""The doctor: checks of the whole machine, one part after the other, and manual tests of fingers, buttons and sound."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, TypeAlias

from kivy.clock import Clock, ClockEvent
from kivy.graphics.texture import Texture
from kivy.input import MotionEvent

from companion import doctor
from companion.core.texts import P, T, Words, listed
from companion.doctor import Check, Part
from companion.doctor import look as look_at
from companion.journal.integrity import checks as journal_checks
from companion.packs.pictures import decoded
from hardware import machine
from hardware.doctor import checks as hardware_checks
from hardware.doctor import views
from hardware.inputs import Button, Event, HealthChange
from ui.base.language import language, say
from ui.base.settings import Settings
from ui.device import checks as kernel_checks
from ui.device import kernel, sounds, window
from ui.device.kernel import Touchscreen, touchscreens
from ui.layout.geometry import Area
from ui.look import theme
from ui.look.pictures import SIDE, PictureWorker, texture_of
from ui.look.theme import Panel, Shape, look
from ui.screens.base import Screen
from ui.widgets.buttons import Light, TapButton, TextView
from ui.widgets.checks import ButtonLamp, CameraView, FingerDots, FoundList, lamp_letters, wrong
from ui.widgets.drawn import place_row

if TYPE_CHECKING:
    from PIL import Image


class Checkup:
    """The results so far. ``changed`` is called in a background thread whenever there are more."""

    def __init__(self, changed: Callable[[], None]) -> None:
        self._changed = changed
        self._parts: Mapping[str, Part] = {}
        self._found: dict[str, list[Check] | None] = {}

    @property
    def looking(self) -> bool:
        """True while a part is still to be checked."""
        return None in self._found.values()

    def checks(self) -> list[Check]:
        """All results: problems first, else in the order of the checks."""
        found = [check for some in self._found.values() for check in some or ()]
        return sorted(found, key=lambda check: check.well)

    def look(self, now: Iterable[Check], parts: Mapping[str, Part]) -> None:
        """Start over: ``now`` are results of the caller; each of ``parts`` is checked in turn."""
        self._parts = parts
        found = self._found = {"": list(now), **dict.fromkeys(parts)}
        self._beside(found, parts)

    def again(self, name: str) -> None:
        """Repeat the check of a part that has changed; the old result stays until it is done."""
        if self._found.get(name) is not None:
            self._beside(self._found, {name: self._parts[name]})

    def _beside(self, found: dict[str, list[Check] | None], parts: Mapping[str, Part]) -> None:
        # A run that was superseded writes into a dictionary nobody reads any more.
        def run() -> None:
            for name, part in parts.items():
                found[name] = look_at(name, part)
                self._changed()

        Thread(target=run, name="doctor", daemon=True).start()


STALE = 10.0
"""Age in seconds from which a file is out of date."""

State: TypeAlias = tuple[Path, int]
"""A file and its time of modification."""


class LivePicture:
    """Call ``look`` repeatedly: files are found, read and decoded in a worker thread, one at a time. ``come`` is called
    in kivy's thread when there is another picture, or none any more."""

    def __init__(self, come: Callable[[], object], beside: PictureWorker | None = None) -> None:
        self.texture: Texture | None = None
        """The newest picture, or None."""
        self._come = come
        self._beside: PictureWorker = beside or ThreadPoolExecutor(1, "live picture")
        self._looking = False
        self._state: State | None = None

    def look(self, find: Callable[[], Sequence[Path]]) -> None:
        """Read the newest file that ``find`` returns, in the background; nothing while that is still going on."""
        if not self._looking:
            self._looking = True
            self._beside.submit(_newest, find, self._state).add_done_callback(self._seen)

    def _seen(self, found: Future[tuple[State | None, Image.Image | None]]) -> None:
        """Runs in the worker thread."""
        Clock.schedule_once(lambda _dt: self._keep(*found.result()), 0)

    def _keep(self, state: State | None, image: Image.Image | None) -> None:
        self._looking = False
        if state == self._state:
            return
        self._state = state
        self.texture = None if image is None else texture_of(image)
        self._come()


def _newest(find: Callable[[], Sequence[Path]], before: State | None) -> tuple[State | None, Image.Image | None]:
    """The newest file, and its picture if it is not ``before``."""
    states: list[State] = []
    for file in find():
        try:
            states.append((file, file.stat().st_mtime_ns))
        except OSError:
            continue
    state = max(states, key=lambda one: one[1], default=None)
    if state is None or time.time() - state[1] / 1e9 > STALE:
        return None, None
    return state, None if state == before else decoded(state[0], SIDE)


# Checks that need the open window.

DEVICES = Path("/dev/input")


def checks(panel: Panel, settings: Settings, turned: int) -> Iterator[Check]:
    """Check the screen. ``turned``: the rotation of the picture for people opposite, in degrees."""
    touch = touchscreens()
    yield _display(panel)
    yield _touch(touch)
    yield kernel_checks.rotation(settings, upright=panel.shape == "portrait", turned=turned, there=bool(touch))
    yield _sound(settings)
    if kernel.has_backlight():
        yield kernel_checks.light()


def _display(panel: Panel) -> Check:
    how = T("full screen") if window.full_screen() else T("in a window")
    size = T(
        "{w} × {h}, {inches} inches, {how}, {system}.",
        w=panel.width, h=panel.height, inches=f"{panel.inches:g}", how=how, system=window.system(),
    )  # fmt: skip
    well, who = kernel_checks.drawn_by(window.renderer())
    return Check(T("display"), well, kernel_checks.both(size, who))


def _touch(found: Sequence[Touchscreen]) -> Check:
    if not found:
        return kernel_checks.no_touch()
    names = listed([one.name for one in found])
    shut = [one.name for one in found if not os.access(DEVICES / one.event, os.R_OK)]
    if shut and window.several_fingers():
        sentence = T("{names} is not open to this user: add the user to the group input.", names=listed(shut))
        return Check(T("touch"), False, sentence)
    if window.several_fingers():
        return Check(T("touch"), True, T("{names}. Several fingers count at once.", names=names))
    return Check(T("touch"), True, T("{names}. One finger counts at a time.", names=names))


def _sound(settings: Settings) -> Check:
    if not sounds.available():
        return kernel_checks.no_sound()
    if not sounds.loaded():
        return Check(T("sound"), False, T("No sound can be played. Close the companion and start it again."))
    if settings.sounds is False:
        return Check(T("sound"), True, T("It is switched off in the settings. “Play a sound” plays one all the same."))
    return Check(T("sound"), True, T("It is there: “Play a sound” lets you hear it."))


# The screen.

NAMES: dict[str, Words] = {"green": T("Green"), "red": T("Red"), "white": T("White"), "black": T("Black")}
NUMBERS: dict[str, Words] = {str(n): str(n) for n in range(1, 13)}
MORE: dict[str, Words] = {
    "confirm": T("Confirm"), "back": T("Back"), "previous": T("Previous"), "next": T("Next"),
    "saved": T("Saved"), "alert": T("Alert"), "buzzer": T("Buzzer"),
}  # fmt: skip
"""Buttons, lights and buzzer of a larger panel, besides its numbers; lights and buzzer are switched by tapping."""
PRESSED = {**NAMES, **MORE, **NUMBERS}
SIGNALS = ("saved", "alert", "buzzer")
WORD = 19.0
"""Width (mm) of a lamp with its label at the usual size."""
LOOK_EVERY = 1.0
"""Seconds between updates of the camera reader's view."""
SHARE, ROW = 0.45, 0.64
"""Maximum share of the camera view in the list's area, and its aspect ratio (height to width) with caption."""
FLASH = 0.25
"""Seconds for which an encoder's step is lit; it has no duration of its own."""


class DoctorScreen(Screen):
    """While it is shown, buttons only light up, so that trying one does not leave it; holding ``back`` does."""

    nav = False
    back = "settings"
    """The screen to return to."""

    def build(self) -> None:
        self.lamp = self.add(Light())
        self.title = self.add(TextView(size_mm=6.4, face="heavy"))
        self.about = self.add(TextView(size_mm=3.8, face="plain", colour=theme.MIST, align="right"))
        self.found = self.add(FoundList())
        self.view = self.add(CameraView(rapid=True, action=self._enlarge))
        self.live = LivePicture(self.host.refresh)
        self._looks: ClockEvent | None = None
        self._large = False
        self.count = self.add(TextView(size_mm=4.5))
        self.none = self.add(TextView(size_mm=3.8, face="plain", colour=theme.MIST))
        self.buttons = {name: self.add(ButtonLamp(name=name)) for name in PRESSED}
        self.light = self.add(ButtonLamp(name="light", pushed=self._push_light))
        self.sound = self.add(TapButton(icon="speaker", size_mm=3.8, rapid=True, action=lambda: sounds.play("done")))
        self.primary = self.add(TapButton(size_mm=4.6, icon="back", action=self.act))
        self.once_more = self.add(TapButton(size_mm=4.2, action=self._look))
        self.save = self.add(TapButton(size_mm=4.2, action=self._save))
        self.fingers = self.add(FingerDots())
        self.checkup = Checkup(Clock.create_trigger(lambda _dt: self.host.refresh(), 0))
        self._down: dict[object, tuple[float, float]] = {}
        self._at_once = Button("", "press")
        self._pressed: set[str] = set()
        self._saving = False
        self._most = 0
        self._tried: set[str] = set()

    def open(self, about: str) -> None:
        self.back = about

    def reset(self) -> None:
        self._down.clear()
        self._pressed.clear()
        self._tried.clear()
        self._most = 0
        self.found.page = 0
        self._large = False
        self._look()
        if self._looks is None:
            self._looks = Clock.schedule_interval(self._look_again, LOOK_EVERY)
            self._look_again()

    # Layout.

    def arrange(self, room: Area, shape: Shape) -> None:
        self.fingers.place(room)
        upright = shape == "portrait"
        body = room.inset(look.mm(4 if not upright else 3), look.mm(1.8))
        head = body.cut_top(look.mm(7.4), look.mm(0.8))
        self.lamp.place(head.cut_left(look.mm(4.4), look.mm(1)))
        self.about.place(head.cut_right(look.mm(40 if not upright else 27), look.gap))
        self.title.place(head)
        foot = body.cut_bottom(look.primary, look.gap)
        if upright:
            first = body.cut_bottom(look.primary, look.gap)
            self.primary.place(first.cut_left(look.mm(28), look.gap))
            self.found.foot = first
            last = foot
        else:
            self.primary.place(foot.cut_left(look.mm(30), look.gap))
            last = foot.cut_right(look.mm(72), look.gap)
            self.found.foot = foot
        place_row(last, look.gap, self.once_more, self.save)
        self._arrange_tries(body, upright=upright)
        self._body = body

    def _arrange_tries(self, body: Area, *, upright: bool) -> None:
        """Tests of fingers, buttons, light and sound, below the list."""
        strip = body.cut_bottom(look.touch, look.gap)
        if upright:
            self._row = body.cut_bottom(look.touch, look.gap)
            fingers, light, sound = strip.cut_left(look.mm(23), look.gap), strip.cut_left(look.mm(22), look.gap), strip
        else:
            fingers, sound = strip.cut_left(look.mm(20), look.gap), strip.cut_right(look.mm(26), look.gap)
            light = strip.cut_right(look.mm(18), look.gap)
            self._row = strip
        self.count.place(fingers)
        self.none.place(self._row)
        self.light.place(light)
        self.sound.place(sound)

    # Content.

    def refresh(self) -> None:
        checks = self.checkup.checks()
        self._show_verdict(wrong(checks))
        self.found.show(checks=tuple(checks), looking=self.checkup.looking, shown=not self._hides_list)
        self.count.show(text=say(P("{n} finger", "{n} fingers", len(self._down))))
        self.fingers.show(points=tuple(self._down.values()))
        self._show_buttons()
        self.sound.show(text=say(T("Play a sound")), enabled=sounds.loaded())
        self.primary.show(text=say(T("Back")), enabled=True)
        self.once_more.show(text=say(T("Look again")), enabled=not self.checkup.looking)
        words = T("Saving …") if self._saving else T("Save a report")
        self.save.show(text=say(words), enabled=not (self._saving or self.checkup.looking))

    def _show_verdict(self, count: int) -> None:
        if count:
            state, words = "bad", P("{n} thing needs a look.", "{n} things need a look.", count)
        elif self.checkup.looking:
            state, words = "wait", T("Looking …")
        else:
            state, words = "good", T("All is well.")
        self.lamp.show(state=state, text=" ")
        self.title.show(text=say(words))
        self.about.show(text=say(T("About this table")))

    def _show_buttons(self) -> None:
        """The configured buttons and lights; those of a larger panel have their own rows."""
        inputs = self.host.inputs
        wanted = {*inputs.buttons, *inputs.signals} if inputs is not None else set()
        there = [name for name in NAMES if name in wanted]
        more, numbers = ([name for name in of if name in wanted] for of in (MORE, NUMBERS))
        self.none.show(text="" if there or more or numbers else say(T("No buttons are wanted.")))
        self.light.show(text=say(T("Light")), lit=self.lit, size_mm=self._letters(there, self._row.w))
        self._show_lamps(there, self._row.copy(), self._letters(there, self._row.w))
        body = self._body.copy()
        for names, wide in ((more, look.mm(WORD) * max(1, look.scale)), (numbers, look.touch)):
            across = max(1, int((body.w + look.gap) // (wide + look.gap)))
            size = self._letters(names, body.w, across)
            for first in reversed(range(0, len(names), across)):
                row = body.cut_bottom(look.touch, look.gap)
                self._show_lamps(names[first : first + across], row, size, across)
        self._show_view(body)
        for name in PRESSED.keys() - {*there, *more, *numbers}:
            self.buttons[name].hide()

    def _show_view(self, body: Area) -> None:
        """The list, and the camera reader's view if there is one: next to it, above it, or alone."""
        picture = self.live.texture
        if picture is None:
            self.view.hide()
        elif self._hides_list:
            self.view.show(body, picture=picture)
            return
        else:
            upright = body.h > body.w
            self.view.place(
                body.cut_top(min(body.h * SHARE, body.w * ROW), look.gap)
                if upright
                else body.cut_right(min(body.w * SHARE, body.h / ROW), look.gap)
            )
            self.view.show(picture=picture)
        self.found.place(body)

    def _letters(self, names: Sequence[str], width: float, across: int = 0) -> float:
        """Common font size of the lamps in a row."""
        words = [say(PRESSED[name]) for name in names]
        return lamp_letters([*words, say(T("Light"))] if not across else words, width / (across or max(1, len(names))))

    def _show_lamps(self, names: Sequence[str], row: Area, size: float, across: int = 0) -> None:
        """Lamps in a row with ``across`` cells, in this font size (mm)."""
        inputs = self.host.inputs
        for name, cell in zip(names, row.columns(max(1, across, len(names)), look.gap), strict=False):
            lamp = self.buttons[name]
            pressed = name in SIGNALS or (inputs is not None and inputs.simulated)
            lamp.pushed = partial(self._push, name) if pressed else None
            lamp.show(cell, text=say(PRESSED[name]), lit=name in self._pressed, size_mm=size)

    # Input.

    @property
    def lit(self) -> bool:
        """The green button's light is on while any button, or its own widget, is pressed."""
        return bool(self._pressed - set(SIGNALS))

    @property
    def tried(self) -> frozenset[str]:
        """Other lights being held: each is inverted."""
        return frozenset(self._pressed.intersection(SIGNALS))

    def hear(self, event: Event) -> bool:
        if isinstance(event, HealthChange):
            self.checkup.again("hardware")
        if not isinstance(event, Button):
            return False
        if event.action == "press":
            self._pressed.add(event.name)
            self._tried.add(event.name)
            self._at_once = event
        elif event.action == "hold" and event.name == "back":
            self.act()
        elif event.action == "release" and event.at == self._at_once.at and event.name in ("next", "previous"):
            Clock.schedule_once(lambda _dt: self._let_go(event.name), FLASH)
        elif event.action == "release":
            self._pressed.discard(event.name)
        return True

    def _let_go(self, name: str) -> None:
        self._pressed.discard(name)
        self.host.refresh()

    def _push(self, name: str, down: bool) -> None:
        inputs = self.host.inputs
        if inputs is None:
            return
        if name not in SIGNALS:
            inputs.hub.push(name, down)
            return
        (self._pressed.add if down else self._pressed.discard)(name)
        if name == "buzzer":
            inputs.hub.beep(int(down))
        self.host.refresh()

    def _push_light(self, down: bool) -> None:
        (self._pressed.add if down else self._pressed.discard)("light")
        self.host.refresh()

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if not touch.is_mouse_scrolling:
            self._at(touch)
        super().on_touch_down(touch)
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        if touch.uid in self._down:
            self._at(touch)
        return bool(super().on_touch_move(touch))

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if self._down.pop(touch.uid, None) is not None:
            self.host.refresh()
        return bool(super().on_touch_up(touch))

    def _at(self, touch: MotionEvent) -> None:
        self._down[touch.uid] = (touch.x, touch.y)
        self._most = max(self._most, len(self._down))
        self.host.refresh()

    def act(self) -> None:
        self.host.go(self.back if self.back == "settings" or self.host.session is not None else "home")

    @property
    def _hides_list(self) -> bool:
        return self._large and self.live.texture is not None

    def _enlarge(self) -> None:
        """Show the camera view alone, or next to the list again."""
        self._large = not self._large
        self.host.refresh()

    # Checks.

    def _look_again(self, _dt: float = 0) -> None:
        """Update the camera view while this screen is shown."""
        inputs = self.host.inputs
        if self.parent is None and self._looks is not None:
            self._looks.cancel()
            self._looks = None
        elif inputs is not None:
            self.live.look(partial(views, inputs.hub.config))

    def _look(self) -> None:
        self.checkup.look(self._now(), self._parts())
        self.host.refresh()

    def _now(self) -> Iterator[Check]:
        """Checks with immediate results."""
        yield from checks(look.panel, self.host.settings, self.host.display.turned)
        if self.host.library.error is not None:
            yield Check(T("saving"), False, self.host.library.error)

    def _parts(self) -> dict[str, Part]:
        """Checks that take longer. What runs in this process is asked directly."""
        inputs, journal = self.host.inputs, self.host.library.journal
        # The screen's own checks are among the immediate ones.
        instead: dict[str, Part] = {"screen": list, "club": self.host.club.checks}
        if inputs is not None:
            instead["hardware"] = partial(hardware_checks, inputs.file, hub=inputs.hub)
        if journal is not None:
            instead["journal"] = partial(journal_checks, journal.path)
            instead["machine"] = partial(machine.checks, data=journal.path.parent)
        return doctor.parts(**instead)

    def _save(self) -> None:
        """Write the report in a thread, since a USB stick may be slow."""
        journal = self.host.library.journal
        places = machine.folders(data=None if journal is None else journal.path.parent)
        checks = [*self.checkup.checks(), self._tries()]

        def save() -> None:
            try:
                words = _is_in(machine.save(checks, language.say, places))
            except OSError as no:
                words = T("The report cannot be written: {why}.", why=no.strerror or str(no))
            Clock.schedule_once(lambda _dt: self._saved(words))

        self._saving = True
        Thread(target=save, name="report", daemon=True).start()
        self.host.refresh()

    def _tries(self) -> Check:
        """A summary of the manual tests."""
        fingers = P("{n} finger", "{n} fingers", self._most)
        buttons = listed([PRESSED[name] for name in PRESSED if name in self._tried])
        return Check(
            T("tried here"), True, T("{fingers} at once; buttons: {buttons}", fingers=fingers, buttons=buttons)
        )

    def _saved(self, words: Words) -> None:
        self._saving = False
        self.host.show_message(words)


def _is_in(file: Path) -> Words:
    return T("The report {name} is in {folder}.", name=file.name, folder=str(file.parent))
