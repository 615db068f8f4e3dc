"""Installs games for tests."""

from __future__ import annotations

import re
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from companion.games import registry

PAGE = Path(__file__).parent.parent / "companion/games/README.md"
"""The page on writing a game, which contains one."""
PIG = "pig_of_the_page"
"""The module of the page's game."""


def install(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    """Register ``value`` (``module:attribute``) as a game for one test, like a third-party package."""
    _have(monkeypatch, {**registry._found(), name: EntryPoint(name, value, registry.GROUP)})


def uninstall(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Unregister a game for one test."""
    _have(monkeypatch, {other: point for other, point in registry._found().items() if other != name})


def game_of_the_page() -> str:
    """The source of the page's game."""
    found = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert len(found) == 1
    return str(found[0])


def install_plain_games(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Register games without any presentation for one test: the page's game, written to ``folder``, the toy game, and
    one with a board."""
    (folder / f"{PIG}.py").write_text(game_of_the_page(), encoding="utf-8")
    monkeypatch.syspath_prepend(folder)
    install(monkeypatch, "pig", f"{PIG}:GAME")
    install(monkeypatch, "lanterns", "tests.toygame:GAME")
    install(monkeypatch, "cups", "tests.games.cups.game:GAME")
    install(monkeypatch, "morris", "tests.morris:GAME")


def _have(monkeypatch: pytest.MonkeyPatch, games: dict[str, EntryPoint]) -> None:
    monkeypatch.setattr(registry, "_found", lambda: games)
