"""The eight lines of an arm64 machine's GPIO chip, seen from outside, by QEMU's qtest socket."""

from __future__ import annotations

import time

from deploy.machines import qemu
from deploy.machines.machine import Machine
from deploy.machines.qmp import connect
from deploy.machines.tools import Trouble

LINES = 8


class Gpio:
    """Levels that the host sets, and those that the machine sets. A button connects its line to ground."""

    def __init__(self, machine: Machine) -> None:
        with machine.qmp() as control:
            parts = control.do("qom-list", path="/machine/unattached")
        chips = [part["name"] for part in parts if part["type"] == "child<pl061>"]
        if not chips:
            raise Trouble("Only a machine of --arch arm64 has GPIO lines.")
        self._chip = f"/machine/unattached/{chips[0]}"
        self._file = connect(machine.folder / qemu.QTEST).makefile("rw")
        self._set: dict[int, bool] = {}
        self.levels: dict[int, bool] = {}
        """What the machine has set, by line, since ``watch``."""

    def set(self, line: int, level: bool) -> None:
        if not 0 <= line < LINES:  # QEMU would end with an assertion.
            raise Trouble(f"The lines of the GPIO chip are 0 to {LINES - 1}; there is no {line}.")
        self._set[line] = level
        self._do(f"set_irq_in {self._chip} unnamed-gpio-in {line} {int(level)}")

    def release_all(self) -> None:
        """All lines high, as their pull-ups would have it."""
        for line in range(LINES):
            self.set(line, True)

    def press(self, line: int, seconds: float = 0.2) -> None:
        self.set(line, False)
        time.sleep(seconds)
        self.set(line, True)

    def bounce(self, line: int, *, level: bool, times: int = 3) -> None:
        """Set a level as a contact does that bounces; one that has it already is left alone."""
        if self._set.get(line, True) == level:
            return
        for _ in range(times):
            self.set(line, level)
            self.set(line, not level)
        self.set(line, level)

    def watch(self) -> None:
        """From now on keep what the machine sets in ``levels``."""
        self._do(f"irq_intercept_out {self._chip}")

    def look(self) -> dict[int, bool]:
        """The levels that the machine has set by now."""
        # Any command will do: what the machine has set meanwhile is said before its answer.
        self._do("endianness")
        return self.levels

    def _do(self, line: str) -> None:
        self._file.write(f"{line}\n")
        self._file.flush()
        while not (answer := self._file.readline()).startswith(("OK", "FAIL")):
            if not answer:
                raise Trouble("The machine has gone.")
            match answer.split():
                case ["IRQ", level, number]:
                    self.levels[int(number)] = level == "raise"
        if answer.startswith("FAIL"):
            raise Trouble(f"QEMU: {line}: {answer.strip()}")
