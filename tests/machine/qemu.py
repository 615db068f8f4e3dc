"""How QEMU is called: the parts of a machine."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import NamedTuple

from deploy.images.parts import CACHE, Kind, need
from tests.machine.image import INITRD, KERNEL

# Files in a machine's folder, in which QEMU is started: their names in its options are without a folder.
OVERLAY, TREE, PID = "disk.qcow2", "tree.dtb", "pid"
QMP, SHELL, TOUCH, DICE, QTEST = "qmp", "shell", "touch", "dice", "qtest"
FROZEN, MEMORY = "frozen.qcow2", "memory"
"""A moment that is kept: the disk and the memory of then."""
SERIAL_LOG, QEMU_LOG = "serial.log", "qemu.log"
SLOT = "second"
"""Where a second disk can be plugged in."""


class Parts(NamedTuple):
    """What can be different about a machine of some kind."""

    width: int = 800
    height: int = 480
    tcg: bool = False
    """True to do without hardware virtualisation also where there is some."""
    memory: str = "2G"
    cache: str = "writeback"
    """QEMU's cache mode of the disk; see `man qemu-system-x86_64`, -drive."""
    kernel_options: str = ""


PLAIN = Parts()


def program(kind: Kind) -> str:
    return f"qemu-system-{kind.processor}"


def accelerator(kind: Kind, parts: Parts, image: Path) -> str:
    """``kvm`` where it can be had, else ``tcg``: every instruction is translated, on any machine, and slowly."""
    usable = not parts.tcg and not kind.foreign and os.access("/dev/kvm", os.R_OK | os.W_OK)
    return "kvm" if usable and _kvm_works(kind, image) else "tcg"


def _kvm_works(kind: Kind, image: Path) -> bool:
    """Whether a kernel says its first word under KVM; tried once for each start of the host.

    Inside some virtual machines /dev/kvm can be opened, and what runs by it stands still.
    """
    known = CACHE / f"kvm-{Path('/proc/sys/kernel/random/boot_id').read_text().strip()}"
    if not known.exists():
        known.parent.mkdir(parents=True, exist_ok=True)
        bare = [program(kind), "-nodefaults", "-display", "none", "-no-reboot", "-m", "512", "-serial", "stdio"]
        kernel = ["-kernel", str(image / KERNEL), "-append", f"console={_serial(kind)} panic=-1"]
        try:
            tried = [*bare, *kernel, *_board(kind, "kvm")]
            said = subprocess.run(tried, stdin=subprocess.DEVNULL, capture_output=True, timeout=20, check=False).stdout
        except subprocess.TimeoutExpired as late:
            said = late.stdout or b""
        known.write_text("works" if b"Linux version" in said else "fails")
    return known.read_text() == "works"


def command(kind: Kind, parts: Parts, image: Path) -> list[str]:
    """QEMU's command line, to be run in the machine's folder."""
    return [
        program(kind),
        *_board(kind, accelerator(kind, parts, image)),
        *("-smp", "2", "-m", parts.memory, "-nodefaults", "-no-user-config", "-display", "none", "-nic", "none"),
        *("-kernel", str(image / KERNEL), "-initrd", str(image / INITRD), "-append", _kernel_line(kind, parts)),
        *("-blockdev", f"driver=file,node-name=file,filename={OVERLAY},aio=threads{_cache(parts)}"),
        *("-blockdev", f"driver=qcow2,node-name=disk,file=file{_cache(parts)}"),
        *("-device", f"virtio-blk-pci,drive=disk,write-cache={'off' if parts.cache == 'writethrough' else 'on'}"),
        *("-device", f"virtio-gpu-pci,xres={parts.width},yres={parts.height}", "-device", "virtio-rng-pci"),
        *("-device", f"pcie-root-port,id={SLOT},chassis=1"),
        *("-device", "qemu-xhci,id=usb", "-chardev", _listening(DICE)),
        *("-device", "virtio-serial-pci"),
        *("-chardev", _listening(SHELL), "-device", f"virtconsole,chardev={SHELL}"),
        *("-chardev", _listening(TOUCH), "-device", f"virtserialport,chardev={TOUCH},name={TOUCH}"),
        *("-serial", f"file:{SERIAL_LOG}", "-qmp", f"unix:{QMP},server=on,wait=off", "-pidfile", PID),
    ]


def _board(kind: Kind, found: str) -> list[str]:
    how = "kvm" if found == "kvm" else "tcg,thread=multi,tb-size=512"
    if kind.arch == "arm64":
        lines = ["-dtb", TREE, "-qtest", f"unix:{QTEST},server=on,wait=off", "-qtest-log", "none"]
        return ["-machine", "virt", "-cpu", "cortex-a72", "-accel", how, *lines]
    # Of newer processors QEMU 7.2 translates AVX wrongly in places: texts vanish from what llvmpipe draws.
    return ["-machine", "q35", "-cpu", "host,arch-capabilities=off" if found == "kvm" else "Nehalem", "-accel", how]


def _kernel_line(kind: Kind, parts: Parts) -> str:
    # On hvc0 is the shell, and no log-in, as systemd would have it where that console is there early.
    consoles = f"console=tty0 console={_serial(kind)} systemd.mask=serial-getty@hvc0.service"
    return f"root=/dev/vda1 ro {consoles} {parts.kernel_options}".strip()


def _serial(kind: Kind) -> str:
    return {"amd64": "ttyS0", "arm64": "ttyAMA0"}[kind.arch]


def _cache(parts: Parts) -> str:
    return ",cache.no-flush=on" if parts.cache == "unsafe" else ""


def _listening(name: str) -> str:
    return f"socket,id={name},path={name},server=on,wait=off"


def make_tree(kind: Kind, parts: Parts, folder: Path) -> None:
    """The device tree of QEMU's board, but for two things: it says that it is a Raspberry Pi 4, by which gpiozero knows
    how its pins are numbered, and no line of its GPIO chip is a power button, so that all eight are free."""
    need("fdtput")
    dump = [program(kind), "-machine", f"virt,dumpdtb={TREE}", "-cpu", "cortex-a72", "-smp", "2", "-m", parts.memory]
    subprocess.run([*dump, "-display", "none"], cwd=folder, check=True, capture_output=True)
    for change in (
        ["-t", "s", TREE, "/", "model", "Raspberry Pi 4 Model B Rev 1.4"],
        ["-c", TREE, "/system"],
        ["-t", "x", TREE, "/system", "linux,revision", "c03114"],
        ["-r", TREE, "/gpio-keys"],
    ):
        subprocess.run(["fdtput", *change], cwd=folder, check=True)
