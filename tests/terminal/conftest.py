"""No own boxes for terminal tests."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def no_boxes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An owner without boxes."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "owner"))
