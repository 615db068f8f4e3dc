"""Installs games for tests."""

from __future__ import annotations

import re
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from companion.games import registry

PAGE = Path(__file__).parent.parent / "companion/games/README.md"
"""The page on writing a game, which contains two."""
OF_THE_PAGE = ("pig", "hand")
"""The names of the page's games, in its order."""
PLAIN = {"lanterns": "tests.toygame:GAME", "cups": "tests.games.cups.game:GAME", "morris": "tests.morris:GAME"}
"""Other games without any presentation."""
BUNDLED_GAMES = {name: point for name, point in registry._found().items() if name in registry.FIRST}
"""The games that come with the companion: in tests there is no other, until one is installed for a test."""
OWN_GAMES = {name: point for name, point in registry._found().items() if name not in registry.FIRST}
"""Those that whoever writes a game has installed beside them."""
NAMES = list(dict.fromkeys([*BUNDLED_GAMES, *OWN_GAMES, *OF_THE_PAGE, *PLAIN]))
"""The games with which is tried what holds for every game, once ``install_plain_games`` and ``install_own_games`` are
called."""


def install(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    """Register ``value`` (``module:attribute``) as a game for one test, like a third-party package."""
    _have(monkeypatch, {**registry._found(), name: EntryPoint(name, value, registry.GROUP)})


def uninstall(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Unregister a game for one test."""
    _have(monkeypatch, {other: point for other, point in registry._found().items() if other != name})


def games_of_the_page() -> dict[str, str]:
    """The sources of the page's games, by name."""
    found = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    return dict(zip(OF_THE_PAGE, found, strict=True))


def install_plain_games(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Register games without any presentation for one test: the page's games, written to ``folder``, the toy game, one
    with a board, and one with dice under cups."""
    monkeypatch.syspath_prepend(folder)
    for name, source in games_of_the_page().items():
        (folder / f"{name}_of_the_page.py").write_text(source, encoding="utf-8")
    for name, value in ({name: f"{name}_of_the_page:GAME" for name in OF_THE_PAGE} | PLAIN).items():
        install(monkeypatch, name, value)


def install_own_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the developer's own games for one test, instead of ours where they are called alike: whoever begins with
    the page's game keeps its name."""
    for name, point in OWN_GAMES.items():
        install(monkeypatch, name, point.value)


def _have(monkeypatch: pytest.MonkeyPatch, games: dict[str, EntryPoint]) -> None:
    monkeypatch.setattr(registry, "_found", lambda: games)
