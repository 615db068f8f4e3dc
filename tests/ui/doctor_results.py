"""Fixed results of the doctor, independent of the machine."""

from __future__ import annotations

from typing import Any

from companion.core.texts import P, T, Text
from companion.doctor import Check
from ui.screens.doctor import Checkup


class KnownResults(Checkup):
    """A doctor with all results at once."""

    def __init__(self, *checks: Check, looking: bool = False) -> None:
        super().__init__(lambda: None)
        self._found = {"": list(checks)} | ({"machine": None} if looking else {})

    def look(self, *_: Any) -> None:
        """Nothing to check."""


FOLDER = "/var/lib/companion"
PICTURE = T(
    "{w} × {h}, {inches} inches, {how}, {system}.", w=800, h=480, inches="7", how=T("full screen"), system="KMSDRM"
)
CHIP, LIES, TAPS = (
    T("{name} draws it.", name="V3D 4.2.14.0"),
    T("The picture is in landscape."),
    T("Taps arrive under the finger."),
)
WELL = (
    Check(T("display"), True, T("{one} {other}", one=PICTURE, other=CHIP)),
    Check(T("touch"), True, T("{names}. Several fingers count at once.", names="10-0038 generic ft5x06 (79)")),
    Check(T("screen rotation"), True, T("{one} {other}", one=LIES, other=TAPS)),
    Check(T("sound"), True, T("It is there: “Play a sound” lets you hear it.")),
    Check(T("light of the screen"), True, T("The companion dims it and switches it off.")),
    Check(T("configuration"), True, T("{file} is good.", file="/etc/companion/companion.toml")),
    Check(T("ports"), True, T("Found: {ports}.", ports="/dev/serial/by-id/usb-Arduino_LLC_Arduino_Micro-if00")),
    Check(T("dice reader"), True, T("The dice reader {model} is ready.", model="shelf-6")),
    Check(T("buttons"), True, P("{n} button is ready.", "{n} buttons are ready.", 4)),
    Check(T("light of the green button"), True, T("It is lit while the amber button waits, on pin {pin}.", pin=26)),
    Check(T("journal"), True, P("{n} game is in it, and sound.", "{n} games are in it, and sound.", 12)),
    Check(
        T("disk"), True, T("Games are kept in {folder}. {room} are free, {full} % are used.",
        folder=FOLDER, room=T("{n} GB", n=21), full=17),
    ),
    Check(T("clock"), True, T("{now}, set by the network.", now="2026-11-23 20:15")),
    Check(T("power supply"), True, T("It is strong enough.")),
    Check(T("temperature"), True, T("{n} °C.", n=52)),
    Check(T("restarts"), True, T("None since the machine was switched on.")),
)  # fmt: skip
WRONG = {
    "dice reader": T("The dice reader was unplugged. Plug it in again; nothing is lost."),
    "disk": T(
        "What is in {folder}, the saved games too, is gone at power-off ({kind}). Give it a real partition.",
        folder=FOLDER, kind="overlay",
    ),
    "power supply": T("It is too weak. Use the power supply that was made for this machine, and its cable."),
}  # fmt: skip
FAULTY = tuple(
    Check(one.name, False, WRONG[one.name.msgid]) if isinstance(one.name, Text) and one.name.msgid in WRONG else one
    for one in WELL
)
