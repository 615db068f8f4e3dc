"""Commands in the machine: lines for the shell that its service shell.service keeps on the console hvc0."""

from __future__ import annotations

import re
import secrets
import shlex
import time
from pathlib import Path
from typing import NamedTuple

from deploy.machines.qmp import connect
from deploy.machines.tools import Trouble

PATIENCE = 600.0
"""Seconds after which a command is ended that has no end of its own: a machine is slow, and its host can be busy."""
PART = 32768
"""So many bytes are fetched at once: QEMU throws away what a console says when its host does not read it in time."""
KEPT = "/run"
"""The folder of the machine in which is what commands say, for a moment."""


class Done(NamedTuple):
    """What a command said, on both of its outputs, and its status."""

    said: str
    status: int


class Shell:
    """The shell, by its socket; root's, one command at a time."""

    def __init__(self, path: Path) -> None:
        self._socket = connect(path, timeout=1)
        self._heard = b""

    def wait_until_up(self, timeout: float) -> None:
        """Return when the shell answers."""
        end = time.monotonic() + timeout
        while True:
            mark = secrets.token_hex(8)
            try:
                self._send(f"echo {mark}-up\n", 5)
                self._until(re.compile(f"{mark}-up\n".encode()), 5)
                return
            except TimeoutError:
                if time.monotonic() > end:
                    raise Trouble(f"The machine has not answered for {timeout:.0f} s. See its serial.log.") from None

    def run(self, command: str, timeout: float = PATIENCE) -> Done:
        """Run a command to its end; after ``timeout`` seconds it is ended, with status 124."""
        # Beside the shell and into a file, so that a command nobody waits for any more disturbs no other.
        kept = f"{KEPT}/shell-{secrets.token_hex(8)}"
        guarded = f"timeout --kill-after=5 {timeout:g} bash -c {shlex.quote(command)} </dev/null >{kept} 2>&1"
        ended = f"echo $? $(stat -c %s {kept}); head -c {PART} {kept}"
        try:
            numbers, _, said = self._told(f"{guarded}; {ended}", timeout + PATIENCE).partition(b"\n")
            status, length = map(int, numbers.split())
            while len(said) < length:
                said += self._told(f"tail -c +{len(said) + 1} {kept} | head -c {PART}", PATIENCE)
            self._send(f"rm {kept}\n")
        except TimeoutError:
            raise Trouble(f"The machine does not answer; it was to run: {command}") from None
        return Done(said.decode(errors="replace"), status)

    def _told(self, line: str, timeout: float) -> bytes:
        """What a line for the shell itself writes."""
        mark = secrets.token_hex(8)
        self._send(f"{{ echo {mark}-begin; {line}; echo {mark}-end; }} &\n")
        return self._until(re.compile(f"{mark}-begin\n(.*?){mark}-end\n".encode(), re.DOTALL), timeout)[1]

    def close(self) -> None:
        self._socket.close()

    def _send(self, line: str, timeout: float = 60) -> None:
        self._socket.settimeout(timeout)
        self._socket.sendall(line.encode())
        self._socket.settimeout(1)

    def _until(self, pattern: re.Pattern[bytes], timeout: float) -> re.Match[bytes]:
        end = time.monotonic() + timeout
        while not (found := pattern.search(self._heard)):
            if time.monotonic() > end:
                raise TimeoutError
            try:
                heard = self._socket.recv(65536)
            except TimeoutError:
                continue
            if not heard:
                raise Trouble("The machine has gone.")
            self._heard += heard
        self._heard = self._heard[found.end() :]
        return found
