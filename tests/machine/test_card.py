"""The card of a Raspberry Pi: switched on for the first time, with what people do to it. Only with --arch arm64.

QEMU runs it on its virtual board, with a screen and touch, and as far as it goes on that of a Raspberry Pi 3. The
firmware of a Raspberry Pi does not run there: QEMU starts the kernel that the firmware would start.
"""

from __future__ import annotations

import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from deploy.images.card import BOOT_SIZE, BOOT_START, CARD, KIND, PACKED, ROOT_LABEL, card
from deploy.images.parts import Kind, Trouble, call
from tests.machine.image import DISK, GUEST, INITRD, KERNEL
from tests.machine.machine import RUNNING, Machine
from tests.machine.qemu import OVERLAY, Parts
from tests.machine.table import HOME, Table

MOST = 400 << 20
"""So many bytes are fetched before it is written on a card, at most."""
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


@pytest.fixture(scope="module")
def written(kind: Kind) -> Path:
    """A card of 8 GB on which the companion was written."""
    if kind.arch != "arm64":
        pytest.skip("A Raspberry Pi is a machine of --arch arm64.")
    return bootable(card(), RUNNING / "card-written")


@pytest.fixture(scope="module")
def booted(written: Path) -> Iterator[Machine]:
    """A machine with that card, switched on for the first time."""
    found = Machine(KIND, RUNNING / "card", written)
    found.pull_plug()
    found.boot(PARTS, fresh=True)
    Table(found).wait(lambda: active(found), 60)
    yield found
    found.forget()


def active(machine: Machine) -> bool:
    return machine.run("systemctl is-active companion").said.strip() == "active"


def again(machine: Machine) -> None:
    machine.boot(PARTS)
    Table(machine).wait(lambda: active(machine), 60)


def test_it_is_not_large(written: Path) -> None:
    assert (card() / PACKED).stat().st_size < MOST


def test_a_raspberry_pi_3_of_qemu_gets_to_the_companion(written: Path) -> None:
    # It is very slow, and has no screen that a program could draw on without the firmware.
    patient = "systemd.log_color=0 maxcpus=2"
    said = boot_3b(written, "Starting companion.service", 3600, patient)
    assert "Mounted data.mount" in said


def test_switched_on_for_the_first_time_all_has_started(booted: Machine) -> None:
    assert booted.ask("systemctl --failed --plain --no-legend") == ""
    assert booted.ask("systemctl is-system-running") == "running"
    screen = booted.screen()
    assert len({screen.at(x, y) for x in range(0, 800, 8) for y in range(0, 480, 8)}) > 8


def test_nothing_but_the_partition_of_the_games_is_written_to_and_it_fills_the_card(booted: Machine) -> None:
    mounted = booted.ask("findmnt -n -l -t ext4,vfat -o TARGET,OPTIONS").splitlines()
    writable = {line.split()[0] for line in mounted if "rw" in line.split()[1].split(",")}
    assert "/data" in writable
    assert {booted.ask(f"findmnt -n -o LABEL {place}") for place in writable} == {"companion-data"}
    assert booted.ask("findmnt -n -o OPTIONS /").startswith("ro")
    size = int(booted.ask("blockdev --getsize64 /dev/disk/by-label/companion-data"))
    assert size == (8 << 30) - (4 << 30) - (2 << 20)


def test_a_game_outlives_a_pulled_plug(booted: Machine) -> None:
    table = Table(booted)
    table.lay_out()
    log = table.log()
    booted.pull_plug()
    again(booted)
    assert table.log()[: len(log)] == log


def test_settings_that_make_no_sense_are_told_on_the_screen(booted: Machine) -> None:
    table = Table(booted)
    table.wait(lambda: booted.screen() == booted.screen())
    before = booted.screen()
    settings = "/boot/firmware/companion.toml"
    assert booted.ask(f"readlink -f /etc/companion/companion.toml; grep -c '\r' {settings}").split()[0] == settings
    booted.ask(f"mount -o remount,rw /boot/firmware; echo 'port =' >>{settings}; mount -o remount,ro /boot/firmware")
    booted.ask("systemctl restart companion")
    table.wait(lambda: active(booted), 60)
    table.wait(lambda: 0.02 < booted.screen().differs(before) < 0.5)


def test_a_card_that_is_written_anew_still_has_the_games(booted: Machine, written: Path) -> None:
    table = Table(booted)
    log = table.log()
    booted.ask(f"echo kept >{HOME}/kept; sync")
    booted.power_off()
    # What the machine has written goes onto the card, and then the companion as if it were a newer one.
    call(["qemu-img", "commit", "-q", booted.folder / OVERLAY], written / "log")
    write(card(), written / DISK)
    booted.boot(PARTS, fresh=True)
    table.wait(lambda: active(booted), 60)
    assert booted.ask(f"cat {HOME}/kept") == "kept"
    assert table.log()[: len(log)] == log
