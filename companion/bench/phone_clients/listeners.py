"""``python -m companion.bench.phone_clients.listeners``: phone clients in a process of their own.

A line of JSON says the ``port`` and the ``keys``. A line is printed for each phone that is there, and for each page
that it has read to its end: its number, the moment of the page (``-`` at first), and when that was, in seconds of the
machine's clock that only runs forward.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
import time

MOMENT = re.compile(rb'data-moment="([^"]+)"')
LONGEST = 2**20
"""Bytes of a line of a page."""


async def listen(number: int, port: int, key: str) -> None:
    """A phone, known by its ``key``, until the server ends."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=LONGEST)
    head = f"GET /events HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: key={key}\r\n\r\n"
    writer.write(head.encode())
    moment = "-"
    while line := await reader.readline():
        if found := MOMENT.search(line):
            moment = found[1].decode()
        elif line == b"\n" and moment:
            print(number, moment, time.monotonic(), flush=True)
            moment = ""


async def main() -> None:
    """All of them at once."""
    given = json.loads(sys.stdin.readline())
    await asyncio.gather(*(listen(number, given["port"], key) for number, key in enumerate(given["keys"])))


if __name__ == "__main__":
    asyncio.run(main())
