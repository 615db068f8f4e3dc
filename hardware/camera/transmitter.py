"""Sends readings over a transport: the device's side of DR1, in a thread of its own."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

from hardware.camera.transport import Transport
from hardware.dice.device import Device
from hardware.dice.dr1 import RollState

WAIT = 0.01
"""Maximum delay of a reading in seconds."""


class Roll(NamedTuple):
    """A die that came to rest: name, side (0: not recognised), confidence 0 to 1000."""

    die: str
    side: int
    confidence: int
    state: RollState


class Transmitter:
    """Runs a device on a transport, independently of the camera."""

    def __init__(self, device: Device, transport: Transport, clock: Callable[[], float] = time.monotonic) -> None:
        self._device = device
        self._transport = transport
        self._clock = clock
        self._lock = threading.Lock()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="camera reader", daemon=True)

    @property
    def unacked(self) -> int:
        """Number of records not yet acknowledged."""
        with self._lock:
            return len(self._device.unacked)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def stop(self) -> None:
        """Stop the thread and close the transport."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join()
        self._transport.close()

    def report(self, throw: Sequence[Roll]) -> None:
        """Send dice that came to rest together. Thread-safe."""
        with self._lock:
            number, now = self._device.next_throw(), self._clock()
            for n, roll in enumerate(throw, 1):
                self._device.roll(
                    roll.die,
                    roll.side,
                    now=now,
                    throw=number,
                    n_in_throw=n,
                    confidence=roll.confidence,
                    state=roll.state,
                )

    def _run(self) -> None:
        while not self._stopping.is_set():
            with self._lock:
                self._device.tick(self._clock())
                out = b"".join(self._device.outgoing())
            data = self._transport.exchange(out, WAIT)
            with self._lock:
                self._device.receive(data, self._clock())
