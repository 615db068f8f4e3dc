"""The bundled pack of the module's ``game`` as mutable JSON."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import companion.packs
from companion.packs.folder import read_content
from tests.packs.changes import change

BUNDLED = Path(companion.packs.__file__).parent


@pytest.fixture(autouse=True)
def owner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An owner without boxes."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "owner"))


@pytest.fixture
def raw(game: Any) -> dict[str, Any]:
    """A copy of the bundled pack's JSON."""
    return read_content(BUNDLED / game.rules.bundled_pack).data


@pytest.fixture
def put(raw: dict[str, Any]) -> Callable[[str, Any], None]:
    """``put("board.squares[0].id", value)`` changes the copy; a function is applied to the old value."""

    return partial(change, raw)
