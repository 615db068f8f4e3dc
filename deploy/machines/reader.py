"""A simulated dice reader at the far end of the machine's USB serial adapter."""

from __future__ import annotations

import contextlib
import os
import select
import subprocess
import sys
import tempfile
import threading
import tty
from pathlib import Path
from types import TracebackType

from deploy.machines import qemu
from deploy.machines.machine import Machine
from deploy.machines.qmp import connect
from deploy.machines.tools import ROOT, Trouble


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
