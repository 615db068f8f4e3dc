"""A system that is never written to: what is played outlives a pulled plug, and nothing else is ever kept."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from deploy.images.parts import Kind
from tests.machine.devices import Reader
from tests.machine.machine import INSTALL_TIMEOUT, RUNNING, Machine
from tests.machine.table import HOME, Table

ROLL = {"die1": 1, "die2": 1, "die3": 1, "die4": 2, "die5": 3, "die6": 5}


@pytest.fixture(scope="module")
def read_only(kind: Kind) -> Iterator[Machine]:
    """A machine after ``deploy/install --read-only``, switched off and on; before, it had a game and a setting."""
    found = Machine(kind, RUNNING / f"read-only-{kind}")
    found.pull_plug()
    found.boot(fresh=True)
    found.ask(f"mkdir -p {HOME}/kept /etc/companion; echo before >{HOME}/kept/before")
    found.ask("echo '[reader]' >/etc/companion/companion.toml")
    found.install("--read-only")
    found.power_off()
    found.boot()
    yield found
    found.forget()


def options(machine: Machine, place: str) -> list[str]:
    return machine.ask(f"findmnt -n -o OPTIONS {place}").split(",")


def test_the_system_is_read_only_and_all_of_it_has_started(read_only: Machine) -> None:
    assert "ro" in options(read_only, "/")
    for place in ("/root", "/usr", "/opt/companion", "/etc", "/var/lib"):
        assert "Read-only file system" in read_only.run(f"touch {place}/new").said
    Table(read_only).wait(lambda: read_only.run("systemctl is-active companion").said.strip() == "active", 60)
    assert read_only.ask("systemctl --failed --plain --no-legend") == ""
    assert read_only.ask("systemctl is-system-running") == "running"
    assert written(read_only) == 0


def test_games_and_settings_are_on_a_partition_of_their_own(read_only: Machine) -> None:
    assert "rw" in options(read_only, "/data")
    assert read_only.ask("findmnt -n -o FSTYPE /data") == "ext4"
    for place in (HOME, "/etc/companion", "/var/cache/companion"):
        assert read_only.ask(f"findmnt -n -o LABEL {place}") == "companion-data"
    assert read_only.ask(f"cat {HOME}/kept/before /etc/companion/companion.toml").split() == ["before", "[reader]"]


def test_a_roll_outlives_a_pulled_plug_and_nothing_is_written_to_the_system(read_only: Machine) -> None:
    table = Table(read_only)
    table.lay_out()
    with Reader(read_only, "thousand") as reader:
        table.wait(lambda: "ttyUSB" in read_only.run(f"ls -l /proc/{table.pid}/fd").said, 30)
        before = len(table.log())
        reader.do("roll " + " ".join(f"{die}={face}" for die, face in ROLL.items()))
        table.wait(lambda: len(table.log()) > before, 30)
    log = table.log()
    for _ in range(2):
        read_only.pull_plug()
        read_only.boot()
        table.wait(lambda: read_only.run("systemctl is-active companion").said.strip() == "active", 60)
        assert table.log()[: len(log)] == log
        assert written(read_only) == 0


def written(machine: Machine) -> int:
    """How many sectors of the partition with the system were written to since it was switched on."""
    return int(machine.ask("cat /sys/class/block/vda1/stat").split()[6])


def test_a_clock_that_nobody_sets_does_not_go_back(read_only: Machine) -> None:
    # It is kept on the partition, else every evening would be the day on which the system was made.
    assert read_only.ask("findmnt -n -o LABEL -T /var/lib/systemd/timesync/clock") == "companion-data"
    assert read_only.ask("test -e /var/lib/systemd/timesync/clock && echo kept") == "kept"


def test_an_update_writes_and_the_system_is_read_only_again(read_only: Machine) -> None:
    version = read_only.ask("readlink /opt/companion/current")
    read_only.ask("mount -o remount,rw / && echo '# changed' >>/srv/checkout/README.md; mount -o remount,ro /")
    read_only.ask("/srv/checkout/deploy/install", INSTALL_TIMEOUT)
    table = Table(read_only)
    table.wait(lambda: read_only.run("systemctl is-active companion").said.strip() == "active", 90)
    assert read_only.ask("readlink /opt/companion/current") != version
    assert read_only.run("ls /opt/companion/probation").status != 0
    table.wait(lambda: "ro" in options(read_only, "/"), 10)
    read_only.pull_plug()
    read_only.boot()
    assert "ro" in options(read_only, "/")
    assert read_only.run("systemctl is-system-running").said.strip() == "running"
    assert read_only.ask(f"cat {HOME}/kept/before") == "before"


def test_taken_off_everything_can_be_written_to_and_games_are_where_they_were(read_only: Machine) -> None:
    read_only.ask("/srv/checkout/deploy/install --uninstall")
    read_only.power_off()
    read_only.boot()
    assert "rw" in options(read_only, "/")
    assert read_only.ask(f"cat {HOME}/kept/before /etc/companion/companion.toml").split() == ["before", "[reader]"]
    assert read_only.run(f"mountpoint -q {HOME}").status != 0
    assert read_only.ask("grep -c companion /etc/fstab || true") == "0"


def test_without_room_it_says_so_and_changes_nothing(read_only: Machine) -> None:
    read_only.ask("wipefs -aq /dev/vda2")
    before = read_only.ask("cat /etc/fstab; ls /opt")
    done = read_only.run("/srv/checkout/deploy/install --read-only")
    assert done.status == 1
    assert "There is no room for the games: /dev/vda needs 256 MB that belong to no partition" in done.said
    assert read_only.ask("cat /etc/fstab; ls /opt") == before
