"""What ``companion doctor`` says about the machine itself: its disk, clock, power, warmth, and restarts.

What the kernel of this machine does not tell is left out. Sources: Documentation/hwmon and Documentation/ABI/testing of
Linux, sd_notify and systemd.service of systemd.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import platformdirs

from companion.core.texts import P, T
from hardware.doctor import Check

FEW_MB = 200
"""So little room on the disk is soon used up by the system itself."""
HOT = 80
"""Degrees at which a Raspberry Pi slows down."""
WORN = 9
"""An eMMC tells in tenths how much of its life is used up."""
SERVICE = "companion"


def checks(root: Path = Path("/"), data: Path | None = None) -> list[Check]:
    """Look at the machine: ``root`` is where ``sys`` and ``run`` are, ``data`` the folder of saved games."""
    return [
        *_disk(root, data or platformdirs.user_data_path("companion")),
        _clock(root),
        *_power(root),
        *_warmth(root),
        *_restarts(),
    ]


def _disk(root: Path, data: Path) -> Iterator[Check]:
    there = next(folder for folder in (data.absolute(), *data.absolute().parents) if folder.exists())
    if os.statvfs(there).f_flag & os.ST_RDONLY:
        sentence = T(
            "It cannot be written to, so nothing is saved. Switch the machine off and on; if that does not help, the "
            "card is worn out: take another one."
        )
        yield T("disk"), False, sentence
    elif (free := shutil.disk_usage(there).free // 2**20) < FEW_MB:
        yield T("disk"), False, T("Only {n} MB are left. Delete what is not needed.", n=free)
    else:
        yield T("disk"), True, T("{n} MB are free.", n=free)
    for life in sorted(root.glob("sys/block/mmcblk*/device/life_time")):
        used = max((int(part, 16) for part in life.read_text().split()), default=0)
        if used > WORN:
            yield T("wear of the disk"), False, T("It is worn out. Copy the games, and take another one.")
        elif used:
            yield T("wear of the disk"), True, T("At most {n} per cent of its life is used up.", n=used * 10)


def _installed() -> float:
    """When this was installed: no clock that is right is before it. The files themselves may be of any age."""
    environment = Path(sys.prefix) / "pyvenv.cfg"
    return environment.stat().st_mtime if environment.exists() else 0.0


def _clock(root: Path) -> Check:
    now = time.strftime("%Y-%m-%d %H:%M")
    if time.time() < _installed():
        sentence = T("It says {now}, which cannot be. Connect a network for a minute; it sets itself.", now=now)
        return T("clock"), False, sentence
    if (root / "run/systemd/timesync/synchronized").exists():
        return T("clock"), True, T("{now}, set by the network.", now=now)
    return T("clock"), True, T("{now}; no network has set it since the start.", now=now)


def _power(root: Path) -> Iterator[Check]:
    for name in root.glob("sys/class/hwmon/hwmon*/name"):
        if name.read_text().strip() == "rpi_volt":
            low = (name.parent / "in0_lcrit_alarm").read_text().strip() == "1"
            sentence = T("It is too weak. Use the power supply that was made for this machine, and its cable.")
            yield T("power supply"), not low, sentence if low else T("It is strong enough.")


def _warmth(root: Path) -> Iterator[Check]:
    zone = root / "sys/class/thermal/thermal_zone0/temp"
    if zone.exists():
        degrees = int(zone.read_text()) // 1_000  # The kernel counts thousandths.
        hot = degrees >= HOT
        sentence = T("{n} °C, so it slows down. Give it some air.", n=degrees) if hot else T("{n} °C.", n=degrees)
        yield T("temperature"), not hot, sentence


def _restarts() -> Iterator[Check]:
    """How often systemd had to start the companion anew since the machine was switched on."""
    try:
        asked = ["systemctl", "show", SERVICE, "--property=LoadState,NRestarts"]
        said = subprocess.run(asked, capture_output=True, text=True, timeout=10, check=False).stdout
    except (OSError, subprocess.TimeoutExpired):
        return
    found = dict(line.partition("=")[::2] for line in said.splitlines())
    if found.get("LoadState") != "loaded":
        return
    count = int(found.get("NRestarts") or 0)
    sentence = P(
        "It had to be started anew {n} time. Why: journalctl -u companion",
        "It had to be started anew {n} times. Why: journalctl -u companion",
        count,
    )
    yield T("restarts"), count == 0, sentence if count else T("None since the machine was switched on.")
