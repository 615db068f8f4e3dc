"""Games as if they had been installed, for tests."""

from __future__ import annotations

from importlib.metadata import EntryPoint

import pytest

from companion.games import registry


def install(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    """For one test, ``value`` (``module:attribute``) is a game of that name, like one from a package of its own."""
    _have(monkeypatch, {**registry._found(), name: EntryPoint(name, value, registry.GROUP)})


def uninstall(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """For one test, that game is not here."""
    _have(monkeypatch, {other: point for other, point in registry._found().items() if other != name})


def _have(monkeypatch: pytest.MonkeyPatch, games: dict[str, EntryPoint]) -> None:
    monkeypatch.setattr(registry, "_found", lambda: games)
