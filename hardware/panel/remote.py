"""Pins driven by another program, ``companion simulate panel``, on a machine without GPIO.

The program sends one level per line (``5 0 1200`` closes the contact of pin 5 at 1200 ms of its clock, ``5 1`` opens it
whenever that is read). The levels drive simulated pins, so that bouncing, stuck and missed contacts pass through the
same debouncing as on a real panel. Output levels are sent back by name (``light 1``).
"""

from __future__ import annotations

import contextlib
import logging
import re
import threading
import time
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any

import serial

from companion.core.texts import T
from hardware.dice.ports import CAMERA
from hardware.inputs import Health, Sink

log = logging.getLogger(__name__)

PANEL = CAMERA.with_name("panel")
"""The port of a simulated panel on this machine."""
TURN = 0.02
"""Maximum delay in seconds before a changed output is sent."""
LOOK_EVERY = 0.5
MOST = 64
CLOSE = 0.3
"""Levels less than this many seconds apart stay as far apart when a busy machine reads them all at once: without it, a
press would look like bouncing."""
_LEVEL = re.compile(rb"([0-9]{1,2}) ([01])(?: ([0-9]{1,12}))?").fullmatch


class RemotePins:
    """Drives the simulated pins ``inputs`` of ``factory``; the buttons on them report the events.

    ``outputs`` are the pins of lights and buzzer by name. ``link`` is the port of the other program.
    """

    name = "panel"

    def __init__(
        self, inputs: Collection[int], outputs: Mapping[str, int], factory: Any, *, link: Path | None = None
    ) -> None:
        self._inputs = frozenset(inputs)
        self._outputs = dict(outputs)
        self._factory = factory
        self._link = link or PANEL
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        self._there = False
        self._last = 0.0, 0.0
        """When the last level was sent, on the clock of the other program, and taken, on ours."""

    def start(self, sink: Sink) -> None:
        if self._thread is None:
            self._stopping = threading.Event()
            self._thread = threading.Thread(target=self._run, name=self.name, daemon=True)
            self._thread.start()

    def stop(self) -> None:
        thread, self._thread = self._thread, None
        if thread is not None:
            self._stopping.set()
            thread.join()

    def health(self) -> Health:
        if self._there:
            return Health("ready", T("The simulated panel is ready."))
        return Health("waiting", T("No simulated panel is running."))

    def _run(self) -> None:
        while not self._stopping.is_set():
            if self._link.exists():
                try:
                    self._serve()
                except (OSError, ValueError) as problem:
                    log.info("%s: %s", self._link, problem)
            self._stopping.wait(LOOK_EVERY)

    def _serve(self) -> None:
        """Transfer levels until the other program disconnects, which raises ``OSError``."""
        with serial.serial_for_url(str(self._link), timeout=TURN, write_timeout=1.0, exclusive=True) as port:
            rest, shown = b"", dict[str, bool]()
            self._there = True
            try:
                while not self._stopping.is_set() and self._link.exists():
                    data = port.read(1)
                    *lines, rest = (rest + data + (port.read(port.in_waiting) if data else b"")).split(b"\n")
                    rest = rest[-MOST:]
                    for line in lines:
                        self._drive(line)
                    now = {name: bool(self._factory.pin(pin).state) for name, pin in self._outputs.items()}
                    port.write(b"".join(b"%s %d\n" % (n.encode(), on) for n, on in now.items() if shown.get(n) != on))
                    shown = now
            finally:
                self._there = False
                for pin in self._inputs:
                    self._move(self._factory.pin(pin).drive_high)

    def _drive(self, line: bytes) -> None:
        level = _LEVEL(line)
        if level is not None and int(level[1]) in self._inputs:
            self._keep_apart(level[3])
            pin = self._factory.pin(int(level[1]))
            self._move(pin.drive_high if level[2] == b"1" else pin.drive_low)

    def _keep_apart(self, sent: bytes | None) -> None:
        if sent is not None:
            (before, taken), at = self._last, int(sent) / 1000
            if 0 < at - before < CLOSE:
                self._stopping.wait(max(0.0, taken + at - before - time.monotonic()))
            self._last = at, time.monotonic()

    @staticmethod
    def _move(drive: Callable[[], None]) -> None:
        """Drive a pin, unless it is not an input because its button could not be created."""
        with contextlib.suppress(Exception):
            drive()
