"""What systemd hears from the companion when it runs as a service (sd_notify, protocol of ``sd_notify(3)``)."""

from __future__ import annotations

import os
import socket

READY = "READY=1"
"""The screen is there and can be used."""
ALIVE = "WATCHDOG=1"
"""The program still does its work; the unit restarts it when this is not said for 15 seconds."""


def tell(*words: str) -> bool:
    """Say ``READY``, ``ALIVE`` or ``STATUS=…`` to systemd; False where no service manager listens.

    Never blocks and never fails: a companion that was started by hand says the same to nobody.
    """
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return False
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC | socket.SOCK_NONBLOCK) as to:
            to.sendto("\n".join(words).encode(), "\0" + address[1:] if address[0] == "@" else address)
    except OSError:
        return False
    return True
