"""Notifications to systemd when running as a service (``sd_notify(3)``)."""

from __future__ import annotations

import os
import socket

READY = "READY=1"
"""The screen can be used."""
ALIVE = "WATCHDOG=1"
"""The watchdog signal; the unit restarts the program without it for 15 seconds."""


def notify(*words: str) -> bool:
    """Send ``READY``, ``ALIVE`` or ``STATUS=…`` to systemd; False if there is no service manager.

    Never blocks and never raises, so that it can be called when not running as a service.
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
