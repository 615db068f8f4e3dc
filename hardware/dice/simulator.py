"""A simulated dice reader: DR1 on a pseudo-terminal, so that the real serial code is used."""

from __future__ import annotations

import contextlib
import os
import random
import select
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import click

from companion.commands.options import BadStart
from companion.core.answers import Face
from companion.core.refusals import Refused
from companion.core.texts import T
from companion.games.registry import game_names, load_game
from companion.language import tell
from companion.session.tray import colour_of, numbers_of
from hardware.dice.dr1 import Device, RollState
from hardware.dice.ports import CAMERA, Pty

_TICK = 0.05
_BUFFER = 1024
"""Output buffer of a slow reader in bytes; lines that do not fit are dropped and retransmitted later."""


class _Rolling(NamedTuple):
    """A rolling die: when it comes to rest, and what the reader will see."""

    due: float
    name: str
    side: int
    throw: int
    n_in_throw: int
    confidence: int
    state: RollState


class SimulatedReader:
    """A reader with ``dice`` (name and faces, one entry per side). A host opens ``port``, a symlink with a stable name.

    Thread-safe.
    """

    def __init__(
        self,
        dice: Mapping[str, Sequence[Face]],
        rng: random.Random | None = None,
        *,
        link: Path | None = None,
        serial: str = "SIM1",
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.dice = _listed(dice)
        self._rng = rng or random.Random()
        self._clock = clock
        self._serial = serial
        self._folder = None if link else tempfile.TemporaryDirectory(prefix="dice-reader-")
        self._lock = threading.RLock()
        self._devices = 0
        self._device = self._boot()
        self._rolling: list[_Rolling] = []
        self._pty = Pty(link or Path(self._folder.name if self._folder else "") / "reader")
        self._wake = os.pipe()
        self._lose = self._double = 0
        self._extra = self._unsent = b""
        self._rate, self._sent_at = 0, 0.0
        self._stopping = False
        self.plug()
        self._thread = threading.Thread(target=self._run, name="simulated reader", daemon=True)
        self._thread.start()

    @property
    def port(self) -> str:
        return str(self._pty.link)

    @property
    def busy(self) -> bool:
        with self._lock:
            return bool(self._rolling)

    @property
    def unacked(self) -> list[int]:
        with self._lock:
            return self._device.unacked

    def throw(
        self,
        dice: Mapping[str, str | int] | Iterable[str],
        *,
        crooked: Iterable[str] = (),
        confidence: int = 990,
        every: float = 0.0,
    ) -> dict[str, int]:
        """Throw dice together; returns the side of each. They come to rest one by one, every ``every`` seconds.

        With a list of names the result is random. A mapping sets it: a face, ``?`` for random, or the number of a side,
        0 for one that the reader cannot recognise. Raises ``Refused`` for an unknown die or face.
        """
        wanted = dict(dice) if isinstance(dice, Mapping) else dict.fromkeys(dice, "?")
        leaning = set(crooked)
        shown = {die: self._side(die, face) for die, face in wanted.items()}
        with self._lock:
            throw, now = self._device.next_throw(), self._clock()
            for n, (die, side) in enumerate(shown.items()):
                rest = _Rolling(
                    now + n * every, die, side, throw, n + 1, confidence, "crooked" if die in leaning else "rolled"
                )
                self._rolling.append(rest)
            self._settle(now)
        self._poke()
        return shown

    def garbage(self, data: bytes = b"\xff\x00$ROLL,1,1,1,red1,6,990,rolled,1*0000\r\n") -> None:
        with self._lock:
            self._extra += data
        self._poke()

    def lose(self, lines: int = 1) -> None:
        with self._lock:
            self._lose += lines

    def duplicate(self, lines: int = 1) -> None:
        with self._lock:
            self._double += lines

    def slow(self, rate: int) -> None:
        """Limit the output to ``rate`` bytes per second; 0: no limit."""
        with self._lock:
            self._rate, self._sent_at = rate, self._clock()

    def unplug(self) -> None:
        """Disconnect. The reader keeps running and keeps its records."""
        with self._lock:
            self._pty.close()
        self._poke()

    def plug(self, link: Path | None = None) -> None:
        """Reconnect, optionally at another port ``link``."""
        with self._lock:
            self._pty.link = link or self._pty.link
            self._pty.open()
        self._poke()

    def reboot(self) -> None:
        """Restart the reader: all records are lost, and it counts from 1."""
        with self._lock:
            self._device = self._boot()
            self._rolling.clear()
        self._poke()

    def use(self, dice: Mapping[str, Sequence[Face]]) -> None:
        """Change the dice; different ones look like another reader."""
        wanted = _listed(dice)
        with self._lock:
            if wanted == self.dice:
                return
            self.dice = wanted
            self.reboot()

    def stop(self) -> None:
        self._stopping = True
        self._poke()
        self._thread.join()
        self.unplug()
        for end in self._wake:
            os.close(end)
        if self._folder:
            self._folder.cleanup()

    def _boot(self) -> Device:
        self._devices += 1
        dice = [(name, len(sides), colour_of(name)) for name, sides in self.dice.items()]
        boot_id = f"{os.getpid():x}-{self._devices}-{self._rng.getrandbits(32):08x}"
        return Device(dice, serial=self._serial, boot_id=boot_id, now=self._clock())

    def _side(self, die: str, face: str | int) -> int:
        sides = self.dice.get(die)
        if sides is None:
            raise Refused("unknown", T("There is no die {die}; there are {dice}.", die=die, dice=", ".join(self.dice)))
        if face not in sides and (isinstance(face, int) or face.isdigit()):
            if not 0 <= int(face) <= len(sides):
                raise Refused("unknown", T("The die {die} has sides 1 to {n}; 0 is unknown.", die=die, n=len(sides)))
            return int(face)
        numbers = list(range(1, len(sides) + 1)) if face == "?" else numbers_of(sides, str(face))
        if not numbers:
            faces = ", ".join(dict.fromkeys(sides))
            raise Refused("unknown", T("The die {die} has no {face}; it has {faces}.", die=die, face=face, faces=faces))
        return self._rng.choice(numbers)

    def _settle(self, now: float) -> None:
        """Report the dice that have come to rest by ``now``."""
        while self._rolling and self._rolling[0].due <= now:
            die = self._rolling.pop(0)
            self._device.roll(
                die.name, die.side, now=now, throw=die.throw, n_in_throw=die.n_in_throw, confidence=die.confidence,
                state=die.state,
            )  # fmt: skip

    def _poke(self) -> None:
        with contextlib.suppress(OSError):
            os.write(self._wake[1], b".")

    def _run(self) -> None:
        while not self._stopping:
            with self._lock:
                port = self._pty.number
            try:
                ready, _, _ = select.select([self._wake[0], *([] if port is None else [port])], [], [], _TICK)
            except (OSError, ValueError):
                continue
            if self._wake[0] in ready:
                os.read(self._wake[0], 4096)
            with self._lock:
                self._turn()

    def _turn(self) -> None:
        """Receive, and send what is due; output is lost while disconnected."""
        now = self._clock()
        self._device.receive(self._pty.read(), now)
        self._settle(now)
        self._device.tick(now)
        lines = self._device.outgoing()
        data, self._extra, self._unsent = self._unsent + self._extra, b"", b""
        for line in lines:
            if self._lose:
                self._lose -= 1
                continue
            data += line
            if self._double:
                self._double -= 1
                data += line
        self._pty.write(self._at_its_pace(data, now))

    def _at_its_pace(self, data: bytes, now: float) -> bytes:
        """The part of the output that a slow reader has sent by ``now``; the rest is buffered if there is room."""
        if not self._rate or self._pty.number is None:
            return data
        size = int(self._rate * (now - self._sent_at))
        if size:
            self._sent_at = now
        self._unsent = data[size : size + _BUFFER]
        return data[:size]


def _listed(dice: Mapping[str, Sequence[Face]]) -> dict[str, list[str]]:
    return {name: [str(side) for side in sides] for name, sides in dice.items()}


def link_option(default: Path) -> Callable[[Callable[..., None]], Callable[..., None]]:
    path = click.Path(path_type=Path, dir_okay=False)
    return click.option("--link", type=path, default=default, help=tell(T("Where the port is to be found.")))


def cannot_make(link: Path, problem: OSError) -> BadStart:
    why = str(problem.strerror)
    return BadStart(T("{path} cannot be made: {problem}. Name another one: --link.", path=str(link), problem=why))


def run_commands(run_command: Callable[[str], str]) -> None:
    """Run each line of standard input and print the result, until ``quit`` or the end of input.

    For a refused line the reason is printed.
    """
    for line in sys.stdin:
        if line.strip() == "quit":
            break
        if line.strip():
            try:
                click.echo(run_command(line))
            except Refused as no:
                click.echo(tell(no.text), err=True)


UNSURE = 300
"""Confidence of an ``unsure`` die, of 1000."""
HELP = T(
    "A dice reader for people who have none: what is typed says what is rolled, and what goes wrong.\n\n"
    "It prints its port; without --link a companion on this machine finds it by itself. It obeys, line by line:"
)
LINES = T(
    "roll red1=PHYS blue1     roll these dice; without a face it is left to chance\n"
    "crooked red1=PHYS        the same, but the die leans against something\n"
    "unsure red1=PHYS         the same, but the reader is not certain\n"
    "unplug, plug             the cable is pulled, and put back\n"
    "reboot                   the reader starts again and has forgotten everything\n"
    "garbage                  a stretch of bytes that mean nothing\n"
    "lose, duplicate          the next line never arrives, or arrives twice\n"
    "slow 100                 only so many bytes a second; slow 0 ends it\n"
    "unacked                  how many readings are not safe in the companion yet\n"
    "quit"
)


def run_command(reader: SimulatedReader, line: str) -> str:
    """Execute a line (see ``LINES``); returns the output. Raises ``Refused`` for an invalid line."""
    word, *rest = line.split()
    does: dict[str, Callable[[], str]] = {
        "roll": lambda: _roll(reader, rest),
        "crooked": lambda: _roll(reader, rest, crooked=True),
        "unsure": lambda: _roll(reader, rest, confidence=UNSURE),
        "slow": lambda: _slow(reader, rest),
        "unacked": lambda: f"unacked {len(reader.unacked)}",
    }
    for fault in (reader.unplug, reader.plug, reader.reboot, reader.garbage, reader.lose, reader.duplicate):
        does[fault.__name__] = lambda fault=fault: fault() or fault.__name__  # type: ignore[misc]
    if word not in does:
        raise Refused("malformed", T("{word} is none of: {words}.", word=word, words=", ".join([*does, "quit"])))
    return does[word]()


def _roll(reader: SimulatedReader, rest: list[str], *, crooked: bool = False, confidence: int = 990) -> str:
    dice = {die: face or "?" for die, _, face in (part.partition("=") for part in rest)}
    if not dice:
        raise Refused("malformed", T("Say which dice: {example}", example="roll red1=PHYS blue1"))
    shown = reader.throw(dice, crooked=dice if crooked else (), confidence=confidence)
    return " ".join(f"{die}={reader.dice[die][side - 1] if side else '?'}" for die, side in shown.items())


def _slow(reader: SimulatedReader, rest: list[str]) -> str:
    rate = " ".join(rest)
    if not (rate.isascii() and rate.isdigit()):
        raise Refused("malformed", T("Say how many bytes a second: {example}", example="slow 100"))
    reader.slow(int(rate))
    return f"slow {int(rate)}"


@click.command(help=f"{tell(HELP)}\n\n\b\n{tell(LINES)}")
@click.option(
    "--game",
    type=click.Choice(game_names()),
    default=game_names()[0],
    show_default=True,
    help=tell(T("The game whose dice are rolled.")),
)
@link_option(CAMERA)
@click.option("--seed", help=tell(T("Make the rolls repeatable.")))
def main(game: str, link: Path, seed: str | None) -> None:
    dice = load_game(game).rules.dice
    if not dice:
        raise BadStart(T("{game} has no dice to read.", game=load_game(game).title))
    try:
        link.parent.mkdir(parents=True, exist_ok=True)
        reader = SimulatedReader(dice, link=link, rng=random.Random(seed))
    except OSError as problem:
        raise cannot_make(link, problem) from None
    click.echo(reader.port)
    try:
        run_commands(partial(run_command, reader))
    finally:
        reader.stop()
