"""Whatever happens to the companion or its reader: it is back at the same question, and nothing is lost."""

from __future__ import annotations

import base64
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.machine import hurt
from tests.machine.devices import Reader
from tests.machine.table import ALIKE, ROLL, Table

BACK = 30
"""Seconds after which it is back."""


def fails(table: Table, folder: Path, happens: Callable[[int], object]) -> None:
    """Let it happen to the process with that number, and see it come back as it was."""
    expected, log, pid = table.elsewhere(folder), table.log(), table.pid
    happens(pid)
    table.wait(lambda: table.pid not in (0, pid) and table.active, BACK)
    table.wait(lambda: table.machine.screen().differs(expected) < ALIKE)
    assert table.log() == log


@pytest.fixture
def vulnerable(table: Table) -> Table:
    """A table whose companion can be hurt from inside, see ``hurt``."""
    code = base64.b64encode(Path(hurt.__file__).read_bytes()).decode()
    table.machine.ask(f"mkdir -p /srv/hurt; echo {code} | base64 -d >/srv/hurt/sitecustomize.py")
    table.stop()
    table.override("Environment=PYTHONPATH=/srv/hurt")
    table.start()
    return table


@pytest.mark.parametrize("signal", ["STOP", "KILL", "SEGV"])
def test_it_stands_still_or_dies(table: Table, signal: str, tmp_path: Path) -> None:
    fails(table, tmp_path, lambda pid: table.machine.ask(f"kill -{signal} {pid}"))


def test_its_screen_freezes(vulnerable: Table, tmp_path: Path) -> None:
    fails(vulnerable, tmp_path, lambda pid: vulnerable.machine.ask(f"kill -USR2 {pid}"))


def test_memory_runs_out(table: Table, tmp_path: Path) -> None:
    limit = "systemctl set-property --runtime companion MemoryMax={}"

    def run_out(pid: int) -> None:
        table.machine.ask(limit.format("30M"))
        table.wait(lambda: table.pid != pid)
        table.machine.ask(limit.format("infinity"))

    fails(table, tmp_path, run_out)
    assert "OOM killer" in table.said()


def test_nothing_is_written_any_more(vulnerable: Table) -> None:
    """A roll that came while nobody wrote is not lost: the reader still has it."""
    table, pid, log = vulnerable, vulnerable.pid, vulnerable.log()
    with Reader(table.machine, "thousand") as reader:
        table.wait(lambda: "ttyUSB" in table.machine.ask(f"ls -l /proc/{pid}/fd"))
        table.machine.ask(f"kill -USR1 {pid}")
        reader.do(ROLL)
        table.wait(lambda: table.pid not in (0, pid) and table.active, BACK)
        table.wait(lambda: len(table.log()) > len(log))
        table.wait(lambda: reader.do("unacked") == "unacked 0")
    assert table.log()[: len(log)] == log


def test_a_reader_comes_whose_driver_was_not_there(table: Table) -> None:
    table.stop()
    table.machine.unplug_reader()
    table.machine.ask("udevadm settle; modprobe --remove ftdi_sio usbserial")
    table.start()
    log = table.log()
    with Reader(table.machine, "thousand") as reader:
        table.machine.plug_in_reader()
        reader.do(ROLL)
        table.wait(lambda: len(table.log()) > len(log))


@pytest.mark.parametrize("port", [3, 4])
def test_a_reader_has_another_name_at_every_port(table: Table, port: int) -> None:
    table.machine.unplug_reader()
    table.machine.plug_in_reader(serial=None, port=port)
    log = table.log()
    with Reader(table.machine, "thousand") as reader:
        table.wait(lambda: "ttyUSB" in table.machine.ask(f"ls -l /proc/{table.pid}/fd"))
        reader.do(ROLL)
        table.wait(lambda: len(table.log()) > len(log))
    table.machine.unplug_reader()
    table.machine.plug_in_reader()
