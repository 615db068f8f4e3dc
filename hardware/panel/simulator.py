"""A simulated panel: contacts that close, bounce, stick or are missed, on a pseudo-terminal (``remote``)."""

from __future__ import annotations

import contextlib
import random
import threading
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from random import Random

import click

from companion.commands.options import BadStart
from companion.configuration import ConfigError
from companion.core.refusals import Refused
from companion.core.texts import T
from companion.language import tell
from hardware.config import ButtonsConfig, load
from hardware.dice.ports import Pty
from hardware.dice.simulator import cannot_make, link_option, run_commands
from hardware.panel.buttons import STEP
from hardware.panel.remote import PANEL

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
    ) -> None:
        self.lit: dict[str, bool] = {}
        """The state of each output by name."""
        self.pins: Mapping[str, int] = {str(name): pin for name, pin in wanted.pins.items()}
        self._turned = wanted.encoder
        self._heard = heard
        self._rng = rng or Random()
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
            time.sleep(APART if level else seconds)

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
            time.sleep(BETWEEN)

    def stick(self, name: str) -> None:
        """Keep a button pressed, whatever happens to it."""
        pin = self._pin(name)
        self._contact(pin, 0)
        self._stuck.add(pin)

    def free(self, name: str) -> None:
        pin = self._pin(name)
        self._stuck.discard(pin)
        self._contact(pin, 1)

    def bounce(self, times: int) -> None:
        """Make every contact bounce ``times`` times before it settles."""
        self._bounces = times

    def lose(self, presses: int = 1) -> None:
        self._lose += presses

    def skip(self, steps: int = 1) -> None:
        """Miss one contact during the next steps of the encoder, as if turned too fast."""
        self._skip += steps

    def unplug(self) -> None:
        with self._lock:
            self._pty.close()
            self.lit.clear()

    def plug(self) -> None:
        with self._lock:
            self._pty.open()

    def stop(self) -> None:
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
            time.sleep(self._rng.uniform(0, BETWEEN))
            self._tell(pin, 1 - level)
            time.sleep(self._rng.uniform(0, BETWEEN))
        self._tell(pin, level)

    def _tell(self, pin: int, level: int) -> None:
        with self._lock:
            self._levels[pin] = level
            self._pty.write(b"%d %d %d\n" % (pin, level, 1000 * time.monotonic()))

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


HELP = T(
    "Buttons, an encoder, lights and a buzzer for people who have none: what is typed is pressed, or goes wrong.\n\n"
    "It is the panel of companion.toml. A companion on this machine that has no pins of its own finds it by itself. It"
    " prints each light that goes on or off, and obeys, line by line:"
)
LINES = T(
    "press green              press a button and let it go\n"
    "hold white               the same, for longer than a second\n"
    "turn 3, turn -1          turn the encoder to the right, or to the left\n"
    "double green             press it twice, very quickly\n"
    "stick green, free green  it stays down, and comes up again\n"
    "bounce 8                 from now on contacts bounce so often; bounce 0 ends it\n"
    "lose, skip               the next press is not felt; the encoder's next step is missed\n"
    "unplug, plug             the cable is pulled, and put back\n"
    "lights                   what is lit now\n"
    "quit"
)

MOST = 99
"""Maximum number of encoder steps or bounces."""


def run_command(panel: SimulatedPanel, line: str) -> str:
    """Execute a line (see ``LINES``); returns the output. Raises ``Refused`` for an invalid line."""
    word, *rest = line.split()
    does: dict[str, Callable[[], object]] = {
        "press": lambda: panel.press(_one(rest)),
        "hold": lambda: panel.press(_one(rest), LONG),
        "double": lambda: panel.double(_one(rest)),
        "turn": lambda: panel.turn(_number(rest, "turn 3", -MOST)),
        "stick": lambda: panel.stick(_one(rest)),
        "free": lambda: panel.free(_one(rest)),
        "bounce": lambda: panel.bounce(_number(rest, "bounce 8", 0)),
        "lose": panel.lose,
        "skip": panel.skip,
        "unplug": panel.unplug,
        "plug": panel.plug,
        "lights": lambda: " ".join(name for name, on in panel.lit.items() if on),
    }
    if word not in does:
        raise Refused("malformed", T("{word} is none of: {words}.", word=word, words=", ".join([*does, "quit"])))
    said = does[word]()
    return f"{word} {said}".strip() if word == "lights" else line.strip()


def _one(rest: list[str]) -> str:
    if len(rest) != 1:
        raise Refused("malformed", T("Say which button: {example}", example="press green"))
    return rest[0]


def _number(rest: list[str], example: str, least: int) -> int:
    text = " ".join(rest)
    if not text.removeprefix("-").isdecimal() or not least <= int(text) <= MOST:
        raise Refused("malformed", T("Say how often: {example}", example=example))
    return int(text)


@click.command(help=f"{tell(HELP)}\n\n\b\n{tell(LINES)}")
@click.option("--config", type=click.Path(path_type=Path), help=tell(T("Another companion.toml.")))
@link_option(PANEL)
@click.option("--seed", help=tell(T("Make the bouncing repeatable.")))
def main(config: Path | None, link: Path, seed: str | None) -> None:
    try:
        wanted = load(config).buttons
        link.parent.mkdir(parents=True, exist_ok=True)
        panel = SimulatedPanel(wanted, link, _heard, rng=random.Random(seed))
    except ConfigError as no:
        raise BadStart(no.text) from no
    except OSError as problem:
        raise cannot_make(link, problem) from None
    click.echo(" ".join(panel.pins))
    try:
        run_commands(partial(run_command, panel))
    finally:
        panel.stop()


def _heard(name: str, on: bool) -> None:
    click.echo(f"{name} {'on' if on else 'off'}")
