"""The machine itself: its service manager, its file systems, the checks of ``companion doctor``, and their report.

Values that the kernel does not provide are skipped. Sources: Documentation/hwmon and Documentation/ABI/testing of
Linux, sd_notify and systemd.service of systemd.
"""

from __future__ import annotations

import os
import platform
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

import platformdirs

from companion.core.texts import P, Say, T, Text
from companion.doctor import Check

READY = "READY=1"
"""The screen can be used."""
ALIVE = "WATCHDOG=1"
"""The watchdog signal; the unit restarts the program without it for 15 seconds."""


def notify(*words: str) -> bool:
    """Send ``READY``, ``ALIVE`` or ``STATUS=…`` to systemd; False if there is no service manager.

    Never blocks and never raises, so that it can be called when not running as a service.
    """
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return False
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC | socket.SOCK_NONBLOCK) as to:
            to.sendto("\n".join(words).encode(), "\0" + address[1:] if address[0] == "@" else address)
    except OSError:
        return False
    return True


FORGETFUL = ("overlay", "tmpfs", "ramfs")
"""Types of file systems that are lost at power off."""
PLUGGED_IN = (Path("/media"), Path("/run/media"), Path("/mnt"))
"""Usual mount points of USB drives."""


class Mount(NamedTuple):
    """A file system of type ``kind`` (ext4, vfat, …) on a ``device``, and its mount point."""

    device: str
    folder: Path
    kind: str


def mounts(root: Path = Path("/")) -> list[Mount]:
    """All mounts, latest last; ``root`` contains ``proc``. Empty if the kernel does not provide them."""
    try:
        lines = (root / "proc/mounts").read_text(errors="replace").splitlines()
    except OSError:
        return []
    found = [line.split(" ") for line in lines]
    return [Mount(one[0], Path(one[1].replace("\\040", " ")), one[2]) for one in found if len(one) > 2]


def mount_of(path: Path, root: Path = Path("/")) -> Mount | None:
    """The file system of a path, which need not exist; None if unknown."""
    there = [mount for mount in mounts(root) if path.absolute().is_relative_to(mount.folder)]
    # A later mount hides an earlier one at the same folder.
    return max(reversed(there), key=lambda mount: len(mount.folder.parts), default=None)


def usb_drives(root: Path = Path("/")) -> list[Path]:
    """The mount points of all USB drives; ``root`` contains ``proc`` and ``sys``."""
    return [
        mount.folder
        for mount in mounts(root)
        if any(mount.folder.is_relative_to(place) for place in PLUGGED_IN) and _on_usb(Path(mount.device).name, root)
    ]


def _on_usb(device: str, root: Path) -> bool:
    where = os.path.realpath(root / "sys/class/block" / device)
    return any(part.startswith("usb") for part in Path(where).parts)


FEW_MB = 200
"""Free disk space below this is a problem: the system itself soon uses it up."""
MANY_MB = 9_999
"""Larger sizes are shown in gigabytes."""
HOT = 80
"""Temperature in °C at which a Raspberry Pi throttles."""
WORN = 9
"""The eMMC life time estimate, in tenths, from which it is worn."""
SERVICE = "companion"
ENDS = {
    "watchdog": T("it did not answer any more"),
    "oom-kill": T("the memory was full"),
    "signal": T("it crashed"),
    "core-dump": T("it crashed"),
    "exit-code": T("it ended with a fault"),
    "timeout": T("it took too long"),
}
"""Explanations of systemd's service results (systemd.exec(5), ``$SERVICE_RESULT``)."""


def checks(root: Path = Path("/"), data: Path | None = None) -> Iterator[Check]:
    """Check the machine: ``root`` contains ``proc``, ``sys`` and ``run``; ``data`` is the folder of saved games."""
    data = data or platformdirs.user_data_path("companion")
    yield from _disk(root, data)
    yield _clock(root)
    yield from _power(root)
    yield from _warmth(root)
    yield from _restarts(data)


def _disk(root: Path, data: Path) -> Iterator[Check]:
    yield Check(T("disk"), *_room(root, data))
    for life in sorted(root.glob("sys/block/mmcblk*/device/life_time")):
        used = max((int(part, 16) for part in life.read_text().split()), default=0)
        if used > WORN:
            yield Check(T("wear of the disk"), False, T("It is worn out. Copy the games and use another one."))
        elif used:
            yield Check(T("wear of the disk"), True, T("At most {n} per cent of its life is used up.", n=used * 10))


def _room(root: Path, data: Path) -> tuple[bool, Text]:
    """Whether the disk of ``data`` is persistent, and its free space."""
    there = next(folder for folder in (data.absolute(), *data.absolute().parents) if folder.exists())
    if os.statvfs(there).f_flag & os.ST_RDONLY:
        return False, T(
            "It cannot be written to, so nothing is saved. Switch the machine off and on; if that does not help, "
            "the card is worn out: use another one."
        )
    mount = mount_of(data, root)
    if mount is not None and mount.kind in FORGETFUL:
        return False, T(
            "What is in {folder}, the saved games too, is gone at power-off ({kind}). Give it a real partition.",
            folder=str(data),
            kind=mount.kind,
        )
    usage = shutil.disk_usage(there)
    free = usage.free // 2**20
    if free < FEW_MB:
        return False, T("Only {n} MB are left. Delete what is not needed.", n=free)
    full = round(100 * usage.used / usage.total)
    room = T("{n} GB", n=free // 1024) if free > MANY_MB else T("{n} MB", n=free)
    return True, T(
        "Games are kept in {folder}. {room} are free, {full} % are used.", folder=str(data), room=room, full=full
    )


def _installed() -> float:
    """The time of installation: a correct clock is not before it. The files themselves may be of any age."""
    environment = Path(sys.prefix) / "pyvenv.cfg"
    return environment.stat().st_mtime if environment.exists() else 0.0


def _clock(root: Path) -> Check:
    now = time.strftime("%Y-%m-%d %H:%M")
    if time.time() < _installed():
        sentence = T("It says {now}, which cannot be right. Connect a network for a minute; it sets itself.", now=now)
        return Check(T("clock"), False, sentence)
    if (root / "run/systemd/timesync/synchronized").exists():
        return Check(T("clock"), True, T("{now}, set by the network.", now=now))
    return Check(T("clock"), True, T("{now}; no network has set it since the start.", now=now))


def _power(root: Path) -> Iterator[Check]:
    for name in root.glob("sys/class/hwmon/hwmon*/name"):
        if name.read_text().strip() == "rpi_volt":
            low = (name.parent / "in0_lcrit_alarm").read_text().strip() == "1"
            sentence = T("It is too weak. Use the power supply that was made for this machine, and its cable.")
            yield Check(T("power supply"), not low, sentence if low else T("It is strong enough."))


def _warmth(root: Path) -> Iterator[Check]:
    zone = root / "sys/class/thermal/thermal_zone0/temp"
    if zone.exists():
        degrees = int(zone.read_text()) // 1_000  # The kernel reports thousandths.
        hot = degrees >= HOT
        sentence = T("{n} °C, so it slows down. Give it some air.", n=degrees) if hot else T("{n} °C.", n=degrees)
        yield Check(T("temperature"), not hot, sentence)


def _restarts(data: Path) -> Iterator[Check]:
    """How often systemd has restarted the companion since boot, and the reason for the last restart."""
    try:
        asked = ["systemctl", "show", SERVICE, "--property=LoadState,NRestarts"]
        said = subprocess.run(asked, capture_output=True, text=True, timeout=10, check=False).stdout
    except (OSError, subprocess.TimeoutExpired):
        return
    found = dict(line.partition("=")[::2] for line in said.splitlines())
    if found.get("LoadState") != "loaded":
        return
    count = int(found.get("NRestarts") or 0)
    if not count:
        yield Check(T("restarts"), True, T("None since the machine was switched on."))
        return
    often = P("It had to be restarted {n} time.", "It had to be restarted {n} times.", count)
    result = _ended(data)
    why = ENDS.get(result.partition(" ")[0], T("nobody knows why"))
    if result.startswith("success"):
        sentence = T("{often} The last time somebody had left it.", often=often)
    else:
        sentence = T(
            "{often} The last time {why} ({result}). More: journalctl -u companion", often=often, why=why, result=result
        )
    yield Check(T("restarts"), result.startswith("success"), sentence)


def _ended(data: Path) -> str:
    """systemd's result and exit status of the previous run, as recorded by companion.service."""
    try:
        return (data / "ended").read_text(errors="replace").strip()[:40] or "?"
    except OSError:
        return "?"


SERIAL = re.compile(r"(?<=/dev/serial/by-id/)[^\s,]*[^\s,.:]")
"""The part of a port's name that contains the serial number."""
SETTINGS = re.compile(r"(?<=\[readers\.)[^]]*")
"""The serial number in the name of a configuration section."""
HOME = re.compile(r"/home/[^/\s]+")
"""A home directory, which contains a user name."""
LIBRARIES = ("kivy", "gpiozero", "pyserial")


def folders(root: Path = Path("/"), data: Path | None = None) -> list[Path]:
    """Folders for the report, best first: mounted USB drives, then ``data``, the folder of saved games."""
    return [*usb_drives(root), data or platformdirs.user_data_path("companion")]


def save(checks: Sequence[Check], say: Say, places: Iterable[Path]) -> Path:
    """Write the report to the first writable folder and flush it to disk; returns the file.

    ``say`` translates. Raises ``OSError`` if no folder is writable.
    """
    name = time.strftime("companion-%Y-%m-%d-%H%M.txt")
    refused = OSError()
    for folder in places:
        try:
            return _write(folder / name, text(checks, say))
        except OSError as problem:
            refused = problem
    raise refused


def text(checks: Sequence[Check], say: Say) -> str:
    """The report: one line per check, problems first, then a description of the machine."""
    wrong = [check for check in checks if not check.well]
    verdict = P("{n} thing needs a look.", "{n} things need a look.", len(wrong)) if wrong else T("All is well.")
    lines = [f"Companion {version('table-companion')}, {time.strftime('%Y-%m-%d %H:%M')}", say(verdict), ""]
    for check in [*wrong, *(check for check in checks if check.well)]:
        found = T("ok") if check.well else T("bad")
        lines.append(f"{say(found):<4} {say(check.name)}: {say(check.text)}")
    return _without_secrets("\n".join([*lines, "", *_machine(), ""]))


def _machine() -> list[str]:
    try:
        model = Path("/proc/device-tree/model").read_text(errors="replace").strip("\0\n ")
    except OSError:
        model = platform.machine()
    return [
        f"{model}, {platform.system()} {platform.release()} {platform.machine()}",
        f"Python {platform.python_version()}, {', '.join(f'{name} {version(name)}' for name in LIBRARIES)}",
    ]


def _without_secrets(said: str) -> str:
    return HOME.sub("~", SETTINGS.sub("…", SERIAL.sub("…", said)))


def _write(file: Path, said: str) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    beside = file.with_name(file.name + ".part")
    with beside.open("w", encoding="utf-8") as new:
        new.write(said)
        new.flush()
        # The drive may be unplugged as soon as the path is shown.
        os.fsync(new.fileno())
    beside.replace(file)
    return file
