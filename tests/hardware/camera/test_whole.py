"""The whole of it: films in place of a camera, the program as people start it, in a terminal of its own, and the
companion's own reader at its port."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import cv2
import pytest
from PIL import Image

from hardware.camera.collection import collected
from hardware.camera.templates import Learned, load, save
from hardware.dice.reader import SerialReader
from hardware.inputs import Event
from tests.hardware.camera.solids import dice
from tests.hardware.camera.trays import Camera, Light, Placed, render
from tests.hardware.helpers import reads, wait_until

SIDES = {name: tuple(sides) for name, sides in dice()["newyork"].items()}
FIRST = [
    Placed("red1", SIDES["red1"], "PHYS", -5, 1, 0.4),
    Placed("blue1", SIDES["blue1"], "WILD", 0, -2, 2.0),
    Placed("grey1", SIDES["grey1"], "SOC", 5, 2, 1.0),
]
SECOND = [FIRST[0], FIRST[2], Placed("blue1", SIDES["blue1"], "MENT", 2, 3, 0.7)]


@pytest.fixture
def video(tmp_path: Path) -> Path:
    """An empty tray, a hand, three dice, a hand again, and one of them rolled once more."""
    folder = tmp_path / "film"
    folder.mkdir()
    scenes = [([], False, 20), ([], True, 3), (FIRST, False, 20), (FIRST, True, 3), (SECOND, False, 20)]
    seed = 0
    for placed, hand, pictures in scenes:
        for _ in range(pictures):
            seed += 1
            picture = render(placed, Light(seed=seed, exposure=0.9, noise=3), Camera(), hand)
            cv2.imwrite(str(folder / f"{seed:04}.jpg"), picture)
    return folder


@pytest.mark.long
def test_an_evening(newyork: Learned, video: Path, tmp_path: Path) -> None:
    save(newyork, tmp_path / "dice.npz")
    port = tmp_path / "port"
    options = ("--camera", video, "--file", tmp_path / "dice.npz", "--port", port, "--keep", tmp_path / "kept")
    program = subprocess.Popen(
        [sys.executable, "-m", "companion", "reader", *map(str, options)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    events: list[Event] = []
    reader = SerialReader(lambda: [str(port)])
    reader.start(events.append)
    try:
        wait_until(lambda: len(reads(events)) == 4, "all four dice were read", 60)
        for event in reads(events):
            assert event.origin is not None
            reader.tell_face(event.origin, event.number)
        wait_until(lambda: len([*collected(tmp_path / "kept")]) == 4, "people taught it all four", 60)
    finally:
        reader.stop()
        program.send_signal(signal.SIGINT)
        _, err = program.communicate(timeout=30)
    assert program.returncode == 0
    assert "Traceback" not in err
    rolls = [(event.die, SIDES[event.die][event.number - 1]) for event in reads(events)]
    assert sorted(rolls[:3]) == [("blue1", "WILD"), ("grey1", "SOC"), ("red1", "PHYS")]
    assert rolls[3:] == [("blue1", "MENT")]
    assert all(event.confidence >= 700 and not event.crooked for event in reads(events))
    assert len({event.throw for event in reads(events)}) == 2
    assert Image.open(tmp_path / "port.jpg").size == (1280, 720)
    kept = [(die.face, die.read) for die, _ in collected(tmp_path / "kept")]
    assert kept == [(face, face) for _, face in rolls]


@pytest.mark.long
def test_somebody_lets_it_learn_the_dice(tmp_path: Path) -> None:
    """In a terminal: a key when the tray is empty, then one face after the other, and all of them are kept."""
    video, file = tmp_path / "film", tmp_path / "dice.npz"
    video.mkdir()
    seen = tmp_path / "seen.jpg"
    faces = [str(face) for face in range(1, 7)]
    for n, face in enumerate(["", *faces]):
        placed = [Placed("die1", tuple(faces), face, 0.2 * n - 0.6, 0.3, n)] if face else []
        cv2.imwrite(str(video / f"{n}-00.jpg"), render(placed, Light(seed=n + 1), Camera()))
        for again in range(1, 16):
            os.link(video / f"{n}-00.jpg", video / f"{n}-{again:02}.jpg")
    options = ("--learn", "--game", "thousand", "--camera", video, "--file", file, "--show", seen)
    ours, theirs = os.openpty()
    program = subprocess.Popen(
        [sys.executable, "-m", "companion", "reader", *map(str, options)], stdin=theirs, stdout=theirs, stderr=theirs
    )
    os.close(theirs)
    try:
        said = until(ours, "press a key")
        said += until(ours, "If a wrong face was seen", press=b" ")
        said += until(ours, "are learned and kept")
        assert program.wait(timeout=30) == 0
    finally:
        program.kill()
        program.wait()
        os.close(ours)
    assert "Put a plain die in the middle of the tray, with this face up: 1." in said
    assert [f"Seen: {n} of 6." in said for n in range(1, 7)] == 6 * [True]
    assert load(file).dice == {f"die{n}": tuple(faces) for n in range(1, 7)}
    assert Image.open(seen).size == (1280, 720)


def until(terminal: int, words: str, press: bytes = b"", patience: float = 60.0) -> str:
    """What a program says up to these words, while a key is pressed again and again."""
    said, end = "", time.monotonic() + patience
    while words not in said:
        assert time.monotonic() < end, f"not said in time: {said}"
        os.write(terminal, press)
        if select.select([terminal], [], [], 0.2)[0]:
            said += os.read(terminal, 4096).decode()
    return said


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--file", "none.npz"], "No dice have been learned yet (none.npz)."),
        (["--game", "krysis"], "Krysis has no dice to read."),
        (["--game", "chess"], "There is no game chess."),
    ],
    ids=["no file", "no dice", "no game"],
)
def test_a_bad_start_is_one_sentence(options: list[str], sentence: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "companion", "reader", *options]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert ran.returncode == 2
    assert ran.stderr.startswith(f"companion: {sentence}")
    assert len(ran.stderr.splitlines()) == 1


def test_without_opencv_a_sentence_says_what_to_install() -> None:
    code = "import sys; sys.modules['cv2'] = None; from companion.cli import main; main(['reader'])"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ran.returncode == 2
    assert ran.stderr == "companion: The camera reader needs OpenCV. Install it: .venv/bin/pip install -e '.[camera]'\n"
