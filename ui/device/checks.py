"""The doctor's checks of the screen without our own window: while another process draws, or none. No kivy in here."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from companion.core.texts import T, Text, Words, listed
from companion.doctor import Check
from hardware.panel.gpio import is_pi
from ui.base import settings
from ui.base.environment import alone
from ui.base.settings import Settings
from ui.device import kernel, sounds
from ui.device.kernel import touchscreens


class ConnectedScreen(NamedTuple):
    """A connected screen: its connector and its size in pixels (None: unknown)."""

    plug: str
    size: tuple[int, int] | None


def checks() -> Iterator[Check]:
    """Check display, touch, rotation, sound and backlight, as the kernel and Mesa report them."""
    pictures = connected()
    yield _display(pictures)
    found = [one.name for one in touchscreens()]
    yield Check(T("touch"), True, T("Found: {names}.", names=listed(found))) if found else no_touch()
    sizes = [one.size for one in pictures if one.size]
    if sizes and settings.path().exists():
        width, height = sizes[0]
        yield rotation(settings.load(), upright=height > width)
    if sounds.available():
        yield Check(T("sound"), True, T("There is something that plays sounds."))
    else:
        yield no_sound()
    if kernel.has_backlight():
        yield light()


def connected() -> list[ConnectedScreen]:
    found = []
    for connector in sorted(kernel.DRIVERS.glob("card*-*")):
        if kernel.connector_state(connector) == "connected":
            found.append(ConnectedScreen(connector.name.partition("-")[2], _size(connector)))
    return found


def _size(connector: Path) -> tuple[int, int] | None:
    """Size of the first listed mode, the preferred one, such as ``1280x720``."""
    try:
        width, _, height = (connector / "modes").read_text().partition("\n")[0].rstrip("i").partition("x")
        return int(width), int(height)
    except (OSError, ValueError):
        return None


def _display(pictures: list[ConnectedScreen]) -> Check:
    if not pictures:
        if alone():
            return Check(T("display"), False, kernel.no_picture())
        return Check(T("display"), True, T("No screen is plugged in; a terminal does as well."))
    plugs = [
        T("{plug} with {w} × {h}", plug=one.plug, w=one.size[0], h=one.size[1]) if one.size else one.plug
        for one in pictures
    ]
    well, who = drawn_by(kernel.mesa_renderer())
    return Check(T("display"), well, both(T("Found: {names}.", names=listed(plugs)), who))


# Checks shared with those that have a window.


def drawn_by(renderer: str | None) -> tuple[bool, Text]:
    """Whether this renderer is fine, and a sentence; None: the renderer is unknown."""
    if renderer is None:
        return True, T("Nobody can tell what draws it.")
    name = renderer.partition(" (")[0]
    if not kernel.in_software(renderer):
        return True, T("{name} draws it.", name=name)
    if not is_pi():
        return True, T("The processor draws it ({name}).", name=name)
    return False, T(
        "The processor draws it ({name}), which is slow: add the line dtoverlay=vc4-kms-v3d to config.txt and "
        "switch it off and on.",
        name=name,
    )


def no_touch() -> Check:
    if alone():
        return Check(
            T("touch"), False, T("No touchscreen is found. Check its cable, then switch the machine off and on.")
        )
    return Check(T("touch"), True, T("No touchscreen is here; a mouse does as well."))


def rotation(chosen: Settings, *, upright: bool, turned: int = 0, there: bool = True) -> Check:
    """How picture and touch are rotated; ``there``: a touchscreen was found. ``turned``: rotation for people opposite,
    in degrees."""
    lies = T("The picture is in portrait.") if upright else T("The picture is in landscape.")
    if turned:
        lies = both(lies, T("It is turned round for whoever sits opposite."))
    if chosen.touch:
        taps = T("The touch is turned another way; that is put right.")
    elif chosen.checked:
        taps = T("Taps arrive under the finger.")
    else:
        taps = T("Nobody has checked yet that taps arrive under the finger: use “Check the touch” in the settings.")
    return Check(T("screen rotation"), True, both(lies, taps) if there or chosen.checked else lies)


def no_sound() -> Check:
    return Check(T("sound"), True, T("There is no loudspeaker; all that can be heard is also shown."))


def light() -> Check:
    """The check of a backlight that exists."""
    if kernel.backlight_writable():
        return Check(T("light of the screen"), True, T("The companion dims it and switches it off."))
    return Check(T("light of the screen"), False, T("This user may not set it. Run deploy/install once more."))


def both(one: Words, other: Words) -> Text:
    return T("{one} {other}", one=one, other=other)
