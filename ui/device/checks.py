"""What only the screen can tell the doctor: picture, touch, how both lie, sound, and the light behind the glass."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from companion.core.texts import T, Text, Words, listed
from companion.doctor import Check
from hardware.panel.gpio import is_pi
from ui.app.environment import alone
from ui.app.settings import Settings
from ui.device import backlight, picture, sounds
from ui.device.touchscreen import Touchscreen, touchscreens
from ui.look.theme import Panel

DEVICES = Path("/dev/input")


def checks(panel: Panel, settings: Settings, turned: int) -> Iterator[Check]:
    """Look at the screen; ``turned`` says by how many degrees the picture is turned for whoever sits opposite."""
    touch = touchscreens()
    yield _display(panel)
    yield _touch(touch)
    yield _rotation(panel, settings, turned, there=bool(touch))
    yield _sound(settings)
    if backlight.there():
        yield _light()


def _display(panel: Panel) -> Check:
    name = picture.renderer().partition(" (")[0]
    slow = picture.in_software(name)
    how = T("full screen") if picture.full_screen() else T("in a window")
    size = T(
        "{w} × {h}, {inches} inches, {how}, {system}.",
        w=panel.width, h=panel.height, inches=f"{panel.inches:g}", how=how, system=picture.system(),
    )  # fmt: skip
    who = T("The processor draws it ({name}).", name=name) if slow else T("{name} draws it.", name=name)
    if slow and is_pi():
        who = T(
            "The processor draws it ({name}), which is slow: add the line dtoverlay=vc4-kms-v3d to config.txt and "
            "switch it off and on.",
            name=name,
        )
    return Check(T("display"), not (slow and is_pi()), _both(size, who))


def _touch(found: Sequence[Touchscreen]) -> Check:
    if not found:
        if alone():
            return Check(
                T("touch"), False, T("No touchscreen is found. Check its cable, then switch the machine off and on.")
            )
        return Check(T("touch"), True, T("No touchscreen is here; a mouse does as well."))
    names = listed([one.name for one in found])
    shut = [one.name for one in found if not os.access(DEVICES / one.event, os.R_OK)]
    if shut and picture.several_fingers():
        sentence = T("{names} is not open to this user: add the user to the group input.", names=listed(shut))
        return Check(T("touch"), False, sentence)
    if picture.several_fingers():
        return Check(T("touch"), True, T("{names}. Several fingers count at once.", names=names))
    return Check(T("touch"), True, T("{names}. One finger counts at a time.", names=names))


def _rotation(panel: Panel, settings: Settings, turned: int, *, there: bool) -> Check:
    lies = T("The picture is in portrait.") if panel.shape == "portrait" else T("The picture is in landscape.")
    if turned:
        lies = _both(lies, T("It is turned round for whoever sits opposite."))
    if settings.touch:
        taps = T("The touch is turned another way; that is put right.")
    elif settings.checked:
        taps = T("Taps arrive under the finger.")
    else:
        taps = T("Nobody has checked yet that taps arrive under the finger: use “Check the touch” in the settings.")
    return Check(T("rotation"), True, _both(lies, taps) if there or settings.checked else lies)


def _sound(settings: Settings) -> Check:
    if not sounds.available():
        return Check(T("sound"), True, T("There is no loudspeaker; all that can be heard is also shown."))
    if not sounds.loaded():
        return Check(T("sound"), False, T("No sound can be played. Close the companion and start it again."))
    if settings.sounds is False:
        return Check(T("sound"), True, T("It is switched off in the settings. “Play a sound” plays one all the same."))
    return Check(T("sound"), True, T("It is there: “Play a sound” lets you hear it."))


def _light() -> Check:
    if backlight.ours():
        return Check(T("light of the screen"), True, T("The companion dims it and switches it off."))
    return Check(T("light of the screen"), False, T("This user may not set it. Run deploy/install once more."))


def _both(one: Words, other: Words) -> Text:
    return T("{one} {other}", one=one, other=other)
