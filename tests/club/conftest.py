"""The waits of the club, shortened where a test is not about them."""

from __future__ import annotations

import pytest

from companion.club import link


@pytest.fixture
def real_waits() -> None:
    """The waits are those of the product."""


@pytest.fixture(autouse=True)
def waits(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A link looks for work ten times a second, and gives a silent broker up after two seconds."""
    if "real_waits" not in request.fixturenames:
        monkeypatch.setattr(link, "PATIENCE", 2.0)
        monkeypatch.setattr(link, "PULSE", 0.1)
