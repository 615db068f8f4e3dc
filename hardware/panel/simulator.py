"""A simulated panel: contacts that close, bounce, stick or are missed, on a pseudo-terminal (``remote``)."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random

from companion.core.refusals import Refused
from companion.core.texts import T
from hardware.config import ButtonsConfig
from hardware.dice.pty import Pty
from hardware.panel.encoder import STEP

SHORT, LONG = 0.12, 1.3
"""Duration of a press and of a hold in seconds, for any ``hold_ms`` up to 1200."""
APART = 0.12
BETWEEN = 0.004
"""Seconds between edges of a bouncing contact, and of a turning encoder."""
AGAIN = 1.0
"""Seconds between transmissions of all levels, for a companion that connects later."""


class SimulatedPanel:
    """The panel of ``wanted`` at the port ``link``. ``heard`` is called in a thread for each light or buzzer that is
    switched. All methods must be called from one thread."""

    def __init__(
        self,
        wanted: ButtonsConfig,
        link: Path,
        heard: Callable[[str, bool], None] = lambda name, on: None,
        *,
        rng: Random | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.lit: dict[str, bool] = {}
        """The state of each output by name."""
        self.pins: Mapping[str, int] = {str(name): pin for name, pin in wanted.pins.items()}
        self._turned = wanted.encoder
        self._heard = heard
        self._rng = rng or Random()
        self._sleep = sleep
        self._bounces = self._lose = self._skip = 0
        self._levels = dict.fromkeys([*self.pins.values(), *self._encoder], 1)
        self._stuck: set[int] = set()
        self._lock = threading.Lock()
        self._pty = Pty(link)
        self._stopping = threading.Event()
        self.plug()
        self._thread = threading.Thread(target=self._run, name="simulated panel", daemon=True)
        self._thread.start()

    def press(self, name: str, seconds: float = SHORT) -> None:
        """Press a button for ``seconds``. Raises ``Refused`` for an unknown one."""
        pin = self._pin(name)
        if self._lose:
            self._lose -= 1
            return
        for level in (0, 1):
            self._contact(pin, level)
            self._sleep(APART if level else seconds)

    def double(self, name: str) -> None:
        """Press a button twice quickly."""
        self.press(name, SHORT / 2)
        self.press(name, SHORT / 2)

    def turn(self, steps: int) -> None:
        """Turn the encoder by ``steps`` (negative: to the left). Raises ``Refused`` if there is none."""
        if self._turned is None:
            raise Refused("unknown", T("This panel has no encoder."))
        a, b = self._encoder
        for _ in range(abs(steps)):
            closed: tuple[str, ...] = STEP if steps > 0 else (*STEP[-2::-1], STEP[-1])
            if self._skip:
                self._skip -= 1
                closed = (closed[0], "")
            for names in closed:
                for name, pin in (("a", a), ("b", b)):
                    if self._levels[pin] != (level := int(name not in names)):
                        self._contact(pin, level)
            self._sleep(BETWEEN)

    def stick(self, name: str) -> None:
        """Keep a button pressed, whatever happens to it."""
        pin = self._pin(name)
        self._contact(pin, 0)
        self._stuck.add(pin)

    def free(self, name: str) -> None:
        """Release a stuck button."""
        pin = self._pin(name)
        self._stuck.discard(pin)
        self._contact(pin, 1)

    def bounce(self, times: int) -> None:
        """Make every contact bounce ``times`` times before it settles."""
        self._bounces = times

    def lose(self, presses: int = 1) -> None:
        """Ignore the next presses."""
        self._lose += presses

    def skip(self, steps: int = 1) -> None:
        """Miss one contact during the next steps of the encoder, as if turned too fast."""
        self._skip += steps

    def unplug(self) -> None:
        """Disconnect."""
        with self._lock:
            self._pty.close()
            self.lit.clear()

    def plug(self) -> None:
        """Reconnect."""
        with self._lock:
            self._pty.open()

    def stop(self) -> None:
        """Stop, and remove the port."""
        self._stopping.set()
        self._thread.join()
        self.unplug()

    @property
    def _encoder(self) -> tuple[int, ...]:
        return () if self._turned is None else (self._turned.a, self._turned.b)

    def _pin(self, name: str) -> int:
        if name not in self.pins:
            raise Refused(
                "unknown", T("There is no button {name}; there are {names}.", name=name, names=", ".join(self.pins))
            )
        return self.pins[name]

    def _contact(self, pin: int, level: int) -> None:
        """Close (0) or open (1) a contact, with bouncing."""
        if pin in self._stuck:
            return
        for _ in range(self._bounces):
            self._tell(pin, level)
            self._sleep(self._rng.uniform(0, BETWEEN))
            self._tell(pin, 1 - level)
            self._sleep(self._rng.uniform(0, BETWEEN))
        self._tell(pin, level)

    def _tell(self, pin: int, level: int) -> None:
        with self._lock:
            self._levels[pin] = level
            self._pty.write(b"%d %d\n" % (pin, level))

    def _run(self) -> None:
        rest, next_ = b"", time.monotonic()
        while not self._stopping.wait(BETWEEN):
            with self._lock, contextlib.suppress(OSError):
                if time.monotonic() >= next_:
                    next_ = time.monotonic() + AGAIN
                    self._pty.write(b"".join(b"%d %d\n" % one for one in self._levels.items()))
                rest += self._pty.read()
            *lines, rest = rest.split(b"\n")
            for line in lines:
                name, _, on = line.decode(errors="replace").strip().partition(" ")
                self.lit[name] = on == "1"
                self._heard(name, self.lit[name])
