"""The camera reader at work: it reads pictures and sends rolls, or lets people show it one face after another."""

from __future__ import annotations

import os
import re
import select
import socket
import sys
import termios
import time
import tty
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import click

from companion.commands.options import BadStart
from companion.core.texts import T, Text
from companion.games.game import Game
from companion.language import tell
from companion.lookback.dice import face_names
from companion.session.tray import colour_name, colour_of
from hardware.camera import watcher as overlay
from hardware.camera.checks import ReaderState, of_tray
from hardware.camera.collection import BadCollection, DiceCollection
from hardware.camera.frames import Camera, MotionDetector, NoFrames, Picture, Video, open_frames, stream
from hardware.camera.learning import BadSample, DiceLearning
from hardware.camera.pips import NoNetwork, PipReader
from hardware.camera.templates import BadDiceFile, Learned, load, save
from hardware.camera.transport import CameraRoll, NoTransport, Transmitter, open_transport
from hardware.camera.watcher import TrackedDie, Watcher
from hardware.dice.dr1 import ALIKE, Device

SHOW_EVERY = 0.5


def read(
    camera: str,
    game: Game,
    file: Path,
    port: str,
    show: Path | None,
    keep: Path | None = None,
    *,
    empty: bool = False,
) -> int:
    """Read the dice of a game until the video ends or somebody presses Ctrl+C; keep pictures of those that people
    confirm or correct in ``keep``. Raises ``BadStart``."""
    try:
        learned = load(file)
        collection = None if keep is None else DiceCollection(keep, learned.dice)
        frames = open_frames(camera)
        transport = open_transport(port)
    except (BadCollection, BadDiceFile, NoTransport) as no:
        raise BadStart(no.text) from no
    click.echo(tell(T("The companion finds this reader at: {port}", port=transport.where)))
    if show is None and transport.view is not None:
        show = transport.view
    if show is not None:
        click.echo(tell(T("What the camera reader sees is in {file}.", file=str(show))))
    state = ReaderState(show)
    transmitter = Transmitter(device_for(learned, camera), transport)
    transmitter.start()
    try:
        watcher = Watcher(learned, pips=_pips(state))
        _watch(frames, watcher, transmitter, AnnotatedView(show, game), collection, state, empty=empty)
    except KeyboardInterrupt:
        pass
    except NoFrames as no:
        raise BadStart(no.text) from no
    finally:
        transmitter.stop()
        frames.close()
        state.close()
    return 0


def _pips(state: ReaderState) -> PipReader | None:
    """The network that reads pips. Without it a sentence is said, and dice are read by their templates alone."""
    try:
        return PipReader()
    except NoNetwork as no:
        click.echo(tell(no.text), err=True)
        state.hold("network", no.text)
        return None


def device_for(learned: Learned, camera: str) -> Device:
    """The DR1 device for these dice, with a new boot id, so that no record is mistaken for an earlier one."""
    dice = [(name, len(sides), colour_of(name)) for name, sides in learned.dice.items()]
    name = re.sub(r"[^A-Za-z0-9._-]", "-", f"{socket.gethostname()[:16]}-{Path(camera).name[:12]}")
    return Device(dice, serial=name, boot_id=os.urandom(6).hex(), now=time.monotonic(), model=ALIKE)


def _watch(
    frames: Camera | Video,
    watcher: Watcher,
    transmitter: Transmitter,
    view: AnnotatedView,
    collection: DiceCollection | None,
    state: ReaderState,
    *,
    empty: bool,
) -> None:
    status: Text | None = None
    for picture in stream(frames, partial(state.hold, "camera")):
        if empty:
            watcher.empty(picture)
            empty = False
        throw = watcher.feed(picture, time.monotonic())
        if throw:
            records = transmitter.report(throw)
            if collection is not None:
                collection.see(picture, watcher.pieces, zip(records, throw, strict=True))
            click.echo(" ".join(map(_said, throw)))
        if collection is not None:
            collection = _keep(collection, transmitter)
        if throw or watcher.status is not status:
            state.hold("tray", of_tray(watcher, picture))
        if watcher.status is not status:
            status = watcher.status
            click.echo(tell(status), err=True)
        view.show(picture, watcher.pieces, watcher.status, at_once=bool(throw))


def _keep(collection: DiceCollection, transmitter: Transmitter) -> DiceCollection | None:
    """Keep what people have spoken of. A disk that takes nothing is said once, and dice are read on: None."""
    try:
        for said in transmitter.take_faces():
            collection.take(said)
    except BadCollection as no:
        click.echo(tell(no.text), err=True)
        return None
    return collection


class AnnotatedView:
    """The file with the annotated picture; with ``file`` None nothing is written."""

    def __init__(self, file: Path | None, game: Game) -> None:
        self._file = file
        self._words = {face: tell(name) for face, name in face_names(game).items()}
        self._next = 0.0

    def show(self, picture: Picture, pieces: Sequence[TrackedDie], status: Text, *, at_once: bool = False) -> None:
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


def _said(roll: CameraRoll) -> str:
    crooked = " /" if roll.state == "crooked" else ""
    return f"{roll.die}={roll.side or '?'}{crooked} {roll.confidence / 10:.0f} %"


REST = 0.6
"""Seconds of rest before a die is learned: hands withdraw slowly."""


def learn_dice(camera: str, game: Game, file: Path, show: Path | None) -> int:
    """Learn all faces of a game's dice and write the file; returns the exit status. Raises ``BadStart``."""
    frames = open_frames(camera)
    view = AnnotatedView(show, game)
    last = T("Empty the tray and take your hands away. Then press a key.")
    click.echo(tell(last))
    click.getchar()
    click.echo(tell(T("If a wrong face was seen, press b: it is asked for once more.")))
    training = TrainingSession(game)
    try:
        with _Keys() as keys:
            for picture in stream(frames):
                said = training.feed(picture, time.monotonic())
                if "b" in keys.pressed().lower():
                    said += training.back()
                for last in said:
                    click.echo(tell(last))
                view.show(picture, [], last, at_once=bool(said))
                if training.learned is not None:
                    save(training.learned, file)
                    click.echo(tell(T("All faces are learned and kept in {file}.", file=str(file))))
                    return 0
    except KeyboardInterrupt:
        pass
    except NoFrames as no:
        raise BadStart(no.text) from no
    except OSError as problem:
        raise BadStart(
            T("{file} cannot be written: {problem}.", file=str(file), problem=str(problem.strerror))
        ) from problem
    finally:
        frames.close()
    raise BadStart(T("Not all faces were shown, so nothing was learned. Start again."))


class _Keys:
    """Reads keys without blocking; none if standard input is not a terminal."""

    def __enter__(self) -> _Keys:
        self._input: int | None = sys.stdin.fileno() if sys.stdin.isatty() else None
        if self._input is not None:
            self._before = termios.tcgetattr(self._input)
            tty.setcbreak(self._input)
        return self

    def pressed(self) -> str:
        """The keys pressed since the last call."""
        if self._input is None or not select.select([self._input], [], [], 0)[0]:
            return ""
        return os.read(self._input, 64).decode(errors="ignore")

    def __exit__(self, *_: Any) -> None:
        if self._input is not None:
            termios.tcsetattr(self._input, termios.TCSADRAIN, self._before)


class TrainingSession:
    """Feeds pictures to ``Learning``: a face is taken once the tray is at rest after a movement. Pure."""

    def __init__(self, game: Game) -> None:
        self.learned: Learned | None = None
        """The result; None until all faces have been shown."""
        self._game = game
        self._names = face_names(game)
        self._learning: DiceLearning | None = None
        self._motion = MotionDetector(REST)
        self._moved = True

    def feed(self, picture: Picture, now: float) -> list[Text]:
        """Process a picture; returns sentences for the person who shows the dice."""
        if not self._motion.still(picture, now):
            self._moved = True
            return []
        if not self._moved or self.learned is not None:
            return []
        self._moved = False
        if self._learning is None:
            self._learning = DiceLearning(self._game.rules.dice, picture)
            return [self._wanted()]
        return [] if self._learning.is_empty(picture) else self._take(self._learning, picture)

    def back(self) -> list[Text]:
        """Ask for the last face again; it is taken after the next movement."""
        if self._learning is None or self.learned is not None:
            return []
        self._learning.back()
        self._moved = False
        return [self._wanted()]

    def _take(self, learning: DiceLearning, picture: Picture) -> list[Text]:
        total = len(learning.tasks)
        try:
            task = learning.take(picture)
        except BadSample as no:
            return [no.text]
        seen = T("Seen: {n} of {total}.", n=learning.tasks.index(task) + 1, total=total)
        if learning.next is not None:
            return [seen, self._wanted()]
        self.learned = learning.learned()
        return [seen]

    def _wanted(self) -> Text:
        assert self._learning is not None
        task = self._learning.next
        assert task is not None
        return T(
            "Put a {kind} die in the middle of the tray, with this face up: {face}.",
            kind=colour_name(task.kind),
            face=self._names[task.face],
        )
