"""``python -m companion.bench.phone_clients.listeners``: phone clients in a process of their own.

Input: a JSON line with ``port`` and ``keys``. Output: a line for each connected phone and for each page it has read:
its number, the moment of the page (``-`` at first), and the time in monotonic seconds.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
import time

MOMENT = re.compile(rb'data-moment="([^"]+)"')
LONGEST = 2**20
"""Maximum line length in bytes."""


async def listen(number: int, port: int, key: str) -> None:
    """Run a phone until the server ends."""
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
    """Run all phones concurrently."""
    given = json.loads(sys.stdin.readline())
    await asyncio.gather(*(listen(number, given["port"], key) for number, key in enumerate(given["keys"])))


if __name__ == "__main__":
    asyncio.run(main())
