"""A card in QEMU: on its virtual board, with a screen and touch, and as far as it goes on that of a Raspberry Pi 3.

The firmware of a Raspberry Pi does not run there: QEMU starts the kernel that the firmware would start.
"""

from __future__ import annotations

import shutil
import subprocess
import time
from pathlib import Path

from deploy.machines.card import BOOT_SIZE, BOOT_START, CARD
from deploy.machines.card_recipe import KIND, ROOT_LABEL
from deploy.machines.image import DISK
from deploy.machines.machine import Machine
from deploy.machines.qemu import Parts
from deploy.machines.recipe import GUEST, INITRD, KERNEL
from deploy.machines.tools import Trouble, call

SIZE = "8G"
"""Of the card. A Raspberry Pi 3 of QEMU takes only sizes that are powers of two."""
SERVICES = ("shell", "touch")
PARTS = Parts(
    kernel_options=f"root=LABEL={ROOT_LABEL} " + " ".join(f"systemd.wants={name}.service" for name in SERVICES)
)
TREE_3B = "bcm2837-rpi-3-b.dtb"

# What the host talks to is laid into a copy of the card, and more patience than a card needs where no instruction has
# to be translated; all else is as it is on every card.
LAY = """
cd /usr/local/lib
mkdir machine
cd machine
write {guest}/touch.py touch.py
cd /etc/systemd/system
write {guest}/shell.service shell.service
write {guest}/touch.service touch.service
cd /etc/modules-load.d
write uinput.conf touch.conf
cd /etc/systemd
mkdir system.conf.d
cd system.conf.d
write slow.conf slow.conf
"""
SLOW = "[Manager]\nDefaultDeviceTimeoutSec=1h\nDefaultTimeoutStartSec=1h\n"


def bootable(card: Path, folder: Path) -> Path:
    """``folder`` with a card of ``SIZE`` on which ``card`` has been written, and its kernel and initrd beside it."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    log = folder / "log"
    write(card, folder / DISK)
    first = f"{folder / DISK}@@{BOOT_START}M"
    for name, pattern in ((KERNEL, "::vmlinuz-*"), (INITRD, "::initrd.img-*"), (TREE_3B, f"::{TREE_3B}")):
        call(["mcopy", "-n", "-i", first, pattern, folder / name], log)
    return folder


def write(card: Path, disk: Path) -> None:
    """Write ``card`` on the card ``disk``, as people do: all that it does not reach stays there."""
    call(["dd", f"if={card / CARD}", f"of={disk}", "bs=4M", "conv=notrunc,sparse"], disk.with_name("log"))
    call(["truncate", "--size", SIZE, disk], disk.with_name("log"))
    disk.with_name("uinput.conf").write_text("uinput\n")
    disk.with_name("slow.conf").write_text(SLOW)
    orders = disk.with_name("orders")
    orders.write_text(LAY.format(guest=GUEST))
    start = (BOOT_START + BOOT_SIZE) << 20
    call(["debugfs", "-w", "-f", orders, f"{disk}?offset={start}"], disk.with_name("log"), cwd=disk.parent)


def machine(made: Path, folder: Path) -> Machine:
    """A machine of QEMU's own with a card that ``bootable`` has made."""
    return Machine(KIND, folder, made)


def boot_3b(made: Path, until: str, timeout: float, options: str = "") -> str:
    """Boot a Raspberry Pi 3 of QEMU with such a card, as it is, until it says ``until``; gives all that it said."""
    line = f"root=LABEL={ROOT_LABEL} ro fsck.repair=yes net.ifnames=0 rootwait console=ttyS1,115200 {options}"
    serial = made / "serial.log"
    board = ["qemu-system-aarch64", "-machine", "raspi3b", "-display", "none", "-monitor", "none", "-no-reboot"]
    kernel: list[str | Path] = ["-kernel", made / KERNEL, "-initrd", made / INITRD, "-dtb", made / TREE_3B]
    ports: list[str | Path] = ["-append", line, "-serial", "null", "-serial", f"file:{serial}"]
    drive = ["-drive", f"if=sd,format=raw,file={made / DISK},snapshot=on"]
    process = subprocess.Popen([*board, *kernel, *ports, *drive], stdin=subprocess.DEVNULL)
    end = time.monotonic() + timeout
    try:
        while until not in (said := serial.read_text(errors="replace") if serial.exists() else ""):
            if process.poll() is not None or time.monotonic() > end:
                raise Trouble(f"It has not said {until!r}. All it said is in {serial}.")
            time.sleep(1)
        return said
    finally:
        process.kill()
        process.wait()
