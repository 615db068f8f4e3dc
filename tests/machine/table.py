"""A machine with the companion installed."""

from __future__ import annotations

import base64
import json
import time
from collections.abc import Callable
from pathlib import Path

from tests.machine.channels import Screen
from tests.machine.machine import Machine
from tests.ui.other_machine import drawn

COMPANION = "/opt/companion/current/.venv/bin/companion"
HOME = "/var/lib/companion"
JOURNAL = f"{HOME}/journal.db"
AS_COMPANION = f"cd {HOME} && runuser -u companion --"
QUIT = '{"op":"quit"}'
ALIKE = 0.03
"""Tolerance between screenshots: reader notices and antialiasing differ."""
SETTINGS = json.dumps({"language": "en", "checked": True, "hints": False})
"""The screen's settings."""
ROLL = "roll die1=1 die2=1 die3=1 die4=2 die5=3 die6=5"
DROP_IN = "/etc/systemd/system/companion.service.d"
SLOWNESS = 6
"""Minimal slowdown of an emulated machine on an idle host; the companion starts in 11 s there."""


class Table:
    """The companion in ``machine``, with a game of Ten Thousand with physical dice."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine

    def lay_out(self) -> None:
        """Start a game that asks for a roll."""
        self.stop()
        begin = f"{COMPANION} table --game thousand --players player1,player2 --chance asked --journal {JOURNAL}"
        self.machine.ask(f"rm -f {HOME}/*; echo '{QUIT}' | ({AS_COMPANION} {begin})")
        self.machine.ask(f"echo '{SETTINGS}' >{HOME}/screen.json; chown companion: {HOME}/screen.json; sync")
        self.start()

    def clear(self) -> None:
        """Delete everything that was played."""
        if self.machine.pid:
            self.stop()
            self.machine.ask(f"rm -f {HOME}/*; rm -rf {DROP_IN}; systemctl daemon-reload")

    def start(self) -> None:
        self.machine.ask("systemctl reset-failed companion; systemctl start --no-block companion")
        self.wait(lambda: self.active, 90)

    def stop(self) -> None:
        self.machine.ask("systemctl stop companion")

    @property
    def active(self) -> bool:
        return self.machine.run("systemctl is-active companion").said.strip() == "active"

    @property
    def pid(self) -> int:
        """The process id of the companion; 0 if it is not running."""
        return int(self.machine.ask("systemctl show -p MainPID --value companion"))

    def override(self, service: str) -> None:
        """Add these lines to the systemd unit until ``clear``, effective at its next start."""
        self.machine.ask(
            f"mkdir -p {DROP_IN}; printf '[Service]\n{service}\n' >{DROP_IN}/test.conf; systemctl daemon-reload"
        )

    def log(self) -> list[str]:
        """The saved game, one entry per line."""
        return self.machine.ask(f"{AS_COMPANION} {COMPANION} log last --journal {JOURNAL}").splitlines()

    def said(self) -> str:
        """The notices on the screen."""
        return self.machine.ask("journalctl -b -u companion --no-pager -o cat")

    def elsewhere(self, folder: Path) -> Screen:
        """A screenshot of the same game on this host."""
        copied = self.machine.ask(f"cd /tmp; rm -f copy.db; {SAVE}; base64 -w0 copy.db")
        journal, picture = folder / "journal.db", folder / "picture.ppm"
        journal.write_bytes(base64.b64decode(copied))
        settings = folder / "companion" / "screen.json"
        settings.parent.mkdir(exist_ok=True)
        settings.write_text(SETTINGS)
        screen = self.machine.screen()
        asked = "from ui.device.kernel import COMMON_INCHES, panel_inches; print(panel_inches() or COMMON_INCHES)"
        inches = self.machine.ask(f"/opt/companion/current/.venv/bin/python -c '{asked}'")
        return drawn(journal, f"{screen.width}x{screen.height}", inches, picture, folder)

    def wait(self, until: Callable[[], bool], seconds: float = 30) -> float:
        """Wait for a condition, with a timeout scaled by the slowness; returns the seconds."""
        watch = self.machine.stopwatch()
        while not until():
            passed = watch.passed() / SLOWNESS
            assert passed < seconds, f"not within {seconds} s; it says:\n{self.said()}"
            time.sleep(0.5)
        return watch.passed() / SLOWNESS


SAVE = f"""python3 -c 'import sqlite3; sqlite3.connect("{JOURNAL}").backup(sqlite3.connect("copy.db"))'"""
