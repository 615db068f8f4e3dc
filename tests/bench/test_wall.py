"""What ``python -m tests.bench --only wall`` measures, with a few tables for a few seconds, and where it cannot."""

from __future__ import annotations

import pytest

from companion.bench import Subject
from companion.games.registry import load_game
from companion.packs.loader import load_pack
from tests.bench import wall


def subject(seconds: float) -> Subject:
    game = load_game("thousand")
    return Subject(game, load_pack(game), seconds)


@pytest.mark.long
def test_a_few_tables_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wall, "TABLES", 3)
    monkeypatch.setattr(wall, "EVERY", 0.5)
    found = {measure.name: measure for measure in wall.wall(subject(6.0))}
    assert list(found) == ["wall.heard95", "wall.seen95", "wall.seen", "wall.memory", "wall.cpu"]
    assert found["wall.seen"].rounds > 5
    assert found["wall.heard95"].value > 0


def test_where_there_is_no_broker_it_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(wall, "mosquitto_here", lambda: None)
    assert list(wall.wall(subject(1.0))) == []
    assert "mosquitto" in capsys.readouterr().err
