"""What the screen adds to ``companion bench``, off screen."""

from __future__ import annotations

import subprocess

import pytest

from companion.bench import Benchmark, Subject
from companion.core.texts import plain
from companion.games.registry import load_game
from companion.packs import load_pack
from tests.bench.screens import crowded, thinking
from ui.bench import report as bench


@pytest.fixture
def subject() -> Subject:
    game = load_game("thousand")
    return Subject(game, load_pack(game), 0.5)


@pytest.mark.long
def test_the_screen_is_started_tapped_played_and_left_alone(subject: Subject, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "STARTS", 2)
    monkeypatch.setattr(bench, "GAMES", 1)
    # Longer than what has just come up stays dimmed.
    monkeypatch.setattr(bench, "REST", 0.8)
    # Most of the time goes into drawing: on small glass there is less to draw.
    monkeypatch.setattr(bench, "SIZES", ((400, 240), (640, 360)))
    measures = {measure.name: measure for measure in bench.tap(subject)}
    assert [name for name in measures if not name.startswith("screen.tap")] == [
        "screen.start",
        "screen.redraws",
        "screen.rest",
        "screen.standing",
        "screen.memory",
        "screen.games",
    ]
    assert {"screen.tap", "screen.tap95", "screen.tap.640x360", "screen.tap.640x360.95"} <= set(measures)
    assert measures["screen.tap95"].value >= measures["screen.tap"].value > 0
    assert measures["screen.redraws"].value == 0
    assert measures["screen.memory"].unit == "MB"
    assert 0 < measures["screen.standing"].value < measures["screen.memory"].value


def test_taps_are_told_by_kind() -> None:
    taps = [("answer", 20.0, 15.0, 5.0)] * 19 + [("answer", 90.0, 30.0, 8.0), ("undo", 10.0, 5.0, 3.0)]
    measures = {measure.name: measure for measure in bench._taps((800, 480), taps)}
    assert list(measures) == [
        "screen.tap",
        "screen.tap95",
        "screen.tap.code",
        "screen.tap.drawing",
        "screen.tap.answer",
        "screen.tap.undo",
    ]
    assert (measures["screen.tap.code"].value, measures["screen.tap.drawing"].value) == (10.0, 5.0)
    assert measures["screen.tap95"].value == 20.0
    assert (measures["screen.tap.answer"].value, measures["screen.tap.answer"].most) == (20.0, 90.0)
    assert "95th percentile 90 ms" in plain(measures["screen.tap.answer"].note)


def test_a_screen_that_cannot_start_is_one_sentence_and_no_measure(
    subject: Subject, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = subprocess.CompletedProcess([], 1, "", "no window")
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: broken)
    assert list(bench.tap(subject)) == []
    assert capsys.readouterr().err.startswith("companion: The screen cannot be measured here")


@pytest.mark.long
@pytest.mark.parametrize(("measured", "name"), [(crowded, "crowded"), (thinking, "thinking")])
def test_taps_are_measured_with_phones_or_thinking_and_without(
    subject: Subject, measured: Benchmark, name: str
) -> None:
    measures = {measure.name: measure for measure in measured(subject)}
    assert list(measures) == [f"{name}.alone", f"{name}.tap"]
    assert all(measure.value > 0 and measure.rounds > 40 for measure in measures.values())
