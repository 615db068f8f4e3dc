"""The waits of the club, shortened where a test is not about them."""

from __future__ import annotations

import pytest

from companion.club import link, publishing


@pytest.fixture
def real_waits() -> None:
    """The waits are those of the product."""


@pytest.fixture(autouse=True)
def waits(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A link looks for work twenty times a second and gives a silent broker up after a second; states follow each other
    quickly."""
    if "real_waits" not in request.fixturenames:
        monkeypatch.setattr(link, "PATIENCE", 1.0)
        monkeypatch.setattr(link, "PULSE", 0.05)
        monkeypatch.setattr(link, "FIRST", 0.1)
        monkeypatch.setattr(publishing, "GAP", 0.02)
