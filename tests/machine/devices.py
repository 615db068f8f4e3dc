"""What people at the table have beside the screen: a dice reader on USB, and on arm64 eight GPIO lines."""

from __future__ import annotations

import contextlib
import os
import select
import subprocess
import sys
import tempfile
import threading
import time
import tty
from pathlib import Path
from types import TracebackType

from deploy.images.parts import ROOT, Trouble
from tests.machine import qemu
from tests.machine.channels import connect
from tests.machine.machine import Machine

LINES = 8


class Reader:
    """The simulator of ``hardware``, in a process of its own, whose port is carried to the machine's adapter.

    It is switched on for as long as the block of its ``with``, whether the adapter is plugged in or not.
    """

    def __init__(self, machine: Machine, game: str = "newyork") -> None:
        self._socket_path = machine.folder / qemu.DICE
        self._game = game
        self._stopping = threading.Event()

    def __enter__(self) -> Reader:
        python = ROOT / ".venv/bin/python"
        if not python.exists():
            raise Trouble("The simulated reader needs the companion itself. Set it up: ./deploy/test --collect-only")
        self._folder = tempfile.TemporaryDirectory(prefix="reader-")
        link = Path(self._folder.name) / "port"
        command: list[str | Path] = [
            *(python, "-m", "companion", "simulate", "reader"),
            *("--game", self._game, "--link", link),
        ]
        self._simulator: subprocess.Popen[str] = subprocess.Popen(
            command, cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        self._line()
        self._port = os.open(link, os.O_RDWR | os.O_NOCTTY)
        tty.setraw(self._port)
        self._socket = connect(self._socket_path)
        self._socket.setblocking(False)
        self._carrier = threading.Thread(target=self._carry, name="serial cable", daemon=True)
        self._carrier.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stopping.set()
        self._carrier.join()
        with contextlib.suppress(BrokenPipeError):
            self._simulator.communicate("quit\n", timeout=10)
        os.close(self._port)
        self._socket.close()
        self._folder.cleanup()

    def do(self, line: str) -> str:
        """A line for the simulator, such as ``roll red1=PHYS blue1=?``; gives its answer."""
        assert self._simulator.stdin
        self._simulator.stdin.write(f"{line}\n")
        self._simulator.stdin.flush()
        return self._line()

    def _line(self) -> str:
        assert self._simulator.stdout
        line: str = self._simulator.stdout.readline()
        if not line:
            raise Trouble("The simulated reader has ended.")
        return line.strip()

    def _carry(self) -> None:
        """Carry bytes in both directions. What the machine does not take is lost, as on a wire."""
        while not self._stopping.is_set():
            ready, _, _ = select.select([self._port, self._socket.fileno()], [], [], 0.2)
            if self._port in ready:
                with contextlib.suppress(BlockingIOError):
                    self._socket.send(os.read(self._port, 4096))
            if self._socket.fileno() in ready:
                heard = self._socket.recv(4096)
                if not heard:
                    return
                os.write(self._port, heard)


def talk(machine: Machine, game: str) -> None:
    """Hand the lines of standard input to a reader, for as long as there are any."""
    with Reader(machine, game) as reader:
        for line in sys.stdin:
            if line.strip():
                print(reader.do(line.strip()), flush=True)


class Gpio:
    """The eight lines of an arm64 machine's GPIO chip, seen from outside, by QEMU's qtest socket.

    Levels that the host sets, and those that the machine sets. A button connects its line to ground.
    """

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
