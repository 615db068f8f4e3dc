"""Fifty simulated phones in a process of their own, for measurements under load: ``python -m tests.bench.crowd``.

Input of that process: a JSON line with ``port`` and ``keys``. Output: a line for each connected phone and for each page
it has read: its number, the moment of the page (``-`` at first), and the time in monotonic seconds.
"""

from __future__ import annotations

import asyncio
import json
import queue
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.web.phones import PhoneRegistry

MOMENT = re.compile(rb'data-moment="([^"]+)"')
LONGEST = 2**20
"""Maximum line length in bytes."""
PHONES = 50
LATEST = 30.0
"""Seconds after which a phone without an update is an error."""


def let_in(registry: PhoneRegistry, phones: int = PHONES) -> list[str]:
    """Admit phones and return their keys: one per seat, the others as spectators; every other one in Spanish."""
    keys = []
    for number, seat in enumerate([*registry.seats, *[None] * phones][:phones]):
        key, phone = registry.request_access("", seat, 0.0, ("en", "es")[number % 2])
        registry.answer(phone.request_number, yes=True, now=0.0)
        keys.append(key)
    return keys


class Crowd:
    """Phones with these ``keys``, connected to the server at local ``port``."""

    def __init__(self, port: int, keys: list[str]) -> None:
        self._read: queue.SimpleQueue[tuple[int, str, float]] = queue.SimpleQueue()
        self._shown = dict.fromkeys(range(len(keys)), "")
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.bench.crowd"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"port": port, "keys": keys}) + "\n")
        self._process.stdin.flush()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            number, moment, at = line.split()
            self._read.put((int(number), moment, float(at)))

    def arrive(self, meanwhile: Callable[[], object]) -> None:
        """Wait until all phones are connected."""
        self.wait(["-"] * len(self._shown), meanwhile)

    def wait(self, moments: Sequence[str], meanwhile: Callable[[], object]) -> list[float]:
        """When each phone showed its moment of the table, in monotonic seconds."""
        end, found = time.monotonic() + LATEST, []
        while any(shown != moments[number] for number, shown in self._shown.items()):
            assert time.monotonic() < end, "a phone shows nothing new"
            meanwhile()
            while not self._read.empty():
                number, self._shown[number], at = self._read.get()
                if self._shown[number] == moments[number]:
                    found.append(at)
        return found

    def close(self) -> None:
        """Disconnect all phones."""
        self._process.terminate()
        self._process.wait()


async def listen(number: int, port: int, key: str) -> None:
    """Run a phone until the server ends."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=LONGEST)
    head = f"GET /events HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: key-{port}={key}\r\n\r\n"
    writer.write(head.encode())
    moment = "-"
    while line := await reader.readline():
        if found := MOMENT.search(line):
            moment = found[1].decode()
        elif line == b"\n" and moment:
            print(number, moment, time.monotonic(), flush=True)
            moment = ""


async def main() -> None:
    """Run all phones concurrently."""
    given = json.loads(sys.stdin.readline())
    await asyncio.gather(*(listen(number, given["port"], key) for number, key in enumerate(given["keys"])))


if __name__ == "__main__":
    asyncio.run(main())
