"""The doctor's checks that need the open window: display, touch, rotation, sound, backlight."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from companion.core.texts import T, listed
from companion.doctor import Check
from ui.base.settings import Settings
from ui.device import checks as kernel_checks
from ui.device import kernel, sounds, window
from ui.device.kernel import Touchscreen, touchscreens
from ui.look.theme import Panel

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
