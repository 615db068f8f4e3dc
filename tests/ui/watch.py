"""The clock that says whether something came under a finger only just now."""

from __future__ import annotations

import pytest

from ui.widgets.tap_guard import tap_guard


class Watch:
    """The time of the fingers, which passes only when told to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.time = 1_000.0
        monkeypatch.setattr(tap_guard, "now", lambda: self.time)
