"""An evening with the camera reader, and the two minutes before in which it learns."""

from __future__ import annotations

import os
import re
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import click
import cv2

from companion.commands.shared import BadStart
from companion.core.texts import T, Text
from companion.games.game import Game
from companion.language import tell
from companion.lookback.dice import face_names
from companion.session.faces import colour_name, colour_of
from hardware.camera import overlay
from hardware.camera.frames import Camera, Film, NoPictures, Picture, open_frames
from hardware.camera.learning import Learning, NotThis
from hardware.camera.motion import Stillness
from hardware.camera.speaker import Roll, Speaker
from hardware.camera.templates import Learned, NotLearned, load, save
from hardware.camera.transport import NoWire, open_wire
from hardware.camera.watcher import Watcher
from hardware.dice.device import Device

MODEL = "camera"
LEARNING_REST = 0.6
"""Seconds for which a die lies still before it is learned: people let go slowly."""
SHOW_EVERY = 0.5


def read(camera: str, game: Game, file: Path, port: str, show: Path | None, *, empty: bool = False) -> int:
    """Read the dice of a game until the film ends or somebody presses Ctrl+C. Raises ``BadStart``."""
    try:
        learned = load(file)
        frames = open_frames(camera)
        wire = open_wire(port)
    except (NotLearned, NoWire) as no:
        raise BadStart(no.text) from no
    click.echo(tell(T("The companion finds this reader at: {port}", port=wire.where)))
    if show is None and wire.view is not None:
        show = wire.view
    speaker = Speaker(device_for(learned, camera), wire)
    speaker.start()
    try:
        _watch(frames, Watcher(learned), speaker, View(show, game), empty=empty)
    except KeyboardInterrupt:
        pass
    except NoPictures as no:
        raise BadStart(no.text) from no
    finally:
        speaker.stop()
        frames.close()
    return 0


def device_for(learned: Learned, camera: str) -> Device:
    """The device that tells of these dice. Every start of it is another one, so that no roll is taken for another."""
    dice = [(name, len(sides), colour_of(name)) for name, sides in learned.dice.items()]
    name = re.sub(r"[^A-Za-z0-9._-]", "-", f"{socket.gethostname()[:16]}-{Path(camera).name[:12]}")
    return Device(dice, serial=name, boot_id=os.urandom(6).hex(), now=time.monotonic(), model=MODEL)


def _watch(frames: Camera | Film, watcher: Watcher, speaker: Speaker, view: View, *, empty: bool) -> None:
    told: Text | None = None
    for picture in _pictures(frames):
        if empty:
            watcher.empty(picture)
            empty = False
        throw = watcher.feed(picture, time.monotonic())
        if throw:
            speaker.report(throw)
            click.echo(" ".join(map(_said, throw)))
        if watcher.status is not told:
            told = watcher.status
            click.echo(tell(told), err=True)
        view.show(picture, watcher, at_once=bool(throw))


class View:
    """The file with a picture of what is seen, renewed now and then; ``file`` None: there is none."""

    def __init__(self, file: Path | None, game: Game) -> None:
        self._file = file
        self._words = {face: tell(name) for face, name in face_names(game).items()}
        self._next = 0.0

    def show(self, picture: Picture, watcher: Watcher, *, at_once: bool) -> None:
        """Renew it, if it is time or ``at_once``. A file that cannot be written is said once, and given up."""
        if self._file is None or not (at_once or time.monotonic() >= self._next):
            return
        self._next = time.monotonic() + SHOW_EVERY
        try:
            overlay.save(overlay.drawn(picture, watcher.pieces, tell(watcher.status), self._words), self._file)
        except OSError as problem:
            why = problem.strerror or str(problem)
            click.echo(tell(T("{file} cannot be written: {problem}.", file=str(self._file), problem=why)), err=True)
            self._file = None


def _said(roll: Roll) -> str:
    crooked = " /" if roll.state == "crooked" else ""
    return f"{roll.die}={roll.side or '?'}{crooked} {roll.confidence / 10:.0f} %"


def _pictures(frames: Camera | Film) -> Iterator[Picture]:
    """Every picture, and a sentence whenever the camera goes or comes back."""
    cv2.setNumThreads(1)
    trouble: Text | None = None
    while True:
        picture = frames.read()
        if isinstance(frames, Film) and frames.ended:
            return
        if frames.trouble is not trouble and (frames.trouble is None or trouble is None):
            trouble = frames.trouble
            click.echo(tell(trouble or T("The camera is there.")), err=True)
        if picture is not None:
            yield picture


def learn(camera: str, game: Game, file: Path, ready: Callable[[], object] = click.getchar) -> int:
    """Ask for every face and write the file. ``ready`` waits until the tray is empty. Raises ``BadStart``."""
    frames = open_frames(camera)
    click.echo(tell(T("Empty the tray and take your hands away. Then press a key.")))
    ready()
    try:
        lesson = Lesson(game)
        for picture in _pictures(frames):
            for sentence in lesson.feed(picture, time.monotonic()):
                click.echo(tell(sentence))
            if lesson.learned is not None:
                save(lesson.learned, file)
                click.echo(tell(T("All faces are learned and kept in {file}.", file=str(file))))
                return 0
    except KeyboardInterrupt:
        pass
    except NoPictures as no:
        raise BadStart(no.text) from no
    except OSError as problem:
        raise BadStart(
            T("{file} cannot be written: {problem}.", file=str(file), problem=str(problem.strerror))
        ) from problem
    finally:
        frames.close()
    raise BadStart(T("Not all faces were shown, so nothing was learned. Start again."))


class Lesson:
    """Learning, picture by picture: a face counts when it lies still after something moved. Pure, time is passed in."""

    def __init__(self, game: Game) -> None:
        self.learned: Learned | None = None
        """What was learned, when all has been shown."""
        self._game = game
        self._names = face_names(game)
        self._learning: Learning | None = None
        self._stillness = Stillness(LEARNING_REST)
        self._moved = True

    def feed(self, picture: Picture, now: float) -> list[Text]:
        """Take the next picture; gives what to say to whoever shows the dice."""
        if not self._stillness.still(picture, now):
            self._moved = True
            return []
        if not self._moved or self.learned is not None:
            return []
        self._moved = False
        if self._learning is None:
            self._learning = Learning(self._game.rules.dice, picture)
            return [self._wanted()]
        return [] if self._learning.vacant(picture) else self._take(self._learning, picture)

    def _take(self, learning: Learning, picture: Picture) -> list[Text]:
        total = len(learning.tasks)
        try:
            task = learning.take(picture)
        except NotThis as no:
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
