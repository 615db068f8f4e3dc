"""The card of a Raspberry Pi: switched on for the first time, with what people do to it. Only with --arch arm64."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from deploy.machines import card_try
from deploy.machines.card import PACKED, card
from deploy.machines.image import DISK
from deploy.machines.machine import RUNNING, Machine
from deploy.machines.qemu import OVERLAY
from deploy.machines.recipe import Kind
from deploy.machines.tools import call
from tests.machine.table import HOME, Table

MOST = 400 << 20
"""So many bytes are fetched before it is written on a card, at most."""


@pytest.fixture(scope="module")
def written(kind: Kind) -> Path:
    """A card of 8 GB on which the companion was written."""
    if kind.arch != "arm64":
        pytest.skip("A Raspberry Pi is a machine of --arch arm64.")
    return card_try.bootable(card(), RUNNING / "card-written")


@pytest.fixture(scope="module")
def booted(written: Path) -> Iterator[Machine]:
    """A machine with that card, switched on for the first time."""
    found = card_try.machine(written, RUNNING / "card")
    found.pull_plug()
    found.boot(card_try.PARTS, fresh=True)
    Table(found).wait(lambda: active(found), 60)
    yield found
    found.forget()


def active(machine: Machine) -> bool:
    return machine.run("systemctl is-active companion").said.strip() == "active"


def again(machine: Machine) -> None:
    machine.boot(card_try.PARTS)
    Table(machine).wait(lambda: active(machine), 60)


def test_it_is_not_large(written: Path) -> None:
    assert (card() / PACKED).stat().st_size < MOST


def test_a_raspberry_pi_3_of_qemu_gets_to_the_companion(written: Path) -> None:
    # It is very slow, and has no screen that a program could draw on without the firmware.
    patient = "systemd.log_color=0 maxcpus=2"
    said = card_try.boot_3b(written, "Starting companion.service", 3600, patient)
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
    card_try.write(card(), written / DISK)
    booted.boot(card_try.PARTS, fresh=True)
    table.wait(lambda: active(booted), 60)
    assert booted.ask(f"cat {HOME}/kept") == "kept"
    assert table.log()[: len(log)] == log
