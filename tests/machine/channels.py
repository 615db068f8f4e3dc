"""What goes into a running machine and comes out of it: QEMU's own socket, a shell, the screen, a finger on it."""

from __future__ import annotations

import json
import os
import re
import secrets
import shlex
import socket
import struct
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from deploy.images.parts import Trouble

PATIENCE = 600.0
"""Seconds after which a command is ended that has no end of its own: a machine is slow, and its host can be busy."""
PART = 32768
"""So many bytes are fetched at once: QEMU throws away what a console says when its host does not read it in time."""
KEPT = "/run"
"""The folder of the machine in which is what commands say, for a moment."""


# QEMU's socket: plugging and unplugging, and the state of the whole machine


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


# The shell that shell.service keeps on the console hvc0


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


# The touchscreen


class Screen(NamedTuple):
    """What stands on the screen, taken from outside: three bytes a pixel."""

    width: int
    height: int
    pixels: bytes

    @classmethod
    def of_ppm(cls, data: bytes) -> Screen:
        """From the picture that QEMU writes."""
        kind, size, most, pixels = data.split(b"\n", 3)
        width, height = map(int, size.split())
        if (kind, most, len(pixels)) != (b"P6", b"255", width * height * 3):
            raise ValueError("This is not a whole picture.")
        return cls(width, height, pixels)

    def at(self, x: int, y: int) -> tuple[int, int, int]:
        """Red, green and blue of a pixel."""
        start = (y * self.width + x) * 3
        red, green, blue = self.pixels[start : start + 3]
        return red, green, blue

    def differs(self, other: Screen, tolerance: int = 8) -> float:
        """The share of all pixels, of 0 to 1, in which a colour is more than ``tolerance`` of 255 away."""
        if (self.width, self.height) != (other.width, other.height):
            return 1.0
        if self.pixels == other.pixels:
            return 0.0
        away = [abs(one - two) > tolerance for one, two in zip(self.pixels, other.pixels, strict=True)]
        return sum(map(max, away[::3], away[1::3], away[2::3])) / (self.width * self.height)

    def png(self) -> bytes:
        line = self.width * 3
        rows = b"".join(b"\0" + self.pixels[row * line : (row + 1) * line] for row in range(self.height))
        head = struct.pack(">IIBBBBB", self.width, self.height, 8, 2, 0, 0, 0)
        chunks = {b"IHDR": head, b"IDAT": zlib.compress(rows), b"IEND": b""}
        return b"\x89PNG\r\n\x1a\n" + b"".join(
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
            for kind, data in chunks.items()
        )

    def save(self, path: Path) -> None:
        """As a PNG file."""
        path.write_bytes(self.png())


class Touch:
    """A finger on the touchscreen, which guest/touch.py makes in there.

    Points are parts of the screen, from 0 to 1; a call returns when the gesture has been made.
    """

    def __init__(self, path: Path) -> None:
        self._socket = connect(path)
        self._file = self._socket.makefile("r")

    def tap(self, *points: tuple[float, float]) -> None:
        """One finger, or several at once."""
        self.do("tap", *_flat(points))

    def press(self, seconds: float, *points: tuple[float, float]) -> None:
        """The same, for so long."""
        self.do("press", seconds, *_flat(points))

    def swipe(self, start: tuple[float, float], end: tuple[float, float], seconds: float = 0.3) -> None:
        self.do("swipe", seconds, *start, *end)

    def do(self, gesture: str, *numbers: float) -> None:
        """A line for guest/touch.py."""
        self._socket.sendall(f"{' '.join([gesture, *map(str, numbers)])}\n".encode())
        answer = self._file.readline().strip()
        if answer != "done":
            raise Trouble(f"The touchscreen would not {gesture}: {answer or 'the machine has gone'}")

    def close(self) -> None:
        self._file.close()
        self._socket.close()


def _flat(points: tuple[tuple[float, float], ...]) -> list[float]:
    return [number for point in points for number in point]
