"""QEMU's own socket: what stands on the screen, plugging and unplugging, and the state of the whole machine."""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from deploy.machines.tools import Trouble


def connect(path: Path, timeout: float = 60) -> socket.socket:
    """Connect to a socket file, however long its path is: by name it may have 107 characters only."""
    folder = os.open(path.parent, os.O_PATH | os.O_DIRECTORY)
    found = socket.socket(socket.AF_UNIX)
    try:
        found.connect(f"/proc/self/fd/{folder}/{path.name}")
    except OSError as problem:
        found.close()
        raise Trouble("The machine is not running. Start it: deploy/machine boot") from problem
    finally:
        os.close(folder)
    found.settimeout(timeout)
    return found


class Qmp:
    """A connection; QEMU serves one at a time."""

    def __init__(self, path: Path) -> None:
        self._socket = connect(path)
        self._file = self._socket.makefile("rw")
        self.events: list[dict[str, Any]] = []
        self._file.readline()
        self.do("qmp_capabilities")

    def do(self, command: str, /, **arguments: Any) -> Any:
        """Carry out a command and give its answer; an underscore in a name is a hyphen."""
        named = {name.replace("_", "-"): value for name, value in arguments.items()}
        self._file.write(json.dumps({"execute": command, "arguments": named}) + "\n")
        self._file.flush()
        while True:
            answer = self._next()
            if "error" in answer:
                raise Trouble(f"QEMU: {command}: {answer['error']['desc']}")
            if "return" in answer:
                return answer["return"]

    def wait_for(self, event: str, **data: Any) -> None:
        """Return when QEMU has said so, with these data among others."""
        while True:
            for at, seen in enumerate(self.events):
                if seen["event"] == event and data.items() <= seen["data"].items():
                    del self.events[at]
                    return
            self._next()

    def _next(self) -> dict[str, Any]:
        try:
            line = self._file.readline()
        except ConnectionResetError:
            line = ""
        if not line:
            raise Trouble("The machine has gone; what QEMU said is in its qemu.log.")
        answer: dict[str, Any] = json.loads(line)
        if "event" in answer:
            self.events.append(answer)
        return answer

    def close(self) -> None:
        self._file.close()
        self._socket.close()


@contextmanager
def qmp(path: Path) -> Iterator[Qmp]:
    """A connection for a moment."""
    found = Qmp(path)
    try:
        yield found
    finally:
        found.close()
