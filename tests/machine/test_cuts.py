"""The power is cut in the middle of an installation: what was there goes on, and when it is run again all is whole."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

from deploy.images.parts import CHECKOUT, Kind
from tests.machine import qemu
from tests.machine.machine import INSTALL_TIMEOUT, RUNNING, Machine
from tests.machine.power import Cuts
from tests.machine.table import Table
from tests.machine.test_changes import CURRENT, NEXT, change

EARLY, LATE = 12, 8
"""So many cuts while a new version is made, and so many from the moment on at which it is to be the one that runs."""
AGAIN = range(EARLY - 1, EARLY + LATE)
"""After these the installation is run again: when all had been made, that takes little. What was made before is thrown
away by the installer, however much of it there is."""
PACKAGES, COPIES, SWITCHES = "Installing system packages", "Copy the companion", "Make it the one that runs"
"""What the installer says when it begins with these."""
ENDED = "ended with "
"""What is said on the console when it has ended; its status comes after it."""


def installing(machine: Machine, checkout: str) -> Iterator[str]:
    """Run the installer, and give again and again what it has said by now, until it has ended well."""
    does = f"{checkout}/deploy/install >/dev/console 2>&1; echo {ENDED}$? >/dev/console"
    machine.ask(f"sync; systemd-run --quiet --collect sh -c '{does}'")
    said = ""
    while ENDED not in said:
        yield said
        time.sleep(0.05)
        said = (machine.folder / qemu.SERIAL_LOG).read_text(errors="replace")
    assert f"{ENDED}0" in said, said


def start_with(machine: Machine, disk: Path) -> None:
    """Switch it on after such a cut."""
    machine.pull_plug()
    disk.replace(machine.folder / qemu.OVERLAY)
    machine.boot()


def test_an_update_is_cut_at_every_step(frozen: Machine, tmp_path: Path) -> None:
    """After each cut the machine stands at the same question; run again, the new version is whole and runs."""
    frozen.go_on()
    table = Table(frozen)
    log, version = table.log(), frozen.ask(CURRENT)
    change(table, "companion/__init__.py", "# Newer.")
    early, late = Cuts(frozen, tmp_path / "early", EARLY), Cuts(frozen, tmp_path / "late", LATE)
    for said in installing(frozen, NEXT):
        (late if SWITCHES in said else early).cut()
    for number, disk in enumerate([*early.chosen(), *late.chosen()]):
        start_with(frozen, disk)
        table.wait(lambda: table.active, 120)
        assert table.log() == log, f"cut {number}"
        if number in AGAIN:
            frozen.ask(f"{NEXT}/deploy/install", INSTALL_TIMEOUT)
            newer = frozen.ask(CURRENT)
            assert newer != version
            made = "-x __pycache__ -x '*.mo' -x '.*' -x '*.egg-info'"
            assert frozen.ask(f"diff --recursive --brief {made} {NEXT} {newer}") == ""
            # It has shown its picture.
            table.wait(lambda: frozen.run("test -e /opt/companion/probation").status != 0, 120)
            assert table.log() == log, f"cut {number}"
    # The next test has a machine of its own, and the host is small.
    frozen.pull_plug()


def test_a_first_installation_is_cut_while_packages_are_set_up(kind: Kind, tmp_path: Path) -> None:
    machine = Machine(kind, RUNNING / f"first-{kind}")
    machine.pull_plug()
    machine.boot(fresh=True)
    machine.put_checkout()
    cuts = Cuts(machine, tmp_path / "cuts", 3)
    for said in installing(machine, CHECKOUT):
        if COPIES in said:
            break
        if PACKAGES in said:
            cuts.cut()
    *others, last = cuts.chosen()
    for disk in others:
        start_with(machine, disk)
        assert any(COPIES in said for said in installing(machine, CHECKOUT))
        assert machine.ask("dpkg --audit") == ""
    start_with(machine, last)
    machine.ask(f"{CHECKOUT}/deploy/install", INSTALL_TIMEOUT)
    assert machine.ask("dpkg --audit") == ""
    table = Table(machine)
    table.wait(lambda: table.active, 120)
    machine.forget()
