"""A clock that tells whether a target appeared only just before a touch."""

from __future__ import annotations

import pytest

from ui.widgets.drawn import tap_guard


class Watch:
    """A manual clock for touches."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.time = 1_000.0
        monkeypatch.setattr(tap_guard, "now", lambda: self.time)
