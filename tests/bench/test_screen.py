"""What the screen adds to ``companion bench``, off screen."""

from __future__ import annotations

import subprocess

import pytest

from companion.bench import Subject
from companion.games.registry import load_game
from companion.packs import load_pack
from ui import bench


@pytest.fixture
def subject() -> Subject:
    game = load_game("newyork")
    return Subject(game, load_pack(game), 0.5)


def test_the_screen_is_started_tapped_played_and_left_alone(subject: Subject, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "STARTS", 2)
    measures = {measure.name: measure for measure in bench.screen(subject)}
    assert list(measures) == [
        "screen.start",
        "screen.tap",
        "screen.tap95",
        "screen.redraws",
        "screen.rest",
        "screen.memory",
    ]
    assert measures["screen.tap95"].value >= measures["screen.tap"].value > 0
    assert measures["screen.redraws"].value == 0
    assert measures["screen.memory"].unit == "MB"


def test_a_screen_that_cannot_start_is_one_sentence_and_no_measure(
    subject: Subject, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = subprocess.CompletedProcess([], 1, "", "no window")
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: broken)
    assert list(bench.screen(subject)) == []
    assert capsys.readouterr().err.startswith("companion: The screen cannot be measured here")
