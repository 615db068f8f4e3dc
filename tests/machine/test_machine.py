"""The machine itself: what a table has is there, and does in it what it would do at a table."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from deploy.images.parts import Kind, tar_of
from hardware.dice import dr1
from tests.machine.devices import LINES, Gpio, Reader
from tests.machine.machine import Machine

BY_ID = "/dev/serial/by-id/"


def touchscreen(machine: Machine) -> str:
    """The device of the touchscreen."""
    name = machine.ask("grep -l 'Table touchscreen' /sys/class/input/event*/device/name")
    return f"/dev/input/{name.split('/')[4]}"


def test_everything_has_started(machine: Machine) -> None:
    assert machine.ask("systemctl is-system-running") == "running"


def test_it_is_the_debian_and_the_architecture_that_was_asked_for(machine: Machine, kind: Kind) -> None:
    assert machine.ask("uname -m") == kind.processor
    assert machine.ask(". /etc/os-release; echo $VERSION_CODENAME") == kind.suite


def test_it_has_no_network(machine: Machine) -> None:
    assert machine.ask("ls /sys/class/net") == "lo"


def test_a_command_gives_what_it_said_and_its_status(machine: Machine) -> None:
    assert machine.run("echo well; echo ill >&2; exit 3") == ("well\nill\n", 3)
    assert machine.run("sleep 60", timeout=1).status == 124
    assert len(machine.ask("head -c 300000 /dev/zero | tr '\\0' x")) == 300000


def test_the_screen_is_as_large_as_asked_for_and_shows_the_console(machine: Machine) -> None:
    screen = machine.screen()
    assert (screen.width, screen.height) == (800, 480)
    assert len(set(screen.pixels)) > 1


def test_the_touchscreen_is_one_for_the_system(machine: Machine) -> None:
    said = machine.ask(f"udevadm info {touchscreen(machine)}")
    assert "ID_INPUT_TOUCHSCREEN=1" in said


def test_two_fingers_arrive_as_two(machine: Machine) -> None:
    device = touchscreen(machine)
    machine.ask(f"timeout 120 evtest {device} >/tmp/events 2>&1 & sleep 5")
    machine.touch.tap((0.25, 0.5), (1, 0))
    said = machine.ask("sleep 2; pkill evtest; cat /tmp/events")
    events = [line.partition("), ")[2] for line in said.splitlines() if line.startswith("Event: time")]
    assert "code 53 (ABS_MT_POSITION_X), value 1024" in said
    assert "code 47 (ABS_MT_SLOT), value 1" in said
    assert "code 53 (ABS_MT_POSITION_X), value 4095" in said
    assert events[-1] != events[0]
    assert said.count("code 330 (BTN_TOUCH), value 1") == said.count("code 330 (BTN_TOUCH), value 0") == 1


def test_a_roll_comes_through_the_usb_adapter(machine: Machine, reader: Reader) -> None:
    (name,) = machine.ask(f"ls {BY_ID}").split()
    asks = dr1.encode(dr1.HelloRequest()).decode().strip()
    read = (
        f"exec 3<>{BY_ID}{name}; stty raw -echo 115200 <&3; printf '%s\\r\\n' '{asks}' >&3;"
        " timeout 20 grep --line-buffered --max-count=1 ROLL <&3"
    )
    roll = threading.Timer(8, reader.do, ["roll red1=PHYS"])
    roll.start()
    said = machine.run(read, 60).said
    roll.join()
    assert "$ROLL," in said
    assert ",red1," in said


def test_an_adapter_without_a_number_is_named_after_its_port(machine: Machine) -> None:
    names = []
    for serial, port in ((None, 1), (None, 2), ("SIM1", None)):
        machine.unplug_reader()
        assert machine.run(f"udevadm settle; ls {BY_ID}").status != 0
        machine.plug_in_reader(serial=serial, port=port)
        names.append(machine.ask(f"until ls {BY_ID} 2>/dev/null; do sleep 0.5; done"))
    assert len(set(names)) == 3


def test_a_file_of_the_host_is_unpacked_in_it(machine: Machine, tmp_path: Path) -> None:
    (tmp_path / "some.tar").write_bytes(tar_of({"folder/file": b"content"}))
    for _ in range(2):
        machine.unpack(tmp_path / "some.tar", "/tmp/some")
        assert machine.ask("cat /tmp/some/folder/file; rm -r /tmp/some") == "content"


def test_buttons_are_lines_of_its_gpio_chip(machine: Machine, kind: Kind) -> None:
    if kind.arch != "arm64":
        pytest.skip("QEMU's PC has no GPIO lines.")
    gpio = Gpio(machine)
    gpio.release_all()
    read = "gpioget gpiochip0 " + " ".join(map(str, range(LINES)))
    assert machine.ask(read).split() == ["1"] * 8
    gpio.set(3, False)
    assert machine.ask(read).split() == ["1", "1", "1", "0", "1", "1", "1", "1"]
    gpio.watch()
    machine.ask("gpioset gpiochip0 6=1")
    assert gpio.look()[6]


def test_what_was_written_outlives_a_plug_that_was_pulled(machine: Machine) -> None:
    machine.ask("echo kept >/root/kept; sync")
    machine.pull_plug()
    assert machine.pid is None
    machine.boot()
    assert machine.ask("cat /root/kept") == "kept"
