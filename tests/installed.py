"""Games as if they had been installed, for tests."""

from __future__ import annotations

import re
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from companion.games import registry

PAGE = Path(__file__).parent.parent / "companion/games/README.md"
"""How to write a game, with a whole one in it."""
PIG = "pig_of_the_page"
"""The module that the game of the page is made."""


def install(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    """For one test, ``value`` (``module:attribute``) is a game of that name, like one from a package of its own."""
    _have(monkeypatch, {**registry._found(), name: EntryPoint(name, value, registry.GROUP)})


def uninstall(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """For one test, that game is not here."""
    _have(monkeypatch, {other: point for other, point in registry._found().items() if other != name})


def game_of_the_page() -> str:
    """The code of the game that stands on the page about writing games."""
    found = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert len(found) == 1
    return str(found[0])


def install_plain_games(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """For one test, the games without any presentation are here: that of the page, written to ``folder``, and the toy
    game."""
    (folder / f"{PIG}.py").write_text(game_of_the_page(), encoding="utf-8")
    monkeypatch.syspath_prepend(folder)
    install(monkeypatch, "pig", f"{PIG}:GAME")
    install(monkeypatch, "lanterns", "tests.toygame:GAME")


def _have(monkeypatch: pytest.MonkeyPatch, games: dict[str, EntryPoint]) -> None:
    monkeypatch.setattr(registry, "_found", lambda: games)
