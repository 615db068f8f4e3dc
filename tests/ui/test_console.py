"""What is said in large letters where no picture can be."""

from __future__ import annotations

import os
import pty
from pathlib import Path

import pytest

from companion.core.texts import plain
from ui.device import kernel


@pytest.fixture
def machine(tmp_path: Path) -> tuple[Path, Path]:
    """What the kernel says of a machine with one screen plugged in: drivers, devices."""
    drivers, devices = tmp_path / "drm", tmp_path / "dri"
    (drivers / "card0-HDMI-A-1").mkdir(parents=True)
    (drivers / "card0-HDMI-A-1" / "status").write_text("connected\n")
    devices.mkdir()
    (devices / "card0").touch()
    return drivers, devices


def test_a_machine_that_draws_nothing(tmp_path: Path) -> None:
    assert "no graphics driver is running" in plain(kernel.no_picture(tmp_path, tmp_path))


def test_a_screen_that_is_not_plugged_in(machine: tuple[Path, Path]) -> None:
    (machine[0] / "card0-HDMI-A-1" / "status").write_text("disconnected\n")
    assert "no screen is plugged in" in plain(kernel.no_picture(*machine))
    (machine[0] / "card0-HDMI-A-1" / "status").unlink()
    assert "no screen is plugged in" in plain(kernel.no_picture(*machine))


def test_a_companion_that_may_not_draw(machine: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    assert "Run deploy/install once more" in plain(kernel.no_picture(*machine))


def test_a_screen_that_another_program_has(machine: tuple[Path, Path]) -> None:
    assert "another program has the screen" in plain(kernel.no_picture(*machine))


def test_a_sentence_stands_on_the_console() -> None:
    ours, console_ = pty.openpty()
    before = os.dup(0)
    os.dup2(console_, 0)
    try:
        assert kernel.show_on_console("No picture.")
    finally:
        os.dup2(before, 0)
    assert b"No picture." in os.read(ours, 200)


def test_without_a_console_nothing_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    before, file = os.dup(0), os.open(tmp_path / "file", os.O_RDWR)
    os.dup2(file, 0)
    try:
        assert not kernel.show_on_console("No picture.")
    finally:
        os.dup2(before, 0)
