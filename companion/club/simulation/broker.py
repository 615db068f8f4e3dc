"""A broker that is started to measure with, and ended after that."""

from __future__ import annotations

import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.club.settings import Club


def mosquitto_here() -> str | None:
    """The program; None where it is not installed."""
    return shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin")


@contextmanager
def broker_of_its_own(program: str, folder: Path) -> Iterator[Club]:
    """For this machine alone, with its configuration in ``folder``."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    told = folder / "mosquitto.conf"
    told.write_text(f"listener {port} 127.0.0.1\nallow_anonymous true\nlog_type none\n")
    process = subprocess.Popen([program, "-c", str(told)], stderr=subprocess.DEVNULL)
    try:
        yield Club("127.0.0.1", port)
    finally:
        process.terminate()
        process.wait()
