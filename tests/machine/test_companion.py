"""From the power switch to the first question, and on after whatever happens: the companion as it is installed."""

from __future__ import annotations

import re
import time
from functools import partial
from itertools import groupby
from pathlib import Path

import pytest

from deploy.images.parts import Kind
from hardware.panel.buttons import STEP
from tests.machine.channels import Screen
from tests.machine.devices import Gpio, Reader
from tests.machine.machine import Machine
from tests.machine.table import ALIKE, DROP_IN, HOME, ROLL, Table

SETTINGS = "/etc/companion/companion.toml"
TURNED = """
import os, time
from hardware.panel.buttons import Encoder
from hardware.panel.gpio import give_back, pin_factory
factory = pin_factory("lgpio")
encoder = Encoder(2, 3, factory)
encoder.start(lambda event: print(event.name, event.action, flush=True))
print(encoder.health().state, flush=True)
while not os.path.exists("/tmp/turned.end"):
    time.sleep(0.1)
encoder.stop()
give_back(factory)
os.remove("/tmp/turned.end")
"""
"""An encoder at two lines, that says what is felt of it."""
SLOWEST = 0.3
"""Seconds from one contact to the next of somebody who turns it slowly, or of a finger in a machine as slow as this."""
LARGE = 20
"""Rows of a line of letters that are twice as large as usual, at least."""


def test_after_the_power_was_switched_on_the_question_stands_on_the_screen(table: Table, tmp_path: Path) -> None:
    expected = table.elsewhere(tmp_path)
    table.machine.power_off()
    table.machine.boot()
    table.wait(lambda: table.active, 60)
    table.wait(lambda: table.machine.screen().differs(expected) < ALIKE)
    assert table.machine.ask("systemctl is-system-running") == "running"


def test_a_tap_is_answered(table: Table) -> None:
    before = table.machine.screen()
    table.machine.touch.tap((0.07, 0.73))
    table.wait(lambda: table.machine.screen().differs(before) > 0.001)


def test_a_roll_of_the_reader_outlives_a_pulled_plug(table: Table, tmp_path: Path) -> None:
    with Reader(table.machine, "thousand") as reader:
        table.wait(lambda: "ttyUSB" in table.machine.ask(f"ls -l /proc/{table.pid}/fd"), 30)
        before = len(table.log())
        reader.do(ROLL)
        table.wait(lambda: len(table.log()) > before, 30)
    log = table.log()
    table.machine.pull_plug()
    table.machine.boot()
    table.wait(lambda: table.active, 60)
    assert table.log()[: len(log)] == log
    expected = table.elsewhere(tmp_path)
    table.wait(lambda: table.machine.screen().differs(expected) < ALIKE)


def test_what_it_says_is_in_its_journal_and_ready_comes_from_itself(table: Table) -> None:
    assert "Started companion.service" in table.said()
    group = table.machine.ask(f"cat /proc/{table.pid}/cgroup")
    assert group.endswith("companion.service")


def test_it_has_no_rights_that_it_does_not_need(table: Table) -> None:
    found = re.search(r"exposure level for companion.service: ([\d.]+)", table.machine.ask(
        "systemd-analyze security companion --no-pager"
    ))  # fmt: skip
    assert found
    assert float(found[1]) <= 3.0
    group = "/sys/fs/cgroup/system.slice/companion.service/cgroup.procs"
    assert set(table.machine.ask(f"ps -o euser:20= $(cat {group})").split()) == {"companion"}
    # Nothing listens: no line but those of the heads.
    assert table.machine.ask("cat /proc/net/tcp /proc/net/tcp6 /proc/net/udp /proc/net/udp6 | sed /local_/d") == ""


def test_the_doctor_looks_at_this_machine_and_at_the_games_of_the_service(table: Table) -> None:
    lines = table.machine.run("companion doctor").said.splitlines()
    said = dict(line[len("bad  ") :].split(": ", 1) for line in lines)
    assert "800 × 480" in said["display"]
    assert "The processor draws it" in said["display"]
    assert said["touch"] == "Found: Table touchscreen."
    assert said["journal"].startswith("1 game is in it")
    assert f"Games are kept in {HOME}." in said["disk"]


def test_the_first_console_says_in_large_letters_why_there_is_no_picture(table: Table) -> None:
    table.stop()
    table.machine.ask("gpasswd --delete companion video")
    table.override("SupplementaryGroups=\nSupplementaryGroups=audio dialout gpio input render")
    table.machine.ask("systemctl start --no-block companion")
    table.wait(lambda: "the companion is not allowed to draw" in table.said())
    assert "Traceback" not in table.said()
    table.wait(lambda: tallest(table.machine.screen()) >= LARGE)
    table.machine.ask(f"gpasswd --add companion video; rm -r {DROP_IN}; systemctl daemon-reload")
    table.wait(lambda: table.active, 60)


def tallest(screen: Screen) -> int:
    """How tall the tallest line of a console is: so many rows, one below the other, in which something is lit."""
    line = screen.width * 3
    lit = [any(screen.pixels[y * line : (y + 1) * line]) for y in range(screen.height)]
    return max((len(list(rows)) for shines, rows in groupby(lit) if shines), default=0)


def test_a_new_version_that_does_not_start_gives_way_to_the_one_before(table: Table) -> None:
    version = table.machine.ask("readlink /opt/companion/current")
    broken = "/opt/companion/versions/broken"
    table.machine.ask(
        f"mkdir -p {broken}/.venv/bin; printf '#!/bin/sh\\nexit 1\\n' >{broken}/.venv/bin/companion; "
        f"chmod 755 {broken}/.venv/bin/companion; touch {broken}/.complete; echo {version} >/opt/companion/probation; "
        f"ln -sfn {broken} /opt/companion/current; systemctl restart --no-block companion"
    )
    table.wait(lambda: table.active, 90)
    assert table.machine.ask("readlink /opt/companion/current") == version
    assert "Version broken did not get to its first picture in three tries" in table.said()
    table.machine.ask(f"rm -rf {broken}; rm -f /opt/companion/returned")


def test_buttons_are_pressed(table: Table, kind: Kind) -> None:
    if kind.arch != "arm64":
        pytest.skip("QEMU's PC has no GPIO lines.")
    gpio = Gpio(table.machine)
    gpio.release_all()
    settings = '[buttons]\nlight = "none"\n[buttons.pins]\ngreen = 5\nred = 6'
    table.machine.ask(f"cp {SETTINGS} /srv/settings; printf '%s\n' '{settings}' >{SETTINGS}")
    table.stop()
    table.start()
    before = table.log()
    with Reader(table.machine, "thousand") as reader:
        reader.do(ROLL)
        table.wait(lambda: len(table.log()) > len(before))
    gpio.press(6, 1.0)
    table.wait(lambda: table.log()[-1].split()[2:4] == ["undo", "gpio"])
    table.machine.ask(f"cp /srv/settings {SETTINGS}")


def test_the_encoder_is_turned(table: Table, kind: Kind) -> None:
    """Edges of a real kernel on both of its pins, with each contact bouncing: every step is felt once, in its way."""
    if kind.arch != "arm64":
        pytest.skip("QEMU's PC has no GPIO lines.")
    gpio, (a, b), turned = Gpio(table.machine), (2, 3), "/tmp/turned"
    gpio.release_all()
    table.stop()
    table.machine.ask(f"nohup /opt/companion/current/.venv/bin/python -c '{TURNED}' >{turned} 2>&1 </dev/null &")
    try:
        table.wait(lambda: table.machine.ask(f"cat {turned}") == "ready", 60)
        felt = ["ready"]
        for steps, name in ((3, "next"), (-2, "previous"), (1, "next")):
            for _ in range(abs(steps)):
                for closed in STEP if steps > 0 else (*STEP[-2::-1], STEP[-1]):
                    for name_of, line in (("a", a), ("b", b)):
                        gpio.bounce(line, level=name_of not in closed)
                    time.sleep(SLOWEST)
            felt += abs(steps) * [f"{name} press", f"{name} release"]
            table.wait(partial(lambda told: table.machine.ask(f"cat {turned}").splitlines() == told, [*felt]))
    finally:
        table.machine.ask(f"touch {turned}.end")
        table.start()


def test_pins_and_ports_are_open_to_it(installed: Machine) -> None:
    assert installed.ask("stat -c %G:%a /dev/ttyUSB0") == "dialout:660"
    chips = installed.ask("ls /dev/gpiochip* 2>/dev/null || true").split()
    for chip in chips:
        assert installed.ask(f"stat -c %G:%a {chip}") == "gpio:660"
