"""The companion as a service."""

from __future__ import annotations

import socket
from configparser import ConfigParser
from pathlib import Path

import pytest

from hardware import machine

UNIT = Path(__file__).parents[2] / "deploy" / "companion.service"


def test_systemd_hears_that_the_companion_is_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        assert machine.notify(machine.READY, "STATUS=playing")
        assert systemd.recv(100) == b"READY=1\nSTATUS=playing"


@pytest.mark.parametrize("address", ["", "/nowhere/notify", "@nobody"])
def test_where_nobody_listens_nothing_happens(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", address)
    assert not machine.notify(machine.ALIVE)


def test_the_unit_is_never_root_and_always_comes_back() -> None:
    unit = ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(UNIT)
    run = unit["Service"]
    assert (run["Type"], run["WatchdogSec"], run["Restart"]) == ("notify", "15", "always")
    assert (run["NotifyAccess"], run["User"], run["TTYPath"]) == ("main", "companion", "/dev/tty1")
    assert run["SupplementaryGroups"].split() == ["audio", "dialout", "gpio", "input", "render", "video"]
    assert (run["StateDirectory"], run["RuntimeDirectory"]) == ("companion", "companion")
    assert unit["Unit"]["StartLimitIntervalSec"] == "0"
    assert run["ExecStopPost"] == """-/bin/sh -c 'echo "$SERVICE_RESULT $EXIT_STATUS" >ended'"""
