"""The main loop of the camera reader: reads pictures, sends rolls, and keeps an annotated picture up to date."""

from __future__ import annotations

import os
import re
import socket
import time
from collections.abc import Sequence
from pathlib import Path

import click

from companion.commands.options import BadStart
from companion.core.texts import T, Text
from companion.games.game import Game
from companion.language import tell
from companion.lookback.dice import face_names
from companion.session.faces import colour_of
from hardware.camera import overlay
from hardware.camera.frames import Camera, NoFrames, Picture, Video, open_frames, stream
from hardware.camera.templates import BadDiceFile, Learned, load
from hardware.camera.transmitter import Roll, Transmitter
from hardware.camera.transport import NoTransport, open_transport
from hardware.camera.watcher import Piece, Watcher
from hardware.dice.device import Device
from hardware.dice.dr1 import ALIKE

SHOW_EVERY = 0.5


def read(camera: str, game: Game, file: Path, port: str, show: Path | None, *, empty: bool = False) -> int:
    """Read the dice of a game until the video ends or somebody presses Ctrl+C. Raises ``BadStart``."""
    try:
        learned = load(file)
        frames = open_frames(camera)
        transport = open_transport(port)
    except (BadDiceFile, NoTransport) as no:
        raise BadStart(no.text) from no
    click.echo(tell(T("The companion finds this reader at: {port}", port=transport.where)))
    if show is None and transport.view is not None:
        show = transport.view
    if show is not None:
        click.echo(tell(T("What the camera reader sees is in {file}.", file=str(show))))
    transmitter = Transmitter(device_for(learned, camera), transport)
    transmitter.start()
    try:
        _watch(frames, Watcher(learned), transmitter, View(show, game), empty=empty)
    except KeyboardInterrupt:
        pass
    except NoFrames as no:
        raise BadStart(no.text) from no
    finally:
        transmitter.stop()
        frames.close()
    return 0


def device_for(learned: Learned, camera: str) -> Device:
    """The DR1 device for these dice, with a new boot id, so that no record is mistaken for an earlier one."""
    dice = [(name, len(sides), colour_of(name)) for name, sides in learned.dice.items()]
    name = re.sub(r"[^A-Za-z0-9._-]", "-", f"{socket.gethostname()[:16]}-{Path(camera).name[:12]}")
    return Device(dice, serial=name, boot_id=os.urandom(6).hex(), now=time.monotonic(), model=ALIKE)


def _watch(frames: Camera | Video, watcher: Watcher, transmitter: Transmitter, view: View, *, empty: bool) -> None:
    told: Text | None = None
    for picture in stream(frames):
        if empty:
            watcher.empty(picture)
            empty = False
        throw = watcher.feed(picture, time.monotonic())
        if throw:
            transmitter.report(throw)
            click.echo(" ".join(map(_said, throw)))
        if watcher.status is not told:
            told = watcher.status
            click.echo(tell(told), err=True)
        view.show(picture, watcher.pieces, watcher.status, at_once=bool(throw))


class View:
    """The file with the annotated picture; with ``file`` None nothing is written."""

    def __init__(self, file: Path | None, game: Game) -> None:
        self._file = file
        self._words = {face: tell(name) for face, name in face_names(game).items()}
        self._next = 0.0

    def show(self, picture: Picture, pieces: Sequence[Piece], status: Text, *, at_once: bool = False) -> None:
        """Write the picture if one is due or ``at_once``. After a failure it is reported once and not tried again."""
        if self._file is None or not (at_once or time.monotonic() >= self._next):
            return
        self._next = time.monotonic() + SHOW_EVERY
        try:
            overlay.save(overlay.annotated(picture, pieces, tell(status), self._words), self._file)
        except OSError as problem:
            why = problem.strerror or str(problem)
            click.echo(tell(T("{file} cannot be written: {problem}.", file=str(self._file), problem=why)), err=True)
            self._file = None


def _said(roll: Roll) -> str:
    crooked = " /" if roll.state == "crooked" else ""
    return f"{roll.die}={roll.side or '?'}{crooked} {roll.confidence / 10:.0f} %"
