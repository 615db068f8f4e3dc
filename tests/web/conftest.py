"""Fixtures for the tests of pages: what pages do with photos and files is done here, without other programs."""

from __future__ import annotations

import os

import pytest

from companion.packs.photos.reading import Helper


@pytest.fixture(autouse=True)
def disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test here is about what a disk has kept when the power goes."""
    monkeypatch.setattr(os, "fsync", lambda _: None)


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
