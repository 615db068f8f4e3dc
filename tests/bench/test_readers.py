"""What is measured of the camera reader, and of readers and buttons at the screen."""

from __future__ import annotations

import subprocess
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.bench import Benchmark, Subject
from companion.core.texts import plain
from companion.games.registry import load_game
from companion.packs import load_pack
from hardware import bench
from hardware.camera.frames import MotionDetector, Picture
from hardware.camera.watcher import Watcher
from tests.bench import screens


@pytest.fixture
def subject() -> Subject:
    game = load_game("thousand")
    return Subject(game, load_pack(game), 0.1)


def test_the_dice_that_are_drawn_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    draw = bench._draw

    def drawn_and_noted(picture: Picture, face: int, x: float, y: float, turn: float) -> None:
        drawn.append(str(face))
        draw(picture, face, x, y, turn)

    monkeypatch.setattr(bench, "_draw", drawn_and_noted)
    learned, rng, read = bench._learned(), Random(1), Counter[str]()
    drawn.clear()
    for _ in range(5):
        watcher = Watcher(learned, MotionDetector(0.0))
        picture = bench._thrown(rng)
        assert watcher.feed(picture, 0.0) == []
        assert len(watcher.feed(picture, 0.0)) == len(bench.DICE)
        read.update(one.read.face for one in watcher.pieces if one.confidence >= 700 and not one.crooked)
    assert read <= Counter(drawn)
    assert read.total() >= 25


@pytest.mark.long
def test_rest_to_reading_and_memory_are_measured(subject: Subject, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "LEAST", 2)
    measures = {measure.name: measure for measure in bench.reader(subject)}
    assert {name: measure.reach for name, measure in measures.items()} == {
        "camera.rest": None,
        "camera.rest95": 300,
        "camera.memory": 150,
    }
    assert measures["camera.rest95"].value >= measures["camera.rest"].value > 150
    assert measures["camera.memory"].value > 50


@pytest.mark.long
def test_a_reading_and_a_press_are_measured_up_to_their_picture(
    subject: Subject, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(screens, "LEAST", 3)
    monkeypatch.setattr(screens, "REST", 0.1)
    measures = {measure.name: measure for measure in screens.signals(subject)}
    assert list(measures) == ["signals.reading", "signals.reading95", "signals.press", "signals.press95"]
    assert measures["signals.reading"].rounds >= 3
    assert measures["signals.press"].rounds >= 3
    assert plain(measures["signals.press"].note) == "with the camera reader at work"


def test_the_camera_program_is_gone_when_all_is_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[subprocess.Popen[bytes]] = []
    start = subprocess.Popen

    def started_and_noted(*command: Any, **options: Any) -> subprocess.Popen[bytes]:
        started.append(start(*command, **options))
        return started[-1]

    monkeypatch.setattr(subprocess, "Popen", started_and_noted)
    with screens.at_work(str(tmp_path)):
        assert started[0].poll() is None
    assert started[0].returncode is not None


@pytest.mark.parametrize("measure", [screens.crowded, screens.thinking, screens.signals])
def test_a_screen_that_cannot_start_is_one_sentence(
    measure: Benchmark, subject: Subject, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: subprocess.CompletedProcess([], 1, b"", b"no window"))
    assert list(measure(subject)) == []
    said = capsys.readouterr().err
    assert said.startswith("companion: ")
    assert len(said.splitlines()) == 1
