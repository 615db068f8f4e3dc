"""Fixtures for the tests of pages: photos are read here, without another program."""

from __future__ import annotations

import pytest

from companion.packs.photos.reading import Helper


@pytest.fixture
def other_program() -> None:
    """Photos are read by another program, as they are in the product."""


@pytest.fixture(autouse=True)
def photos(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Photos are read in this process, unless a test uses ``other_program``: a program takes a second to start."""
    if "other_program" in request.fixturenames:
        return
    monkeypatch.setattr(Helper, "prepare", lambda _: None)
    monkeypatch.setattr(Helper, "answer", lambda helper, *job: helper.work(*job))
